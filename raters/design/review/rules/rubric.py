"""Does each dimension measure one thing, on a scale that is said in words?

No Django at any depth.
"""

import re
from collections.abc import Iterator
from itertools import combinations

from raters.design.review import places
from raters.design.review.facts import DesignFacts
from raters.design.review.findings import RuleMaker
from raters.design.review.wording import some_of
from raters.design.review.written import rubric_texts
from raters.design.scanning import unverified_marks
from rubrics.phrases import Phrase
from rubrics.phrases import gettext_noop as _
from rubrics.spec import QuestionSpec, RubricSpec
from rubrics.warnings import doubtful_signs, warnings

step = RuleMaker("rubric")

_OVERALL = re.compile(
    r"\boverall\b|\bglobal\b|\bgeneral (?:quality|impression|rating)\b|\btotal\b"
    r"|\bsummary (?:score|rating)|总体|整体|综合|总分|总评",
    re.IGNORECASE,
)


@step.needs_rubric(places.DECOUPLE)
def no_rubric(facts: DesignFacts):
    without = facts.n_real_items - facts.n_items_with_own_criteria
    if (facts.rubric is None or not facts.rubric.questions) and (
        without > 0 or not facts.n_items_with_own_criteria
    ):
        yield (
            Phrase(
                _("There is no rubric. Real items without criteria of their own: %(n)d."),
                {"n": max(without, 0)},
            ),
            Phrase(_("Choose a rubric, or give each item its own criteria.")),
        )


@step.needs_rubric(places.ANCHOR)
def point_without_descriptor(facts: DesignFacts):
    for question in _questions(facts):
        gaps = [*_points_undescribed(facts.rubric, question), *_levels_undescribed(question)]
        if gaps:
            risk = _("“%(label)s” has points that no words describe: %(points)s.")
            yield (
                Phrase(risk, {"label": question.label, "points": some_of(gaps)}),
                Phrase(
                    _("Write a short descriptor for each of these points of “%(label)s”."),
                    {"label": question.label},
                ),
            )


@step.needs_rubric(places.DECOUPLE)
def double_barrelled(facts: DesignFacts):
    for warning in warnings(facts.rubric) if facts.rubric else ():
        if warning.path[0] == "questions" and warning.path[-1] == "label":
            label = facts.rubric.questions[warning.path[1]].label
            yield (
                warning.message,
                Phrase(_("Split “%(label)s” into one dimension for each."), {"label": label}),
            )


@step.needs_rubric(places.ANCHOR)
def doubtful_sign(facts: DesignFacts):
    doubtful = doubtful_signs(facts.rubric) if facts.rubric else []
    if labels := [question.label for question in doubtful]:
        risk = _("%(labels)s: the words are those of a fault that earns, or a merit that costs.")
        yield (
            Phrase(risk, {"labels": some_of(labels)}),
            Phrase(_("Turn the sign of these points, or say it in other words.")),
        )


@step.needs_rubric(places.DECOUPLE)
def blended_score(facts: DesignFacts):
    pairs = _apart_and_summed(facts.rubric)
    if pairs:
        risk = _(
            "The composite adds up dimensions that are expected to be unrelated (%(pairs)s): one "
            "number hides which of them is high."
        )
        yield (
            Phrase(risk, {"pairs": some_of(pairs)}),
            Phrase(_("Report the dimensions one by one: take the composite out of the rubric.")),
        )


@step.needs_rubric(places.DECOUPLE)
def overall_rating(facts: DesignFacts):
    dimensions = _dimensions(facts.rubric)
    overall = [question.label for question in dimensions if _OVERALL.search(question.label)]
    if overall and len(dimensions) > 1:
        risk = _("%(labels)s: an overall rating beside separate dimensions blends them again.")
        yield (
            Phrase(risk, {"labels": some_of(overall)}),
            Phrase(_("Take %(labels)s out of the rubric."), {"labels": some_of(overall)}),
        )


@step.needs_rubric(places.PILOT)
def not_piloted(facts: DesignFacts):
    if facts.rubric is not None and facts.rubric.questions and facts.n_pilot_reviewers == 0:
        yield (
            Phrase(_("Nobody has rated with this version of the rubric: its words are untried.")),
            Phrase(_("Let at least one reviewer pilot this version before it is locked.")),
        )


@step.needs_rubric(places.VERIFY)
def unverified_rubric(facts: DesignFacts):
    marked = [
        f"{place} {mark}"
        for place, text in rubric_texts(facts.rubric)
        for mark in unverified_marks(text)
    ]
    if marked:
        risk = _("The rubric has statements that nobody has verified: %(marks)s.")
        yield (
            Phrase(risk, {"marks": some_of(marked)}),
            Phrase(_("Let a clinician confirm each statement, then remove its mark.")),
        )


@step.risk(places.DISCRIMINANT)
def no_hypotheses(facts: DesignFacts):
    dimensions = _dimensions(facts.rubric)
    if len(dimensions) > 1 and not facts.rubric.correlations:
        risk = _("No expectation says which of %(n)d dimensions go together and which do not.")
        yield (
            Phrase(risk, {"n": len(dimensions)}),
            Phrase(_("Write for each pair of dimensions how they are expected to correlate.")),
        )


@step.risk(places.DISCRIMINANT)
def pairs_without_expectation(facts: DesignFacts):
    if facts.rubric is None or not facts.rubric.correlations:
        return
    given = {frozenset(row.between) for row in facts.rubric.correlations}
    keys = [question.key for question in _dimensions(facts.rubric)]
    missing = [f"{a} ~ {b}" for a, b in combinations(keys, 2) if frozenset((a, b)) not in given]
    if missing:
        yield (
            Phrase(_("Pairs without an expectation: %(pairs)s."), {"pairs": some_of(missing)}),
            Phrase(_("Write for these pairs how they are expected to correlate.")),
        )


def _questions(facts: DesignFacts) -> tuple[QuestionSpec, ...]:
    return facts.rubric.questions if facts.rubric else ()


def _dimensions(spec: RubricSpec | None) -> list[QuestionSpec]:
    return [question for question in spec.questions if question.kind == "dimension"] if spec else []


def _points_undescribed(spec: RubricSpec, question: QuestionSpec) -> Iterator[object]:
    """A condition with descriptors of its own needs all of them; any other has the general ones."""
    if question.kind != "dimension":
        return
    described: dict[str, set[int]] = {}
    for row in question.descriptors:
        points = range(row.low, row.high + 1) if row.text.strip() else ()
        described.setdefault(row.condition, set()).update(points)
    general = described.get("", set())
    for condition in [*(question.conditions or spec.conditions)] or [""]:
        points = described.get(condition, general)
        for point in range(question.scale_min, question.scale_max + 1):
            if point not in points:
                yield f"{point} ({condition})" if condition else point


def _levels_undescribed(question: QuestionSpec) -> Iterator[object]:
    yield from (level.points for level in question.levels if not level.text.strip())


def _apart_and_summed(spec: RubricSpec | None) -> list[str]:
    if spec is None or spec.composite is None:
        return []
    summed = {question.key for question in spec.questions if question.weight is not None}
    return [
        " ~ ".join(row.between)
        for row in spec.correlations
        if row.expect in ("low", "negative") and summed.issuperset(row.between)
    ]
