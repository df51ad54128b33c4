"""The same id twice: one thing said twice, or two things that share a name?"""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from raters.importing.drafts import CaseDraft, ItemDraft
from raters.importing.fields import Tally
from raters.importing.problems import Problem
from rubrics.phrases import Phrase, gettext_noop

_DESCRIBED_BY = ("condition", "domain", "context", "reference", "checklist", "prompt")


@dataclass(frozen=True)
class DraftRow:
    """A row's case and item. Rows of one `place`, (case, repeat), claim to be the same item even
    when their items' names differ, and rows whose items have one name claim it always."""

    case: CaseDraft
    item: ItemDraft
    place: tuple[str, int] | None = None

    @property
    def claims(self) -> tuple[object, ...]:
        return (self.item.source_id,) if self.place is None else (self.place, self.item.source_id)


@dataclass
class Kept:
    """The rows kept so far, each claim once."""

    tally: Tally
    problems: list[Problem]
    rows: list[DraftRow] = field(default_factory=list)
    first_by_claim: dict[object, ItemDraft] = field(default_factory=dict)

    def add(self, draft: DraftRow) -> None:
        item = draft.item
        earlier = [
            self.first_by_claim[each] for each in draft.claims if each in self.first_by_claim
        ]
        if not earlier:
            self.rows.append(draft)
            self.first_by_claim.update(dict.fromkeys(draft.claims, item))
        elif _same(earlier[0], item):
            self.tally.count(item.file, _SAME_TWICE, name=item.case_source_id)
        else:
            self.problems.append(_twice(earlier[0], item))


def merged_cases(rows: Iterable[DraftRow], problems: list[Problem]) -> list[CaseDraft]:
    """One case per id. A later row fills what an earlier one left blank, and may not contradict."""
    cases: dict[str, CaseDraft] = {}
    for draft in rows:
        known = cases.setdefault(draft.case.source_id, draft.case)
        if known is not draft.case:
            problems += _contradictions(known, draft.case)
            cases[known.source_id] = _filled(known, draft.case)
    return list(cases.values())


def _filled(known: CaseDraft, other: CaseDraft) -> CaseDraft:
    filled = {name: getattr(known, name) or getattr(other, name) for name in _DESCRIBED_BY}
    return replace(known, **filled)


def _contradictions(known: CaseDraft, other: CaseDraft) -> Iterable[Problem]:
    for name in _DESCRIBED_BY:
        before, now = getattr(known, name), getattr(other, name)
        if before and now and before != now:
            values = {"id": other.source_id, "file": known.file, "row": known.row}
            yield Problem(other.file, other.row, name, Phrase(_CONTRADICTED, values))


def _same(first: ItemDraft, second: ItemDraft) -> bool:
    return (first.turns, first.control, first.criteria) == (
        second.turns,
        second.control,
        second.criteria,
    )


def _twice(first: ItemDraft, second: ItemDraft) -> Problem:
    values = {"id": second.case_source_id, "row": first.row, "file": first.file}
    template = _TWICE if first.file == second.file else _TWICE_IN_FILES
    if first.source_id == second.source_id and first.file != second.file:
        template, values["arm"] = _TWICE_IN_ARM, second.arm or ""
    return Problem(second.file, second.row, None, Phrase(template, values))


_SAME_TWICE = gettext_noop(
    "%(file)s: rows that say word for word what an earlier row said were read once (%(count)s): "
    "%(names)s."
)
_CONTRADICTED = gettext_noop(
    "row %(row)s of %(file)s says something else here about the same case, “%(id)s”. A case has "
    "one description for all its arms: mend it, or give the cases different ids."
)
_TWICE = gettext_noop(
    "the id “%(id)s” already stands in row %(row)s with a different text. Give each its own id; "
    "for answers of different models to one case, name the model's field with --field arm=NAME, "
    "and for repeats add a field “epoch” that counts them."
)
_TWICE_IN_FILES = gettext_noop(
    "the id “%(id)s” already stands in %(file)s, row %(row)s, with a different text. If ids start "
    'again in each file, tell them apart with --id-prefix "{file}-"; if these are answers of '
    "different models to one case, add a field “arm” to the rows."
)
_TWICE_IN_ARM = gettext_noop(
    "arm “%(arm)s” already answers “%(id)s” differently in %(file)s, row %(row)s. Name the arms "
    "apart with a field “arm” in the rows, or, if ids start again in each file, tell them apart "
    'with --id-prefix "{file}-".'
)
