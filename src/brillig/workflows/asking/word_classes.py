"""The word classes of a dialogue: which words they have, and where their categories may stand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from brillig.language.corpus import Sentence
from brillig.language.grammar import Grammar, category_names
from brillig.problems.restrictions import STRICT, Restrictions
from brillig.workflows.asking.class_formula import Shape
from brillig.workflows.asking.class_grammar import Classes, ClassGrammar
from brillig.workflows.asking.knowledge import START


@dataclass(frozen=True)
class WordClasses:
    """members    the words of each class
    phrasal    the classes whose category may have rules, too
    whole      the classes that are sentences by themselves: their category is S
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
        phrasal, whole = (group | {new} if own in group else group for group in (self.phrasal, self.whole))
        return replace(self, members=members, phrasal=phrasal, whole=whole)

    def joined(self, kept: int, gone: int) -> WordClasses:
        """With two classes as one; those behind the second move up."""

        def moved(group: frozenset[int]) -> frozenset[int]:
            return frozenset(own - (own > gone) for own in group if own != gone)

        members = list(self.members)
        members[kept] = tuple(sorted(members[kept] + members[gone]))
        del members[gone]
        return replace(self, members=tuple(members), phrasal=moved(self.phrasal), whole=moved(self.whole))

    def shape(self, free: int, *, loose: bool) -> Shape:
        """Categories for the classes, and free ones; `loose` lets every class be a phrase, too."""
        phrasal = self._phrases(loose)
        others = [own for own in range(len(self.members)) if own not in self.whole and own not in phrasal]
        number = len(phrasal) + len(self.named) + free
        homes = dict.fromkeys(self.whole, (0,))
        homes |= {own: (1 + place,) for place, own in enumerate(phrasal)}
        homes |= {own: (1 + number + place,) for place, own in enumerate(others)}
        lifted = self.lifted
        return Shape(
            tuple(homes[own] for own in range(len(self.members))),
            number,
            1 + number + len(others),
            len(self.named),
            equal=not lifted.distinct_children,
            shared=not lifted.one_parent,
            inner_root=not lifted.root_at_base,
            words_at_root=loose or not lifted.root_nonlexical,
        )

    def _phrases(self, loose: bool) -> list[int]:
        return [
            own
            for own in range(len(self.members))
            if own not in self.whole and (loose or own in self.phrasal)
        ]

    def numbers(self, tags: Mapping[str, str], shape: Shape, *, loose: bool) -> dict[str, int]:
        """The number of each category that has a name, by the tags of words or as one without words."""
        named = {START: 0}
        for own, words in enumerate(self.members):
            named |= {tags[word]: shape.homes[own][0] for word in words if word in tags}
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

    def allowing(self, lifted: Restrictions) -> WordClasses:
        return replace(self, lifted=lifted)
