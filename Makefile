# `make run` starts Kibitz, `make test` checks everything; both make their own environment first.
# uv is used when it is there, else the standard library's venv with pip.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

.PHONY: run test check bench eval-vision playthroughs lock clean

run: $(READY)
	@$(BIN)/kibitz

test: $(READY) check
	$(BIN)/python -m pytest -n 2 --dist loadgroup

check: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

bench: $(READY)
	$(BIN)/python benchmarks/perft.py

playthroughs: $(READY)
	$(BIN)/python -m tests.laws.playthrough --all

$(READY): pyproject.toml constraints.txt
	@if command -v uv >/dev/null 2>&1; then \
	  uv venv -q --allow-existing --python $(PYTHON) $(VENV) && \
	  uv pip install -q --python $(BIN)/python -c constraints.txt -e . --group dev; \
	else \
	  $(PYTHON) -m venv $(VENV) && $(BIN)/python -m pip install -q --disable-pip-version-check 'pip>=25.1' && \
	  $(BIN)/python -m pip install -q -c constraints.txt -e . --group dev; \
	fi || { echo "The environment could not be made: Python 3.11 or newer with venv, and a reachable package index, are needed."; exit 1; }
	@touch $(READY)

# After a change of dependencies: pins for every platform, by name and version only.
lock: $(READY)
	$(BIN)/python .ci/lock

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache
