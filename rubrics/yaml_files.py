"""Rubric files: YAML in, YAML out, and on which line each part stands. No Django at any depth."""

import re
from dataclasses import replace

import yaml

from rubrics.faults import Fault, Path, RubricRefused
from rubrics.phrases import Phrase, gettext_noop
from rubrics.reading import spec_from_mapping
from rubrics.spec import RubricSpec
from rubrics.writing import mapping_from_spec

# A rubric needs eight; a file made of brackets alone must not exhaust the stack.
DEEPEST = 30
PLAIN_TEXT = yaml.resolver.Resolver.DEFAULT_SCALAR_TAG
INDENTED_LINE = re.compile(r"^[ \t]", re.MULTILINE)
OTHER_LINE_BREAKS = re.compile("[\x85\u2028\u2029]")


def rubric_from_yaml(text: str) -> RubricSpec:
    """Raises `RubricRefused`, each fault with its line, in the order of the lines."""
    root, document = nodes_and_document(text)
    try:
        return spec_from_mapping(document)
    except RubricRefused as refusal:
        faults = [replace(fault, line=line_of(root, fault.path)) for fault in refusal.faults]
        raise RubricRefused(sorted(faults, key=lambda fault: fault.line)) from None


def rubric_to_yaml(spec: RubricSpec) -> str:
    return mapping_to_yaml(mapping_from_spec(spec))


def mapping_to_yaml(document: dict, *, dumper: type["Dumper"] | None = None) -> str:
    """Also of a document that has faults: a draft is kept as it stands."""
    chosen = dumper or Dumper
    return yaml.dump(document, Dumper=chosen, allow_unicode=True, sort_keys=False, width=96)


def parse(text: str) -> object:
    """The document of a file, with or without faults. Raises `RubricRefused` where it has none."""
    return nodes_and_document(text)[1]


def nodes_and_document(
    text: str, *, loader: type["Loader"] | None = None
) -> tuple[yaml.Node | None, object]:
    """The document, and its nodes, which know their lines. Raises `RubricRefused`."""
    try:
        loader = (loader or Loader)(text)
        root = loader.get_single_node()
        if root is None:
            return None, None
        if faults := list(_key_faults(root, ())):
            raise RubricRefused(faults)
        return root, loader.construct_document(root)
    except yaml.YAMLError as error:
        raise RubricRefused([_syntax_fault(error, text)]) from error


class Loader(yaml.SafeLoader):
    """Dates stay text, references are refused, and whatever cannot be read has its line."""

    depth = 0
    references_refused = gettext_noop("references (*name) are not used in rubric files")

    def compose_node(self, parent, index):
        line = self.peek_event().start_mark.line + 1
        if self.check_event(yaml.AliasEvent):
            # A short file could unfold to a huge one, and nobody needs it here.
            raise RubricRefused([Fault((), Phrase(self.references_refused), line)])
        if self.depth == DEEPEST:
            message = Phrase(gettext_noop("this is nested too deeply"))
            raise RubricRefused([Fault((), message, line)])
        self.depth += 1
        node = super().compose_node(parent, index)
        self.depth -= 1
        return node

    def construct_object(self, node, deep=False):
        try:
            return super().construct_object(node, deep)
        except (ArithmeticError, AttributeError, LookupError, TypeError, ValueError) as error:
            what = f"this value cannot be read ({node.tag.rpartition(':')[2]})"
            raise yaml.constructor.ConstructorError(None, None, what, node.start_mark) from error


_NOT_RESOLVED = {f"tag:yaml.org,2002:{name}" for name in ("timestamp", "merge", "value")}
Loader.yaml_implicit_resolvers = {
    first: [(tag, pattern) for tag, pattern in resolvers if tag not in _NOT_RESOLVED]
    for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
}


def _syntax_fault(error: yaml.YAMLError, text: str) -> Fault:
    if isinstance(error, yaml.reader.ReaderError):
        what = f"the character #x{error.character:04x} is not allowed"
        line = text.count("\n", 0, error.position) + 1
    else:
        what = getattr(error, "problem", None) or str(error)
        mark = getattr(error, "problem_mark", None)
        line = mark.line + 1 if mark else None
    return Fault((), Phrase(gettext_noop("this is not YAML: %(what)s"), {"what": what}), line)


def _key_faults(node: yaml.Node, path: Path):
    """YAML keeps the last of two equal keys without a word, and reads `no:` as a key `false`."""
    if isinstance(node, yaml.MappingNode):
        seen = set()
        for key, value in node.value:
            if key.tag != PLAIN_TEXT:
                message = Phrase(gettext_noop("a key must be text; put it in quotes"))
                yield Fault(path, message, key.start_mark.line + 1)
                continue
            if key.value in seen:
                message = Phrase(gettext_noop("%(name)s stands here twice"), {"name": key.value})
                yield Fault(path, message, key.start_mark.line + 1)
            seen.add(key.value)
            yield from _key_faults(value, (*path, key.value))
    elif isinstance(node, yaml.SequenceNode):
        for index, value in enumerate(node.value):
            yield from _key_faults(value, (*path, index))


def line_of(root: yaml.Node | None, path: Path) -> int:
    """The line of the deepest part of `path` that exists, counted from one."""
    if root is None:
        return 1
    node, line = root, root.start_mark.line + 1
    for step in path:
        found = _child(node, step)
        if found is None:
            break
        node, line = found
    return line


def _child(node: yaml.Node, step: str | int) -> tuple[yaml.Node, int] | None:
    if isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            if key.value == step:
                return value, key.start_mark.line + 1
    if isinstance(node, yaml.SequenceNode) and isinstance(step, int) and step < len(node.value):
        value = node.value[step]
        return value, value.start_mark.line + 1
    return None


class Dumper(yaml.SafeDumper):
    """Long texts fold, lists stand under their key with an indent, and nothing is a reference."""

    def increase_indent(self, flow=False, indentless=False):
        return super().increase_indent(flow, False)

    def ignore_aliases(self, data):
        return True

    def represent_text(self, text):
        return self.represent_scalar(PLAIN_TEXT, text, style=block_style(text))


Dumper.add_representer(str, Dumper.represent_text)


def block_style(text: str) -> str | None:
    """Paragraphs fold where folding is safe: PyYAML breaks lines that begin with a blank."""
    if OTHER_LINE_BREAKS.search(text):
        # In any other style a line separator would come back as a blank.
        return '"'
    return ">" if "\n" in text and not INDENTED_LINE.search(text) else None
