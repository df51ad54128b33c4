"""Figures drawn on the server: values in, marks at places out. No Django.

Every `..._figure` gives a `Figure`: words, a table of the same numbers, and a drawing that
templates/raters/figures/drawing.html prints. `line_figure` and `matrix_figure` are older and have
templates of their own.
"""

from raters.figures.bland_altman import ScorePair, bland_altman_figure
from raters.figures.correlation import correlation_figure
from raters.figures.disagreement import disagreement_figure
from raters.figures.distribution import PointUse, distribution_figure
from raters.figures.forest import ForestRow, forest_figure
from raters.figures.hits import ThirdHits, hits_figure
from raters.figures.lines import Line, LineFigure, Tick, line_figure
from raters.figures.matrix import Block, MatrixFigure, matrix_figure
from raters.figures.pairs import PairAgreement, pairs_figure
from raters.figures.position import position_figure
from raters.figures.severity import Severity, severity_figure
from raters.figures.standalone import NotADrawing, standalone
from raters.figures.values import Column, Drawing, Figure, Table

__all__ = [
    "Block",
    "Column",
    "Drawing",
    "Figure",
    "ForestRow",
    "Line",
    "LineFigure",
    "MatrixFigure",
    "NotADrawing",
    "PairAgreement",
    "PointUse",
    "ScorePair",
    "Severity",
    "Table",
    "ThirdHits",
    "Tick",
    "bland_altman_figure",
    "correlation_figure",
    "disagreement_figure",
    "distribution_figure",
    "forest_figure",
    "hits_figure",
    "line_figure",
    "matrix_figure",
    "pairs_figure",
    "position_figure",
    "severity_figure",
    "standalone",
]
