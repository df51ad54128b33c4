"""Records in, drafts out. Rows that stand alone are drafted here; `joining` does the others."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from raters.importing.controls import control_of
from raters.importing.conversations import Said, Turns, said_in, with_completion
from raters.importing.drafts import (
    CaseDraft,
    ControlDraft,
    CriterionDraft,
    Drafts,
    ItemDraft,
    TurnDraft,
)
from raters.importing.fields import Row, field_names, field_problems, has_any, rows_of, stem
from raters.importing.joining import draft_joined
from raters.importing.merging import DraftRow, Kept, merged_cases
from raters.importing.options import ImportOptions
from raters.importing.outcomes import is_left_out_as_failed, note_if_cut_off
from raters.importing.problems import Problem
from raters.importing.recognising import Records
from raters.importing.row_drafts import Run, case_id_of, case_of, draft_row, finished
from rubrics.phrases import Phrase, gettext_noop

__all__ = [
    "CaseDraft",
    "ControlDraft",
    "CriterionDraft",
    "Drafts",
    "ItemDraft",
    "TurnDraft",
    "draft_items",
    "draft_joined",
]


def draft_items(records_by_file: Sequence[Records], *, options: ImportOptions) -> Drafts:
    """Rows that stand alone: each is a case and its item.

    An item is named for its case and its arm ("case-7 / gpt"), since a case is answered once per
    arm; a control for its own id, or for its case and its kind.
    """
    run = Run(options)
    run.problems += field_problems(records_by_file, options.fields)
    kept = Kept(run.tally, run.problems)
    for records in records_by_file:
        run.problems += records.problems
        for draft in _stand_alone(records, run):
            kept.add(draft)
    cases = merged_cases(kept.rows, run.problems)
    return finished(run, cases, [draft.item for draft in kept.rows])


def _stand_alone(records: Records, run: Run) -> Iterable[DraftRow]:
    if missing := _missing_texts(records, run.options):
        run.problems.append(missing)
        return
    arm = _arm_of_file(records, run)
    has_ids = has_any(records, run.options.fields.case + run.options.fields.id)
    for row in rows_of(records, run.options, run.tally):
        draft = _stand_alone_row(row, arm, has_ids)
        run.problems += row.complaints.problems
        if draft and not row.is_faulty:
            yield draft


def _stand_alone_row(row: Row, arm_of_file: str | None, has_ids: bool) -> DraftRow | None:
    case_id = case_id_of(row, stem(row.file), has_ids)
    if not case_id or is_left_out_as_failed(row, case_id):
        return None
    note_if_cut_off(row, case_id)
    said = said_in(row)
    case = replace(case_of(row, case_id), prompt=said.prompt)
    turns = _turns(row, said)
    control = control_of(row)
    return draft_row(row, case, turns, control, arm_of_file)


def _turns(row: Row, said: Said) -> Turns:
    if said.chat:
        return with_completion(row, said.chat, said.completion)
    # A field that could not be read has been complained of; it is not missing as well.
    if row.is_faulty:
        return ()
    if said.nothing:
        row.complain(None, _NOTHING_SAID)
    elif not said.completion:
        row.complain(row.found_text("prompt")[0], _NO_COMPLETION)
    elif not said.prompt:
        row.complain(row.found_text("completion")[0], _NO_PROMPT)
    return said.prompt + said.completion


def _arm_of_file(records: Records, run: Run) -> str | None:
    """The arm for rows that name none; None where some rows do, and the others forgot to."""
    if run.options.arm:
        return run.options.arm
    if has_any(records, run.options.fields.arm):
        return None
    return stem(records.file)


def _missing_texts(records: Records, options: ImportOptions) -> Problem | None:
    """One problem for the file rather than one for each of its rows."""
    names = options.fields
    if has_any(records, names.messages + names.transcript + names.completion):
        return None
    if has_any(records, names.prompt):
        return Problem(records.file, None, None, Phrase(_NO_COMPLETION))
    values = {"found": ", ".join(field_names([records]))}
    return Problem(records.file, None, None, Phrase(_NO_TEXTS, values))


_NOTHING_SAID = gettext_noop(
    "the row has no turn to rate. Expected messages, a transcript, or a prompt and a completion."
)
_NO_COMPLETION = gettext_noop(
    "a prompt without an answer to rate. If these are cases whose answers are in other files, "
    "import them together; else name the answer's field with --field completion=NAME."
)
_NO_PROMPT = gettext_noop(
    "the row has an answer and no question. Name the question's field with --field prompt=NAME."
)
_NO_TEXTS = gettext_noop(
    "no field with messages, a transcript, a prompt or a completion was found. The fields are: "
    "%(found)s. Name the right one, for example with --field transcript=NAME."
)
