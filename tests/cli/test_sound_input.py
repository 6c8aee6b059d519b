"""Files that a person may well have: each gets its grammar, or one line that says what is wrong with it."""

from __future__ import annotations

from pathlib import Path

from command import brillig


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
