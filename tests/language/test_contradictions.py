"""What contradicts itself is refused when it is read, with both places; what cannot be read is set aside."""

from __future__ import annotations

import time

import pytest

from brillig.errors import BrilligError, say
from brillig.language.corpus import MAX_SENTENCES, Corpus
from brillig.language.reading import Reading
from brillig.language.text import Source, read_sentences
from brillig.problems import Problem


def read(text: str, first: int | None = None, **choices: bool):
    return read_sentences([Source("x.txt", text.encode())], Reading(**choices), first=first)


@pytest.mark.parametrize(
    ("text", "choices", "trouble"),
    [
        ("a b\n*a b\n", {}, "x.txt, line 2: 'a b' has a star, but is a sentence in x.txt, line 1"),
        ("*a b\na b\n", {}, "x.txt, line 1: 'a b' has a star"),
        ("the cat sleeps\n*The cat sleeps.\n", {}, "line 2: 'the cat sleeps' has a star"),
        ("a/X b\n*a b\n", {"tags": True}, "line 2: 'a b' has a star"),
        ("[NP a b] c\n*a [b c]\n", {"brackets": True}, "line 2: 'a b c' has a star"),
        ("[NP a/D] b\n", {"tags": True, "brackets": True}, r"line 1: \[a\] is named D and NP"),
        ("a b c\n[X [Y a b]] c\n", {"brackets": True}, r"line 2: \[a b\] is named Y and X"),
    ],
)
def test_a_contradiction_is_refused_with_its_places(text, choices, trouble):
    with pytest.raises(BrilligError, match=trouble):
        read(text, **choices)


def test_the_root_has_the_name_of_the_start_symbol():
    corpus = read("[NP a b]\nc d\n", brackets=True).corpus
    assert "[a b] is named NP and S" in (Problem(corpus, 3, 0, 2).impossible() or "")
    assert Problem(read("[S a b]\nc d\n", brackets=True).corpus, 3, 0, 2).impossible() is None


def test_stars_given_in_python_contradict_too():
    assert "has a star" in (Problem(Corpus((("a", "b"),), (("a", "b"),)), 3, 0, 2).impossible() or "")


def test_long_lines_are_set_aside_and_named():
    found = read("a b\n" + "w " * 61 + "\nc d\n" + "v " * 300)
    assert found.corpus.texts() == ["a b", "c d"]
    (note,) = map(say, found.notes)
    assert note.startswith("2 lines of more than 60 words set aside: line 2 (61 words), line 4 (300 words)")


def test_the_first_sentences_are_read_as_if_the_file_ended_there_with_all_stars():
    text = "a\na b\n# c d\nb a\n*b b\n" + "\xff c d\n" + "*a a\n"
    found = read(text, first=2).corpus
    assert found.texts() == ["a b", "b a"]
    assert found.rejected == (("b", "b"), ("a", "a"))
    with pytest.raises(BrilligError, match="more than 100,000 sentences"):
        read("a b\n" * (MAX_SENTENCES + 1))
    assert len(read("# a comment\n" * MAX_SENTENCES + "a b\n").corpus) == 1


def test_a_million_lines_are_refused_or_their_first_ones_read_at_once():
    text = "the cat sleeps\n" * 1_000_000
    began = time.process_time()
    read(text[: 15 * 50_000])  # taking a million lines apart takes twenty times as long
    apart = time.process_time() - began
    began = time.process_time()
    with pytest.raises(BrilligError, match=r"line 100001: more than 100,000 .* first N"):
        read(text)
    assert len(read(text, first=30).corpus) == 30
    assert time.process_time() - began < 8 * apart
