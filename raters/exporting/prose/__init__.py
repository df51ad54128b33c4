"""A methods and a results paragraph in two languages, for a paper. Nothing is computed here.

Which sentences are said, and with which values, is decided once (methods.py, results.py); each
language has words for all of them. Every figure carries a pointer to its value in report.json.
"""

from raters.exporting.prose.chinese import CHINESE
from raters.exporting.prose.english import ENGLISH
from raters.exporting.prose.fragments import Fragment, Paragraph, paragraph
from raters.exporting.prose.methods import methods
from raters.exporting.prose.results import results
from raters.reports.values import StudyReport

__all__ = ["Fragment", "Paragraph", "paragraphs"]


def paragraphs(report: StudyReport) -> tuple[Paragraph, ...]:
    """English methods and results, then the Chinese ones."""
    said = {"methods": methods(report), "results": results(report)}
    return tuple(
        paragraph(about, sentences, language)
        for language in (ENGLISH, CHINESE)
        for about, sentences in said.items()
    )
