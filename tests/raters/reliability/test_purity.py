import ast
import subprocess
import sys
from pathlib import Path

import raters.reliability

FOLDER = Path(raters.reliability.__file__).parent


def imported_names(path):
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        if isinstance(node, ast.ImportFrom):
            yield node.module


def loaded_after(statement):
    code = f"import sys; {statement}; print(*sys.modules)"
    root = FOLDER.parent.parent
    run = [sys.executable, "-c", code]
    return set(
        subprocess.run(run, cwd=root, capture_output=True, check=True, text=True).stdout.split()
    )


def test_no_module_names_anything_but_the_allowed_packages():
    allowed = {"numpy", "scipy", "pandas", "pingouin", "krippendorff", "raters", "rubrics"}
    named = {name for path in FOLDER.glob("*.py") for name in imported_names(path)}
    outside = {name.split(".")[0] for name in named} - set(sys.stdlib_module_names) - allowed
    own = {name for name in named if name.startswith(("raters", "rubrics"))}
    assert outside == set()
    assert {name for name in own if not name.startswith("raters.reliability")} == {
        "rubrics.phrases"
    }


def test_importing_loads_no_django_and_nothing_slow():
    loaded = loaded_after("import raters.reliability")
    slow = {"django", "scipy", "pandas", "pingouin", "krippendorff", "matplotlib"}
    assert loaded & slow == set()


def test_no_django_is_loaded_by_a_whole_report():
    loaded = loaded_after(
        "from raters.reliability import *;"
        "r = [Rating(str(i), None, str(u), i * u % 4) for i in range(6) for u in (1, 3)];"
        "question_report(RatingTable.of(r, levels=range(4)), seed=1, resamples=10)"
    )
    assert "django" not in loaded
