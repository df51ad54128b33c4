"""How are the words of an item changed, so that its hash stays that of its words?"""

from collections.abc import Iterable, Mapping, Sequence

from raters.importing.drafts import ItemDraft
from raters.importing.speakers import TurnDraft
from raters.models import Assignment, Item, Rating, Round, Turn


def content_hash_of(turns: Iterable[tuple[str, str]]) -> str:
    """Of (role, text) in order: the hash that an import of the same transcript would give."""
    drafts = tuple(TurnDraft(role, text) for role, text in turns)
    return ItemDraft("", "", None, drafts, None, (), "", None).content_hash


def rewrite(item: Item, texts: Mapping[int, str]) -> None:
    """`texts` are the new words of some turns, by their numbers."""
    for turn in item.turns.filter(number__in=texts):
        turn.text = texts[turn.number]
        turn.save(update_fields=["text"])
    item.content_hash = content_hash_of(item.turns.values_list("role", "text"))
    item.save(update_fields=["content_hash"])


def write_turns(item: Item, turns: Sequence[tuple[str, str]]) -> None:
    Turn.objects.bulk_create(
        Turn(study_id=item.study_id, item=item, number=number, role=role, text=text)
        for number, (role, text) in enumerate(turns, start=1)
    )


def rated_live(items: Iterable[Item]) -> list[str]:
    """The ids of those that somebody has rated in a live round: their words are fixed."""
    live = Assignment.objects.filter(round__kind=Round.Kind.LIVE, item__in=list(items))
    rated = Rating.objects.filter(assignment__in=live)
    names = rated.values_list("assignment__item__source_id", flat=True)
    return sorted(set(names))
