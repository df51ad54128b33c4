"""What only a browser can tell: where a line of text begins."""

import pytest

from tests.studies import Panel, item_row, small_study

pytestmark = pytest.mark.browser
ARABIC = "هل يجب أن أذهب إلى الطوارئ؟"
MIXED = f"{ARABIC}\n\nAn English paragraph.\n\n{ARABIC}"
# How far from the left and the right edge of its turn each paragraph's first letter stands.
EDGES = """(turn) => {
  const box = turn.getBoundingClientRect(), text = turn.firstChild, edges = [];
  let place = 0;
  for (const paragraph of text.data.split("\\n\\n")) {
    const range = document.createRange();
    range.setStart(text, place);
    range.setEnd(text, place + 1);
    const letter = range.getBoundingClientRect();
    edges.push(letter.left - box.left < box.right - letter.right ? "left" : "right");
    place += paragraph.length + 2;
  }
  return edges;
}"""


def test_each_paragraph_of_a_turn_begins_on_the_side_of_its_own_script(
    arrive, transactional_db, django_user_model
):
    dana = django_user_model.objects.create_user("dana")
    turns = [{"role": "user", "content": MIXED}]
    study = small_study(by=dana, rows=[item_row(0, "a", messages=turns)])
    panel = Panel.opened(study, by=dana)
    page = arrive(study, panel.alice.user, by=dana)
    page.goto(f"/rate/{study.public_code}/{panel.round.name}/1/")
    assert page.locator(".turn-text").first.evaluate(EDGES) == ["right", "left", "right"]
