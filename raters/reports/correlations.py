"""Do the dimensions go together as the rubric expected?"""

from collections.abc import Iterable

from raters.models import Round
from raters.reliability import Dimension, dimension_correlations
from raters.reports.course import EXPLORED
from raters.reports.figures import correlations
from raters.reports.questions import Asked
from raters.reports.values import CorrelationReport, QuestionKind
from rubrics.phrases import Phrase, gettext_noop

MOST_DIMENSIONS = 12
NOTES = (
    gettext_noop(
        "Spearman's correlation of item means. Dimensions on which a low score is good are turned "
        "round here, and only here: higher is better on both."
    ),
    gettext_noop(
        "The halo column asks something else: does a reviewer who scores an item higher than the "
        "others on one dimension do so on the other as well?"
    ),
)
FIRST_ONES = gettext_noop("Only the first %(most)d questions are correlated.")


def correlations_of(round: Round, asked: Iterable[Asked], *, seed: int) -> CorrelationReport:
    everything = [one for one in asked if one.kind == QuestionKind.DIMENSION]
    used = everything[:MOST_DIMENSIONS]
    labels = tuple((one.key, one.label) for one in used)
    known = {one.key for one in used}
    stated = round.rubric.spec.correlations if round.rubric else ()
    expected = [one for one in stated if known.issuperset(one.between)]
    rows = dimension_correlations(
        (Dimension(one.key, one.tables.entered, one.lower_is_better) for one in used),
        expected,
        seed=seed,
        resamples=EXPLORED,
    )
    words = {one.between: one.expect for one in expected}
    cut = [Phrase(FIRST_ONES, {"most": MOST_DIMENSIONS})] if len(everything) > len(used) else []
    return CorrelationReport(
        labels=labels,
        rows=rows,
        n_expected=len(expected),
        notes=(*map(Phrase, NOTES), *cut),
        figure=correlations(labels, rows, expected=words) if len(used) > 1 else None,
    )
