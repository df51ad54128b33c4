"""Do the items stay blind, and is what is written about them confirmed? No Django at any depth."""

from collections.abc import Iterable

from raters.design.review import places
from raters.design.review.facts import DesignFacts
from raters.design.review.findings import RuleMaker
from raters.design.review.wording import cut, some_of
from raters.design.review.written import design_texts, rubric_texts
from raters.design.scanning import NAMES, PERSONAL, Hit, uncited_references, unverified_marks
from rubrics.phrases import Phrase
from rubrics.phrases import gettext_noop as _

step = RuleMaker("items")


@step.needs_redesign(places.UNIT)
def no_real_items(facts: DesignFacts):
    if facts.n_real_items == 0:
        yield (
            Phrase(_("There are no real items; controls and training items are not evidence.")),
            Phrase(_("Import the arms' outputs.")),
        )


@step.risk(places.ANCHOR_SET)
def empty_condition(facts: DesignFacts):
    names = dict.fromkeys([*facts.conditions, *(facts.rubric.conditions if facts.rubric else ())])
    empty = [name for name in names if not facts.conditions.get(name)]
    if empty and facts.n_real_items:
        yield (
            Phrase(_("Conditions without a real item: %(names)s."), {"names": some_of(empty)}),
            Phrase(_("Import items of these conditions, or take the conditions out.")),
        )


@step.needs_redesign(places.BLINDED)
def names_in_transcripts(facts: DesignFacts):
    hits = [hit for hit in _names(facts) if _unblinds(facts, hit)]
    if hits:
        risk = _("Transcripts give away whose they are, %(n)d times: %(words)s.")
        yield (
            Phrase(risk, {"n": len(hits), "words": _told(hits)}),
            Phrase(_("Mask these names, or keep each with a reason.")),
        )


@step.risk(places.BLINDED)
def possible_names(facts: DesignFacts):
    hits = [hit for hit in _names(facts) if not _unblinds(facts, hit)]
    if hits:
        risk = _("Words that may give away whose a transcript is, %(n)d times: %(words)s.")
        yield (
            Phrase(risk, {"n": len(hits), "words": _told(hits)}),
            Phrase(_("Look at each: mask it, or keep it with a reason.")),
        )


@step.risk(places.CONFIRM)
def personal_data(facts: DesignFacts):
    hits = [hit for hit in facts.hits if hit.kind in PERSONAL]
    if hits:
        risk = _("Transcripts seem to hold personal data, %(n)d times, in items %(items)s.")
        items = dict.fromkeys(hit.item for hit in hits)
        yield (
            Phrase(risk, {"n": len(hits), "items": some_of(items)}),
            Phrase(_("Mask them, or keep each with a reason, for example that it is invented.")),
        )


@step.needs_redesign(places.VERIFY)
def unverified_texts(facts: DesignFacts):
    marked = [
        f"{place} {mark}" for place, text in design_texts(facts) for mark in unverified_marks(text)
    ]
    if marked:
        risk = _("Statements that nobody has verified: %(marks)s.")
        yield (
            Phrase(risk, {"marks": some_of(marked)}),
            Phrase(_("Let a clinician confirm each statement, then remove its mark.")),
        )


@step.risk(places.CITE)
def uncited_works(facts: DesignFacts):
    texts = [*rubric_texts(facts.rubric), *design_texts(facts)]
    works = [f"{place}: {cut(work)}" for place, text in texts for work in uncited_references(text)]
    if works:
        risk = _("Publications are cited without a DOI or PMID: %(works)s.")
        yield (
            Phrase(risk, {"works": some_of(works)}),
            Phrase(_("Add the DOI or PMID of each, or mark it as unverified.")),
        )


def _names(facts: DesignFacts) -> list[Hit]:
    return [hit for hit in facts.hits if hit.kind in NAMES]


def _unblinds(facts: DesignFacts, hit: Hit) -> bool:
    """Beside an arm of people, to say that one is a machine is enough."""
    says_machine = hit.kind == "self_identification" and facts.has_human_arm
    return hit.is_certain or says_machine


def _told(hits: Iterable[Hit]) -> object:
    return some_of(f"“{cut(hit.words, 40)}” ({hit.item} #{hit.turn})" for hit in hits)
