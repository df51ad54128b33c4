"""What in a rubric will probably make raters disagree, or turn its points around.

A warning stops nobody. What cannot be used at all is a fault (reading.py). No Django at any depth.
"""

import re
from collections.abc import Iterator
from difflib import SequenceMatcher
from itertools import combinations

from rubrics.faults import Fault, Path
from rubrics.phrases import Phrase, gettext_noop
from rubrics.spec import QuestionSpec, RubricSpec
from rubrics.wording import fault_that_earns, merit_that_costs, names_something_avoided

ALIKE = 0.92
_TWO_CONSTRUCTS = re.compile(r"\band\b|\bor\b|/|&|与|和|及|以及", re.IGNORECASE)
_CONJUNCTION = re.compile(
    r"\band\b|\bas well as\b|\bboth\b|;|,.*\band\b|并且|以及|同时|并", re.IGNORECASE
)


def warnings(spec: RubricSpec) -> list[Fault]:
    found: list[Fault] = []
    for index, question in enumerate(spec.questions):
        path = ("questions", index)
        checks = {
            "dimension": (_two_constructs, _descriptors_alike),
            "criterion": (_doubtful_sign, _undeclared_avoidance, _parts_not_listed),
            "tiers": (),
        }[question.kind]
        found += [warning for check in checks for warning in check(question, path)]
    return [*found, *_unpaired_correlations(spec)]


def _two_constructs(question: QuestionSpec, path: Path) -> Iterator[Fault]:
    if _TWO_CONSTRUCTS.search(question.label):
        message = gettext_noop(
            "“%(label)s” seems to name two constructs. A dimension measures one: split it."
        )
        yield Fault((*path, "label"), Phrase(message, {"label": question.label}))


def _descriptors_alike(question: QuestionSpec, path: Path) -> Iterator[Fault]:
    for (i, one), (j, other) in combinations(enumerate(question.descriptors), 2):
        if one.condition == other.condition and _alike(one.text, other.text):
            message = gettext_noop(
                "descriptors %(one)s and %(other)s read alike: what tells these points apart?"
            )
            values = {"one": i + 1, "other": j + 1}
            yield Fault((*path, "descriptors"), Phrase(message, values))


def _alike(one: str, other: str) -> bool:
    words = one.casefold().split(), other.casefold().split()
    if words[0] == words[1]:
        return True
    # Descriptors often differ in one telling word; only near-copies of some length are doubtful.
    long_enough = min(len(one), len(other)) >= 60
    return long_enough and SequenceMatcher(None, one.casefold(), other.casefold()).ratio() > ALIKE


def doubtful_signs(spec: RubricSpec) -> list[QuestionSpec]:
    """The criteria whose words go against the sign of their points."""
    criteria = (question for question in spec.questions if question.kind == "criterion")
    return [question for question in criteria if list(_doubtful_sign(question, ()))]


def _doubtful_sign(question: QuestionSpec, path: Path) -> Iterator[Fault]:
    text = question.text or question.label
    if fault_that_earns(text, points=question.points, polarity=question.polarity):
        message = gettext_noop("it describes a fault and earns points: is the sign right?")
        yield Fault((*path, "points"), Phrase(message))
    if merit_that_costs(text, points=question.points):
        message = gettext_noop("it describes a merit and costs points: is the sign right?")
        yield Fault((*path, "points"), Phrase(message))


def _undeclared_avoidance(question: QuestionSpec, path: Path) -> Iterator[Fault]:
    text = question.text or question.label
    if question.polarity == "positive" and question.points > 0 and names_something_avoided(text):
        message = gettext_noop(
            "it says what must not happen; with polarity: avoidance its absence counts as MET"
        )
        yield Fault((*path, "polarity"), Phrase(message))


def _parts_not_listed(question: QuestionSpec, path: Path) -> Iterator[Fault]:
    if not question.parts and _CONJUNCTION.search(question.text or question.label):
        message = gettext_noop(
            "it seems to have several parts, all of which must be satisfied: list them under parts"
        )
        yield Fault((*path, "parts"), Phrase(message))


def _unpaired_correlations(spec: RubricSpec) -> Iterator[Fault]:
    """Once some pairs are hypothesised, the others are missing."""
    keys = [question.key for question in spec.questions if question.kind == "dimension"]
    given = {frozenset(row.between) for row in spec.correlations}
    missing = [pair for pair in combinations(keys, 2) if frozenset(pair) not in given]
    if spec.correlations and missing:
        message = gettext_noop("no expectation is written down for %(pairs)s")
        pairs = ", ".join(f"{one} ~ {other}" for one, other in missing)
        yield Fault(("correlations",), Phrase(message, {"pairs": pairs}))
