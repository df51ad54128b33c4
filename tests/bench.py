"""How long does a report take, and what would naive loops take? `make bench` prints the table.

Not a test: it takes minutes, and what it finds is a number to be read. Every size runs in a process
of its own, so that its peak memory is its own; so does every naive loop.
"""

import argparse
import json
import os
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass

import krippendorff
import numpy as np
import pandas as pd
import pingouin as pg

from raters.reliability import RatingTable, alpha
from raters.reliability.prespecified import prespecified
from raters.reliability.summary import leading_estimate, summary

RESAMPLES = 2_000
THREE = (0, 1, 2)
# A naive loop is measured until this is over, on two resamples at least, and scaled.
SECONDS_OF_A_LOOP = 2.0

HEAD = (
    *("panel", "ratings", "report", "leading only", "peak memory"),
    *("alpha, 95% CI", "naive krippendorff", "faster", "naive pingouin"),
)


@dataclass(frozen=True)
class Panel:
    """`each`: how many of the reviewers rate an item; `alike`: reviewers have no leanings."""

    name: str
    items: int
    reviewers: int
    levels: tuple[int, ...] | None = THREE
    each: int | None = None
    cases: int | None = None
    alike: bool = False

    def scores(self) -> np.ndarray:
        rng, shape = np.random.default_rng(1), (self.items, self.reviewers)
        leaning = 0.0 if self.alike else 0.15 * rng.standard_normal(self.reviewers)
        scores = 1 + 0.5 * rng.standard_normal((self.items, 1)) + leaning
        scores = scores + 0.45 * rng.standard_normal(shape)
        if self.levels is not None:
            scores = np.clip(np.rint(scores), self.levels[0], self.levels[-1])
        if self.each is not None:
            turn = np.arange(self.items)[:, None] + np.arange(self.reviewers)
            scores[turn % self.reviewers >= self.each] = np.nan
        return scores

    def table(self, scores: np.ndarray) -> RatingTable:
        rows, columns = np.nonzero(np.isfinite(scores))
        case = None if self.cases is None else rows * self.cases // self.items
        given = {"score": scores[rows, columns], "levels": self.levels, "case": case}
        return RatingTable.from_columns(item=rows, rater=columns, **given)


PANELS = [
    Panel("40 x 5 on 0-2", 40, 5),
    Panel("48 x 5 on 0-2 from 12 cases", 48, 5, cases=12),
    Panel("1,000 x 10 on 0-2", 1_000, 10),
    Panel("10,000 x 10 on 0-2", 10_000, 10),
    Panel("100,000 x 10 on 0-2", 100_000, 10),
    Panel("100,000 x 10 on 0-2, reviewers alike", 100_000, 10, alike=True),
    Panel("10,000 by 3 of 10 on 0-2", 10_000, 10, each=3),
    Panel("1,000 x 10, free decimals", 1_000, 10, levels=None),
    Panel("100,000 x 10, free decimals", 100_000, 10, levels=None),
]


def seconds(of: Callable[[], object]) -> float:
    started = time.perf_counter()
    of()
    return time.perf_counter() - started


def report(panel: Panel) -> dict[str, float]:
    """A first report on eight items loads the packages, so that their import is not counted."""
    everything(Panel("", 8, 3), Panel("", 8, 3).scores())
    scores = panel.scores()
    whole = seconds(lambda: everything(panel, scores))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    table = panel.table(scores)
    metric = "ordinal" if panel.levels else "interval"
    return {
        "ratings": table.n_ratings,
        "report": whole,
        "leading": seconds(lambda: leading_estimate(table, seed=1)),
        "peak": peak / 1024,
        "alpha": seconds(lambda: alpha(table, metric, seed=1, resamples=RESAMPLES)),
    }


def everything(panel: Panel, scores: np.ndarray) -> None:
    """From columns of ratings to every number of one question."""
    table = panel.table(scores)
    summary(table, seed=1, resamples=RESAMPLES, target=0.7)
    prespecified(table, "icc_2_1", seed=1, resamples=RESAMPLES)


def naive(panel: Panel) -> dict[str, float | None]:
    """Seconds for all resamples, scaled from a few; pingouin takes complete tables only."""
    scores = panel.scores()
    # krippendorff holds items x points x points numbers: more than there is, for free decimals.
    return {
        "krippendorff": scaled(scores, naive_alpha) if panel.levels else None,
        "pingouin": scaled(scores, naive_icc) if panel.each is None else None,
    }


def naive_alpha(sample: np.ndarray) -> None:
    domain = np.array(THREE, dtype=float)
    krippendorff.alpha(sample.T, value_domain=domain, level_of_measurement="ordinal")


def naive_icc(sample: np.ndarray) -> None:
    n, k = sample.shape
    item, rater = np.repeat(np.arange(n), k), np.tile(np.arange(k), n)
    frame = pd.DataFrame({"item": item, "rater": rater, "score": sample.ravel()})
    pg.intraclass_corr(frame, "item", "rater", "score")


def scaled(scores: np.ndarray, of: Callable[[np.ndarray], None]) -> float:
    rng = np.random.default_rng(1)
    of(scores[rng.integers(len(scores), size=len(scores))])
    done, started = 0, time.perf_counter()
    while done < 2 or time.perf_counter() - started < SECONDS_OF_A_LOOP:
        of(scores[rng.integers(len(scores), size=len(scores))])
        done += 1
    return (time.perf_counter() - started) / done * RESAMPLES


def in_a_process(what: str, index: int) -> dict:
    run = [sys.executable, "-W", "ignore", "-m", "tests.bench", what, str(index)]
    done = subprocess.run(run, stdout=subprocess.PIPE, check=True, text=True)
    return json.loads(done.stdout)


def line(panel: Panel, ours: dict, loops: dict) -> str:
    loop = loops["krippendorff"]
    cells = (
        panel.name,
        f"{ours['ratings']:,}",
        f"{ours['report']:.2f} s",
        f"{ours['leading']:.3f} s",
        f"{ours['peak']:.0f} MB",
        f"{ours['alpha']:.3f} s",
        "-" if loop is None else f"{loop:,.1f} s",
        "-" if loop is None else f"{loop / ours['alpha']:,.0f} times",
        "-" if loops["pingouin"] is None else f"{loops['pingouin']:,.0f} s",
    )
    return "| " + " | ".join(cells) + " |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", nargs="?", choices=("report", "naive"))
    parser.add_argument("index", nargs="?", type=int)
    given = parser.parse_args()
    if given.what is not None:
        found = {"report": report, "naive": naive}[given.what](PANELS[given.index])
        write(json.dumps(found))
        return
    write(f"{os.cpu_count()} cores; {RESAMPLES:,} resamples; the naive loops are measured for")
    write(
        f"{SECONDS_OF_A_LOOP:g} seconds, on two resamples or more, and scaled to {RESAMPLES:,}.\n"
    )
    write("| " + " | ".join(HEAD) + " |")
    write("| --- |" + " ---: |" * (len(HEAD) - 1))
    for index, panel in enumerate(PANELS):
        write(line(panel, in_a_process("report", index), in_a_process("naive", index)))


def write(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
