"""Every target of `reproduce` runs, says what the paper says beside what was found, and writes its report."""

from __future__ import annotations

import json
import os
import re
import subprocess
import threading
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest

from brillig.engines.concur.infer import infer
from brillig.engines.concur.settings import DEFAULT, preset_settings
from brillig.engines.outcome import Outcome
from brillig.language.builtin import builtin
from brillig.language.corpus import Corpus
from brillig.limits import Cancel, Limits
from brillig.parsing.cyk import accepts_all
from brillig.parsing.generate import generate
from brillig.problems import Problem
from brillig.problems.solution import Run, Status
from brillig_lab.reproduction import TARGETS, reproduce
from brillig_lab.reproduction.batches import solve_first
from brillig_lab.reproduction.paper import (
    TABLE4,
    TEN_SENTENCES,
    Statistics,
    bracketings,
    extended,
    inferred,
    refined,
    table2,
    table3,
)
from brillig_lab.reproduction.report import (
    OWN_SETTINGS,
    PAPER_SETTINGS,
    REPORT,
    Row,
    Section,
    format_report,
    write_report,
)
from brillig_lab.reproduction.setup import Scale, Setup
from brillig_lab.reproduction.trials import Summary, cost_text, judge_cost, judge_rate, rate_text, run_trials
from brillig_lab.reproduction.uniqueness import FOUR, what_fits
from command import BRILLIG, assert_refused, brillig

TINY = Scale(
    "quick",
    2,
    0.7,
    0,
    0.0,
    1,
    3.0,
    limit=100_000,
    sizes=(10,),
    drawn=100,
    walk_seconds=2.0,
    claim_seconds=0.05,
)
VERDICTS = {"agrees", "differs", "higher", "lower", "cheaper", "costlier", "open", "another bracketing"}


@pytest.fixture(scope="module")
def sections() -> dict[str, Section]:
    return {section.name: section for section in reproduce(list(TARGETS), Setup(TINY, 0, 2))}


@pytest.mark.parametrize("name", TARGETS)
def test_a_target_has_figures_of_both_sides(name: str, sections: dict[str, Section]) -> None:
    section = sections[name]
    assert section.rows
    for row in section.rows:
        assert row.what
        assert row.paper
        assert row.ours
        assert row.verdict in VERDICTS


@pytest.mark.parametrize(
    ("name", "what", "verdict"),
    [
        ("table1", "ten sentences", "agrees"),
        ("table2", "under all six restrictions", "differs"),
        ("table3", "lexicons and languages", "agrees"),
        ("table3", "four rules suffice", "agrees"),
        ("table5", "words", "agrees"),
        ("table6", "inferred, (5, 2, 3)", "agrees"),
        ("table6", "refined, f_B = 3", "agrees"),
        ("table6", "extended, h = 4", "agrees"),
        ("figure2", "disagree", "agrees"),
        ("figure4", "becomes", "agrees"),
        ("text", "f_B = 2", "agrees"),
        ("text", "h = 3", "agrees"),
    ],
)
def test_what_does_not_depend_on_luck(
    name: str, what: str, verdict: str, sections: dict[str, Section]
) -> None:
    row = next(row for row in sections[name].rows if what in row.what)
    assert row.verdict == verdict, row


def test_the_report_has_every_row_and_picture(sections: dict[str, Section], tmp_path: Path) -> None:
    path = write_report(tmp_path / "new" / "folder", list(sections.values()), "quick", 0, 2)
    text = path.read_text(encoding="utf-8")
    assert path.name == REPORT
    for section in sections.values():
        assert f"## {section.title}" in text
        for row in section.rows:
            assert row.ours.replace("|", "\\|") in text
    assert "table2: a solution exists under all six restrictions" in text.partition("## Table 1")[0]
    pictures = re.findall(r"!\[.*?\]\((.*?)\)", text)
    assert len(pictures) >= 8
    for picture in pictures:
        data = (path.parent / picture).read_bytes()
        if picture.endswith(".svg"):
            ElementTree.fromstring(data)
        else:
            assert data.startswith(b"\x89PNG")


def test_the_command_reports_and_writes(tmp_path: Path) -> None:
    folder = tmp_path / "out"
    done = brillig("reproduce", "table1", "figure1", "--quick", "-o", folder, "--seed", 3, "--json")
    assert done.returncode == 0
    data = json.loads(done.stdout)
    assert [target["name"] for target in data["targets"]] == ["table1", "figure1"]
    assert data["seed"] == 3
    assert "| what | paper | Brillig |" in (folder / REPORT).read_text(encoding="utf-8")
    assert (folder / "figure1-tree.svg").exists()


def test_the_report_is_written_though_nobody_reads_what_is_printed(tmp_path: Path) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    command = [BRILLIG, "reproduce", "table1", "--quick", "-o", str(tmp_path / "out")]
    done = subprocess.run(command, stdout=writer, stderr=subprocess.PIPE, text=True, timeout=300)
    os.close(writer)
    assert (done.returncode, done.stderr) == (0, "")
    assert (tmp_path / "out" / REPORT).exists()


def test_wrong_names_are_refused(tmp_path: Path) -> None:
    assert_refused(brillig("reproduce", "table7", "-o", tmp_path), "table7", "figure4")
    assert_refused(brillig("reproduce", "-o", tmp_path), "--all")
    assert_refused(brillig("reproduce", "table1", "--all", "-o", tmp_path), "not both")
    file = tmp_path / "file"
    file.write_text("")
    assert_refused(brillig("reproduce", "table1", "-o", file), "is a file")


def test_the_papers_grammars_are_what_the_paper_says() -> None:
    assert table3().canonical_text in {g.canonical_text for g in bracketings(table3().words).values()}
    assert len({g.canonical_text for g in bracketings(table3().words).values()}) == 4
    assert all(table2().accepts(text) and table3().accepts(text) for text in TEN_SENTENCES)
    assert len(table2().syntactic) == 8
    assert [g.size()["syntactic_rules"] for g in (inferred(), refined(), extended())] == [3, 8, 8]
    assert extended().homographs == 4


def test_the_ten_sentences_leave_the_four_bracketings() -> None:
    assert what_fits(Corpus.of(TEN_SENTENCES), 600.0) == FOUR


def test_verdicts_say_which_side_is_better() -> None:
    paper = TABLE4[10]
    assert judge_rate(Summary(100, 30, 10**8), paper) == "agrees"
    assert judge_rate(Summary(100, 90, 10**8), paper) == "higher"
    assert judge_rate(Summary(100, 2, 10**8), paper) == "lower"
    assert judge_rate(Summary(0, 0, 0), paper) == "open"
    assert judge_rate(Summary(6, 2, 10**7), paper) == "open"
    assert judge_cost(Summary(6, 4, 10**7), paper) == "open"
    assert judge_cost(Summary(50, 0, 5 * 10**7), paper) == "costlier"
    assert judge_cost(Summary(100, 100, 2 * 10**6), paper) == "cheaper"
    assert judge_cost(Summary(100, 30, 10**8), paper) == "agrees"
    assert judge_cost(Summary(100, 100, 10**10), paper) == "costlier"
    assert judge_cost(Summary(5, 0, 10**5), paper) == "open"
    assert judge_cost(Summary(5, 5, 10**5), Statistics(1, 100)) == "open"


def test_figures_are_written_with_their_intervals() -> None:
    assert rate_text(Summary(100, 27, 10**8)) == "27/100 (19-36%)"
    assert cost_text(Summary(100, 25, 75_000_000)) == "3.0e6 (2.0e6-4.4e6)"
    assert cost_text(Summary(4, 0, 4_000_000)) == "no success in 4.0e6"


def test_a_trial_that_time_cuts_off_counts_in_iterations_only() -> None:
    problem = Problem(Corpus.of(TEN_SENTENCES), 8, 4, 5)

    def attempt(seed: int, stop: Cancel) -> Outcome:
        while seed == 2 and not stop.is_set():
            pass
        return Outcome(Status.UNKNOWN, problem, Run("concur", seed, 100))

    done = run_trials(attempt, 3, seed=1, seconds=0.3, jobs=1)
    assert [trial.seed for trial in done.trials] == [1, 2]
    assert [trial.cut_off for trial in done.trials] == [False, True]
    assert (done.summary.trials, done.summary.iterations) == (1, 200)
    assert "1 of 3 planned trials" in done.shortened


def test_a_report_says_what_was_run(sections: dict[str, Section]) -> None:
    text = format_report([sections["table1"]], "quick", 5, 2)
    assert "`brillig reproduce table1 --quick --seed 5 --jobs 2`" in text


def test_a_preset_leaves_one_form_of_the_search(tmp_path: Path) -> None:
    both, papers, own = (Setup(TINY, 0, 1, preset) for preset in ("", "paper", "default"))
    assert both.forms == (PAPER_SETTINGS, OWN_SETTINGS)
    assert (papers.forms, own.forms) == ((PAPER_SETTINGS,), (OWN_SETTINGS,))
    assert (both.paper_trials, papers.paper_trials, own.paper_trials) == (0, TINY.trials, 0)
    assert papers.settings("refine") == preset_settings("paper", "refine")
    assert own.settings() == both.settings() == preset_settings("default")
    done = brillig("reproduce", "figure1", "--preset", "papers", "-o", tmp_path / "r")
    assert_refused(done, "--preset", "papers")
    (section,) = reproduce(["figure3"], replace(papers, scale=replace(TINY, trials=1)))
    assert {row.settings for row in section.rows} == {PAPER_SETTINGS}


def test_rows_stand_in_tables_by_their_settings() -> None:
    rows = [Row(f"row {k}", "p", "o", "agrees", s) for k, s in enumerate((OWN_SETTINGS, "", PAPER_SETTINGS))]
    section = Section("text", "Title", tuple(rows))
    for text in (section.to_markdown(), section.to_text()):
        assert [re.sub(r"\D", "", found) for found in re.findall(r"row \d", text)] == ["1", "2", "0"]
        assert text.index(f"ith {PAPER_SETTINGS}") < text.index("row 2") < text.index(f"ith {OWN_SETTINGS}")
    assert "1 of 1 rows with the paper's settings" in format_report([section], "quick", 0, 1)


def test_the_first_sentences_are_solved_and_the_rest_is_extended() -> None:
    corpus = Corpus.of(generate(builtin("toy2"), 60, seed=8))
    problem = Problem(corpus, 5, 2, 3)
    stop = threading.Event()
    found = 0
    for seed in range(6):
        done = solve_first(problem, 20, DEFAULT, Limits(seed, 20_000, jobs=1), stop)
        first = infer(problem.with_corpus(Corpus(corpus.sentences[:20])), Limits(seed, 20_000, jobs=1))
        assert done.run.iterations >= first.run.iterations
        if done.solution is not None:
            found += 1
            assert accepts_all(done.solution.grammar, corpus.sentences) == [True] * 60
    assert found
