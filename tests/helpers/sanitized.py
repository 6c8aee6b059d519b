"""The kernel's tests with a kernel that watches every access to memory and every undefined operation.

    python sanitized.py FOLDER [TEST ...]

FOLDER is where that kernel is built; without TESTs those that speak to the kernel are run. Status 0 when
nothing was found.
"""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
TESTS = (
    "tests/engines/test_kernel.py",
    "tests/engines/test_projections.py",
    "tests/engines/test_refine_projections.py",
    "tests/engines/test_kernel_states.py",
    "tests/language/test_canonical.py",
    "tests/parsing/test_parse.py",
    "tests/parsing/test_bits.py",
    "tests/engines/test_grow.py",
    "tests/engines/test_extend_layers.py",
    "tests/engines/test_refine_layers.py",
)
NAME = "brillig._kernel"


def build(folder: Path) -> Path:
    """The module, made with the sanitizers."""
    import nanobind

    options = {
        "CMAKE_BUILD_TYPE": "None",
        "BRILLIG_SANITIZE": "ON",
        "CMAKE_DISABLE_PRECOMPILE_HEADERS": "ON",  # here every file has to include what it uses
        "Python_EXECUTABLE": sys.executable,
        "nanobind_DIR": nanobind.cmake_dir(),
        "SKBUILD_SCRIPTS_DIR": "bin",
    }
    given = [f"-D{name}={value}" for name, value in options.items()]
    tools = Path(sys.executable).parent
    environment = {**os.environ, "PATH": f"{tools}{os.pathsep}{os.environ['PATH']}"}
    for command in (
        ["cmake", "-S", ROOT, "-B", folder, "-G", "Ninja", *given],
        ["cmake", "--build", folder],
    ):
        subprocess.run(command, check=True, env=environment)
    (module,) = folder.glob("_kernel*.so")
    return module


def library(name: str) -> str:
    """Where the compiler has one of its libraries."""
    compiler = os.environ.get("CXX", "c++")
    done = subprocess.run([compiler, f"-print-file-name={name}"], capture_output=True, text=True, check=True)
    return done.stdout.strip()


def run_tests(module: Path, tests: list[str]) -> int:
    """In a process that loads the sanitizers first. What Python does not free is none of our business."""
    environment = {
        **os.environ,
        "LD_PRELOAD": f"{library('libasan.so')} {library('libstdc++.so')}",
        "ASAN_OPTIONS": "detect_leaks=0:abort_on_error=1",
        "UBSAN_OPTIONS": "halt_on_error=1:print_stacktrace=1",
        "PYTHONMALLOC": "malloc",
    }
    command = [sys.executable, __file__, "--inside", str(module), *tests]
    return subprocess.run(command, env=environment, cwd=ROOT, check=False).returncode


def run_inside(module: str, tests: list[str]) -> int:
    """The tests with that module in the place of the usual one."""
    spec = importlib.util.spec_from_file_location(NAME, module)
    assert spec is not None
    assert spec.loader is not None
    kernel = importlib.util.module_from_spec(spec)
    sys.modules[NAME] = kernel
    spec.loader.exec_module(kernel)
    import pytest

    import brillig

    brillig._kernel = kernel  # type: ignore[attr-defined]
    return pytest.main(["-q", "-x", "-m", "not soak", "-p", "no:cacheprovider", *tests])


def main() -> int:
    arguments = sys.argv[1:]
    if arguments[:1] == ["--inside"]:
        return run_inside(arguments[1], arguments[2:])
    if not arguments:
        sys.exit(__doc__)
    return run_tests(build(Path(arguments[0]).resolve()), arguments[1:] or list(TESTS))


if __name__ == "__main__":
    sys.exit(main())
