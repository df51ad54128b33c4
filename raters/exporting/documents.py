"""A report as a sequence of blocks, whatever it is printed with. No Django at any depth."""

from collections.abc import Iterator
from dataclasses import dataclass

TAMED_FROM = 20
FEWEST_LETTERS = 3


@dataclass(frozen=True)
class Heading:
    text: str
    level: int = 1


@dataclass(frozen=True)
class Paragraph:
    """`language` is a code of two letters where it is not the document's."""

    text: str
    is_note: bool = False
    language: str = ""


@dataclass(frozen=True)
class Grid:
    """`numbers` are the columns that stand to the right, counted from 0."""

    caption: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    numbers: tuple[int, ...] = ()

    @property
    def shares(self) -> tuple[float, ...]:
        """How wide the columns are to each other: by their longest texts, long ones less so."""
        return tuple(self._share(n) for n in range(len(self.head)))

    def _share(self, column: int) -> float:
        longest = max((len(row[column]) for row in self.rows), default=0)
        words = max((len(word) for word in self.head[column].split()), default=0)
        tamed = longest if longest <= TAMED_FROM else TAMED_FROM + (longest - TAMED_FROM) / 8
        return max(tamed, words, FEWEST_LETTERS) + 2


@dataclass(frozen=True)
class Drawn:
    """`svg` is a file of its own; `alternative` says in words what it shows."""

    title: str
    alternative: str
    svg: str


Block = Heading | Paragraph | Grid | Drawn


@dataclass(frozen=True)
class Document:
    """`mark` is printed across every page where it is not empty; `foot` at the bottom of each.

    `lines` stand under the title: what, when, under which protocol, with which software.
    """

    title: str
    language: str
    mark: str
    foot: str
    lines: tuple[str, ...]
    blocks: tuple[Block, ...]

    @property
    def texts(self) -> Iterator[str]:
        """Everything a reader may read, without what stands in the drawings."""
        yield from (self.title, self.mark, self.foot, *self.lines)
        for block in self.blocks:
            yield from texts_of(block)


def texts_of(block: Block) -> Iterator[str]:
    match block:
        case Heading(text=text) | Paragraph(text=text):
            yield text
        case Drawn(title=title, alternative=alternative):
            yield from (title, alternative)
        case Grid(caption=caption, head=head, rows=rows):
            yield from (caption, *head)
            yield from (cell for row in rows for cell in row)
