"""What was planned about a round when it was rated? A design reopened later changes nothing."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from functools import cache

from raters.design.allocation import rank
from raters.design.protocol import AllocationSpec, OrderSpec, PracticeSpec, ReliabilitySpec
from raters.filing import protocol_of
from raters.models import Design, Item, Protocol, Round, Study

NUMBERS = ("target", "width", "expected_icc", "rater_share", "hit_rate")
ORDER_AND_PRACTICE = ("secret__protocol__order", "secret__protocol__practice")


@dataclass(frozen=True)
class Plan:
    """`protocol` is the version that governed the round; None for a study never locked."""

    protocol: Protocol | None
    reliability: ReliabilitySpec
    allocation: AllocationSpec
    order: OrderSpec
    practice: PracticeSpec

    def anchors_among(self, units: Iterable[str], *, seed: int) -> frozenset[str]:
        """Of what the queues hold (side by side: cases): drawn again, or those picked."""
        anchors = self.allocation.anchors
        if not self.rotates:
            return frozenset()
        if isinstance(anchors, tuple):
            return frozenset(anchors)
        return frozenset(sorted(set(units), key=lambda key: rank(seed, "anchor", key))[:anchors])

    @property
    def side_by_side(self) -> bool:
        return self.order.side_by_side

    @property
    def statistic_in_words(self) -> str:
        stated = self.reliability.statistic
        return str(Design.Statistic(stated).label) if stated else ""

    @property
    def rotates(self) -> bool:
        return self.allocation.kind == Design.Allocation.ANCHOR_AND_ROTATE

    @property
    def anchors_drawn(self) -> bool:
        return isinstance(self.allocation.anchors, int)

    @property
    def n_anchors(self) -> int:
        anchors = self.allocation.anchors
        return anchors if isinstance(anchors, int) else len(anchors)


def plan_of(round: Round) -> Plan:
    protocol = round.protocol
    if protocol is None:
        spec = protocol_of(round.study, with_items=False)
        return Plan(None, spec.reliability, spec.allocation, spec.order, spec.practice)
    sealed = protocol.secret["protocol"]
    return Plan(
        protocol,
        _reliability(sealed.get("reliability", {})),
        _allocation(sealed.get("allocation", {})),
        OrderSpec(**sealed.get("order", {})),
        _practice(sealed.get("practice", {})),
    )


def order_and_practice(round: Round) -> tuple[OrderSpec, PracticeSpec]:
    """Of its plan, what is asked at every item."""
    if round.sealed_as:
        return _sealed_order_and_practice(round.sealed_as)
    spec = protocol_of(round.study, with_items=False)
    return spec.order, spec.practice


@cache
def _sealed_order_and_practice(sha256: str) -> tuple[OrderSpec, PracticeSpec]:
    """Read once: what was sealed never changes, and the whole of it may be megabytes."""
    sealed = Protocol.objects.filter(sha256=sha256).values_list(*ORDER_AND_PRACTICE)
    order, practice = sealed.order_by("version").last()
    return OrderSpec(**order or {}), _practice(practice or {})


@dataclass(frozen=True)
class SealedAnswer:
    """What counted as a hit when the round was rated; `only` empty: every point in between."""

    low: int
    high: int
    only: tuple[int, ...]


@dataclass(frozen=True)
class SealedControl:
    flavour: str
    expected: Mapping[str, SealedAnswer]


def key_of(plan: Plan, study: Study) -> dict[str, SealedControl]:
    """The planted items of a round by id: as sealed, and as they stand if nothing ever was.

    A key that is changed in a reopened design is the next version's; hits are counted by the one
    under which they were answered.
    """
    if plan.protocol is None:
        return {item.source_id: _as_it_stands(item) for item in _planted(study)}
    return {
        entry["key"]: _as_sealed(entry)
        for entry in plan.protocol.secret["key"]
        if entry["role"] == Item.Role.CONTROL
    }


def _planted(study: Study):
    planted = study.items.controls().select_related("control")
    return planted.prefetch_related("control__expected__question")


def _as_it_stands(item: Item) -> SealedControl:
    rows = item.control.expected.all()
    expected = {row.question.key: SealedAnswer(row.low, row.high, tuple(row.only)) for row in rows}
    return SealedControl(item.control.flavour, expected)


def _as_sealed(entry: dict) -> SealedControl:
    expected = {
        question: SealedAnswer(int(low), int(high), tuple(only[0]) if only else ())
        for question, low, high, *only in entry["expected"]
    }
    return SealedControl(entry["flavour"], expected)


def _reliability(stated: dict) -> ReliabilitySpec:
    numbers = {name: Decimal(stated[name]) for name in NUMBERS if name in stated}
    return ReliabilitySpec(**stated | numbers)


def _allocation(stated: dict) -> AllocationSpec:
    anchors = stated.get("anchors", 0)
    anchors = tuple(anchors) if isinstance(anchors, list) else anchors
    return AllocationSpec(**stated | {"anchors": anchors})


def _practice(stated: dict) -> PracticeSpec:
    mark = Decimal(stated["pass_mark"]) if "pass_mark" in stated else None
    return PracticeSpec(**stated | {"pass_mark": mark})
