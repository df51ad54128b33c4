"""What did the rules of an order come to? No Django at any depth."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise

from raters.design.ordering.pages import Page
from raters.design.ordering.values import OrderRules, Place, QueueItem
from rubrics.phrases import Phrase
from rubrics.phrases import gettext_noop as _


@dataclass(frozen=True)
class OrderReport:
    """Counts of one reviewer's queue. Side by side, all of them count pages, `length` too.

    `adjacent_controls` and `neighbours_of_one_case` count pairs. A run is of real items; a
    control, an unknown arm and a page of several arms end it. `allowed_run` is None where no
    limit was asked for, `shortest_gap` where nothing is shown twice.
    """

    length: int
    n_controls: int
    controls_by_third: tuple[int, int, int]
    first_is_control: bool
    adjacent_controls: int
    neighbours_of_one_case: int
    longest_run: int
    allowed_run: int | None
    n_repeats: int
    repeats_wanted: int
    shortest_gap: int | None
    wanted_gap: int


def order_report(
    places: Iterable[Place], items: Iterable[QueueItem], *, rules: OrderRules
) -> OrderReport:
    """`places` as drawn_places gives them, `items` the ones it was given."""
    places = tuple(places)
    pages = _pages(places, items)
    controls = [page.is_control for page in pages]
    gaps = _gaps(places)
    return OrderReport(
        length=len(pages),
        n_controls=sum(controls),
        controls_by_third=_by_third(controls),
        first_is_control=any(controls[:1]),
        adjacent_controls=sum(a and b for a, b in pairwise(controls)),
        neighbours_of_one_case=sum(a.case == b.case for a, b in pairwise(pages)),
        longest_run=_longest_run(pages),
        allowed_run=rules.longest_run,
        n_repeats=len({place.page for place in places if place.showing == 2}),
        repeats_wanted=rules.repeats,
        shortest_gap=min(gaps, default=None),
        wanted_gap=rules.repeat_gap,
    )


def broken_constraints(report: OrderReport) -> tuple[Phrase, ...]:
    """What was asked for and could not be had, a sentence for each; empty if all was kept."""
    return (*_broken_by_controls(report), *_broken_by_items(report), *_broken_by_repeats(report))


def _broken_by_controls(report: OrderReport):
    if report.first_is_control:
        yield Phrase(_("The queue begins with a control."))
    if report.adjacent_controls:
        text = _("Pairs of neighbours that are both controls: %(n)d.")
        yield Phrase(text, {"n": report.adjacent_controls})


def _broken_by_items(report: OrderReport):
    if report.neighbours_of_one_case:
        text = _("Pairs of neighbours that are of one case: %(n)d.")
        yield Phrase(text, {"n": report.neighbours_of_one_case})
    if report.allowed_run is not None and report.longest_run > report.allowed_run:
        text = _("The longest run of one arm is %(n)d; at most %(allowed)d was asked for.")
        yield Phrase(text, {"n": report.longest_run, "allowed": report.allowed_run})


def _broken_by_repeats(report: OrderReport):
    if report.n_repeats < report.repeats_wanted:
        text = _("Shown a second time: %(n)d; %(wanted)d was asked for.")
        yield Phrase(text, {"n": report.n_repeats, "wanted": report.repeats_wanted})
    if report.shortest_gap is not None and report.shortest_gap < report.wanted_gap:
        text = _(
            "The shortest distance between two showings is %(n)d; at least %(wanted)d was asked "
            "for."
        )
        yield Phrase(text, {"n": report.shortest_gap, "wanted": report.wanted_gap})


def _pages(places: Iterable[Place], items: Iterable[QueueItem]) -> list[Page]:
    by_key = {item.key: item for item in items}
    return [
        Page(str(number), tuple(by_key[place.key] for place in group))
        for number, group in groupby(places, key=lambda place: place.page)
    ]


def _by_third(controls: Sequence[bool]) -> tuple[int, int, int]:
    n = len(controls)
    first, second = n // 3, 2 * n // 3
    return sum(controls[:first]), sum(controls[first:second]), sum(controls[second:])


def _longest_run(pages: Sequence[Page]) -> int:
    runs = (len(list(group)) for arm, group in groupby(page.arm for page in pages) if arm)
    return max(runs, default=0)


def _gaps(places: Iterable[Place]) -> list[int]:
    first: dict[str, int] = {}
    gaps: list[int] = []
    for place in places:
        if place.showing == 2:
            gaps.append(place.page - first[place.key])
        first.setdefault(place.key, place.page)
    return gaps
