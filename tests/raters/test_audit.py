"""What was done to a study is told in the reader's language."""

import re
from pathlib import Path

import raters
from raters.audit import VERBS

ROOT = Path(raters.__file__).parent


def test_every_verb_that_is_recorded_can_be_translated():
    source = "".join(path.read_text(encoding="utf-8") for path in ROOT.rglob("*.py"))
    used = set(re.findall(r'(?:verb=|INTERIM_LOOK = )"([a-z ]+)"', source))
    assert used == set(VERBS)
