"""Who came through practice, at which attempt, where a share of it was asked for?

What was asked is told as it applied to each: whoever came through an earlier practice was not asked
again, also where the design that is reported asks for more.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace

from raters.models import PracticeDecision, PracticeOutcome, Reviewer, Round
from raters.planned import Plan
from raters.practising import Practice, practice_in
from raters.reports.values import PanelTable, PracticeAsked, PracticeRow, PracticeTable
from rubrics.phrases import Phrase, gettext_noop

PASS_MARK = gettext_noop(
    "Practice came before the first item and had to be passed with %(share)s of the expected "
    "answers; within an attempt the first answer to an item counted."
)
PASS_MARK_OF = gettext_noop(
    "Practice came before the first item and had to be passed by %(names)s with %(share)s of the "
    "expected answers; within an attempt the first answer to an item counted."
)
ATTEMPTS = gettext_noop("Attempts were limited to %(n)d.")
PASSED = gettext_noop("Passed practice at attempt %(attempt)d: %(n)d.")
LET_IN = gettext_noop("Rated without having passed practice: %(names)s.")
NOT_PASSED = gettext_noop("Have not passed practice: %(names)s.")
NOT_ASKED = gettext_noop("Practised without a share being asked for: %(names)s.")
NO_PRACTICE = gettext_noop("Had no practice: %(names)s.")


def with_practice(panel: PanelTable, round: Round) -> PanelTable:
    """The panel's table, telling how everybody on it came through practice up to this round."""
    people = [row.pseudonym for row in panel.rows if row.kind == Reviewer.Kind.HUMAN]
    reviewers = round.study.reviewers.filter(pseudonym__in=people).order_by("pseudonym")
    practices = {each.pseudonym: _practices_of(each, round) for each in reviewers}
    table = PracticeTable(
        asked=tuple(_asked(practices)),
        rows=tuple(_row(name, each) for name, each in practices.items()),
    )
    if not table.asked:
        return panel
    return replace(panel, summary=(*panel.summary, *_in_words(table)), practice=table)


def practice_state(round: Round, plan: Plan) -> tuple:
    """What the table follows from, for the fingerprint of a report."""
    until = {"study": round.study, "round__number__lte": round.number}
    outcomes = PracticeOutcome.objects.filter(**until)
    if plan.practice.pass_mark is None and not outcomes.exclude(pass_mark=None).exists():
        return ()
    let_in = PracticeDecision.objects.filter(**until, kind=PracticeDecision.Kind.LET_IN)
    return tuple(list(rows.order_by("pk").values_list("pk")) for rows in (outcomes, let_in))


def _practices_of(reviewer: Reviewer, round: Round) -> list[Practice]:
    rounds = round.study.rounds.filter(kind=Round.Kind.TRAINING, number__lte=round.number)
    hers = rounds.filter(assignments__reviewer=reviewer).distinct().order_by("number")
    return [practice_in(each, reviewer) for each in hers]


def _asked(practices: dict[str, list[Practice]]) -> Iterator[PracticeAsked]:
    """By what applied to each: of the last practice that she had."""
    names: dict[tuple, list[str]] = {}
    for name, hers in practices.items():
        mark = _mark(hers)
        if mark is not None:
            names.setdefault((mark, hers[-1].rules.attempts), []).append(name)
    yield from (PracticeAsked(*asked, of=tuple(each)) for asked, each in names.items())


def _mark(practices: list[Practice]) -> float | None:
    if not practices:
        return None
    last = practices[-1]
    mark = last.last.pass_mark if last.last else last.rules.pass_mark
    return None if mark is None else float(mark)


def _row(pseudonym: str, practices: list[Practice]) -> PracticeRow:
    outcomes = [outcome for each in practices for outcome in each.outcomes]
    at = next((n for n, outcome in enumerate(outcomes, start=1) if outcome.passed), None)
    if at is None and any(each.is_passed for each in practices):
        # Answered before outcomes were recorded.
        at = 1
    return PracticeRow(
        pseudonym=pseudonym,
        had_practice=bool(practices),
        pass_mark=_mark(practices),
        n_attempts=max(len(outcomes), at or 0),
        passed_at=at,
        let_in=at is None and any(each.is_let_in for each in practices),
    )


def _in_words(table: PracticeTable) -> Iterator[Phrase]:
    for asked in table.asked:
        told = {"share": f"{asked.pass_mark:.4g}", "names": ", ".join(asked.of)}
        yield Phrase(PASS_MARK if len(table.asked) == 1 else PASS_MARK_OF, told)
        if asked.attempts is not None:
            yield Phrase(ATTEMPTS, {"n": asked.attempts})
    passed = Counter(row.passed_at for row in table.rows if _has_passed(row))
    for attempt, n in sorted(passed.items()):
        yield Phrase(PASSED, {"attempt": attempt, "n": n})
    for sentence, names in _named(table.rows):
        if names:
            yield Phrase(sentence, {"names": ", ".join(names)})


def _has_passed(row: PracticeRow) -> bool:
    return row.passed_at is not None and row.pass_mark is not None


def _named(rows: Iterable[PracticeRow]) -> Iterator[tuple[str, list[str]]]:
    """Each of whom no attempt is told stands in one of them."""
    others = [row for row in rows if not _has_passed(row)]
    yield LET_IN, [row.pseudonym for row in others if row.let_in]
    open_yet = [row for row in others if row.had_practice and not row.let_in]
    yield NOT_PASSED, [row.pseudonym for row in open_yet if row.passed_at is None]
    yield NOT_ASKED, [row.pseudonym for row in open_yet if row.passed_at is not None]
    yield NO_PRACTICE, [row.pseudonym for row in others if not row.had_practice]
