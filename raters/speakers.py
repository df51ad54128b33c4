"""How each speaker's role is called on the page. No Django at any depth."""

from rubrics.phrases import gettext_noop

SPEAKER_LABELS = {
    "patient": gettext_noop("Patient"),
    "clinician": gettext_noop("Clinician"),
    "user": gettext_noop("User"),
    "assistant": gettext_noop("Assistant"),
    "system": gettext_noop("Instructions"),
    "tool": gettext_noop("Tool"),
    "guest": gettext_noop("Guest"),
    "caregiver": gettext_noop("Caregiver"),
    "nurse": gettext_noop("Nurse"),
}


def speaker_label(role: str) -> str:
    return SPEAKER_LABELS.get(role, role)
