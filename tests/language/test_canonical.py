"""Canonical form: the same under every renaming, different for different grammars, and quick."""

from __future__ import annotations

import random
import time
from itertools import permutations, product

import pytest

from brillig.language.canonical import canonical_names, canonical_rules
from brillig.language.grammar import Grammar
from grammar_strategies import random_grammar, shuffled


@pytest.mark.parametrize("categories", [4, 5, 6, 8, 10, 12, 14, 16])
def test_equal_under_200_renamings(categories: int) -> None:
    for seed, words in ((1, 0), (2, 3), (3, 2 * categories)):
        grammar = random_grammar(seed, categories, rules=categories, words=words)
        text = grammar.canonical_text
        for turn in range(200):
            assert shuffled(grammar, turn).canonical_text == text


def symmetric_grammars() -> list[Grammar]:
    pairs = [("S", f"A{i}", f"B{i}") for i in range(8)]
    all_alike = [("S", f"A{i}", f"A{j}") for i, j in product(range(16), repeat=2)]
    distinct = [rule for rule in all_alike if rule[1] != rule[2]]
    group = [(f"A{i}", f"A{j}", f"A{i ^ j}") for i, j in product(range(16), repeat=2)]
    circles = [(f"A{3 * i + k}", f"A{3 * i + (k + 1) % 3}", "B") for i in range(5) for k in range(3)]
    one_circle = [(f"A{k}", f"A{(k + 1) % 15}", "B") for k in range(15)]
    grammars = [
        Grammar.of("S", rules, {}) for rules in (pairs, all_alike, distinct, group, circles, one_circle)
    ]
    return [*grammars, Grammar.of("S", [], {"w": [f"A{i}" for i in range(15)]})]


@pytest.mark.parametrize("number", range(7))
def test_symmetric_grammars_are_canonical_and_quick(number: int) -> None:
    grammar = symmetric_grammars()[number]
    text = grammar.canonical_text
    for turn in range(20):
        assert shuffled(grammar, turn).canonical_text == text
    start = time.perf_counter()
    canonical_names(grammar)
    # `make bench` prints the time itself, some milliseconds; without symmetries it would be 15! branches.
    assert time.perf_counter() - start < 0.5


def test_symmetric_grammars_differ() -> None:
    assert len({grammar.canonical_text for grammar in symmetric_grammars()}) == 7


def test_different_for_the_four_bracketings() -> None:
    sentence_rules = (
        [("S", "NP", "VP"), ("VP", "V", "NP")],
        [("S", "Q", "NP"), ("Q", "NP", "V")],
    )
    phrase_rules = (
        [("NP", "NP", "PP"), ("PP", "P", "NP")],
        [("NP", "R", "NP"), ("R", "NP", "P")],
    )
    lexicon = {"Bob": ["NP"], "saw": ["V"], "in": ["P"], "the": ["D"], "cat": ["N"]}
    texts = {
        Grammar.of("S", [*first, *second, ("NP", "D", "N")], lexicon).canonical_text
        for first, second in product(sentence_rules, phrase_rules)
    }
    assert len(texts) == 4


def test_equal_exactly_for_renamings_of_one_another() -> None:
    """Every rule set over S, A, B, C with two rules: canonical forms are the orbits under renaming."""
    names = ("A", "B", "C")
    rules = list(product(("S", *names), names, names))
    rng = random.Random(5)
    by_text: dict[str, set[frozenset[frozenset[tuple[str, ...]]]]] = {}
    for _ in range(600):
        chosen = rng.sample(rules, 2)
        grammar = Grammar.of("S", chosen, {"w": ["A", "B", "C"]})
        orbit = frozenset(
            frozenset(tuple({"S": "S", **dict(zip(names, p, strict=True))}[x] for x in r) for r in chosen)
            for p in permutations(names)
        )
        by_text.setdefault(grammar.canonical_text, set()).add(orbit)
    assert all(len(orbits) == 1 for orbits in by_text.values())
    orbits = [orbit for found in by_text.values() for orbit in found]
    assert len(set(orbits)) == len(orbits) > 50


def test_names_are_s_then_letters() -> None:
    grammar = random_grammar(4, 8, 12, 10)
    new = canonical_names(grammar)
    assert new[grammar.start] == "S"
    assert sorted(new.values()) == sorted(["S", *"ABCDEFGHIJ"[: len(grammar.categories) - 1]])
    assert grammar.canonical().canonical() == grammar.canonical()


def test_words_are_not_renamed() -> None:
    one = Grammar.of("S", [("S", "A", "B")], {"a": ["A"], "b": ["B"]})
    other = Grammar.of("S", [("S", "A", "B")], {"a": ["B"], "b": ["A"]})
    assert one.canonical_text != other.canonical_text


def test_bare_rule_sets_up_to_renumbering() -> None:
    rules = [(0, 1, 2), (3, 4, 2), (1, 2, 5), (2, 2, 3), (2, 6, 7)]
    marked = [0, 0, 0, 0, 1, 1, 1, 1]
    value = canonical_rules(rules, marked)
    rng = random.Random(2)
    for _ in range(50):
        plain, lexical = rng.sample([1, 2, 3], 3), rng.sample([4, 5, 6, 7], 4)
        new = [0, *plain, *lexical]
        assert canonical_rules([(new[x], new[y], new[z]) for x, y, z in rules], marked) == value
    swapped = [0, 4, 2, 3, 1, 5, 6, 7]  # takes a plain category to a lexical one
    assert canonical_rules([(swapped[x], swapped[y], swapped[z]) for x, y, z in rules], marked) != value
    assert canonical_rules(rules, marked, start=1) != value
    assert hash(value) == hash(canonical_rules(list(reversed(rules)), marked))
