"""Reading sentences."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from brillig.errors import BrilligError
from brillig.language.corpus import Corpus
from brillig.language.reading import Reading
from brillig.language.text import read_corpus
from text_files import corpus_of


def sentences(text: str | bytes, **options: Any) -> list[str]:
    data = text.encode() if isinstance(text, str) else text
    return corpus_of(data, "x.txt", Reading(**options)).texts()


def test_one_final_mark_is_dropped() -> None:
    assert sentences("a b.\na b!\na b ?\na b..\na b") == ["a b", "a b", "a b", "a b.", "a b"]
    assert sentences("a b.\na b ?", keep_final=True) == ["a b.", "a b ?"]


def test_case_is_kept_unless_folded() -> None:
    assert sentences("The Cat") == ["The Cat"]
    assert sentences("The STRASSE straße", case="fold") == ["the strasse strasse"]


def test_blank_lines_and_comments_are_skipped() -> None:
    assert sentences("\n  \n# one two\n  # three\na b\n\n") == ["a b"]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("bom", [b"", b"\xef\xbb\xbf"])
def test_any_line_end_with_or_without_bom(end: str, bom: bytes) -> None:
    text = end.join(["a b", "", "c d", "\0", "e f"])
    with pytest.raises(BrilligError, match="line 4: a NUL byte"):
        sentences(bom + text.encode())
    assert sentences(bom + text.replace("\0", "o o").encode()) == ["a b", "c d", "o o", "e f"]


@pytest.mark.parametrize("separator", ["\x0b", "\x0c", "\x1c", "\x85", "\u2028", "\u2029", "\u00a0", "\t"])
def test_other_separators_are_white_space_within_a_line(separator: str) -> None:
    assert sentences(f"a{separator}b\nc d") == ["a b", "c d"]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_refusals_of_bytes_count_lines_alike(end: str) -> None:
    head = f"a b{end}c d{end}".encode()
    with pytest.raises(BrilligError, match="line 3: not UTF-8"):
        sentences(head + b"\xff e")
    with pytest.raises(BrilligError, match="line 3: a NUL byte"):
        sentences(head + b"e \0 f")


def test_a_line_of_only_a_full_stop_is_one_word() -> None:
    assert sentences("a b\n.\nc d") == ["a b", "c d"]


def test_duplicates_are_kept_and_counted() -> None:
    corpus = corpus_of(b"a b\nc d\na b.\n", "x")
    assert corpus.texts() == ["a b", "c d", "a b"]
    assert corpus.distinct == Counter({("a", "b"): 2, ("c", "d"): 1})
    assert corpus.repeats == 1
    assert corpus.words == ("a", "b", "c", "d")


def test_lengths_are_bounded() -> None:
    assert corpus_of(b"w " * 60, "x").sentences == (("w",) * 60,)
    with pytest.raises(BrilligError, match=r"more than 60 words set aside: line 1 \(61 words\)"):
        corpus_of(b"w " * 61, "x")
    assert len(corpus_of(b"w " * 61, "x", max_words=61)) == 1


def test_from_python_too_a_sentence_has_two_words() -> None:
    assert Corpus.of(["a b", ["c", "d"]]).sentences == (("a", "b"), ("c", "d"))
    with pytest.raises(BrilligError, match="sentence 2"):
        Corpus.of(["a b", "c"])
    for word in ("", "c d", "\ud800", "\0"):
        with pytest.raises(BrilligError, match="is not a word"):
            Corpus.of([["a", word]])


def test_the_papers_ten_sentences() -> None:
    corpus = read_corpus(Path(__file__).parents[2] / "examples" / "ten-sentences.txt")
    assert len(corpus) == 10
    assert corpus.sentences[1] == ("John", "saw", "my", "man", "by", "a", "telescope")
