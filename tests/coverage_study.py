"""Do the intervals cover as often as they say? `make coverage` prints docs/coverage.md's table.

Not a test: it takes minutes, and what it finds is a number to be read. Each design is a panel as
studies have them, drawn many times with the truth known; an interval covers when it holds the
truth.
"""

import argparse
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

import numpy as np

from raters.reliability import RatingTable, alpha, icc, icc_reml, wilson
from raters.reliability.behaviour import severity
from raters.reliability.correlation import dimension_correlations
from raters.reliability.criteria import CriteriaTable, CriterionRating, criteria_alpha, criteria_icc
from raters.reliability.estimate import Estimate
from raters.reliability.prespecified import prespecified
from raters.reliability.shared import Dimension
from tests import coverage_truth as truth
from tests.coverage_truth import Model
from tests.raters.reliability.tables import anchor_and_rotate

NARROWEST, WIDEST = 0.93, 0.97
THREE = (0, 1, 2)
FIVE = (1, 2, 3, 4, 5)

# An estimate and what it estimates.
Panel = tuple[Estimate, float]


@dataclass(frozen=True)
class Design:
    interval: str
    panel: str
    draw: Callable[[np.random.Generator], Iterator[Panel]]


@dataclass(frozen=True)
class Result:
    """`covered` of `n` intervals; `without` estimates had none."""

    n: int
    covered: float
    width: float
    without: int
    seconds: float

    @property
    def holds(self) -> bool:
        return NARROWEST <= self.covered <= WIDEST


def run(design: Design, *, panels: int, seed: int) -> Result:
    started = time.perf_counter()
    found = []
    for panel in range(panels):
        found.extend(design.draw(np.random.default_rng((seed, panel))))
    known = [(one, true) for one, true in found if one.has_interval]
    covered = [one.low <= true <= one.high for one, true in known]
    return Result(
        n=len(known),
        covered=float(np.mean(covered)),
        width=float(np.mean([one.width for one, _ in known])),
        without=len(found) - len(known),
        seconds=time.perf_counter() - started,
    )


@dataclass(frozen=True)
class Drawn:
    table: RatingTable
    reviewers: np.ndarray


def drawn(
    rng: np.random.Generator,
    model: Model,
    items: int,
    reviewers: int,
    *,
    rated: np.ndarray | None = None,
    cases: int | None = None,
    share_of_cases: float = 0.8,
) -> Drawn:
    """`cases`: equally many items in each, which hold that share of the items' variance."""
    level = model.item * rng.standard_normal(items)
    case = np.arange(items) if cases is None else np.arange(items) * cases // items
    if cases is not None:
        level *= np.sqrt(1 - share_of_cases)
        level += np.sqrt(share_of_cases) * model.item * rng.standard_normal(cases)[case]
    leaning = model.reviewer * rng.standard_normal(reviewers)
    noise = model.error * rng.standard_normal((items, reviewers))
    scores = model.shown(model.mean + level[:, None] + leaning + noise)
    rows, columns = np.nonzero(np.ones_like(scores) if rated is None else rated)
    table = RatingTable.from_columns(
        item=[f"i{row:04}" for row in rows],
        rater=[f"r{column:02}" for column in columns],
        score=scores[rows, columns],
        case=[f"c{case[row]:04}" for row in rows],
        levels=model.levels,
    )
    return Drawn(table, leaning)


def icc_panels(rng, *, model: Model, items: int, reviewers: int, of, **shape) -> Iterator[Panel]:
    yield of(drawn(rng, model, items, reviewers, **shape).table), truth.icc_2_1(model)


def alpha_panels(rng, *, model: Model, items: int, reviewers: int, **shape) -> Iterator[Panel]:
    panel = drawn(rng, model, items, reviewers, **shape)
    true = truth.alpha_ordinal(model, panel.reviewers)
    yield alpha(panel.table, "ordinal", seed=1, resamples=1_000), true


def severity_panels(rng, *, model: Model, items: int, reviewers: int, **shape) -> Iterator[Panel]:
    panel = drawn(rng, model, items, reviewers, **shape)
    true = truth.severities(model, panel.reviewers)
    yield severity(panel.table)[0].estimate, float(true[0])


def hit_panels(rng, *, rate: float, controls: int) -> Iterator[Panel]:
    hits = int(rng.binomial(controls, rate))
    low, high = wilson(hits, controls)
    counts = {"n_items": controls, "n_reviewers": 1, "n_ratings": controls, "n_cases": controls}
    yield Estimate("hits", None, hits / controls, low, high, 0.95, None, **counts), rate


def correlation_panels(rng, *, correlation: float, items: int, reviewers: int) -> Iterator[Panel]:
    """Two dimensions, each scored with half the items' spread as error."""
    levels = rng.multivariate_normal([0, 0], [[1, correlation], [correlation, 1]], size=items)
    dimensions = []
    for name, level in zip("ab", levels.T, strict=True):
        scores = level[:, None] + 0.5 * rng.standard_normal((items, reviewers))
        rows, columns = np.nonzero(np.ones_like(scores))
        table = RatingTable.from_columns(
            item=rows, rater=columns, score=scores[rows, columns], levels=None
        )
        dimensions.append(Dimension(name, table))
    (found,) = dimension_correlations(dimensions, seed=1, resamples=1_000)
    yield found.estimate, truth.spearman(correlation / (1 + 0.25 / reviewers))


def criteria_panels(
    rng, *, items: int, criteria: int, reviewers: int, sds: dict[str, float], of
) -> Iterator[Panel]:
    """Every criterion on every item; difficulties are spread evenly over three points."""
    difficulty = np.linspace(-1.5, 1.5, criteria)[None, :, None]
    parts = {
        "item": (items, 1, 1),
        "unit": (items, criteria, 1),
        "reviewer": (1, 1, reviewers),
        "error": (items, criteria, reviewers),
    }
    scores = difficulty + sum(
        sds[part] * rng.standard_normal(shape) for part, shape in parts.items()
    )
    table = CriteriaTable.of(
        (
            CriterionRating(f"i{item:03}", None, f"k{criterion:02}", f"r{reviewer}", float(score))
            for (item, criterion, reviewer), score in np.ndenumerate(scores)
        ),
        levels=None,
    )
    variances = {part: sd**2 for part, sd in sds.items()}
    between = variances["item"] + variances["unit"]
    yield of(table), between / sum(variances.values())


def on_complete_items(table: RatingTable) -> Estimate:
    return icc(table, "ICC(2,1)")


def as_reported(table: RatingTable) -> Estimate:
    return prespecified(table, "icc_2_1", seed=1)


def by_reml(table: RatingTable) -> Estimate:
    return icc_reml(table, "ICC(2,1)")


on_three = Model(mean=1.0, item=0.5, reviewer=0.15, error=0.45, levels=THREE)
flat_on_three = Model(mean=1.0, item=0.24, reviewer=0.15, error=0.45, levels=THREE)
skewed_on_three = Model(mean=1.8, item=0.5, reviewer=0.15, error=0.45, levels=THREE)
on_five = Model(mean=3.2, item=0.9, reviewer=0.3, error=0.7, levels=FIVE)
free = Model(mean=0.0, item=1.0, reviewer=0.4, error=1.0)
severe = Model(mean=0.0, item=1.0, reviewer=1.0, error=1.0)
units = {"item": 0.5, "unit": 0.5, "reviewer": 0.3, "error": 0.8}
difficulty_only = {"item": 0.0, "unit": 0.0, "reviewer": 0.3, "error": 0.8}


def designs() -> list[Design]:
    return [*complete_designs(), *incomplete_designs(), *alpha_designs(), *other_designs()]


def complete_designs() -> list[Design]:
    anova = partial(icc_panels, of=on_complete_items)
    shown = partial(icc_panels, of=as_reported)
    return [
        Design(
            "ICC(2,1), F", "48 x 5 on 0-2", partial(anova, model=on_three, items=48, reviewers=5)
        ),
        Design(
            "ICC(2,1), F", "40 x 3 on 0-2", partial(anova, model=on_three, items=40, reviewers=3)
        ),
        Design(
            "ICC(2,1), F",
            "40 x 5 on 0-2, items alike",
            partial(anova, model=flat_on_three, items=40, reviewers=5),
        ),
        Design(
            "ICC(2,1), F", "40 x 3 on 1-5", partial(anova, model=on_five, items=40, reviewers=3)
        ),
        Design(
            "ICC(2,1), F",
            "200 x 3, reviewers far apart",
            partial(anova, model=severe, items=200, reviewers=3),
        ),
        Design(
            "ICC(2,1), as reported",
            "200 x 3, reviewers far apart",
            partial(shown, model=severe, items=200, reviewers=3),
        ),
    ]


def incomplete_designs() -> list[Design]:
    reml = partial(icc_panels, of=by_reml)
    wide = anchor_and_rotate(items=74, anchors=30, reviewers=5, each=2)
    small = anchor_and_rotate(items=48, anchors=12, reviewers=4, each=2)
    return [
        Design(
            "ICC(2,1) REML",
            "30 anchors + 44 by 2 of 5, on 1-5",
            partial(reml, model=on_five, items=74, reviewers=5, rated=wide),
        ),
        Design(
            "ICC(2,1) REML",
            "12 anchors + 36 by 2 of 4, free",
            partial(reml, model=free, items=48, reviewers=4, rated=small),
        ),
        Design(
            "ICC(2,1) REML",
            "12 anchors + 36 by 2 of 4, on 0-2",
            partial(reml, model=on_three, items=48, reviewers=4, rated=small),
        ),
        Design(
            "ICC(2,1) REML",
            "48 x 4 from 12 cases",
            partial(reml, model=free, items=48, reviewers=4, cases=12),
        ),
    ]


def alpha_designs() -> list[Design]:
    def one(panel: str, model: Model, items: int, reviewers: int, **shape) -> Design:
        draw = partial(alpha_panels, model=model, items=items, reviewers=reviewers, **shape)
        return Design("alpha ordinal, BCa", panel, draw)

    return [
        one("48 x 5 on 0-2", on_three, 48, 5),
        one("40 x 3 on 0-2", on_three, 40, 3),
        one("40 x 3 on 0-2, most are 2", skewed_on_three, 40, 3),
        one("40 x 3 on 1-5", on_five, 40, 3),
        one("48 x 5 on 0-2 from 12 cases", on_three, 48, 5, cases=12),
        one("96 x 4 on 0-2 from 24 cases", on_three, 96, 4, cases=24),
    ]


def other_designs() -> list[Design]:
    difficult = partial(criteria_panels, items=30, criteria=4, reviewers=5)

    def interval_alpha(table: CriteriaTable) -> Estimate:
        return criteria_alpha(table, "interval", seed=1, resamples=1_000)

    return [
        *(
            Design(
                "hit rate, Wilson",
                f"{controls} controls, rate {rate}",
                partial(hit_panels, rate=rate, controls=controls),
            )
            for controls in (6, 10, 20)
            for rate in (0.8, 0.9)
        ),
        Design("criteria ICC(2,1)", "30 x 4 x 5", partial(difficult, sds=units, of=criteria_icc)),
        Design(
            "criteria ICC(2,1)",
            "20 x 8 x 3",
            partial(criteria_panels, items=20, criteria=8, reviewers=3, sds=units, of=criteria_icc),
        ),
        Design(
            "criteria ICC(2,1)",
            "30 x 4 x 5, difficulty alone",
            partial(difficult, sds=difficulty_only, of=criteria_icc),
        ),
        Design(
            "criteria alpha, BCa",
            "30 x 4 x 5, reviewers alike",
            partial(difficult, sds={**units, "reviewer": 0.0}, of=interval_alpha),
        ),
        Design(
            "severity, t",
            "48 x 5 on 0-2",
            partial(severity_panels, model=on_three, items=48, reviewers=5),
        ),
        Design(
            "severity, t by case",
            "48 x 5 on 0-2 from 12 cases",
            partial(severity_panels, model=on_three, items=48, reviewers=5, cases=12),
        ),
        Design(
            "Spearman, BCa",
            "40 items x 3, true .54",
            partial(correlation_panels, correlation=0.6, items=40, reviewers=3),
        ),
        Design(
            "Spearman, BCa",
            "40 items x 3, true 0",
            partial(correlation_panels, correlation=0.0, items=40, reviewers=3),
        ),
    ]


def line(design: Design, result: Result) -> str:
    verdict = "yes" if result.holds else "no"
    cells = (
        design.interval,
        design.panel,
        str(result.n),
        f"{result.covered:.3f}",
        f"{result.width:.3f}",
        str(result.without),
        verdict,
    )
    return "| " + " | ".join(cells) + " |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--panels", type=int, default=2_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="designs whose interval or panel contains this")
    given = parser.parse_args()
    head = ("interval", "panel", "intervals", "covered", "mean width", "without", ".93 to .97")
    write("| " + " | ".join(head) + " |")
    write("|" + " --- |" * len(head))
    for design in designs():
        if given.only in f"{design.interval} {design.panel}":
            result = run(design, panels=given.panels, seed=given.seed)
            write(line(design, result))
            sys.stderr.write(f"{result.seconds:.0f} s\n")


def write(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
