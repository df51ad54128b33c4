"""The planted items that docs/importing.md shows can be imported as they stand there."""

import re
from pathlib import Path

from tests.raters.importing.files import read, table

PAGE = Path(__file__).parents[3] / "docs" / "importing.md"
TURNS = '[{"role": "user", "content": "a"}, {"role": "assistant", "content": "b"}]'


def examples(language):
    found = re.findall(rf"```{language}\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    planted = [text for text in found if "control" in text]
    return [table(f"{n}.txt", text.replace("[...]", TURNS)) for n, text in enumerate(planted)]


def test_the_rows_of_json_are_a_control_and_an_item_for_training():
    drafts = read(*examples("json"))

    assert [item.role for item in drafts.items] == ["control", "training"]
    assert (drafts.problems, drafts.notes) == ((), ())


def test_the_table_holds_a_control_with_a_set_of_points():
    drafts = read(*examples("csv"))

    assert drafts.items[0].control.expected["accuracy"].only == (0, 2)
    assert (drafts.problems, drafts.notes) == ((), ())
