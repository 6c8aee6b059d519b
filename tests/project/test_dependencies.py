"""What `make setup` installs beside the kernel's compiling is what pyproject.toml lists."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from dependencies import dependencies

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def test_the_demo_gets_the_package_s_own_dependencies() -> None:
    assert dependencies([]) == PROJECT["dependencies"]


def test_the_tests_get_those_of_every_extra_once() -> None:
    extras = re.search(r"^EXTRAS := (.*)$", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    assert extras is not None
    assert set(extras[1].split()) == set(PROJECT["optional-dependencies"])
    found = dependencies(extras[1].split())
    assert len(found) == len(set(found))
    assert set(found) == set(PROJECT["dependencies"]).union(*PROJECT["optional-dependencies"].values())


def test_an_extra_that_is_none_is_refused() -> None:
    with pytest.raises(SystemExit, match="no extra nonsense"):
        dependencies(["nonsense"])
