"""The scores that a planted item expects: can they be given here, and are they those it had?"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal

from raters.importing.drafts import ControlDraft, Expected
from raters.importing.problems import Complaints
from rubrics.phrases import gettext_noop


@dataclass(frozen=True)
class ScaleBounds:
    low: int
    high: int

    def holds(self, point: Decimal) -> bool:
        return self.low <= point <= self.high and point == int(point)


def complain_of_key(
    control: ControlDraft, bounds: Mapping[str, ScaleBounds], complaints: Complaints
) -> None:
    """`bounds` are the scales of the questions that the item is asked, by their keys."""
    for name, expected in sorted(control.expected.items()):
        if name in bounds:
            _complain_of_points(name, expected, bounds[name], complaints)
        else:
            complaints.add(
                f"expected.{name}",
                gettext_noop("“%(name)s” is not asked of this item; asked are: %(known)s."),
                name=name,
                known=", ".join(bounds) or "-",
            )


def _complain_of_points(
    name: str, expected: Expected, scale: ScaleBounds, complaints: Complaints
) -> None:
    ends = {"first": scale.low, "last": scale.high}
    if expected.low < expected.high and not expected.only:
        if not (scale.holds(expected.low) and scale.holds(expected.high)):
            range_ends = {"low": expected.low, "high": expected.high}
            complaints.add(f"expected.{name}", _RANGE_OFF_SCALE, **range_ends, **ends)
        return
    for point in expected.only or (expected.low,):
        if not scale.holds(point):
            complaints.add(f"expected.{name}", _POINT_OFF_SCALE, point=point, **ends)


def key_differences(incoming: ControlDraft, stored: ControlDraft) -> Iterator[str]:
    if incoming.flavour != stored.flavour:
        yield "control"
    if incoming.expected != stored.expected:
        yield "expected"
    if incoming.explanation != stored.explanation:
        yield "explanation"


_RANGE_OFF_SCALE = gettext_noop(
    "the range %(low)s to %(high)s does not lie on the scale, whole numbers from %(first)s to "
    "%(last)s."
)
_POINT_OFF_SCALE = gettext_noop(
    "the point %(point)s does not lie on the scale, whole numbers from %(first)s to %(last)s."
)
