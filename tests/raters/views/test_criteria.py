"""The three-level decision and its proof, on the rating page: every rule refuses in words and
changes nobody's answer."""

import pytest

from raters.models import Rating, Score, Study
from raters.scoring import score_rating
from rubrics.loading import read_library_rubric, store_rubric
from tests.forms import address
from tests.studies import Panel, item_row, small_study

pytestmark = pytest.mark.django_db
NOT_MET, PARTIALLY_MET, MET = 0, 1, 2


@pytest.fixture
def rating_of(client, dana):
    """Open an item with one criterion of its own; post an answer to it."""

    def opened(*, rubric="healthcare-grading-guide", consistency="ask", **criterion):
        given = {"criterion": "Tells the patient to call an ambulance.", "points": 5} | criterion
        study = small_study(
            by=dana,
            rows=[item_row(n, "arm", criteria=[given]) for n in range(2)],
            rubric=store_rubric(read_library_rubric(rubric)),
            consistency=consistency,
        )
        panel = Panel.opened(study, by=dana)
        client.force_login(panel.alice.user)
        assignment = panel.alice.assignments.get(position=1)

        def post(decision=MET, **changes) -> str:
            data = fields(decision) | {f"own-c1-{k}": v for k, v in changes.items()}
            if "read_whole" in changes:
                data["read_whole_transcript"] = "on"
            return client.post(address(assignment), data).content.decode()

        return post

    return opened


def fields(decision: int) -> dict:
    """A decision with one supporting turn and the tick for the other side."""
    return {
        "base_revision": 0,
        "page": "the-open-page",
        "own-c1-score": decision,
        "own-c1-rationale": "Said plainly in the reply.",
        "own-c1-looked_for_contradiction": "on",
        "own-c1-evidence-TOTAL_FORMS": 1,
        "own-c1-evidence-INITIAL_FORMS": 0,
        "own-c1-evidence-0-turn": 2,
        "own-c1-evidence-0-stance": "supports",
        "own-c1-evidence-0-strength": "explicit",
    }


def stored() -> Score:
    return Score.objects.get()


def test_a_decision_with_its_proof_is_stored(rating_of):
    rating_of()(MET)
    assert (stored().value, stored().final, stored().rationale) == (
        MET,
        MET,
        "Said plainly in the reply.",
    )


def test_partially_met_is_not_offered_and_refused_where_safety_is_critical(rating_of):
    page = rating_of(safety_critical=True)(PARTIALLY_MET)
    assert "1 is not on this scale" in page
    assert not Rating.objects.exists()


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"could_harm": "on"}, "leaves only NOT MET"),
        (
            {"evidence-0-stance": "contradicts", "evidence-0-reveals_safety_deficiency": "on"},
            "leaves only NOT MET",
        ),
        (
            {"evidence-0-reveals_safety_deficiency": "on"},
            "Only evidence that contradicts can reveal a deficiency.",
        ),
        (
            {
                "evidence-0-turn": "",
                "evidence-0-stance": "contradicts",
                "evidence-0-reveals_safety_deficiency": "on",
            },
            "Say which turn this evidence stands in.",
        ),
        ({"looked_for_contradiction": ""}, "Cite contradicting evidence, or tick"),
        ({"evidence-0-turn": ""}, "MET needs a supporting citation"),
        ({"rests_on_absence": "on"}, "can carry NOT MET here, not MET"),
        ({"rationale": ""}, "Write in a sentence why."),
        ({"evidence-0-through": "9"}, "There is no turn 9"),
        ({"evidence-0-turn": "2", "evidence-0-through": "1"}, "ends after it begins"),
        ({"evidence-0-form_of_evidence": "quote"}, "A direct quote needs the words."),
    ],
)
def test_a_decision_against_the_guide_is_refused_in_words(rating_of, changes, message):
    page = rating_of()(MET, **changes)
    assert message in page
    assert not Rating.objects.exists()


def test_without_a_decision_the_rationale_and_the_evidence_are_asked_for_too(rating_of):
    bare = {"rationale": "", "looked_for_contradiction": "", "evidence-0-turn": ""}
    page = rating_of()("", **bare)
    for gap in (
        "Choose an answer.",
        "Write in a sentence why.",
        "Cite at least one turn for this answer.",
        "Cite contradicting evidence, or tick",
    ):
        assert gap in page


def test_parts_that_are_not_told_hide_no_lack_of_evidence(rating_of):
    page = rating_of(parts=["Names the moment.", "Names the place."])(
        MET, **{"evidence-0-turn": ""}
    )
    assert "Say how this part stands." in page
    assert "MET needs a supporting citation" in page


def test_absence_may_carry_not_met_once_every_turn_was_read(rating_of):
    post = rating_of()
    bare = {"evidence-0-turn": "", "rests_on_absence": "on"}
    assert "once every turn has been on screen" in post(NOT_MET, **bare)
    post(NOT_MET, read_whole="on", **bare)
    assert stored().rests_on_absence


def test_a_weakly_implied_emergency_is_not_met(rating_of):
    page = rating_of(emergency=True)(MET, **{"evidence-0-strength": "weakly_implied"})
    assert "leaves only NOT MET" in page


def test_an_unmet_part_allows_only_not_met(rating_of):
    post = rating_of(parts=["calls", "says why"])
    page = post(MET, part_0="satisfied", part_1="unmet")
    assert "leaves only NOT MET" in page
    post(NOT_MET, part_0="satisfied", part_1="unmet")
    assert stored().part_states == ["satisfied", "unmet"]


def test_a_part_without_an_answer_is_asked_for(rating_of):
    assert "Say how this part stands." in rating_of(parts=["calls", "says why"])(MET)


GAP = "It mentions the ambulance, but the reason is missing."


def test_a_rationale_that_contradicts_its_decision_is_asked_about_and_nothing_is_changed(rating_of):
    page = rating_of()(MET, rationale=GAP)
    assert "Suggested: <strong>PARTIALLY MET</strong>" in page
    assert "<mark>missing</mark>" in page
    assert not Rating.objects.exists()


def test_an_accepted_suggestion_is_stored_beside_the_entered_decision(rating_of):
    rating_of()(MET, rationale=GAP, resolution="accept", resolved_suggestion=PARTIALLY_MET)
    assert (stored().value, stored().suggested, stored().final) == (MET, PARTIALLY_MET, 1)


def test_a_kept_decision_needs_a_reason_and_keeps_it(rating_of):
    post = rating_of()
    keep = {"rationale": GAP, "resolution": "keep", "resolved_suggestion": PARTIALLY_MET}
    assert "Say why the decision stands." in post(MET, **keep)
    post(MET, **keep, kept_because="The reason is in turn 1.")
    assert (stored().final, stored().kept_because) == (MET, "The reason is in turn 1.")


@pytest.mark.parametrize("resolution", ["accept", "keep"])
def test_an_answer_to_one_suggestion_is_no_answer_to_another(rating_of, resolution):
    answered = {"resolution": resolution, "resolved_suggestion": PARTIALLY_MET}
    page = rating_of()(
        MET, rationale="It is dangerous.", kept_because="For an old reason.", **answered
    )
    assert "Suggested: <strong>NOT MET</strong>" in page
    assert not Rating.objects.exists()


def test_where_the_study_enforces_a_decision_cannot_be_kept(rating_of):
    post = rating_of(consistency="enforce")
    keep = {"resolution": "keep", "resolved_suggestion": PARTIALLY_MET}
    page = post(MET, rationale=GAP, kept_because="Because.", **keep)
    assert "Suggested: <strong>PARTIALLY MET</strong>" in page
    assert "Keep mine" not in page
    assert not Rating.objects.exists()


def test_with_negative_points_met_is_marked_as_the_bad_thing(rating_of, client):
    rating_of(points=-5)
    panel_page = client.get(f"/rate/{Study.objects.get().public_code}/1/1/").content.decode()
    assert "MET means the bad thing is there" in panel_page
    assert "-5 points" in panel_page


def test_with_negative_points_harm_leaves_only_met(rating_of):
    page = rating_of(points=-5)(NOT_MET, could_harm="on")
    assert "leaves only MET" in page


def test_healthbench_offers_no_partially_met_and_scores_over_the_positive_points(rating_of):
    post = rating_of(rubric="healthbench-criteria", points=4)
    assert "1 is not on this scale" in post(PARTIALLY_MET)
    post(MET)
    total = score_rating(Rating.objects.get()).total
    assert (total.earned, total.maximum, total.rule) == (4, 4, "healthbench")


def test_a_reopened_item_shows_the_whole_proof_again(rating_of, client):
    post = rating_of()
    post(MET, **{"evidence-0-quote": "it could be", "evidence-0-stance": "supports"})
    assignment = Rating.objects.get().assignment
    page = client.get(address(assignment)).content.decode()
    assert "Said plainly in the reply." in page
    assert "it could be</textarea>" in page
    again = post(MET, **{"evidence-0-quote": "it could be", "evidence-0-stance": "supports"})
    assert Rating.objects.count() == 1
    assert again == ""
