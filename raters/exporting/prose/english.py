"""The paragraphs in English."""

from raters.exporting.prose.fragments import Language

TEXTS = {
    "design": (
        "A panel of {n} reviewers rated transcripts with the rubric “{rubric}”, each reviewer "
        "alone, without knowing which system had produced a transcript and without seeing the "
        "ratings of others."
    ),
    "design_own_criteria": (
        "A panel of {n} reviewers rated transcripts by the criteria written for each of them, "
        "each reviewer alone, without knowing which system had produced a transcript and without "
        "seeing the ratings of others."
    ),
    "crossed": "By design every reviewer was to rate every item.",
    "anchors": (
        "By design all reviewers were to rate an anchor set of {n} items, and the other items were "
        "shared out among them."
    ),
    "protocol": (
        "The protocol was locked before the first rating of the round (version {version}, {day}, "
        "SHA-256 {hash})."
    ),
    "amended": "Amendments before that, each with a recorded reason: {n}.",
    "no_protocol": "No protocol had been locked before the ratings.",
    "statistic": (
        "The pre-specified statistic was {statistic}, with a target of {target} that the whole "
        "interval had to reach."
    ),
    "statistic_without_target": "The pre-specified statistic was {statistic}; no target was set.",
    "no_statistic": "No statistic had been pre-specified; {statistic} is reported.",
    "interval_satterthwaite": (
        "The {level} confidence intervals (CI) of complete data come from the analysis of "
        "variance (F distribution, Satterthwaite's degrees of freedom)."
    ),
    "interval_exact_f": (
        "The {level} confidence intervals (CI) of complete data come from the analysis of "
        "variance (exact F distribution)."
    ),
    "interval_mixed": (
        "Crossed random-effects models were fitted by restricted maximum likelihood to all "
        "ratings of real items, with profile likelihood {level} confidence intervals (CI)."
    ),
    "interval_bca": (
        "The {level} confidence intervals (CI) come from {resamples} bootstrap resamples of "
        "{units} (bias-corrected and accelerated), the reviewers taken as given."
    ),
    "interval_profile": (
        "Criteria were taken together in a mixed model with criteria as fixed effects, fitted by "
        "restricted maximum likelihood, with profile likelihood {level} confidence intervals (CI)."
    ),
    "withheld_intervals": "No interval is given below {n} independent items.",
    "agreement": (
        "Exact agreement is the share of pairs of reviewers who gave an item the same score, "
        "averaged over items."
    ),
    "controls": (
        "Among the items stood {n} planted controls with known answers; they entered no "
        "reliability coefficient and are reported as hit rates, which counted as good from {good} "
        "on, with a Wilson interval for each reviewer."
    ),
    "no_controls": "No controls had been planted among the items.",
    "repeats": (
        "Some items came back later in a reviewer's queue, unannounced, to measure how far "
        "reviewers agree with themselves."
    ),
    "software": "Computed with {software}; seed {seed}.",
    "rehearsal": "This was a rehearsal: none of its numbers is evidence.",
    "simulated": "{n} of the ratings are simulated.",
    "withheld": (
        "Reliability is not reported before the round is closed, as the protocol does not allow "
        "interim looks."
    ),
    "interim": "The round was still open: the numbers are interim.",
    "value": (
        "For “{label}”, {statistic} was {value} ({level} CI {low} to {high}; {n_items} items, "
        "{n_reviewers} reviewers, {n_ratings} ratings)."
    ),
    "value_without_interval": (
        "For “{label}”, {statistic} was {value} ({n_items} items, {n_reviewers} reviewers, "
        "{n_ratings} ratings), without an interval: {reason}."
    ),
    "not_estimable": (
        "For “{label}”, {statistic} was not estimable ({n_items} items, {n_reviewers} reviewers, "
        "{n_ratings} ratings): {reason}."
    ),
    "target_met": "The target of {target} was met.",
    "target_missed": "The target of {target} was missed: the whole interval lies under it.",
    "target_not_settled": (
        "Whether the target of {target} is met is not settled: the interval includes it."
    ),
    "target_without_interval": (
        "Whether the target of {target} is met is not settled: there is no interval."
    ),
    "exact_agreement": "Exact agreement was {share}.",
    "hits": "Planted controls were hit in {hits} of {n} showings ({share}).",
    "hits_of": "For {flavour} these were {hits} of {n} ({share}).",
    "self_consistency": (
        "On “{label}”, {share} of {n} repeated items were given the same score again."
    ),
}

WORDS = {
    "form icc_1_1": "ICC(1,1) (one-way random effects, single rater)",
    "form icc_2_1": "ICC(2,1) (two-way random effects, absolute agreement, single rater)",
    "form icc_3_1": "ICC(3,1) (two-way mixed effects, consistency, single rater)",
    "form icc_2_k": "ICC(2,k) (two-way random effects, absolute agreement, mean of k raters)",
    "form alpha_nominal": "Krippendorff's α for categories without order",
    "form alpha_ordinal": "Krippendorff's α for ordered categories",
    "form alpha_interval": "Krippendorff's α for distances between scores",
    "form kappa_weighted": "quadratic-weighted κ (mean over pairs of reviewers)",
    "icc_1_1": "ICC(1,1)",
    "icc_2_1": "ICC(2,1)",
    "icc_3_1": "ICC(3,1)",
    "icc_2_k": "ICC(2,k)",
    "alpha_nominal": "nominal Krippendorff's α",
    "alpha_ordinal": "ordinal Krippendorff's α",
    "alpha_interval": "interval Krippendorff's α",
    "kappa_weighted": "quadratic-weighted κ",
    "units items": "items",
    "units cases": "cases",
    "label own_criteria": "the items' own criteria, taken together",
    "label all_criteria": "all criteria of the rubric, taken together",
    "label total-grade": "grade of {of}",
    "flavour pos_control": "positive controls",
    "flavour neg_control": "negative controls",
    "flavour instability": "instability controls",
    "flavour mechanism_contra": "controls with a contradicted mechanism",
    "reason every score alike": "every score is the same",
    "reason no ratings": "there are no ratings to compare",
    "reason one reviewer": "only one reviewer has rated",
    "reason one item": "only one item was rated",
    "reason nothing shared": "no item was rated by two reviewers",
    "reason no spread between items": "the items do not differ in their means",
    "reason no disagreement": "there was no disagreement to base one on",
    "reason too few items": "there are too few independent items",
    "reason one case": "all items come from one case",
    "reason resamples on one side": "the resampled values lie on one side of the estimate",
    "reason a variance of zero": "one source of variance is exactly zero",
    "reason not meaningful": "its estimate lies below zero, which has no meaning",
    "reason in the report": "the report gives the reason",
}

ENGLISH = Language("en", TEXTS, WORDS, " ")
