import pytest
from django.urls import reverse

from raters.masking import kept_texts, open_hits
from tests.studies import Panel, control_row, conversation, item_row, small_study

pytestmark = pytest.mark.django_db

NAMED = conversation("I am ChatGPT & <b>wise</b>.")
SCAN = reverse("setup_scan", args=["small"])


def rows_with_names(n: int) -> list[dict]:
    return [item_row(case, "a", messages=NAMED) for case in range(n)]


@pytest.fixture
def naming(dana):
    return small_study(by=dana, rows=rows_with_names(3))


def first_hit(client) -> str:
    page = client.get(SCAN).context["page"]
    return page[0].key


def test_the_step_counts_cases_by_arm_and_condition_and_names_those_missing(as_dana, dana):
    small_study(by=dana, rows=[item_row(1, "a"), item_row(2, "a"), item_row(1, "b")])
    shown = as_dana.get(reverse("setup_items", args=["small"]))
    arms = {row.arm: (row.total, row.missing) for row in shown.context["cases"].arms}
    assert arms == {"a": (2, ()), "b": (1, ("case-2",))}
    assert "<td>case-2</td>" in shown.content.decode().replace("\n", "").replace("      ", "")


def test_cases_of_controls_are_lacking_from_no_arm(as_dana, dana):
    small_study(by=dana, rows=[item_row(1, "a"), control_row("ctl")])
    shown = as_dana.get(reverse("setup_items", args=["small"]))
    [row] = shown.context["cases"].arms
    assert (row.total, row.missing) == (1, ())


def test_the_step_opens_without_any_item(as_dana, dana):
    small_study(by=dana, rows=[])
    shown = as_dana.get(reverse("setup_items", args=["small"])).content.decode()
    assert "There are no items to be rated yet." in shown


def test_a_hit_is_marked_in_its_words_which_are_escaped(as_dana, naming):
    shown = as_dana.get(SCAN).content.decode()
    assert "<mark>I am ChatGPT</mark> &amp; &lt;b&gt;wise&lt;/b&gt;." in shown


def test_a_hit_is_masked_in_the_browser(as_dana, naming):
    as_dana.post(SCAN, {"hit": first_hit(as_dana), "action": "mask"})
    assert len(open_hits(naming)) == 2


def test_all_places_with_the_same_words_are_masked_at_once(as_dana, naming):
    asked = {"hit": first_hit(as_dana), "action": "mask", "everywhere": "1"}
    shown = as_dana.post(SCAN, asked, follow=True).content.decode()
    assert "Masked in 3 places." in shown
    assert open_hits(naming) == []


def test_a_hit_is_kept_with_a_reason_which_is_then_listed(as_dana, naming):
    asked = {"hit": first_hit(as_dana), "action": "keep", "reason": "A quotation."}
    shown = as_dana.post(SCAN, asked, follow=True).content.decode()
    assert "<td>A quotation.</td>" in shown
    assert kept_texts(naming).count() == 1


def test_keeping_without_a_reason_says_that_one_is_needed(as_dana, naming):
    asked = {"hit": first_hit(as_dana), "action": "keep"}
    assert "Say why the words are kept" in as_dana.post(SCAN, asked, follow=True).content.decode()
    assert len(open_hits(naming)) == 3


@pytest.mark.parametrize("hit", ["", "gone-1", "9-9-turn-0-email"])
def test_a_hit_that_is_there_no_longer_changes_nothing_and_says_so(as_dana, naming, hit):
    shown = as_dana.post(SCAN, {"hit": hit, "action": "mask"}, follow=True).content.decode()
    assert "were masked, kept or changed meanwhile" in shown
    assert len(open_hits(naming)) == 3


def test_hits_are_shown_fifty_a_page(as_dana, dana):
    small_study(by=dana, rows=rows_with_names(51))
    pages = [as_dana.get(SCAN, {"page": n}).context["rows"] for n in (1, 2)]
    assert [len(rows) for rows in pages] == [50, 1]


@pytest.mark.parametrize("page", ["0", "99", "x"])
def test_a_page_that_is_not_there_is_the_nearest_one(as_dana, naming, page):
    assert as_dana.get(SCAN, {"page": page}).status_code == 200


def test_a_locked_study_offers_no_button_and_refuses_a_post(as_dana, naming, dana):
    hit = first_hit(as_dana)
    Panel.opened(naming, by=dana)
    assert 'value="mask"' not in as_dana.get(SCAN).content.decode()
    shown = as_dana.post(SCAN, {"hit": hit, "action": "mask"}, follow=True).content.decode()
    assert "A round is open" in shown
    assert len(open_hits(naming)) == 3


@pytest.mark.parametrize("n", [2, 8])
def test_the_hits_need_the_same_queries_for_few_and_for_many(
    as_dana, dana, n, django_assert_max_num_queries
):
    small_study(by=dana, rows=rows_with_names(n))
    with django_assert_max_num_queries(33):
        as_dana.get(SCAN)


@pytest.mark.parametrize("name", ["setup_items", "setup_scan"])
def test_somebody_who_does_not_run_the_study_finds_nothing(client, charlie, study, name):
    client.force_login(charlie)
    assert client.get(reverse(name, args=["small"])).status_code == 404
