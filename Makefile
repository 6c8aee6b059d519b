# Two commands do everything: `make demo` and `make test`. Both set up what they need, once.
PYTHON ?= python3
# Processes of the tests: one has the browser and waits for it much of the time.
WORKERS ?= 2
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
RUNS := $(VENV)/.runs
KERNEL := $(wildcard src/kernel/*) CMakeLists.txt

# Python keeps what it has compiled: the tests start it hundreds of times.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: demo test chromium lint types types-of-tests bench screenshots soak sanitize docs dist setup clean

setup: $(READY)

# The build tools live in the environment, so that rebuilding the kernel needs no network. setuptools builds the runtime of ANTLR
# for the tests, which is published as source only; the one that comes with Python 3.11 cannot make wheels.
define INSTALL
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@$(BIN)/python -c "import scikit_build_core, nanobind, cmake, ninja; from setuptools.command import bdist_wheel" 2>/dev/null || \
	  $(BIN)/python -m pip install -q --disable-pip-version-check "scikit-build-core>=0.10" "nanobind>=2.4" cmake ninja "setuptools>=70.1"
	$(BIN)/python -m pip install -q --disable-pip-version-check --no-build-isolation
endef

# The package alone, which is all that the demo needs.
$(RUNS): pyproject.toml $(KERNEL)
	$(INSTALL) -e .
	@touch $(RUNS)

$(READY): pyproject.toml lab/pyproject.toml $(KERNEL)
	$(INSTALL) -e ".[nltk,lark,plot,studio,cluster,parquet,pandas,docs,test]" -e ./lab
	@touch $(RUNS) $(READY)

demo: $(RUNS)
	@$(BIN)/python examples/demo.py

test: lint chromium
	$(BIN)/python -m pytest -m "not soak" -n $(WORKERS) --dist loadfile

# Debian's chromium, where it may be installed; the tests that need it are skipped where not.
chromium: $(READY)
	@$(BIN)/python tests/helpers/chromium.py

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
