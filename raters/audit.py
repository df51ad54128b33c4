"""One line for each thing somebody did to a study."""

from raters.models import AuditEvent, Study


def record(study: Study, *, by, verb: str, **details) -> AuditEvent:
    actor = by if by is not None and by.is_authenticated else None
    return AuditEvent.objects.create(study=study, actor=actor, verb=verb, details=details)
