# Needs only make and Python 3.11 or newer: everything is installed into .venv from hash-locked requirements.

PYTHON ?= python3
DATA ?= data
HOST ?= 127.0.0.1
PORT ?= 8000
PYTEST_ARGS ?=

VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet
PACKAGES := api cli drawing engine findings language migrations phrasing reproduction store verify workers
# A process for each core; each takes whole files, in the order of tests/conftest.py, the long ones first. A test that fails
# runs once more: what passes only then is counted and listed at the end.
TEST := $(BIN)/python -m pytest -n logical --dist loadfile --no-loadscope-reorder --reruns 1 -raR
# Where Python may not write bytecode by itself it would compile every module at every start, for half a second.
BYTECODE := $(BIN)/python -m compileall -q $(PACKAGES) client
# Stamp files: an installation is repeated only when a lock or pyproject.toml is newer.
RUNTIME := $(VENV)/.runtime-installed
DEVELOPMENT := $(VENV)/.development-installed
# The documentation, built beside the packages that it describes; its tables are made of the models.
SITE := $(VENV)/share/cavalier/docs/index.html
SITE_SOURCES := $(wildcard *.md client/*.md) $(shell find changes docs engine/specification store/models findings/references reproduction -type f -not -name '*.pyc')
# No address of a package index goes into the locks: each machine's own pip settings decide where to fetch from. Extras
# do: pip before 23.3 would not know that a package with one is the package that is pinned.
LOCK := pip compile pyproject.toml --universal --no-strip-extras --python-version 3.11 --generate-hashes \
	--no-emit-index-url --no-annotate --no-header --quiet --extra build --extra docs --extra production --extra traces

.DEFAULT_GOAL := help
.PHONY: help install docs demo serve check audit test coverage chaos bench verify release migration messages changelog lock clean

help:  ## list the targets
	@sed -n 's/^\([a-z]*\):.*## /  make \1\t/p' $(MAKEFILE_LIST) | expand -t 18

install: $(SITE)  ## install into .venv

docs: $(SITE)  ## build the documentation, which the service has at /docs/

demo: $(RUNTIME)  ## run the main job on the embedded service and print its tables
	$(BIN)/cavalier demo --data $(DATA)

serve: $(SITE)  ## API, dashboard and embedded worker until Ctrl-C (DATA=, HOST=, PORT=)
	$(BIN)/cavalier serve --data $(DATA) --host $(HOST) --port $(PORT)

check: $(DEVELOPMENT)  ## formatting, lint, types, import contracts, security lint, licences
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache
	$(BIN)/bandit --quiet --configfile pyproject.toml --recursive $(PACKAGES)
	$(BIN)/python -m tests.licences

audit: $(DEVELOPMENT)  ## ask a service on the network whether weaknesses of what is locked are known
	$(BIN)/uv tool run pip-audit --strict --requirement requirements.lock --disable-pip --require-hashes

test: check  ## the checks, then every test on all cores (PYTEST_ARGS=)
	$(BIN)/python -m tests.kernels
	$(TEST) $(PYTEST_ARGS)

coverage: check  ## the same, with the branches that the tests cover, which takes nearly twice as long
	$(TEST) --cov --cov-report=term $(PYTEST_ARGS)

chaos: $(DEVELOPMENT)  ## inject faults for some time; every result must stay right (MINUTES=60)
	$(BIN)/python -m experiments.chaos --minutes $(or $(MINUTES),60)

bench: $(DEVELOPMENT)  ## measure speeds, keep them in bench/history and compare with the last ones (PYTEST_ARGS=-k sweep)
	$(BIN)/python -m pytest bench --benchmark-storage=file://bench/history --benchmark-autosave --benchmark-compare \
		--benchmark-timer=time.process_time --benchmark-columns=min,median,stddev,rounds --benchmark-sort=fullname \
		-W default::pytest_benchmark.logger.PytestBenchmarkWarning $(PYTEST_ARGS)

verify: $(RUNTIME)  ## count the atlas again by an independent C program (SECONDS= for each figure)
	$(BIN)/python -m verify --seconds $(or $(SECONDS),2)

release: $(DEVELOPMENT)  ## changelog, version, tag, wheels, image and atlas of a release (VERSION=, DRY_RUN=1)
	$(BIN)/python .ci/release.py $(VERSION) $(if $(DRY_RUN),--dry-run)

migration: $(DEVELOPMENT)  ## write the migration from the newest one to the models (NAME=what_it_does)
	$(BIN)/python -m migrations.draft $(NAME)

messages: $(DEVELOPMENT)  ## bring the catalogues of translations up to what the source says
	$(BIN)/python -m language.update

changelog: $(DEVELOPMENT)  ## show what the fragments in changes/ will add to CHANGELOG.md
	$(BIN)/towncrier build --draft --version unreleased

lock: $(DEVELOPMENT)  ## write both requirements files anew, upgrading what pyproject.toml allows
	$(BIN)/uv $(LOCK) --upgrade --output-file requirements.lock
	$(BIN)/uv $(LOCK) --upgrade --group dev --extra mcp --output-file requirements-dev.lock

clean:  ## remove what make and the tests created, except the data folder
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache .coverage
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "Python 3.11 or newer is needed; name one with make PYTHON=python3.12" >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)

$(RUNTIME): requirements.lock pyproject.toml client/cavalier/__init__.py | $(BIN)/python
	$(PIP) install --require-hashes --requirement requirements.lock
	$(PIP) install --no-deps --no-build-isolation --editable .
	$(BYTECODE)
	@touch $@

$(DEVELOPMENT): requirements-dev.lock pyproject.toml client/cavalier/__init__.py | $(BIN)/python
	$(PIP) install --require-hashes --requirement requirements-dev.lock
	$(PIP) install --no-deps --no-build-isolation --editable .
	$(BYTECODE)
	@touch $@

$(SITE): $(RUNTIME) $(SITE_SOURCES)
	$(BIN)/python -m sphinx --quiet --doctree-dir build/doctrees docs $(@D)
	@touch $@
