# make demo   the demo study on http://localhost:8000
# make test   everything, on SQLite and on PostgreSQL, browser tests included
PYTHON ?= python3
VENV ?= .venv
PORT ?= 8000
BIN := $(VENV)/bin
DEMO := EVALSITE_ENV_FILE=var/demo.env $(BIN)/python manage.py
INSTALL := $(shell command -v uv >/dev/null 2>&1 && echo "uv pip install -q --python $(BIN)/python" || echo "$(BIN)/python -m pip install -q --disable-pip-version-check")

.PHONY: help demo test test-sqlite test-postgres lint format browser messages shots coverage bench clean

help:
	@sed -n 's/^# //p' Makefile

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "evalsite needs Python 3.11 or newer: make PYTHON=/path/to/python3.11"; exit 1; }
	@if command -v uv >/dev/null 2>&1; then uv venv -q --python $(PYTHON) $(VENV); else $(PYTHON) -m venv $(VENV); fi

$(VENV)/runtime: requirements.txt | $(BIN)/python
	@echo "Installing what the site needs ..."
	@$(INSTALL) -r requirements.txt
	@touch $@

$(VENV)/development: requirements.txt requirements-dev.txt | $(BIN)/python
	@echo "Installing what the tests need ..."
	@$(INSTALL) -r requirements-dev.txt
	@touch $@ $(VENV)/runtime

# The demo's own secret key and database live in var/, which git does not track.
var/demo.env: | $(BIN)/python
	@mkdir -p var
	@$(PYTHON) -c 'import secrets; print("SECRET_KEY=" + secrets.token_urlsafe(48))' > $@
	@printf 'PLAIN_HTTP=true\nALLOWED_HOSTS=localhost,127.0.0.1\nDATABASE_URL=sqlite:///var/demo.sqlite3\n' >> $@

demo: $(VENV)/runtime var/demo.env
	@$(DEMO) migrate -v 0
	@$(DEMO) collectstatic --noinput -v 0
	@SITE_ADDRESS=http://localhost:$(PORT) $(DEMO) demo
	@echo "Serving on http://localhost:$(PORT); stop with Ctrl-C."
	@OPENBLAS_NUM_THREADS=1 EVALSITE_ENV_FILE=var/demo.env $(BIN)/gunicorn evalsite.wsgi --bind 127.0.0.1:$(PORT) --workers 2 --threads 4 --timeout 120 --log-level warning

test: test-sqlite test-postgres

test-sqlite: $(VENV)/development browser
	$(BIN)/python -m pytest -n 2 $(ARGS)

# Tests that use no database have run already.
test-postgres: $(VENV)/development browser
	$(BIN)/python -m tests.postgres -n 2 --database-alone $(ARGS)

browser: $(VENV)/development
	@$(BIN)/python -m tests.chromium

lint: $(VENV)/development
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	DJANGO_SETTINGS_MODULE=tests.settings $(BIN)/python manage.py makemigrations --check --dry-run
	env -u PLAIN_HTTP EVALSITE_ENV_FILE=/dev/null SECRET_KEY=$$($(PYTHON) -c 'import secrets; print(secrets.token_urlsafe(48))') ALLOWED_HOSTS=example.org SITE_ADDRESS=https://example.org TRUST_PROXY_HEADER=true DATABASE_URL=sqlite:///:memory: $(BIN)/python manage.py check --deploy --fail-level WARNING

format: $(VENV)/development
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

# The Chinese catalogue in locale/, brought up to date with the sources: docs/translating.md
messages: $(VENV)/development
	@$(BIN)/python -m tests.messages

# The screenshots in docs/, taken anew from the demo study.
shots: $(VENV)/development browser
	$(BIN)/python -m docs.shots

# How often the intervals hold the truth: the table in docs/coverage.md. Takes long; PANELS=200 less.
PANELS ?= 2000
coverage: $(VENV)/development
	OPENBLAS_NUM_THREADS=1 nice -n 15 $(BIN)/python -m tests.coverage_study --panels $(PANELS)

# How long a report takes, beside naive loops over the packages, and what a rating page takes from
# the network: the tables in docs/speed.md.
bench: $(VENV)/development browser
	@OPENBLAS_NUM_THREADS=1 $(BIN)/python -m tests.bench
	@$(BIN)/python -m tests.bench_pages

clean:
	rm -rf $(VENV) var .pytest_cache .ruff_cache .hypothesis
