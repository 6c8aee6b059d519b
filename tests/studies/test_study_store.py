"""The store refuses what it must, in a sentence, and loses nothing."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

from brillig.cli import run
from brillig.engines.concur.settings import DEFAULT
from brillig.errors import BrilligError
from brillig.language.builtin import builtin
from brillig.language.corpus import Corpus
from brillig.lock import hold, holder
from brillig.parsing.generate import generate
from brillig.problems import Problem
from brillig.studies.parcel import Item, Returned
from brillig.studies.plan import Plan, read_spec
from brillig.studies.store import SCHEMA_VERSION, in_memory, open_to_read, open_to_run
from brillig.studies.trial import Setting, TrialResult
from brillig.studies.version import engine_version
from command import BRILLIG, brillig, start
from study_helpers import LONG_SPEC, answers, undisturbed, write_spec


def a_plan(trials: int = 10, settings: int = 1) -> Plan:
    problem = Problem(Corpus.of(generate(builtin("toy2"), 20, seed=1)), 5, 2, 3)
    return Plan("test", tuple(Setting(f"s{k}", problem, trials, 100 * k) for k in range(settings)))


def a_result(trial: int, found: bool = True) -> TrialResult:
    status, canonical = ("found", "A | a") if found else ("unknown", None)
    return TrialResult(trial, status, 100 + trial, 0, 0.5, canonical, "{}" if found else None)


def commands(store: Path, spec: Path) -> list[list[object]]:
    return [
        ["run", spec, "--store", store],
        ["resume", store],
        ["status", store],
        ["report", store],
        ["export", store],
        ["rerun", store, 0],
    ]


def make_foreign(path: Path) -> None:
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE recipes (name TEXT)")
    connection.close()


def make_newer(path: Path) -> None:
    with open_to_run(path, a_plan()):
        pass
    with sqlite3.connect(path) as connection:
        connection.execute("PRAGMA journal_mode = DELETE")
        connection.execute(f"PRAGMA user_version = {SCHEMA_VERSION + 1}")
    connection.close()


def make_cut(path: Path) -> None:
    with open_to_run(path, a_plan(500)) as store:
        store.record([Returned(0, tuple((k, a_result(k)) for k in range(500)))])
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2 // 4096 * 4096])


BAD_FILES = {
    "another program": make_foreign,
    "newer brillig": make_newer,
    "damaged": make_cut,
    "not a study's store": lambda path: path.write_text("Bob saw Mary\n" * 100),
    "not a study's store; ": lambda path: path.write_bytes(b""),
}


@pytest.mark.parametrize("message", BAD_FILES)
def test_a_foreign_or_damaged_file_is_refused_and_left_alone(message: str, tmp_path: Path) -> None:
    path = tmp_path / "bad.db"
    BAD_FILES[message](path)
    before, names = path.read_bytes(), sorted(os.listdir(tmp_path))
    for action in (
        lambda: open_to_run(path, a_plan()),
        lambda: open_to_run(path),
        lambda: open_to_read(path),
    ):
        with pytest.raises(BrilligError, match=message) as refusal, action() as store:
            list(store.results())  # damage may lie where only reading finds it
        assert "\n" not in str(refusal.value)
    assert path.read_bytes() == before
    left = [name for name in os.listdir(tmp_path) if not name.endswith(("-wal", "-shm"))]  # SQLite's own
    assert sorted(left) == names


def refusal_of(capsys: pytest.CaptureFixture[str], command: list[object]) -> str:
    """The line that a command refuses with, in this process."""
    assert run(["study", *map(str, command)]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    return err


def test_every_command_refuses_a_foreign_file_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, spec = tmp_path / "bad.db", write_spec(tmp_path, 1)
    make_foreign(path)
    for command in commands(path, spec):
        assert "bad.db: an SQLite file of another program" in refusal_of(capsys, command)


def test_a_store_that_is_not_there_is_not_made_by_looking(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for command in commands(tmp_path / "no.db", tmp_path / "no.toml"):
        assert "no such file" in refusal_of(capsys, command)
    assert list(tmp_path.iterdir()) == []


def test_two_coordinators_the_second_is_refused_with_the_name_of_the_first(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    spec, store = write_spec(tmp_path, 50, LONG_SPEC), tmp_path / "s.db"
    first = start("study", "run", spec, "--store", store)
    try:
        while holder(store) is None:
            assert first.poll() is None
            time.sleep(0.02)
        while not store.exists():
            time.sleep(0.02)
        for command in (["resume", store], ["run", spec, "--store", store]):
            assert f"in use by process {first.pid} on" in refusal_of(capsys, command)
        assert run(["study", "status", str(store), "--json"]) == 0
        assert f"process {first.pid}" in json.loads(capsys.readouterr().out)["running"]
    finally:
        first.kill()
        first.communicate()
    assert holder(store) is None, "the lock dies with its holder"
    with open_to_run(store):
        pass


def test_a_lock_that_was_left_behind_hinders_nobody(tmp_path: Path) -> None:
    (tmp_path / "s.db.lock").write_text('{"pid": 1, "host": "gone", "since": "then"}')
    with hold(tmp_path / "s.db"):
        assert str(os.getpid()) in str(holder(tmp_path / "s.db"))
        with pytest.raises(BrilligError, match="in use by process"), hold(tmp_path / "s.db"):
            pass
    assert list(tmp_path.iterdir()) == []


def test_a_result_counts_once_and_ends_its_checkpoint(tmp_path: Path) -> None:
    with open_to_run(tmp_path / "s.db", a_plan()) as store:
        store.record([Returned(0, (), (Item(3, b"a checkpoint"), Item(4)))])
        assert store.checkpoints(0) == {3: b"a checkpoint"}
        store.record([Returned(0, ((3, a_result(3)),))])
        store.record([Returned(0, ((3, a_result(7)),), (Item(3, b"late"),))], seconds=2.0)
        assert store.checkpoints(0) == {}
        assert store.result(0, 3) == a_result(3)
        assert store.totals(0) == (1, 1, 103, 0.5)
        assert store.seconds == 2.0
    with open_to_read(tmp_path / "s.db") as store:
        assert store.totals(0) == (1, 1, 103, 0.5)


def test_a_store_of_another_engine_is_not_mixed_with_ours(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "s.db"
    with open_to_run(path, a_plan()) as store:
        store.record([Returned(0, ((0, a_result(0)),))])
    monkeypatch.setattr("brillig.studies.store.engine_version", lambda: "0.9-other")
    for plan in (None, a_plan()):
        with pytest.raises(BrilligError, match=r"this is 0\.9-other, whose"), open_to_run(path, plan):
            pass
    with open_to_read(path) as store:
        assert store.totals(0)[0] == 1


def test_the_fingerprint_of_the_engine_tells_engines_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    own = engine_version()
    assert own == engine_version.__wrapped__()
    monkeypatch.setattr("brillig.studies.version.DEFAULT", replace(DEFAULT, beta=0.4))
    assert own != engine_version.__wrapped__()


def test_what_comes_together_is_kept_together_or_not_at_all() -> None:
    store = in_memory(a_plan())
    bad = TrialResult(1, None, 1, 1, 1.0)  # type: ignore[arg-type]  # what the schema does not take
    with pytest.raises(BrilligError):
        store.record([Returned(0, ((0, a_result(0)), (1, bad)))])
    assert store.totals(0) == (0, 0, 0, 0.0)


def test_a_store_can_be_read_and_copied_while_it_is_written(tmp_path: Path) -> None:
    path, copy = tmp_path / "s.db", tmp_path / "copy.db"
    with open_to_run(path, a_plan()) as store:
        store.record([Returned(0, ((0, a_result(0)),))])
        with open_to_read(path) as reader:
            assert reader.totals(0)[0] == 1
            store.record([Returned(0, ((1, a_result(1)),))])
            reader.copy_to(copy)
    assert sorted(os.listdir(tmp_path)) == ["copy.db", "s.db"]
    with open_to_read(copy) as reader:
        assert reader.totals(0)[0] == 2


def test_a_closed_store_is_one_file_that_can_be_copied(tmp_path: Path) -> None:
    spec, store = write_spec(tmp_path, 5), tmp_path / "s.db"
    rows = undisturbed(spec, store)
    brillig("study", "status", store)
    assert sorted(os.listdir(tmp_path)) == ["s.db", "spec.toml"]
    shutil.copy(store, tmp_path / "copy.db")
    assert answers(tmp_path / "copy.db") == rows


def can_isolate() -> bool:
    done = subprocess.run(["unshare", "-rm", "true"], capture_output=True, check=False)
    return done.returncode == 0


def in_small_filesystem(folder: Path, size: str, script: str) -> subprocess.CompletedProcess[str]:
    """Run a script where `folder` is a filesystem of its own, that ends with it."""
    mount = f"mount -t tmpfs -o size={size} none {folder} && cd {folder} && {script}"
    command = ["unshare", "-rm", "sh", "-c", mount]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)


@pytest.mark.skipif(
    not sys.platform.startswith("linux") or shutil.which("unshare") is None or not can_isolate(),
    reason="needs a filesystem of its own, which this system does not allow",
)
class TestSmallFilesystem:
    def test_a_full_disk_is_said_and_what_was_done_is_kept(self, tmp_path: Path) -> None:
        spec = write_spec(tmp_path, 150)
        disk = tmp_path / "disk"
        disk.mkdir()
        script = (
            f"head -c 2920k /dev/zero > ballast; {BRILLIG} study run {spec} --store s.db; echo status $?; "
            f"{BRILLIG} study status s.db --json; rm ballast; {BRILLIG} study resume s.db --json"
        )
        done = in_small_filesystem(disk, "3m", script)
        assert "the disk is full" in done.stderr, done.stderr + done.stdout
        assert done.stderr.count("\n") == 1
        lines = done.stdout.splitlines()
        assert lines[0] == "status 2"
        assert '"done": 300' in lines[2], "with space again it goes on to the end"

    def test_no_space_for_a_new_store_leaves_nothing_behind(self, tmp_path: Path) -> None:
        spec = write_spec(tmp_path, 4)
        disk = tmp_path / "disk"
        disk.mkdir()
        script = f"cat /dev/zero > ballast; {BRILLIG} study run {spec} --store s.db; echo status $?; ls -A"
        done = in_small_filesystem(disk, "64k", script)
        assert "status 2\nballast\n" in done.stdout
        assert "brillig: s.db" in done.stderr

    def test_a_read_only_store_is_read_and_not_run(self, tmp_path: Path) -> None:
        spec, store = write_spec(tmp_path, 4), tmp_path / "s.db"
        undisturbed(spec, store)
        disk = tmp_path / "disk"
        disk.mkdir()
        script = (
            f"cp {store} s.db && mount -o remount,ro {disk} && {BRILLIG} study status s.db --json && "
            f"{BRILLIG} study resume s.db; echo status $?"
        )
        done = in_small_filesystem(disk, "1m", script)
        assert '"complete": true' in done.stdout, done.stderr
        assert done.stdout.endswith("status 2\n")
        assert "cannot be" in done.stderr
        assert done.stderr.count("\n") == 1


MEASURE = """
import json, resource, subprocess, sys
text = subprocess.run(sys.argv[1:], stdout=subprocess.PIPE, text=True, check=True).stdout
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(json.dumps([text, used.ru_utime + used.ru_stime, used.ru_maxrss]))
"""


def run_measured(*arguments: object) -> tuple[str, float, int]:
    """What a command prints, the seconds of a core it takes, and the most memory in kilobytes.

    It is started by a small process of its own: a process counts what the one it was forked from
    held at that moment as its own memory, and a test run holds more than the command ever does.
    """
    command = [sys.executable, "-c", MEASURE, BRILLIG, *map(str, arguments)]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    text, seconds, kilobytes = json.loads(done.stdout)
    return text, seconds, kilobytes


def test_40_000_trials_are_shown_as_readily_as_a_few(tmp_path: Path) -> None:
    """Seconds are for `make bench`; here the time of a small store is the measure."""
    small, large = tmp_path / "small.db", tmp_path / "large.db"
    for path, trials in ((small, 10), (large, 10_000)):
        rows = tuple((k, a_result((k * 7919) % 20_011, k % 3 > 0)) for k in range(trials))
        with open_to_run(path, a_plan(trials, settings=4)) as store:
            store.record([Returned(setting, rows) for setting in range(4)])
    for command in (["status"], ["report"], ["report", "--json"]):
        _, few, _ = run_measured("study", command[0], small, *command[1:])
        text, many, many_memory = run_measured("study", command[0], large, *command[1:])
        assert many < 8 * few
        assert many_memory < 400_000, "kilobytes"
        assert len(text) < 200_000


def test_a_spec_reads_text_as_the_options_do(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("#one+1\nx+2\n")
    (tmp_path / "b.txt").write_text("Y+30\n")
    (tmp_path / "spec.toml").write_text(
        'file = ["a.txt", "b.txt"]\ntokens = "code"\nclass = ["number"]\ncomments = false\ncase = "fold"\n'
        "categories = 4\nlexical = 0\nrules = 3\n"
    )
    (setting,) = read_spec(tmp_path / "spec.toml").settings
    assert setting.problem.corpus.texts() == ["# one + NUMBER", "x + NUMBER", "y + NUMBER"]
    for wrong, message in (
        ("case = 1", "not a string"),
        ('punctuation = "x"', "there is no 'x'"),
        ("class = 1", "a list"),
    ):
        (tmp_path / "spec.toml").write_text(
            f'{wrong}\nfile = "a.txt"\ncategories = 4\nlexical = 0\nrules = 3\n'
        )
        with pytest.raises(BrilligError, match=message):
            read_spec(tmp_path / "spec.toml")
