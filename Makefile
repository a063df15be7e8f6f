# `make run` starts Kibitz, `make test` checks everything; both make their own environment first.
# uv is used when it is there, else the standard library's venv with pip.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

.PHONY: run test check bench eval-vision eval-referee bench-bots bench-web images train playthroughs lock clean

run: $(READY)
	@$(BIN)/kibitz

test: $(READY) check
	@bash .ci/system
	$(BIN)/python -m pytest -n 2 --dist loadgroup --max-worker-restart 0

check: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

# Speed: each writes its table into docs/benchmarks.md.
bench: $(READY)
	$(BIN)/python benchmarks/perft.py
	$(BIN)/python benchmarks/archive.py
	$(BIN)/python benchmarks/simulated_table.py

# Accuracy on rendered and (where they are) real photographs: docs/vision.md.
eval-vision: $(READY)
	$(BIN)/python benchmarks/eval_vision.py $(ARGS)

# How well whole games are followed; ARGS="--games 50 --rendered 2" for a quick look.
eval-referee: $(READY)
	$(BIN)/python benchmarks/eval_referee.py $(ARGS)

bench-bots: $(READY)
	for each in benchmarks/bots_*.py; do $(BIN)/python $$each || exit 1; done

# The application in the browser: server, spectators, and the pages in Debian's Chromium.
bench-web: $(READY)
	@bash .ci/system
	$(BIN)/python benchmarks/web.py $(ARGS)

# The vision model from nothing (wants PyTorch, and a GPU for speed): training/README.md.
train: $(READY)
	$(BIN)/python -m training.fit

# The pictures of the pages and the film of the referee for docs/images.
images: $(READY)
	KIBITZ_SCREENSHOTS=1 $(BIN)/python -m pytest -q tests/web/browser
	$(BIN)/python -m tests.web.browser.film

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
