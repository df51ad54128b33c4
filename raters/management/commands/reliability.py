"""Every reliability estimate of a file of ratings, without a study."""

import json
import re
import sys
from pathlib import Path

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext as _

from raters.reliability.files import FileOptions, FileRefused, read_ratings, summarised
from raters.reliability.files.options import levels_of
from raters.reliability.files.printing import lines
from raters.reliability.files.scales import LEVELS
from rubrics.phrases import Phrase, gettext_noop

AS_GIVEN = ("item", "rater", "score", "wide", "by", "case", "controls", "anonymous_raters")
FEWEST_RESAMPLES = 100

UNREADABLE = gettext_noop("%(file)s: the file cannot be opened (%(reason)s).")
SEED = gettext_noop("--seed must be 0 or more.")
RESAMPLES = gettext_noop("--resamples must be 100 or more.")
TARGET = gettext_noop("--target must lie between -1 and 1.")


class Command(BaseCommand):
    help = (
        "Reliability of the ratings in FILE (CSV, TSV, XLSX, JSON Lines): ICC, Krippendorff's "
        "alpha, AC1 and AC2, kappa, agreement, with intervals. See docs/reliability-command.md."
    )

    def add_arguments(self, parser):
        # Else "--levels -2,-1,0" is taken for an option of that name.
        parser._negative_number_matcher = re.compile(r"-\d")
        parser.add_argument("file", type=Path)
        parser.add_argument("--item", metavar="COL", help="the column of the items")
        parser.add_argument(
            "--rater", metavar="COL", help="the column of the raters; with --wide their names: a,b"
        )
        parser.add_argument("--score", metavar="COL", help="the column of the scores")
        parser.add_argument(
            "--wide", action="store_true", help="a row for each item, a column for each rater"
        )
        parser.add_argument("--by", metavar="COL", help="each value of this column on its own")
        parser.add_argument(
            "--case", metavar="COL", help="items with the same case belong together"
        )
        parser.add_argument("--anonymous-raters", action="store_true")
        parser.add_argument("--level", choices=LEVELS, help="default: told by the scores, and said")
        parser.add_argument("--levels", metavar="0,1,2", help="all points of the scale, ascending")
        parser.add_argument("--controls", metavar="COL", help="rows with a value here are planted")
        parser.add_argument("--target", type=float, help="the value that the interval should reach")
        parser.add_argument("--encoding", help="of the file, where it is not UTF-8")
        parser.add_argument("--seed", type=int, default=1)
        parser.add_argument("--resamples", type=int, default=2_000)
        parser.add_argument("--json", action="store_true", help="print JSON instead of a table")

    def handle(self, *args, **options):
        try:
            found = _summary(options)
        except FileRefused as refusal:
            self._refuse(refusal.phrase.through(_))
        if options["json"]:
            record = found.as_record(_)
            self.stdout.write(json.dumps(record, ensure_ascii=False, indent=2, allow_nan=False))
            return
        for line in lines(found, _):
            self.stdout.write(line)

    def _refuse(self, sentence: str):
        # One sentence and nothing else; `CommandError` would print its own name before it.
        if self._called_from_command_line:
            self.stderr.write(sentence)
            sys.exit(2)
        raise CommandError(sentence, returncode=2)


def _summary(options):
    for is_wrong, template in (
        (options["seed"] < 0, SEED),
        (options["resamples"] < FEWEST_RESAMPLES, RESAMPLES),
        (options["target"] is not None and not abs(options["target"]) <= 1, TARGET),
    ):
        if is_wrong:
            raise FileRefused(Phrase(template))
    asked = FileOptions(
        level=options["level"],
        levels=levels_of(options["levels"]),
        encoding=options["encoding"],
        **{name: options[name] for name in AS_GIVEN},
    )
    file = read_ratings(_bytes(options["file"]), name=options["file"].name, options=asked)
    given = {name: options[name] for name in ("seed", "resamples", "target")}
    return summarised(file, **given)


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except (OSError, ValueError) as error:
        values = {"file": str(path), "reason": getattr(error, "strerror", None) or str(error)}
        raise FileRefused(Phrase(UNREADABLE, values)) from None
