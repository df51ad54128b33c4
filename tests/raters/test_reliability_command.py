"""The command on files: golden values through its JSON, the table, and refusals."""

import csv
import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from django.core.management import CommandError, call_command

from tests.raters.reliability.tables import anchor_and_rotate, golden, golden_names

ROOT = Path(__file__).parents[2]
NAMES = {
    "icc1": "ICC(1,1)",
    "icc2": "ICC(2,1)",
    "icc3": "ICC(3,1)",
    "icc1k": "ICC(1,k)",
    "icc2k": "ICC(2,k)",
    "icc3k": "ICC(3,k)",
    "alpha_nominal": "alpha nominal",
    "alpha_ordinal": "alpha ordinal",
    "alpha_interval": "alpha interval",
    "gwet_ac1": "AC1",
    "mean_pairwise_kappa_quadratic": "weighted kappa",
    "cohen_kappa": "weighted kappa",
    "fleiss_kappa": "Fleiss kappa",
    "agree_item_mean": "exact agreement",
    "agree_pooled_pairs": "exact agreement pooled pairs",
    "unanimous": "unanimous",
    "sem_agreement": "SEM agreement",
    "sem_oneway": "SEM agreement",
    "sem_consistency": "SEM consistency",
}
EVERY_ESTIMATE = {*NAMES.values(), "ICC(2,1) REML", "AC2", "within one"}
AGREEMENT = (
    *("exact agreement", "exact agreement pooled pairs", "unanimous", "within one"),
    *("AC1", "AC2", "weighted kappa"),
)
COEFFICIENTS = ("ICC(2,1)", "ICC(2,1) REML", "alpha nominal", "alpha ordinal", "alpha interval")


def refuse_constant(name):
    raise AssertionError(f"{name} is not JSON")


@pytest.fixture
def printed(capsys):
    def run(*arguments):
        call_command("reliability", *(str(argument) for argument in arguments))
        return capsys.readouterr().out

    return run


@pytest.fixture
def record(printed):
    return lambda *given: json.loads(printed(*given, "--json"), parse_constant=refuse_constant)


@pytest.fixture
def written(tmp_path):
    def write(text, name="ratings.csv"):
        path = tmp_path / name
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    return write


@pytest.fixture(scope="module")
def golden_record(tmp_path_factory):
    """Each golden file, written as CSV and read by the command; once for all of its tests."""
    done = {}

    def of(name, capsys):
        if name not in done:
            path = tmp_path_factory.mktemp(name) / "golden.csv"
            write_golden(path, name)
            call_command("reliability", *golden_arguments(path, name), "--json")
            done[name] = json.loads(capsys.readouterr().out, parse_constant=refuse_constant)
        return done[name]

    return of


def write_golden(path, name):
    with path.open("w", newline="", encoding="utf-8") as file:
        rows = csv.writer(file)
        rows.writerow(("item", "rater", "score"))
        rows.writerows(
            (item, rater, "" if score is None else score)
            for item, rater, score in golden(name)["data"]
        )


def golden_arguments(path, name):
    case = golden(name)
    anonymous = ["--anonymous-raters"] if case["rater_identity"] != "identified" else []
    return [str(path), "--level", case["level"], *anonymous]


def golden_keys(*keys):
    return [
        pytest.param(name, key, id=f"{name}-{key}")
        for name in golden_names()
        for key in keys
        if golden(name)["expected"].get(key) is not None
    ]


@pytest.mark.parametrize(("name", "key"), golden_keys(*NAMES))
def test_a_golden_value_comes_out_of_the_json(golden_record, capsys, name, key):
    case = golden(name)
    found = golden_record(name, capsys)["estimates"][NAMES[key]]
    assert found["value"] == pytest.approx(case["expected"][key], abs=case["tolerance"]["point"])


@pytest.mark.parametrize(("name", "key"), golden_keys(*(f"{key}_ci" for key in NAMES)))
def test_a_golden_interval_comes_out_of_the_json(golden_record, capsys, name, key):
    case = golden(name)
    found = golden_record(name, capsys)["estimates"][NAMES[key.removesuffix("_ci")]]
    low, high = case["expected"][key]
    if low < -1:
        assert (found["low"], found["high"]) == (None, None)
        assert "leaves the possible range" in found["interval_reason"]
    else:
        tolerance = case["tolerance"]["analytic_ci"]
        assert (found["low"], found["high"]) == pytest.approx((low, high), abs=tolerance)


@pytest.mark.parametrize(("name", "key"), golden_keys("reml"))
def test_a_golden_mixed_model_value_comes_out_of_the_json(golden_record, capsys, name, key):
    case = golden(name)
    found = golden_record(name, capsys)["estimates"]["ICC(2,1) REML"]
    relative = case["tolerance"]["reml_relative"]
    assert found["value"] == pytest.approx(case["expected"][key]["icc2"], rel=relative)


@pytest.mark.parametrize(("name", "key"), golden_keys("icc1_reml"))
def test_anonymous_raters_have_a_mixed_model_of_their_own(golden_record, capsys, name, key):
    found = golden_record(name, capsys)["estimates"]["ICC(1,1) REML"]
    assert found["value"] == pytest.approx(golden(name)["expected"][key], rel=1e-3)


BOOTSTRAPPED = [f"alpha_{metric}_boot95" for metric in ("nominal", "ordinal", "interval")]


@pytest.mark.parametrize(("name", "key"), golden_keys(*BOOTSTRAPPED))
def test_a_golden_bootstrap_interval_comes_out_of_the_json(golden_record, capsys, name, key):
    expected = golden(name)["expected"][key]
    found = golden_record(name, capsys)["estimates"][f"alpha {key.split('_')[1]}"]
    if expected["bca"] == [1.0, 1.0]:
        assert found["interval_reason"].startswith("No disagreement in 300 items")
    else:
        tolerance = expected["tolerance_for_B_1000plus"]
        limits = pytest.approx(tuple(expected["bca"]), abs=tolerance)
        assert (found["low"], found["high"]) == limits


@pytest.mark.parametrize(("name", "key"), golden_keys("must_be_null"))
def test_what_must_be_null_is_null_with_a_reason(golden_record, capsys, name, key):
    estimates = golden_record(name, capsys)["estimates"]
    for must in golden(name)["expected"][key]:
        assert estimates[NAMES[must]]["value"] is None
        assert "every score is the same" in estimates[NAMES[must]]["reason"]


@pytest.mark.parametrize("name", golden_names())
def test_every_estimate_is_there_and_every_null_has_its_reason(golden_record, capsys, name):
    estimates = golden_record(name, capsys)["estimates"]
    assert set(estimates) - {"ICC(1,1) REML"} == EVERY_ESTIMATE
    for found in estimates.values():
        assert (found["value"] is None) == bool(found["reason"])
        assert found["value"] is None or found["low"] is not None or found["interval_reason"]


@pytest.mark.parametrize("name", ["newsroom_fluency", "recipes_overall"])
def test_of_anonymous_raters_only_the_one_way_forms_are_estimated(golden_record, capsys, name):
    estimates = golden_record(name, capsys)["estimates"]
    two_way = ("ICC(2,1)", "ICC(3,1)", "ICC(2,k)", "ICC(3,k)", "ICC(2,1) REML")
    assert {estimates[form]["value"] for form in two_way} == {None}
    assert all("anonymous" in estimates[form]["reason"] for form in two_way)
    assert estimates["ICC(1,1)"]["value"] is not None


def test_an_interval_from_few_items_is_a_number_with_a_warning(golden_record, capsys):
    record = golden_record("shrout_fleiss_1979", capsys)
    found = record["estimates"]["ICC(2,1)"]
    assert found["low"] == pytest.approx(0.0188, abs=1e-4)
    assert found["warnings"] == ["No interval is shown below 10 independent items."]
    assert any(w.startswith("Intervals that rest on fewer than ten") for w in record["warnings"])


def a_panel_in_agreement():
    """40 items, 4 of them for all three raters, the others for two in turn; no one disagrees."""
    rated = anchor_and_rotate(items=40, anchors=4, reviewers=3, each=2)
    return [
        (f"i{item}", f"r{rater}", item % 3) for item, rater in zip(*np.nonzero(rated), strict=True)
    ]


def test_a_rotating_panel_in_perfect_agreement_has_one_everywhere(record, written):
    rows = [f"{item},{rater},{score}" for item, rater, score in a_panel_in_agreement()]
    found = record(written("\n".join(["item,rater,score", *rows])), "--levels", "0,1,2")
    values = {name: found["estimates"][name]["value"] for name in (*AGREEMENT, *COEFFICIENTS)}
    assert values == dict.fromkeys(values, pytest.approx(1.0))
    assert (found["data"]["n_items"], found["data"]["n_ratings"]) == (40, 84)
    assert found["estimates"]["ICC(2,1)"]["n_items"] == 4


def test_the_same_panel_shuffled_and_wide_says_the_same(record, written):
    cells = {(item, rater): score for item, rater, score in a_panel_in_agreement()}
    items = sorted({item for item, _ in cells}, reverse=True)
    lines = [
        ",".join([i, *(str(cells.get((i, r), "")) for r in ("r2", "r0", "r1"))]) for i in items
    ]
    found = record(written("\n".join(["item,r2,r0,r1", *lines])), "--wide", "--levels", "0,1,2")
    values = [found["estimates"][name]["value"] for name in (*AGREEMENT, *COEFFICIENTS)]
    assert values == pytest.approx([1.0] * len(values))


SMALL = "item,rater,score\n1,a,0\n1,b,0\n2,a,1\n2,b,2\n3,a,2\n3,b,2\n"


def test_the_table_names_every_estimate_and_what_was_read(printed, written):
    text = printed(written(SMALL))
    assert all(f"\n{name} " in text for name in EVERY_ESTIMATE)
    assert text.startswith("3 items, 2 raters, 6 ratings (100% of the cells)")
    assert "Columns: item item, rater rater, score score." in text
    assert "The scores were taken as ordinal on the points 0 to 2" in text


def test_no_interval_of_a_small_table_is_printed(printed, written):
    (line,) = [x for x in printed(written(SMALL)).splitlines() if x.startswith("ICC(3,1) ")]
    assert line.endswith("No interval is shown below 10 independent items.")


def test_groups_come_in_order_of_appearance_each_as_if_alone(record, written):
    rows = SMALL.splitlines()[1:]
    other = [f"{row},tone" for row in rows] + [f"{row},facts" for row in rows[:4]]
    found = record(written("\n".join(["item,rater,score,by", *other])), "--by", "by")
    alone = record(written(SMALL))
    assert (list(found["groups"]), found["by"]) == (["tone", "facts"], "by")
    tone = found["groups"]["tone"]
    assert tone["estimates"]["ICC(2,1)"] == alone["estimates"]["ICC(2,1)"]
    assert tone["data"]["n_items"] == 3


def test_a_group_has_a_seed_that_no_other_group_changes(record, written):
    rows = SMALL.splitlines()[1:]
    first = record(
        written("\n".join(["item,rater,score,q", *(f"{r},x" for r in rows)])), "--by", "q"
    )
    text = "\n".join(["item,rater,score,q", *(f"{r},{q}" for q in "yx" for r in rows)])
    second = record(written(text), "--by", "q")
    assert first["groups"]["x"]["provenance"] == second["groups"]["x"]["provenance"]
    seeds = {group["provenance"]["seed"] for group in second["groups"].values()}
    assert len(seeds) == 2


def test_levels_may_begin_with_a_minus_sign(record, written):
    found = record(written(SMALL), "--levels", "-2,-1,0,1,2")
    assert found["data"]["levels"] == [-2, -1, 0, 1, 2]


def test_the_same_seed_gives_the_same_output(printed, written):
    path = written(SMALL)
    assert printed(path, "--seed", 7, "--json") == printed(path, "--seed", 7, "--json")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--item", "itm"], "there is no column “itm” (--item). Columns: item, rater, score."),
        (["--levels", "0,1"], "row 5, column score: “2” is not one of the levels 0, 1."),
        (["--resamples", "5"], "--resamples must be 100 or more."),
        (["--seed", "-1"], "--seed must be 0 or more."),
        (["--target", "nan"], "--target must lie between -1 and 1."),
        (["--wide", "--score", "score"], "leave out --score"),
    ],
)
def test_what_cannot_be_done_is_a_command_error_in_words(written, arguments, words):
    with pytest.raises(CommandError) as refusal:
        call_command("reliability", str(written(SMALL)), *arguments)
    assert words in str(refusal.value)
    assert refusal.value.returncode == 2


def run_as_a_person(*arguments):
    environment = os.environ | {"DJANGO_SETTINGS_MODULE": "tests.settings"}
    line = [sys.executable, "manage.py", "reliability", *arguments]
    return subprocess.run(line, cwd=ROOT, capture_output=True, text=True, env=environment)


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "ratings.csv: the file is empty."),
        (b"item,rater,score\n1,a,inf\n1,b,2\n", "row 2, column score: “inf” is not a score."),
    ],
)
def test_bad_input_exits_with_two_and_one_sentence(written, content, words):
    done = run_as_a_person(str(written(content)))
    assert (done.returncode, done.stdout) == (2, "")
    assert words in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_file_that_is_not_there_exits_with_two(tmp_path):
    done = run_as_a_person(str(tmp_path / "nowhere.csv"))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.endswith(
        "nowhere.csv: the file cannot be opened (No such file or directory).\n"
    )
