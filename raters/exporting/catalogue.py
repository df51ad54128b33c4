"""Which files can be had of a round, what each is for, and how much is in it?"""

from collections.abc import Iterator
from dataclasses import dataclass

from django.db.models import Count, Q

from raters.exporting.typesetting import chinese_fonts
from raters.models import Rating, Round, Score
from rubrics.phrases import Phrase, gettext_noop


@dataclass(frozen=True)
class Download:
    """`view` is the name of its address. One that `tells_reliability` may be withheld."""

    view: str
    name: str
    what: Phrase
    size: Phrase
    tells_reliability: bool


NO_FONT = gettext_noop(
    "This server has no font with Chinese characters: in the PDF they are empty boxes, and the "
    "Chinese paragraphs are left out."
)
NOTHING = gettext_noop("Nothing has been rated yet: the file has its column heads and no rows.")
NOTHING_IN_LINES = gettext_noop("Nothing has been rated yet: the file is empty.")
ROWS = gettext_noop("%(n)d rows")
RECORDS = gettext_noop("%(n)d lines")
SESSIONS = gettext_noop("%(n)d rated items")
PAGES = gettext_noop("the whole report")
RATINGS_CSV = gettext_noop(
    "The rating records, one row for each answer: for a spreadsheet, R or SPSS."
)
RATINGS_JSONL = gettext_noop("The same records, one JSON object a line: for a program.")
SCORES = gettext_noop("What each rating adds up to: points, composite and grade.")
YAML = gettext_noop("A report of each rated session, and the panel's mean.")
REPORT_FILES = (
    (
        "report_html",
        "report.html",
        gettext_noop("The report in one file that opens anywhere, without a network."),
    ),
    ("report_pdf", "report.pdf", gettext_noop("The report on paper, for a reader or a reviewer.")),
    (
        "report_xlsx",
        "report.xlsx",
        gettext_noop("Every estimate and the rating records as tables, for a spreadsheet."),
    ),
    (
        "report_json",
        "report.json",
        gettext_noop("Every value with its limits, method and reasons, for a program."),
    ),
)


def catalogue(round: Round) -> tuple[Download, ...]:
    return (*_of_the_report(), *_of_the_records(round))


def word_on_fonts() -> Phrase | None:
    return None if chinese_fonts() else Phrase(NO_FONT)


def _of_the_report() -> Iterator[Download]:
    for view, name, what in REPORT_FILES:
        yield Download(view, name, Phrase(what), Phrase(PAGES), tells_reliability=True)


def _of_the_records(round: Round) -> Iterator[Download]:
    n_scored, n_rows = _counts(round)
    files = (
        ("ratings_csv", "ratings.csv", n_rows, ROWS, NOTHING, RATINGS_CSV),
        ("ratings_jsonl", "ratings.jsonl", n_rows, RECORDS, NOTHING_IN_LINES, RATINGS_JSONL),
        ("scores_csv", "scores.csv", n_scored, ROWS, NOTHING, SCORES),
        ("sessions_yaml", "sessions.yaml", n_scored, SESSIONS, NOTHING_IN_LINES, YAML),
    )
    for view, name, n, size, empty, what in files:
        shown = Phrase(size, {"n": n}) if n else Phrase(empty)
        yield Download(view, name, Phrase(what), shown, tells_reliability=False)


def _counts(round: Round) -> tuple[int, int]:
    """Scored items, and rows of records: an item reported as defective has one of its own."""
    current = Rating.objects.current().filter(assignment__round=round)
    scored = Count("pk", filter=Q(outcome=Rating.Outcome.SCORED))
    counts = current.aggregate(all=Count("pk"), scored=scored)
    n_answers = Score.objects.filter(rating__in=current.scored()).count()
    return counts["scored"], n_answers + counts["all"] - counts["scored"]
