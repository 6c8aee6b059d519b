"""Description length: how many bits a grammar takes, and its sentences once the grammar is known.

One definition for every engine and for `search`: `docs/explanation/description-length.md`
explains the code, and the kernel computes it (`src/kernel/grow_code.hpp`, `grow_bits.cpp`).
Renaming categories changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from math import inf
from typing import Any

from brillig._kernel import MAX_BIT_CATEGORIES, build_trees, describe_grammar
from brillig.errors import BrilligError
from brillig.language.canonical import canonical_names
from brillig.language.corpus import Corpus
from brillig.language.grammar import Grammar, LexicalRule, SyntacticRule, category_names
from brillig.language.tree import Tree
from brillig.parsing.cyk import accepts_all


@dataclass(frozen=True)
class Bits:
    """grammar      rules and lexicon, with what lifted restrictions cost
    data         the choices of the trees; infinite where a sentence has no tree and is no exception
    exceptions   sentences written out word by word, and which they are
    """

    grammar: float
    data: float
    exceptions: float

    @property
    def total(self) -> float:
        return self.grammar + self.data + self.exceptions

    def to_json(self) -> dict[str, float]:
        return {
            "total": round(self.total, 3),
            "grammar": round(self.grammar, 3),
            "data": round(self.data, 3),
            "exceptions": round(self.exceptions, 3),
        }


@dataclass(frozen=True)
class Description:
    """Bits with what they were counted on: the cheapest trees and how often these use each rule.

    trees   one for each sentence; None for an exception and for a sentence without a tree
    uses    of every rule of the grammar
    probabilities   of every rule, where they do not follow from its uses alone
    """

    bits: Bits
    trees: tuple[Tree | None, ...]
    uses: Mapping[SyntacticRule | LexicalRule, int] = field(hash=False)
    probabilities: Mapping[SyntacticRule | LexicalRule, float] | None = field(default=None, hash=False)

    @property
    def weights(self) -> dict[SyntacticRule | LexicalRule, float]:
        """The probability of each rule among those of its category, as the code has it at the end."""
        if self.probabilities is not None:
            return dict(self.probabilities)
        total: dict[str, float] = {}
        for rule, number in self.uses.items():
            total[rule[0]] = total.get(rule[0], 0.0) + number + 0.5
        return {rule: (number + 0.5) / total[rule[0]] for rule, number in self.uses.items()}


def bits_of(grammar: Grammar, corpus: Corpus, exceptions: Iterable[int] = ()) -> Bits:
    """The description length of a corpus with this grammar.

    `exceptions` are places of sentences (from 0) that are written out instead of being derived.
    """
    return describe(grammar, corpus, exceptions).bits


def describe(grammar: Grammar, corpus: Corpus, exceptions: Iterable[int] = ()) -> Description:
    """Bits, the trees behind them and the uses of the rules.

    Trees and probabilities are found in turn, from rules that are all alike, until they agree. Ties are
    broken in canonical order, so that names play no part.
    """
    left_out = sorted(set(exceptions))
    for place in left_out:
        if not 0 <= place < len(corpus):
            raise BrilligError(
                f"there is no sentence {place} to leave out", hint=f"places are 0 to {len(corpus) - 1}"
            )
    if len(grammar.categories) > MAX_BIT_CATEGORIES:
        raise BrilligError(
            f"bits are counted for at most {MAX_BIT_CATEGORIES} categories, "
            f"and this grammar has {len(grammar.categories)}"
        )
    numbers = canonical_numbers(grammar)
    words = {word: i for i, word in enumerate(sorted({*grammar.words, *corpus.words}))}
    syntactic = sorted(grammar.syntactic, key=lambda rule: [numbers[name] for name in rule])
    lexical = sorted(grammar.lexical, key=lambda rule: (words[rule.word], numbers[rule.category]))
    grammar_bits, data, exception_bits, rule_uses, lexical_uses, codes = describe_grammar(
        len(words),
        [(numbers[r.parent], numbers[r.left], numbers[r.right]) for r in syntactic],
        [(numbers[r.category], words[r.word]) for r in lexical],
        [[words[word] for word in sentence] for sentence in corpus.sentences],
        left_out,
    )
    if data == inf:
        rule_uses, lexical_uses = [0] * len(syntactic), [0] * len(lexical)
    names: list[str | None] = [name for name, _ in sorted(numbers.items(), key=lambda entry: entry[1])]
    trees: list[Any] = build_trees(codes, list(corpus.sentences), names, Tree)
    uses: dict[SyntacticRule | LexicalRule, int] = dict(zip(syntactic, rule_uses, strict=True))
    uses |= dict(zip(lexical, lexical_uses, strict=True))
    return Description(Bits(grammar_bits, data, exception_bits), tuple(trees), uses)


def canonical_numbers(grammar: Grammar) -> dict[str, int]:
    """A number for each category, from 0 for the start symbol, that does not depend on names."""
    order = {name: i for i, name in enumerate(["S", *category_names(len(grammar.categories) - 1)])}
    return {old: order[new] for old, new in canonical_names(grammar).items()}


def describe_used(grammar: Grammar, corpus: Corpus) -> tuple[Grammar, Description, tuple[int, ...]]:
    """In canonical names, without what the cheapest trees do not use; and the sentences without a tree."""
    while True:
        grammar = grammar.canonical()
        left_out: tuple[int, ...] = ()
        description = describe(grammar, corpus)
        if description.bits.data == inf:
            accepted = accepts_all(grammar, corpus.sentences)
            left_out = tuple(i for i, yes in enumerate(accepted) if not yes)
            description = describe(grammar, corpus, left_out)
        used = {rule for rule, number in description.uses.items() if number}
        if len(used) == len(grammar):
            return grammar, description, left_out
        grammar = Grammar(
            grammar.start,
            tuple(rule for rule in grammar.syntactic if rule in used),
            tuple(rule for rule in grammar.lexical if rule in used),
        )
