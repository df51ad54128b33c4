import pytest

from raters.blinding import questions_of
from raters.drawing import draw_pilot_queues
from raters.importing.drafts import ControlDraft, Expected
from raters.lifecycle import NotPermitted
from raters.models import Item, KeptText, Round, Study
from raters.panel import add_reviewers
from raters.planting import (
    Planting,
    PlantingRefused,
    change_key,
    plant,
    planted_items,
    points_by_code,
    read_key,
    remove,
)
from raters.reviewing import review_of
from raters.rewriting import content_hash_of
from tests.studies import Panel, control_row, import_rows, item_row

pytestmark = pytest.mark.django_db

WORDS = ("What does RA mean here?", "It certainly means rheumatoid arthritis.")


def one_key(flavour: str = "neg_control", *, explanation: str = "", **expected) -> ControlDraft:
    scores = {code: Expected(value, value) for code, value in (expected or {"accuracy": 0}).items()}
    return ControlDraft(flavour, scores, explanation)


def item_of(study: Study, source_id: str) -> Item:
    return study.items.get(source_id=source_id)


@pytest.fixture
def original(study) -> Item:
    return item_of(study, "case-0/other-arm")


def test_a_planted_copy_keeps_the_case_and_has_no_arm(study, original, dana):
    made = plant(original, Planting(WORDS, one_key()), by=dana)
    assert (made.case, made.arm, made.role) == (original.case, None, "control")
    assert made.source_id == "case-0/planted-1"
    assert [turn.text for turn in made.turns.all()] == list(WORDS)
    original.refresh_from_db()
    assert original.role == "real"


def test_a_planted_copy_has_the_speakers_of_the_original_and_the_hash_of_its_own_words(
    original, dana
):
    made = plant(original, Planting(WORDS, one_key()), by=dana)
    turns = list(made.turns.values_list("role", "text"))
    assert turns == [("user", WORDS[0]), ("assistant", WORDS[1])]
    assert made.content_hash == content_hash_of(turns) != original.content_hash


def test_its_key_is_stored_as_an_import_stores_it(original, dana):
    key = ControlDraft("instability", {"accuracy": Expected(0, 2, (0, 2))})
    made = plant(original, Planting(WORDS, key), by=dana)
    [row] = made.control.expected.all()
    assert (made.control.flavour, row.question.key, row.points) == (
        "instability",
        "accuracy",
        "0|2",
    )


def test_copies_of_one_case_are_numbered(original, dana):
    names = [
        plant(original, Planting((words, "An answer."), one_key()), by=dana).source_id
        for words in ("First?", "Second?")
    ]
    assert names == ["case-0/planted-1", "case-0/planted-2"]


def test_the_original_can_become_the_control_itself(study, original, dana):
    made = plant(original, Planting(WORDS, one_key(), in_its_place=True), by=dana)
    assert made.pk == original.pk
    made.refresh_from_db()
    assert (made.role, made.turns.get(number=2).text) == ("control", WORDS[1])
    assert study.items.real().count() == 5


def test_an_original_that_was_picked_as_an_anchor_is_none_as_a_control(original, dana):
    Item.objects.filter(pk=original.pk).update(is_anchor=True)
    original.refresh_from_db()
    assert not plant(original, Planting(WORDS, one_key(), in_its_place=True), by=dana).is_anchor


def test_a_training_item_has_an_explanation_and_no_flavour(original, dana):
    key = one_key("training", explanation="RA is ambiguous here.")
    made = plant(original, Planting(WORDS, key), by=dana)
    assert (made.role, made.control.flavour) == ("training", "")
    assert made.control.explanation == "RA is ambiguous here."


def same_words(item: Item) -> tuple[str, ...]:
    return tuple(item.turns.values_list("text", flat=True))


def test_the_same_words_beside_the_original_are_refused(original, dana):
    with pytest.raises(PlantingRefused, match="the same transcript twice"):
        plant(original, Planting(same_words(original), one_key()), by=dana)


def test_the_same_words_will_do_in_the_originals_place(original, dana):
    made = plant(original, Planting(same_words(original), one_key(), in_its_place=True), by=dana)
    assert made.role == "control"


def test_the_same_control_is_not_planted_twice(original, dana):
    plant(original, Planting(WORDS, one_key()), by=dana)
    with pytest.raises(PlantingRefused, match="the same transcript twice"):
        plant(original, Planting(WORDS, one_key()), by=dana)


def test_a_control_without_any_expectation_is_refused(original, dana):
    with pytest.raises(PlantingRefused, match="at least one question"):
        plant(original, Planting(WORDS, ControlDraft("neg_control")), by=dana)


def test_a_planted_item_cannot_become_a_control_in_its_own_place(study, dana):
    with pytest.raises(PlantingRefused, match="planted item already"):
        plant(item_of(study, "ctl-1"), Planting(WORDS, one_key(), in_its_place=True), by=dana)


@pytest.fixture
def piloted(study, dana):
    """Everyone has been given all items, and the study is a draft."""
    reviewers = add_reviewers(study, 2, by=dana)
    round = Round.objects.create(study=study, kind=Round.Kind.PILOT, rubric=study.rubric)
    draw_pilot_queues(round, reviewers, n_items=6)
    return study


def test_an_item_that_reviewers_have_met_does_not_become_a_control(piloted, original, dana):
    with pytest.raises(PlantingRefused, match="have been given this item"):
        plant(original, Planting(WORDS, one_key(), in_its_place=True), by=dana)


def test_nothing_is_planted_changed_or_removed_once_the_protocol_is_locked(study, original, dana):
    Panel.opened(study, by=dana)
    control = item_of(study, "ctl-1")
    for change in (
        lambda: plant(original, Planting(WORDS, one_key()), by=dana),
        lambda: change_key(control, one_key(), by=dana),
        lambda: remove(control, by=dana),
    ):
        with pytest.raises(NotPermitted):
            change()


@pytest.fixture
def asked_two(study, dana) -> Study:
    """With a control that is asked for accuracy and clarification; the first has a key."""
    import_rows(study, [control_row("two", condition="real_low_context")], by=dana)
    return study


def test_a_changed_key_replaces_the_one_that_was(asked_two, dana):
    control = item_of(asked_two, "two")
    change_key(control, one_key("mechanism_contra", clarification=1), by=dana)
    control = item_of(asked_two, "two")
    assert control.control.flavour == "mechanism_contra"
    assert points_by_code(control) == {"clarification": "1"}


def test_a_control_becomes_a_training_item_while_nobody_has_met_it(study, dana):
    change_key(item_of(study, "ctl-1"), one_key("training"), by=dana)
    assert item_of(study, "ctl-1").role == "training"


def test_a_control_that_was_met_stays_a_control_and_its_key_may_change(piloted, dana):
    control = item_of(piloted, "ctl-1")
    with pytest.raises(PlantingRefused):
        change_key(control, one_key("training"), by=dana)
    change_key(item_of(piloted, "ctl-1"), one_key(accuracy=1), by=dana)
    assert points_by_code(item_of(piloted, "ctl-1")) == {"accuracy": "1"}


def test_a_removed_item_takes_its_case_along_where_nothing_is_left_of_it(study, original, dana):
    remove(item_of(study, "ctl-1"), by=dana)
    remove(plant(original, Planting(WORDS, one_key()), by=dana), by=dana)
    cases = set(study.cases.values_list("source_id", flat=True))
    assert ("case-of-ctl-1" in cases, "case-0" in cases) == (False, True)


def test_a_planted_item_that_reviewers_have_met_is_not_removed(piloted, dana):
    with pytest.raises(PlantingRefused, match="given it"):
        remove(item_of(piloted, "ctl-1"), by=dana)


def test_a_planted_item_with_words_kept_for_a_reason_is_not_removed(study, dana):
    control = item_of(study, "ctl-1")
    KeptText.objects.create(
        study=study, item=control, turn=2, kind="email", words="w", reason="r", by=dana
    )
    with pytest.raises(PlantingRefused, match="kept with a reason"):
        remove(control, by=dana)


def test_the_table_tells_what_is_expected_and_what_is_asked_without(asked_two):
    line = next(line for line in planted_items(asked_two) if line.item.source_id == "two")
    asked = questions_of(line.item, rubric=asked_two.rubric)
    assert line.expected == (f"{asked['accuracy'].label}: 0",)
    assert line.unexpected == (asked["clarification"].label,)


@pytest.mark.parametrize("more", [1, 6])
def test_the_table_needs_the_same_queries_for_few_and_for_many(
    study, more, django_assert_num_queries
):
    import_rows(study, [control_row(f"more-{n}") for n in range(more)])
    study = Study.objects.select_related("rubric").get()
    with django_assert_num_queries(4):
        assert len(planted_items(study)) == 2 + more


def key_read(study: Study, points: dict[str, str], flavour: str = "neg_control"):
    questions = questions_of(item_of(study, "ctl-1"), rubric=study.rubric)
    return read_key(flavour, points, explanation="", questions=questions)


@pytest.mark.parametrize(
    ("text", "expected"),
    [("1", Expected(1, 1)), ("0-2", Expected(0, 2)), ("0|2", Expected(0, 2, (0, 2)))],
)
def test_a_key_is_read_in_the_notation_of_an_import(study, text, expected):
    key, problems = key_read(study, {"accuracy": text, "clarification": ""})
    assert problems == []
    assert key == ControlDraft("neg_control", {"accuracy": expected})


@pytest.mark.parametrize(
    ("text", "said"), [("9", "does not lie on the scale"), ("good", "is not a score")]
)
def test_a_key_that_cannot_be_read_says_what_is_wrong_and_where(study, text, said):
    key, [problem] = key_read(study, {"accuracy": text})
    assert (key, problem.field) == (None, "expected.accuracy")
    assert said in str(problem.message)


def test_criteria_of_the_items_own_can_be_expected(study, dana):
    row = item_row(7, "other-arm", criteria=[{"criterion": "Names the danger.", "points": 3}])
    import_rows(study, [row], by=dana)
    original = item_of(study, "case-7/other-arm")
    codes = list(questions_of(original, rubric=study.rubric))
    own = next(code for code in codes if code.startswith("own-"))
    made = plant(original, Planting(WORDS, one_key(**{own: 2})), by=dana)
    assert points_by_code(made) == {own: "2"}


def test_a_control_made_in_the_place_of_an_item_can_be_that_item_again(study, dana):
    original = study.items.real().first()
    before = (original.arm, original.content_hash, list(original.turns.values_list("text")))
    planting = Planting(WORDS, one_key(), in_its_place=True)
    remove(plant(original, planting, by=dana), by=dana)
    item = study.items.get(pk=original.pk)
    assert (item.arm, item.content_hash, list(item.turns.values_list("text"))) == before
    assert (item.role, hasattr(item, "control")) == ("real", False)


def test_a_control_in_the_place_of_an_output_is_no_case_that_its_arm_lacks(study, dana):
    original = study.items.real().first()
    planting = Planting(WORDS, one_key(), in_its_place=True)
    plant(original, planting, by=dana)
    assert "cases_differ" not in {f.rule for f in review_of(study).findings}
