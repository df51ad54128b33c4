"""What was planned about a round when it was rated? A design reopened later changes nothing."""

from dataclasses import dataclass
from decimal import Decimal

from raters.design.protocol import AllocationSpec, ReliabilitySpec
from raters.filing import protocol_of
from raters.models import Design, Protocol, Round

NUMBERS = ("target", "width", "expected_icc", "rater_share", "hit_rate")


@dataclass(frozen=True)
class Plan:
    """`protocol` is the version that governed the round; None for a study never locked."""

    protocol: Protocol | None
    reliability: ReliabilitySpec
    allocation: AllocationSpec

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
    protocol = Protocol.objects.governing(round)
    if protocol is None:
        spec = protocol_of(round.study, with_items=False)
        return Plan(None, spec.reliability, spec.allocation)
    sealed = protocol.secret["protocol"]
    return Plan(
        protocol,
        _reliability(sealed.get("reliability", {})),
        _allocation(sealed.get("allocation", {})),
    )


def _reliability(stated: dict) -> ReliabilitySpec:
    numbers = {name: Decimal(stated[name]) for name in NUMBERS if name in stated}
    return ReliabilitySpec(**stated | numbers)


def _allocation(stated: dict) -> AllocationSpec:
    anchors = stated.get("anchors", 0)
    anchors = tuple(anchors) if isinstance(anchors, list) else anchors
    return AllocationSpec(**stated | {"anchors": anchors})
