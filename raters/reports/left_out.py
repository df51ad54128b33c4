"""What is no part of any coefficient, counted, and why?"""

from collections.abc import Iterable

from raters.models import Assignment, Item, Rating, Reviewer, Round
from raters.reports.labels import untranslated
from raters.reports.rows import Place, RoundRows
from raters.reports.values import DefectLine
from rubrics.phrases import Phrase, gettext_noop

SAID = {
    "controls": gettext_noop("Ratings of planted controls, counted apart: %(n)s."),
    "defective": gettext_noop("Reports that a real item is defective: %(n)s."),
    "machines": gettext_noop("Ratings by LLM judges: %(n)s."),
    "repeats": gettext_noop("Second showings of hidden repeats: %(n)s."),
    "unrated": gettext_noop("Assigned items not rated yet: %(n)s."),
    "earlier": gettext_noop("Earlier revisions of ratings that were changed: %(n)s."),
    "practice": gettext_noop("Items of practice, rated in a round of their own: %(n)s."),
    "pilot": gettext_noop("Ratings given in pilots: %(n)s."),
    "other_rounds": gettext_noop("Ratings given in other rounds of the study: %(n)s."),
}


def left_out_of(round: Round, rows: RoundRows) -> tuple[Phrase, ...]:
    counts = _counted(rows.places) | _elsewhere(round)
    return tuple(Phrase(said, {"n": counts[name]}) for name, said in SAID.items() if counts[name])


def defects_of(rows: RoundRows) -> tuple[DefectLine, ...]:
    """Each report of a defective item, in order of items."""
    found = [place for place in rows.places if place.current and not place.current.is_scored]
    return tuple(
        DefectLine(
            reviewer=place.reviewer,
            item=place.item.name,
            what=untranslated(Rating.Defect(place.current.defect).label),
            reason=place.current.defect_reason,
        )
        for place in sorted(found, key=lambda place: (place.item.name, place.reviewer))
    )


def _counted(places: Iterable[Place]) -> dict[str, int]:
    counts = dict.fromkeys(SAID, 0)
    for place in places:
        counts["unrated"] += place.current is None
        counts["earlier"] += max(len(place.revisions) - 1, 0)
        if place.current is not None and (why := _why_left_out(place)):
            counts[why] += 1
    return counts


def _why_left_out(place: Place) -> str | None:
    """The first reason; what has none is evidence."""
    if place.kind == Reviewer.Kind.LLM_JUDGE:
        return "machines"
    if place.item.role == Item.Role.CONTROL:
        return "controls"
    if place.showing == Assignment.SECOND:
        return "repeats"
    return None if place.current.is_scored else "defective"


def _elsewhere(round: Round) -> dict[str, int]:
    study, kinds = round.study, Round.Kind
    by_kind = dict.fromkeys(kinds.values, 0)
    others = Rating.objects.filter(study=study).exclude(assignment__round=round)
    for kind in others.values_list("assignment__round__kind", flat=True):
        by_kind[kind] += 1
    return {
        "practice": study.items.training().count(),
        "pilot": by_kind[kinds.PILOT],
        "other_rounds": by_kind[kinds.LIVE],
    }
