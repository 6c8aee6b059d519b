"""Grammars with more trees than atoms, files of a million lines: each command has a limit and keeps it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

from attacks.running import Attack, Run, judge_end, run_command

RULES = """S -> A B | B A | A A | B B | S S | A S | S A | B S | S B
A -> A A | A B | S S | S A | 'a' | 'b'
B -> B B | B A | S S | A A | 'a' | 'b'
"""
UNITS = "".join(f"C{i} -> C{(i + 1) % 50} | C{(i + 7) % 50} C{i}\n" for i in range(50)) + "C0 -> 'a' | 'b'\n"
COMMANDS = {
    "parse -k 1000": "parse {} long60.txt -k 1000",
    "parse --json": "parse {} long60.txt --json",
    "compare with itself": "compare {} {} -n 100000",
    "compare with toy1": "compare {} toy1 -n 100000",
    "generate": "generate {} -n 1000000 --max-words 10000",
    "generate --exhaustive": "generate {} --exhaustive 25",
    "generate --cover": "generate {} --cover pairs",
    "generate --near": "generate {} -n 100000 --near long60.txt",
    "score": "score {} long60.txt",
}
LIMIT = 2


def attacks(folder: Path) -> Iterator[Attack]:
    (folder / "rules.cfg").write_text(RULES)
    (folder / "units.cfg").write_text(UNITS)
    (folder / "long60.txt").write_text("\n".join("a b " * 30 for _ in range(300)))
    for grammar in ("rules.cfg", "units.cfg"):
        for title, command in COMMANDS.items():
            words = command.replace("{}", grammar)
            yield Attack(f"{title}, {grammar}", _limited(folder, f"{words} --time-limit {LIMIT}"), most=5)
    yield Attack(
        "certify", _limited(folder, f"certify numbers.json --most 1000000 --time-limit {LIMIT}"), most=5
    )
    for title, text in _large_texts():
        for command in (
            "infer {} --time-limit 2",
            "parse toy1 {} --time-limit 5",
            "score toy1 {} --time-limit 5",
        ):
            yield Attack(f"{command.split()[0]}, {title}", _given(folder, command, text), most=3)


def _large_texts() -> Iterator[tuple[str, str]]:
    chance = random.Random(1)
    yield "10^6 lines", "the cat sleeps\n" * 1_000_000
    yield "10^6 lines, all different", "".join(f"w{n} w{n + 1} w{n % 7}\n" for n in range(1_000_000))
    yield "10^5 lines, all different", "".join(f"w{n} w{n + 1} w{n % 7}\n" for n in range(100_000))
    yield "a line of 10^6 words", "the cat sleeps\na dog runs\n" + "the " * 1_000_000 + "\n"
    yield "a word of 10^7 letters", "the cat sleeps\n" + "a" * 10_000_000 + " b\n"
    yield "10^6 empty lines", "\n" * 1_000_000
    yield "10^5 stars", "*a b\n" * 100_000
    yield "random words", "\n".join(" ".join(chance.choices("abcdefgh", k=50)) for _ in range(5000))


def _limited(folder: Path, command: str) -> Run:
    def run(number: int) -> tuple[str, float]:
        done = run_command(folder, command)
        what = judge_end(done)
        return (what if done.seconds < 30 else f"{done.seconds:.0f} s though it has {LIMIT}"), done.seconds

    return run


def _given(folder: Path, command: str, text: str) -> Run:
    def run(number: int) -> tuple[str, float]:
        (folder / "large.txt").write_text(text)
        done = run_command(folder, command.replace("{}", "large.txt"))
        what = judge_end(done)
        return (what if done.seconds < 45 else f"{done.seconds:.0f} s"), done.seconds

    return run
