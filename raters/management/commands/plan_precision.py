"""Say how many items and reviewers are enough for a wanted interval, before collecting."""

import json

from django.core.management.base import BaseCommand, CommandError
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from raters.design import precision
from raters.exporting.plain import plain

OTHER_REVIEWERS = (2, 3, 4, 5, 6, 8, 10)
METRICS = ("nominal", "ordinal", "interval")


class Command(BaseCommand):
    help = (
        "Plan the width of an interval: of the ICC by a formula, of Krippendorff's alpha by "
        "simulation, of a hit rate on planted items by Wilson's interval; or split a fixed number "
        "of ratings. See docs/precision.md."
    )

    def add_arguments(self, parser):
        kinds = parser.add_subparsers(dest="kind", required=True, metavar="KIND")
        _add_icc(kinds.add_parser("icc", help="items for a width, or the width of some items"))
        _add_split(kinds.add_parser("split", help="reviewers and items from a number of ratings"))
        _add_alpha(kinds.add_parser("alpha", help="the width of alpha's interval, simulated"))
        _add_hit_rate(kinds.add_parser("hit-rate", help="planted items for each reviewer"))
        for kind in kinds.choices.values():
            kind.add_argument("--json", action="store_true", help="print JSON instead of a table")

    def handle(self, *args, **options):
        try:
            record, tables = ANSWERS[options["kind"]](options)
        except precision.InvalidPlan as refusal:
            raise CommandError(refusal.phrase.through(gettext)) from None
        if options["json"]:
            self.stdout.write(json.dumps(record, ensure_ascii=False, indent=2, allow_nan=False))
            return
        for rows in tables:
            self._table(rows)
        self._sentences(record)

    def _table(self, rows):
        texts = [[_shown(cell) for cell in row] for row in rows]
        columns = [max(map(len, column)) for column in zip(*texts, strict=True)]
        for row in texts:
            first, *others = zip(row, columns, strict=True)
            cells = [first[0].ljust(first[1]), *(text.rjust(width) for text, width in others)]
            self.stdout.write("  ".join(cells).rstrip())
        self.stdout.write("")

    def _sentences(self, record):
        for text in (record["sentence"], record.get("reason"), *record.get("warnings", ())):
            if text:
                self.stdout.write(text)
        self.stdout.write(gettext("Source: %(source)s") % {"source": record["source"]})


def _add_icc(parser):
    parser.add_argument("--rho", type=float, required=True, help="the ICC(2,1) that is expected")
    parser.add_argument("--reviewers", type=int, required=True)
    asked = parser.add_mutually_exclusive_group(required=True)
    asked.add_argument("--width", type=float, help="the full width that is wanted")
    asked.add_argument("--items", type=int, help="ask for the width of so many items")
    _add_share_and_level(parser)


def _add_split(parser):
    parser.add_argument("--rho", type=float, required=True, help="the ICC(2,1) that is expected")
    parser.add_argument("--ratings", type=int, required=True, help="all ratings there will be")
    _add_share_and_level(parser)


def _add_alpha(parser):
    parser.add_argument("--alpha", type=float, required=True, help="the alpha that is expected")
    parser.add_argument("--items", type=int, required=True)
    parser.add_argument("--reviewers", type=int, required=True)
    parser.add_argument(
        "--shares",
        type=float,
        nargs="+",
        default=[1, 1, 1],
        help="how often each scale point is used, lowest first (default: three, equally often)",
    )
    parser.add_argument("--metric", choices=METRICS, default="ordinal")
    parser.add_argument("--rater-share", type=float, default=0.05)
    parser.add_argument("--panels", type=int, default=200, help="simulated panels (default 200)")
    parser.add_argument("--resamples", type=int, default=1_000)
    parser.add_argument("--seed", type=int, default=1)


def _add_hit_rate(parser):
    parser.add_argument("--rate", type=float, required=True, help="the hit rate that is expected")
    asked = parser.add_mutually_exclusive_group(required=True)
    asked.add_argument("--width", type=float, help="the full width that is wanted")
    asked.add_argument("--n", type=int, help="ask for the width of so many planted items")
    parser.add_argument("--level", type=float, default=0.95)


def _add_share_and_level(parser):
    parser.add_argument(
        "--rater-share",
        type=float,
        default=0.05,
        help="share of the variance that lies between reviewers' means (default 0.05)",
    )
    parser.add_argument("--level", type=float, default=0.95)


def _icc(options):
    plan = _icc_plan(options, options["reviewers"])
    others = [_icc_plan(options, k) for k in sorted({*OTHER_REVIEWERS, plan.expected.n_reviewers})]
    checks = {"bonett_items": _bonett(options), "by_reviewers": plain([_row(o) for o in others])}
    given = [
        (_("expected ICC(2,1)"), plan.expected.rho),
        (_("share between reviewers"), plan.expected.rater_share),
        (_("level"), plan.expected.level),
        (_("wanted width"), plan.wanted_width),
        (_("items"), plan.n_items),
        (_("expected width"), _rounded(plan.width)),
        (_("items after Bonett 2002"), checks["bonett_items"]),
    ]
    head = (_("reviewers"), _("items"), _("expected width"), _("no narrower than"))
    body = [
        (o.expected.n_reviewers, o.n_items, _rounded(o.width), _rounded(o.floor)) for o in others
    ]
    return plain(plan) | checks, [_known(given), [head, *body]]


def _icc_plan(options, reviewers):
    panel = {"n_reviewers": reviewers, "rater_share": options["rater_share"]}
    panel["level"] = options["level"]
    if options["items"] is not None:
        return precision.icc_at(options["rho"], n_items=options["items"], **panel)
    return precision.icc_items_for(options["rho"], width=options["width"], **panel)


def _row(plan):
    return {
        "n_reviewers": plan.expected.n_reviewers,
        "n_items": plan.n_items,
        "width": plan.width,
        "floor": plan.floor,
    }


def _bonett(options):
    """His formula knows no difference between reviewers, so it is a check only without one."""
    if options["rater_share"] or options["width"] is None:
        return None
    return precision.bonett_items(
        options["rho"],
        width=options["width"],
        n_reviewers=options["reviewers"],
        level=options["level"],
    )


def _split(options):
    best = precision.best_ratings_per_item(
        options["rho"],
        n_ratings=options["ratings"],
        rater_share=options["rater_share"],
        level=options["level"],
    )
    rows = [
        (_("ratings"), best.n_ratings),
        (_("ratings per item"), best.ratings_per_item),
        (_("items"), best.n_items),
        (_("expected width"), _rounded(best.width)),
        (_("1 + 1/ICC, without differences between reviewers"), _rounded(best.rule_of_thumb)),
    ]
    return plain(best), [rows]


def _alpha(options):
    found = precision.alpha_width_by_simulation(
        options["alpha"],
        n_items=options["items"],
        n_reviewers=options["reviewers"],
        shares=options["shares"],
        metric=options["metric"],
        rater_share=options["rater_share"],
        panels=options["panels"],
        resamples=options["resamples"],
        seed=options["seed"],
    )
    rows = [
        (_("expected alpha"), found.expected.alpha),
        (_("median alpha of the panels"), _rounded(found.median_alpha)),
        (_("median width"), _rounded(found.width)),
        (_("one panel in ten is narrower than"), _rounded(found.narrow)),
        (_("one panel in ten is wider than"), _rounded(found.wide)),
        (_("panels"), found.panels),
        (_("panels without an interval"), found.panels_without_interval),
        (_("seed"), found.seed),
    ]
    return plain(found), [_known(rows), [(found.model.through(gettext),)]]


def _hit_rate(options):
    rate, level = options["rate"], options["level"]
    if options["n"] is not None:
        plan = precision.hit_rate_at(rate, n=options["n"], level=level)
    else:
        plan = precision.hit_rate_n_for(rate, width=options["width"], level=level)
    rows = [
        (_("expected hit rate"), plan.rate),
        (_("wanted width"), plan.wanted_width),
        (_("planted items for each reviewer"), plan.n),
        (_("lower limit"), _rounded(plan.low)),
        (_("upper limit"), _rounded(plan.high)),
        (_("expected width"), _rounded(plan.width)),
    ]
    return plain(plan) | {"width": plan.width}, [_known(rows)]


ANSWERS = {"icc": _icc, "split": _split, "alpha": _alpha, "hit-rate": _hit_rate}


def _known(rows):
    return [row for row in rows if row[1] is not None]


def _rounded(value):
    return None if value is None else f"{value:.3f}"


def _shown(cell):
    return "-" if cell is None else str(cell)
