"""What an answer says of itself is so: reproducible or said not to be, sums, what is proven, the lightest."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path
from typing import Any

import pytest

from brillig.language.builtin import builtin
from brillig.parsing.generate import generate
from command import brillig, brillig_json


def random_strings(seed: int) -> str:
    """Twenty-five strings of which nothing can be learned: where searches end is a matter of luck."""
    source = random.Random(seed)
    words = "abcdefghij"[: 6 + seed % 3 * 2]
    return "\n".join(" ".join(source.choices(words, k=source.randint(3, 7))) for _ in range(25))


def without_seconds(data: Any) -> Any:
    if isinstance(data, dict):
        return {key: without_seconds(value) for key, value in data.items() if key != "seconds"}
    return [without_seconds(value) for value in data] if isinstance(data, list) else data


HARD = ("infer", "-", "-c", 9, "-l", 4, "-r", 4, "--engine", "concur")
BITS = r"([\d.]+) bits \(([\d.]+) for the grammar, ([\d.]+) for the sentences\)"
TOY = "\n".join(generate(builtin("toy1"), 15, seed=8))


def test_the_same_seed_comes_as_near_with_any_number_of_threads() -> None:
    limit = ("--max-iterations", 1500, "--seed", 4)
    first, *others = (brillig_json(*HARD, *limit, "--jobs", jobs, stdin=TOY) for jobs in (1, 2, 2))
    assert first["nearest"]["grammar"]
    assert all(without_seconds(other) == without_seconds(first) for other in others)
    told = brillig(*HARD, *limit, stdin=TOY).stdout
    assert "What came nearest" in told
    assert "same seed" not in told


@pytest.mark.parametrize("engine", ["concur", "exact", "auto"])
def test_what_came_nearest_by_the_clock_is_said_not_to_be_the_same_again(engine: str) -> None:
    done = brillig(*HARD[:-1], engine, "--time-limit", 0.7, stdin=TOY)
    assert done.returncode == 1, done.stderr
    if "What came nearest" in done.stdout:
        assert done.stdout.count("the same seed may give another answer") == 1


def test_bits_add_up_and_end_where_the_answer_begins(tmp_path: Path) -> None:
    for seed in range(3):
        text = "\n".join(generate(builtin("toy2"), 12 + 6 * seed, seed=seed))
        saved = tmp_path / "s.json"
        done = brillig("infer", "-", "--max-iterations", 1, "-o", saved, stdin=text)
        assert done.returncode == 0, done.stderr
        found = re.search(
            r"([\d.]+) bits \(([\d.]+) for the grammar, ([\d.]+) for the sentences\)", done.stdout
        )
        assert found is not None, done.stdout
        total, grammar, data = map(float, found.groups())
        assert round(grammar + data, 1) == total
        bits = json.loads(saved.read_text())["bits"]
        assert round(bits["total"], 1) == total


def test_what_is_proven_says_of_what_and_nothing_else_is_called_so() -> None:
    text = "the cat sleeps\na dog sleeps\nthe dog sees a cat\na cat sees the dog\nthe cat sees the cat\n"
    done = brillig("infer", "-", stdin=text)
    assert done.returncode == 0, done.stderr
    proven = [line for line in done.stdout.splitlines() if "roven" in line]
    assert proven, done.stdout
    for line in proven:
        assert re.match(r"Proven by the exact engine: with \d+ categories.*and \d+ rules?", line), line
    walked = brillig(
        "search", "-", "--engine", "exact", "--max-rules", 3, "--time-limit", 0, stdin=text
    ).stdout
    assert "Time was up before the walk was complete" in walked


@pytest.mark.parametrize("seed", [3, 5])
def test_the_lightest_of_the_seeds_is_the_answer(seed: int) -> None:
    text, words = random_strings(seed), ("--engine", "grow", "--max-iterations", 1, "--features", "none")
    bits = []
    for own in range(3):
        bits.append(brillig_json("infer", "-", *words, "--seed", own, stdin=text)["bits"]["total"])
    stable = brillig_json("infer", "-", *words, "--stability", 2, stdin=text)
    assert stable["bits"]["total"] == min(bits)
    assert stable["doubt"]["seeds"]["tried"] == 2


def test_morphemes_in_brackets_get_a_grammar_and_no_assertion_is_seen() -> None:
    nouns, verbs = ("kız-lar", "adam-lar"), ("gel-di", "oku-du")
    text = "\n".join(f"[{noun}] [{verb}]" for noun in nouns for verb in verbs)
    options = ("--tokens", "morphemes", "--brackets", "--engine", "exact", "--time-limit", 3)
    done = brillig("infer", "-", *options, stdin=text)
    assert done.returncode in (0, 1), done.stderr
    assert "internal error" not in done.stderr
    assert "Assertion" not in done.stderr
