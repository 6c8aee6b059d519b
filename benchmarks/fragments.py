"""Fragments of languages to learn from: word classes, weighted binary rules, and sentences drawn from them.

A fragment is a text of lines. `N: cat dog` gives words to a category, `NP > D N 1.5 | NP CO .25` gives it
rules, each with its weight against the others of the category (1 unless said); its words have 1 together.
"""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import cached_property

from brillig.language.builtin import BUILTIN, builtin
from brillig.language.cfg import Cfg
from brillig.language.corpus import Corpus
from brillig.language.grammar import Grammar
from brillig.parsing.generate import generate
from fragment_texts import TEXTS

MAX_WORDS = 12
MAX_NODES = 40


@dataclass(frozen=True)
class Fragment:
    """A grammar with weights.

    With `vocabulary` every class has that many made-up words instead of its own, drawn by Zipf's law.
    """

    name: str
    vocabulary: int = 0

    @cached_property
    def words(self) -> dict[str, list[str]]:
        if self.vocabulary:
            numbers = range(1, self.vocabulary + 1)
            return {name: [f"{name}-{i}" for i in numbers] for name in self._own_words}
        return self._own_words

    @cached_property
    def _own_words(self) -> dict[str, list[str]]:
        lines = [line for line in TEXTS[self.name].splitlines() if ":" in line]
        return {category: words.split() for category, words in (line.split(":") for line in lines)}

    @cached_property
    def rules(self) -> list[tuple[str, str, str, float]]:
        found = []
        for line in TEXTS[self.name].splitlines():
            if ">" in line:
                parent, right = line.split(">")
                for alternative in right.split("|"):
                    left, child, *weight = alternative.split()
                    found.append((parent.strip(), left, child, float(weight[0]) if weight else 1.0))
        return found

    @cached_property
    def grammar(self) -> Grammar:
        lexicon = {word: [category] for category, words in self.words.items() for word in words}
        return Grammar.of("S", [rule[:3] for rule in self.rules], lexicon)

    def sample(self, number: int, seed: int) -> list[str]:
        """Sentences of 2 to 12 words, repeats kept."""
        rng = random.Random(seed)
        result: list[str] = []
        while len(result) < number:
            words = self._draw(rng)
            if words is not None and 2 <= len(words) <= MAX_WORDS:
                result.append(" ".join(words))
        return result

    def _draw(self, rng: random.Random) -> list[str] | None:
        stack, words, nodes = ["S"], [], 0
        while stack:
            category = stack.pop()
            nodes += 1
            if nodes > MAX_NODES:
                return None
            choices = [(rule[1:3], rule[3]) for rule in self.rules if rule[0] == category]
            if category in self.words:
                choices.append(((), 1.0))
            children = rng.choices([c for c, _ in choices], [w for _, w in choices])[0]
            if children:
                stack += reversed(children)
            else:
                own = self.words[category]
                weights = [1 / (i + 1) if self.vocabulary else 1.0 for i in range(len(own))]
                words.append(rng.choices(own, weights)[0])
        return words


def truth_and_sample(name: str, number: int, seed: int) -> tuple[Grammar | Cfg, Corpus]:
    """A built-in language or a fragment, and sentences of it."""
    if name in BUILTIN:
        return builtin(name), Corpus.of(generate(builtin(name), number, seed=seed))
    fragment = Fragment(name)
    return fragment.grammar, Corpus.of(fragment.sample(number, seed))
