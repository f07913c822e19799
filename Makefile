# Two commands do all: `make run` shows a real ruling, `make test` runs every test.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
SYSTEM ?= dropfleet
# catalogues of Dropfleet's first edition, where you have them: `make run CATALOGUE=folder`
CATALOGUE ?= $(wildcard ../shared/realfiles/dfc1e)
FILE ?= tests/conformance/$(SYSTEM).yaml

.PHONY: run test coverage nightly lint docs pictures bench conformance clauses playthroughs schemas clean

$(VENV)/.installed: pyproject.toml constraints.txt
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip
	$(BIN)/python -m pip install --quiet -c constraints.txt -e '.[dev]'
	touch $@

run: $(VENV)/.installed
	mkdir -p out
	$(BIN)/defilade demo --out out/volley.svg
	$(if $(CATALOGUE),$(BIN)/defilade demo --catalogue $(CATALOGUE) --out out/catalogue.svg)

test: $(VENV)/.installed
	$(BIN)/python -m pytest -n 2

coverage: $(VENV)/.installed
	$(BIN)/python -m pytest -n 2 --cov --cov-report=term:skip-covered

nightly: $(VENV)/.installed
	DEFILADE_NIGHTLY=1 $(BIN)/python -m pytest -n 2

lint: $(VENV)/.installed
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

docs: $(VENV)/.installed
	$(BIN)/python -m pip install --quiet -c constraints.txt -e '.[docs]'
	$(BIN)/zensical build

pictures: $(VENV)/.installed
	$(BIN)/python tools/pictures.py
	$(BIN)/python docs/assets/conquest/draw.py

bench: $(VENV)/.installed
	for script in benchmarks/[a-z]*.py; do echo "== $$script"; $(BIN)/python $$script || exit 1; done

conformance: $(VENV)/.installed
	$(BIN)/defilade conformance $(SYSTEM) $(FILE)

clauses: $(VENV)/.installed
	$(BIN)/python -m defilade.testing.coverage tests docs/systems

playthroughs: $(VENV)/.installed
	$(BIN)/python -m defilade.testing.playthrough tests/playthroughs

schemas: $(VENV)/.installed
	$(BIN)/defilade schema --write src/defilade/schemas

clean:
	rm -rf $(VENV) build dist site out .mypy_cache .pytest_cache .ruff_cache .hypothesis
