import pytest

from raters.design.scanning import uncited_references, unverified_marks


@pytest.mark.parametrize(
    "mark",
    [
        *("[VERIFY]", "[verify: dose]", "[UNVERIFIED - NEEDS MANUAL CHECK]", "[Unverified]"),
        *("[NEEDS MANUAL CHECK]", "[to be verified]", "{VERIFY}", "(VERIFY)", "【待核实】"),
        "[citation needed]",
    ],
)
def test_a_mark_that_nobody_has_checked_is_found(mark):
    assert unverified_marks(f"Fever is above 38 °C {mark}.") == (mark,)


@pytest.mark.parametrize("text", ["verify the dose", "[verified in 2020]", "(verify it)", "[1]"])
def test_other_words_in_brackets_are_no_marks(text):
    assert unverified_marks(text) == ()


@pytest.mark.parametrize(
    "text",
    [
        "ICC precision is driven by the item count (Koo & Li, *J Chiropr Med* 2016).",
        "As Koo & Li 2016 say.",
        "Agreement differs from reliability (de Vet et al., 2006).",
        "See Smith and Jones (2014).",
        "Guidelines agree (WHO, 2019).",
        "J Clin Epidemiol 2006;59:1033-9.",
        "Published in Lancet 2020.",
        "已有研究（王芳等，2019）。",
        "- de Vet HCW, et al. When to use agreement versus reliability measures. 2006",
    ],
)
def test_a_citation_without_doi_or_pmid_is_found(text):
    assert uncited_references(text) == (text,)


@pytest.mark.parametrize(
    "text",
    [
        "(Koo & Li 2016, doi 10.1016/j.jcm.2016.02.012)",
        "de Vet et al. J Clin Epidemiol 2006;59:1033. doi:10.1016/j.jclinepi.2005.10.015",
        "1. Koo TK, Li MY. A guideline. J Chiropr Med 2016;15:155. Erratum follows. PMID: 27330520",
        "Smith & Jones 2014, https://pubmed.ncbi.nlm.nih.gov/27330520/",
    ],
)
def test_a_citation_with_doi_or_pmid_is_not(text):
    assert uncited_references(text) == ()


@pytest.mark.parametrize(
    "text",
    [
        "Seen in January and February 2020.",
        "Admitted 2019-05-01; discharged in May 2019.",
        "Take 2 tablets at 20:15; 5 mg.",
        "Blood pressure was 120/80 (March, 2021).",
        "The study ran from 2016 to 2018.",
    ],
)
def test_dates_are_no_citations(text):
    assert uncited_references(text) == ()


def test_only_the_sentence_that_lacks_it_is_named():
    text = "Koo & Li 2016 (10.1016/j.jcm.2016.02.012) agree. So do Smith & Jones 2014. Take rest."
    assert uncited_references(text) == ("So do Smith & Jones 2014.",)
