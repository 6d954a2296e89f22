# Everything one does with a checkout. `make` without an argument prints the targets.
# Needs a POSIX shell and Python 3.11 or newer; PYTHON=/path/to/python chooses one.

.DEFAULT_GOAL := help
.PHONY: help setup test check fix docs bench eval demo
SHELL := /bin/sh

PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11 python; do \
	command -v $$p >/dev/null 2>&1 && $$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null \
	&& { echo $$p; break; }; done)
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

# A test must not depend on what happens to be set outside.
unexport PYTHONPATH PYTHONHOME PIP_USER PIP_TARGET PIP_PREFIX

help: ## print this
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/  make \1\t\2/p' $(MAKEFILE_LIST) | expand -t 16

setup: $(READY) ## make .venv with the package and the development tools (network only the first time)

$(READY): pyproject.toml
	@test -n "$(PYTHON)" || { echo "make: needs Python 3.11 or newer; install one or set PYTHON=/path/to/python" >&2; exit 1; }
	@$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null || { echo "make: $(PYTHON) has no venv module (Debian, Ubuntu: apt install python3-venv)" >&2; exit 1; }
	@test -x $(BIN)/python || $(PYTHON) -m venv --clear $(VENV)
	@$(BIN)/python tools/dev_requirements.py > $(VENV)/dev.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r $(VENV)/dev.txt -e .
	@touch $@

test: $(READY) ## run the fast tests
	PYTHONWARNDEFAULTENCODING=1 $(BIN)/python -m pytest -n auto

check: $(READY) ## format, lint, types, floors, documentation: the same as in CI
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python tools/make_docs.py --check

fix: $(READY) ## mend what tools can mend
	$(BIN)/ruff check --fix-only .
	$(BIN)/ruff format .

docs: $(READY) ## write the generated parts of docs/reference
	$(BIN)/python tools/make_docs.py

bench: $(READY) ## measure writing, bulk, start and memory on this machine
	$(BIN)/python bench/run.py

eval: $(READY) ## measure recall, documents, the prompt hook and the gate on the labelled sets
	$(BIN)/python evals/retrieval.py
	$(BIN)/python evals/mixed.py
	$(BIN)/python evals/documents.py
	$(BIN)/python evals/prompts.py
	$(BIN)/python evals/gate.py

demo: $(READY) ## a first memory, in a home that is thrown away
	@PATH="$(CURDIR)/$(BIN):$$PATH" sh tools/demo.sh
