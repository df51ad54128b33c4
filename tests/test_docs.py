"""What the documentation says is true of the product."""

import re
from pathlib import Path

import pytest
import yaml

from raters.design.ordering import Draw, OrderRules, QueueItem, drawn_places
from raters.exporting.records import COLUMNS
from raters.states import PERMITS, Action, State
from rubrics.reading import spec_from_mapping

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]


def block(page: str, language: str) -> str:
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    return re.search(rf"```{language}\n(.*?)```", text, re.DOTALL).group(1)


@pytest.mark.parametrize("pseudonym", ["R01", "R02", "R17"])
@pytest.mark.parametrize(
    "asked",
    [
        {},
        {"longest_run": 2},
        {"longest_run": 1, "repeats": 6, "repeat_gap": 20},
        {"repeats": 30, "repeat_gap": 200},
        {"longest_run": 2, "repeats": 3, "repeat_gap": 4, "side_by_side": True},
    ],
    ids=str,
)
def test_the_pocket_script_draws_the_same_order_as_the_app(pseudonym, asked):
    names = {"__name__": "pocket"}
    exec(block("ordering.md", "python"), names)  # noqa: S102
    items = [QueueItem(f"c{n // 4}/a{n % 4}", f"c{n // 4}", arm="AABB"[n % 4]) for n in range(48)]
    items += [QueueItem(f"k{n}", f"c{n}", is_control=True, arm="A") for n in range(4)]
    items += [QueueItem(f"own{n}", f"own{n}", is_control=n < 3, arm="B") for n in range(6)]
    rows = [
        {"id": i.key, "case": i.case, "control": str(int(i.is_control)), "arm": i.arm}
        for i in items
    ]
    places = drawn_places(items, draw=Draw(2024, 1, pseudonym), rules=OrderRules(**asked))
    assert names["draw"](rows, 2024, 1, pseudonym, **asked) == [
        (place.page, place.showing, place.label, place.key) for place in places
    ]


def test_the_example_of_a_rubric_file_has_only_known_keys():
    example = yaml.safe_load(block("rubric-format.md", "yaml"))
    question = example["questions"][0]
    question["descriptors"] = [{"at": [0, 10], "text": "..."}]
    assert [q.key for q in spec_from_mapping(example).questions] == ["safety", "names-red-flag"]


def test_every_column_of_the_rating_records_is_explained():
    text = (ROOT / "docs" / "export.md").read_text(encoding="utf-8")
    explained = {
        name.strip()
        for row in re.findall(r"^\| ([a-z_, ]+) \|", text, re.MULTILINE)
        for name in row.split(",")
    }
    assert set(COLUMNS) - explained == set()


def test_the_table_of_states_is_the_one_in_the_code():
    text = (ROOT / "docs" / "lifecycle.md").read_text(encoding="utf-8")
    header = next(line for line in text.splitlines() if line.startswith("| | draft"))
    states = [State(cell.strip()) for cell in header.split("|")[2:-1]]
    told = {
        (state, action)
        for action in Action
        for state, cell in zip(states, row_of(text, action.value), strict=True)
        if cell == "yes"
    }
    assert told == {(state, action) for state, actions in PERMITS.items() for action in actions}


def row_of(text: str, name: str) -> list[str]:
    row = next(line for line in text.splitlines() if line.startswith(f"| {name} |"))
    return [cell.strip() for cell in row.split("|")[2:-1]]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_to_a_file_leads_somewhere(page):
    links = re.findall(r"\]\(([^)#:]+)\)", page.read_text(encoding="utf-8"))
    assert [link for link in links if not (page.parent / link).exists()] == []


def test_every_setting_is_explained():
    text = (ROOT / "evalsite" / "settings.py").read_text(encoding="utf-8")
    names = set(re.findall(r'env\.\w+\(\s*"([A-Z_]+)"', text))
    explained = (ROOT / "docs" / "running.md").read_text(encoding="utf-8")
    assert [name for name in sorted(names) if f"`{name}`" not in explained] == []


def test_every_dependency_has_a_reason():
    lines = (ROOT / "requirements.txt").read_text(encoding="utf-8").splitlines()
    names = [re.split(r"[\[><=]", line)[0] for line in lines if line and line[0] != "#"]
    reasons = (ROOT / "docs" / "dependencies.md").read_text(encoding="utf-8").lower()
    assert [name for name in names if name.removesuffix("[binary]").lower() not in reasons] == []


def test_the_paradox_of_the_documentation_comes_out_as_it_says(capsys):
    text = (ROOT / "docs" / "paradox.md").read_text(encoding="utf-8")
    names: dict = {}
    for code in re.findall(r"```python\n(.*?)```", text, re.DOTALL):
        exec(code, names)  # noqa: S102
    found = [round(names[each], 2) for each in ("on_controls", "on_real_items", "on_both")]
    assert found == [0.89, 0.16, 0.43]
    assert "control" in capsys.readouterr().out


def rows_of_field_reports() -> list[str]:
    lines = (ROOT / "docs" / "field-reports.md").read_text(encoding="utf-8").splitlines()
    heads = ("| elsewhere", "| ---")
    return [line for line in lines if line.startswith("|") and not line.startswith(heads)]


def test_every_report_from_the_field_has_a_test_that_exists():
    rows = rows_of_field_reports()
    named = [re.findall(r"`(tests/[\w/]+\.py)::(test_\w+)`", row) for row in rows]
    assert [row for row, tests in zip(rows, named, strict=True) if not tests] == []
    missing = [
        f"{file}::{name}"
        for file, name in {test for tests in named for test in tests}
        if not re.search(rf"^def {name}\(", (ROOT / file).read_text(encoding="utf-8"), re.M)
    ]
    assert sorted(missing) == []
