"""How much room do words take, and what is left of them where there is less? No Django."""

from unicodedata import east_asian_width

from raters.figures.values import Label

SIZE, SMALL = 13, 11  # font sizes of the style sheet, in units of the viewBox
LATIN, WIDE = 0.58, 1.0  # average width of a letter in units of the font size


def width_of(text: Label, *, size: float = SIZE) -> float:
    """An estimate on the safe side: the font is the reader's."""
    return size * sum(WIDE if east_asian_width(char) in "WF" else LATIN for char in str(text))


def shortened(text: Label, *, width: float, size: float = SIZE) -> Label:
    """Cut in the middle, since names often differ in their ends. A phrase is left as it is."""
    if not isinstance(text, str) or width_of(text, size=size) <= width:
        return text
    for kept in range(len(text) - 1, 1, -1):
        cut = text[: (kept + 1) // 2] + "…" + text[len(text) - kept // 2 :]
        if width_of(cut, size=size) <= width:
            return cut
    return text[:1] + "…"
