"""Criteria that belong to one case or item: text, points, and what they count for or against."""

from decimal import Decimal, InvalidOperation

from raters.importing.drafts import CriterionDraft, Polarity
from raters.importing.fields import Row, is_blank, truth, unpacked
from raters.importing.options import folded
from rubrics.phrases import gettext_noop
from rubrics.wording import fault_that_earns, merit_that_costs, names_something_avoided

_TEXT_NAMES = ("criterion", "text", "description", "title", "name")
_POINT_NAMES = ("points", "weight", "score")
_KEY_NAMES = ("key", "id", "criterion_id")
_POLARITIES: dict[str, Polarity] = {
    "positive": "positive",
    "reward": "positive",
    "avoidance": "avoidance",
    "avoid": "avoidance",
    "negative": "avoidance",
    "penalty": "avoidance",
}
_MOST_POINTS = 99_999


def criteria_of(row: Row) -> tuple[CriterionDraft, ...]:
    found = row.found("criteria")
    if found is None:
        return ()
    name, value = found
    listed = unpacked(value)
    if isinstance(listed, str):
        listed = [line for line in listed.split("\n") if line.strip()]
    if not isinstance(listed, list):
        row.complain(name, gettext_noop("expected a list of criteria."))
        return ()
    drafts = [_criterion(row, f"{name}[{index}]", each) for index, each in enumerate(listed)]
    return tuple(draft for draft in drafts if draft)


def checklist_of(row: Row) -> tuple[str, ...]:
    """A list of texts, or one line each in a cell."""
    found = row.found("checklist")
    if found is None:
        return ()
    name, value = found
    listed = unpacked(value)
    lines = listed if isinstance(listed, list) else str(listed).split("\n")
    return tuple(text for line in lines if (text := row.cleaned(line, name)))


def _criterion(row: Row, path: str, value: object) -> CriterionDraft | None:
    given = {"criterion": value} if isinstance(value, str) else value
    if not isinstance(given, dict):
        row.complain(path, gettext_noop("expected a criterion with a text and points."))
        return None
    text = row.cleaned(_first(given, _TEXT_NAMES), f"{path}.criterion")
    points = _points(row, path, _first(given, _POINT_NAMES))
    if not text:
        row.complain(path, gettext_noop("the criterion has no text."))
    if not text or points is None:
        return None
    polarity = _polarity(row, path, given.get("polarity"), text=text, points=points)
    _note_doubtful_sign(row, text, points=points, polarity=polarity)
    return CriterionDraft(
        text=text,
        points=points,
        tags=_tags(row, path, given.get("tags")),
        key=row.cleaned(_first(given, _KEY_NAMES), f"{path}.key"),
        safety_critical=truth(given.get("safety_critical")) or False,
        polarity=polarity,
        emergency=truth(given.get("emergency")) or False,
        parts=_tags(row, path, given.get("parts")),
    )


def _first(given: dict, names: tuple[str, ...]) -> object:
    return next((given[name] for name in names if not is_blank(given.get(name))), None)


def _points(row: Row, path: str, value: object) -> Decimal | None:
    """Exact: 0.1 stays 0.1. One point when none are given."""
    if value is None:
        return Decimal(1)
    try:
        points = Decimal(str(value).strip())
    except InvalidOperation:
        points = Decimal("NaN")
    if isinstance(value, bool) or not points.is_finite() or abs(points) > _MOST_POINTS:
        row.complain(
            f"{path}.points",
            gettext_noop("“%(value)s” is not a number of points. Expected one such as 5 or -2.5."),
            value=str(value)[:40],
        )
        return None
    return points


def _tags(row: Row, path: str, value: object) -> tuple[str, ...]:
    listed = value if isinstance(value, list) else [] if is_blank(value) else [value]
    return tuple(text for tag in listed if (text := row.cleaned(tag, f"{path}.tags")))


def _polarity(row: Row, path: str, value: object, *, text: str, points: Decimal) -> Polarity:
    """Said outright, or told by the words: "does not ..." earns its points by absence.

    With negative points MET means that the bad thing is there, so there is nothing to turn.
    """
    if is_blank(value):
        avoided = points >= 0 and names_something_avoided(text)
        return "avoidance" if avoided else "positive"
    polarity = _POLARITIES.get(folded(str(value)))
    if polarity is None:
        row.complain(
            f"{path}.polarity",
            gettext_noop("“%(value)s” is not a polarity. Expected “positive” or “avoidance”."),
            value=str(value),
        )
    return polarity or "positive"


def _note_doubtful_sign(row: Row, text: str, *, points: Decimal, polarity: Polarity) -> None:
    is_fault = fault_that_earns(text, points=points, polarity=polarity)
    if is_fault or merit_that_costs(text, points=points):
        row.note(_DOUBTFUL_SIGN, name=str(row.number))


_DOUBTFUL_SIGN = gettext_noop(
    "%(file)s: criteria whose points seem to have the wrong sign (a fault that earns points, or a "
    "merit that costs some): %(count)s, in row %(names)s. Check them."
)
