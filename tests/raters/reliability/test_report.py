import numpy as np
import pytest

from raters.reliability import question_report
from raters.reliability.mixed import needs_mixed_interval
from tests.raters.reliability.tables import (
    anchor_and_rotate,
    drawn_scores,
    golden_table,
    table_of,
)

NAN = float("nan")


def report(name, **changes):
    return question_report(golden_table(name), seed=1, resamples=200, **changes)


def names(estimates):
    return [estimate.name for estimate in estimates]


def test_complete_data_lead_with_the_analysis_of_variance():
    found = report("lme4_penicillin")
    assert (found.leading.name, names(found.beside)) == ("ICC(2,1)", ["ICC(2,1) REML"])


def test_incomplete_data_lead_with_all_ratings_and_show_complete_items_beside():
    found = report("synthetic_anchor_rotate_likert")
    assert (found.leading.name, found.leading.n_items) == ("ICC(2,1) REML", 74)
    assert (found.beside[0].name, found.beside[0].n_items) == ("ICC(2,1)", 10)
    assert str(found.beside[0].excluded[0]).startswith("64 of 74 items")


def test_the_protocol_may_name_the_other_basis():
    found = report("synthetic_anchor_rotate_likert", lead="complete items")
    assert (found.leading.name, names(found.beside)) == ("ICC(2,1)", ["ICC(2,1) REML"])


def test_anonymous_raters_lead_with_the_one_way_form():
    assert report("newsroom_fluency").leading.name == "ICC(1,1)"


def test_everything_is_there_once():
    found = report("krippendorff_2011_missing")
    assert names(found.alphas) == ["alpha nominal", "alpha ordinal", "alpha interval"]
    assert names(found.agreement) == [
        "exact agreement",
        "agreement within one step",
        "exact agreement, pooled pairs",
        "unanimity",
    ]
    assert names(found.chance_corrected) == ["kappa quadratic", "AC1", "AC2", "Fleiss kappa"]
    assert (len(found.forms), len(found.pairs)) == (6, 6)


def test_the_numbers_of_the_data_are_the_tables():
    found = report("krippendorff_2011_missing")
    assert (found.n_items, found.n_reviewers, found.n_ratings) == (12, 4, 41)
    assert (found.items_rated_once, found.items_rated_twice_or_more) == (1, 11)
    assert sum(count for _, count in found.distribution) == 41


def test_the_same_seed_gives_the_same_report():
    assert report("constant_rater") == report("constant_rater")


def test_the_provenance_names_software_seed_and_resamples():
    found = report("constant_rater").provenance
    assert (found.seed, found.resamples) == (1, 200)
    assert [name for name, _ in found.software] == ["numpy", "scipy", "pingouin", "krippendorff"]


def test_a_missed_target_with_good_controls_has_a_plain_sentence():
    found = report("clinsumm_chq_correctness", target=0.7, hit_rate=0.9)
    assert str(found.verdict).startswith("The target of 0.70 is missed")
    assert str(found.sentence).startswith("Raters recognise clear cases")


def test_weak_connections_are_reported():
    matrix = [[1, 2, NAN, NAN, NAN], [1, 3, NAN, NAN, NAN], [NAN, NAN, 3, 1, 2]]
    found = question_report(table_of(matrix), seed=1, resamples=50)
    assert [str(warning) for warning in found.warnings] == [
        "The panel falls into 2 groups that share no item: they cannot be compared.",
        "Only one item rated by: r02, r03, r04.",
        "The same score on every item from: r00.",
    ]


def test_many_items_and_few_reviewers_take_their_interval_from_the_mixed_model():
    sds = {"item": 1.0, "reviewer": 0.5, "error": 0.8}
    scores = drawn_scores(np.random.default_rng(1), items=200, reviewers=3, sds=sds)
    found = question_report(table_of(scores), seed=1, resamples=50)
    assert found.leading.value == found.forms[1].value
    assert (found.leading.low, found.leading.high) == (found.beside[0].low, found.beside[0].high)
    assert str(found.leading.method).startswith("value by analysis of variance; interval from")


def test_shared_cases_take_their_interval_from_the_mixed_model():
    scores = np.arange(24.0).reshape(12, 2)
    assert needs_mixed_interval(table_of(scores, cases=[row // 2 for row in range(12)]))
    assert not needs_mixed_interval(table_of(scores))


def test_nothing_rated_gives_a_report_full_of_reasons():
    found = question_report(table_of(np.full((2, 2), NAN)), target=0.7, seed=1)
    estimates = (found.leading, *found.beside, *found.forms, *found.alphas, *found.agreement)
    assert {estimate.value for estimate in estimates} == {None}
    assert (found.components, found.sentence, found.pairs) == (None, None, ())


@pytest.mark.parametrize("identified", [True, False])
def test_a_panel_that_never_disagrees_has_one_everywhere(identified):
    rated = anchor_and_rotate(items=40, anchors=10, reviewers=3, each=2)
    scores = np.tile((np.arange(40) % 5 + 1.0)[:, None], 3)
    table = table_of(np.where(rated, scores, NAN), levels=range(1, 6), identified=identified)
    found = question_report(table, seed=1, resamples=50)
    groups = (found.forms, found.alphas, found.agreement, found.chance_corrected, found.beside)
    estimates = [found.leading, *(one for group in groups for one in group)]
    assert {one.value for one in estimates if one.is_estimable} == {1.0}
    assert {one.low for one in estimates} == {None}
    undefined = [one.name for one in estimates if not one.is_estimable]
    two_way = ["ICC(2,1)", "ICC(3,1)", "ICC(2,k)", "ICC(3,k)", "kappa quadratic"]
    assert sorted(undefined) == sorted(["Fleiss kappa", *(() if identified else two_way)])
