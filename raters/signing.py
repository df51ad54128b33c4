"""Who confirmed a gate of the seed, and does it still say what she confirmed?"""

import hashlib
import json

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from raters.audit import record
from raters.lifecycle import NotPermitted, locked_for_change, require
from raters.models import SignOff, Study
from raters.states import Action

OF_THE_QUESTION = ("question", "claim", "not_claimed", "unit", "reference_role", "reference")
OF_THE_PANEL = (
    "panel_plan",
    "strata",
    "allocation",
    "cap",
    "per_item",
    "n_anchors",
    "anchors_drawn",
    "repeats",
    "repeat_gap",
    "longest_run",
    "side_by_side",
)
# Told where they are stated: what was confirmed before they could be stated stays confirmed.
WHERE_STATED = ("strict_order", "practice_pass_mark", "practice_attempts")


@transaction.atomic
def sign(study: Study, gate: str, *, by, seen: str | None = None) -> SignOff:
    """`seen` is the digest of what was shown to whoever confirms. Raises `NotPermitted`."""
    study = locked_for_change(study)
    require(study, Action.CHANGE_DESIGN)
    digest = digest_of(study, gate)
    if seen is not None and seen != digest:
        raise NotPermitted(
            _("It has changed since this page was opened. Look at it as it is now, then confirm.")
        )
    record(study, by=by, verb="gate confirmed", gate=str(gate))
    return SignOff.objects.create(study=study, gate=gate, digest=digest, by=by, at=timezone.now())


def latest_sign_off(study: Study, gate: str) -> SignOff | None:
    return study.sign_offs.filter(gate=gate).select_related("by").last()


def still_holds(sign_off: SignOff | None, study: Study) -> bool:
    return sign_off is not None and sign_off.digest == digest_of(study, sign_off.gate)


def digest_of(study: Study, gate: str) -> str:
    """Of everything that the gate confirms, as it stands now."""
    confirmed = {SignOff.Gate.QUESTION: _question, SignOff.Gate.PANEL: _panel}[gate](study)
    text = json.dumps(confirmed, ensure_ascii=False, sort_keys=True, default=str)
    return hashlib.sha256(text.encode()).hexdigest()


def _question(study: Study) -> dict:
    design = study.design
    arms = study.arms.order_by("name").values_list("name", "kind", "receives", "output_format")
    stated = {name: getattr(design, name) for name in OF_THE_QUESTION}
    source = design.reference_from_arm
    return stated | {"from": source.name if source else "", "arms": [list(row) for row in arms]}


def _panel(study: Study) -> dict:
    panel = study.reviewers.filter(left_at=None).order_by("pseudonym")
    stated = {name: getattr(study.design, name) for name in OF_THE_PANEL}
    more = {name: getattr(study.design, name) for name in WHERE_STATED}
    stated |= {name: value for name, value in more.items() if value}
    return stated | {
        "seed": study.seed,
        "panel": [list(row) for row in panel.values_list("pseudonym", "stratum", "kind")],
    }
