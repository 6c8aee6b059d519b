"""Test sentences: small sets that use every rule, all short sentences, and those one change away."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import islice, product

import pytest

from brillig.errors import BrilligError
from brillig.language.builtin import BUILTIN, builtin
from brillig.language.cfg import Cfg, CfgRule, CfgTree
from brillig.language.grammar import Grammar
from brillig.parsing.covering import Cover, cover_grammar, list_sentences
from brillig.parsing.cyk import accepts, parse_all
from brillig.parsing.generate import draw, ending
from brillig.parsing.neighbours import find_near, neighbours_of
from grammar_strategies import random_grammar

LENGTH = 5
RANDOM = [random_grammar(seed, categories=4, rules=6, words=4, homographs=1) for seed in range(30)]
GRAMMARS = [grammar for grammar in RANDOM if grammar.start in ending(Cfg.from_grammar(grammar))]


@cache
def by_brute_force(grammar: Grammar) -> list[tuple[str, ...]]:
    """Every string of words with a tree by definition, without a parser."""

    @cache
    def derives(top: str, words: tuple[str, ...]) -> bool:
        if len(words) == 1 and top in grammar.lexicon[words[0]]:
            return True
        return any(
            derives(rule.left, words[:middle]) and derives(rule.right, words[middle:])
            for rule in grammar.expansions.get(top, ())
            for middle in range(1, len(words))
        )

    strings = (s for length in range(1, LENGTH + 1) for s in product(grammar.words, repeat=length))
    return [string for string in strings if derives(grammar.start, string)]


def rules_in(grammar: Grammar | Cfg, sentence: tuple[str, ...]) -> set[CfgRule]:
    """The rules of any of its trees."""
    cfg = Cfg.from_grammar(grammar) if isinstance(grammar, Grammar) else grammar
    found: set[CfgRule] = set()
    by_text = {(r.parent, *(s if isinstance(s, str) else s.text for s in r.right)): r for r in cfg.rules}
    for tree in parse_all(cfg, sentence, 500):
        stack = [tree]
        while stack:
            node = stack.pop()
            right = tuple(c if isinstance(c, str) else c.label for c in node.children)
            found.add(by_text[(node.label, *right)])
            stack += [c for c in node.children if not isinstance(c, str)]
    return found


@pytest.mark.parametrize("grammar", GRAMMARS, ids=lambda grammar: str(len(grammar)))
def test_all_sentences_up_to_a_length_are_those_of_brute_force(grammar: Grammar) -> None:
    assert sorted(list_sentences(grammar, LENGTH)) == sorted(by_brute_force(grammar))


def test_all_sentences_come_shortest_first_and_too_many_are_refused() -> None:
    found = list_sentences(builtin("anbn"), 6)
    assert [" ".join(words) for words in found] == ["a b", "a a b b", "a a a b b b"]
    with pytest.raises(BrilligError, match="more than 100 sentences of up to 4 words"):
        list_sentences(builtin("toy1"), 9, 100)


@pytest.mark.parametrize("grammar", GRAMMARS, ids=lambda grammar: str(len(grammar)))
def test_every_rule_that_a_sentence_can_use_is_in_the_cover(grammar: Grammar) -> None:
    cover = cover_grammar(grammar)
    assert all(accepts(grammar, words) for words in cover)
    covered = set().union(*(rules_in(grammar, words) for words in cover))
    usable = set().union(*(rules_in(grammar, words) for words in by_brute_force(grammar)), set())
    assert usable <= covered
    assert [len(words) for words in cover] == sorted(len(words) for words in cover)


@pytest.mark.parametrize("name", BUILTIN)
def test_covers_of_the_built_in_grammars_are_small(name: str) -> None:
    cfg = builtin(name)
    rules = cover_grammar(cfg)
    pairs = cover_grammar(cfg, Cover.PAIRS)
    assert all(accepts(cfg, words) for words in [*rules, *pairs])
    assert set(cfg.rules) == set().union(*(rules_in(cfg, words) for words in rules))
    assert len(rules) <= len(cfg.rules)
    assert len(pairs) <= len(cfg.rules) ** 2


def pairs_in(
    cfg: Cfg, sentences: Iterable[tuple[str, ...]]
) -> set[tuple[tuple[str, ...], int, tuple[str, ...]]]:
    """Rules right below others, by place, in any tree of the sentences; words are alike."""
    found = set()
    for words in sentences:
        stack = [tree for tree in parse_all(cfg, words, 500) if isinstance(tree, CfgTree)]
        while stack:
            node = stack.pop()
            for place, child in enumerate(node.children):
                if not isinstance(child, str):
                    below = labels(child) if any(isinstance(c, CfgTree) for c in child.children) else ()
                    found.add((labels(node), place, below))
                    stack.append(child)
    return found


@pytest.mark.parametrize("grammar", GRAMMARS, ids=lambda grammar: str(len(grammar)))
def test_every_pair_that_a_short_sentence_has_is_in_the_cover_of_pairs(grammar: Grammar) -> None:
    cfg = Cfg.from_grammar(grammar)
    cover = cover_grammar(grammar, Cover.PAIRS)
    assert all(accepts(grammar, words) for words in cover)
    assert pairs_in(cfg, by_brute_force(grammar)) <= pairs_in(cfg, cover)


def test_pairs_have_every_rule_below_every_other() -> None:
    cfg = builtin("toy1")
    found = pairs_in(cfg, cover_grammar(cfg, Cover.PAIRS))
    phrases = {rule.parent: 0 for rule in cfg.rules if len(rule.right) > 1}
    wanted = {
        ((rule.parent, *rule.right), place, (below.parent, *below.right))
        for rule in cfg.rules
        for place, symbol in enumerate(rule.right)
        if symbol in phrases
        for below in cfg.rules
        if below.parent == symbol and len(below.right) > 1
    }
    assert len(wanted) > 8
    assert wanted <= found


def labels(tree: CfgTree) -> tuple[str, ...]:
    return (tree.label, *(child if isinstance(child, str) else child.label for child in tree.children))


@pytest.mark.parametrize("grammar", GRAMMARS[:12], ids=lambda grammar: str(len(grammar)))
def test_near_sentences_are_one_change_away_and_rightly_marked(grammar: Grammar) -> None:
    given = list(islice(draw(grammar, 1, 5), 3)) if by_brute_force(grammar) else []
    if not given:
        return
    near = find_near(grammar, given, 40)
    every = {one for sentence in given for one in neighbours_of(sentence, grammar.words)} - set(given)
    short = [sentence for sentence in given if len(sentence) < LENGTH]
    strings = [s for length in range(1, LENGTH + 1) for s in product(grammar.words, repeat=length)]
    for sentence in short:
        away = {string for string in strings if changes(string, sentence) == 1}
        assert {one for one in neighbours_of(sentence, grammar.words) if one != sentence} == away
    assert {one for one, _ in near} <= every
    assert len(near) == min(40, len(every))
    for words, right in near:
        assert right == accepts(grammar, words)
        assert any(changes(words, sentence) == 1 for sentence in given)
    right_ones = sum(accepts(grammar, one) for one in every)
    assert sum(right for _, right in near) == min(right_ones, max(20, 40 - (len(every) - right_ones)))


def changes(one: tuple[str, ...], other: tuple[str, ...]) -> int:
    """The distance with exchange of neighbours."""
    table = {(i, -1): i + 1 for i in range(-1, len(one))} | {(-1, j): j + 1 for j in range(-1, len(other))}
    for i, a in enumerate(one):
        for j, b in enumerate(other):
            table[i, j] = min(table[i - 1, j] + 1, table[i, j - 1] + 1, table[i - 1, j - 1] + (a != b))
            if i and j and a == other[j - 1] and one[i - 1] == b:
                table[i, j] = min(table[i, j], table[i - 2, j - 2] + 1)
    return table[len(one) - 1, len(other) - 1]
