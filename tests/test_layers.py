"""The import rules of CONTRIBUTING.md, proved by reading every module."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
LOWER_FIRST = [
    # models, then the domain, then forms and permissions, then what answers a request.
    {"models", "triggers", "append_only_guard", "frozen_guard", "way_back", "audit"},
    {
        *("blinding", "queue", "lifecycle", "panel", "rating", "scoring", "reports"),
        *("allocating", "drawing", "reviewing", "signing", "locking", "locked_facts", "amending"),
        *("expecting", "previewing", "kept", "standing", "own_summary"),
        *("protocol_files", "filing", "handing_over", "coverage", "planting", "checklist"),
        *("training", "planned", "telltale"),
        *("practising", "letting_in", "order_of_rating"),
        *("messages", "conversations", "slips"),
        *("masking", "rewriting", "arm_cases"),
        *("importing", "exporting"),
    },
    {
        "forms",
        "rating_form",
        "enrolment_form",
        "setup_forms",
        "reliability_file_form",
        "planting_forms",
        "message_forms",
        "permissions",
    },
    {"templatetags", "demo"},
    {"views", "urls", "admin", "management", "apps"},
]
PURE = [
    *(
        f"rubrics/{name}.py"
        for name in [
            "phrases",
            "scales",
            "spec",
            "asked",
            "faults",
            "reading",
            "writing",
            "translating",
            "yaml_files",
            "editing",
            "salvaging",
        ]
    ),
    *(
        f"raters/{name}.py"
        for name in [
            "evidence",
            "transcript",
            "answers",
            "speakers",
            "states",
            "activity",
            "markup",
            "pace",
            "page_marks",
        ]
    ),
    "raters/demo/rehearsal.py",
    "raters/figures",
    *(f"raters/exporting/{name}.py" for name in ["documents", "typesetting", "prose/fragments"]),
    "rubrics/consistency",
    "raters/design",
    "raters/reliability",
]
# In raters/importing these touch the database; all others are pure.
IMPURE_IMPORTING = {"pending.py", "planning.py", "storing.py"}


def modules(place: str) -> list[Path]:
    path = ROOT / place
    return [path] if path.suffix else sorted(path.rglob("*.py"))


def pure_modules() -> list[Path]:
    importing = [p for p in modules("raters/importing") if p.name not in IMPURE_IMPORTING]
    return [*(path for place in PURE for path in modules(place)), *importing]


def imported_names(path: Path) -> set[str]:
    names = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names |= {node.module} | {f"{node.module}.{alias.name}" for alias in node.names}
    return names


def project_files(name: str) -> list[Path]:
    """Modules of the project that `name` stands for: the module, or its package."""
    base = ROOT / Path(*name.split("."))
    return [path for path in (base.with_suffix(".py"), base / "__init__.py") if path.is_file()]


def reach(path: Path, seen: set[Path]) -> set[str]:
    """Everything that `path` imports, at any depth inside the project."""
    if path in seen:
        return set()
    seen.add(path)
    names = imported_names(path)
    for name in sorted(names):
        for file in project_files(name):
            names = names | reach(file, seen)
    return names


@pytest.mark.parametrize("path", pure_modules(), ids=lambda path: str(path.relative_to(ROOT)))
def test_a_pure_module_imports_no_django_at_any_depth(path):
    assert [name for name in reach(path, set()) if name.split(".")[0] == "django"] == []


def test_rubrics_knows_nothing_of_raters_or_the_site():
    found = {name for path in modules("rubrics") for name in imported_names(path)}
    assert {name for name in found if name.split(".")[0] in ("raters", "evalsite")} == set()


def test_raters_knows_nothing_of_the_site():
    found = {name for path in modules("raters") for name in imported_names(path)}
    assert {name for name in found if name.split(".")[0] == "evalsite"} == set()


def level_of(part: str) -> int:
    return next((level for level, parts in enumerate(LOWER_FIRST) if part in parts), -1)


def test_a_module_of_raters_imports_only_from_its_own_level_or_below():
    upward = []
    for path in modules("raters"):
        here = level_of(path.relative_to(ROOT / "raters").parts[0].removesuffix(".py"))
        for name in imported_names(path):
            parts = name.split(".")
            if parts[0] == "raters" and len(parts) > 1 and level_of(parts[1]) > here >= 0:
                upward.append(f"{path.relative_to(ROOT)} imports {name}")
    assert [each for each in upward if not each.startswith("raters/apps.py")] == []
