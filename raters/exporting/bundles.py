"""The report with all that its files say besides its numbers."""

from dataclasses import dataclass
from datetime import datetime

from raters.exporting.catalogue import Download, catalogue, word_on_fonts
from raters.exporting.grras import CITATION, GrrasItem, grras
from raters.exporting.prose import Paragraph, paragraphs
from raters.exporting.stamping import Stamp, stamp_of
from raters.exporting.study_facts import study_facts
from raters.models import Round
from raters.reports import StudyReport
from rubrics.phrases import Phrase


@dataclass(frozen=True)
class Bundle:
    report: StudyReport
    stamp: Stamp
    grras: tuple[GrrasItem, ...]
    prose: tuple[Paragraph, ...]
    downloads: tuple[Download, ...]

    @property
    def citation(self) -> str:
        return CITATION

    @property
    def word_on_fonts(self) -> Phrase | None:
        return word_on_fonts()


def bundle_of(round: Round, report: StudyReport, *, at: datetime) -> Bundle:
    return Bundle(
        report=report,
        stamp=stamp_of(round, at=at),
        grras=grras(report, study_facts(round)),
        prose=paragraphs(report),
        downloads=catalogue(round),
    )
