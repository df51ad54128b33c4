"""What one row says of its case and its item."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from raters.importing.conversations import Turns
from raters.importing.criteria import checklist_of, criteria_of
from raters.importing.drafts import CaseDraft, ControlDraft, Drafts, ItemDraft
from raters.importing.fields import Row, Tally, stem
from raters.importing.merging import DraftRow
from raters.importing.options import ImportOptions
from raters.importing.problems import Problem
from rubrics.phrases import gettext_noop

# What the rows of the database hold, less the room for "(epoch 12)" and the arm behind the case.
LONGEST_ID = 180
LONGEST_NAME = 80
LONGEST_CONDITION = 60


@dataclass
class Run:
    """One import while it is under way."""

    options: ImportOptions
    tally: Tally = field(default_factory=Tally)
    problems: list[Problem] = field(default_factory=list)


def finished(run: Run, cases: Iterable[CaseDraft], items: Iterable[ItemDraft]) -> Drafts:
    otherwise = run.options.default_condition or ""
    conditioned = (replace(case, condition=case.condition or otherwise) for case in cases)
    return Drafts(tuple(conditioned), tuple(items), tuple(run.problems), run.tally.notes())


def case_id_of(row: Row, prefix_stem: str, has_ids: bool) -> str:
    """ "" after a complaint. A row's `id` names its case where it has no field for that."""
    given = row.names.given
    order = ("id", "case") if "id" in given and "case" not in given else ("case", "id")
    case_id = next((text for meaning in order if (text := row.text(meaning))), "")
    if not case_id and not has_ids:
        case_id = f"{stem(row.file)}-{row.number}"
        row.note(_NO_IDS)
    elif not case_id:
        row.complain(name_of(row, order), _BLANK_ID)
        return ""
    case_id = row.options.id_prefix.replace("{file}", prefix_stem) + case_id
    if "\n" in case_id or len(case_id) > LONGEST_ID:
        row.complain(name_of(row, order), _ID_EXPECTED, most=LONGEST_ID)
        return ""
    return case_id


def name_of(row: Row, meanings: tuple[str, ...]) -> str | None:
    found = (row.found(meaning) for meaning in meanings)
    return next((each[0] for each in found if each), "id")


def case_of(row: Row, case_id: str) -> CaseDraft:
    return CaseDraft(
        source_id=case_id,
        condition=row.short_text("condition", most=LONGEST_CONDITION),
        domain=row.short_text("domain", most=LONGEST_NAME),
        context=row.text("context"),
        reference=row.text("reference"),
        checklist=checklist_of(row),
        criteria=(),
        file=row.file,
        row=row.number,
    )


def draft_row(
    row: Row, case: CaseDraft, turns: Turns, control: ControlDraft | None, default_arm: str | None
) -> DraftRow | None:
    repeat = _epoch(row)
    arm = row.short_text("arm", most=LONGEST_NAME) or (None if control else default_arm)
    if arm is None and control is None:
        # The arm of what should have been a control, but is misspelt, is not missing as well.
        if not row.is_faulty:
            row.complain("arm", _NO_ARM)
        return None
    name = _item_name(row, case, control, arm)
    if repeat > 1:
        arm, name = arm and f"{arm} (epoch {repeat})", f"{name} (epoch {repeat})"
        row.note(_EPOCHS)
    item = ItemDraft(
        source_id=name,
        case_source_id=case.source_id,
        arm=arm,
        turns=turns,
        control=control,
        criteria=criteria_of(row),
        file=row.file,
        row=row.number,
    )
    # An arm taken from the file's name does not tell two transcripts of one id apart: it would
    # make two arms' answers to one case out of ids that merely start again in each file.
    arm_is_told = bool(row.text("arm") or control)
    if not (arm_is_told or row.options.arm or row.is_faulty):
        row.note(_ARM_FROM_FILE, name=default_arm)
    return DraftRow(case, item, None if arm_is_told else (case.source_id, repeat))


def _item_name(row: Row, case: CaseDraft, control: ControlDraft | None, arm: str | None) -> str:
    if control is None:
        return f"{case.source_id}/{arm}"
    own_id, case_id = row.text("id"), row.text("case")
    if own_id and case_id and own_id != case_id:
        return own_id
    return f"{case.source_id}/{control.flavour}"


def _epoch(row: Row) -> int:
    """Repeats of one case count from 1; a row that does not count is the first."""
    text = row.text("epoch")
    if not text:
        return 1
    if text.isascii() and text.isdigit() and 0 < len(text) < 6:
        return max(1, int(text))
    row.complain(row.found("epoch")[0], _EPOCH_EXPECTED, value=text[:40])
    return 1


_NO_ARM = gettext_noop(
    "the row does not say which arm it is from, though other rows do. Fill the field in, or name "
    "the arm of such rows with --arm NAME."
)
_NO_IDS = gettext_noop(
    "%(file)s: the rows have no id and were named after the file and their row (%(count)s). To "
    "choose a field use --field id=NAME."
)
_BLANK_ID = gettext_noop("the row has no id, though other rows have. Fill it in.")
_ID_EXPECTED = gettext_noop(
    "expected an id: one line of at most %(most)s characters. Choose its field with "
    "--field id=NAME."
)
_EPOCH_EXPECTED = gettext_noop("“%(value)s” does not count a repeat. Expected 1, 2, 3 ...")
_EPOCHS = gettext_noop(
    "%(file)s: further repeats (epochs) of a case became arms of their own, “NAME (epoch 2)” and "
    "so on: %(count)s."
)
_ARM_FROM_FILE = gettext_noop(
    "%(file)s: the rows name no arm, so that it was named after the file: %(names)s. To choose "
    "another name use --arm or --field arm=NAME."
)
