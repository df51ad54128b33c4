"""Who came through practice, at which attempt, where the protocol asked for a share?"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace

from raters.models import PracticeDecision, PracticeOutcome, Round, Study
from raters.planned import Plan
from raters.reports.values import PanelRow, PanelTable, PracticeRow, PracticeTable
from rubrics.phrases import Phrase, gettext_noop

PASS_MARK = gettext_noop(
    "Practice came before the first item and had to be passed with %(share)s of the expected "
    "answers; within an attempt the first answer to an item counted."
)
ATTEMPTS = gettext_noop("Attempts were limited to %(n)d.")
PASSED = gettext_noop("Passed practice at attempt %(attempt)d: %(n)d.")
LET_IN = gettext_noop("Rated without having passed practice: %(names)s.")
NOT_PASSED = gettext_noop("Have not passed practice: %(names)s.")


def with_practice(panel: PanelTable, study: Study, plan: Plan) -> PanelTable:
    """The panel's table, telling how everybody on it came through practice."""
    has_practice = study.rounds.filter(kind=Round.Kind.TRAINING).exists()
    if plan.practice.pass_mark is None or not has_practice:
        return panel
    table = _table(study, plan, panel.rows)
    return replace(panel, summary=(*panel.summary, *_in_words(table)), practice=table)


def practice_state(study: Study) -> tuple:
    """What the table follows from, for the fingerprint of a report."""
    return (*_outcomes(study), *_decisions(study).values_list("pk"))


def _table(study: Study, plan: Plan, panel: Iterable[PanelRow]) -> PracticeTable:
    outcomes = list(_outcomes(study))
    n_attempts = Counter(name for name, _attempt, _passed in outcomes)
    passed_at = {name: attempt for name, attempt, passed in outcomes if passed}
    let_in = set(_decisions(study).values_list("reviewer__pseudonym", flat=True))
    return PracticeTable(
        pass_mark=float(plan.practice.pass_mark),
        attempts=plan.practice.attempts,
        rows=tuple(
            PracticeRow(
                pseudonym=row.pseudonym,
                n_attempts=n_attempts[row.pseudonym],
                passed_at=passed_at.get(row.pseudonym),
                let_in=row.pseudonym in let_in,
            )
            for row in panel
            if row.kind == "human"
        ),
    )


def _in_words(table: PracticeTable) -> Iterator[Phrase]:
    yield Phrase(PASS_MARK, {"share": f"{table.pass_mark:.4g}"})
    if table.attempts is not None:
        yield Phrase(ATTEMPTS, {"n": table.attempts})
    passed = Counter(row.passed_at for row in table.rows if row.passed_at is not None)
    for attempt, n in sorted(passed.items()):
        yield Phrase(PASSED, {"attempt": attempt, "n": n})
    if let_in := [row.pseudonym for row in table.rows if row.let_in]:
        yield Phrase(LET_IN, {"names": ", ".join(let_in)})
    others = [r.pseudonym for r in table.rows if r.passed_at is None and not r.let_in]
    if others:
        yield Phrase(NOT_PASSED, {"names": ", ".join(others)})


def _outcomes(study: Study):
    rows = PracticeOutcome.objects.filter(study=study).order_by("pk")
    return rows.values_list("reviewer__pseudonym", "attempt", "passed")


def _decisions(study: Study):
    rows = PracticeDecision.objects.filter(study=study, kind=PracticeDecision.Kind.LET_IN)
    return rows.order_by("pk")
