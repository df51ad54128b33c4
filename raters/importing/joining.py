"""Cases from one file and their outputs from others, joined on the case's id."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from raters.importing.arms import arms_by_file
from raters.importing.controls import control_of, says_it_is_real
from raters.importing.conversations import Turns, prompt_of, said_in, with_completion
from raters.importing.criteria import criteria_of
from raters.importing.drafts import CaseDraft, Drafts
from raters.importing.fields import Row, Tally, field_problems, has_any, rows_of, stem
from raters.importing.merging import DraftRow, Kept
from raters.importing.options import ImportOptions
from raters.importing.outcomes import is_left_out_as_failed, note_if_cut_off
from raters.importing.recognising import Records
from raters.importing.row_drafts import (
    Run,
    case_id_of,
    case_of,
    draft_row,
    finished,
    name_of,
)
from rubrics.phrases import gettext_noop


def draft_joined(
    cases_records: Records, outputs_records_by_file: Sequence[Records], *, options: ImportOptions
) -> Drafts:
    """Cases from one file, their outputs from one file per arm, joined on the case's id.

    The arm is what the row says, else `options.arm`, else the part of the file's name that differs
    between the files (`arms_by_file`). Without any file of outputs every case is drafted; with
    them, the cases that have an output. The order of the files does not matter.
    """
    run = Run(options)
    outputs = sorted(outputs_records_by_file, key=lambda records: records.file)
    run.problems += field_problems([cases_records, *outputs], options.fields)
    run.problems += cases_records.problems
    cases = _cases(cases_records, run)
    kept = Kept(run.tally, run.problems)
    for draft in _answers(cases, outputs, run):
        kept.add(draft)
    _note_unanswered(cases_records.file, cases, kept.rows, outputs, run.tally)
    order = {case_id: place for place, case_id in enumerate(cases)}
    items = sorted(
        (draft.item for draft in kept.rows),
        key=lambda item: (order[item.case_source_id], item.arm or "", item.source_id),
    )
    answered = {item.case_source_id for item in items}
    chosen = [case for case in cases.values() if not outputs or case.source_id in answered]
    return finished(run, _filled_from(chosen, kept.rows), items)


def _cases(records: Records, run: Run) -> dict[str, CaseDraft]:
    cases: dict[str, CaseDraft] = {}
    for row in rows_of(records, run.options, run.tally):
        case_id = case_id_of(row, stem(records.file), has_ids=True)
        case = replace(case_of(row, case_id), criteria=criteria_of(row), prompt=prompt_of(row))
        if (control := row.found("control")) and not says_it_is_real(control[1]):
            row.complain(control[0], _CONTROL_IN_CASES)
        if case_id in cases and replace(cases[case_id], row=case.row) != case:
            row.complain(None, _CASE_TWICE, id=case_id, first=cases[case_id].row)
        elif case_id in cases:
            row.note(_SAME_CASE, name=case_id)
        run.problems += row.complaints.problems
        if case_id:
            cases.setdefault(case_id, case)
    return cases


def _answers(
    cases: dict[str, CaseDraft], outputs: Sequence[Records], run: Run
) -> Iterable[DraftRow]:
    prefix_stem = stem(next(iter(cases.values())).file) if cases else ""
    arms = _arms_of_files(outputs, run)
    for records in outputs:
        run.problems += records.problems
        for row in rows_of(records, run.options, run.tally):
            draft = _answer(row, cases, prefix_stem, arms[records.file])
            run.problems += row.complaints.problems
            if draft and not row.is_faulty:
                yield draft


def _arms_of_files(outputs: Sequence[Records], run: Run) -> dict[str, str | None]:
    """The arm of each file's rows that name none, as `draft_joined` says."""
    if run.options.arm:
        return {records.file: run.options.arm for records in outputs}
    from_names = arms_by_file([records.file for records in outputs])
    return {
        records.file: None if has_any(records, run.options.fields.arm) else from_names[records.file]
        for records in outputs
    }


def _answer(
    row: Row, cases: dict[str, CaseDraft], prefix_stem: str, arm_of_file: str | None
) -> DraftRow | None:
    case_id = case_id_of(row, prefix_stem, has_ids=True)
    if not case_id:
        return None
    if case_id not in cases:
        row.complain(name_of(row, ("case", "id")), _UNKNOWN_CASE, id=case_id)
        return None
    if is_left_out_as_failed(row, case_id):
        return None
    note_if_cut_off(row, case_id)
    turns = _answer_turns(row, cases[case_id])
    control = control_of(row)
    draft = draft_row(row, case_of(row, case_id), turns, control, arm_of_file)
    # Here the name is the whole identity: files of outputs are made to share their cases' ids.
    return draft and replace(draft, place=None)


def _answer_turns(row: Row, case: CaseDraft) -> Turns:
    """The case's prompt and the completion, unless the output holds the whole conversation."""
    said = said_in(row)
    if said.chat:
        return with_completion(row, said.chat, said.completion)
    if row.is_faulty:
        return ()
    if not said.completion:
        row.complain("completion", _NO_ANSWER, id=case.source_id)
        return ()
    if case.prompt and said.prompt and said.prompt != case.prompt:
        row.note(_OTHER_PROMPT, name=case.source_id)
    prompt = case.prompt or said.prompt
    if not prompt:
        row.complain(None, _CASE_WITHOUT_PROMPT, id=case.source_id, row=case.row, file=case.file)
    return prompt + said.completion


def _filled_from(cases: Iterable[CaseDraft], rows: Iterable[DraftRow]) -> Iterable[CaseDraft]:
    """What the cases' file leaves blank may stand in the outputs; what it says goes."""
    spare: dict[str, CaseDraft] = {}
    for draft in rows:
        known = spare.setdefault(draft.case.source_id, draft.case)
        spare[draft.case.source_id] = replace(
            known,
            condition=known.condition or draft.case.condition,
            domain=known.domain or draft.case.domain,
            reference=known.reference or draft.case.reference,
        )
    for case in cases:
        other = spare.get(case.source_id, case)
        yield replace(
            case,
            condition=case.condition or other.condition,
            domain=case.domain or other.domain,
            reference=case.reference or other.reference,
        )


def _note_unanswered(
    file: str,
    cases: dict[str, CaseDraft],
    rows: Sequence[DraftRow],
    outputs: Sequence[Records],
    tally: Tally,
) -> None:
    real = [draft.item for draft in rows if draft.item.control is None]
    answered = {draft.item.case_source_id for draft in rows}
    for case_id in cases:
        if case_id not in answered:
            tally.count(file, _LEFT_OUT_CASES if outputs else _NO_OUTPUTS, name=case_id)
    by_arm: dict[str, set[str]] = {}
    for item in real:
        by_arm.setdefault(item.arm, set()).add(item.case_source_id)
    for arm, has in sorted(by_arm.items()):
        missing = [case_id for case_id in cases if case_id in answered - has]
        for case_id in missing:
            tally.count(arm, _ARM_LACKS, name=case_id)


_CONTROL_IN_CASES = gettext_noop(
    "a control is an answer, not a case. Move this field to the row of the answer, in a file of "
    "outputs or in a file of rows that stand alone."
)
_CASE_TWICE = gettext_noop(
    "the case “%(id)s” was already described differently in row %(first)s. Give each its own id."
)
_SAME_CASE = gettext_noop("%(file)s: cases that stand there twice, word for word: %(names)s.")
_UNKNOWN_CASE = gettext_noop(
    "there is no case “%(id)s” in the cases' file. Check the id, or add the case."
)
_NO_ANSWER = gettext_noop(
    "there is no answer to “%(id)s” in this row. Name its field with --field completion=NAME."
)
_OTHER_PROMPT = gettext_noop(
    "%(file)s: the prompt in the output is not that of the cases' file, which is shown "
    "(%(count)s): %(names)s. Check that the answers belong to these cases."
)
_CASE_WITHOUT_PROMPT = gettext_noop(
    "the case “%(id)s” has no prompt (%(file)s, row %(row)s), and neither has this output. Name "
    "the prompt's field with --field prompt=NAME."
)
_LEFT_OUT_CASES = gettext_noop(
    "%(file)s: cases without any output were left out (%(count)s): %(names)s."
)
_NO_OUTPUTS = gettext_noop("%(file)s: cases that have no output yet: %(count)s.")
_ARM_LACKS = gettext_noop("Arm “%(file)s” has no output for %(count)s of the cases: %(names)s.")
