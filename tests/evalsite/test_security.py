"""What holds for every answer of the site."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.urls import reverse

from tests.forms import HTMX, address, filled_form
from tests.studies import assignment_at

ROOT = Path(__file__).parent.parent.parent


@pytest.mark.django_db
def test_every_page_forbids_inline_script_and_style(client):
    policy = client.get(reverse("account_login")).headers["Content-Security-Policy"]
    parts = dict(part.strip().split(" ", 1) for part in policy.split(";"))
    assert parts["default-src"] == "'none'"
    assert (parts["script-src"], parts["style-src"]) == ("'self'", "'self'")


@pytest.mark.django_db
def test_a_page_is_stored_by_nobody_on_the_way(as_alice, alice):
    response = as_alice.get(address(assignment_at(alice, 1)))
    assert "no-store" in response.headers["Cache-Control"]


@pytest.mark.django_db
def test_htmx_without_sign_in_is_told_to_leave_the_page(client, panel):
    response = client.get(address(assignment_at(panel.alice, 1)), headers=HTMX)
    assert response.status_code == 200
    assert response.headers["HX-Redirect"].startswith(reverse("account_login"))


@pytest.mark.django_db
def test_words_sent_after_sign_out_get_a_notice_and_the_page_stays(client, panel):
    assignment = assignment_at(panel.alice, 1)
    response = client.post(address(assignment), filled_form(assignment), headers=HTMX)
    assert response.headers["HX-Retarget"] == "#notice"
    assert "this was not saved" in response.content.decode()


# This one is a file that is downloaded: it brings its looks along and is never served as a page.
DOWNLOADED = ROOT / "templates" / "raters" / "report" / "standalone.html"
SERVED = sorted(set((ROOT / "templates").rglob("*.html")) - {DOWNLOADED})


@pytest.mark.parametrize("path", SERVED, ids=lambda p: str(p.relative_to(ROOT)))
def test_no_template_has_inline_script_or_style(path):
    text = path.read_text(encoding="utf-8")
    assert " style=" not in text
    assert "<style" not in text
    assert not [line for line in text.splitlines() if "<script" in line and "src=" not in line]


def settings_with(**environment) -> subprocess.CompletedProcess:
    kept = {"PATH": os.environ["PATH"], "EVALSITE_ENV_FILE": os.devnull}
    code = "import evalsite.settings as s; print(s.SECURE_SSL_REDIRECT)"
    return subprocess.run(
        [sys.executable, "-c", code],
        env=kept | environment,
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )


GOOD = {"SECRET_KEY": "k" * 50, "DATABASE_URL": "sqlite://:memory:"}


def test_good_settings_are_safe_by_default():
    assert settings_with(**GOOD).stdout == "True\n"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("SECRET_KEY", "short"),
        ("DEBUG", "perhaps"),
        ("ALLOWED_HOSTS", "*"),
        ("DATABASE_URL", "nonsense"),
        ("INVITATION_DAYS", "0"),
        ("LANGUAGE_CODE", "tlh"),
    ],
)
def test_a_bad_setting_is_refused_at_start_by_name(name, value):
    result = settings_with(**GOOD | {name: value})
    assert result.returncode == 1
    assert name in result.stderr.splitlines()[-1]


def test_a_missing_secret_key_is_refused_at_start():
    result = settings_with(DATABASE_URL=GOOD["DATABASE_URL"])
    assert "SECRET_KEY" in result.stderr.splitlines()[-1]
