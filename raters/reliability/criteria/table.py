"""Which scores were given to which criterion of which item?"""

import json
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from raters.reliability.counted import Counted
from raters.reliability.table import InvalidRatings, RaterKind, Rating, RatingTable, Role
from rubrics.phrases import Phrase, gettext_noop


@dataclass(frozen=True)
class CriterionRating:
    """One reviewer's score of one criterion on one item.

    `case` is None when the item is its own case; `score` is None where the criterion did not apply.
    """

    item: str
    case: str | None
    criterion: str
    reviewer: str
    score: float | None
    role: str = Role.REAL
    rater_kind: str = RaterKind.HUMAN


@dataclass(frozen=True)
class CriteriaTable:
    """Scored units of real items. Make one with `CriteriaTable.of`.

    `keys` holds the (item, criterion) of each row of `units`, `clusters` the case of each row, or
    the item itself where it has none.
    """

    units: RatingTable
    keys: tuple[tuple[str, str], ...]
    clusters: tuple[str, ...]

    @classmethod
    def of(
        cls,
        ratings: Iterable[CriterionRating],
        *,
        levels: Iterable[float] | None,
        identified: bool = True,
    ) -> "CriteriaTable":
        """Raises NotReliabilityEvidence or InvalidRatings, as `RatingTable.of` does."""
        given = tuple(ratings)
        _refuse_items_in_two_cases(given)
        units = RatingTable.of(map(_unit_rating, given), levels=levels, identified=identified)
        keys = tuple(tuple(json.loads(unit)) for unit in units.items)
        return cls(units, keys, units.cases)

    @cached_property
    def criteria(self) -> tuple[str, ...]:
        return tuple(sorted({criterion for _, criterion in self.keys}))

    @cached_property
    def criterion_index(self) -> np.ndarray:
        """n_units integers: which criterion (0, 1, ...) each row belongs to."""
        return _index([criterion for _, criterion in self.keys])

    @cached_property
    def item_index(self) -> np.ndarray:
        return _index([item for item, _ in self.keys])

    @cached_property
    def cluster_index(self) -> np.ndarray:
        return _index(self.clusters)

    @property
    def counted(self) -> Counted:
        """Items, not units."""
        units = self.units
        items, cases = len({item for item, _ in self.keys}), len(set(self.clusters))
        return Counted(items, units.n_reviewers, units.n_ratings, cases)

    @property
    def shares_cases(self) -> bool:
        return self.counted.n_cases < self.counted.n_items

    @property
    def varies_within_criteria(self) -> bool:
        """Somewhere, two scores of the same criterion differ."""
        for criterion in range(len(self.criteria)):
            scores = self.units.matrix[self.criterion_index == criterion]
            if np.nanmax(scores) > np.nanmin(scores):
                return True
        return False

    def only(self, kept: Iterable[bool]) -> "CriteriaTable":
        """The rows marked True."""
        rows = np.fromiter(kept, dtype=bool, count=len(self.keys))
        names = (name for name, row in zip(self.units.items, rows, strict=True) if row)
        return CriteriaTable(
            self.units.only_items(names),
            tuple(key for key, row in zip(self.keys, rows, strict=True) if row),
            tuple(one for one, row in zip(self.clusters, rows, strict=True) if row),
        )

    def only_criteria(self, criteria: Iterable[str]) -> "CriteriaTable":
        wanted = set(criteria)
        return self.only(criterion in wanted for _, criterion in self.keys)

    def recurring(self) -> tuple["CriteriaTable", tuple[Phrase, ...]]:
        """The criteria found in two items or more, and in words how many were left out."""
        items_of = defaultdict(set)
        for item, criterion in self.keys:
            items_of[criterion].add(item)
        recurring = {criterion for criterion, items in items_of.items() if len(items) > 1}
        left_out = len(items_of) - len(recurring)
        if not left_out:
            return self, ()
        template = gettext_noop("criteria that occur in one item only: %(criteria)d")
        return self.only_criteria(recurring), (Phrase(template, {"criteria": left_out}),)

    def of_criterion(self, criterion: str) -> RatingTable:
        """The ratings of one criterion as a table of items."""
        part = self.only_criteria([criterion])
        key_of = dict(zip(part.units.items, part.keys, strict=True))
        cluster_of = dict(zip(part.units.items, part.clusters, strict=True))
        ratings = [
            Rating(key_of[one.item][0], cluster_of[one.item], one.reviewer, one.score)
            for one in part.units.ratings
        ]
        levels, identified = self.units.levels, self.units.identified
        return RatingTable.of(ratings, levels=levels, identified=identified)


def _unit_rating(one: CriterionRating) -> Rating:
    # As JSON no two pairs of names can run together into the same one.
    unit = json.dumps([one.item, one.criterion], ensure_ascii=False)
    case = json.dumps(["item", one.item] if one.case is None else ["case", one.case])
    return Rating(unit, case, one.reviewer, one.score, one.role, one.rater_kind)


def _refuse_items_in_two_cases(ratings: tuple[CriterionRating, ...]) -> None:
    case_of: dict[str, str | None] = {}
    for one in ratings:
        if case_of.setdefault(one.item, one.case) != one.case:
            raise InvalidRatings(f"item {one.item} is said to belong to two cases")


def _index(names: Iterable[str]) -> np.ndarray:
    return np.unique(np.array(tuple(names), dtype=str), return_inverse=True)[1]
