import json

import pytest
from django.contrib.auth.models import Permission
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from raters.models import Control, PendingImport, Study
from raters.panel import add_reviewers
from rubrics.loading import read_library_rubric, store_rubric
from rubrics.models import Rubric
from tests.studies import (
    assignment_at,
    control_row,
    item_row,
    lock_in_spite,
    rate,
    small_study,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def creator(client, dana):
    dana.user_permissions.add(Permission.objects.get(codename="add_study"))
    client.force_login(dana)
    return client


def upload(*rows) -> SimpleUploadedFile:
    lines = "\n".join(json.dumps(row) for row in rows)
    return SimpleUploadedFile("rows.jsonl", lines.encode())


def page(client, name, *args) -> str:
    return client.get(reverse(name, args=args)).content.decode()


def test_a_study_is_made_in_the_browser_and_its_maker_runs_it(creator, dana):
    rubric = Rubric.objects.get(name="abbreviation-handling", version=1)
    form = {
        "title": "New",
        "slug": "new",
        "public_title": "For reviewers",
        "rubric": rubric.pk,
        "numbered_by": "turn",
        "consistency": "ask",
    }
    response = creator.post(reverse("new_study"), form)
    assert response.url == reverse("study", args=["new"])
    assert Study.objects.run_by(dana).get().public_title == "For reviewers"


def test_somebody_without_the_right_cannot_make_a_study(client, charlie):
    client.force_login(charlie)
    assert client.get(reverse("new_study")).status_code == 403


def test_an_upload_is_previewed_before_anything_is_stored(as_dana, dana):
    study = small_study(by=dana, rows=[])
    response = as_dana.post(
        reverse("import", args=["small"]),
        {"files": upload(item_row(1, "a"), control_row("c")), "system_messages": "drop"},
        follow=True,
    )
    shown = response.content.decode()
    assert "new items, 1 of them planted controls" in shown
    assert study.items.count() == 0


def test_the_previewed_import_is_carried_out_and_the_files_are_dropped(as_dana, dana):
    study = small_study(by=dana, rows=[])
    given = {"files": upload(item_row(1, "a")), "system_messages": "drop"}
    preview = as_dana.post(reverse("import", args=["small"]), given).url
    as_dana.post(preview)
    assert study.items.count() == 1
    assert not PendingImport.objects.exists()


def test_one_item_is_imported_in_the_singular(as_dana, dana):
    study = small_study(by=dana, rows=[])
    given = {"files": upload(item_row(0, "arm")), "system_messages": "drop"}
    preview = as_dana.post(reverse("import", args=[study.slug]), given).url
    assert ">Import 1 item<" in as_dana.get(preview).content.decode()
    done = as_dana.post(preview, follow=True).content.decode()
    assert "1 item was imported." in done


def test_the_import_page_names_every_kind_of_control(as_dana, study):
    told = page(as_dana, "import", "small")
    assert all(kind in told for kind in [*Control.Flavour.values, "training"])


@pytest.mark.parametrize("name", ["study_settings", "setup_rubric"])
def test_rubrics_that_compare_outputs_say_so_where_one_is_chosen(as_dana, dana, name):
    study = small_study(by=dana, rows=[])
    store_rubric(read_library_rubric("consultation-quality"))
    told = page(as_dana, name, study.slug)
    assert "Abbreviation handling (v1) (needs side by side)</option>" in told
    plain = Rubric.objects.get(name="consultation-quality")
    assert f">{plain}</option>" in told


def test_a_faulty_upload_names_the_row_and_imports_nothing(as_dana, dana):
    study = small_study(by=dana, rows=[])
    given = {"files": upload(item_row(1, "a", condition="odd")), "system_messages": "drop"}
    preview = as_dana.post(reverse("import", args=["small"]), given).url
    assert "rows.jsonl, row 1, field condition" in as_dana.get(preview).content.decode()
    as_dana.post(preview)
    assert study.items.count() == 0


@pytest.fixture
def doubtful(as_dana, dana):
    """The preview of a file with a criterion whose sign is doubtful."""
    small_study(by=dana, rows=[])
    row = item_row(1, "a", criteria=[{"text": "Fails to ask for <age>", "points": 5}])
    given = {"files": upload(row), "system_messages": "drop"}
    return as_dana.post(reverse("import", args=["small"]), given).url


def test_criteria_of_doubtful_sign_are_shown_with_their_points(as_dana, doubtful):
    shown = as_dana.get(doubtful).content.decode()
    assert '<strong>+5</strong> <span dir="auto">Fails to ask for &lt;age&gt;</span>' in shown


def test_criteria_of_doubtful_sign_are_imported_only_once_somebody_confirms_them(as_dana, doubtful):
    study = Study.objects.get()
    refused = as_dana.post(doubtful, follow=True).content.decode()
    assert "say first that the points of the criteria listed are right" in refused
    assert study.items.count() == 0
    as_dana.post(doubtful, {"signs_checked": "1"})
    assert study.items.count() == 1
    assert study.audit_events.get(verb="signs confirmed").details == {"criteria": 1}


def test_where_no_sign_is_doubtful_nobody_is_asked(as_dana, dana):
    small_study(by=dana, rows=[])
    given = {"files": upload(item_row(1, "a")), "system_messages": "drop"}
    preview = as_dana.post(reverse("import", args=["small"]), given).url
    assert "signs_checked" not in as_dana.get(preview).content.decode()


def test_a_discarded_import_leaves_nothing(as_dana, dana):
    small_study(by=dana, rows=[])
    given = {"files": upload(item_row(1, "a")), "system_messages": "drop"}
    preview = as_dana.post(reverse("import", args=["small"]), given).url
    as_dana.post(preview, {"discard": "1"})
    assert not PendingImport.objects.exists()


def test_a_bad_field_name_is_refused_with_the_names_there_are(as_dana, dana):
    small_study(by=dana, rows=[])
    given = {"files": upload(item_row(1, "a")), "fields_by_name": "identity=x"}
    shown = as_dana.post(reverse("import", args=["small"]), given).content.decode()
    assert "is not something a field can stand for" in shown


def test_the_study_page_tells_what_is_there(as_dana, study):
    shown = page(as_dana, "study", "small")
    assert "SECRET-ARM: 3" in shown
    assert "Go on with the set-up" in shown


def test_a_locked_round_is_opened_and_closed_in_the_browser(as_dana, study, dana):
    add_reviewers(study, 2, by=dana)
    lock_in_spite(study, by=dana)
    for action in ("open", "close"):
        as_dana.post(reverse("change_round", args=["small"]), {"action": action})
    study.refresh_from_db()
    assert (study.state, study.rounds.get().is_open) == ("closed", False)


def test_closing_says_first_what_is_not_rated_and_seals_nothing_yet(as_dana, panel):
    shown = page(as_dana, "confirm_closing", "small")
    assert "16 places are not rated yet." in shown
    panel.round.refresh_from_db()
    assert panel.round.is_open


def test_a_round_that_cannot_be_opened_says_why(as_dana, study):
    response = as_dana.post(
        reverse("change_round", args=["small"]), {"action": "open"}, follow=True
    )
    assert "lock its protocol first" in response.content.decode()
    assert not study.rounds.exists()


def test_an_item_is_shown_with_all_answers(as_dana, panel):
    assignment = assignment_at(panel.alice, 1)
    rate(assignment, justification="Alice's reason.")
    shown = page(as_dana, "item", "small", assignment.item.pk)
    assert "Alice&#x27;s reason." in shown


def test_the_rubric_is_fixed_once_there_are_items(as_dana, study):
    given = {"title": "T", "slug": "other", "public_title": "P", "numbered_by": "turn"}
    given["consistency"] = "ask"
    as_dana.post(reverse("study_settings", args=["small"]), given)
    study.refresh_from_db()
    assert (study.slug, study.title, study.rubric is None) == ("small", "T", False)


@pytest.mark.parametrize("name", ["study", "items", "panel", "report", "import", "log"])
def test_somebody_who_does_not_run_the_study_finds_nothing(client, charlie, study, name):
    client.force_login(charlie)
    assert client.get(reverse(name, args=["small"])).status_code == 404
