"""What would these drafts change in this study, and what stands in the way?

The page shows the plan before anything is stored; the command carries it out at once. Both see
the same plan.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from raters.importing.drafts import CaseDraft, ControlDraft, Drafts, Expected, ItemDraft
from raters.importing.keys import ScaleBounds, complain_of_key, key_differences
from raters.importing.own_criteria import own_rubric_spec
from raters.importing.problems import Complaints, Problem
from raters.models import Case, Control, Item, Study
from rubrics.phrases import Phrase, gettext_noop
from rubrics.reading import faults_of
from rubrics.scales import decision_scale
from rubrics.spec import QuestionSpec, RubricSpec
from rubrics.warnings import doubtful_signs


@dataclass(frozen=True)
class ImportPlan:
    """`new_items` are ready to be stored; `own_rubrics` names the rubric each brings along."""

    cases: dict[str, CaseDraft]
    new_items: tuple[ItemDraft, ...]
    unchanged: int
    own_rubrics: dict[str, RubricSpec]
    problems: tuple[Problem, ...]
    notes: tuple[Phrase, ...]

    @property
    def new_arms(self) -> list[str]:
        return sorted({item.arm for item in self.new_items if item.arm})

    @property
    def new_cases(self) -> list[str]:
        return sorted({item.case_source_id for item in self.new_items})

    @property
    def new_controls(self) -> int:
        return sum(item.role == Item.Role.CONTROL for item in self.new_items)

    @property
    def new_training(self) -> int:
        return sum(item.role == Item.Role.TRAINING for item in self.new_items)

    @property
    def conditions(self) -> list[str]:
        return sorted({self.cases[name].condition for name in self.new_cases})

    @cached_property
    def doubtful_signs(self) -> list[QuestionSpec]:
        """Of the criteria that new items bring along, each once."""
        names = (item.source_id for item in self.new_items)
        brought = {spec.name: spec for name in names if (spec := self.own_rubrics.get(name))}
        return [question for spec in brought.values() for question in doubtful_signs(spec)]


def plan_import(study: Study, drafts: Drafts) -> ImportPlan:
    """Compare `drafts` with what the study holds. Reads only."""
    cases = {case.source_id: case for case in drafts.cases}
    own_rubrics = {
        item.source_id: own_rubric_spec(criteria, study_slug=study.slug)
        for item in drafts.items
        if (criteria := item.criteria or cases[item.case_source_id].criteria)
    }
    checks = _Checks(study, cases, own_rubrics)
    new_items, unchanged, problems = [], 0, list(drafts.problems)
    for item in drafts.items:
        if checks.is_stored_already(item):
            unchanged += 1
            continue
        found = list(checks.problems_of(item))
        problems += found
        if not found:
            new_items.append(item)
    return ImportPlan(
        cases, tuple(new_items), unchanged, own_rubrics, tuple(problems), tuple(drafts.notes)
    )


class _Checks:
    """What the study holds, read once, and the rules an incoming item must keep."""

    def __init__(self, study, cases: dict[str, CaseDraft], own_rubrics: dict[str, RubricSpec]):
        self.rubric = study.rubric
        self.shared_questions = list(study.rubric.questions.all()) if study.rubric else []
        self.cases = cases
        self.own_rubrics = own_rubrics
        self.refused_rubrics = {name: faults_of(spec) for name, spec in own_rubrics.items()}
        self.stored_cases = {case.source_id: case for case in study.cases.all()}
        items = study.items.select_related("arm", "case", "rubric", "control")
        self.stored_items = {
            item.source_id: item for item in items.prefetch_related("control__expected__question")
        }

    def is_stored_already(self, item: ItemDraft) -> bool:
        stored = self.stored_items.get(item.source_id)
        return stored is not None and not list(self._differences(item, stored))

    def problems_of(self, item: ItemDraft) -> Iterator[Problem]:
        complaints = Complaints(item.file, item.row)
        for check in (self._sizes, self._same_id, self._same_case, self._condition, self._key):
            check(item, complaints)
        yield from complaints.problems

    def _differences(self, item: ItemDraft, stored: Item) -> Iterator[str]:
        if stored.content_hash != item.content_hash:
            yield "transcript"
        if stored.case.source_id != item.case_source_id:
            yield "case"
        if (stored.arm.name if stored.arm else None) != item.arm:
            yield "arm"
        if stored.role != item.role:
            yield "control"
        elif item.control is not None:
            yield from key_differences(item.control, _as_draft(stored.control))
        spec = self.own_rubrics.get(item.source_id)
        if (stored.rubric.name if stored.rubric else None) != (spec.name if spec else None):
            yield "criteria"
        yield from self._case_differences(self.cases[item.case_source_id], stored.case)

    def _case_differences(self, draft: CaseDraft, stored: Case) -> Iterator[str]:
        for name in ("condition", "domain", "context", "reference"):
            if getattr(stored, name) != getattr(draft, name):
                yield name
        if list(stored.checklist) != list(draft.checklist):
            yield "checklist"

    def _sizes(self, item, complaints) -> None:
        for name, value, most in (("id", item.source_id, 300), ("arm", item.arm or "", 100)):
            if len(value) > most:
                complaints.add(
                    name,
                    gettext_noop("“%(start)s…” is longer than %(most)s characters: shorten it."),
                    start=value[:40],
                    most=most,
                )
        for fault in self.refused_rubrics.get(item.source_id, ()):
            complaints.add("criteria", "%(fault)s", fault=fault.sentence)

    def _same_id(self, item, complaints) -> None:
        stored = self.stored_items.get(item.source_id)
        if stored is None:
            return
        complaints.add(
            "id",
            gettext_noop(
                "“%(id)s” is in the study already, with another %(what)s. Nothing is overwritten: "
                "give this one its own id, or leave it out."
            ),
            id=item.source_id,
            what=", ".join(self._differences(item, stored)),
        )

    def _same_case(self, item, complaints) -> None:
        stored = self.stored_cases.get(item.case_source_id)
        if stored is None or item.source_id in self.stored_items:
            return
        if what := list(self._case_differences(self.cases[item.case_source_id], stored)):
            complaints.add(
                "case",
                gettext_noop(
                    "the case “%(case)s” is in the study already, with another %(what)s. "
                    "Nothing is overwritten: make both agree."
                ),
                case=item.case_source_id,
                what=", ".join(what),
            )

    def _condition(self, item, complaints) -> None:
        condition = self.cases[item.case_source_id].condition
        known = self.rubric.conditions if self.rubric else {}
        if known and not condition:
            complaints.add(
                "condition",
                gettext_noop(
                    "the row names no condition, and the rubric asks by condition: %(known)s. "
                    "Fill the field in, or name one for all such rows (--condition)."
                ),
                known=", ".join(sorted(known)),
            )
        elif known and condition not in known:
            complaints.add(
                "condition",
                gettext_noop("“%(condition)s” is no condition of the rubric; it has: %(known)s."),
                condition=condition,
                known=", ".join(sorted(known)),
            )
        elif not self._bounds(item):
            complaints.add(
                None,
                gettext_noop(
                    "nothing would be asked of this item: the study has no rubric that applies "
                    "to it, and it brings no criteria of its own."
                ),
            )

    def _key(self, item, complaints) -> None:
        if item.control is not None:
            complain_of_key(item.control, self._bounds(item), complaints)

    def _bounds(self, item: ItemDraft) -> dict[str, ScaleBounds]:
        """The questions this item would be asked, by the key a control may expect."""
        condition = self.cases[item.case_source_id].condition
        bounds = {
            question.key: ScaleBounds(question.scale.low, question.scale.high)
            for question in self.shared_questions
            if question.applies_in(condition)
        }
        if spec := self.own_rubrics.get(item.source_id):
            for question in spec.questions:
                scale = decision_scale(safety_critical=question.safety_critical)
                bounds.setdefault(question.key, ScaleBounds(scale.low, scale.high))
        return bounds


def _as_draft(control: Control) -> ControlDraft:
    expected = {
        row.question.key: Expected(row.low, row.high, tuple(row.only))
        for row in control.expected.all()
    }
    return ControlDraft(control.flavour or "training", expected, control.explanation)
