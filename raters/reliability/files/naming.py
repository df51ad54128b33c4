"""Which column holds what? As told, or guessed from its name; said either way, never by position
alone but for the first column of a wide table."""

from collections.abc import Iterable
from dataclasses import dataclass

from raters.importing.options import folded
from raters.reliability.files.options import FileOptions
from raters.reliability.files.refusals import refused
from raters.reliability.files.sheets import Sheet
from rubrics.phrases import gettext_noop

# Names of one line are as good as each other: two of them in a file are unclear. Earlier lines win.
GUESSES = {
    "item": (
        ("item", "item_id", "itemid", "item_key"),
        ("subject", "subject_id", "target", "target_id", "unit", "unit_id"),
        ("case", "case_id", "sample", "sample_id", "document", "doc_id", "example_id", "id"),
    ),
    "rater": (
        ("rater", "rater_id", "raterid"),
        ("reviewer", "reviewer_id", "annotator", "annotator_id", "coder", "coder_id"),
        ("observer", "judge", "judge_id", "reader", "labeler", "labeller", "worker", "worker_id"),
    ),
    "score": (
        ("score", "rating", "ratings"),
        ("value", "label", "code", "category", "grade", "answer", "decision"),
    ),
}
OPTION = {role: f"--{role}" for role in ("item", "rater", "score", "by", "case", "controls")}

NO_SUCH = gettext_noop("there is no column “%(wanted)s” (%(option)s). Columns: %(columns)s.")
UNCLEAR = gettext_noop(
    "it is not clear which column holds the %(role)s. Name it with %(option)s. "
    "Columns: %(columns)s."
)
SHARED = gettext_noop("column “%(shared)s” is named for two purposes: %(first)s and %(second)s.")
NO_SCORE_IN_WIDE = gettext_noop(
    "in a wide table the raters' columns hold the scores: leave out --score."
)
NO_RATERS = gettext_noop(
    "a wide table needs a column of scores beside the item. Columns: %(columns)s."
)


@dataclass(frozen=True)
class Taken:
    """The names of the columns; `raters` are the raters' own columns in a wide table."""

    item: str
    rater: str | None
    score: str | None
    raters: tuple[str, ...]
    by: str | None
    case: str | None
    controls: str | None


def columns_taken(sheet: Sheet, options: FileOptions) -> Taken:
    """Raises FileRefused with the list of columns where it is unclear."""
    told = {
        role: _found(sheet, role, getattr(options, role))
        for role in ("item", "score", "by", "case", "controls")
        if getattr(options, role)
    }
    if options.wide:
        return _wide(sheet, options, told)
    if options.rater:
        told["rater"] = _found(sheet, "rater", options.rater)
    _refuse_shared(sheet, told)
    for role in ("item", "rater", "score"):
        # Without a name for each rater, every row of an item is another rater's.
        required = role != "rater" or not options.anonymous_raters
        if role not in told and (guess := _guessed(sheet, role, told, required=required)):
            told[role] = guess
    return _taken(told, ())


def _wide(sheet: Sheet, options: FileOptions, told: dict[str, str]) -> Taken:
    if "score" in told:
        raise refused(sheet.name, NO_SCORE_IN_WIDE)
    _refuse_shared(sheet, told)
    others = [column for column in sheet.columns if column not in told.values()]
    if "item" not in told:
        if not others:
            raise refused(sheet.name, NO_RATERS, columns=_listed(sheet))
        told["item"] = others.pop(0)
    raters = _named_raters(sheet, options.rater, told) if options.rater else tuple(others)
    if not raters:
        raise refused(sheet.name, NO_RATERS, columns=_listed(sheet))
    return _taken(told, raters)


def _named_raters(sheet: Sheet, names: str, told: dict[str, str]) -> tuple[str, ...]:
    wanted = [name.strip() for name in names.split(",") if name.strip()]
    raters = tuple(dict.fromkeys(_found(sheet, "rater", name) for name in wanted))
    for rater in raters:
        _refuse_shared(sheet, told | {"rater": rater})
    return raters


def _taken(told: dict[str, str], raters: tuple[str, ...]) -> Taken:
    roles = ("item", "rater", "score", "by", "case", "controls")
    return Taken(raters=raters, **{role: told.get(role) for role in roles})


def _found(sheet: Sheet, role: str, wanted: str) -> str:
    if wanted in sheet.columns:
        return wanted
    alike = [column for column in sheet.columns if folded(column) == folded(wanted)]
    if len(alike) == 1:
        return alike[0]
    raise refused(sheet.name, NO_SUCH, wanted=wanted, option=OPTION[role], columns=_listed(sheet))


def _guessed(sheet: Sheet, role: str, told: dict[str, str], *, required: bool) -> str | None:
    free = [column for column in sheet.columns if column not in told.values()]
    for names in GUESSES[role]:
        fitting = [column for column in free if folded(column) in names]
        if len(fitting) == 1:
            return fitting[0]
        if fitting:
            break
    else:
        if not required:
            return None
    raise refused(sheet.name, UNCLEAR, role=role, option=OPTION[role], columns=_listed(sheet))


def _refuse_shared(sheet: Sheet, told: dict[str, str]) -> None:
    options: dict[str, str] = {}
    for role, column in told.items():
        if (first := options.setdefault(column, OPTION[role])) != OPTION[role]:
            raise refused(sheet.name, SHARED, shared=column, first=first, second=OPTION[role])


def _listed(sheet: Sheet) -> str:
    names: Iterable[str] = sheet.columns
    return ", ".join(names)
