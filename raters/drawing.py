"""Which queue does each reviewer get? The allocation says what is in it, the rules of order where.

Queues are drawn when the protocol is locked, and stored as assignments.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, replace

from django.db.models import Max

from raters.allocating import Units
from raters.design.allocation import rank
from raters.design.ordering import (
    Draw,
    OrderReport,
    OrderRules,
    Place,
    QueueItem,
    drawn_places,
    order_report,
)
from raters.models import Assignment, DrawnQueue, Item, Reviewer, Round, Study


def draw_live_queues(round: Round, allotted: Mapping[str, Iterable[str]], *, units: Units) -> int:
    """`allotted` names the units of each reviewer; who has a queue keeps it. Returns how many."""
    planted = _with_case(round.study.items.controls())
    queues = {
        name: [item for key in keys for item in units.items[key]] + planted
        for name, keys in allotted.items()
    }
    return _draw(round, queues, rules=_rules_in(round))


def draw_practice_before(round: Round, reviewers: Iterable[Reviewer]) -> None:
    """The practice of this live round, with its number, for these; none where nothing is for
    training."""
    if not round.study.items.training().exists():
        return
    as_its_round = {"rubric": round.rubric, "opened_at": round.opened_at}
    practice, _is_new = Round.objects.get_or_create(
        study=round.study, kind=Round.Kind.TRAINING, number=round.number, defaults=as_its_round
    )
    draw_training_queues(practice, reviewers)


def draw_training_queues(round: Round, reviewers: Iterable[Reviewer]) -> int:
    items = _with_case(round.study.items.training())
    return _draw(round, {r.pseudonym: items for r in reviewers}, rules=_rules_in(round))


def draw_pilot_queues(round: Round, reviewers: Iterable[Reviewer], *, n_items: int) -> int:
    """The same few items for everyone, drawn from the real ones, with all that are planted.

    Side by side, `n_items` counts cases: a page is shown whole.
    """
    study = round.study
    units = Units(study)
    drawn = sorted(units.items, key=lambda key: rank(study.seed, "pilot", key))[:n_items]
    planted = _with_case(study.items.controls())
    if units.by_case:
        # The real outputs beside a control, so that its page looks like any other.
        cases = {item.case.source_id for item in planted} & set(units.items)
        drawn += sorted(cases - set(drawn))
    items = [item for key in drawn for item in units.items[key]] + list(planted)
    return _draw(round, {r.pseudonym: items for r in reviewers}, rules=_rules_in(round))


def append_to_queue(round: Round, reviewer: Reviewer, items: list[Item]) -> None:
    """Behind what she has, in an order of their own; controls and repeats are where they were."""
    rules = replace(rules_of(round.study), repeats=0, repeat_gap=0)
    draw = Draw(round.study.seed, round.number, reviewer.pseudonym)
    places = drawn_places(queue_items(items), draw=draw, rules=rules)
    last = round.assignments.filter(reviewer=reviewer).aggregate(
        position=Max("position", default=0), page=Max("page", default=0)
    )
    Assignment.objects.bulk_create(
        _assignments(round, reviewer, items, places, after=(last["position"], last["page"]))
    )


def report_anew(round: Round, reviewer: Reviewer) -> None:
    """An amendment changed her queue: what is stored about its order is of the queue as it is."""
    report = asdict(report_of_queue(round, reviewer))
    DrawnQueue.objects.filter(round=round, reviewer=reviewer).update(report=report)


def report_of_queue(round: Round, reviewer: Reviewer) -> OrderReport:
    """Of the stored places, numbered as they follow each other."""
    mine = round.assignments.filter(reviewer=reviewer).in_presentation_order()
    rows = list(mine.select_related("item__case", "item__arm"))
    numbers: dict[int, int] = {}
    for row in rows:
        numbers.setdefault(row.page or row.position, len(numbers) + 1)
    places = [
        Place(row.item.source_id, row.showing, numbers[row.page or row.position], row.label)
        for row in rows
    ]
    return order_report(places, queue_items({row.item for row in rows}), rules=_rules_in(round))


def _rules_in(round: Round) -> OrderRules:
    """Practice goes item by item; a pilot shows pages where the round will."""
    if round.kind == Round.Kind.LIVE:
        return rules_of(round.study)
    is_pilot = round.kind == Round.Kind.PILOT
    return OrderRules(side_by_side=is_pilot and round.study.design.side_by_side)


def rules_of(study: Study) -> OrderRules:
    design = study.design
    return OrderRules(
        longest_run=design.longest_run,
        repeats=design.repeats,
        repeat_gap=design.repeat_gap if design.repeats else 0,
        side_by_side=design.side_by_side,
    )


def queue_items(items: Iterable[Item]) -> list[QueueItem]:
    return [
        QueueItem(
            key=item.source_id,
            case=item.case.source_id,
            is_control=item.role == Item.Role.CONTROL,
            arm=item.arm.name if item.arm and item.role == Item.Role.REAL else "",
        )
        for item in items
    ]


def _with_case(items):
    return sorted(items.select_related("case", "arm"), key=lambda item: item.source_id)


def _draw(round: Round, queues: Mapping[str, list[Item]], *, rules: OrderRules) -> int:
    have = set(round.queues.values_list("reviewer__pseudonym", flat=True))
    reviewers = {r.pseudonym: r for r in round.study.reviewers.filter(pseudonym__in=queues)}
    waiting = [reviewers[name] for name in sorted(queues) if name not in have]
    for reviewer in waiting:
        _draw_one(round, reviewer, queues[reviewer.pseudonym], rules=rules)
    return len(waiting)


def _draw_one(round: Round, reviewer: Reviewer, items: list[Item], *, rules: OrderRules) -> None:
    entries = queue_items(items)
    draw = Draw(round.study.seed, round.number, reviewer.pseudonym)
    places = drawn_places(entries, draw=draw, rules=rules)
    Assignment.objects.bulk_create(_assignments(round, reviewer, items, places))
    report = order_report(places, entries, rules=rules)
    DrawnQueue.objects.create(
        study=round.study, round=round, reviewer=reviewer, report=asdict(report)
    )


def _assignments(
    round: Round, reviewer: Reviewer, items: list[Item], places, *, after: tuple[int, int] = (0, 0)
) -> Iterator[Assignment]:
    """`after` is the last position and the last page that she has."""
    by_key = {item.source_id: item for item in items}
    last_position, last_page = after
    for position, place in enumerate(places, start=last_position + 1):
        yield Assignment(
            study=round.study,
            round=round,
            reviewer=reviewer,
            item=by_key[place.key],
            position=position,
            showing=place.showing,
            page=last_page + place.page if place.label else None,
            label=place.label,
        )
