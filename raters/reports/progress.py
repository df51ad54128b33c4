"""How far is each reviewer, and who are they?"""

from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime
from statistics import median

from django.db.models import Count, Max

from raters.models import Invitation, Rating, Reviewer, Round, Study
from raters.queue import Progress, progress_by_reviewer
from raters.reports.rows import Place, RoundRows
from raters.reports.values import PanelRow, PanelTable
from rubrics.phrases import Phrase, gettext_noop


@dataclass(frozen=True)
class ReviewerRow:
    """One line of the panel's page; `defective` counts what stands now in the newest round."""

    reviewer: Reviewer
    progress: Progress
    defective: int
    last_submitted_at: datetime | None
    has_valid_link: bool
    has_arrived: bool


def coverage(round: Round) -> list[tuple[str, Progress]]:
    """How far each reviewer is: (pseudonym, progress)."""
    return sorted(progress_by_reviewer(round).items())


def reviewer_rows(study: Study, *, at: datetime) -> list[ReviewerRow]:
    latest = round_of_the_panel(study)
    progress = dict(coverage(latest)) if latest else {}
    defective = _defective(latest) if latest else {}
    valid = set(Invitation.objects.valid(at=at).filter(study=study).values_list("user", flat=True))
    used = set(study.invitations.filter(last_used_at__isnull=False).values_list("user", flat=True))
    # A query that groups has no order of its own.
    reviewers = (
        study.reviewers.select_related("user")
        .annotate(last=Max("assignments__ratings__submitted_at"))
        .order_by("pseudonym")
    )
    return [
        ReviewerRow(
            reviewer=reviewer,
            progress=progress.get(reviewer.pseudonym, Progress(0, 0)),
            defective=defective.get(reviewer.pk, 0),
            last_submitted_at=reviewer.last,
            has_valid_link=reviewer.user_id in valid,
            has_arrived=reviewer.user_id in used,
        )
        for reviewer in reviewers
    ]


def round_of_the_panel(study: Study) -> Round | None:
    """The newest queue there is, opened or not; practice comes before it."""
    return study.rounds.exclude(kind=Round.Kind.TRAINING).order_by("-pk").first()


def _defective(round: Round) -> dict[int, int]:
    """By reviewer: what was reported and rated afterwards is defective no longer."""
    current = Rating.objects.current().defective().filter(assignment__round=round)
    rows = current.order_by().values_list("assignment__reviewer").annotate(Count("pk"))
    return dict(rows)


def panel_table(round: Round, rows: RoundRows) -> PanelTable:
    """Everybody who was given a queue in this round, LLM judges told apart."""
    places = defaultdict(list)
    for place in rows.places:
        places[place.reviewer].append(place)
    reviewers = [one for one in round.study.reviewers.all() if one.pseudonym in places]
    found = [_row(one, places[one.pseudonym]) for one in reviewers]
    return PanelTable(
        rows=tuple(sorted(found, key=lambda row: row.pseudonym)), summary=tuple(_summary(found))
    )


def _row(reviewer: Reviewer, places: list[Place]) -> PanelRow:
    return PanelRow(
        pseudonym=reviewer.pseudonym,
        kind=reviewer.kind,
        stratum=reviewer.stratum,
        years=reviewer.years_of_experience,
        prior_ai=reviewer.prior_ai_evaluation,
        subspecialty=reviewer.subspecialty,
        n_items=len(places),
        n_done=sum(place.current is not None for place in places),
        n_defective=sum(
            place.current is not None and not place.current.is_scored for place in places
        ),
        left=reviewer.left_at is not None,
    )


def _summary(rows: list[PanelRow]):
    people = [row for row in rows if row.kind == Reviewer.Kind.HUMAN]
    done = sum(row.n_items > 0 and row.n_done == row.n_items for row in people)
    template = gettext_noop("Reviewers: %(people)d, of whom %(done)d have finished their queue.")
    yield Phrase(template, {"people": len(people), "done": done})
    years = [row.years for row in people if row.years is not None]
    if years:
        template = gettext_noop(
            "Years of clinical experience: median %(median)s, %(low)d to %(high)d (%(n)d said)."
        )
        values = {"median": f"{median(years):g}", "low": min(years), "high": max(years)}
        yield Phrase(template, values | {"n": len(years)})
    stated = [row.prior_ai for row in people if row.prior_ai is not None]
    if stated:
        template = gettext_noop("Had evaluated AI before: %(yes)d of %(n)d who said.")
        yield Phrase(template, {"yes": sum(stated), "n": len(stated)})
    if left := sum(row.left for row in people):
        yield Phrase(gettext_noop("Left the panel: %(n)d."), {"n": left})
