"""All messages of a study as rows of a file; for those who run it, never for a reviewer."""

from collections.abc import Iterator
from datetime import datetime

from raters.exporting.stamping import REHEARSAL, Stamp, evalsite_version, stamped
from raters.models import Message, Study

MESSAGE_COLUMNS = (
    "study",
    "is_rehearsal",
    "sent_at",
    "from",
    "to",
    "round",
    "position",
    "item",
    "text",
    "exported_at",
    "software",
)


def message_records(study: Study, *, at: datetime) -> Iterator[dict]:
    """Oldest first."""
    rows = Message.objects.filter(study=study).select_related(
        "reviewer", "assignment__round", "assignment__item"
    )
    shared = {"study": study.slug, "is_rehearsal": study.is_rehearsal}
    records = (shared | _record(row) for row in rows.iterator(chunk_size=500))
    return stamped(records, stamp_of_messages(study, at=at))


def stamp_of_messages(study: Study, *, at: datetime) -> Stamp:
    """They belong to no round."""
    return Stamp(
        study=study.title,
        slug=study.slug,
        round="",
        mark=REHEARSAL if study.is_rehearsal else "",
        protocol=study.sealed_as,
        at=at,
        software=(("evalsite", evalsite_version()),),
    )


def _record(row: Message) -> dict:
    reviewer = row.reviewer.pseudonym if row.reviewer else "panel"
    place = row.assignment
    return {
        "sent_at": row.sent_at.isoformat(),
        "from": "study" if row.by_study else reviewer,
        "to": reviewer if row.by_study else "study",
        "round": place.round.name if place else "",
        "position": place.position if place else "",
        "item": place.item.source_id if place else "",
        "text": row.text,
    }
