"""What is known before the first question: tags, brackets and given rules.

A tag is the name of a word class: words with the same tag stay together, words with different ones apart.
Brackets and given rules are clauses of the formula that every candidate comes from.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from brillig.errors import BrilligError
from brillig.language.corpus import Corpus, Sentence
from brillig.language.grammar import Grammar
from brillig.language.marked import Marked, marked_sentences
from brillig.parsing.marks import MarkedParser
from brillig.workflows.asking.class_grammar import Classes, ClassGrammar, Rule

START = "S"


@dataclass(frozen=True)
class Knowledge:
    """Of the sentences of a dialogue: the category of words, constituents, and rules to be kept."""

    corpus: Corpus
    given: Grammar | None = None

    def __bool__(self) -> bool:
        return bool(self.given is not None or self.corpus.tags or self.corpus.brackets)

    @cached_property
    def tags(self) -> Mapping[str, str]:
        """The category of each word that has a known one; refused where a word has two."""
        found: dict[str, str] = {}
        pairs = [
            (word, tag)
            for sentence, tags in zip(self.corpus.sentences, self.corpus.tags, strict=False)
            for word, tag in zip(sentence, tags, strict=True)
            if tag is not None
        ]
        if self.given is not None:
            pairs += [(rule.word, rule.category) for rule in self.given.lexical]
        words = set(self.corpus.words)
        for word, tag in pairs:
            if word in words and found.setdefault(word, tag) != tag:
                raise BrilligError(
                    f"{word!r} is tagged {found[word]} and {tag}",
                    hint=(
                        "where questions are asked a word has one "
                        "category: take one of the tags back, or use infer"
                    ),
                )
        return found

    @cached_property
    def rules(self) -> tuple[tuple[str, str, str], ...]:
        """Those that are given, with the start symbol by its usual name."""
        if self.given is None:
            return ()
        own = {self.given.start: START}
        return tuple(
            (own.get(x, x), own.get(y, y), own.get(z, z)) for x, y, z in sorted(self.given.syntactic)
        )

    @cached_property
    def phrases(self) -> tuple[str, ...]:
        """The names of categories that have rules, or may: those of brackets, and in given rules."""
        names = [b.name for brackets in self.corpus.brackets for b in brackets if b.name is not None]
        parents = [rule[0] for rule in self.rules]
        others = [name for rule in self.rules for name in rule[1:] if name not in self.tags.values()]
        return tuple(name for name in dict.fromkeys((*names, *parents, *others)) if name != START)

    @cached_property
    def bracketed(self) -> tuple[Marked, ...]:
        """The sentences with constituents; tags are the business of word classes."""
        marked = (Marked(m.words, (None,) * len(m), m.brackets) for m in marked_sentences(self.corpus))
        return tuple(dict.fromkeys(m for m in marked if m.brackets))

    def sort(self, members: Sequence[Sequence[str]]) -> list[list[str]]:
        """The classes with tags kept to; words without one stay with the tag most frequent in their class."""
        named: dict[str, list[str]] = {}
        others: list[list[str]] = []
        for words in members:
            tags = Counter(self.tags[word] for word in words if word in self.tags)
            most = min(tags, key=lambda tag: (-tags[tag], tag), default=None)
            if most is None:
                others.append(list(words))
                continue
            for word in words:
                named.setdefault(self.tags.get(word, most), []).append(word)
        return [*others, *(sorted(words) for _, words in sorted(named.items()))]

    def together(self, word: str) -> list[str]:
        """The words that have the same tag as this one, itself included."""
        tag = self.tags.get(word)
        return [word] if tag is None else [other for other, own in self.tags.items() if own == tag]

    def agrees(self, words: Sequence[str]) -> bool:
        """Whether these may be one class."""
        return len({self.tags[word] for word in words if word in self.tags}) < 2

    def over(self, class_of: Mapping[str, int], named: Mapping[str, int]) -> KnownStrings:
        """The same over word classes, names being numbers of categories."""
        strings = (
            Marked(tuple(str(class_of[word]) for word in m.words), m.tags, m.brackets) for m in self.bracketed
        )
        rules = frozenset((named[x], named[y], named[z]) for x, y, z in self.rules)
        return KnownStrings(tuple(dict.fromkeys(strings)), named, rules)


@dataclass(frozen=True)
class KnownStrings:
    """Class strings with their constituents, and rules; the words of a string are classes as text."""

    strings: tuple[Marked, ...]
    named: Mapping[str, int]
    rules: frozenset[Rule]

    def holds(self, grammar: ClassGrammar) -> bool:
        if not self.rules <= grammar.rules:
            return False
        lexical = {str(own): home for own, home in enumerate(grammar.homes)}
        parser = MarkedParser(grammar.rules, lexical, self.named)
        return all(map(parser.accepts, self.strings))


NOTHING_KNOWN = KnownStrings((), {}, frozenset())


def classes_of(part: Marked) -> Classes:
    return tuple(map(int, part.words))


def with_judged(corpus: Corpus, right: Sequence[Sentence], wrong: Sequence[Sentence]) -> Corpus:
    """The sentences with those judged right behind them; marks stay where they are."""
    if not right and not wrong:
        return corpus
    return corpus.followed_by(Corpus(tuple(right), rejected=tuple(wrong)))
