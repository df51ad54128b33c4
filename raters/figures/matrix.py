"""Which cells of a wide matrix are filled, as few rectangles. No Django."""

from collections.abc import Sequence
from dataclasses import dataclass

from raters.figures.lines import Tick


@dataclass(frozen=True)
class Block:
    """Filled cells that stand side by side in one row, as one rectangle."""

    x: float
    y: float
    width: float
    kind: str


@dataclass(frozen=True)
class MatrixFigure:
    """Rows with their labels, and what is filled in each; `height` is of the whole drawing."""

    rows: tuple[Tick, ...]
    blocks: tuple[Block, ...]
    row_height: float
    height: float


ROW, MATRIX_LEFT, MATRIX_WIDTH = 16, 52, 900


def matrix_figure(
    rows: Sequence[tuple[str, Sequence[bool]]], *, kinds: Sequence[str]
) -> MatrixFigure:
    """Rows of (label, cells); `kinds` names what a filled cell of each column is."""
    n = max(1, len(kinds))
    column = (MATRIX_WIDTH - MATRIX_LEFT) / n
    blocks = []
    for index, (_label, cells) in enumerate(rows):
        for first, beyond in _runs(cells, kinds):
            x, width = MATRIX_LEFT + first * column, (beyond - first) * column
            blocks.append(Block(round(x, 2), index * ROW, round(width, 2), kinds[first]))
    labels = tuple(Tick(i * ROW + ROW * 0.75, label) for i, (label, _cells) in enumerate(rows))
    return MatrixFigure(labels, tuple(blocks), ROW - 2, len(rows) * ROW)


def _runs(cells: Sequence[bool], kinds: Sequence[str]) -> list[tuple[int, int]]:
    """(first, one beyond the last) of filled cells of one kind that follow one another."""
    runs: list[tuple[int, int]] = []
    for index, filled in enumerate(cells):
        if not filled:
            continue
        if runs and runs[-1][1] == index and kinds[runs[-1][0]] == kinds[index]:
            runs[-1] = (runs[-1][0], index + 1)
        else:
            runs.append((index, index + 1))
    return runs
