"""A sentence with what is known of its tree: tags of words, and constituents."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import overload

from brillig.language.corpus import Corpus, Sentence
from brillig.language.markup import Bracket


@dataclass(frozen=True)
class Marked:
    """Words, the tag of each (or None), and the constituents that a tree has to have.

    A slice is the part of the sentence with what is known of it. A tree has every constituent exactly if no
    node crosses one: overlaps it, and neither contains the other.
    """

    words: Sentence
    tags: tuple[str | None, ...]
    brackets: tuple[Bracket, ...] = ()

    def __len__(self) -> int:
        return len(self.words)

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> Marked: ...
    def __getitem__(self, index: int | slice) -> str | Marked:
        if isinstance(index, int):
            return self.words[index]
        start, stop, _ = index.indices(len(self.words))
        inside = (b for b in self.brackets if start <= b.start and b.end <= stop)
        return Marked(
            self.words[index],
            self.tags[index],
            tuple(Bracket(b.start - start, b.end - start, b.name) for b in inside),
        )

    def names_of(self, start: int, stop: int) -> set[str]:
        """The names that the node over these words has to have, all of them."""
        names = {b.name for b in self.brackets if (b.start, b.end) == (start, stop) and b.name is not None}
        if stop - start == 1 and (tag := self.tags[start]) is not None:
            names.add(tag)
        return names

    def crosses(self, start: int, stop: int) -> bool:
        """Whether a node over these words would cross a constituent."""
        return any(b.start < start < b.end < stop or start < b.start < stop < b.end for b in self.brackets)

    def cuts(self) -> list[int]:
        """Where the whole may be divided in two without crossing a constituent."""
        length = len(self.words)
        return [k for k in range(1, length) if not self.crosses(0, k) and not self.crosses(k, length)]

    def __str__(self) -> str:
        """As it is written in a file."""
        texts = [w if tag is None else f"{w}/{tag}" for w, tag in zip(self.words, self.tags, strict=True)]
        for bracket in self.brackets:
            name = "" if bracket.name is None else f"{bracket.name} "
            texts[bracket.start] = f"[{name}{texts[bracket.start]}"
        for bracket in self.brackets:
            texts[bracket.end - 1] += "]"
        return " ".join(texts)


def marked_sentences(corpus: Corpus) -> tuple[Marked, ...]:
    """The sentences with their tags and brackets, in their order."""
    tags = corpus.tags or tuple((None,) * len(sentence) for sentence in corpus.sentences)
    brackets = corpus.brackets or ((),) * len(corpus)
    return tuple(map(Marked, corpus.sentences, tags, brackets))


def known_categories(corpus: Corpus) -> dict[str, set[str]]:
    """The categories that tags, and brackets around one word, give to each word."""
    found: dict[str, set[str]] = {}
    for sentence in marked_sentences(corpus) if corpus.tags or corpus.brackets else ():
        for place, word in enumerate(sentence.words):
            found.setdefault(word, set()).update(sentence.names_of(place, place + 1))
    return found


def names_in(corpus: Corpus) -> Iterator[str]:
    """The names that tags and brackets give to categories, each once."""
    found = [name for tags in corpus.tags for name in tags if name is not None]
    found += [b.name for brackets in corpus.brackets for b in brackets if b.name is not None]
    return iter(dict.fromkeys(found))
