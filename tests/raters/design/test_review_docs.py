import re
from pathlib import Path

from raters.design.review import RULES

PAGE = Path(__file__).parents[3] / "docs" / "review.md"
ROW = re.compile(r"^\| `(\w+)` \| (\w+) \| (\w+) \| (\w+|—) \| (.+?) \|$", re.MULTILINE)


def test_the_table_of_the_rules_and_the_code_agree():
    told = ROW.findall(PAGE.read_text(encoding="utf-8"))
    rules = [(r.id, r.step, r.weight, r.asks_for or "—", str(r.place)) for r in RULES]
    assert told == rules
