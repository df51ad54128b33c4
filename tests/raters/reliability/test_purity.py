import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

import raters.reliability

FOLDER = Path(raters.reliability.__file__).parent
PACKAGES = [
    "raters.reliability",
    *(f"raters.reliability.{path.parent.name}" for path in sorted(FOLDER.glob("*/__init__.py"))),
]
SLOW = {"scipy", "pandas", "pingouin", "krippendorff", "matplotlib"}


def imported_names(path):
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        if isinstance(node, ast.ImportFrom):
            yield node.module


def named_in(*paths):
    return {name for path in paths for name in imported_names(path)}


def loaded_after(statement):
    code = f"import sys; {statement}; print(*sys.modules)"
    run = [sys.executable, "-c", code]
    environment = os.environ | {"DJANGO_SETTINGS_MODULE": "tests.settings"}
    done = subprocess.run(
        run, cwd=FOLDER.parent.parent, env=environment, capture_output=True, check=True, text=True
    )
    return set(done.stdout.split())


def test_no_module_names_anything_but_the_allowed_packages():
    numbers = {"numpy", "scipy", "pandas", "pingouin", "krippendorff"}
    allowed = numbers | {"openpyxl", "raters", "rubrics"}
    outside = {name.split(".")[0] for name in named_in(*FOLDER.rglob("*.py"))}
    assert outside - set(sys.stdlib_module_names) - allowed == set()


def test_only_the_files_know_how_files_are_read():
    files = set((FOLDER / "files").rglob("*.py"))
    others = named_in(*(set(FOLDER.rglob("*.py")) - files))
    own = {name for name in others if name.startswith(("raters", "rubrics"))}
    assert {name for name in own if not name.startswith("raters.reliability")} == {
        "rubrics.phrases"
    }
    read = {name for name in named_in(*files) if name.startswith("raters.importing")}
    assert read != set()


@pytest.mark.parametrize("package", PACKAGES)
def test_importing_loads_no_django_and_nothing_slow(package):
    assert loaded_after(f"import {package}") & (SLOW | {"django"}) == set()


def test_a_web_worker_loads_nothing_slow_before_a_report_is_asked_for():
    loaded = loaded_after("import evalsite.wsgi; import evalsite.urls")
    assert "raters.views.reports" in loaded
    assert loaded & SLOW == set()


def test_no_django_is_loaded_by_a_whole_report():
    loaded = loaded_after(
        "from raters.reliability import *;"
        "r = [Rating(str(i), None, str(u), i * u % 4) for i in range(6) for u in (1, 3)];"
        "question_report(RatingTable.of(r, levels=range(4)), seed=1, resamples=10)"
    )
    assert "django" not in loaded
