"""Has anything changed that a report was computed from?

Ratings and audit events are only ever added, so their number and the greatest key tell. Practice
is no part of it, unless a share of it was asked for; a look at the report or a message never is.
"""

import hashlib
from functools import cache
from pathlib import Path

from django.db.models import Count, Max

from raters.messages import VERBS_OF_MESSAGES
from raters.models import Rating, Round
from raters.planned import Plan
from raters.reports.practice import practice_state

INTERIM_LOOK = "interim look"
ABOUT_A_REVIEWER = (
    "pseudonym",
    "kind",
    "stratum",
    "years_of_experience",
    "prior_ai_evaluation",
    "subspecialty",
    "left_at",
)
RATERS = Path(__file__).parent.parent
COMPUTING = ("reports", "reliability", "figures")


def fingerprint_of(round: Round, plan: Plan) -> str:
    study = round.study
    rated = Rating.objects.filter(study=study).exclude(assignment__round__kind=Round.Kind.TRAINING)
    state = (
        code_version(),
        (round.pk, round.opened_at, round.closed_at, round.rubric_id),
        (study.slug, study.title, study.is_rehearsal, study.seed, study.state),
        (plan.protocol.sha256 if plan.protocol else "", plan.reliability, plan.allocation),
        practice_state(round, plan),
        _last(rated),
        _last(round.assignments),
        _last(study.audit_events.exclude(verb__in=(INTERIM_LOOK, *VERBS_OF_MESSAGES))),
        list(study.reviewers.order_by("pk").values_list(*ABOUT_A_REVIEWER)),
    )
    return hashlib.sha256(repr(state).encode()).hexdigest()


@cache
def code_version() -> str:
    """Of the modules that compute: a new release of the site computes anew."""
    found = hashlib.sha256()
    for place in COMPUTING:
        for path in sorted((RATERS / place).rglob("*.py")):
            found.update(path.read_bytes())
    return found.hexdigest()


def _last(rows) -> tuple[int, int | None]:
    found = rows.order_by().aggregate(n=Count("pk"), last=Max("pk"))
    return found["n"], found["last"]
