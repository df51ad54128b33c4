"""Can any coefficient be computed from this table at all, and if not, why?"""

from raters.reliability.table import RatingTable
from rubrics.phrases import Phrase, gettext_noop

PERFECT = gettext_noop(
    "No disagreement in %(items)d items: there is nothing to base an interval on."
)


def why_not_estimable(table: RatingTable) -> Phrase | None:
    """The first reason that rules out every coefficient, or None. Named parts, in plain order."""
    return (
        _nothing_rated(table)
        or _one_reviewer(table)
        or _one_item(table)
        or _no_item_rated_twice(table)
        or _no_spread(table)
    )


def why_not_shared(twice: RatingTable) -> Phrase | None:
    """The reason that lies in the items rated by two reviewers or more, or None."""
    if not twice.has_spread:
        return Phrase(
            gettext_noop("Not estimable: every score on the items rated twice or more is the same.")
        )
    if twice.n_items < 2:
        return Phrase(gettext_noop("Not estimable: only one item was rated by two reviewers."))
    return None


def no_disagreement(table: RatingTable) -> Phrase:
    return Phrase(PERFECT, {"items": table.items_rated_twice_or_more})


def _nothing_rated(table: RatingTable) -> Phrase | None:
    if table.n_ratings:
        return None
    return Phrase(gettext_noop("Not estimable: there are no ratings to compare."))


def _one_reviewer(table: RatingTable) -> Phrase | None:
    if table.n_reviewers > 1:
        return None
    return Phrase(gettext_noop("Not estimable: only one reviewer has rated."))


def _one_item(table: RatingTable) -> Phrase | None:
    if table.n_items > 1:
        return None
    return Phrase(gettext_noop("Not estimable: only one item has been rated."))


def _no_item_rated_twice(table: RatingTable) -> Phrase | None:
    if table.items_rated_twice_or_more:
        return None
    return Phrase(gettext_noop("Not estimable: no item was rated by two reviewers."))


def _no_spread(table: RatingTable) -> Phrase | None:
    if table.has_spread:
        return None
    return Phrase(
        gettext_noop("Not estimable: every score is the same; exact agreement is 100 percent.")
    )
