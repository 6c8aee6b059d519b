"""`ask` through the real command: stopped in any way, it ends with a status and the best so far."""

from __future__ import annotations

import json
import random
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from command import BRILLIG, brillig

# Lists of atoms, and a judge that takes its time, so that whatever stops it comes before its end.
JUDGE = """
import os, subprocess, sys, time

def end(words, at):
    if words[at:at + 1] == ["a"]:
        return at + 1
    if words[at:at + 1] != ["("]:
        return None
    at = end(words, at + 1)
    while at is not None and words[at:at + 1] != [")"]:
        at = end(words, at)
    return None if at is None else at + 1

number, delay = int(sys.argv[1]), sys.argv[2]
for asked, line in enumerate(sys.stdin, 1):
    words = line.split()
    time.sleep(0.3)
    print("yes" if end(words, 0) == len(words) else "no", flush=True)
    if asked == number:
        subprocess.Popen(["sh", "-c", f"sleep {delay}; kill -INT {os.getppid()}"])
"""


def lists(depth: int, source: random.Random) -> str:
    if depth == 0 or source.random() < 0.2:
        return "a"
    return " ".join(("(", *(lists(depth - 1, source) for _ in range(source.randint(1, 3))), ")"))


@pytest.fixture
def sample(tmp_path: Path) -> Path:
    source = random.Random(1)
    lines = sorted({lists(5, source) for _ in range(60)} - {"a"}, key=len)
    path = tmp_path / "lists.txt"
    path.write_text("".join(f"{line}\n" for line in lines if len(line.split()) <= 60))
    (tmp_path / "judge.py").write_text(JUDGE)
    return path


def ask(sample: Path, *judge: object, options: tuple[object, ...] = ()) -> subprocess.CompletedProcess[str]:
    oracle = " ".join(map(str, (sys.executable, sample.parent / "judge.py", *judge)))
    return brillig("ask", sample, "--oracle", oracle, "-o", sample.parent / "out.json", *options)


@pytest.mark.parametrize("delay", [0.2, 0.8])
def test_ctrl_c_between_two_questions_keeps_grammar_and_answers(sample, delay):
    done = ask(sample, 4, delay)
    assert done.returncode == 130, done.stderr
    assert "Traceback" not in done.stderr
    assert "Stopped after" in done.stdout
    assert "S →" in done.stdout
    assert json.loads((sample.parent / "out.json").read_text())["grammar"]
    answers = (sample.parent / "lists.txt.judgements").read_text().splitlines()
    assert len(answers) >= 4


def test_a_time_limit_ends_it_with_what_it_has(sample):
    done = ask(sample, 0, 0, options=("--time-limit", 2))
    assert done.returncode == 0, done.stderr
    assert "Stopped after" in done.stdout
    assert (sample.parent / "out.json").exists()


def test_one_ctrl_c_at_the_prompt_is_enough(tmp_path):
    path = tmp_path / "s.txt"
    path.write_text("the cat sleeps\nthe dog sleeps\na cat runs\na dog runs\nthe cat runs\n")
    with subprocess.Popen(
        [BRILLIG, "ask", str(path)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        bufsize=1,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
    ) as process:
        assert process.stdout is not None
        seen = ""
        while "quit: " not in seen:
            seen += process.stdout.read(1)
        process.send_signal(signal.SIGINT)
        process.wait(timeout=60)  # its standard input stays open
        out, errors = process.communicate()
    assert process.returncode == 130, errors
    assert "Traceback" not in errors
    assert "Stopped after 0 questions" in out


UTTERANCES = {
    "P": "more no want see bye-bye my",
    "N": "daddy mommy doggie ball milk cookie",
    "V": "go eat sleep fall",
    "X": "hi no bye-bye",
}
MEMBERSHIP = """
import sys

said = set(open(sys.argv[1]).read().splitlines())
for line in sys.stdin:
    print("yes" if " ".join(line.split()) in said else "no", flush=True)
"""


@pytest.mark.parametrize("seed", [0, 1])
def test_consistent_answers_about_one_word_utterances_are_never_called_wrong(tmp_path, seed):
    """Some words are utterances by themselves, others of their kind are not, and some are of two kinds."""
    words = {name: text.split() for name, text in UTTERANCES.items()}
    one = [*words["N"], *words["V"], *words["X"]]
    two = [f"{a} {b}" for x, y in ("PN", "NV") for a in words[x] for b in words[y]]
    two += [f"{a} {b}" for a in words["N"] for b in ("milk", "cookie", "ball")]
    (tmp_path / "said").write_text("\n".join([*one, *two]))
    (tmp_path / "judge.py").write_text(MEMBERSHIP)
    source = random.Random(3)
    sample = tmp_path / "s.txt"
    sample.write_text("\n".join(source.sample(one, 12) + source.sample(two, 24)))
    oracle = f"{sys.executable} {tmp_path / 'judge.py'} {tmp_path / 'said'}"
    done = brillig("ask", sample, "--oracle", oracle, "--seed", seed, "--questions", 22, "--json")
    assert done.returncode == 0, done.stderr
    result = json.loads(done.stdout)
    assert len(result["questions"]) == 22
    assert result["exceptions"] == []
    assert result["pending"] == []
