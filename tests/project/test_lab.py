"""The experiments are a package of their own that `brillig` neither imports nor ships."""

from __future__ import annotations

import importlib.metadata
import tomllib
from pathlib import Path

import pytest

import brillig
from brillig.cli import run

ROOT = Path(__file__).parents[2]


def test_the_package_names_the_lab_nowhere() -> None:
    sources = [path for path in (ROOT / "src").rglob("*.py*") if path.suffix in {".py", ".pyi"}]
    assert sources
    assert [path for path in sources if "brillig_lab" in path.read_text(encoding="utf-8")] == []


def test_the_wheel_holds_the_package_alone() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert settings["tool"]["scikit-build"]["wheel"]["packages"] == ["src/brillig"]
    lab = tomllib.loads((ROOT / "lab" / "pyproject.toml").read_text(encoding="utf-8"))
    assert lab["project"]["version"] == settings["project"]["version"]


def test_without_the_lab_reproduce_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(importlib.metadata, "entry_points", lambda **_: ())
    assert run(["reproduce", "table1", "--quick"]) == 2
    err = capfd.readouterr().err
    assert err.count("\n") == 1
    assert "pip install ./lab" in err
    with pytest.raises(brillig.BrilligError, match="install"):
        brillig.reproduce("table1")


def test_with_the_lab_reproduce_has_its_own_options(capfd: pytest.CaptureFixture[str]) -> None:
    assert run(["reproduce", "--help"]) == 0
    out = capfd.readouterr().out
    assert out.startswith("Usage: brillig reproduce")
    assert "--full" in out
    assert run(["reproduce", "table99"]) == 2
    assert "table99" in capfd.readouterr().err
    assert run(["reproduce", "--nonsense"]) == 2
    assert "see brillig reproduce --help" in capfd.readouterr().err
