"""The word classes of a dialogue: which words they have, and where their categories may stand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from brillig.language.corpus import Corpus, Sentence
from brillig.language.grammar import Grammar, category_names
from brillig.problems.restrictions import STRICT, Restrictions
from brillig.workflows.asking.class_formula import Shape
from brillig.workflows.asking.class_grammar import Classes, ClassGrammar
from brillig.workflows.asking.knowledge import START, Knowledge


@dataclass(frozen=True)
class WordClasses:
    """members    the words of each class
    phrasal    the classes whose category may have rules, too
    whole      the classes that are sentences by themselves: S is a category of theirs, too
    lifted     what the grammars may do beyond the paper's model
    named      the categories without words that have names
    """

    members: tuple[tuple[str, ...], ...]
    phrasal: frozenset[int] = frozenset()
    whole: frozenset[int] = frozenset()
    lifted: Restrictions = STRICT
    named: tuple[str, ...] = ()

    @cached_property
    def class_of(self) -> Mapping[str, int]:
        return {word: own for own, words in enumerate(self.members) for word in words}

    def string(self, sentence: Sentence) -> Classes:
        return tuple(self.class_of[word] for word in sentence)

    def split(self, own: int, apart: Sequence[str]) -> WordClasses:
        """With these words of a class in a new one, which is like it otherwise."""
        new = len(self.members)
        left = tuple(word for word in self.members[own] if word not in apart)
        members = (*self.members[:own], left, *self.members[own + 1 :], tuple(apart))
        phrasal = self.phrasal | {new} if own in self.phrasal else self.phrasal
        return replace(self, members=members, phrasal=phrasal)

    def joined(self, kept: int, gone: int) -> WordClasses:
        """With two classes as one; those behind the second move up."""
        members = list(self.members)
        members[kept] = tuple(sorted(members[kept] + members[gone]))
        del members[gone]
        phrasal = frozenset(own - (own > gone) for own in self.phrasal if own != gone)
        return replace(self, members=tuple(members), phrasal=phrasal)

    def shape(self, free: int, *, loose: bool) -> Shape:
        """Categories for the classes, and free ones; `loose` lets every class be a phrase, too."""
        phrasal = self._phrases(loose)
        others = [own for own in range(len(self.members)) if own not in phrasal]
        number = len(phrasal) + len(self.named) + free
        category = {own: 1 + place for place, own in enumerate(phrasal)}
        category |= {own: 1 + number + place for place, own in enumerate(others)}
        homes = (((0,) if own in self.whole else ()) + (category[own],) for own in range(len(self.members)))
        lifted = self.lifted
        return Shape(
            tuple(homes),
            number,
            1 + number + len(others),
            len(self.named),
            equal=not lifted.distinct_children,
            shared=not lifted.one_parent,
            inner_root=not lifted.root_at_base,
            words_at_root=loose or not lifted.root_nonlexical,
        )

    def _phrases(self, loose: bool) -> list[int]:
        return [own for own in range(len(self.members)) if loose or own in self.phrasal]

    def numbers(self, tags: Mapping[str, str], shape: Shape, *, loose: bool) -> dict[str, int]:
        """The number of each category that has a name, by the tags of words or as one without words."""
        named = {START: 0}
        for own, words in enumerate(self.members):
            named |= {tags[word]: shape.homes[own][-1] for word in words if word in tags}
        first = 1 + len(self._phrases(loose))
        return named | {name: first + place for place, name in enumerate(self.named)}

    def grammar(self, found: ClassGrammar) -> Grammar:
        """The grammar over words."""
        names = ["S", *category_names(found.categories)]
        return Grammar.of(
            "S",
            [(names[x], names[y], names[z]) for x, y, z in found.rules],
            {
                word: [names[x] for x in found.homes[own]]
                for own, words in enumerate(self.members)
                for word in words
            },
        )

    def with_whole(self, whole: frozenset[int]) -> WordClasses:
        return replace(self, whole=whole)

    def allowing(self, lifted: Restrictions) -> WordClasses:
        return replace(self, lifted=lifted)


def first_classes(corpus: Corpus, first: Grammar, knowledge: Knowledge) -> WordClasses:
    """Words of the same categories, and tags kept to; the grammar says which may be phrases, too."""
    alike: dict[frozenset[str], list[str]] = {}
    for word in corpus.words:
        alike.setdefault(frozenset(first.lexicon[word]), []).append(word)
    members = tuple(tuple(words) for words in knowledge.sort(list(alike.values())))
    under_root = {c for rule in first.expansions.get(first.start, ()) for c in (rule.left, rule.right)}
    phrases = (under_root | set(first.expansions)) - {first.start}
    phrasal = frozenset(
        own
        for own, words in enumerate(members)
        if 2 * sum(bool({*first.lexicon[w]} & phrases) for w in words) > len(words)
    )
    tagged = {
        knowledge.tags[w]: own for own, words in enumerate(members) for w in words if w in knowledge.tags
    }
    named = tuple(name for name in knowledge.phrases if name not in tagged)
    phrasal |= {tagged[name] for name in knowledge.phrases if name in tagged}
    lifted = Restrictions.strictest(first)
    if knowledge.given is not None:
        lifted |= Restrictions.strictest(knowledge.given)
    return WordClasses(members, phrasal, frozenset(), lifted, named)
