"""How figures come out on a page and as files."""

import re
from xml.etree import ElementTree

import pytest
from django.conf import settings
from django.template.loader import render_to_string
from django.utils import translation

from raters.figures import (
    ForestRow,
    NotADrawing,
    PairAgreement,
    PointUse,
    ScorePair,
    ThirdHits,
    bland_altman_figure,
    correlation_figure,
    disagreement_figure,
    distribution_figure,
    forest_figure,
    hits_figure,
    pairs_figure,
    position_figure,
    severity_figure,
    standalone,
)
from raters.figures.standalone import SHADES, STYLE

NASTY = '<script>"&'
FOREST = forest_figure(
    [ForestRow(NASTY, 40, 0.5, 0.25, 0.75), ForestRow("B", 8, 0.3, None, None)],
    statistic="ICC(2,1)",
    target=0.6,
)
DRAWN = {
    "forest": FOREST,
    "severity": severity_figure([], question="Q"),
    "hits": hits_figure([ThirdHits("positive", 1, 2, 3, 0.2, 0.9)], whose="R01"),
    "disagreement": disagreement_figure(
        ["i"], ["R1", "R2"], [[0, None]], points=range(9), question="Q"
    ),
    "pairs": pairs_figure([PairAgreement("R1", "R2", 9, -0.95)], measure="kappa"),
    "distribution": distribution_figure([0, 1], [PointUse("All", (1, 0))], question="Q"),
    "position": position_figure([(1, 0.5), (2, 9.25)], quantity="Minutes"),
    "bland-altman": bland_altman_figure(
        [ScorePair(str(n), n * n, 7) for n in range(5)], first="R1", second="R2"
    ),
    "correlation": correlation_figure(
        [("a", "A"), ("b", "B"), ("c", "C")],
        {("a", "b"): 0.99, ("a", "c"): -0.99},
        expected={("a", "b"): "high"},
        measure="Spearman",
    ),
}
each_figure = pytest.mark.parametrize("figure", DRAWN.values(), ids=DRAWN)


def svg_of(figure) -> str:
    return render_to_string("raters/figures/drawing.html", {"figure": figure})


def page_of(figure) -> str:
    return render_to_string("raters/figures/figure.html", {"figure": figure})


def used_styles() -> set[str]:
    found = re.findall(r'class="([^"]*)"', "".join(svg_of(figure) for figure in DRAWN.values()))
    return {name for names in found for name in names.split()} - {"drawing", "is-plot", "is-matrix"}


@each_figure
def test_a_figure_holds_no_script_and_no_inline_style(figure):
    page = page_of(figure)
    assert "<script" not in page
    assert "style=" not in page
    assert "<style" not in page


@each_figure
def test_a_drawing_is_an_image_with_its_sentence(figure):
    root = ElementTree.fromstring(svg_of(figure))  # noqa: S314 (rendered right here)
    assert root.get("role") == "img"
    assert root.get("aria-label").endswith(str(figure.alternative))


@each_figure
def test_words_are_painted_last_so_that_nothing_covers_them(figure):
    root = ElementTree.fromstring(svg_of(figure))  # noqa: S314
    are_words = [child.tag == "text" for child in root]
    assert are_words == sorted(are_words)
    assert any(are_words)


@each_figure
def test_numbers_in_places_are_written_with_a_point_in_every_language(figure):
    with translation.override("de"):
        in_german = svg_of(figure)
    numbers = re.findall(r' (?:x|y|x1|cx|r|width|height)="([^"]*)"', in_german)
    assert [number for number in numbers if not re.fullmatch(r"\d+(\.\d+)?", number)] == []


@each_figure
def test_the_table_beneath_says_the_same_and_a_figure_of_nothing_has_none(figure):
    assert ("<table" in page_of(figure)) == bool(figure.table.rows)


def test_only_a_matrix_scrolls_and_is_then_reached_by_keyboard():
    assert 'tabindex="0"' in page_of(DRAWN["pairs"])
    assert "tabindex" not in page_of(FOREST)


def test_a_name_that_looks_like_markup_is_shown_as_it_was_typed():
    root = ElementTree.fromstring(svg_of(FOREST))  # noqa: S314
    assert NASTY in [text.text for text in root.iter("text")]


def test_every_class_of_a_drawing_has_its_looks_on_the_page_and_in_a_file():
    sheet = (settings.BASE_DIR / "static/site.css").read_text(encoding="utf-8")
    on_page = set(re.findall(r"\.drawing (?:text)?\.([a-z0-9-]+)", sheet)) | {"on-deep"}
    in_file = set(re.findall(r"\.([a-z][a-z0-9-]*)", STYLE))
    assert used_styles() - on_page == set()
    assert used_styles() - in_file == set()


def test_shades_are_the_same_on_the_page_and_in_a_file():
    sheet = (settings.BASE_DIR / "static/site.css").read_text(encoding="utf-8")
    found = re.findall(r"\.drawing \.shade-\d { fill-opacity: ([.\d]+); }", sheet)
    assert tuple(float(opacity) for opacity in found) == SHADES


@each_figure
def test_a_file_is_well_formed_and_brings_its_title_and_its_looks(figure):
    text = standalone(svg_of(figure))
    root = ElementTree.fromstring(text.encode())  # noqa: S314
    title, style = root[0], root[1]
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert title.text.endswith(str(figure.alternative))
    assert style.text == STYLE


def test_a_file_knows_nothing_of_the_style_sheet_of_the_site():
    text = standalone(svg_of(FOREST))
    assert "var(--" not in text
    assert "currentColor" not in text


def test_a_text_without_a_drawing_is_refused():
    with pytest.raises(NotADrawing):
        standalone("<p>no drawing</p>")
