"""One script in place of a module and what it imports: what is made of it, and what is refused."""

import re
from pathlib import Path

import pytest
from django.core.management import call_command
from django.template.loader import get_template
from django.test import override_settings

from evalsite.bundling import CannotBundle, bundles, read_module

ROOT = Path(__file__).parent.parent.parent
STATIC = ROOT / "static"


def made_of(files: dict[str, str]) -> dict[str, str]:
    return bundles({name: read_module(name, text) for name, text in files.items()})


def ours() -> dict[str, str]:
    return {path.name: path.read_text(encoding="utf-8") for path in STATIC.glob("*.js")}


def asked_for_by_templates() -> set[str]:
    """The scripts of ours that pages load, and that they load as modules."""
    tags = r"""<script type="module" src="{% static '([\w.]+)' %}"></script>"""
    texts = [path.read_text(encoding="utf-8") for path in (ROOT / "templates").rglob("*.html")]
    assert sum(text.count("<script") for text in texts) == sum(
        len(re.findall(tags, text)) for text in texts
    )
    return {name for text in texts for name in re.findall(tags, text)}


def statements(script: str) -> list[str]:
    return re.findall(r"^\s*(?:import|export)\b.*", script, re.MULTILINE)


def test_a_module_comes_after_what_it_imports_and_once_only():
    script = made_of(
        {
            "page.js": 'import { a } from "./a.js";\nimport { b } from "./b.js";\nshow(a, b);\n',
            "a.js": 'import { b } from "./b.js";\nexport const a = b + 1;\n',
            "b.js": "export const b = 1;\n",
        }
    )["page.js"]
    assert re.findall(r"^const \S+ = \(\S+\[\"(.*)\"\]", script, re.MULTILINE) == [
        "b.js",
        "a.js",
        "page.js",
    ]


def test_the_first_line_names_the_parts():
    script = made_of({"page.js": 'import "./a.js";\n', "a.js": "begin();\n"})["page.js"]
    assert script.splitlines()[0] == "// page.js is made of a.js, page.js"


def test_no_import_and_no_export_is_left():
    text = 'import { a as b } from "./a.js";\nexport const c = 1;\nexport class D {}\n'
    made = made_of({"page.js": text, "a.js": "export async function a() {}\n"})
    assert statements(made["page.js"]) == []


def test_an_import_under_another_name_is_known_by_that_name():
    made = made_of(
        {
            "page.js": 'import {\n  keep,\n  kept as had,\n} from "./a.js";\n',
            "a.js": "export function keep() {}\nexport const kept = 1;\n",
        }
    )
    assert "const { keep, kept: had } = $$0;" in made["page.js"]


def test_a_module_that_nobody_imports_is_a_script_of_its_own():
    made = made_of({"a.js": "one();\n", "b.js": "two();\n"})
    assert ("two()" in made["a.js"], "one()" in made["b.js"]) == (False, False)


def test_words_in_text_and_comments_are_no_statements():
    text = '// export all\nconst word = "import of export";\na.export({ import: 1 });\n'
    assert 'const word = "import of export";' in made_of({"page.js": text})["page.js"]


def test_comments_on_lines_of_their_own_are_left_out():
    text = "// One.\nbegin(); // Stays.\n  // Two.\n/** Three. */\nend(); /* Stays. */\n"
    made = made_of({"page.js": text})["page.js"]
    assert re.findall(r"(\w+)\. *(?:\*/)?$", made, re.MULTILINE) == ["Stays", "Stays"]


def test_a_text_that_looks_like_a_comment_stays():
    text = 'const at = "//example.org/*";\nconst b = `// ${at} */`;\n'
    assert text in made_of({"page.js": text})["page.js"]


def test_a_template_over_several_lines_is_refused():
    with pytest.raises(CannotBundle, match=r"page\.js, line 2: a template over several lines"):
        read_module("page.js", "begin();\nconst a = `one\n// two\n`;\n")


@pytest.mark.parametrize(
    "statement",
    [
        "export default function () {}",
        "export { keep };",
        'export { keep } from "./a.js";',
        'export * from "./a.js";',
        "export let count = 0;",
        "export const { a, b } = c;",
        "begin(); export const a = 1;",
        "  export const a = 1;",
        'import keep from "./a.js";',
        'import * as a from "./a.js";',
        'import { keep } from "a";',
        "import { keep } from './a.js';",
        'import { keep } from "https://example.org/a.js";',
        'const later = import("./a.js");',
        "console.log(import.meta.url);",
        "const answer = await fetch(address);",
        "await fetch(address);",
    ],
)
def test_a_statement_it_does_not_know_is_refused_by_file_and_line(statement):
    with pytest.raises(CannotBundle, match=r"^page\.js, line 3: "):
        read_module("page.js", f'import "./b.js";\n// A comment.\n{statement}\n')


def test_an_import_after_other_statements_is_refused():
    with pytest.raises(CannotBundle, match=r"page\.js, line 2: "):
        read_module("page.js", 'begin();\nimport { a } from "./a.js";\n')


def test_a_bad_name_in_an_import_is_refused():
    with pytest.raises(CannotBundle, match="'a b c' is no name"):
        read_module("page.js", 'import { a b c } from "./a.js";\n')


def test_a_name_that_bundling_makes_is_refused_in_a_module():
    with pytest.raises(CannotBundle, match=r"page\.js, line 2: "):
        read_module("page.js", "begin();\nconst $$0 = 1;\n")


def test_a_name_that_the_other_module_does_not_export_is_refused():
    files = {"page.js": 'import { a, b } from "./a.js";\n', "a.js": "export const a = 1;\n"}
    with pytest.raises(CannotBundle, match=r"page\.js imports b: not exported by a\.js"):
        made_of(files)


def test_a_module_that_is_not_there_is_refused():
    with pytest.raises(CannotBundle, match=r"page\.js imports a\.js: there is no such module"):
        made_of({"page.js": 'import { a } from "./a.js";\n'})


CIRCLE = {
    "a.js": 'import { b } from "./b.js";\nexport const a = 1;\n',
    "b.js": 'import { a } from "./a.js";\nexport const b = 1;\n',
}


def test_modules_that_import_each_other_are_refused():
    with pytest.raises(
        CannotBundle, match=r"a\.js imports itself by way of page\.js, a\.js, b\.js"
    ):
        made_of(CIRCLE | {"page.js": 'import { a } from "./a.js";\n'})


def test_modules_that_import_each_other_are_refused_where_no_other_imports_them():
    with pytest.raises(CannotBundle, match=r"a\.js, b\.js: imported in a circle"):
        made_of(CIRCLE)


def test_every_script_that_a_page_asks_for_is_made():
    assert asked_for_by_templates() <= made_of(ours()).keys()


def test_no_script_is_made_that_no_page_asks_for():
    assert made_of(ours()).keys() <= asked_for_by_templates()


def test_nothing_of_import_or_export_is_left_in_what_is_served():
    assert [line for script in made_of(ours()).values() for line in statements(script)] == []


@pytest.fixture(scope="module")
def collected(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("static")
    storages = {
        "staticfiles": {"BACKEND": "evalsite.static_files.BundledStaticFilesStorage"},
        "default": {"BACKEND": "django.core.files.storage.InMemoryStorage"},
    }
    with override_settings(STATIC_ROOT=folder, STORAGES=storages):
        call_command("collectstatic", interactive=False, verbosity=0, ignore=["admin"])
        yield folder


def test_what_is_collected_is_the_bundle_under_the_name_of_its_entry(collected):
    (path,) = collected.glob("rating.????????????.js")
    assert path.read_text(encoding="utf-8") == made_of(ours())["rating.js"]


def test_a_module_that_went_into_a_bundle_has_no_address_of_its_own(collected):
    assert list(collected.glob("journal.????????????.js")) == []


def test_the_bundle_is_compressed(collected):
    (path,) = collected.glob("rating.????????????.js.gz")
    assert path.stat().st_size < len(made_of(ours())["rating.js"]) / 2


def test_a_page_asks_for_the_bundle(collected):
    page = get_template("raters/signed_out.html").render()
    (path,) = collected.glob("signed_out.????????????.js")
    assert f'<script type="module" src="/static/{path.name}">' in page
