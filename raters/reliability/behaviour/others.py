"""What did the others give to the same item?"""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from raters.reliability.behaviour.shown import Presented


@dataclass(frozen=True)
class OthersMeans:
    """Sum and number of the scores of each item."""

    of_item: dict[str, tuple[float, int]]

    @classmethod
    def of(cls, presented: Iterable[Presented]) -> "OthersMeans":
        scores = defaultdict(list)
        for one in presented:
            if one.score is not None:
                scores[one.item].append(one.score)
        return cls({item: (sum(given), len(given)) for item, given in scores.items()})

    def deviation(self, one: Presented) -> float | None:
        """This score less the mean of the others on the item; None where there is no other."""
        if one.score is None:
            return None
        total, n = self.of_item[one.item]
        return None if n < 2 else one.score - (total - one.score) / (n - 1)
