"""Files that a person may well have: each gets its grammar, or one line that says what is wrong with it."""

from __future__ import annotations

import signal
from pathlib import Path

from brillig.language.builtin import builtin
from brillig.parsing.generate import generate
from command import assert_refused, brillig, start, wait_for_work


def test_a_file_that_only_one_category_explains_gets_its_grammar(tmp_path: Path) -> None:
    saved = tmp_path / "s.json"
    done = brillig("infer", "-", "-o", saved, stdin="yes\nno\nyes no\nno yes yes\nyes\nno no\n")
    assert done.returncode == 0, done.stderr
    assert "S → S S | no | yes" in done.stdout
    assert brillig("parse", saved, "-", stdin="yes yes yes\nno\n").returncode == 0


def test_a_sentence_with_and_without_a_star_is_one_line_and_no_search() -> None:
    done = brillig("infer", "-", stdin="the cat sleeps\na dog runs\n*The cat sleeps\n")
    assert done.returncode == 2
    assert done.stderr.startswith("brillig: standard input, line 3: 'the cat sleeps' has a star")
    assert done.stderr.count("\n") == 1


def test_one_long_line_is_set_aside(tmp_path: Path) -> None:
    text = "the cat sleeps\na dog runs\nthe dog sleeps\n" + "the cat " * 100 + "\n"
    done = brillig("infer", "-", stdin=text)
    assert done.returncode == 0, done.stderr
    assert "1 line of more than 60 words set aside: line 4 (200 words)" in done.stderr
    assert "explain all 3 sentences" in done.stdout
    refused = brillig("parse", "toy1", "-", stdin=text)  # where every line is answered, none is passed over
    assert refused.returncode == 2
    assert "line 4: 200 words, more than 60" in refused.stderr


def test_more_words_than_can_be_counted_are_refused_in_one_line() -> None:
    text = "\n".join(" ".join(f"w{k}" for k in range(n, n + 60)) for n in range(0, 66_000, 60))
    done = brillig("infer", "-", stdin=text)
    assert done.returncode == 2
    assert done.stderr.startswith("brillig: 66,000 different words, more than 65,535; take fewer sentences")


TAGGED = """the/D man/N can/M fish/VI
the/D fish/N can/M swim/VI
the/D man/N can/M can/VT the/D fish/N
the/D can/N fell/VI
a/D man/N fell/VI
"""


def test_homographs_that_tags_tell_are_taken_from_them() -> None:
    done = brillig("infer", "-", "--tags", stdin=TAGGED)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "M → can" in done.stdout
    assert "VT → can" in done.stdout
    again = brillig("infer", "-", "--tags", "-c", 7, "-l", 3, "-r", 4, "--engine", "exact", stdin=TAGGED)
    assert "homograph" not in again.stdout
    refused = brillig("infer", "-", "--tags", "-c", 4, "-l", 0, "-r", 3, stdin=TAGGED)
    assert refused.returncode == 1
    assert "5 categories besides S are named" in refused.stdout


def test_sigterm_is_a_ctrl_c_with_another_status(tmp_path: Path) -> None:
    sentences = tmp_path / "s.txt"
    sentences.write_text("\n".join(generate(builtin("toy1"), 60, seed=1)))
    saved = tmp_path / "s.json"
    with start("infer", sentences, "-o", saved, "--effort", 1000) as process:
        wait_for_work(process, 2)
        process.send_signal(signal.SIGTERM)
        out, errors = process.communicate(timeout=60)
    assert process.returncode == 143, errors
    assert "Traceback" not in errors
    assert "stopped before the end" in out
    assert saved.exists()


def test_an_output_that_cannot_be_written_is_refused_before_the_search(tmp_path: Path) -> None:
    sentences = tmp_path / "s.txt"
    sentences.write_text("\n".join(generate(builtin("toy1"), 200, seed=1)))
    for output, why in ((tmp_path / "none" / "x.json", "no folder"), (tmp_path, "is a folder")):
        done = brillig("infer", sentences, "-o", output)
        assert done.returncode == 2
        assert done.stdout == ""
        assert why in done.stderr


def test_a_word_without_end_is_refused_at_its_line() -> None:
    done = brillig("infer", "-", stdin="the cat sleeps\n" + "a" * 20_000 + " b\n")
    assert done.returncode == 2
    message = "line 2: a word of 20,000 characters, more than 10,000; put blanks between words"
    assert done.stderr == f"brillig: standard input, {message}\n"


def test_classes_may_be_given_one_by_one(tmp_path: Path) -> None:
    """The last one alone was taken, and the others said nothing."""
    grammar = tmp_path / "log.cfg"
    grammar.write_text("S -> 'GET' P\nP -> 'PATH' 'NUMBER'\n")
    done = brillig(
        "parse", grammar, "-", "--class", "PATH", "--class", "NUMBER", stdin=b"GET /a.html 200\nGET /b 404\n"
    )
    assert done.returncode == 0, done.stderr
    refused = brillig("parse", grammar, "-", "--class", "none", "--class", "PATH", stdin=b"GET /a 1\n")
    assert_refused(refused, "--class", "none")
