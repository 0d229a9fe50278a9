# make run: the site on this machine. make test: everything that must hold.
.DEFAULT_GOAL := help
SHELL := /bin/sh
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

# A stamp is named after the contents of what it stands for, so pip runs again only when those change.
SITE_STAMP := $(VENV)/.site-$(shell cat requirements.txt | cksum | tr ' ' '-')
DEV_STAMP := $(VENV)/.dev-$(shell cat requirements.txt requirements-dev.txt | cksum | tr ' ' '-')

.PHONY: help setup setup-dev run test quick figures types checks scripts test-postgres bench faults cluster load fuzz lighthouse observatory messages requirements browser clean

help:  ## This list.
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/make \1\t\2/p' Makefile | expand -t 20

# PostgreSQL's driver only where DATABASE_URL asks for it.
ifneq ($(findstring postgres,$(DATABASE_URL)),)
POSTGRES_STAMP := $(VENV)/.postgres-$(shell cat requirements.txt requirements-postgres.txt | cksum | tr ' ' '-')
endif

# The compiled search: made anew when its source changes, tried again as long as it is not there.
SEARCH := puzzles/engine/_search.abi3.so

setup: $(SITE_STAMP) $(POSTGRES_STAMP) $(SEARCH)  ## Make .venv and install what the site needs.

$(SITE_STAMP):
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "Python 3.11 or newer is needed; $(PYTHON) is not. Try: make PYTHON=python3.12 ..." >&2; exit 2; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || sh .ci/apt-install python3-venv
	@echo "Installing what the site needs."
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements.txt
	@rm -f $(VENV)/.site-* && touch $@

$(SEARCH): puzzles/engine/_search.c $(wildcard puzzles/engine/kernel/*) pyproject.toml requirements-build.txt | $(SITE_STAMP)
	@rm -f $@
	@sh .ci/compile $(BIN)/python

setup-dev: setup $(DEV_STAMP)  ## The same, and what the tests need.

$(VENV)/.postgres-%: | $(SITE_STAMP)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-postgres.txt
	@rm -f $(VENV)/.postgres-* && touch $@

$(DEV_STAMP): | $(SITE_STAMP)
	@echo "Installing what the tests need."
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-dev.txt
	@rm -f $(VENV)/.dev-* && touch $@

run: setup  ## Start the site (HOST, PORT, DATABASE_URL, ... from the environment).
	@exec $(BIN)/python manage.py serve --end-with-parent

# Bytecode is kept, also where the environment says otherwise: each process of the tests would compile all anew.
test: export PYTHONDONTWRITEBYTECODE :=
test: setup-dev browser  ## Everything that must hold, quickest first; browser tests included.
	@$(MAKE) --no-print-directory --jobs=2 types checks
	$(BIN)/python -m pytest -n auto --dist worksteal $(PYTEST_ARGS)

# Under a minute once mypy has its cache. SINCE=main: all that the branch has changed.
SINCE ?= HEAD
quick: setup-dev  ## Types, styles, and the tests of what changed (SINCE: since which commit).
	$(BIN)/mypy
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports
	@$(MAKE) --no-print-directory scripts
	@tests=$$($(BIN)/python -m tests.changed $(SINCE)); \
	  if [ -n "$$tests" ]; then $(BIN)/python -m pytest -q $$tests; else echo "No test belongs to what changed."; fi

figures: setup-dev  ## Lines, names, comments, import circles, and four requests call by call.
	$(BIN)/python -m tests.house

# The two sides of what is checked before the tests: one takes as long as all of the other.
types:
	$(BIN)/mypy

checks: scripts
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/djade --check --target-version 5.2 $$(find templates -name '*.html')
	$(BIN)/lint-imports
	$(BIN)/bandit --quiet --configfile pyproject.toml --recursive accounts puzzles sudokusite manage.py
	$(BIN)/python manage.py makemigrations --check --dry-run
	HTTPS=1 SECRET_KEY=$$($(BIN)/python -c 'import secrets; print(secrets.token_hex(50))') \
	  $(BIN)/python manage.py check --deploy --fail-level WARNING

# Scripts and styles, by one program that is installed with the tests; it needs no node, and nothing of the network.
DENO := DENO_DIR=.deno_cache DENO_NO_UPDATE_CHECK=1 $(BIN)/deno

scripts:
	$(DENO) fmt --check --quiet
	$(DENO) lint --quiet
	$(DENO) check --quiet $$(find sudokusite/static/js -name '*.js')

test-postgres: setup-dev  ## All tests but those of the browser, on a PostgreSQL started for them (PYTEST_ARGS).
	@sh .ci/postgres
	$(BIN)/python -m tests.postgres $(BIN)/python -m pytest -n auto --dist worksteal --ignore tests/browser $(PYTEST_ARGS)

browser:  ## Install Chromium for the browser tests, where that is ours to do.
	@sh .ci/browser

bench: setup-dev browser  ## Measure (BENCH_ARGS: which topics, how much).
	@sh .ci/postgres || echo "What is measured on PostgreSQL will be skipped." >&2
	$(BIN)/python -m tests.bench $(BENCH_ARGS)

faults: setup-dev browser  ## Break the site in every way, and judge what it kept (FAULTS_ARGS: which).
	$(BIN)/python -m tests.faults $(FAULTS_ARGS)

cluster: setup-dev browser  ## Two servers and two workers on one PostgreSQL behind nginx: kill, play, test (CLUSTER_ARGS).
	@sh .ci/postgres
	@sh .ci/nginx
	$(BIN)/python -m tests.cluster $(CLUSTER_ARGS)

# PostgreSQL's driver is among what the tests need; where its server is not installed, that half says so.
load: setup-dev  ## A thousand students for some minutes, and the most that hold (LOAD_ARGS: how many, how long, where).
	$(BIN)/python -m tests.load $(LOAD_ARGS)

# Once: npm install --prefix FOLDER lighthouse; then LIGHTHOUSE=FOLDER/node_modules/.bin/lighthouse make lighthouse
lighthouse: setup-dev  ## Ask Lighthouse about the pages of a student (LIGHTHOUSE: its command).
	$(BIN)/python -m tests.bench.lighthouse

fuzz:  ## Give the compiled search millions of grids, under the sanitizers of the C compiler (FUZZ_ARGS: how many).
	@sh tests/fuzz/run $(FUZZ_ARGS)

# Once: npm install --ignore-scripts --prefix FOLDER @mdn/mdn-http-observatory; then
# OBSERVATORY=FOLDER/node_modules/.bin/mdn-http-observatory-scan make observatory
observatory: setup-dev  ## Ask Mozilla's observatory about the headers over TLS (OBSERVATORY: its command).
	$(BIN)/python -m tests.bench.observatory

messages: setup-dev  ## Collect and compile the sentences of the site (needs gettext).
	@command -v xgettext >/dev/null || sh .ci/apt-install gettext
	for domain in django djangojs; do \
	  $(BIN)/python manage.py makemessages --domain $$domain --locale fr --no-wrap --no-location \
	    --ignore .venv --ignore var --ignore tests || exit 1; \
	done
	$(BIN)/python manage.py compilemessages --locale fr --ignore .venv

requirements:  ## Pin the requirements anew; names no package index.
	@command -v uv >/dev/null || { echo "uv is not installed." >&2; exit 2; }
	for part in requirements requirements-build requirements-postgres requirements-dev; do \
	  uv pip compile $$part.in -o $$part.txt --upgrade --universal --python-version 3.11 --generate-hashes \
	    --no-emit-index-url --no-emit-find-links --no-header --no-annotate --quiet || exit 1; \
	done

clean:  ## Remove .venv and what the tools left; keeps the data in var/.
	rm -rf $(VENV) $(SEARCH) build sudokusite.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache .deno_cache
