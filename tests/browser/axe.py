"""axe-core in the page: what it finds wrong, in the colours that a person may have chosen."""

from dataclasses import dataclass
from functools import cache
from pathlib import Path

import axe_playwright_python
from playwright.sync_api import Page

COLOURS = {
    "light": {"color_scheme": "light", "forced_colors": "none"},
    "dark": {"color_scheme": "dark", "forced_colors": "none"},
    "forced": {"color_scheme": "light", "forced_colors": "active"},
}
# All rules of these kinds, also those that axe leaves out unless they are asked for.
TAGS = [
    *("wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"),
    "experimental",
]
EVERYTHING = {"type": "tag", "values": TAGS}
# Other colours change the values of custom properties and nothing else of a page.
WHAT_COLOURS_CHANGE = {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}
ASKED = {"light": EVERYTHING, "dark": WHAT_COLOURS_CHANGE, "forced": WHAT_COLOURS_CHANGE}
RUN = """async (runOnly) => {
  const options = {runOnly, resultTypes: ["violations"]};
  const {violations} = await axe.run(document, options);
  return violations.flatMap(({id, impact, nodes}) =>
    nodes.map(({target, html, failureSummary}) =>
      ({rule: id, impact, place: target.flat().join(" "), html, why: failureSummary})));
}"""


@dataclass(frozen=True)
class Violation:
    rule: str
    impact: str
    place: str
    html: str
    why: str

    def __str__(self) -> str:
        return f"{self.rule} ({self.impact}) at {self.place}\n{self.html[:300]}\n{self.why}"


@cache
def source() -> str:
    return (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text(encoding="utf-8")


def violations_by_colours(page: Page) -> dict[str, list[Violation]]:
    """Evaluated from outside, so that the page keeps its Content-Security-Policy."""
    page.evaluate(source())
    found = {}
    for name, colours in COLOURS.items():
        page.emulate_media(**colours)
        found[name] = [Violation(**each) for each in page.evaluate(RUN, ASKED[name])]
    return found
