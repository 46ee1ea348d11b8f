# `make run` plays, `make test` proves. Each sets up what it needs the first time (tools/setup.sh).
PY := .venv/bin/python
PORT ?= 8000
ARGS ?=
ROOMS ?=

.PHONY: run test quick lint types branches bench soak mutants audit package words languages lock pictures screens fonts clean ready ready-test

run: ready  ## the web app, for every phone on this network
	@$(PY) -m companion serve --port $(PORT)

test: ready-test  ## style, types, every branch of the rules and every test, browsers included
	@echo "1 of 2: style, types and every branch of the rules, side by side"
	@begun=$$(date +%s) && $(MAKE) --no-print-directory -j 2 branches types lint && \
		echo "2 of 2: every test, browsers included; the figure at the end of a line is how far it is" && \
		MAKE_TEST_BEGUN=$$begun $(PY) -m pytest -m "not soak and not branches" -n auto --maxprocesses 4 --dist worksteal -o faulthandler_timeout=240 $(ARGS)

quick: ready-test  ## what one runs all the time: lint, types, and the tests of what changed; whole rooms: ROOMS="rules web"
	@$(MAKE) --no-print-directory -j 2 types lint
	@$(PY) -m tools.quick $(ROOMS)

lint: ready-test  ## style, who imports whom, and code that nothing uses
	@echo "lint: style, who imports whom, and code that nothing uses"
	@$(PY) -m ruff check -q .
	@$(PY) -m ruff format -q --check .
	@mkdir -p build
	@.venv/bin/lint-imports --no-cache --no-logo > build/rooms.txt || { cat build/rooms.txt; exit 1; }
	@$(PY) -m tools.unused

types: ready-test  ## types
	@echo "types: mypy over companion"
	@$(PY) -m mypy

branches: ready-test  ## whether the rules' own tests, without the random games, take every branch of them
	@echo "branches: whether the rules' own tests take every branch of them"
	@mkdir -p build
	@COVERAGE_FILE=build/.coverage $(PY) -m pytest -q tests/rules -m "branches and not soak" --cov=companion.rules \
		--cov-branch --cov-fail-under=100

bench: ready-test  ## measurements, as a table and as JSON
	@$(PY) -m bench $(ARGS)

soak: ready-test  ## the whole dose of every fault: ARGS=--list names the parts, SOAK=10 is ten times as much, SEED=7 again
	@SOAK=$(SOAK) SEED=$(SEED) $(PY) -m tools.soak $(ARGS)

mutants: ready-test  ## breaks the rules on purpose and counts what the tests notice
	@$(PY) -m tools.mutants $(ARGS)

audit: ready-test  ## known faults of what we ship, its wheels for every system, and the list of it in build/sbom.cdx.json
	@$(PY) -m tools.audit

package: ready-test  ## a folder to unpack and click, into build/package/; for Windows: ARGS="windows FILE CHECKSUM"
	@$(PY) -m tools.package $(ARGS)

words: ready-test  ## collects every text a person reads into build/trackside.pot
	@$(PY) -m tools.catalogues words

languages: ready-test  ## brings every catalogue in languages/ up to date and compiles it: make languages ARGS="new da" begins one
	@$(PY) -m tools.catalogues $(ARGS)

pictures: ready-test  ## the pictures in docs/ and on the help page
	@$(PY) -m tools.pictures

screens: ready-test  ## every screen in every mode, into build/modes/: make screens ARGS="dark,print table"
	@$(PY) -m tools.every_screen $(ARGS)

fonts: ready-test  ## cuts the heading face to size again: make fonts ARGS=path/to/package
	@$(PY) -m tools.fonts $(ARGS)

LOCK := --universal --generate-hashes --no-emit-index-url --no-header --quiet
lock:  ## needs uv; whoever only plays gets the second, which is a part of the first
	uv pip compile pyproject.toml --group dev $(LOCK) -o requirements.lock
	uv pip compile pyproject.toml --group install $(LOCK) -c requirements.lock -o requirements-run.lock

clean:
	rm -rf .venv .venv.log build dist .coverage .mypy_cache .pytest_cache .ruff_cache .hypothesis test-results

ready:
	@tools/setup.sh run

ready-test:
	@tools/setup.sh test
