"""What in a text was never looked up? No Django at any depth."""

import re
from collections.abc import Iterator

_MARK = re.compile(
    r"[\[［【{<]\s*(?:to )?(?:un-?verified|verify|verification (?:needed|required)"
    r"|to be (?:verified|checked|confirmed)|citation needed"
    r"|needs? (?:manual )?(?:check(?:ing)?|verif\w+)|待核实|待核查|待验证|未核实|未验证)"
    r"[^\]］】}>\n]{0,80}[\]］】}>]",
    re.IGNORECASE,
)
_MARK_IN_CAPITALS = re.compile(r"\((?:UN)?VERIF(?:Y|IED)\b[^()\n]{0,80}\)")

_IDENTIFIED = re.compile(
    r"\b10\.\d{4,9}/\S|\bPMID[\s:：#]{0,3}\d{4,9}|pubmed\S{0,30}/\d{4,9}", re.IGNORECASE
)
_YEAR = r"(?:19|20)\d{2}[a-z]?(?!\d)"
_MONTH = (
    r"(?!(?:January|February|March|April|May|June|July|August|September|October|November|December"
    r"|Since|Between|From|Until|Updated|Spring|Summer|Autumn|Winter)\b)"
)
_NAME = rf"{_MONTH}(?:(?:de|van|von|der|den|la) ){{0,2}}[A-ZÀ-Þ][\w'’-]+"
_JOURNAL = (
    r"(?:Lancet|BMJ|JAMA|NEJM|PLOS \w+|Nature|Science|N Engl J Med|npj [A-Z]\w+"
    r"|(?:J|Am J|Br J|Eur J|Int J|Ann|Arch|Clin|Acta)(?: [A-Z][a-z]+\.?){1,4})"
)
_CITING = re.compile(
    "|".join(
        [
            # Koo & Li 2016; Koo & Li, J Chiropr Med 2016; de Vet et al., 2006
            rf"\b{_NAME}(?:,? {_NAME}){{0,2}},? (?:& {_NAME}|et al\b\.?)[^.;\n]{{0,50}}?\b{_YEAR}",
            rf"\b{_NAME} and {_NAME},? \(?{_YEAR}\)?",
            # (WHO, 2019); (see Smith 2006, p. 3)
            rf"[（(](?:see |e\.g\.,? |cf\. )?{_NAME}(?: {_NAME}){{0,3}},? {_YEAR}(?=[;,)）])",
            # J Clin Epidemiol 2006;59:1033
            rf"\b{_YEAR}(?: [A-Z][a-z]{{2}}(?: \d{{1,2}})?)?\s?;\s?\d{{1,4}}(?:\s?\([\w-]+\))?"
            r"\s?[:：]\s?[A-Za-z]?\d+",
            rf"\b{_JOURNAL}\*?,? \(?{_YEAR}",
            rf"[（(][一-鿿]{{2,4}}等?[,，\s]\s?{_YEAR}[)）]",
        ]
    )
)
_IN_A_LIST = re.compile(rf"\bet al\b.*\b{_YEAR}")
_LIST_LINE = re.compile(r"\s*(?:[-*•·]|\[?\d{1,3}[.)\]])\s")
# Not after initials and "et al.", and not before what belongs to the reference that ended.
_SENTENCE_END = re.compile(
    r"(?<=[.!?])(?<!\bal\.)(?<!\b[A-Z]\.)(?<!\bvs\.)\s+(?!doi|DOI|PMID|https?:|\d{4})(?=[A-ZÀ-Þ\"“(])"
    r"|(?<=[。！？])"
)


def unverified_marks(text: str) -> tuple[str, ...]:
    """Marks such as [VERIFY] that say of a text that nobody has checked it, as they stand there."""
    found = [*_MARK.finditer(text), *_MARK_IN_CAPITALS.finditer(text)]
    return tuple(match[0] for match in sorted(found, key=lambda match: match.start()))


def uncited_references(text: str) -> tuple[str, ...]:
    """Sentences, and lines of lists, that cite a publication and give no DOI and no PMID."""
    return tuple(
        piece for piece in _pieces(text) if _cites(piece) and not _IDENTIFIED.search(piece)
    )


def _cites(piece: str) -> bool:
    is_entry = _LIST_LINE.match(piece) and _IN_A_LIST.search(piece)
    return bool(is_entry or _CITING.search(piece))


def _pieces(text: str) -> Iterator[str]:
    for line in text.splitlines():
        sentences = [line] if _LIST_LINE.match(line) else _SENTENCE_END.split(line)
        yield from (sentence.strip() for sentence in sentences if sentence.strip())
