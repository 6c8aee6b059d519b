"""The commands of the ground floor, run as a person runs them."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

import brillig as package
from brillig.cli.headings import HEADINGS
from brillig.language.cfg_text import read_cfg
from brillig.problems.solution import load
from command import BRILLIG, brillig, brillig_json, start, wait_for_work
from solutions import a_solution

PREPOSITIONS = {"in", "on", "by", "with"}


def test_sampled_data_is_accepted_by_its_grammar() -> None:
    sample = brillig("sample-data", "toy1", "-n", "2000", "--seed", "7")
    lines = sample.stdout.splitlines()
    assert len(lines) == 2000
    assert max(sum(word in PREPOSITIONS for word in line.split()) for line in lines) == 2
    assert brillig("sample-data", "toy1", "-n", "2000", "--seed", "7").stdout == sample.stdout
    report = brillig_json("parse", "toy1", "-", stdin=sample.stdout)
    assert (report["accepted"], report["rejected"]) == (2000, 0)
    assert [sentence["text"] for sentence in report["sentences"]] == lines
    assert {sentence["trees"] for sentence in report["sentences"]} >= {1, 2}


def test_parse_says_which_sentences_are_rejected() -> None:
    done = brillig("parse", "toy1", "-", stdin="Bob saw Mary.\nBob Mary saw.\nBob saw Zoe.\nBob saw Mary.\n")
    assert done.returncode == 1
    assert (
        "accepted  Bob saw Mary\n    S\n      NP  Bob\n      VP\n        V  saw\n        NP  Mary\n"
        in done.stdout
    )
    assert "rejected  Bob Mary saw\n" in done.stdout
    assert "rejected  Bob saw Zoe   (unknown: Zoe)\n" in done.stdout
    assert "2 of 4 sentences accepted; 1 of them repeats" in done.stdout
    report = brillig_json("parse", "toy1", "-", stdin="Bob saw Mary\nBob Mary saw")
    assert report == {
        "accepted": 1,
        "rejected": 1,
        "sentences": [
            {
                "text": "Bob saw Mary",
                "accepted": True,
                "trees": 1,
                "tree": ["S", ["NP", "Bob"], ["VP", ["V", "saw"], ["NP", "Mary"]]],
            },
            {"text": "Bob Mary saw", "accepted": False, "trees": 0, "tree": None},
        ],
    }


def test_parse_shows_several_trees() -> None:
    done = brillig("parse", "toy1", "-", "-k", "5", stdin="Bob saw a cat in a park")
    assert done.stdout.count("\n    S\n") == 2
    assert "(2 trees)" in done.stdout
    assert "    S" not in brillig("parse", "toy1", "-", "-k", "0", stdin="Bob saw a cat in a park").stdout


def test_corpus_switches() -> None:
    assert brillig("parse", "toy1", "-", stdin="The cat saw Bob").returncode == 0
    assert brillig("parse", "toy1", "-", "--case", "keep", stdin="The cat saw Bob").returncode == 1
    assert brillig("parse", "toy1", "-", stdin="Bob\n*saw Bob\n").stdout == (
        "rejected  Bob\nrejected  *saw Bob   (starred)\n0 of 1 sentences accepted\n"
        "1 of 1 starred sentences rejected\n"
    )
    assert brillig("parse", "toy1", "-", "--keep-final", stdin="Bob saw Bob.").returncode == 1
    assert brillig("parse", "toy2", "-", "--fold-case", stdin="ALL DOGS WALK!").returncode == 0
    long = "Bob saw Bob" + " in the park" * 20
    assert brillig("parse", "toy1", "-", stdin=long).returncode == 2
    assert brillig("parse", "toy1", "-", "--max-sentence-words", "63", stdin=long).returncode == 0


def test_generate_prints_exactly_n_lines_with_repeats(tmp_path: Path) -> None:
    file = tmp_path / "s.json"
    a_solution().save(file)
    assert brillig("generate", file, "-n", "7").stdout == "a b\n" * 7
    assert brillig_json("generate", file, "-n", "2")["sentences"] == ["a b"] * 2


def test_compare_reports_four_figures(tmp_path: Path) -> None:
    file = tmp_path / "g.cfg"
    file.write_text(
        "S -> B C\nA -> D C\nB -> C E\nC -> C A | G F | 'Bob' | 'John' | 'Mary'\n"
        "D -> 'by' | 'in' | 'on' | 'with'\nE -> 'ate' | 'saw' | 'walked'\n"
        "F -> 'man' | 'telescope' | 'cat' | 'park' | 'dog'\nG -> 'my' | 'a' | 'the' | 'an'\n"
    )
    report = brillig_json("compare", file, "toy1")
    assert set(report) == {"precision", "recall", "f1", "recall_cap", "bracketing_f1", "purity"}
    assert 0.77 <= report["precision"] <= 0.83
    assert report["recall"] == 1.0
    assert brillig_json("compare", file, "toy1", "--seed", "1") != report
    assert "precision" in brillig("compare", "toy2", "toy2-past").stdout


def test_show_prints_rules_table_and_trees(tmp_path: Path) -> None:
    file = tmp_path / "s.json"
    a_solution().save(file)
    done = brillig("show", file)
    assert done.stdout.startswith("S → A B\nA → a\nB → b\n\n  A B\nA · S\nB · ·\n")
    assert "a b\n    S\n      A  a\n      B  b\n" in done.stdout
    flat = {"flat": a_solution().grammar.flat().to_json()}
    assert brillig_json("show", file) == a_solution().to_json() | flat
    assert brillig("show", file, "--flat", "-k", 0).stdout.splitlines()[0] == 'S → "a" "b"'
    assert brillig("show", file, "--binary").stdout == done.stdout
    assert "NP → D N (PP) | John | Mary | Bob" in brillig("show", "toy1").stdout
    assert "NP → John | Mary | Bob | D N | D N PP" in brillig("show", "toy1", "--binary").stdout
    assert brillig("show", file, "--format", "cfg").stdout == "%start S\nS -> A B\nA -> 'a'\nB -> 'b'\n"
    assert "start: s" in brillig("show", file, "--format", "lark").stdout


def test_rename_writes_a_renamed_copy(tmp_path: Path) -> None:
    file, copy, rules = tmp_path / "s.json", tmp_path / "t.json", tmp_path / "t.cfg"
    a_solution().save(file)
    assert brillig("rename", file, "A=NP, B=VP", "-o", copy).returncode == 0
    renamed = load(copy)
    assert str(renamed.trees[0]) == "(S (NP a) (VP b))"
    assert renamed.grammar.canonical_text == a_solution().grammar.canonical_text
    assert load(file) == a_solution()
    assert brillig("rename", file, "A=NP,B=VP").stdout == copy.read_text()
    assert brillig("rename", copy, "NP=A,VP=B", "-o", rules).returncode == 0
    assert read_cfg(rules) == a_solution().grammar
    assert brillig("rename", rules, "A=B,B=A").stdout.startswith("%start S\nS -> B A\n")
    assert brillig_json("rename", file, "A=NP")["grammar"]["syntactic"] == [["S", "NP", "B"]]


def test_version_and_help() -> None:
    assert brillig("--version").stdout == f"brillig {package.__version__}\n"
    for arguments in ((), ("--help",), ("-h",)):
        done = brillig(*arguments)
        assert done.returncode == 0
        assert "sample-data" in done.stdout


@pytest.mark.parametrize("command", ["sample-data", "parse", "generate", "compare", "show", "rename"])
def test_help_has_an_example(command: str) -> None:
    assert "Example: brillig" in brillig(command, "--help").stdout


def test_help_of_many_options_has_sections_with_the_most_used_first() -> None:
    told = brillig("infer", "--help").stdout
    headings = re.findall(r"^(\w.*):$", told, re.MULTILINE)
    assert headings == ["Arguments", "Options", *HEADINGS]
    assert re.search(r"\nOptions:\n  -o, --output", told)
    assert told.index("--tokens") > told.index("Reading the sentences:")
    assert re.findall(r"^(\w.*):$", brillig("show", "--help").stdout, re.MULTILINE) == [
        "Arguments",
        "Options",
    ]


def test_every_option_with_a_heading_exists() -> None:
    told = brillig("infer", "--help").stdout
    for options in HEADINGS.values():
        assert [option for option in options if not re.search(rf"{option}\b", told)] == []


def test_help_imports_nothing_slow() -> None:
    code = (
        "import sys, brillig.cli; brillig.cli.run(['--help']);"
        "print(sorted({'numpy', 'pysat', 'nltk', 'matplotlib', 'lark', 'dask'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.endswith("[]\n")


def test_a_reader_that_has_seen_enough_is_no_error() -> None:
    script = f"set -o pipefail; '{BRILLIG}' generate toy1 -n 20000 | head -n 1"
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count("\n") == 1


def test_a_full_disk_is_one_line() -> None:
    script = f"'{BRILLIG}' generate toy1 -n 5 > /dev/full"
    done = subprocess.run(["bash", "-c", script], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert "No space left on device" in done.stderr


def test_show_tells_words_from_categories() -> None:
    assert ["NP", ["D", "N", "PP"]] in brillig_json("show", "toy1")["rules"]
    assert ["NP", [{"word": "Bob"}]] in brillig_json("show", "toy1")["rules"]


def test_any_locale_prints_any_script(tmp_path: Path) -> None:
    file = tmp_path / "g.cfg"
    file.write_text("S -> A A\nA -> '語'\n", encoding="utf-8")
    done = subprocess.run(
        [BRILLIG, "show", str(file)],
        capture_output=True,
        env={"LC_ALL": "C", "PYTHONIOENCODING": "latin-1", "PYTHONCOERCECLOCALE": "0", "PATH": ""},
        check=True,
    )
    assert "A → 語" in done.stdout.decode()


def test_ctrl_c_ends_with_130() -> None:
    process = start("generate", "toy1", "-n", 1_000_000, "--json")
    wait_for_work(process, 1.0)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "Traceback" not in errors
