"""What the documentation says is true of the product."""

import re
from pathlib import Path

import pytest
import yaml

from raters.design.ordering import Draw, QueueItem, ordered
from raters.exporting.records import COLUMNS
from rubrics.reading import spec_from_mapping

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]


def block(page: str, language: str) -> str:
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    return re.search(rf"```{language}\n(.*?)```", text, re.DOTALL).group(1)


@pytest.mark.parametrize("pseudonym", ["R01", "R02", "R17"])
def test_the_pocket_script_draws_the_same_order_as_the_app(pseudonym):
    names = {"__name__": "pocket"}
    exec(block("ordering.md", "python"), names)  # noqa: S102
    items = [QueueItem(f"c{n // 4}/a{n % 4}", f"c{n // 4}") for n in range(48)]
    items += [QueueItem(f"k{n}", f"c{n}", is_control=True) for n in range(4)]
    rows = [{"id": i.key, "case": i.case, "control": str(int(i.is_control))} for i in items]
    drawn = [item.key for item in ordered(items, draw=Draw(2024, 1, pseudonym))]
    assert names["draw"](rows, 2024, 1, pseudonym) == drawn


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
