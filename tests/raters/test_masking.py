import pytest

from raters.amending import reopen_design
from raters.importing.drafts import ItemDraft
from raters.importing.speakers import TurnDraft
from raters.lifecycle import NotPermitted, close_round
from raters.masking import chosen, keep, kept_texts, mask, open_finds, open_hits
from raters.models import AuditEvent, Item, Study
from raters.panel import add_reviewers
from tests.studies import (
    SECRET_ARM,
    Panel,
    control_row,
    conversation,
    item_row,
    lock_in_spite,
    rate,
    small_study,
)

pytestmark = pytest.mark.django_db

NAMED = "I am ChatGPT, so ask a doctor."


def named(case: int, arm: str = "a", text: str = NAMED, **more) -> dict:
    return item_row(case, arm, messages=conversation(text), **more)


def of_words(study: Study, words: str):
    return [found for found in open_finds(study) if words in found.hit.words]


def text_of(study: Study, source_id: str, turn: int = 2) -> str:
    return study.items.get(source_id=source_id).turns.get(number=turn).text


@pytest.fixture
def naming(dana) -> Study:
    """Two items and a control that say they are ChatGPT, and one that does not."""
    rows = [named(1), named(2), item_row(3, "a")]
    rows.append(control_row("ctl", messages=conversation(NAMED)))
    return small_study(by=dana, rows=rows)


def test_names_are_found_in_real_items_and_in_planted_ones(naming):
    assert {hit.item for hit in open_hits(naming)} == {"case-1/a", "case-2/a", "ctl"}


def test_the_name_of_an_arm_is_found(dana):
    rows = [named(1, SECRET_ARM, f"As {SECRET_ARM} I say so."), item_row(2, SECRET_ARM)]
    [hit] = open_hits(small_study(by=dana, rows=rows))
    assert (hit.kind, hit.words, hit.item) == ("arm_name", SECRET_ARM, f"case-1/{SECRET_ARM}")


def test_a_hit_comes_with_the_words_around_it(dana):
    text = "x" * 60 + " write to ann@example.org please " + "y" * 60
    [found] = open_finds(small_study(by=dana, rows=[named(1, text=text)]))
    assert found.hit.words == "ann@example.org"
    assert (len(found.before), found.before[0], found.before[-10:]) == (41, "…", " write to ")
    assert (len(found.after), found.after[:8], found.after[-1]) == (41, " please ", "…")


def test_words_at_an_end_of_the_text_have_nothing_beside_them(dana):
    [found] = open_finds(small_study(by=dana, rows=[named(1, text="ann@example.org")]))
    assert (found.before, found.after) == ("", "")


@pytest.mark.parametrize("field", ["context", "reference"])
def test_a_cases_context_and_reference_are_searched_too(dana, field):
    rows = [item_row(1, arm, **{field: "As ChatGPT says."}) for arm in "ab"]
    study = small_study(by=dana, rows=rows)
    [found] = open_finds(study)
    assert (found.hit.item, found.hit.turn, found.place.role) == ("case-1", 0, field)
    mask(study, [found], by=dana)
    assert getattr(study.cases.get(), field) == "[name removed] says."


def test_masking_takes_the_words_out_of_the_turn(naming, dana):
    [found] = [f for f in of_words(naming, "ChatGPT") if f.hit.item == "case-1/a"]
    mask(naming, [found], by=dana)
    assert text_of(naming, "case-1/a") == "[name removed], so ask a doctor."
    assert text_of(naming, "case-2/a") == NAMED


def test_a_masked_item_has_the_hash_that_an_import_of_its_words_gives(naming, dana):
    mask(naming, open_finds(naming), by=dana)
    item = naming.items.get(source_id="case-1/a")
    turns = tuple(TurnDraft(turn.role, turn.text) for turn in item.turns.all())
    draft = ItemDraft("case-1/a", "case-1", "a", turns, None, (), "f", 1)
    assert item.content_hash == draft.content_hash


def test_several_places_of_one_turn_are_masked_at_once(dana):
    text = "I am ChatGPT. Write to ann@example.org."
    study = small_study(by=dana, rows=[named(1, text=text)])
    mask(study, open_finds(study), by=dana)
    assert text_of(study, "case-1/a") == "[name removed]. Write to [removed]."
    assert open_hits(study) == []


@pytest.mark.parametrize("decide", [mask, lambda *a, **k: keep(*a, reason="So.", **k)])
def test_a_decision_about_words_that_are_gone_changes_nothing(naming, dana, decide):
    seen_before = open_finds(naming)
    mask(naming, seen_before, by=dana)
    assert decide(naming, seen_before, by=dana) == 0
    assert text_of(naming, "case-1/a") == "[name removed], so ask a doctor."
    assert not kept_texts(naming).exists()


def test_everywhere_means_all_places_with_the_same_words_of_the_same_kind(naming):
    finds = open_finds(naming)
    assert len(chosen(finds, finds[0].key, everywhere=True)) == 3
    assert chosen(finds, finds[0].key, everywhere=False) == [finds[0]]
    assert chosen(finds, "gone", everywhere=True) == []


def test_what_is_kept_with_a_reason_is_open_no_longer(naming, dana):
    [found] = [f for f in open_finds(naming) if f.hit.item == "case-1/a"]
    keep(naming, [found], reason="It is a quotation.", by=dana)
    assert {hit.item for hit in open_hits(naming)} == {"case-2/a", "ctl"}
    [row] = kept_texts(naming)
    assert (row.item.source_id, row.turn, row.words) == ("case-1/a", 2, found.hit.words)


def test_words_kept_in_a_case_are_kept_for_all_its_items(dana):
    rows = [item_row(1, arm, context="As ChatGPT says.") for arm in "ab"]
    study = small_study(by=dana, rows=rows)
    keep(study, open_finds(study), reason="The case is about it.", by=dana)
    assert open_hits(study) == []
    assert kept_texts(study).get().turn == 0


def test_nothing_is_kept_without_a_reason(naming, dana):
    with pytest.raises(NotPermitted, match="Say why"):
        keep(naming, open_finds(naming), reason="  ", by=dana)
    assert len(open_hits(naming)) == 3


def test_other_words_of_a_turn_stay_open_when_some_are_kept(dana):
    study = small_study(by=dana, rows=[named(1, text="I am ChatGPT. Write to ann@example.org.")])
    keep(study, of_words(study, "ann@"), reason="An invented address.", by=dana)
    assert [hit.kind for hit in open_hits(study)] == ["self_identification"]


@pytest.mark.parametrize("decide", [mask, lambda *a, **k: keep(*a, reason="So.", **k)])
def test_nothing_is_masked_or_kept_once_the_protocol_is_locked(naming, dana, decide):
    finds = open_finds(naming)
    Panel.opened(naming, by=dana)
    with pytest.raises(NotPermitted):
        decide(naming, finds, by=dana)
    assert (text_of(naming, "case-1/a"), kept_texts(naming).count()) == (NAMED, 0)


@pytest.mark.parametrize("place", ["turn", "context"])
def test_what_was_rated_in_a_live_round_is_not_rewritten(dana, place):
    row = named(1) if place == "turn" else item_row(1, "a", context="As ChatGPT says.")
    panel = Panel.opened(small_study(by=dana, rows=[row, item_row(2, "a")]), by=dana)
    rate(panel.alice.assignments.get(item__source_id="case-1/a"))
    close_round(panel.study, by=dana)
    panel.study.refresh_from_db()
    reopen_design(panel.study, reason="A name was overlooked.", by=dana)
    with pytest.raises(NotPermitted, match="Rated already: case-1/a"):
        mask(panel.study, open_finds(panel.study), by=dana)
    assert len(open_hits(panel.study)) == 1


def test_the_log_tells_what_was_masked_without_the_words(naming, dana):
    mask(naming, open_finds(naming), by=dana)
    event = AuditEvent.objects.get(verb="words masked")
    assert event.details["items"] == ["case-1/a", "case-2/a", "ctl"]
    assert "ChatGPT" not in str(event.details)


def test_a_renamed_arm_is_looked_for_although_all_texts_were_scanned_before(naming):
    before = len(open_hits(naming))
    naming.arms.update(name="room-air-9")
    Item.objects.get(source_id="case-3/a").turns.filter(number=2).update(text="room air 9")
    assert len(open_hits(naming)) == before + 1


def test_a_locked_study_still_shows_what_was_kept(naming, dana):
    keep(naming, open_finds(naming), reason="Quotations.", by=dana)
    add_reviewers(naming, 2, by=dana)
    protocol = lock_in_spite(naming, by=dana)
    assert "Quotations." in str(protocol.secret) + str(protocol.document)
