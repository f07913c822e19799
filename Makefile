# Two commands do all: `make run` shows a real ruling, `make test` runs every test.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
SYSTEM ?= dropfleet
# catalogues of Dropfleet's first edition, where you have them: `make run CATALOGUE=folder`
CATALOGUE ?= $(wildcard ../shared/realfiles/dfc1e)
FILE ?= tests/conformance/$(SYSTEM).yaml

# the web page: its sources, and where its build goes
PAGE := src/defilade/server/page/index.html
WEB := web/index.html web/vite.config.ts $(shell find web/src web/public -type f)
NPM := PATH="$(CURDIR)/$(BIN):$$PATH" $(CURDIR)/$(BIN)/npm --prefix web
# without a terminal nobody can stop the board: it stops when nobody asks any more
IDLE := $$(test -t 2 || echo --idle 60)

.PHONY: run test coverage nightly lint page client docs pictures screenshots bench conformance clauses \
  playthroughs schemas clean

$(VENV)/.installed: pyproject.toml constraints.txt
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip
	$(BIN)/python -m pip install --quiet -c constraints.txt -e '.[dev]'
	touch $@

web/node_modules/.installed: web/package.json web/package-lock.json $(VENV)/.installed
	$(NPM) ci --silent
	touch $@

$(PAGE): web/node_modules/.installed $(WEB)
	$(NPM) run --silent build

page: $(PAGE)

client: web/node_modules/.installed
	$(BIN)/defilade serve --openapi > docs/openapi.json
	$(NPM) run --silent client

run: $(VENV)/.installed $(PAGE)
	mkdir -p out
	$(BIN)/defilade demo --out out/volley.svg
	$(if $(CATALOGUE),$(BIN)/defilade demo --catalogue $(CATALOGUE) --out out/catalogue.svg)
	$(BIN)/defilade serve --open --quiet --database sqlite:///out/board.db $(IDLE)

test: $(VENV)/.installed $(PAGE)
	$(BIN)/python -m pytest -n 2
	$(NPM) run --silent test

coverage: $(VENV)/.installed $(PAGE)
	$(BIN)/python -m pytest -n 2 --cov --cov-report=term:skip-covered

nightly: $(VENV)/.installed $(PAGE)
	DEFILADE_NIGHTLY=1 $(BIN)/python -m pytest -n 2

lint: web/node_modules/.installed
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(NPM) run --silent format:check
	$(NPM) run --silent client:check
	$(NPM) run --silent check

docs: $(VENV)/.installed
	$(BIN)/python -m pip install --quiet -c constraints.txt -e '.[docs]'
	$(BIN)/zensical build

pictures: $(VENV)/.installed
	$(BIN)/python tools/pictures.py
	$(BIN)/python docs/assets/conquest/draw.py

# the board in the docs and the README, taken from the real page; wants Chromium
screenshots: $(PAGE)
	$(BIN)/python -m tools.screenshots

bench: $(VENV)/.installed
	for script in benchmarks/[a-z]*.py; do echo "== $$script"; PYTHONPATH=. $(BIN)/python $$script || exit 1; done

conformance: $(VENV)/.installed
	$(BIN)/defilade conformance $(SYSTEM) $(FILE)

clauses: $(VENV)/.installed
	$(BIN)/python -m defilade.testing.coverage tests docs/systems

playthroughs: $(VENV)/.installed
	$(BIN)/python -m defilade.testing.playthrough tests/playthroughs

schemas: $(VENV)/.installed
	$(BIN)/defilade schema --write src/defilade/schemas

clean:
	rm -rf $(VENV) build dist site out web/node_modules src/defilade/server/page .mypy_cache .pytest_cache .ruff_cache .hypothesis
