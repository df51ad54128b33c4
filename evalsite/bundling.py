"""One script in place of a module and everything it imports.

It knows the statements that our own modules use and refuses every other, by file and line:
`import { a, b as c } from "./other.js";` and `import "./other.js";` before anything else, and
`export` before a `function`, a `const` or a `class` at the beginning of a line. Comments that have
lines of their own are left out; so that no text can look like one, a template stays on its line.

Each module becomes a function, so that no two names can meet. It is called once on a page, as a
browser runs a module once, also where two scripts of the page hold it: what it remembers is shared.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass

COMMENT = re.compile(r"\s+|//[^\n]*|/\*.*?\*/", re.DOTALL)
IMPORT = re.compile(r'import\s+(?:\{(?P<names>[\w$,\s]*)\}\s*from\s*)?"\./(?P<file>[\w.-]+)";')
BOUND = re.compile(r"(?P<name>[\w$]+)(?:\s+as\s+(?P<here>[\w$]+))?")
EXPORT = re.compile(
    r"^export (?=(?:(?:async )?function\*? ?|const |class )(?P<name>[\w$]+)(?![\w$,]))",
    re.MULTILINE,
)
# What is left of them after the statements that are known have been taken away.
UNKNOWN = re.compile(
    r"(?:^|[;}])\s*(?:import|export)\b"  # in another form, or not at the beginning of a line
    r"|(?<![.\w$])import\s*[(.]"  # import() and import.meta
    r"|^(?!//|/\*|.*\basync\b)(?=\S).*(?<![.\w$])await\b",  # a module may wait, a function may not
    re.MULTILINE,
)
# Each is a whole line; in a block over several lines nothing is looked for.
COMMENT_LINES = re.compile(r"^[ \t]*(?://(?!.*\*/).*|/\*(?:(?!\*/).)*\*/[ \t]*)\n", re.MULTILINE)
OURS = "$$"


class CannotBundle(Exception):
    """The message names the file, and the line where there is one."""


@dataclass(frozen=True)
class Import:
    file: str
    # The name in the other module, and the name here.
    names: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Module:
    name: str
    imports: tuple[Import, ...]
    exports: tuple[str, ...]
    body: str


def read_module(name: str, text: str) -> Module:
    imports, start = _imports(name, text)
    # Blank lines stand for what came before the body, so that a fault has its own line's number.
    rest = "\n" * text.count("\n", 0, start) + text[start:]
    body = EXPORT.sub("", rest)
    _refuse_unknown(name, body)
    exports = tuple(match["name"] for match in EXPORT.finditer(rest))
    return Module(name, tuple(imports), exports, COMMENT_LINES.sub("", body).strip("\n"))


def _refuse_unknown(name: str, body: str) -> None:
    if unknown := UNKNOWN.search(body):
        raise _at(name, body, unknown.end(), "a statement that evalsite/bundling.py does not know")
    if OURS in body:
        raise _at(name, body, body.index(OURS), f"{OURS} is kept for names that bundling makes")
    for line in re.finditer(r"^(?![ \t]*//).*$", body, re.MULTILINE):
        if line[0].count("`") % 2:
            raise _at(name, body, line.start(), "a template over several lines, or half of one")


def _imports(name: str, text: str) -> tuple[list[Import], int]:
    """The imports before anything else, and where what follows the last of them begins."""
    found, place, end = [], 0, 0
    while place < len(text):
        if comment := COMMENT.match(text, place):
            place = comment.end()
        elif match := IMPORT.match(text, place):
            found.append(Import(match["file"], _names(name, text, match)))
            place = end = match.end()
        else:
            break
    return found, end


def _names(name: str, text: str, match: re.Match) -> tuple[tuple[str, str], ...]:
    names = []
    for each in filter(None, map(str.strip, (match["names"] or "").split(","))):
        bound = BOUND.fullmatch(each)
        if bound is None:
            raise _at(name, text, match.start("names"), f"{each!r} is no name to import")
        names.append((bound["name"], bound["here"] or bound["name"]))
    return tuple(names)


def _at(name: str, text: str, place: int, what: str) -> CannotBundle:
    line = text.count("\n", 0, place) + 1
    return CannotBundle(f"{name}, line {line}: {what}")


def bundles(modules: Mapping[str, Module]) -> dict[str, str]:
    """A script for each module that none of the others imports: a page asks for these."""
    imported = {each.file for module in modules.values() for each in module.imports}
    parts = {name: _in_order(name, modules, ()) for name in sorted(modules.keys() - imported)}
    reached = {part.name for each in parts.values() for part in each}
    if circle := sorted(modules.keys() - reached):
        raise CannotBundle(f"{', '.join(circle)}: imported in a circle, which no page can enter")
    return {name: _script(name, each) for name, each in parts.items()}


def _script(name: str, parts: list[Module]) -> str:
    number = {module.name: n for n, module in enumerate(parts)}
    head = f"// {name} is made of {', '.join(module.name for module in parts)}\n"
    head += f"const {OURS} = (globalThis.{OURS}modules ??= {{}});\n"
    return head + "".join(_as_function(module, number) for module in parts)


def _in_order(entry: str, modules: Mapping[str, Module], above: tuple[str, ...]) -> list[Module]:
    """As a browser runs them: each once, after those that it imports."""
    if entry in above:
        raise CannotBundle(f"{entry} imports itself by way of {', '.join(above)}")
    if entry not in modules:
        raise CannotBundle(f"{above[-1]} imports {entry}: there is no such module")
    parts: dict[str, Module] = {}
    for each in modules[entry].imports:
        parts |= {part.name: part for part in _in_order(each.file, modules, (*above, entry))}
        _check_names(entry, each, modules[each.file])
    return [*parts.values(), modules[entry]]


def _check_names(entry: str, asked: Import, other: Module) -> None:
    missing = [name for name, _ in asked.names if name not in other.exports]
    if missing:
        raise CannotBundle(f"{entry} imports {', '.join(missing)}: not exported by {asked.file}")


def _as_function(module: Module, number: Mapping[str, int]) -> str:
    imports = "".join(
        f"const {{ {_bindings(each)} }} = {OURS}{number[each.file]};\n"
        for each in module.imports
        if each.names
    )
    return (
        f'const {OURS}{number[module.name]} = ({OURS}["{module.name}"] ??= (() => {{\n{imports}'
        f"{module.body}\nreturn {{ {', '.join(module.exports)} }};\n}})());\n"
    )


def _bindings(each: Import) -> str:
    return ", ".join(name if name == here else f"{name}: {here}" for name, here in each.names)
