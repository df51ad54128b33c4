"""Which interval do resampled items, or the cases they share, give an estimate?"""

import numpy as np

from raters.reliability.estimate import Estimate
from raters.reliability.resampling import Statistic, bca_limits, leave_one_out, resampled
from rubrics.phrases import Phrase, gettext_noop

BCA = gettext_noop("%(resamples)d resamples of %(units)s (BCa); these reviewers taken as given")
UNIT_WORDS = {True: gettext_noop("cases"), False: gettext_noop("items")}


def resampling_method(resamples: int, *, of_cases: bool) -> Phrase:
    return Phrase(BCA, {"resamples": resamples, "units": Phrase(UNIT_WORDS[of_cases])})


def with_resampled_limits(
    found: Estimate, statistic: Statistic, n_clusters: int, *, seed: int, resamples: int
) -> Estimate:
    """`statistic` gives the coefficient for weights of the clusters; its ceiling is 1."""
    if n_clusters < 2:
        return found.without_interval(Phrase(gettext_noop("All items come from one case.")))
    draws = resampled(statistic, n_clusters, seed=seed, resamples=resamples)
    jackknife = leave_one_out(statistic, n_clusters)
    limits = bca_limits(found.value, draws=draws[np.isfinite(draws)], jackknife=jackknife)
    if limits is None:
        return found.without_interval(
            Phrase(gettext_noop("The resampled values all lie on one side of the estimate."))
        )
    low, high = limits
    # Rounding may lift a limit above the ceiling.
    return found.with_interval(low, min(high, 1.0))
