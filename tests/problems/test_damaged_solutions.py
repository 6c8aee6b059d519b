"""Solution files that fuzzing once got through: every tree is one of the grammar, from its start on."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from brillig.errors import BrilligError
from brillig.problems.solution import load
from solutions import a_solution


def test_a_tree_begins_with_the_start_symbol(tmp_path: Path) -> None:
    data = json.loads(a_solution().to_text())
    data["grammar"]["syntactic"].append(["T", "A", "B"])
    data["trees"][0][0] = "T"
    path = tmp_path / "solution.json"
    path.write_text(json.dumps(data))
    with pytest.raises(BrilligError, match="begins with T"):
        load(path)


def test_a_run_of_half_characters_or_huge_numbers_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "solution.json"
    for field, value in (
        ("engine", "\ud800"),
        ("iterations", 2**70),
        ("seconds", float("nan")),
        ("seed", -1),
    ):
        data = json.loads(a_solution().to_text())
        data["run"][field] = value
        path.write_text(json.dumps(data))
        with pytest.raises(BrilligError, match=f"wrong '{field}'"):
            load(path)
