"""Which steps of the set-up are done, and what does each still need?"""

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from raters.design.review import DesignReview, Finding
from raters.models import SignOff, Study
from raters.signing import latest_sign_off, still_holds
from raters.states import Action, permits

# In the order of the seed; the key is the last part of the step's address.
STEPS = {
    "question": gettext_lazy("Evaluation question and claim"),
    "arms": gettext_lazy("Arms and reference"),
    "rubric": gettext_lazy("Rubric"),
    "items": gettext_lazy("Cases and items"),
    "controls": gettext_lazy("Controls"),
    "panel": gettext_lazy("Panel"),
    "allocation": gettext_lazy("Allocation and order"),
    "reliability": gettext_lazy("Reliability plan"),
    "judge": gettext_lazy("Judge strategy and adjudication"),
    "review": gettext_lazy("Review"),
    "lock": gettext_lazy("Lock"),
}
GATES = {"arms": SignOff.Gate.QUESTION, "allocation": SignOff.Gate.PANEL}


@dataclass(frozen=True)
class Step:
    """`needs` are the reasons why it is not done; `risks` is how many findings may stand."""

    key: str
    number: int
    title: str
    needs: tuple[str, ...]
    risks: int

    @property
    def is_done(self) -> bool:
        return not self.needs


def steps_of(study: Study, review: DesignReview) -> tuple[Step, ...]:
    needs = {key: _needs(study, review, key) for key in STEPS}
    return tuple(
        Step(
            key=key,
            number=number,
            title=str(title),
            needs=needs[key],
            risks=sum(f.step == key and f.weight == "risk" for f in review.findings),
        )
        for number, (key, title) in enumerate(STEPS.items(), start=1)
    )


def _needs(study: Study, review: DesignReview, key: str) -> tuple[str, ...]:
    if key == "review":
        decided = _("The decision is: %(decision)s.") % {
            "decision": review.decision.label.through(_)
        }
        return () if review.is_ready else (decided,)
    if key == "lock":
        return () if study.protocol_version else (_("The protocol is not locked yet."),)
    findings = [f for f in review.findings if f.step == key and f.weight == "invalid"]
    return (*(f.risk.through(_) for f in findings), *_unsigned(study, key))


def _unsigned(study: Study, key: str) -> tuple[str, ...]:
    gate = GATES.get(key)
    sign_off = latest_sign_off(study, gate) if gate else None
    # After the lock an amendment confirms itself, by its reason.
    is_locked = not permits(study.state, Action.CHANGE_DESIGN)
    if gate is None or is_locked or still_holds(sign_off, study):
        return ()
    if sign_off is None:
        return (_("Not confirmed yet: somebody has to sign this step off."),)
    return (_("Changed since it was confirmed: look at it and confirm it again."),)


def ranked(review: DesignReview) -> list[Finding]:
    """What makes the design invalid comes first."""
    return sorted(review.findings, key=lambda finding: finding.weight != "invalid")


def fixes_of(review: DesignReview) -> list[tuple[str, str]]:
    """(the change in words, the step where it is made), each change once."""
    steps: dict[str, str] = {}
    for finding in ranked(review):
        steps.setdefault(finding.fix.through(_), finding.step)
    return list(steps.items())
