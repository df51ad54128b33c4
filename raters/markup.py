"""The Markdown of a turn as harmless HTML. No Django at any depth.

HTML in the text is shown as text. Nothing can be followed and nothing is fetched: a link is its
words and its address, a picture its description and its address.
"""

from functools import lru_cache

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token

PLAIN = {"paragraph_open", "paragraph_close", "inline", "text", "softbreak", "hardbreak"}


class _Renderer(RendererHTML):
    def link_open(self, tokens, idx, options, env) -> str:
        env.setdefault("addresses", []).append((str(tokens[idx].attrs["href"]), tokens[idx + 1]))
        return ""

    def link_close(self, tokens, idx, options, env) -> str:
        address, words = env["addresses"].pop()
        return "" if words.content == address else f" ({_escaped(address)})"

    def image(self, tokens, idx, options, env) -> str:
        return f"{_escaped(tokens[idx].content)} ({_escaped(str(tokens[idx].attrs['src']))})"


def _escaped(text: str) -> str:
    for char, entity in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ('"', "&quot;")):
        text = text.replace(char, entity)
    return text


def _reader() -> MarkdownIt:
    reader = MarkdownIt("commonmark", {"html": False, "breaks": True}, renderer_cls=_Renderer)
    reader.enable("table").disable(["entity", "reference", "html_block", "html_inline"])
    # Addresses are shown as they were written, so that they can be quoted.
    reader.normalizeLink = lambda address: address
    return reader


READER = _reader()


@lru_cache(maxsize=256)
def rendered(text: str) -> str:
    """`text` as HTML, or empty where it holds no markup that would change its looks."""
    tokens = READER.parse(text)
    within = [child for token in tokens for child in token.children or ()]
    if all(token.type in PLAIN for token in [*tokens, *within]):
        return ""
    for token in tokens:
        _tame(token)
    return READER.renderer.render(tokens, READER.options, {})


def _tame(token: Token) -> None:
    """Each block finds its own direction; a heading of the text is none of the page."""
    token.attrs.pop("style", None)
    if token.type == "heading_open":
        token.attrSet("class", "said-heading")
    if token.type in ("heading_open", "heading_close"):
        token.tag = "p"
    if token.nesting == 1:
        token.attrSet("dir", "auto")
