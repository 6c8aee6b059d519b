"""Token classes: what is read as one word, what stays itself, and how it is written again."""

from __future__ import annotations

import random

import pytest

from brillig.errors import BrilligError
from brillig.language.reading import Reading
from brillig.language.spelling import Spelling, write_sentence
from brillig.language.text import read_sentence, read_texts
from brillig.language.token_classes import BUILT_IN, class_of, find_classes, split_names

EVERY = tuple(BUILT_IN)


@pytest.mark.parametrize(
    ("word", "name"),
    [
        ("10.0.0.1", "IP"),
        ("2003-02-11", "DATE"),
        ("11.2.03", "DATE"),
        ("11/Feb/2003", "DATE"),
        ("12:30", "TIME"),
        ("12:30:05.25Z", "TIME"),
        ("/usr/bin", "PATH"),
        ("./x.txt", "PATH"),
        ("'a b'", "STRING"),
        ("3.14e-5", "NUMBER"),
        ("1,000", "NUMBER"),
        ("deadbeef", "HEX"),
        ("0x1F", "NUMBER"),
        ("naïve_1", "NAME"),
        ("don't", "WORD"),
        ("+", None),
        ("1.2.3", None),
    ],
)
def test_a_word_has_the_most_special_class(word: str, name: str | None) -> None:
    found = class_of(word, find_classes(EVERY))
    assert (None if found is None else found.name) == name


def test_every_class_has_examples_of_its_own() -> None:
    for one in BUILT_IN.values():
        assert one.examples
        assert all(one.pattern.fullmatch(example) for example in one.examples)


def test_names_are_split_at_commas_that_are_not_in_an_expression() -> None:
    assert split_names("number, ID=[A-Z]{1,3}-x,NAME") == ("NUMBER", "ID=[A-Z]{1,3}-x", "NAME")


@pytest.mark.parametrize(
    ("name", "part"),
    [
        ("FOO", "choose among IP, DATE"),
        ("ID=[", "is not an expression"),
        ("ID=x*", "matches the empty text"),
        ("id=x", "the name in capitals"),
    ],
)
def test_a_wrong_class_is_refused_in_one_line(name: str, part: str) -> None:
    with pytest.raises(BrilligError, match="classes: ") as refusal:
        Reading(classes=(name,))
    assert part in str(refusal.value)
    assert "\n" not in str(refusal.value)


IMPORTS = [
    *(f"from {package} import {name}" for package, name in zip("abcdef", "uvwxyz", strict=True)),
    *(f"import {name}" for name in "ghijkl"),
]


def test_frequent_words_of_an_open_class_stay_themselves() -> None:
    corpus = read_texts(IMPORTS, Reading(tokens="code", classes=("NAME",))).corpus
    assert set(corpus.sentences) == {("from", "NAME", "import", "NAME"), ("import", "NAME")}
    # with a grammar, the words that it knows
    assert corpus.reading is not None
    known = ("from", "import", "NAME", "os")
    assert read_sentence("from os import path", corpus.reading, known) == ("from", "os", "import", "NAME")


def test_marks_inside_a_word_of_a_class_do_not_split_it() -> None:
    reading = Reading(tokens="code", classes=("IP", "DATE", "PATH", "NUMBER", "ID=[A-Z]+-[0-9]+"))
    line = "f(10.0.0.1, 2003-02-11) = AB-12 / 3 - a/b"
    words = read_sentence(line, reading)
    assert " ".join(words) == "f ( IP , DATE ) = ID / NUMBER - a / b"


def test_lines_are_written_as_they_were_read() -> None:
    lines = ["f(x, 12) = [y]", "g(y, 7) = [x]", "h(1, 5) = [z]"]
    corpus = read_texts(lines, Reading(tokens="code", classes=("NUMBER",))).corpus
    words = corpus.sentences[0]
    assert words == ("f", "(", "x", ",", "NUMBER", ")", "=", "[", "y", "]")
    assert write_sentence(words, corpus.reading) == "f(x, 12) = [y]"
    drawn = {write_sentence(words, corpus.reading, random.Random(seed)) for seed in range(20)}
    assert drawn == {f"f(x, {number}) = [y]" for number in (12, 7, 5)}  # what stood after a comma
    assert corpus.reading is not None
    again = Reading.from_json(corpus.reading.to_json())
    assert again.spelling == corpus.reading.spelling
    assert write_sentence(words, again) == "f(x, 12) = [y]"


def test_words_that_mostly_touch_are_apart_where_the_file_has_them_apart() -> None:
    lines = ["GET /a/b HTTP/1.1", "PUT /b HTTP/1.0", "GET /b/a/b HTTP/1.1"]
    corpus = read_texts(lines, Reading(tokens="code", classes=("NUMBER",), case="keep")).corpus
    for line, words in zip(lines, corpus.sentences, strict=True):
        assert write_sentence(words, corpus.reading).split()[:2] == line.split()[:2]
    assert corpus.reading is not None
    assert Reading.from_json(corpus.reading.to_json()) == corpus.reading


def test_a_plain_file_has_nothing_to_keep() -> None:
    corpus = read_texts(["the cat sleeps", "a dog sleeps"]).corpus
    assert corpus.reading is not None
    assert corpus.reading.spelling is None
    assert "spelling" not in corpus.reading.to_json()


def test_morphemes_are_joined_to_words() -> None:
    corpus = read_texts(["cat-s sleep", "dog-s run"], Reading(tokens="morphemes")).corpus
    assert corpus.sentences[0] == ("cat", "-s", "sleep")
    assert write_sentence(corpus.sentences[0], corpus.reading) == "cat-s sleep"


@pytest.mark.parametrize(
    "data",
    [[], {"final": 1}, Spelling().to_json() | {"values": []}, Spelling().to_json() | {"pairs": [["a", "b"]]}],
)
def test_a_damaged_spelling_is_refused(data: object) -> None:
    with pytest.raises(BrilligError, match="wrong 'spelling'"):
        Reading.from_json(Reading().to_json() | {"spelling": data})
