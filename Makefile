# Every target makes what it needs; PYTHON names the interpreter to build the environment from.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
COMMENT := .toolwatch/demo.md
STAMP := $(VENV)/.installed
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check
.DEFAULT_GOAL := help
# Compiled code is kept, whatever the shell says: a thousand small modules are read by every process of the tests.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help demo test style unit lint dogfood slow stats soundness impact corpus lock clean

help: ## Say what there is
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1\t\2/p' $(MAKEFILE_LIST)

# The lock names every package, so nothing is left to resolve; its own pip comes first, because the one that Python 3.11
# brings spends half of the time on comparing platform tags. What is never imported is never compiled.
$(STAMP): requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "toolwatch needs Python 3.11 or newer; name one with make PYTHON=/path/to/python3.11" >&2; exit 2; }
	@echo "making the environment in $(VENV) (once; about a minute)" >&2
	$(PYTHON) -m venv $(VENV)
	@sed -n '/^pip==/,/[^\\]$$/p' requirements.lock > $(VENV)/pip.lock
	$(PIP) --require-hashes --no-deps -r $(VENV)/pip.lock
	$(PIP) --require-hashes --no-deps --no-compile -r requirements.lock
	$(PIP) --no-deps --no-build-isolation -e .
	@touch $@

demo: $(STAMP) ## The main job on the help-desk example: no model server, no key, no network
	@mkdir -p .toolwatch
	@code=0; $(BIN)/toolwatch check suites/helpdesk/edits/broad.json --base suites/helpdesk/tools.json \
	  --suite suites/helpdesk --model embedded --format markdown --output $(COMMENT) || code=$$?; \
	if [ $$code -ne 1 ]; then echo "demo: the gate was to fail (exit 1), it exited $$code" >&2; exit 1; fi; \
	cat $(COMMENT); echo; \
	echo "This is the comment that a pull request would get; it lies in $(COMMENT)."; \
	echo "The example's gate failed, as it should: one sentence added to start_return took requests from its neighbours."

lint: $(STAMP) ## Style, types, import floors
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo

dogfood: $(STAMP) ## toolwatch on its own tools and its example: the committed snapshot against what the code says
	$(BIN)/toolwatch check

test: $(STAMP) ## Everything that CI runs
	@$(MAKE) --no-print-directory -j 2 unit style

style: lint dogfood

# Three workers: on two cores the third works while the others wait for a server.
unit: $(STAMP)
	$(BIN)/python -m pytest -n 3 --dist loadfile --no-loadscope-reorder -m 'not slow' --cov --cov-report=term:skip-covered

slow: $(STAMP) ## The tests that take minutes: loads, long samples
	$(BIN)/python -m pytest -m slow -p no:xdist

stats: $(STAMP) ## Error rates and calls of the sequential test, on scripted models
	$(BIN)/python -m tests.runner.stats

soundness: $(STAMP) ## 100,000 schema pairs: no safe verdict with a counter-example, every proof a true one
	$(BIN)/python -m tests.diff.soundness --pairs 100000

impact: $(STAMP) ## The selection against asking everything: calls, what was caught, how often the bound held
	$(BIN)/python -m tests.measure.impact

corpus: $(STAMP) ## How often each lint rule fires on real tool lists, where they lie beside the checkout
	$(BIN)/python -m tests.lint.corpus

lock: ## Pin again what the environment installs, with hashes
	$(BIN)/uv pip compile --quiet --universal --generate-hashes --no-header --no-annotate --no-emit-index-url \
	  --no-emit-find-links --python-version 3.11 --all-extras --group dev pyproject.toml -o requirements.lock

clean: ## Remove the environment and everything generated
	rm -rf $(VENV) .toolwatch .coverage .coverage.* .mypy_cache .ruff_cache .import_linter_cache build dist
