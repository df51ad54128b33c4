"""A rubric as the fields of a form, and the fields as a document again.

Lists are edited as lines of text ("tag | label | ..."), so that a rubric can be changed without a
word of YAML. What does not fit comes back as it was typed: a field with a line that is not
understood stays text in the document, and the checks say what is wrong with it. No Django at any
depth.
"""

import re
from collections.abc import Callable, Iterator

from rubrics.faults import Fault, Path
from rubrics.phrases import Phrase, gettext_noop

Fields = dict[str, object]
Rows = list[Fields] | str


def lines(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if line.strip()]


def columns(line: str, count: int) -> list[str]:
    """The cells of "a | b | c", padded with empty ones."""
    cells = [cell.strip() for cell in line.split("|", count - 1)]
    return cells + [""] * (count - len(cells))


def number(text: str) -> object:
    """A number where it is one, else the text, which the schema then names as no number."""
    plain = str(text).strip()
    if not NUMBER.fullmatch(plain):
        return text
    return int(plain) if plain.lstrip("+-").isdecimal() else float(plain)


# Python reads more than people write as numbers: nan, 1_000, digits of other scripts.
NUMBER = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?", re.ASCII | re.IGNORECASE)
BAND = re.compile(r"(-?\d+)\s*(?:-|–|\.\.|to)\s*(-?\d+)", re.ASCII)


def band(text: str) -> object:
    """ "3" is a point, "0-2" a band."""
    found = BAND.fullmatch(str(text).strip())
    return [int(found[1]), int(found[2])] if found else number(text)


def band_text(at: object) -> str:
    return f"{at[0]} to {at[1]}" if isinstance(at, list) else str(at)


def without_empty(document: Fields) -> Fields:
    """What says nothing is left out; a zero says something."""
    return {
        key: value
        for key, value in document.items()
        if value is not False and value not in ("", None, [], {})
    }


def grades_from(text: str) -> Rows:
    return _rows_or_text(text, _grade)


def _grade(line: str) -> Fields | None:
    grade, floor, label, words = columns(line, 4)
    if not grade or not floor:
        return None
    return without_empty({"grade": grade, "label": label, "text": words}) | {"from": number(floor)}


def grades_text(rows: Rows) -> str:
    return _lined(rows, lambda r: [r["grade"], r["from"], r.get("label", ""), r.get("text", "")])


def deviations_from(text: str) -> Rows:
    return _rows_or_text(text, _deviation)


def _deviation(line: str) -> Fields | None:
    tag, label, words, severities = columns(line, 4)
    if not tag or not label:
        return None
    listed = [each.strip() for each in severities.split(",") if each.strip()]
    return without_empty({"tag": tag, "label": label, "text": words, "severities": listed})


def deviations_text(rows: Rows) -> str:
    return _lined(
        rows,
        lambda r: [
            r.get("tag", ""),
            r.get("label", ""),
            r.get("text", ""),
            ", ".join(r.get("severities", [])),
        ],
    )


def correlations_from(text: str) -> Rows:
    return _rows_or_text(text, _correlation)


def _correlation(line: str) -> Fields | None:
    pair, expect, why = columns(line, 3)
    between = [each.strip() for each in pair.split("~")]
    if len(between) != 2 or not all(between) or not expect:
        return None
    return without_empty({"between": between, "expect": expect, "why": why})


def correlations_text(rows: Rows) -> str:
    return _lined(rows, lambda r: [" ~ ".join(r["between"]), r.get("expect", ""), r.get("why", "")])


def coverage_from(text: str) -> Rows:
    return _rows_or_text(text, _coverage)


def _coverage(line: str) -> Fields | None:
    share, points = columns(line, 2)
    return {"from": number(share), "band": band(points)} if share and points else None


def coverage_text(rows: Rows) -> str:
    return _lined(rows, lambda r: [r["from"], band_text(r["band"])])


def levels_from(text: str) -> Rows:
    return _rows_or_text(text, _level)


def _level(line: str) -> Fields | None:
    words, _, points = (part.strip() for part in line.rpartition("|"))
    return {"text": words, "points": number(points)} if words and points else None


def levels_text(rows: Rows) -> str:
    return _lined(rows, lambda r: [r["text"], r["points"]])


def _rows_or_text(text: str, row_of: Callable[[str], Fields | None]) -> Rows:
    """One line that is not understood keeps the whole field as it was typed."""
    rows = [row_of(line) for line in lines(text)]
    return text if None in rows else rows


def unread_lines(document: object) -> Iterator[Fault]:
    """Each field that was kept as it was typed, with its first line that is not understood."""
    for path, text in _texts(document):
        row_of, form = _LINE_FORMS[path[-1]]
        for n, line in enumerate(text.splitlines(), 1):
            if line.strip() and row_of(line.strip()) is None:
                values = {"n": n, "line": line.strip(), "form": Phrase(form)}
                yield Fault(path, Phrase(_NOT_UNDERSTOOD, values))
                break


def _texts(document: object) -> Iterator[tuple[Path, str]]:
    paths = [("deviations",), ("correlations",), ("composite", "grades")]
    questions = document.get("questions") if isinstance(document, dict) else None
    for index in range(len(questions) if isinstance(questions, list) else 0):
        paths += [("questions", index, name) for name in ("coverage", "levels")]
    for path in paths:
        if isinstance(text := _at(document, path), str):
            yield path, text


def _at(document: object, path: Path) -> object:
    for step in path:
        if isinstance(document, dict):
            document = document.get(step)
        elif isinstance(document, list) and isinstance(step, int):
            document = document[step]
        else:
            return None
    return document


_NOT_UNDERSTOOD = gettext_noop("line %(n)s, “%(line)s”, is not understood; expected is %(form)s")
_LINE_FORMS = {
    "grades": (_grade, gettext_noop("grade | from | label | text")),
    "deviations": (_deviation, gettext_noop("TAG | label | text | severities")),
    "correlations": (
        _correlation,
        gettext_noop("key ~ key | high, moderate, low or negative | why"),
    ),
    "coverage": (_coverage, gettext_noop("share | band, such as 0.8 | 7-8")),
    "levels": (_level, gettext_noop("text | points")),
}


def _lined(rows: Rows, cells: Callable[[Fields], list[object]]) -> str:
    if isinstance(rows, str):
        return rows
    texts = (" | ".join(str(cell) for cell in cells(row)) for row in rows)
    return "\n".join(text.rstrip(" |") for text in texts)
