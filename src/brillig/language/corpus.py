"""`Corpus`: sentences as words, and what is known about them. `language/text.py` reads them from a text."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import overload

from brillig.errors import BrilligError, Option, Place
from brillig.language.markup import Bracket
from brillig.language.reading import Reading

MAX_WORDS = 60
LONGEST_SENTENCE = 200  # words: trees are as deep as sentences are long, and are read and written recursively
MAX_ASKED_WORDS = (
    1000  # of a sentence that questions are asked about; those above are not kept with a solution
)
MAX_SENTENCES = 100_000
MAX_LETTERS = 10_000  # of a word

# JSON can hold halves of characters, which cannot be written as UTF-8.
HALF_CHARACTER = re.compile("[\ud800-\udfff]")

Sentence = tuple[str, ...]


def check_word(word: str) -> str:
    """The word itself, or a refusal when it could not stand in a line of sentences."""
    if len(word) > MAX_LETTERS:
        raise BrilligError(f"a word of {len(word):,} characters, more than {MAX_LETTERS:,}")
    if word.split() != [word]:
        raise BrilligError(f"{word!r} is not a word: a word is not empty and has no blanks")
    if HALF_CHARACTER.search(word) or "\0" in word:
        raise BrilligError(f"{word!r} is not a word: it has characters that no UTF-8 text has")
    return word


@dataclass(frozen=True)
class Corpus(Sequence[Sentence]):
    """Sentences in their order, repeats kept.

    rejected   starred ones: a grammar of the sentences has to reject these
    tags       for each sentence its words' categories, None where none is given; empty without any
    brackets   for each sentence its known constituents; empty without any
    reading    the choices with which the sentences were read from a text; None for words as given
    """

    sentences: tuple[Sentence, ...]
    rejected: tuple[Sentence, ...] = ()
    tags: tuple[tuple[str | None, ...], ...] = ()
    brackets: tuple[tuple[Bracket, ...], ...] = ()
    reading: Reading | None = None

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
            _check_length(sentence, f"sentence {number}", one_word, max_words)
            for word in sentence:
                check_word(word)
        if not split:
            raise BrilligError("there are no sentences", hint="give at least one")
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

    @property
    def is_more_than_words(self) -> bool:
        """Whether there is more to keep of it than the words of its sentences."""
        return bool(self.rejected or self.tags or self.brackets or self.reading is not None)

    @property
    def is_annotated(self) -> bool:
        """Whether more is known than sentences: starred ones, tags or brackets."""
        return bool(self.rejected or self.tags or self.brackets)

    @overload
    def __getitem__(self, index: int) -> Sentence: ...
    @overload
    def __getitem__(self, index: slice) -> Corpus: ...
    def __getitem__(self, index: int | slice) -> Sentence | Corpus:
        if isinstance(index, slice):
            return self.part(range(len(self))[index])
        return self.sentences[index]

    def __iter__(self) -> Iterator[Sentence]:
        return iter(self.sentences)

    def __repr__(self) -> str:
        return f"<Corpus: {len(self.sentences)} sentences, {len(self.words)} words>"

    def __str__(self) -> str:
        """A sentence a line."""
        return "\n".join(self.texts())

    def texts(self) -> list[str]:
        return [" ".join(sentence) for sentence in self.sentences]

    def first(self, number: int) -> Corpus:
        return self.part(range(min(number, len(self))))

    def part(self, indices: Iterable[int]) -> Corpus:
        """The sentences at these places, in their order; what has to be rejected stays."""
        places = sorted(indices)
        return replace(
            self,
            sentences=tuple(self.sentences[i] for i in places),
            tags=tuple(self.tags[i] for i in places) if self.tags else (),
            brackets=tuple(self.brackets[i] for i in places) if self.brackets else (),
        )

    def refuse_unused(self) -> None:
        """Refuse what is not made use of here, rather than pass over it."""
        for name, found in (("tags", self.tags), ("brackets", self.brackets)):
            if found:
                hint = ("leave out ", Option(name), " and the marks")
                raise BrilligError("nothing is done with them here", hint=hint, field=name)

    def renamed(self, names: Mapping[str, str]) -> Corpus:
        """The same with other names for categories in tags and brackets."""
        if not (self.tags or self.brackets):
            return self
        return replace(
            self,
            tags=tuple(tuple(t if t is None else names.get(t, t) for t in tags) for tags in self.tags),
            brackets=tuple(
                tuple(b if b.name is None else b._replace(name=names.get(b.name, b.name)) for b in brackets)
                for brackets in self.brackets
            ),
        )

    def followed_by(self, other: Corpus) -> Corpus:
        """Both as one, read as this one was."""
        both = (self, other)
        tags = sum((one.tags or tuple((None,) * len(s) for s in one.sentences) for one in both), ())
        brackets = sum((one.brackets or ((),) * len(one) for one in both), ())
        return Corpus(
            self.sentences + other.sentences,
            rejected=tuple(dict.fromkeys(self.rejected + other.rejected)),
            tags=tags if self.tags or other.tags else (),
            brackets=brackets if self.brackets or other.brackets else (),
            reading=self.reading or other.reading,
        )


def _check_length(sentence: Sentence, place: str, one_word: bool, max_words: int) -> None:
    if len(sentence) < (1 if one_word else 2):
        found = f"only the word {sentence[0][:40]!r}" if sentence else "no word"
        hint = ("a sentence needs at least two words: join or drop it, or ", Option("allow", "one-word"))
        raise BrilligError(found, hint=hint, place=Place(place))
    if len(sentence) > max_words:
        hint = ("shorten the sentence or raise ", Option("max_sentence_words"))
        raise BrilligError(f"{len(sentence)} words, more than {max_words}", hint=hint, place=Place(place))
