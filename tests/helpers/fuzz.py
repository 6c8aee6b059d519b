"""Damaged files for every reader: whatever stands in a file, it is read or refused with one sentence.

    python fuzz.py READER [--seconds S | --cases N] [--first N]

Each case damages a good file (bytes, or what the bytes mean) and reads it, and does with it what the commands
do. Anything but an answer or a BrilligError ends the run with the case's number, which makes it again.
"""

from __future__ import annotations

import argparse
import base64
import contextlib
import faulthandler
import json
import random
import signal
import sqlite3
import sys
import tempfile
import time
import zlib
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from brillig.cli.study_show import report_text
from brillig.engines.concur.settings import DEFAULT
from brillig.errors import BrilligError
from brillig.interop.registry import GRAMMAR_FORMATS
from brillig.language.builtin import builtin
from brillig.language.cfg_text import read_cfg, to_cfg
from brillig.language.corpus import Corpus
from brillig.language.reading import Case, Punctuation, Reading
from brillig.language.text import read_corpus
from brillig.parsing.cyk import count_all, parse_corpus
from brillig.parsing.generate import generate
from brillig.problems import Problem, problem_from_json
from brillig.problems.named import resolve_given, resolve_grammar
from brillig.problems.solution import load
from brillig.recording.reader import is_recording, read_recording
from brillig.recording.writer import MAGIC, frame, frames
from brillig.studies.checkpoint import decode
from brillig.studies.export import table_rows
from brillig.studies.local import LocalPool
from brillig.studies.plan import Plan, read_spec
from brillig.studies.report import make_report, status_json
from brillig.studies.run import run_study
from brillig.studies.store import open_to_read, open_to_run
from brillig.studies.trial import Setting, run_trial
from brillig.workflows.extension import extend_problem
from brillig.workflows.known_points import KnownPoints
from damage import damage_bytes, damage_json_text, damage_state
from fuzz_texts import FORMS, NOTATIONS, SPEC
from recordings import record
from refine_cases import toy2_problem, toy2_solution
from solutions import a_solution

CASE_SECONDS = 60  # a reader that takes longer has gone astray


class Reader:
    """A good file, ways to damage it, and what is done with it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.path = folder / "good"
        self.good = self.make()

    def make(self) -> bytes:
        raise NotImplementedError

    def damage(self, chance: random.Random) -> bytes:
        return damage_bytes(self.good, chance)

    def read(self, chance: random.Random) -> None:
        raise NotImplementedError


class SolutionReader(Reader):
    def make(self) -> bytes:
        return a_solution().to_text().encode()

    def damage(self, chance: random.Random) -> bytes:
        return damage_json_text(self.good, chance)

    def read(self, chance: random.Random) -> None:
        solution = load(self.path)
        str(solution.grammar), solution.grammar.table(), solution.grammar.canonical_text
        assert all(solution.grammar.accepts(tree.words()) for tree in solution.trees)
        solution.save(self.folder / "again")
        assert load(self.folder / "again") == solution
        to_cfg(solution.grammar)


class CfgReader(Reader):
    def make(self) -> bytes:
        return to_cfg(builtin("toy1")).encode()

    def read(self, chance: random.Random) -> None:
        path = self.path.rename(self.path.with_suffix(".cfg"))
        grammar = read_cfg(path)
        str(grammar), to_cfg(grammar)
        sentences = [["the", "man", "walked"], ["Bob", "ate", "the", "man", "with", "Mary"], ["x"]]
        for tree, number in zip(parse_corpus(grammar, sentences), count_all(grammar, sentences), strict=True):
            assert (tree is None) == (number == 0)
        generate(grammar, 3, seed=1, max_words=8, max_expansions=1000)


class NotationReader(Reader):
    """A grammar in another notation, used as the commands do."""

    def __init__(self, folder: Path, form: str) -> None:
        self.form = form
        super().__init__(folder)

    def make(self) -> bytes:
        return NOTATIONS[self.form].encode()

    def read(self, chance: random.Random) -> None:
        path = self.path.rename(self.path.with_suffix(Path(self.form).suffix))
        if chance.random() < 0.2:
            resolve_given(str(path))
            return
        grammar = resolve_grammar(str(path))
        str(grammar)
        to_cfg(grammar)
        GRAMMAR_FORMATS[chance.choice(list(GRAMMAR_FORMATS))].write(grammar, None)
        sentences = [["the", "cat", "sees"], ["Kim", "sees", "the", "dog"], ["x"]]
        for tree, number in zip(parse_corpus(grammar, sentences), count_all(grammar, sentences), strict=True):
            assert (tree is None) == (number == 0)
        generate(grammar, 3, seed=1, max_words=8, max_expansions=1000)


class CorpusReader(Reader):
    def __init__(self, folder: Path, form: str) -> None:
        self.form = form
        super().__init__(folder)

    def make(self) -> bytes:
        return "\n".join(map(FORMS[self.form].format, generate(builtin("toy2"), 20, seed=3))).encode()

    def read(self, chance: random.Random) -> None:
        self.path = self.path.rename(self.path.with_suffix(Path(self.form).suffix))
        reading = Reading(
            case=chance.choice(list(Case)),
            punctuation=chance.choice(list(Punctuation)),
            tokens=chance.choice(("words", "words", "characters", "code", "morphemes", "[a-z]+|.")),
            classes=chance.choice(((), ("NUMBER",), ("NUMBER", "STRING"))),
            comments=chance.random() < 0.5,
            stars=chance.random() < 0.5,
            tags=chance.random() < 0.3,
            brackets=chance.random() < 0.3,
            keep_final=chance.random() < 0.5,
        )
        corpus = read_corpus(self.path, reading, max_words=200, one_word=chance.random() < 0.5)
        problem = Problem(corpus, 4, 1, 4)
        problem.impossible()
        assert (
            problem_from_json(json.loads(json.dumps(problem.to_json()))).corpus.sentences == corpus.sentences
        )


class RecordingReader(Reader):
    def make(self) -> bytes:
        record(self.path, Problem(Corpus.of(["a b", "b a c", "a b c"]), 4, 1, 4), iterations=2000)
        return self.path.read_bytes()

    def damage(self, chance: random.Random) -> bytes:
        if chance.random() < 0.3:
            return damage_bytes(self.good, chance)
        # What the frames hold, with checksums that are right.
        parts = frames(self.good)
        for _ in range(chance.choice((1, 1, 2))):
            at = chance.randrange(len(parts))
            kind, payload = parts[at]
            if kind in (b"H", b"N", b"O") and payload[:1] == b"x":  # as zlib begins
                payload = zlib.compress(damage_json_text(zlib.decompress(payload), chance))
            else:
                payload = damage_bytes(payload, chance)
            if chance.random() < 0.05:
                kind = chance.choice((b"H", b"N", b"O", b"S", b"G", b"E", b"X"))
            parts[at] = (kind, payload)
        return MAGIC + b"".join(frame(kind, payload) for kind, payload in parts)

    def read(self, chance: random.Random) -> None:
        from brillig.drawing import draw_copies

        if not is_recording(self.path):
            return
        recording = read_recording(self.path)
        assert recording.status in ("found", "infeasible", "unknown", "unfinished")
        for sentence in range(len(recording.problem.corpus)):
            _, copies = recording.triangle(sentence, chance.choice((None, 0, 10**6)))
            draw_copies(copies, {}, "title").svg()
        if chance.random() < 0.01:
            from brillig.drawing.charts import to_bytes
            from brillig.drawing.search import draw_search

            to_bytes(draw_search(recording), "svg")


class SpecReader(Reader):
    def make(self) -> bytes:
        (self.folder / "sentences.txt").write_text("a b\nb a\n")
        a_solution().save(self.folder / "solution.json")
        return SPEC.encode()

    def read(self, chance: random.Random) -> None:
        plan = read_spec(self.path)
        assert Plan.from_json(json.loads(json.dumps(plan.to_json()))) == plan


class PointsReader(Reader):
    """What `search --store` keeps."""

    def make(self) -> bytes:
        from brillig.limits import Limits
        from brillig.workflows.max_min import Settings, search

        self.settings = Settings(Corpus.of(["a b", "b a"]), 0, 3, 3)
        search(self.settings, "exact", Limits(seed=0), store=self.path)
        return self.path.read_bytes()

    def damage(self, chance: random.Random) -> bytes:
        return damage_json_text(self.good, chance)

    def read(self, chance: random.Random) -> None:
        KnownPoints.open(self.path, self.settings.to_json()).front(0)


class After:
    """Stops a search when it was asked some times whether to."""

    def __init__(self, questions: int) -> None:
        self.left = questions

    def is_set(self) -> bool:
        self.left -= 1
        return self.left < 0


def trial_settings() -> list[Setting]:
    """A trial of each kind of network, none of which ends soon."""
    sentences = Corpus.of(generate(builtin("toy1"), 12, seed=4))
    solution = toy2_solution(1, 12)
    more = Corpus.of(["this cat walks", "Kim sees this cat", "these cats walk"])
    return [
        Setting("infer", Problem(sentences, 8, 4, 4), 1, 1, 4000),
        Setting("homographs", Problem(sentences, 8, 4, 4, homographs=1), 1, 1, 4000),
        Setting("float64", Problem(sentences, 8, 4, 4), 1, 1, 4000, replace(DEFAULT, double=True)),
        Setting("refine", toy2_problem(1, 12), 1, 1, 4000),
        Setting("extend", extend_problem(solution, more, 0), 1, 1, 4000),
    ]


class CheckpointReader(Reader):
    """Paused trials: the JSON around the network's state, the state's bytes, and the numbers in it."""

    def make(self) -> bytes:
        self.paused = []
        for setting in trial_settings():
            blob = run_trial(setting, 0, After(2))
            if isinstance(blob, bytes):
                self.paused.append((setting, json.loads(zlib.decompress(blob))))
        assert len(self.paused) >= 4
        return b""

    def damage(self, chance: random.Random) -> bytes:
        self.setting, data = chance.choice(self.paused)
        how = chance.random()
        if how < 0.1:
            return damage_bytes(zlib.compress(json.dumps(data).encode()), chance)
        state = data["search"]["state"]
        if how < 0.8 and state is not None:
            new = base64.b85encode(damage_state(base64.b85decode(state), chance)).decode()
            data = data | {"search": data["search"] | {"state": new}}
        else:
            return zlib.compress(damage_json_text(json.dumps(data).encode(), chance))
        return zlib.compress(json.dumps(data).encode())

    def read(self, chance: random.Random) -> None:
        blob = self.path.read_bytes()
        decode(blob)
        run_trial(self.setting, 0, After(chance.choice((1, 5))), blob)


class StoreReader(Reader):
    """A study's file: its bytes, and what its columns hold."""

    def make(self) -> bytes:
        problem = Problem(Corpus.of(["a b", "b a c", "a b c"]), 4, 1, 4)
        plan = Plan("study", (Setting("one", problem, 6, 1, 2000), Setting("two", problem, 4, 50, 300)))
        store = self.folder / "study.db"
        with open_to_run(store, plan) as opened:
            run_study(opened, LocalPool(plan, 1), time_limit=None, cancel=None, watch=None)
        with open_to_read(store) as opened, tempfile.TemporaryDirectory() as folder:
            opened.copy_to(Path(folder) / "copy.db")
            return (Path(folder) / "copy.db").read_bytes()

    def damage(self, chance: random.Random) -> bytes:
        if chance.random() < 0.4:
            head = 100 if chance.random() < 0.7 else 0  # the part that says what the file is
            return self.good[:head] + damage_bytes(self.good[head:], chance)
        self.path.write_bytes(self.good)
        with contextlib.closing(sqlite3.connect(self.path)) as connection, connection:
            connection.execute("PRAGMA ignore_check_constraints = 1")
            for _ in range(chance.choice((1, 1, 2))):
                table = chance.choice(("study", "trial", "trial", "grammar"))
                columns = [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
                column = chance.choice(columns)
                if column == "plan":
                    (text,) = connection.execute("SELECT plan FROM study").fetchone()
                    value: Any = damage_json_text(text.encode(), chance).decode(errors="replace")
                else:
                    value = chance.choice(
                        (0, -1, 1, 3, 2**62, 1.5, "x", "found", "", b"\xff\xfe", None, 1e308)
                    )
                with contextlib.suppress(sqlite3.Error):
                    connection.execute(f"UPDATE {table} SET {column} = ?", (value,))
        return self.path.read_bytes()

    def read(self, chance: random.Random) -> None:
        with open_to_read(self.path) as store:
            report = make_report(store, None)
            json.dumps(report.to_json())
            report_text(report, markdown=True), report_text(report, markdown=False)
            json.dumps(status_json(store, None))
            list(table_rows(store))
        if chance.random() < 0.2:
            with open_to_run(self.path) as store:
                pool = LocalPool(store.plan, 1)
                run_study(store, pool, time_limit=0.05, cancel=None, watch=None)


READERS: dict[str, Callable[[Path], Reader]] = {
    "solution": SolutionReader,
    "points": PointsReader,
    "store": StoreReader,
    "recording": RecordingReader,
    "checkpoint": CheckpointReader,
    "cfg": CfgReader,
    **{form: partial(NotationReader, form=form) for form in NOTATIONS},
    **{form: partial(CorpusReader, form=form) for form in FORMS},
    "spec": SpecReader,
}


def fuzz(reader: Reader, first: int, seconds: float, cases: int | None) -> tuple[int, int]:
    """How many files were read, and how many of them were refused."""
    began, number, refused = time.monotonic(), first, 0
    while (number - first < cases) if cases is not None else (time.monotonic() - began < seconds):
        chance = random.Random(number)
        reader.path = reader.folder / f"case-{number}"
        reader.path.write_bytes(reader.damage(chance))
        signal.alarm(CASE_SECONDS)
        try:
            reader.read(chance)
        except BrilligError as error:
            refused += 1
            text = str(error)
            assert text, f"case {number}: a refusal without words"
        except BaseException:
            print(f"case {number} of {type(reader).__name__}", file=sys.stderr)
            raise
        finally:
            signal.alarm(0)
            for path in reader.folder.glob(f"case-{number}*"):
                path.unlink()
        number += 1
    return number - first, refused


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("reader", choices=READERS)
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--cases", type=int, default=None)
    parser.add_argument("--first", type=int, default=0, help="the number of the first case")
    chosen = parser.parse_args()
    faulthandler.enable()
    signal.signal(signal.SIGALRM, _astray)
    with tempfile.TemporaryDirectory() as folder:
        number, refused = fuzz(
            READERS[chosen.reader](Path(folder)), chosen.first, chosen.seconds, chosen.cases
        )
    print(f"{chosen.reader}: {number} files, {refused} refused, the others read")


def _astray(_signal: int, _frame: object) -> None:
    raise TimeoutError(f"more than {CASE_SECONDS} seconds")


if __name__ == "__main__":
    main()
