"""Sentences: reading and checking them, their words and where these occur."""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from brillig.errors import BrilligError
from brillig.files import MAX_BYTES

MAX_WORDS = 60
LONGEST_SENTENCE = 200  # words: trees are as deep as sentences are long, and are read and written recursively
MAX_SENTENCES = 100_000

# Only these end a line; the many other separators of Unicode are white space between words.
_LINE_END = re.compile("\r\n|\r|\n")

# JSON can hold halves of characters, which cannot be written as UTF-8.
HALF_CHARACTER = re.compile("[\ud800-\udfff]")

Sentence = tuple[str, ...]


def check_word(word: str) -> str:
    """The word itself, or a refusal when it could not stand in a line of sentences."""
    if not word or any(ch.isspace() for ch in word):
        raise BrilligError(f"{word!r} is not a word: a word is not empty and has no blanks")
    if HALF_CHARACTER.search(word) or "\0" in word:
        raise BrilligError(f"{word!r} is not a word: it has characters that no UTF-8 text has")
    return word


@dataclass(frozen=True)
class Corpus:
    """Sentences in their order, repeats kept."""

    sentences: tuple[Sentence, ...]

    @classmethod
    def of(
        cls,
        sentences: Iterable[str | Sequence[str]],
        *,
        one_word: bool = False,
        max_words: int = MAX_WORDS,
    ) -> Corpus:
        """From texts or sequences of words, each of two words or more, or of one; nothing is stripped."""
        split = tuple(tuple(s.split() if isinstance(s, str) else s) for s in sentences)
        for number, sentence in enumerate(split, 1):
            _check_length(sentence, f"sentence {number}", max_words, one_word)
            for word in sentence:
                check_word(word)
        if not split:
            raise BrilligError("there are no sentences; give at least one")
        return cls(split)

    @cached_property
    def words(self) -> tuple[str, ...]:
        """The distinct words, in the order of their first occurrence."""
        return tuple(dict.fromkeys(word for sentence in self.sentences for word in sentence))

    @cached_property
    def counts(self) -> Counter[str]:
        """How often each word occurs."""
        return Counter(word for sentence in self.sentences for word in sentence)

    @cached_property
    def distinct(self) -> Counter[Sentence]:
        """The distinct sentences with how often each occurs."""
        return Counter(self.sentences)

    @property
    def repeats(self) -> int:
        return len(self.sentences) - len(self.distinct)

    def __len__(self) -> int:
        return len(self.sentences)

    def texts(self) -> list[str]:
        return [" ".join(sentence) for sentence in self.sentences]

    def first(self, number: int) -> Corpus:
        return Corpus(self.sentences[:number])

    def part(self, indices: Iterable[int]) -> Corpus:
        """The sentences at these places, in their order."""
        return Corpus(tuple(self.sentences[i] for i in sorted(indices)))


def read_corpus(
    source: str | Path,
    *,
    keep_final: bool = False,
    fold_case: bool = False,
    max_words: int = MAX_WORDS,
    one_word: bool = False,
) -> Corpus:
    """Read a file of one sentence a line (`-`: standard input).

    Blank lines and lines that begin with `#` are skipped; one final `.`, `!` or `?` is dropped unless
    `keep_final`. Every refusal names the file, the line and the remedy.
    """
    name = "standard input" if str(source) == "-" else str(source)
    return parse_corpus(
        _read_bytes(source, name),
        name,
        keep_final=keep_final,
        fold_case=fold_case,
        max_words=max_words,
        one_word=one_word,
    )


def parse_corpus(
    data: bytes,
    name: str,
    *,
    keep_final: bool = False,
    fold_case: bool = False,
    max_words: int = MAX_WORDS,
    one_word: bool = False,
) -> Corpus:
    """The sentences in `data`; `name` is what refusals call it."""
    if len(data) > MAX_BYTES:
        raise BrilligError(f"{name}: more than {MAX_BYTES >> 20} MB; split the file")
    sentences: list[Sentence] = []
    for number, line in enumerate(_LINE_END.split(_decode(data, name)), 1):
        sentence = _split(line, keep_final, fold_case)
        if sentence is None:
            continue
        _check_length(sentence, f"{name}, line {number}", max_words, one_word)
        sentences.append(sentence)
        if len(sentences) > MAX_SENTENCES:
            raise BrilligError(
                f"{name}, line {number}: more than {MAX_SENTENCES:,} sentences; use a part of the file"
            )
    if not sentences:
        raise BrilligError(f"{name}: no sentences; write one sentence a line, each of two words or more")
    return Corpus(tuple(sentences))


def _read_bytes(source: str | Path, name: str) -> bytes:
    if str(source) == "-":
        return sys.stdin.buffer.read(MAX_BYTES + 1)
    path = Path(source)
    try:
        if path.is_dir():
            raise BrilligError(f"{name}: is a folder; name a text file in it")
        with path.open("rb") as file:
            return file.read(MAX_BYTES + 1)
    except FileNotFoundError:
        raise BrilligError(f"{name}: no such file; check the name, or use - for standard input") from None
    except OSError as error:
        raise BrilligError(f"{name}: cannot be read ({error.strerror}); check its permissions") from None


def _decode(data: bytes, name: str) -> str:
    nul = data.find(b"\0")
    if nul >= 0:
        line = _line_of(data, nul)
        raise BrilligError(f"{name}, line {line}: a NUL byte; save the file as plain UTF-8 text")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = _line_of(data, error.start)
        raise BrilligError(f"{name}, line {line}: not UTF-8; save the file as UTF-8 text") from None


def _line_of(data: bytes, place: int) -> int:
    """The number of the line that the byte at `place` is in."""
    before = data[:place]
    return before.count(b"\n") + before.count(b"\r") - before.count(b"\r\n") + 1


def _split(line: str, keep_final: bool, fold_case: bool) -> Sentence | None:
    """The words of a line, or None for a blank line or a comment."""
    text = line.strip()
    if not text or text.startswith("#"):
        return None
    if not keep_final and text[-1] in ".!?":
        text = text[:-1]
    if fold_case:
        text = text.casefold()
    return tuple(text.split())


def _check_length(sentence: Sentence, place: str, max_words: int, one_word: bool) -> None:
    if len(sentence) < (1 if one_word else 2):
        found = f"only the word {sentence[0][:40]!r}" if sentence else "no word"
        raise BrilligError(
            f"{place}: {found}; a sentence needs at least two words: join or drop it, or --allow one-word"
        )
    if len(sentence) > max_words:
        raise BrilligError(
            f"{place}: {len(sentence)} words, more than {max_words}; "
            "shorten the sentence or raise --max-sentence-words"
        )
