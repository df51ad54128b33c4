"""One line for each thing somebody did to a study."""

from raters.models import AuditEvent, Study
from rubrics.phrases import gettext_noop

# Stored in English, and shown in the language of whoever opens the log.
VERBS = (
    gettext_noop("amended"),
    gettext_noop("anchors picked"),
    gettext_noop("answer sent"),
    gettext_noop("arm removed"),
    gettext_noop("arms changed"),
    gettext_noop("design changed"),
    gettext_noop("gate confirmed"),
    gettext_noop("interim look"),
    gettext_noop("invitation issued"),
    gettext_noop("invitation revoked"),
    gettext_noop("item planted"),
    gettext_noop("items imported"),
    gettext_noop("key changed"),
    gettext_noop("key downloaded"),
    gettext_noop("message to the panel sent"),
    gettext_noop("pilot ended"),
    gettext_noop("pilot started"),
    gettext_noop("planted item removed"),
    gettext_noop("practice decided"),
    gettext_noop("practice not passed"),
    gettext_noop("protocol file downloaded"),
    gettext_noop("protocol file loaded"),
    gettext_noop("protocol sealed"),
    gettext_noop("question asked"),
    gettext_noop("reviewer removed"),
    gettext_noop("reviewers added"),
    gettext_noop("round closed"),
    gettext_noop("round opened"),
    gettext_noop("rubric changed"),
    gettext_noop("settings changed"),
    gettext_noop("signs confirmed"),
    gettext_noop("strata changed"),
    gettext_noop("study created"),
    gettext_noop("words kept"),
    gettext_noop("words masked"),
)


def record(study: Study, *, by, verb: str, **details) -> AuditEvent:
    actor = by if by is not None and by.is_authenticated else None
    return AuditEvent.objects.create(study=study, actor=actor, verb=verb, details=details)
