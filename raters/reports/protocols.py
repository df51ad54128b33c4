"""What was locked about a round, and what was amended since?"""

from raters.models import Round
from raters.planned import Plan
from raters.reports.values import AmendmentLine, ProtocolLine
from rubrics.phrases import Phrase, gettext_noop


def protocol_line(round: Round, plan: Plan) -> ProtocolLine | None:
    protocol, planned = plan.protocol, plan.reliability
    if protocol is None:
        return None
    amended = round.study.amendments.filter(version__lte=protocol.version)
    return ProtocolLine(
        version=protocol.version,
        sha256=protocol.sha256,
        locked_at=protocol.locked_at,
        decision=protocol.decision,
        despite=protocol.despite,
        statistic=plan.statistic_in_words,
        target=None if planned.target is None else float(planned.target),
        target_reason=planned.reason,
        anchors=_anchors(plan),
        amendments=tuple(
            AmendmentLine(row.version, row.get_kind_display(), row.reason, row.at)
            for row in amended
        ),
    )


def _anchors(plan: Plan) -> Phrase | None:
    """How the anchor set came about; None where everybody rates everything."""
    if not plan.rotates:
        return None
    if plan.anchors_drawn:
        template = gettext_noop("The %(n)s anchors were drawn at random by the app.")
        return Phrase(template, {"n": plan.n_anchors})
    template = gettext_noop("The %(n)s anchors were picked by hand: %(reason)s")
    return Phrase(template, {"n": plan.n_anchors, "reason": plan.allocation.anchor_reason})
