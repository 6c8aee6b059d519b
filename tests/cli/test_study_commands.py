"""`study` and `bench` as a person meets them: the simple form, SPEC files, reports, tables."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest

from brillig.cli import run
from brillig.engines.concur.infer import infer
from brillig.errors import BrilligError
from brillig.language.builtin import builtin
from brillig.language.grammar import Grammar
from brillig.language.text import read_corpus
from brillig.limits import Limits
from brillig.parsing.generate import generate
from brillig.problems import Problem, RefineProblem
from brillig.studies.plan import read_spec
from study_helpers import SPEC, answers, write_spec

FIELDS = [
    "trials",
    "successes",
    "iterations_per_success",
    "standard_error",
    "seconds",
    "microseconds_per_iteration",
    "solutions",
]


class Command:
    """Runs commands in this process."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self.capsys = capsys

    def __call__(self, *arguments: object, status: int = 0) -> str:
        assert run([str(argument) for argument in arguments]) == status
        out, err = self.capsys.readouterr()
        if status == 2:
            assert out == ""
            assert err.count("\n") == 1
            return str(err)
        assert err == ""
        return str(out)

    def json(self, *arguments: object, status: int = 0) -> Any:
        out = self(*arguments, "--json", status=status)
        assert out.count("\n") == 1
        return json.loads(out)


@pytest.fixture
def brillig(capsys: pytest.CaptureFixture[str]) -> Command:
    return Command(capsys)


@pytest.fixture
def toy2(tmp_path: Path) -> Path:
    path = tmp_path / "toy2.txt"
    path.write_text("\n".join(generate(builtin("toy2"), 60, seed=3)) + "\n", encoding="utf-8")
    return path


SIZE = ("-c", 5, "-l", 2, "-r", 3)


def test_the_json_of_the_simple_form(brillig: Command, toy2: Path) -> None:
    found = brillig.json("study", toy2, *SIZE, "--trials", 12, "--max-iterations", 300, "--seed", 5)
    assert list(found) == FIELDS
    problem = Problem(read_corpus(toy2), 5, 2, 3)
    runs = [infer(problem, Limits(5 + k, 300, jobs=1)) for k in range(12)]
    successes = [outcome for outcome in runs if outcome.solution is not None]
    assert 0 < len(successes) < 12, "some succeed and some do not"
    assert found["trials"] == 12
    assert found["successes"] == len(successes)
    per_success = sum(outcome.run.iterations for outcome in runs) / len(successes)
    assert found["iterations_per_success"] == pytest.approx(per_success)
    assert found["standard_error"] == pytest.approx(per_success / len(successes) ** 0.5)
    assert sum(solution["count"] for solution in found["solutions"]) == len(successes)
    for solution in found["solutions"]:
        assert Grammar.from_json(solution["grammar"]).canonical_text == solution["canonical"]


def test_no_success_is_null_and_still_an_answer(brillig: Command, toy2: Path) -> None:
    found = brillig.json("study", toy2, *SIZE, "--trials", 3, "--max-iterations", 2)
    assert (found["successes"], found["iterations_per_success"], found["standard_error"]) == (0, None, None)
    assert found["solutions"] == []
    text = brillig("study", toy2, *SIZE, "--trials", 3, "--max-iterations", 2)
    assert text.splitlines()[-1] == "0 / 3 solutions in 6 iterations"


def test_what_is_impossible_is_said_with_status_1(brillig: Command, toy2: Path) -> None:
    found = brillig.json("study", toy2, "-c", 5, "-l", 4, "-r", 3, "--trials", 2, status=1)
    assert found["successes"] == 0
    assert "4 of them for words only" in found["reason"]
    assert brillig("study", toy2, "-c", 5, "-l", 4, "-r", 3, status=1).startswith("infeasible: ")


def test_it_ends_as_elsers_programs_do(brillig: Command, toy2: Path) -> None:
    text = brillig("study", toy2, *SIZE, "--trials", 5)
    assert text.splitlines()[-1].startswith("5 / 5 solutions, ")
    assert text.splitlines()[-1].endswith(" iterations/solution")


def test_options_reach_the_search(brillig: Command, toy2: Path, tmp_path: Path) -> None:
    common = ("study", toy2, *SIZE, "--trials", 2, "--max-iterations", 50)
    stores = {}
    for name, options in {
        "default": (),
        "paper": ("--preset", "paper"),
        "gamma": ("--gamma", 0.5, "--kappa", 3, "--beta", 0.25, "--restart-after", 0),
        "set": ("--set", "retries=3", "--set", "correlated=false"),
    }.items():
        brillig(*common, *options, "--store", tmp_path / f"{name}.db")
        stores[name] = json.loads(brillig("study", "status", tmp_path / f"{name}.db", "--json"))
    assert {store["trials"] for store in stores.values()} == {2}
    refused = brillig(*common, "--gamma", 0.5, "--store", tmp_path / "default.db", status=2)
    assert "gamma 0.02 there, 0.5 here" in refused
    same = brillig(
        *common,
        *("--gamma", 0.5, "--kappa", 3, "--beta", 0.25, "--restart-after", 0),
        "--store",
        tmp_path / "gamma.db",
    )
    assert "iterations" in same


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--preset", "none"), "choose one of default, paper"),
        (("--set", "speed=3"), "not a setting of the search"),
        (("--set", "retries"), "write NAME=VALUE"),
        (("--set", "retries=many"), "an integer"),
        (("--trials", 0), "--trials"),
        (("--features", "A=2", "--refine", "x"), "leave out FILE"),
        (("--engine", "exact", "--gamma", 0.5), "leave them out here"),
    ],
)
def test_wrong_options_are_refused(
    brillig: Command, toy2: Path, options: tuple[object, ...], message: str
) -> None:
    assert message in brillig("study", toy2, *SIZE, *options, status=2)


def test_numbers_that_are_missing_are_asked_for(brillig: Command, toy2: Path) -> None:
    assert "give -c, -l and -r" in brillig("study", toy2, "-c", 5, status=2)
    assert "no FILE of sentences" in brillig("study", *SIZE, status=2)


def test_refining_and_extending_are_studied_too(brillig: Command, toy2: Path, tmp_path: Path) -> None:
    outcome = infer(Problem(read_corpus(toy2), 5, 2, 3), Limits(0, 100_000, jobs=1))
    assert outcome.solution is not None
    solution = tmp_path / "solution.json"
    outcome.solution.save(solution)
    refined = brillig.json("study", "--refine", solution, "--features", "A=2,B=2,C=2,D=2", "--trials", 4)
    assert list(refined) == FIELDS
    assert refined["successes"] == 4
    past = tmp_path / "past.txt"
    past.write_text("\n".join(generate(builtin("toy2-past"), 20, seed=1)), encoding="utf-8")
    extended = brillig.json("study", "--extend", solution, past, "-H", 3, "--trials", 3)
    assert extended["trials"] == 3
    assert extended["successes"] == 3


def test_a_path_is_never_a_command(brillig: Command, toy2: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(toy2.parent)
    toy2.rename(toy2.parent / "run")
    assert "Missing argument 'SPEC'" in brillig("study", "run", status=2)
    assert brillig.json("study", "./run", *SIZE, "--trials", 1)["trials"] == 1


def test_a_spec_is_a_list_of_settings_times_a_grid(tmp_path: Path) -> None:
    path = tmp_path / "spec.toml"
    (tmp_path / "own.txt").write_text("Bob saw Mary\nMary saw Bob\n")
    path.write_text(
        'trials = 7\nseed = 3\ncategories = 5\nlexical = 2\n[[setting]]\nname = "own"\nfile = "own.txt"\n'
        '[[setting]]\nname = "drawn"\nsample = "toy2"\nsample_number = 9\nfirst = 4\npreset = "paper"\n'
        "[grid]\nrules = [3, 4]\ngamma = [0.0, 0.1, 0.2]\n"
    )
    plan = read_spec(path)
    assert plan.name == "spec"
    assert plan.trials == 7 * 12
    assert plan.settings[1].name == "own, rules=3, gamma=0.1"
    assert plan.settings[1].problem.corpus.texts() == ["Bob saw Mary", "Mary saw Bob"]
    assert plan.settings[11].settings.gamma == 0.2
    assert plan.settings[11].settings.restart_after == 175  # 35 / gamma
    assert len(plan.settings[11].problem.corpus) == 4
    assert [plan.locate(number) for number in (0, 6, 7, 83)] == [(0, 0), (0, 6), (1, 0), (11, 6)]
    assert plan.number(11, 6) == 83
    assert plan.difference(read_spec(path)) is None


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("trials = ", "not TOML"),
        ("colour = 3", "there is no 'colour'"),
        ("trials = 0\n" + SPEC.format(trials=1).replace("trials = 1\n", ""), "at least 1"),
        ('trials = "many"', "sentences come from one of"),
        ('sample = "toy9"\nsample_number = 3', "toy9"),
        ('sample = "toy2"\nsample_number = 3\ncategories = 5\nlexical = 2', "'rules' is missing"),
        ('sentences = ["a b"]\ncategories = 5\nlexical = 2\nrules = 3\nkappa = "x"', "kappa is 'x'"),
        ('sentences = ["a"]', "at least two words"),
        ("[grid]\ngamma = 3", "has to be a list"),
        ('file = "none.txt"\ncategories = 5\nlexical = 2\nrules = 3', "none.txt: no such file"),
        ('refine = "none.json"', "none.json: no such file"),
        (
            'sentences = ["a b"]\ncategories = 5\nlexical = 2\nrules = 3\nengine = "steam"',
            "'steam' is not an engine",
        ),
    ],
)
def test_a_wrong_spec_is_refused_with_its_place(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "spec.toml"
    path.write_text(text)
    with pytest.raises(BrilligError) as refusal:
        read_spec(path)
    assert message in str(refusal.value)
    assert "spec.toml" in str(refusal.value)


def test_a_spec_can_refine(brillig: Command, toy2: Path, tmp_path: Path) -> None:
    outcome = infer(Problem(read_corpus(toy2), 5, 2, 3), Limits(0, 100_000, jobs=1))
    assert outcome.solution is not None
    outcome.solution.save(tmp_path / "solution.json")
    spec = tmp_path / "refine.toml"
    (root,) = outcome.solution.grammar.expansions["S"]
    rule = f'"S>{root.left} {root.right}" = 2'
    spec.write_text(f'trials = 2\nrefine = "solution.json"\n[features]\nA = 2\nB = 2\n[rules]\n{rule}\n')
    problem = read_spec(spec).settings[0].problem
    assert isinstance(problem, RefineProblem)
    assert problem.features == {"A": 2, "B": 2}
    assert list(problem.rule_limits.values()) == [2]
    assert brillig.json("study", "run", spec, "--store", tmp_path / "s.db")["complete"]


def test_status_report_and_tables_of_a_study(brillig: Command, tmp_path: Path) -> None:
    spec, store = write_spec(tmp_path, 30), tmp_path / "s.db"
    ran = brillig.json("study", "run", spec, "--store", store)
    status = brillig.json("study", "status", store)
    assert ran["settings"] == status["settings"]
    assert status["complete"]
    assert status["running"] is None
    assert "60 of 60 trials" in brillig("study", "status", store)
    report = brillig.json("study", "report", store)
    rows = answers(store)
    for number, setting in enumerate(report["settings"]):
        own = [row for row in rows if row[0] == number]
        assert setting["done"] == len(own) == 30
        assert setting["successes"] == sum(row[3] == "found" for row in own)
        assert setting["iterations"] == sum(int(str(row[4])) for row in own)
        low, high = setting["interval"]
        assert low <= setting["rate"] <= high
        assert setting["survival"][-1][1] <= 1 - setting["successes"] / 30 + 1e-9
    assert len(report["comparisons"]) == 1
    text = brillig("study", "report", store)
    for part in ("gamma=0.02", "Survival", "log-rank p", "Grammars"):
        assert part in text
    assert brillig("study", "report", store, "-o", tmp_path / "r.md") == ""
    assert (tmp_path / "r.md").read_text(encoding="utf-8").startswith("# small")
    pair = ("--compare", "gamma=0.0", "--compare", "gamma=0.02")
    assert brillig.json("study", "report", store, *pair)["comparisons"][0]["first"] == "gamma=0.0"
    assert "no such setting" in brillig("study", "report", store, "--compare", "x", status=2)

    table = list(csv.DictReader(io.StringIO(brillig("study", "export", store))))
    assert [int(row["trial"]) for row in table] == list(range(60))
    assert [row["status"] for row in table] == [row[3] for row in rows]
    brillig("study", "export", store, "-o", tmp_path / "t.csv")
    assert list(csv.DictReader((tmp_path / "t.csv").open(encoding="utf-8"))) == table
    assert "name a file in" in brillig("study", "export", store, "-o", tmp_path / "t.xls", status=2)
    arrow = pytest.importorskip("pyarrow.parquet", reason="the extra `parquet` is not installed")
    brillig("study", "export", store, "-o", tmp_path / "t.parquet")
    columns = arrow.read_table(tmp_path / "t.parquet").to_pydict()
    assert columns["iterations"] == [int(row["iterations"]) for row in table]
    assert columns["canonical"] == [row["canonical"] or None for row in table]


def test_bench_measures_all_sentences_repeats_too(brillig: Command, tmp_path: Path) -> None:
    path = tmp_path / "two.txt"
    path.write_text("Bob saw Mary\nBob saw Mary\nthe cat saw Bob\n")
    found = brillig.json("bench", path, *SIZE, "--iterations", 500)
    assert list(found) == ["microseconds_per_iteration", "sentences", "transitions", "variables"]
    assert (found["sentences"], found["transitions"]) == (3, 7)
    assert 0 < found["microseconds_per_iteration"] < 10_000
    assert "microseconds per iteration" in brillig("bench", path, *SIZE, "--iterations", 10)
    assert "for words only" in brillig("bench", path, "-c", 5, "-l", 4, "-r", 3, status=2)
