"""What would a reviewer meet if the study were locked as it stands?

Nothing is stored: the order is drawn for a pseudonym that nobody has, whenever it is looked at.
"""

from dataclasses import dataclass

from raters.blinding import BlindedItem, BlindedNeighbour, blind
from raters.design.ordering import Draw, Place, drawn_places
from raters.drawing import queue_items, rules_of
from raters.models import Item, Study

PSEUDONYM = "preview"


@dataclass(frozen=True)
class Preview:
    study: Study
    places: tuple[Place, ...]

    def item_at(self, position: int) -> Item:
        """Positions count from 1."""
        rows = self.study.items.select_related("case", "rubric", "study__rubric")
        return rows.get(source_id=self.places[position - 1].key)

    def shown_at(self, position: int) -> BlindedItem:
        return blind(
            self.item_at(position),
            rubric=self.study.rubric,
            position=position,
            total=len(self.places),
            beside=self._beside(position),
        )

    def _beside(self, position: int) -> tuple[BlindedNeighbour, ...]:
        here = self.places[position - 1]
        if not here.label:
            return ()
        return tuple(
            BlindedNeighbour(
                label=place.label,
                position=number,
                turns=blind(self.item_at(number), rubric=self.study.rubric).turns,
                is_this=number == position,
                is_rated=False,
            )
            for number, place in enumerate(self.places, start=1)
            if place.page == here.page
        )


def preview_of(study: Study) -> Preview:
    """Of all items that can be asked about, as one reviewer would meet them who rates them all."""
    entries = queue_items(_askable(study).select_related("case", "arm"))
    draw = Draw(study.seed, 1, PSEUDONYM)
    return Preview(study, drawn_places(entries, draw=draw, rules=rules_of(study)))


def _askable(study: Study):
    items = study.items.rated_live()
    return items if study.rubric else items.exclude(rubric=None)
