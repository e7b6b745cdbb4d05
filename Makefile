# Every target works from a fresh clone: it makes a virtual environment of the project's own (VENV)
# from PYTHON, installs pinned requirements there and builds the extension into it.
PYTHON ?= python3
VENV ?= .venv
REQUIREMENTS ?= test
PYTEST_ARGS ?=
JOBS ?= auto
ATTACKS ?= 20000
FUZZ ?= 50000
FUZZ_SECONDS ?= 60
MESSAGES ?= 1000000
WORKER_CALLS ?= 50000
BENCH_ARGS ?=
INSTRUCTIONS_ARGS ?=

BIN := $(VENV)/bin
PY := $(BIN)/python
# Children of the tests may write no bytecode, behind walls or where the environment forbids it: thousands of processes would compile the
# same modules.
COMPILE := $(PY) -m compileall -q python && $(PY) -m compileall -q -l tests tests/data/escapes
SOURCES := $(shell find src python Cargo.toml Cargo.lock build.rs pyproject.toml -type f -not -name '*.so' -not -name '*.pyc' 2>/dev/null)

.DEFAULT_GOAL := help
.PHONY: help build demo test test-built test-rust test-python test-docstrings test-long test-adapters test-upstream test-all fuzz docs types lint lint-versions bench bench-rust instructions checks profile clean FORCE
.DELETE_ON_ERROR:

help: ## Lists the targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /\1\t/' | awk -F'\t' '{printf "  %-15s %s\n", $$1, $$2}'

build: $(VENV)/.built $(VENV)/.requirements ## Builds the extension (release profile) into the project's environment

demo: build ## Runs a smolagents CodeAgent on fastexec (offline; LIVE=model-id for a live model, ISOLATION=process for a worker)
	$(PY) examples/agent.py $(if $(LIVE),--live $(LIVE)) $(if $(ISOLATION),--isolation $(ISOLATION))

test: test-built ## Builds and runs all tests
	@$(MAKE) --no-print-directory test-python

# (The build is one long step on one core, and all wait for it: the Rust tests and the packages take what it leaves.)
test-built: ## Builds, and runs the Rust tests meanwhile
	@$(MAKE) --no-print-directory --jobs=3 BESIDE="nice -n 10" build test-rust

test-rust: $(VENV)/.python ## Runs the Rust tests
	$(BESIDE) $(PY) tools/cargo_test.py

test-python: build ## Runs the Python tests, each file in a process of its own, side by side (JOBS=0: one after the other; PYTEST_ARGS=... is handed on)
	@$(COMPILE)
	$(PY) tools/test_files.py --jobs $(JOBS) $(PYTEST_ARGS)

test-docstrings: build ## Runs all docstring examples of the installed libraries (`make test` runs a sample)
	$(PY) -m pytest tests/test_docstrings.py --docstrings=all -o faulthandler_timeout=0 $(PYTEST_ARGS)

test-long: build ## Runs the escapes in workers and the snippets in fresh processes of which `make test` takes a sample, and lets the attacker, the fuzzer of types and the soak of workers do much more (ATTACKS=..., FUZZ=..., WORKER_CALLS=...)
	@$(COMPILE)
	$(PY) -m pytest tests/test_attacker.py tests/test_fuzz_types.py --attacks=$(ATTACKS) --mutations=all --fuzz=$(FUZZ) -o faulthandler_timeout=0 $(PYTEST_ARGS)
	$(PY) -m pytest tests/test_escapes.py -k in_a_worker --escapes-in-workers=all -o faulthandler_timeout=0 $(PYTEST_ARGS)
	$(PY) -m pytest tests/test_everyday.py --everyday-fresh=all -o faulthandler_timeout=0 $(PYTEST_ARGS)
	$(PY) -m pytest tests/test_parity.py --parity=sympy.core.tests.test_function -o faulthandler_timeout=0 $(PYTEST_ARGS)
	$(PY) -m pytest tests/test_worker_lives.py -s --worker-calls=$(WORKER_CALLS) -o faulthandler_timeout=0

fuzz: build ## Fuzzes what the host reads of workers, and the compiler (FUZZ_SECONDS=... of each target, needs cargo-fuzz; MESSAGES=...)
	$(PY) tools/cargo_fuzz.py $(FUZZ_SECONDS)
	$(PY) tests/fuzz_kinds.py $(MESSAGES)

test-adapters: ## Tests the adapters with the packages that they are for, in an environment of its own (CPython >= 3.11)
	$(MAKE) --no-print-directory VENV=.venv-adapters REQUIREMENTS=adapters build
	.venv-adapters/bin/python -m pip install --quiet --disable-pip-version-check --no-deps openenv-core==0.3.0
	.venv-adapters/bin/python -m pytest tests/adapters $(PYTEST_ARGS)

test-upstream: ## Runs tests of smolagents and FastMCP themselves on fastexec, and of DSPy with DSPY=path of a checkout, in environments of their own (CPython >= 3.11)
	$(MAKE) --no-print-directory VENV=.venv-upstream REQUIREMENTS=upstream build
	.venv-upstream/bin/python tools/upstream_tests.py
ifdef DSPY
	$(MAKE) --no-print-directory VENV=.venv-adapters REQUIREMENTS=adapters build
	.venv-adapters/bin/python tools/upstream_tests.py dspy=$(abspath $(DSPY))
endif

test-all: ## Runs the tests on every CPython >= 3.10 of this machine
	@set -e; $(PYTHON) tools/pythons.py | while read -r python; do \
		name=$$("$$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])'); \
		echo "== CPython $$name"; \
		$(MAKE) --no-print-directory test PYTHON="$$python" VENV=".venv-$$name" </dev/null; \
	done

docs: ## Builds the documentation site into site/, in an environment of its own, and follows its links
	$(MAKE) --no-print-directory VENV=.venv-docs REQUIREMENTS=docs .venv-docs/.requirements
	.venv-docs/bin/python tools/docs_site.py

types: $(VENV)/.lint build ## Checks types: the package with mypy and pyright, that none is left to guess, the examples of the pages with pyright, the engine's stub with stubtest
	$(BIN)/mypy --strict python/fastexec
	$(BIN)/pyright
	$(PY) tools/verify_types.py
	$(PY) tools/example_types.py
	$(PY) -m mypy.stubtest fastexec._fastexec --allowlist tools/stubtest_allowlist.txt

lint: $(VENV)/.lint types lint-versions ## Checks layout, Rust lints, Python style and types
	$(PY) tools/check_layout.py
	$(BIN)/ruff check .
	$(BIN)/zizmor --offline --quiet .github
	$(PY) tools/third_party.py --check
	cargo fmt --check
	cargo clippy --all-targets --no-default-features -- -D warnings

lint-versions: ## Runs clippy on the engine as it is built for each supported CPython; no interpreter is needed
	$(PYTHON) tools/clippy_versions.py

bench: build $(VENV)/.bench ## Compares fastexec with CPython and other executors (BENCH_ARGS=... is handed on)
	@$(COMPILE)  # as pip leaves what it installs
	$(PY) benches/bench.py $(BENCH_ARGS)
	$(PY) benches/isolation.py --write

bench-rust: $(VENV)/.requirements ## Times parsing and lowering with criterion
	$(PY) tools/cargo_bench.py

instructions: build $(VENV)/.bench ## Counts instructions of some programs with callgrind (INSTRUCTIONS_ARGS=... is handed on)
	$(PY) benches/instructions.py $(INSTRUCTIONS_ARGS)

checks: $(VENV)/.bench ## Counts which share of the instructions the checks take
	$(PY) benches/check_share.py

profile: build ## Shows where the engine spends its time on one program (PROGRAM=name; needs perf)
	$(PY) benches/profile.py $(PROGRAM)

clean: ## Removes what the other targets made
	rm -rf .venv .venv-* target dist site .cache .pytest_cache .hypothesis .ruff_cache
	find python tests benches examples tools -name __pycache__ -prune -exec rm -rf {} +
	rm -f python/fastexec/*.so python/fastexec/*.pyd

# The environment is made again when PYTHON names another version than the one it was made from.
$(VENV)/.python: FORCE
	@version=$$($(PYTHON) -c 'import sys; print(sys.version)') \
		|| { echo "make: $(PYTHON) does not run; name a CPython >= 3.10 with PYTHON=..." >&2; exit 1; }; \
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 10))' \
		|| { echo "make: $(PYTHON) is $$version; fastexec needs CPython >= 3.10 (PYTHON=...)" >&2; exit 1; }; \
	if [ "$$(cat $@ 2>/dev/null)" != "$$version" ] || [ ! -x $(PY) ]; then \
		rm -rf $(VENV) && $(PYTHON) -m venv $(VENV) && printf '%s\n' "$$version" > $@; \
	fi

# What the build needs of them comes first.
$(VENV)/.maturin: $(VENV)/.python requirements/$(REQUIREMENTS).txt
	@for tool in $$(grep '^maturin==' requirements/$(REQUIREMENTS).txt); do \
		$(PY) -m pip install --quiet --disable-pip-version-check "$$tool" || exit 1; \
	done
	@touch $@

$(VENV)/.requirements: $(VENV)/.maturin
	$(BESIDE) $(PY) -m pip install --quiet --disable-pip-version-check -r requirements/$(REQUIREMENTS).txt
	@touch $@

$(VENV)/.lint: $(VENV)/.requirements requirements/lint.txt
	$(PY) -m pip install --quiet --disable-pip-version-check -r requirements/lint.txt
	@touch $@

$(VENV)/.bench: $(VENV)/.requirements requirements/bench.txt
	$(PY) -m pip install --quiet --disable-pip-version-check -r requirements/bench.txt
	@touch $@

$(VENV)/.built: $(VENV)/.maturin $(SOURCES)
	env -u CONDA_PREFIX -u PYO3_PYTHON VIRTUAL_ENV="$(CURDIR)/$(VENV)" $(BIN)/maturin develop --release --quiet
	@touch $@
