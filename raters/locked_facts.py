"""What exactly is sealed when a protocol is locked? Rows become the values that are hashed."""

import hashlib
import platform
from importlib.metadata import version as installed

import django

from raters.design.protocol import LockedItem, LockedStudy
from raters.filing import protocol_of
from raters.models import Assignment, Item, Round, Study

# Those that decide what is drawn and computed.
SOFTWARE = ("numpy", "scipy", "pingouin", "krippendorff")


def locked_study(study: Study, *, version: int, at) -> LockedStudy:
    live = study.rounds.live().order_by("number").last()
    practice = study.rounds.filter(kind=Round.Kind.TRAINING, number=live.number).first()
    orders = _orders(live)
    return LockedStudy(
        spec=protocol_of(study, with_items=False),
        rubric_hash=study.rubric.content_hash if study.rubric else "",
        items=tuple(_locked_item(item) for item in _items(study)),
        allocation={
            name: tuple(sorted({key for key, _showing, _label in order}))
            for name, order in orders.items()
        },
        orders=orders,
        training_orders=_orders(practice) if practice else {},
        version=version,
        amendments=tuple(
            (row.version, row.reason, row.at.isoformat()) for row in study.amendments.all()
        ),
        software=software(),
        locked_at=at.isoformat(),
        findings_kept=tuple(
            f"{row.item.source_id} {row.turn} {row.kind}: {row.words} ({row.reason})"
            for row in study.kept_texts.select_related("item")
        ),
    )


def software() -> dict[str, str]:
    versions = {name: installed(name) for name in SOFTWARE}
    return {"python": platform.python_version(), "django": django.__version__} | versions


def _items(study: Study):
    items = study.items.select_related("case", "arm", "rubric", "control")
    with_keys = items.prefetch_related("control__expected__question")
    return sorted(with_keys, key=lambda item: item.source_id)


def _locked_item(item: Item) -> LockedItem:
    control = item.control if item.role != Item.Role.REAL else None
    return LockedItem(
        key=item.source_id,
        case=item.case.source_id,
        arm=item.arm.name if item.arm else "",
        role=item.role,
        content_hash=item.content_hash,
        rubric_hash=item.rubric.content_hash if item.rubric else "",
        condition=item.case.condition,
        context_hash=_context_hash(item),
        expected=tuple(sorted(_expected(row) for row in control.expected.all())) if control else (),
        flavour=control.flavour if control else "",
    )


def _context_hash(item: Item) -> str:
    """Of what a reviewer reads beside the transcript."""
    case = item.case
    parts = [case.context, case.reference, *case.checklist]
    return hashlib.sha256("\x00".join(parts).encode()).hexdigest() if any(parts) else ""


def _expected(row) -> tuple:
    fixed = (row.question.key, row.low, row.high)
    return (*fixed, tuple(row.only)) if row.only else fixed


def _orders(round: Round) -> dict[str, tuple[tuple[str, int, str], ...]]:
    orders: dict[str, list] = {}
    rows = Assignment.objects.filter(round=round).select_related("reviewer", "item")
    for row in rows.order_by("reviewer__pseudonym", "position"):
        place = (row.item.source_id, row.showing, row.label)
        orders.setdefault(row.reviewer.pseudonym, []).append(place)
    return {name: tuple(order) for name, order in orders.items()}
