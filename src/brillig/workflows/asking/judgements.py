"""Judgements, and the file they are kept in: each is on the disk before the next question is asked."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import takewhile
from pathlib import Path

from brillig.errors import BrilligError, Option, TroublesError
from brillig.files import read_text, refuse_stream, write_whole
from brillig.language.corpus import Corpus, Sentence
from brillig.language.reading import Reading
from brillig.language.text import read_sentence

_UNKNOWN = "#?"


class Answer(StrEnum):
    YES = "yes"
    NO = "no"
    UNKNOWN = "unknown"

    @classmethod
    def of(cls, value: bool | None) -> Answer:
        return cls.UNKNOWN if value is None else cls.YES if value else cls.NO


@dataclass(frozen=True)
class Spoken:
    """A sentence that somebody is asked about."""

    sentence: Sentence

    @property
    def text(self) -> str:
        return " ".join(self.sentence)


@dataclass(frozen=True)
class Judgement(Spoken):
    """A sentence and what was said of it."""

    answer: Answer

    def to_json(self) -> dict[str, str]:
        return {"text": self.text, "answer": self.answer.value}

    def __str__(self) -> str:
        """As a line of a file of sentences."""
        if self.answer is Answer.UNKNOWN:
            return f"{_UNKNOWN} {self.text}"
        if self.answer is Answer.NO:
            return f"*{self.text}"
        return f"\\{self.text}" if self.text.startswith(("#", "*")) else self.text


def refuse_contradictions(corpus: Corpus, judgements: Sequence[Judgement]) -> None:
    """Refuse sentences that are called both right and wrong, each with both places."""
    said: dict[Sentence, tuple[bool, str]] = {}
    troubles = []
    places = [(s, True, f"sentence {number}") for number, s in enumerate(corpus.sentences, 1)]
    places += [(s, False, "a starred sentence") for s in corpus.rejected]
    places += [
        (j.sentence, j.answer is Answer.YES, f"judgement {number}")
        for number, j in enumerate(judgements, 1)
        if j.answer is not Answer.UNKNOWN
    ]
    for sentence, right, place in places:
        before, where = said.setdefault(sentence, (right, place))
        if before != right:
            words = {True: "right", False: "wrong"}
            both = f"is {words[before]} as {where} and {words[right]} as {place}"
            troubles.append(BrilligError(f"{' '.join(sentence)!r} {both}", hint="take one of them back"))
    if troubles:
        raise TroublesError(troubles)


def with_judgements(corpus: Corpus, judgements: Sequence[Judgement]) -> Corpus:
    """The sentences with all that was judged, without marks; those judged right behind them."""
    judged = {
        answer: dict.fromkeys(j.sentence for j in judgements if j.answer is answer)
        for answer in (Answer.YES, Answer.NO)
    }
    new = tuple(s for s in judged[Answer.YES] if s not in set(corpus.sentences))
    return Corpus(corpus.sentences + new, rejected=(*corpus.rejected, *judged[Answer.NO]))


def runs_at_end(judgements: Sequence[Judgement]) -> tuple[int, int]:
    """How many sentences were confirmed at the end of earlier judgements, and how many then refused.

    A single refusal may have changed the grammar, so that what was confirmed before counts no more.
    """
    said = [j.answer for j in judgements if j.answer is not Answer.UNKNOWN]
    refused = len(list(takewhile(lambda answer: answer is Answer.NO, reversed(said))))
    if refused == 1:
        return 0, 0
    rest = said[: len(said) - refused]
    return len(list(takewhile(lambda answer: answer is Answer.YES, reversed(rest)))), refused


class JudgementFile:
    """`the cat sleeps` is right, `*cat the sleeps` is wrong, `#? cats sleep` was left open."""

    def __init__(self, path: str | Path) -> None:
        refuse_stream(path)
        self.path = Path(path)

    def read(self, reading: Reading, known: Collection[str]) -> list[Judgement]:
        """All judgements in their order; none where there is no file yet."""
        words = frozenset(known)
        found = []
        for text, answer in self.entries():
            # Words as they were asked are words as they are; what a person added is read like any sentence.
            split = tuple(text.split())
            sentence = split if words.issuperset(split) else read_sentence(text, reading, words)
            if sentence:
                found.append(Judgement(sentence, answer))
        return found

    def entries(self) -> list[tuple[str, Answer]]:
        """All judgements as they are written, in their order; none where there is no file yet."""
        if not self.path.exists():
            return []
        return [(text, answer) for _, answer, text in self._lines(read_text(self.path))]

    def add(self, judgement: Judgement) -> None:
        """Write one more, and leave only when it is on the disk."""
        line = f"{judgement}\n"
        try:
            if self.path.exists() and not self._ends_with_newline():
                line = f"\n{line}"
            with self.path.open("a", encoding="utf-8") as file:
                file.write(line)
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            message, hint = (
                f"cannot be written ({error.strerror})",
                ("name another file by ", Option("judgements")),
            )
            raise BrilligError(message, hint=hint, place=self.path) from None

    def take_back(self) -> None:
        """Remove the last judgement; everything else in the file stays."""
        text = read_text(self.path)
        places = [place for place, _, _ in self._lines(text)]
        if places:
            lines = text.split("\n")
            del lines[places[-1]]
            write_whole(self.path, "\n".join(lines))

    def _ends_with_newline(self) -> bool:
        with self.path.open("rb") as file:
            if file.seek(0, os.SEEK_END) == 0:
                return True
            file.seek(-1, os.SEEK_END)
            return file.read(1) == b"\n"

    @staticmethod
    def _lines(text: str) -> Iterator[tuple[int, Answer, str]]:
        for place, line in enumerate(text.split("\n")):
            stripped = line.strip()
            if stripped.startswith(_UNKNOWN):
                yield place, Answer.UNKNOWN, stripped.removeprefix(_UNKNOWN).strip()
            elif stripped.startswith("*") and stripped[1:2].strip():
                yield place, Answer.NO, stripped[1:].strip()
            elif stripped and not stripped.startswith("#"):
                yield place, Answer.YES, stripped[1:] if stripped.startswith(("\\#", "\\*")) else stripped
