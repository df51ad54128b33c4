import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from raters import reliability_file_form

pytestmark = pytest.mark.django_db

HEAD = "item,rater,score,planted\n"
ROWS = "".join(f"{i},{r},{(i + (r == 'b' and i % 4 == 0)) % 3},\n" for i in range(12) for r in "ab")
PLANTED = "k,a,2,2\nk,b,0,2\n"


@pytest.fixture
def answer(as_dana):
    def post(text, name="ratings.csv", **given):
        data = text if isinstance(text, bytes) else text.encode()
        upload = SimpleUploadedFile(name, data)
        response = as_dana.post(reverse("reliability_file"), {"file": upload, **given})
        return response.content.decode()

    return post


def test_the_page_opens_with_a_form_and_no_table(as_dana):
    shown = as_dana.get(reverse("reliability_file")).content.decode()
    assert 'type="file"' in shown
    assert '<table class="statistics"' not in shown


def test_the_page_is_linked_from_planning(as_dana):
    shown = as_dana.get(reverse("plan_precision")).content.decode()
    assert f'href="{reverse("reliability_file")}"' in shown


def test_a_file_is_answered_with_the_table_and_what_was_taken(answer):
    shown = answer(HEAD + ROWS)
    assert '<th scope="row">ICC(2,1)</th>' in shown
    assert "12 items, 2 raters, 24 ratings (100% of the cells)" in shown
    assert "Columns: item item, rater rater, score score." in shown
    assert "The scores were taken as ordinal on the points 0 to 2" in shown


def test_planted_rows_are_left_out_and_counted_on_their_own(answer):
    shown = answer(HEAD + ROWS + PLANTED, controls="planted")
    assert "12 items, 2 raters, 24 ratings" in shown
    assert "Left out as planted (column planted): 2 ratings on 1 items." in shown
    assert "1 of 2 scores were as expected (50%)." in shown


def test_every_group_has_its_table_and_its_name(answer):
    rows = ROWS.replace(",\n", ",tone\n") + ROWS.replace(",\n", ",facts\n")
    shown = answer(HEAD + rows, by="planted")
    assert shown.count('<table class="statistics"') == 2
    assert "planted: tone" in shown


def test_a_target_is_answered_with_a_verdict(answer):
    assert "The target of 0.99 is missed" in answer(HEAD + ROWS, target="0.99")


def test_intervals_of_a_small_file_are_withheld(answer):
    shown = answer(HEAD + "".join(ROWS.splitlines(keepends=True)[:8]))
    assert "No interval is shown below 10 independent items." in shown


def test_a_fault_names_row_and_column_and_keeps_what_was_typed(answer):
    shown = answer(HEAD + ROWS + "99,a,x,\n", item="item")
    assert "ratings.csv, row 26, column score: “x” is not a number" in shown
    assert 'name="item" value="item"' in shown


def test_a_name_with_markup_is_shown_as_text(answer):
    shown = answer("item,rater,score,q\n1,a,1,<b>x</b>\n1,b,1,<b>x</b>\n", by="q")
    assert "&lt;b&gt;x&lt;/b&gt;" in shown
    assert "<b>x</b>" not in shown


def test_without_a_file_the_form_says_so(as_dana):
    shown = as_dana.post(reverse("reliability_file"), {"item": "x"}).content.decode()
    assert "This field is required." in shown


def test_a_file_over_the_size_limit_is_refused(answer, settings):
    settings.MAX_UPLOAD_MB = 0
    assert "is larger than 0 MB" in answer(HEAD + ROWS)


def test_what_takes_too_long_is_sent_to_the_command_line(answer, monkeypatch):
    monkeypatch.setattr(reliability_file_form, "MOST_RATINGS", 20)
    assert "More than 20 ratings take too long here." in answer(HEAD + ROWS)


def test_the_page_holds_no_inline_script_or_style(answer):
    shown = answer(HEAD + ROWS)
    assert " style=" not in shown
    assert "<style" not in shown
