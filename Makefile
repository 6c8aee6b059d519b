# Two commands do everything: `make demo` and `make test`. Both set up what they need, once.
PYTHON ?= python3
# Processes of the tests: one more than cores, since those of the page and of clusters wait much of the time.
WORKERS ?= 3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
RUNS := $(VENV)/.runs
KERNEL := $(wildcard src/kernel/*) CMakeLists.txt

# Python keeps what it has compiled: the tests start it hundreds of times.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: install-ours install-theirs demo test chromium lint types types-of-tests bench screenshots soak sanitize docs dist setup clean

setup: $(READY)

# What the tests and the documentation need besides the package: extras of pyproject.toml.
EXTRAS := nltk lark plot studio cluster parquet pandas docs test
PIP := $(BIN)/python -m pip install -q --disable-pip-version-check
# Called by the targets below: what is to be installed of ours, and the extras that others' packages are installed for.
OURS := -e .
THEIRS :=

# The build tools live in the environment, so that rebuilding the kernel needs no network. setuptools builds the runtime of ANTLR
# for the tests, which is published as source only; the one that comes with Python 3.11 cannot make wheels.
# Then others' packages are fetched beside the compiling of the kernel. Python compiles a module of theirs when it is first used.
define INSTALL
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@$(BIN)/python -c "import scikit_build_core, nanobind, cmake, ninja; from setuptools.command import bdist_wheel" 2>/dev/null || \
	  $(PIP) "scikit-build-core>=0.10" "nanobind>=2.4" cmake ninja "setuptools>=70.1"
	@$(MAKE) --no-print-directory -j2 install-ours install-theirs
endef

install-ours:
	$(PIP) --no-build-isolation --no-deps $(OURS)

install-theirs:
	@$(BIN)/python tools/dependencies.py $(THEIRS) > $(VENV)/requirements.txt
	$(PIP) --no-build-isolation --no-compile -r $(VENV)/requirements.txt

# The package alone, which is all that the demo needs.
$(RUNS): pyproject.toml $(KERNEL)
	$(INSTALL)
	@touch $(RUNS)

$(READY): pyproject.toml lab/pyproject.toml $(KERNEL)
	$(INSTALL) OURS="-e . -e ./lab" THEIRS="$(EXTRAS)"
	@touch $(RUNS) $(READY)

demo: $(RUNS)
	@$(BIN)/python examples/demo.py

# Chromium is fetched beside the setting up, of which it needs nothing.
test:
	@$(MAKE) --no-print-directory -j2 setup chromium
	@$(MAKE) --no-print-directory lint
	$(BIN)/python -m pytest -m "not soak" -n $(WORKERS) --dist loadfile

# Debian's chromium, where it may be installed; the tests that need it are skipped where not.
chromium:
	@$(PYTHON) tests/helpers/chromium.py

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	@$(MAKE) --no-print-directory -j2 types types-of-tests

types: $(READY)
	$(BIN)/mypy --strict src lab

types-of-tests: $(READY)
	$(BIN)/mypy --config-file tests/mypy.ini --cache-dir .mypy_cache/tests tests benchmarks examples tools

bench: $(READY)
	$(BIN)/python benchmarks/run.py

# Pictures of the page in every state, to be looked at: needs Debian's chromium and chromium-driver.
screenshots: $(READY) chromium
	$(BIN)/python tests/helpers/screenshots.py build/screenshots

soak: sanitize chromium
	$(BIN)/python -m pytest -m soak

# The kernel once more, in a folder of its own, with the address and undefined-behaviour sanitizers; its tests under them.
sanitize: $(READY)
	$(BIN)/python tests/helpers/sanitized.py build/sanitized

# Without network: fonts and scripts are the theme's own. The references are made from the code.
docs: $(READY)
	NO_MKDOCS_2_WARNING=1 DISABLE_MKDOCS_2_WARNING=true $(BIN)/mkdocs build --strict --quiet --site-dir site

dist: $(READY)
	$(BIN)/python -m build --no-isolation --outdir dist .

clean:
	rm -rf build dist $(VENV)
