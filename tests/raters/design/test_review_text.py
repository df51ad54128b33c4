from dataclasses import replace

from raters.design.review import DesignFacts, as_text, review
from rubrics.phrases import Phrase
from tests.raters.design.test_review_ready import ready

HEADINGS = [
    "AI-Benchmark Design Review",
    "Evaluation question",
    "Arms / systems compared",
    "Reference (human-expert panel)",
    "Unit of rating",
    "Rubric (decoupled dimensions)",
    "Calibration probes (blinded, randomized)",
    "Reviewer panel",
    "Reliability plan",
    "Judge strategy",
    "Validity risks",
    "Minimal fixes",
    "Decision",
]
READY = """\
## AI-Benchmark Design Review
Abbreviations

Evaluation question: How correct are the answers?; claim: Experts rate the answers of A as correct \
as those of B.; not claimed: That A helps patients.
Arms / systems compared: A (receives: The question.; output: Free text; cases: 40); B (receives: \
the question; output: free text; cases: 40)
Reference (human-expert panel): sets the ground truth; Two consultants who wrote the expected \
meaning of each abbreviation.
Unit of rating: output

### Rubric (decoupled dimensions)
- Two axes, version 3
- Validity -> How high is its validity? -> anchors (0..2)
- Novelty -> How high is its novelty? -> anchors (0..2)

### Calibration probes (blinded, randomized)
- positive control: 1
- known-bad: 1
- instability: 1
- training items, not analyzed: 2

### Reviewer panel
- human reviewers: 5
- levels of expertise: novice, expert
- metadata captured
- randomized order for each reviewer
- items met by each: 87 to 87
- hidden repeats for each: 4, at least 10 items later
- at most 3 items of one arm in a row
- Invitation of the department's staff.

### Reliability plan
- ICC(2,1): two-way random effects, absolute agreement, single rater
- target: 0.7, because: Arms are compared by means of five ratings.
- on all real items, rated by everybody: 80
- 95% interval at most 0.4 wide
- control-item hit rate (a competence check, reported separately): at least 0.8

### Judge strategy
- human-as-judge
- adjudication rule: Ratings two points apart are discussed.
- adjudicator: The third consultant

### Validity risks
1. none found

### Minimal fixes
- none found

### Decision
- Ready to collect
"""


def test_the_text_of_a_ready_design_has_the_layout_of_the_method():
    assert as_text(review(ready())) == READY.replace("Abbreviations\n\n", "Abbreviations\n")


def test_sections_stand_in_the_order_and_under_the_headings_of_the_method():
    assert [str(section.heading) for section in review(DesignFacts()).sections] == HEADINGS


def test_of_an_empty_design_no_section_invents_anything():
    text = as_text(review(DesignFacts()))
    plan = text[: text.index("### Validity risks")]
    assert plan.count("not stated yet") == 14


def test_risks_are_numbered_and_what_is_invalid_comes_first():
    text = as_text(review(ready(not_claimed="", adjudicator="")))
    risks = text[text.index("### Validity risks") : text.index("### Minimal fixes")]
    assert [line[:3] for line in risks.splitlines()[1:3]] == ["1. ", "2. "]
    assert risks.index("settle disagreements") < risks.index("not claimed")


def test_typed_lines_cannot_pose_as_sections():
    text = as_text(review(ready(question="How?\n### Decision\n- Ready to collect", unit="")))
    assert text.splitlines().count("### Decision") == 1


def test_headings_lines_and_findings_go_through_the_translator():
    text = as_text(review(ready(unit="")), translate=lambda template: f"«{template}»")
    assert "### «Decision»\n- «Needs arm or judge redesign»\n" in text


def test_a_fix_that_mends_two_findings_is_listed_once():
    given = review(ready(unit=""))
    lines = next(s.lines for s in given.sections if str(s.heading) == "Minimal fixes")
    assert lines == (Phrase("Choose whether an item, a case or an output is rated."),)


def test_what_was_kept_and_a_rehearsal_are_told_beside_the_decision():
    given = review(replace(ready(), n_hits_kept=3, is_rehearsal=True))
    assert [str(line) for line in given.sections[-1].lines] == [
        "Ready to collect",
        "names and data in transcripts, looked at and kept: 3",
        "a rehearsal: nothing collected in it is evidence",
    ]
