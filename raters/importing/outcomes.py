"""Was there an answer at all? Failed and cut-off outputs, told by the fields that say so."""

from raters.importing.fields import Row, is_blank, truth
from raters.importing.options import folded
from raters.importing.problems import printable
from raters.importing.speakers import shortened
from rubrics.phrases import Phrase, gettext_noop

_BAD_STATUS = ("err", "fail", "timeout", "timed_out", "cancel", "abort")
_NO_ERROR = frozenset({"none", "null", "no", "false", "0", "nan"})


def is_left_out_as_failed(row: Row, named: str) -> bool:
    """Reports a failed output, or notes it where the options say to skip such outputs.

    `named` is the case's id, by which a person finds the output.
    """
    failure = _failure(row)
    if failure is None:
        return False
    name, reason = failure
    if row.options.skip_failed:
        row.note(_SKIPPED, name=named)
    else:
        row.complain(name, _FAILED, id=named, reason=reason)
    return True


def note_if_cut_off(row: Row, named: str) -> None:
    if row.flag("truncated"):
        row.note(_CUT_OFF, name=named)


def _failure(row: Row) -> tuple[str, Phrase] | None:
    """(field, reason), or None for an output that is none the worse."""
    success, status, error = row.found("success"), row.found("status"), row.found("error")
    succeeded = truth(success[1]) if success else None
    if success and succeeded is False:
        return success[0], Phrase(
            gettext_noop("it is marked as not successful%(detail)s"), _detail(row)
        )
    if status and folded(str(status[1])).startswith(_BAD_STATUS):
        message = gettext_noop("its status is “%(status)s”")
        return status[0], Phrase(message, {"status": shortened(str(status[1]))})
    if error and not succeeded and folded(str(error[1])) not in _NO_ERROR:
        return error[0], Phrase(gettext_noop("it holds an error%(detail)s"), _detail(row))
    return _without_text(row)


def _detail(row: Row) -> dict[str, object]:
    error = row.found("error")
    value = error[1] if error else None
    said = value.get("message", value) if isinstance(value, dict) else value
    return {"detail": "" if is_blank(said) else f" (“{printable(shortened(str(said)))}”)"}


def _without_text(row: Row) -> tuple[str, Phrase] | None:
    """A completion's field that is there and blank. A row without one may hold a whole chat."""
    if row.found("messages") or row.found("transcript") or row.found_text("completion"):
        return None
    known = {folded(str(name)): str(name) for name in row.record.fields}
    blank = [known[folded(name)] for name in row.names.completion if folded(name) in known]
    if not blank:
        return None
    return blank[0], Phrase(gettext_noop("it has no text"))


_FAILED = gettext_noop(
    "the output for “%(id)s” failed: %(reason)s. Take the row out or run it again, or leave all "
    "failed outputs out with --skip-failed."
)
_SKIPPED = gettext_noop("%(file)s: failed outputs were left out (%(count)s): %(names)s.")
_CUT_OFF = gettext_noop(
    "%(file)s: answers that are marked as cut off (%(count)s): %(names)s. Reviewers see them as "
    "they are."
)
