"""A drawing as a file of its own, for a paper: it brings its looks with it. No Django.

Colours are written out, since drawing programs know no custom properties. The file is for a white
page; on the site the style sheet decides (static/site.css).
"""

import re
from html import escape

INK, SOFT, LINE, ACCENT, GOLD, SHEET = (
    "#16211f",
    "#4d5b59",
    "#d5dcda",
    "#0a615d",
    "#8a6600",
    "#ffffff",
)
SHADES = (0.05, 0.14, 0.23, 0.33, 0.44, 0.86, 1)

STYLE = f"""
text {{ font-family: system-ui, "Noto Sans", "Noto Sans CJK SC", Arial, sans-serif; font-size: 13px; fill: {INK}; }}
.small {{ font-size: 11px; }}
.faint {{ fill: {SOFT}; }}
.strong, .value {{ font-weight: 600; }}
.on-deep {{ fill: {SHEET}; }}
.halo {{ paint-order: stroke; stroke: {SHEET}; stroke-width: 3px; }}
.grid {{ stroke: {LINE}; }}
.axis {{ stroke: {SOFT}; }}
.target {{ stroke: {GOLD}; stroke-width: 2; stroke-dasharray: 5 3; }}
.interval {{ stroke: {INK}; stroke-width: 2; }}
.mean {{ stroke: {INK}; stroke-width: 2.5; }}
.limit {{ stroke: {INK}; stroke-width: 1.5; stroke-dasharray: 7 4; }}
.band {{ fill: {ACCENT}; fill-opacity: .06; }}
.share, .beyond {{ fill: {ACCENT}; }}
.cell {{ fill: {ACCENT}; stroke: {LINE}; }}
{"".join(f".shade-{n} {{ fill-opacity: {SHADES[n]}; }} " for n in range(len(SHADES)))}
.missing {{ fill: none; stroke: {SOFT}; stroke-dasharray: 1.5 3; }}
.negative {{ fill: none; stroke: {INK}; stroke-width: 1.5; stroke-dasharray: 4 3; }}
.negative.on-deep {{ fill: none; stroke: {SHEET}; }}
.corner {{ fill: {INK}; }}
.corner.on-deep {{ fill: {SHEET}; }}
.estimate {{ fill: {INK}; stroke: {INK}; stroke-width: 2; }}
.hollow {{ fill: {SHEET}; }}
.dot {{ fill: {ACCENT}; fill-opacity: .5; stroke: {ACCENT}; }}
.trend-edge {{ fill: none; stroke: {SHEET}; stroke-width: 4.5; }}
.trend {{ fill: none; stroke: {INK}; stroke-width: 2.5; }}
"""  # noqa: E501 (one rule a line reads best)


class NotADrawing(ValueError):
    """The text given holds no <svg> element."""


def standalone(svg_text: str, *, about: str = "") -> str:
    """The <svg> element of a page as a file that says what it is about. Raises NotADrawing."""
    found = re.search(r"<svg\b([^>]*)>(.*?)</svg>", svg_text, re.DOTALL)
    if found is None:
        raise NotADrawing("there is no <svg> element in this text")
    attributes, content = found.groups()
    if "xmlns=" not in attributes:
        attributes = f' xmlns="http://www.w3.org/2000/svg"{attributes}'
    label = re.search(r'aria-label="([^"]*)"', attributes)
    title = f"<title>{label[1]}</title>" if label else ""
    title += f"<desc>{escape(about)}</desc>" if about else ""
    ground = f'<rect width="100%" height="100%" fill="{SHEET}"/>'
    style = f"<style>{STYLE}</style>"
    head = '<?xml version="1.0" encoding="UTF-8"?>'
    return f"{head}\n<svg{attributes}>{title}{style}{ground}{content}</svg>\n"
