"""CYK parsing: is a sentence accepted, how many trees has it, which are they.

A sentence is a text (words split on white space) or a sequence of words. The work is done by the kernel
(`src/kernel/cyk.cpp`), without the interpreter's lock, for whole corpora in one call.

The trees of a sentence have a fixed order: at each node from the base up, the shorter left part comes first,
then the earlier rule. `parse` gives the first, `parse_all` the first k.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import overload

from brillig._kernel import MANY_TREES
from brillig.language.cfg import Cfg, CfgTree
from brillig.language.grammar import Grammar
from brillig.language.tree import Tree
from brillig.parsing.cover import trees_covering
from brillig.parsing.indexed import IndexedGrammar, normalise

Text = str | Iterable[str]


@lru_cache(maxsize=64)
def compiled(grammar: Grammar | Cfg) -> IndexedGrammar:
    """The grammar as the kernel wants it; built once for the grammars used last."""
    return normalise(grammar)


def accepts(grammar: Grammar | Cfg, sentence: Text) -> bool:
    """Whether the sentence has a parse tree."""
    return accepts_all(grammar, [sentence])[0]


def accepts_all(grammar: Grammar | Cfg, sentences: Iterable[Text]) -> list[bool]:
    """Whether each sentence has a parse tree."""
    indexed = compiled(grammar)
    return indexed.parser.accepts([indexed.encode(words_of(s)) for s in sentences])


def count_trees(grammar: Grammar | Cfg, sentence: Text) -> int:
    """How many parse trees the sentence has, exactly."""
    return count_all(grammar, [sentence])[0]


def count_all(grammar: Grammar | Cfg, sentences: Iterable[Text]) -> list[int]:
    """How many parse trees each sentence has, exactly."""
    indexed = compiled(grammar)
    numbers = [indexed.encode(words_of(s)) for s in sentences]
    counts = indexed.parser.counts(numbers)
    # The kernel counts in 64 bits and says so where that is not enough.
    return [
        indexed.count_exactly(sentence) if count == MANY_TREES else count
        for sentence, count in zip(numbers, counts, strict=True)
    ]


@overload
def parse(grammar: Grammar, sentence: Text) -> Tree | None: ...
@overload
def parse(grammar: Cfg, sentence: Text) -> CfgTree | None: ...
def parse(grammar: Grammar | Cfg, sentence: Text) -> Tree | CfgTree | None:
    """The first tree of the sentence, or None."""
    return parse_corpus(grammar, [sentence])[0]


@overload
def parse_corpus(grammar: Grammar, sentences: Iterable[Text]) -> list[Tree | None]: ...
@overload
def parse_corpus(grammar: Cfg, sentences: Iterable[Text]) -> list[CfgTree | None]: ...
@overload
def parse_corpus(grammar: Grammar | Cfg, sentences: Iterable[Text]) -> Sequence[Tree | CfgTree | None]: ...
def parse_corpus(grammar: Grammar | Cfg, sentences: Iterable[Text]) -> Sequence[Tree | CfgTree | None]:
    """The first tree of each sentence, or None."""
    indexed = compiled(grammar)
    return indexed.parse([words_of(s) for s in sentences])


@overload
def parse_all(grammar: Grammar, sentence: Text, most: int) -> list[Tree]: ...
@overload
def parse_all(grammar: Cfg, sentence: Text, most: int) -> list[CfgTree]: ...
@overload
def parse_all(grammar: Grammar | Cfg, sentence: Text, most: int) -> Sequence[Tree | CfgTree]: ...
def parse_all(grammar: Grammar | Cfg, sentence: Text, most: int) -> Sequence[Tree | CfgTree]:
    """The first trees of the sentence, at most `most`, all different."""
    indexed = compiled(grammar)
    words = words_of(sentence)
    codes = indexed.parser.trees(indexed.encode(words), most)
    return indexed.decode(codes, [words] * len(codes))


def trees_using_all(grammar: Grammar, sentences: Iterable[Text]) -> tuple[Tree, ...] | None:
    """One tree for each sentence such that together they use every category, where that is possible.

    None when some sentence has no parse tree. Where no choice of trees uses every category, the first trees
    are given, changed as far as that brings in more categories. Only where thousands of choices depend on one
    another (a covering problem), or sentences are very long, may a possible one be missed.
    """
    indexed = compiled(grammar)
    split = [words_of(s) for s in sentences]
    numbers = [indexed.encode(words) for words in split]
    codes = indexed.parser.first_trees(numbers)
    if not all(codes):
        return None
    uses = Counter(category for code in codes for category in set(code[::2]))
    if len(uses) < len(grammar.categories):
        codes = trees_covering(indexed, numbers, codes)
    return tuple(indexed.decode(codes, split))


def words_of(sentence: Text) -> tuple[str, ...]:
    return tuple(sentence.split() if isinstance(sentence, str) else sentence)
