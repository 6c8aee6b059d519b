"""The distribution: an sdist and a wheel that install and run in an empty environment."""

from __future__ import annotations

import subprocess
import sys
import tarfile
import venv
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.soak
def test_sdist_and_wheel_install_and_run_in_an_empty_environment(tmp_path: Path) -> None:
    built = tmp_path / "dist"
    subprocess.run([sys.executable, "-m", "build", "--outdir", str(built), str(ROOT)], check=True)
    (sdist,) = built.glob("*.tar.gz")
    (wheel,) = built.glob("*.whl")
    with tarfile.open(sdist) as archive:
        names = [name.partition("/")[2] for name in archive.getnames()]
    assert {"LICENSE", "README.md", "CMakeLists.txt", "src/kernel/cyk.cpp"} <= set(names)
    assert not any(name.startswith(("build/", "dist/", ".venv/")) for name in names)
    for number, package in enumerate((wheel, sdist)):
        home = tmp_path / f"environment{number}"
        venv.create(home, with_pip=True)
        subprocess.run([home / "bin" / "pip", "install", "-q", str(package)], check=True)
        sample = subprocess.run(
            [home / "bin" / "brillig", "sample-data", "toy1", "-n", "5"],
            capture_output=True,
            check=True,
            cwd=tmp_path,
        )
        assert sample.stdout.count(b"\n") == 5
        parse = [str(home / "bin" / "brillig"), "parse", "toy1", "-"]
        subprocess.run(parse, input=sample.stdout, check=True, cwd=tmp_path)
