"""What do the transcripts give away, and what did an admin decide about it?

Every place that the scan found (raters/design/scanning) is open until its words are masked, or
kept with a reason.
"""

import hashlib
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from django.core.cache import cache
from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from raters.audit import record
from raters.design.scanning import KINDS, Hit, TurnText, masked, scan
from raters.lifecycle import NotPermitted, locked_for_change, require
from raters.models import Case, Item, KeptText, Study, Turn
from raters.rewriting import rated_live, rewrite
from raters.states import Action

OF_THE_CASE = ("context", "reference")
AROUND = 40
REMEMBERED_FOR = 24 * 60 * 60
KIND_NAMES = {
    "self_identification": gettext_lazy("the speaker says what it is"),
    "arm_name": gettext_lazy("names of arms"),
    "product_name": gettext_lazy("names of systems and makers"),
    "record_number": gettext_lazy("numbers of patients and records"),
    "date_of_birth": gettext_lazy("dates of birth"),
    "email": gettext_lazy("e-mail addresses"),
    "phone": gettext_lazy("telephone numbers"),
}


@dataclass(frozen=True)
class Place:
    """A turn of an item, or the context or reference of a case: then `turn` is 0.

    What is kept in a case stands on record under `item`, the first of its items.
    """

    item: int
    case: int
    turn: int
    role: str
    name: str

    @property
    def key(self) -> str:
        return f"{self.item}-{self.turn}-{self.role if not self.turn else 'turn'}"

    @property
    def kept_under(self) -> tuple[str, int, int]:
        """Context and reference of a case are one place to whoever keeps words there."""
        return ("item", self.item, self.turn) if self.turn else ("case", self.case, 0)


@dataclass(frozen=True)
class Found:
    """A hit, where it is, and the words before and after it."""

    hit: Hit
    place: Place
    before: str
    after: str

    @property
    def key(self) -> str:
        return f"{self.place.key}-{self.hit.start}-{self.hit.kind}"

    @property
    def kind_name(self) -> str:
        return KIND_NAMES[self.hit.kind]

    @property
    def says(self) -> tuple[str, str]:
        return self.hit.kind, self.hit.words


def open_hits(study: Study) -> list[Hit]:
    return [found.hit for found in open_finds(study)]


def kept_texts(study: Study) -> QuerySet[KeptText]:
    return KeptText.objects.filter(study=study)


def open_finds(study: Study) -> list[Found]:
    """Neither masked nor kept; by kind, then by words, certain ones first."""
    kept = _kept(study)
    finds = [f for f in _finds(study) if (f.place.kept_under, *f.says) not in kept]
    return sorted(finds, key=lambda f: (KINDS.index(f.hit.kind), not f.hit.is_certain, *f.says))


@dataclass(frozen=True)
class KindCount:
    name: str
    n: int
    n_certain: int


def count_by_kind(finds: Iterable[Found]) -> list[KindCount]:
    all_of, certain = Counter(), Counter()
    for found in finds:
        all_of[found.hit.kind] += 1
        certain[found.hit.kind] += found.hit.is_certain
    return [
        KindCount(KIND_NAMES[kind], all_of[kind], certain[kind]) for kind in KINDS if all_of[kind]
    ]


def same_words(finds: Iterable[Found]) -> Counter[tuple[str, str]]:
    """(kind, words) -> how many places say it."""
    return Counter(found.says for found in finds)


def chosen(finds: Sequence[Found], key: str, *, everywhere: bool) -> list[Found]:
    """The find with this key, or all that say the same; empty when it is not open any more."""
    one = next((found for found in finds if found.key == key), None)
    if one is None or not everywhere:
        return [one] if one else []
    return [found for found in finds if found.says == one.says]


@transaction.atomic
def mask(study: Study, finds: Sequence[Found], *, by) -> int:
    """Take the words out of the texts that hold them, where they still do.

    Returns in how many places. Raises `NotPermitted`.
    """
    study = locked_for_change(study)
    require(study, Action.CHANGE_DESIGN)
    finds = _still_there(study, finds)
    _require_unrated(study, finds)
    by_place = defaultdict(list)
    for found in finds:
        by_place[found.place].append(found.hit)
    _mask_turns(study, {p: hits for p, hits in by_place.items() if p.turn})
    _mask_cases(study, {p: hits for p, hits in by_place.items() if not p.turn})
    record(study, by=by, verb="words masked", **_told(finds))
    return len(finds)


@transaction.atomic
def keep(study: Study, finds: Sequence[Found], *, reason: str, by) -> int:
    """Let the words stand; they are open no longer. Returns as `mask`, and raises as it does."""
    study = locked_for_change(study)
    require(study, Action.CHANGE_DESIGN)
    if not reason.strip():
        raise NotPermitted(_("Say why the words are kept: the reason is locked with the protocol."))
    finds = _still_there(study, finds)
    once = {(found.place.kept_under, *found.says): found for found in finds}
    KeptText.objects.bulk_create(
        KeptText(
            study=study,
            item_id=found.place.item,
            turn=found.place.turn,
            kind=found.hit.kind,
            words=found.hit.words,
            reason=reason.strip(),
            by=by,
        )
        for found in once.values()
    )
    record(study, by=by, verb="words kept", reason=reason.strip(), **_told(finds))
    return len(finds)


def _kept(study: Study) -> set[tuple]:
    rows = kept_texts(study).values_list("item_id", "item__case_id", "turn", "kind", "words")
    return {
        (("item", item, turn) if turn else ("case", case, 0), kind, words)
        for item, case, turn, kind, words in rows
    }


def _finds(study: Study) -> Iterator[Found]:
    texts = [*_turns(study), *_case_texts(study)]
    arms = sorted(study.arms.values_list("name", flat=True))
    hits = _hits_in(texts, arms=arms, key=f"scan:{study.pk}")
    for place, text in texts:
        for hit in hits[_digest(place.role, text, arms)]:
            yield Found(
                replace(hit, item=place.name, turn=place.turn),
                place,
                before=_before(text, hit.start),
                after=_after(text, hit.end),
            )


def _before(text: str, start: int) -> str:
    return text[:start] if start <= AROUND else "…" + text[start - AROUND : start]


def _after(text: str, end: int) -> str:
    rest = text[end : end + AROUND]
    return rest if end + AROUND >= len(text) else rest + "…"


def _hits_in(
    texts: Iterable[tuple[Place, str]], *, arms: list[str], key: str
) -> Mapping[bytes, tuple[Hit, ...]]:
    """By the digest of each text. Only texts that were not there before are scanned."""
    known = cache.get(key, {})
    found = {}
    for place, text in texts:
        digest = _digest(place.role, text, arms)
        if digest not in found:
            found[digest] = known.get(digest)
            if found[digest] is None:
                found[digest] = tuple(scan([TurnText("", 0, place.role, text)], arms=arms))
    if found.keys() != known.keys():
        cache.set(key, found, REMEMBERED_FOR)
    return found


def _digest(role: str, text: str, arms: list[str]) -> bytes:
    return hashlib.sha256("\x00".join([role, text, *arms]).encode()).digest()


def _turns(study: Study) -> Iterator[tuple[Place, str]]:
    rows = Turn.objects.filter(study=study).order_by("item__source_id", "number")
    wanted = ("item_id", "item__case_id", "number", "role", "item__source_id", "text")
    for *place, text in rows.values_list(*wanted):
        yield Place(*place), text


def _case_texts(study: Study) -> Iterator[tuple[Place, str]]:
    """Of every case that has an item: the others are shown to nobody."""
    first = dict(study.items.order_by("-source_id").values_list("case_id", "pk"))
    for case in study.cases.filter(pk__in=first):
        for role in OF_THE_CASE:
            if text := getattr(case, role):
                yield Place(first[case.pk], case.pk, 0, role, case.source_id), text


def _still_there(study: Study, finds: Sequence[Found]) -> list[Found]:
    """Somebody else may have rewritten the text since; then the places are no longer the same."""
    wanted = {(found.key, found.hit.words) for found in finds}
    return [found for found in open_finds(study) if (found.key, found.hit.words) in wanted]


def _require_unrated(study: Study, finds: Sequence[Found]) -> None:
    items = {found.place.item for found in finds if found.place.turn}
    cases = {found.place.case for found in finds if not found.place.turn}
    touched = study.items.filter(pk__in=items) | study.items.filter(case__in=cases)
    if rated := rated_live(touched):
        raise NotPermitted(
            _("Rated already: %(items)s. What was rated is not rewritten; keep it with a reason.")
            % {"items": ", ".join(rated[:5])}
        )


def _mask_turns(study: Study, hits: Mapping[Place, list[Hit]]) -> None:
    items = Item.objects.filter(study=study).in_bulk({place.item for place in hits})
    texts = defaultdict(dict)
    turns = Turn.objects.filter(study=study, item__in=items)
    now = {(turn.item_id, turn.number): turn.text for turn in turns}
    for place, found in hits.items():
        texts[place.item][place.turn] = masked(now[place.item, place.turn], found)
    for pk, changed in texts.items():
        rewrite(items[pk], changed)


def _mask_cases(study: Study, hits: Mapping[Place, list[Hit]]) -> None:
    cases: dict[int, Case] = study.cases.in_bulk({place.case for place in hits})
    for place, found in hits.items():
        case = cases[place.case]
        setattr(case, place.role, masked(getattr(case, place.role), found))
        case.save(update_fields=[place.role])


def _told(finds: Sequence[Found]) -> dict:
    """Without the words: what is taken out of the transcripts must not live on in the log."""
    names = sorted({found.place.name for found in finds})
    kinds = sorted({found.hit.kind for found in finds})
    return {"kinds": kinds, "places": len(finds), "items": names[:20]}
