"""The product's own settings, on a throw-away database and without slow password hashing."""

import os
import tempfile
from pathlib import Path

os.environ.setdefault("EVALSITE_ENV_FILE", os.devnull)
os.environ.setdefault("SECRET_KEY", "a-key-for-tests-only-that-guards-nothing-at-all-anywhere")
os.environ.setdefault("PLAIN_HTTP", "true")
os.environ.setdefault("ALLOWED_HOSTS", "localhost,127.0.0.1,testserver")

from evalsite.settings import *  # noqa: F403
from evalsite.settings import DATABASES, STORAGES

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
STORAGES = STORAGES | {
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
}
# Each test's client starts the site anew: it need not look through var/static every time.
WHITENOISE_AUTOREFRESH = True
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    # A file, as in real use: threads of the live server get connections of their own.
    # Named by process, so that two runs at once do not meet.
    name = f"evalsite-test-{os.getpid()}.sqlite3"
    DATABASES["default"]["TEST"] = {"NAME": Path(tempfile.gettempdir()) / name}
    # What a test has written need not outlive a power cut.
    DATABASES["default"]["OPTIONS"] |= {
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=OFF;"
    }
