"""A rubric as the fields of a form, and the fields as a document again.

Lists are edited as lines of text ("tag | label | ..."), so that a rubric can be changed without a
word of YAML. What does not fit comes back as it was typed: the checks of reading.py say what is
wrong with it. No Django at any depth.
"""

import re
from collections.abc import Callable

Fields = dict[str, object]


def lines(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if line.strip()]


def columns(line: str, count: int) -> list[str]:
    """The cells of "a | b | c", padded with empty ones."""
    cells = [cell.strip() for cell in line.split("|", count - 1)]
    return cells + [""] * (count - len(cells))


def number(text: str) -> object:
    """A number where it is one, else the text, which the schema then names as no number."""
    for kind in (int, float):
        try:
            return kind(str(text).strip())
        except ValueError:
            continue
    return text


BAND = re.compile(r"(-?\d+)\s*(?:-|–|\.\.|to)\s*(-?\d+)")


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


def grades_from(text: str) -> list[Fields]:
    rows = (columns(line, 4) for line in lines(text))
    return [
        without_empty({"grade": grade, "label": label, "text": words}) | {"from": number(floor)}
        for grade, floor, label, words in rows
    ]


def grades_text(rows: list[Fields]) -> str:
    return _lined(rows, lambda r: [r["grade"], r["from"], r.get("label", ""), r.get("text", "")])


def deviations_from(text: str) -> list[Fields]:
    rows = (columns(line, 4) for line in lines(text))
    return [
        without_empty(
            {
                "tag": tag,
                "label": label,
                "text": words,
                "severities": [each.strip() for each in severities.split(",") if each.strip()],
            }
        )
        for tag, label, words, severities in rows
    ]


def deviations_text(rows: list[Fields]) -> str:
    return _lined(
        rows,
        lambda r: [
            r["tag"],
            r["label"],
            r.get("text", ""),
            ", ".join(r.get("severities", [])),
        ],
    )


def correlations_from(text: str) -> list[Fields]:
    rows = (columns(line, 3) for line in lines(text))
    return [
        without_empty(
            {
                "between": [each.strip() for each in pair.split("~")],
                "expect": expect,
                "why": why,
            }
        )
        for pair, expect, why in rows
    ]


def correlations_text(rows: list[Fields]) -> str:
    return _lined(rows, lambda r: [" ~ ".join(r["between"]), r["expect"], r.get("why", "")])


def coverage_from(text: str) -> list[Fields]:
    rows = (columns(line, 2) for line in lines(text))
    return [{"from": number(share), "band": band(points)} for share, points in rows]


def coverage_text(rows: list[Fields]) -> str:
    return _lined(rows, lambda r: [r["from"], band_text(r["band"])])


def levels_from(text: str) -> list[Fields]:
    rows = (line.rpartition("|") for line in lines(text))
    return [{"text": words.strip(), "points": number(points)} for words, _, points in rows]


def levels_text(rows: list[Fields]) -> str:
    return _lined(rows, lambda r: [r["text"], r["points"]])


def _lined(rows: list[Fields], cells: Callable[[Fields], list[object]]) -> str:
    texts = (" | ".join(str(cell) for cell in cells(row)) for row in rows)
    return "\n".join(text.rstrip(" |") for text in texts)
