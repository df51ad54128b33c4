"""The seal: what is public tells nothing, what is secret can be proved."""

import copy
import json
from dataclasses import replace
from decimal import Decimal

import pytest

from raters.design.protocol import (
    AllocationSpec,
    ArmSpec,
    EvaluationQuestion,
    ItemFiles,
    ItemsSpec,
    JudgeSpec,
    LockedItem,
    LockedStudy,
    PanelSpec,
    ProtocolSpec,
    ReferenceSpec,
    ReliabilitySpec,
    ReviewerSpec,
    RubricChoice,
    StudySpec,
    arm_names_in,
    commitment,
    item_code,
    prove,
    public_sections,
    seal,
)
from rubrics.spec import QuestionSpec, RubricSpec

SALT = "5ee0" * 16
SPEC = ProtocolSpec(
    study=StudySpec("inner-slug", "Inner title", "Reading", "Take your time.", seed=2024),
    question=EvaluationQuestion("How good?", "Both are alike.", "Fitness.", "item"),
    reference=ReferenceSpec("both", "Two physicians", from_arm="SECRET-ARM"),
    arms=(ArmSpec("SECRET-ARM"), ArmSpec("other system")),
    rubric=RubricChoice("triage", 2),
    items=ItemsSpec(files=(ItemFiles(("SECRET-ARM.jsonl",)),)),
    panel=PanelSpec(reviewers=(ReviewerSpec("R01"), ReviewerSpec("R02"))),
    allocation=AllocationSpec(anchors=("c1/SECRET-ARM",), anchor_reason="Typical."),
    reliability=ReliabilitySpec("icc_2_1", target=Decimal("0.70")),
    judge=JudgeSpec("human", adjudicator="A third physician"),
)
REAL = LockedItem("c1/SECRET-ARM", "c1", "SECRET-ARM", "real", "aa", "ru", "adult", "cc")
OTHER = LockedItem("c1/other", "c1", "other system", "real", "bb", "ru", "child", "cc")
PLANTED = LockedItem(
    *("planted-1", "c9", "", "control", "dd", "ru", "adult", "ee"),
    expected=(("accuracy", 0, 1),),
    flavour="neg_control",
)
TRAINING = LockedItem("warm-up", "c8", "", "training", "ff")
QUEUE = (("c1/other", 1, ""), ("planted-1", 1, ""), ("c1/SECRET-ARM", 1, ""), ("c1/other", 2, ""))
LOCKED = LockedStudy(
    spec=SPEC,
    rubric_hash="0" * 64,
    items=(REAL, OTHER, PLANTED, TRAINING),
    allocation={"R01": (REAL.key, OTHER.key, PLANTED.key), "R02": (REAL.key, PLANTED.key)},
    orders={"R01": QUEUE, "R02": QUEUE[1:3]},
    training_orders={"R01": (("warm-up", 1, ""),), "R02": (("warm-up", 1, ""),)},
    version=2,
    amendments=((2, "A reviewer fell ill.", "2026-03-02T10:00:00Z"),),
    software={"evalsite": "0.1.0", "python": "3.11"},
    locked_at="2026-03-02T10:00:00Z",
    findings_kept=("Three controls are few.",),
)
SEALED = seal(LOCKED, salt=SALT)


def with_spec(**changes) -> LockedStudy:
    return replace(LOCKED, spec=replace(SPEC, **changes))


def with_planted(**changes) -> LockedStudy:
    return replace(LOCKED, items=(REAL, OTHER, replace(PLANTED, **changes), TRAINING))


def test_the_hash_of_a_fixed_study_is_known():
    assert SEALED.sha256 == "d9c1248d19e41cd83441380e53f5534e7cbd92b990ce1154f3362416e7dacdc0"


def test_the_hash_does_not_depend_on_the_order_of_mappings_and_items():
    turned = replace(
        LOCKED,
        items=LOCKED.items[::-1],
        **{
            name: dict(reversed(getattr(LOCKED, name).items()))
            for name in ("allocation", "orders", "training_orders", "software")
        },
    )
    assert seal(turned, salt=SALT) == SEALED


def test_the_hash_does_not_depend_on_how_a_decimal_is_written():
    written = replace(SPEC.reliability, target=Decimal("0.7"))
    assert seal(with_spec(reliability=written), salt=SALT) == SEALED


CHANGED = {
    "title": with_spec(study=replace(SPEC.study, title="Another")),
    "public title": with_spec(study=replace(SPEC.study, public_title="Another")),
    "seed": with_spec(study=replace(SPEC.study, seed=2025)),
    "claim": with_spec(question=replace(SPEC.question, claim="One is better.")),
    "origin of the reference": with_spec(reference=replace(SPEC.reference, from_arm="")),
    "what an arm receives": with_spec(arms=(replace(SPEC.arms[0], receives="x"), SPEC.arms[1])),
    "rubric version": with_spec(rubric=RubricChoice("triage", 3)),
    "files": with_spec(items=ItemsSpec()),
    "reviewers": with_spec(panel=PanelSpec(reviewers=(ReviewerSpec("R01"),))),
    "anchors": with_spec(allocation=replace(SPEC.allocation, anchors=("c1/other",))),
    "order rules": with_spec(order=replace(SPEC.order, longest_run=2)),
    "target": with_spec(reliability=replace(SPEC.reliability, target=Decimal("0.8"))),
    "adjudicator": with_spec(judge=replace(SPEC.judge, adjudicator="Nobody")),
    "rubric hash": replace(LOCKED, rubric_hash="1" * 64),
    "key of an item": replace(
        with_planted(key="planted-2"),
        allocation={},
        orders={},
    ),
    "case of an item": with_planted(case="c7"),
    "arm of an item": with_planted(arm="other system"),
    "role of an item": with_planted(role="real"),
    "content of an item": with_planted(content_hash="d0"),
    "criteria of an item": with_planted(rubric_hash="r2"),
    "condition of an item": with_planted(condition="child"),
    "context of an item": with_planted(context_hash="e0"),
    "expected answer": with_planted(expected=(("accuracy", 0, 0),)),
    "flavour": with_planted(flavour="pos_control"),
    "allocation": replace(LOCKED, allocation=LOCKED.allocation | {"R02": (REAL.key,)}),
    "order": replace(LOCKED, orders=LOCKED.orders | {"R02": QUEUE[2:0:-1]}),
    "showing": replace(LOCKED, orders=LOCKED.orders | {"R02": ((PLANTED.key, 2, ""), QUEUE[2])}),
    "label": replace(LOCKED, orders=LOCKED.orders | {"R02": ((PLANTED.key, 1, "A"), QUEUE[2])}),
    "training order": replace(LOCKED, training_orders={}),
    "version": replace(LOCKED, version=3),
    "reason of an amendment": replace(LOCKED, amendments=((2, "No.", "2026-03-02T10:00:00Z"),)),
    "software": replace(LOCKED, software={"evalsite": "0.2.0", "python": "3.11"}),
    "time of locking": replace(LOCKED, locked_at="2026-03-02T10:00:01Z"),
    "findings kept": replace(LOCKED, findings_kept=()),
}


@pytest.mark.parametrize("name", CHANGED)
def test_a_change_of_anything_frozen_changes_the_hash(name):
    assert seal(CHANGED[name], salt=SALT).sha256 != SEALED.sha256


UNBLINDING = [
    *("SECRET-ARM", "other system", "Inner title", "inner-slug", "2024", SALT),
    *("c1/other", "planted-1", "neg_control", "accuracy", "control", "warm-up", "Three controls"),
]


@pytest.mark.parametrize("words", UNBLINDING)
def test_nothing_that_would_unblind_is_in_the_bytes_of_the_protocol(words):
    assert words.lower() not in json.dumps(SEALED.public, ensure_ascii=False).lower()
    assert words in json.dumps(SEALED.secret, ensure_ascii=False)


TELLING = {
    "claim": with_spec(question=replace(SPEC.question, claim="SECRET-ARM is better.")),
    "note": with_spec(study=replace(SPEC.study, note="Do not think of xsecret-armx.")),
    "stratum": with_spec(panel=PanelSpec(reviewers=(ReviewerSpec("R01", "SECRET-ARM users"),))),
    "rubric": with_spec(rubric=RubricChoice("secret-arm-rubric", 1)),
    "amendment": replace(LOCKED, amendments=((2, "SECRET-ARM failed.", ""),)),
    "software": replace(LOCKED, software={"SECRET-ARM client": "1"}),
    "condition": with_planted(condition="SECRET-ARM"),
    "pseudonym": replace(LOCKED, orders={"SECRET-ARM": QUEUE}),
}


@pytest.mark.parametrize("place", TELLING)
def test_a_text_that_names_an_arm_is_withheld_and_can_be_proved(place):
    sealed = seal(TELLING[place], salt=SALT)
    assert "secret-arm" not in json.dumps(sealed.public).lower()
    assert len(sealed.secret["withheld"]) == 1
    assert prove(sealed.public, sealed.secret) == ()


def test_a_text_that_names_an_item_is_withheld():
    told = with_spec(allocation=replace(SPEC.allocation, anchor_reason="Without planted-1."))
    public = seal(told, salt=SALT).public
    assert set(public["allocation"]["anchor_reason"]) == {"withheld"}


def test_the_texts_beside_a_withheld_one_stay_public():
    told = with_spec(question=replace(SPEC.question, claim="SECRET-ARM is better."))
    question = seal(told, salt=SALT).public["question"]
    assert (question["asks"], question["not_claimed"]) == ("How good?", "Fitness.")


def test_an_arm_that_only_items_name_is_secret_as_well():
    told = with_planted(arm="hidden-9", condition="seen in hidden-9")
    sealed = seal(told, salt=SALT)
    assert "hidden-9" not in json.dumps(sealed.public)
    assert sealed.public["arms"] == 3


@pytest.mark.parametrize(
    ("arm", "text", "is_found"),
    [
        ("gpt-4o", "as GPT 4o does", True),
        ("gpt-4o", "as gpt4o does", True),
        ("gpt-4o", "ＧＰＴ－４ｏ", True),
        ("豆包", "与豆包相比", True),
        ("o1", "than o1 is", True),
        ("o1", "a pho1o", False),
        ("A", "A panel", False),
        ("A-B", "about", False),
        ("gpt-4o", "gpt-5", False),
    ],
)
def test_an_arm_is_found_however_its_name_is_spaced(arm, text, is_found):
    found = arm_names_in({"question": {"claim": text}}, [arm])
    assert found == (((("question", "claim"), arm),) if is_found else ())


def test_the_sections_of_a_draft_can_be_searched_before_it_is_locked():
    draft = ProtocolSpec(StudySpec("n", "T", "About SECRET-ARM"))
    found = arm_names_in(public_sections(draft), ["SECRET-ARM"])
    assert found == ((("study", "public_title"), "SECRET-ARM"),)


def test_of_a_whole_rubric_only_name_version_and_hash_are_public():
    points = QuestionSpec("a", "criterion", "A", "It helps.", points=Decimal("0.5"))
    rubric = RubricSpec("triage", 3, "Triage", (points,))
    sealed = seal(with_spec(rubric=RubricChoice(document=rubric)), salt=SALT)
    assert sealed.public["rubric"] == {"name": "triage", "version": 3, "hash": "0" * 64}
    question = sealed.secret["protocol"]["rubric"]["document"]["questions"][0]
    assert question["points"] == "0.5"


def test_the_orders_are_in_the_key_by_item_codes():
    codes = [item_code(key, salt=SALT) for key, *rest in QUEUE]
    assert [code for code, *rest in SEALED.secret["queues"][0]["order"]] == codes


def test_items_are_listed_by_code_without_role_arm_or_case():
    listed = SEALED.public["items"]
    assert [item["code"] for item in listed] == sorted(
        item_code(item.key, salt=SALT) for item in LOCKED.items
    )
    assert set().union(*listed) == {"code", "content_hash", "condition", "commitment"}


def test_a_salt_that_could_be_guessed_is_refused():
    with pytest.raises(ValueError, match="32 characters"):
        seal(LOCKED, salt="short")


def test_two_items_with_one_key_are_refused():
    with pytest.raises(ValueError, match="one key"):
        seal(replace(LOCKED, items=(REAL, REAL)), salt=SALT)


def test_the_key_of_a_sealed_study_is_proved():
    assert prove(SEALED.public, SEALED.secret) == ()


def test_the_key_is_proved_after_both_were_files():
    public, secret = (json.loads(json.dumps(each)) for each in (SEALED.public, SEALED.secret))
    assert prove(public, secret) == ()


def entry_of(secret: dict, key: str) -> dict:
    return next(entry for entry in secret["key"] if entry["key"] == key)


def swap_arms(public, secret):
    one, other = entry_of(secret, REAL.key), entry_of(secret, OTHER.key)
    one["arm"], other["arm"] = other["arm"], one["arm"]


def change_expected(public, secret):
    entry_of(secret, PLANTED.key)["expected"] = [["accuracy", 0, 0]]


def swap_keys(public, secret):
    one, other = entry_of(secret, REAL.key), entry_of(secret, OTHER.key)
    one["key"], other["key"] = other["key"], one["key"]


def change_order(public, secret):
    secret["queues"][1]["order"].reverse()


def leave_an_item_out(public, secret):
    secret["key"].pop()


def rename_an_arm(public, secret):
    secret["arms"][0]["name"] = "another"


def change_a_content_hash(public, secret):
    public["items"][0]["content_hash"] = "00"


def invent_a_withheld_text(public, secret):
    secret["withheld"].append([["question", "claim"], "Another."])


def drop_a_commitment(public, secret):
    del public["commitments"]["arms"]


def code(item: LockedItem) -> str:
    return item_code(item.key, salt=SALT)


def entry_fault(item: LockedItem) -> str:
    return f"what the key says of the item {code(item)} is not what was sealed"


def part_fault(name: str) -> str:
    return f"the key's part “{name}” is not the one that was sealed"


BOTH = sorted((REAL, OTHER), key=code)
FIRST = min(LOCKED.items, key=code)
FORGED = {
    swap_arms: [part_fault("key"), *map(entry_fault, BOTH)],
    change_expected: [part_fault("key"), entry_fault(PLANTED)],
    change_order: ["the queue of R02 is not the one that was sealed"],
    leave_an_item_out: [part_fault("key"), "the protocol and the key do not list the same items"],
    rename_an_arm: [part_fault("arms")],
    change_a_content_hash: [entry_fault(FIRST)],
    invent_a_withheld_text: ["the text at question.claim is not the one that was withheld"],
    drop_a_commitment: [
        "the protocol does not hold the commitments it should hold",
        part_fault("arms"),
    ],
}


@pytest.mark.parametrize("forge", FORGED, ids=lambda forge: forge.__name__)
def test_what_was_forged_is_found_and_named(forge):
    public, secret = copy.deepcopy(SEALED.public), copy.deepcopy(SEALED.secret)
    forge(public, secret)
    assert [str(each) for each in prove(public, secret)] == FORGED[forge]


def test_swapped_ids_do_not_follow_from_the_salt():
    secret = copy.deepcopy(SEALED.secret)
    swap_keys(SEALED.public, secret)
    said = [str(each) for each in prove(SEALED.public, secret)]
    assert f"the code {code(REAL)} does not follow from the salt and the id {OTHER.key}" in said


def test_with_another_salt_nothing_is_proved():
    secret = SEALED.secret | {"salt": "0" * 64}
    said = [str(each) for each in prove(SEALED.public, secret)]
    n_items, n_queues, n_parts = len(LOCKED.items), 2, len(SEALED.public["commitments"])
    assert len(said) == n_parts + 2 * n_items + n_queues


@pytest.mark.parametrize("other", [None, [], {}, {"salt": 1}, "text", {"salt": 0.5}])
def test_files_that_are_something_else_are_told_apart(other):
    assert [str(each) for each in prove(SEALED.public, other)] == [
        "these are not a protocol and its key"
    ]
    assert [str(each) for each in prove(other, SEALED.secret)] == [
        "these are not a protocol and its key"
    ]


def test_equal_parts_have_different_commitments_under_different_salts():
    assert commitment([], salt=SALT) != commitment([], salt="0" * 64)
