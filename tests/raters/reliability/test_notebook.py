"""The examples of docs/notebook.md, run as they stand there."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs" / "notebook.md").read_text(encoding="utf-8")
WIDE = "id,J1,J2,J3,J4\n1,9,2,5,8\n2,6,1,3,2\n3,8,4,6,8\n4,7,1,2,6\n5,10,5,6,9\n6,6,2,4,7\n"


def printed(example, folder):
    (folder / "example.py").write_text(
        f"{example}\nimport sys\nassert 'django' not in sys.modules\n"
    )
    run = [sys.executable, "-W", "ignore", "example.py"]
    environment = {"PYTHONPATH": str(ROOT), "PATH": ""}
    done = subprocess.run(run, cwd=folder, capture_output=True, text=True, env=environment)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture
def examples():
    return re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)


def test_the_published_table_gives_the_printed_values(examples, tmp_path):
    (shown,) = re.findall(r"```text\n(.*?)```", PAGE, re.DOTALL)
    assert printed(examples[0], tmp_path) == shown


def test_a_file_is_read_as_the_page_says(examples, tmp_path):
    (tmp_path / "ratings.csv").write_text(WIDE)
    assert float(printed(examples[1], tmp_path)) == pytest.approx(0.2897637795)
