"""One look at a page: what axe-core says of it, how it is built, and whether it fits."""

from dataclasses import dataclass

from playwright.sync_api import Page

from tests.browser.axe import Violation, violations_by_colours

WIDE, TALL = 1280, 900
# Reflow is read at 320 px; 200% of zoom at 1280 x 900 leaves half of each.
NARROW = {"320 px wide": (320, 640), "200% zoom": (640, 450)}
# Panes that scroll by themselves are shown whole, or what stands at their edge counts as covered.
WHOLE = """() => Math.max(900, ...[...document.querySelectorAll(".pane")].map(
  (pane) => pane.scrollHeight + 300))"""
FAULTS = """() => {
  const all = (selector) => [...document.querySelectorAll(selector)];
  const count = (selector, n) => all(selector).length === n ? [] : [`${selector}: not ${n}`];
  const refers = ["aria-describedby", "aria-labelledby", "aria-controls", "for"];
  const dangling = (attribute) => all(`[${attribute}]`).flatMap((each) =>
    each.getAttribute(attribute).split(" ").filter((id) => id && !document.getElementById(id))
      .map((id) => `${attribute}="${id}" leads nowhere`));
  const ids = all("[id]").map((each) => each.id);
  return [
    ...count("h1", 1), ...count("main", 1), ...count("html[lang]", 1),
    ...(document.title.trim() ? [] : ["no title"]),
    ...refers.flatMap(dangling),
    ...ids.filter((id, n) => ids.indexOf(id) !== n).map((id) => `id="${id}" twice`),
  ];
}"""
TOO_WIDE = """() => {
  const {scrollWidth, clientWidth} = document.scrollingElement;
  if (scrollWidth <= clientWidth) return [];
  return [...document.querySelectorAll("body *")]
    .filter((each) => each.getBoundingClientRect().right > clientWidth + 1)
    .slice(0, 5).map((each) => each.outerHTML.slice(0, 120));
}"""
# WCAG 1.4.12, as a person's own style sheet has it.
SPACED = """() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`* { line-height: 1.5 !important; letter-spacing: .12em !important;
    word-spacing: .16em !important; } p { margin-bottom: 2em !important; }`);
  document.adoptedStyleSheets = [sheet];
}"""
CUT_OFF = """() => [...document.querySelectorAll("main *, header *")]
  .filter((each) => {
    const style = getComputedStyle(each);
    const hides = ["hidden", "clip"];
    if (!each.checkVisibility() || style.clipPath !== "none") return false;
    return (hides.includes(style.overflowX) && each.scrollWidth > each.clientWidth + 1)
      || (hides.includes(style.overflowY) && each.scrollHeight > each.clientHeight + 1);
  })
  .map((each) => each.outerHTML.slice(0, 160))"""


@dataclass(frozen=True)
class Look:
    """`too_wide` and `cut_off` name the elements at fault, by how the page was looked at."""

    violations: dict[str, list[Violation]]
    faults: list[str]
    too_wide: dict[str, list[str]]
    cut_off: list[str]


def look_at(page: Page) -> Look:
    page.set_viewport_size({"width": WIDE, "height": page.evaluate(WHOLE)})
    violations = violations_by_colours(page)
    faults = page.evaluate(FAULTS)
    too_wide = {name: _too_wide(page, *size) for name, size in NARROW.items()}
    page.set_viewport_size({"width": WIDE, "height": TALL})
    page.evaluate(SPACED)
    return Look(violations, faults, too_wide, page.evaluate(CUT_OFF))


def _too_wide(page: Page, width: int, height: int) -> list[str]:
    page.set_viewport_size({"width": width, "height": height})
    return page.evaluate(TOO_WIDE)
