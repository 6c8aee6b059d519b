"""The brute force of `brute.cpp`, compiled once: whether tiny problems have a solution at all."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterable, Iterator
from pathlib import Path

from brillig.problems import Problem, Switch

# In the order of a line; a new one has to be put into the program, too.
SWITCHES = (
    Switch.EQUAL_CHILDREN,
    Switch.LEXICAL_ROOT,
    Switch.RECURSIVE_ROOT,
    Switch.SHARED_PAIRS,
    Switch.ONE_WORD,
)
assert set(SWITCHES) == set(Switch)

SOURCE = Path(__file__).with_name("brute.cpp")


def compile_brute(folder: Path) -> Path:
    """The program, in that folder. Whoever has built the kernel has a compiler."""
    compiler = shutil.which("c++") or shutil.which("g++") or shutil.which("clang++")
    assert compiler is not None, "no C++ compiler: brute force is compiled for this test"
    program = folder / "brute"
    subprocess.run([compiler, "-std=c++20", "-O2", "-o", program, SOURCE], check=True)
    return program


def solvable(program: Path, problems: Iterable[Problem]) -> Iterator[bool]:
    """For each problem whether any grammar solves it, one after the other."""
    lines = "\n".join(map(_line, problems)) + "\n"
    done = subprocess.run([program], input=lines, capture_output=True, text=True, check=True)
    return (line == "1" for line in done.stdout.split())


def _line(problem: Problem) -> str:
    words = sorted(set(problem.corpus.words))
    letter = {word: "abcdefgh"[k] for k, word in enumerate(words)}
    numbers = (problem.categories, problem.lexical, problem.rules, problem.homographs)
    switches = (switch in problem.restrictions for switch in SWITCHES)
    sentences = ("".join(letter[word] for word in sentence) for sentence in problem.corpus.sentences)
    return " ".join((*map(str, numbers), *map(str, map(int, switches)), *sentences))
