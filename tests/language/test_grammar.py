"""The grammar as a value: equality, text forms, size figures, names."""

from __future__ import annotations

import pickle

import pytest

from brillig.errors import BrilligError
from brillig.language.grammar import Grammar, LexicalRule, SyntacticRule
from brillig.parsing.cyk import accepts

RULES = [("S", "B", "C"), ("A", "D", "C"), ("B", "C", "E"), ("C", "C", "A"), ("C", "G", "F")]
LEXICON = {"Bob": ["C"], "John": ["C"], "by": ["D"], "saw": ["E"], "man": ["F"], "dog": ["F"], "the": ["G"]}


def test_order_and_repeats_do_not_matter() -> None:
    grammar = Grammar.of("S", RULES, LEXICON)
    other = Grammar.of("S", [*reversed(RULES), RULES[0]], dict(reversed(LEXICON.items())))
    assert grammar == other
    assert hash(grammar) == hash(other)
    assert grammar != Grammar.of("S", RULES[1:], LEXICON)
    assert list(grammar)[:1] == [SyntacticRule("A", "D", "C")]
    assert list(grammar)[-1] == LexicalRule("G", "the")
    assert len(grammar) == 12


def test_the_papers_text_form() -> None:
    lines = str(Grammar.of("S", RULES, LEXICON)).splitlines()
    assert lines[0] == "S → B C"
    assert "C → C A | G F | Bob | John" in lines


def test_the_papers_rule_table() -> None:
    grammar = Grammar.of("S", [("S", "NP", "VP"), ("NP", "D", "N")], {"a": ["D"], "b": ["N"], "c": ["VP"]})
    assert grammar.table() == (
        "   NP VP  D  N\n"
        "NP  ·  S  ·  ·\n"
        "VP  ·  ·  ·  ·\n"
        " D  ·  ·  · NP\n"
        " N  ·  ·  ·  ·"
    )  # fmt: skip


def test_two_parents_of_one_pair_share_a_cell() -> None:
    grammar = Grammar.of("S", [("S", "A", "B"), ("A", "A", "B")], {"a": ["A"], "b": ["B"]})
    assert "A/S" in grammar.table()


def test_size_figures() -> None:
    assert Grammar.of("S", RULES, LEXICON | {"saw": ["E", "F"]}).size() == {
        "categories": 8,
        "lexical_categories": 5,
        "syntactic_rules": 5,
        "lexical_rules": 8,
        "words": 7,
        "homographs": 1,
    }


@pytest.mark.parametrize("name", ["B_0", "B_0_1", "NP", "Ä", "N-1", "x.y"])
def test_names_with_features(name: str) -> None:
    assert Grammar.of("S", [("S", name, name)], {"w": [name]}).accepts("w w")


@pytest.mark.parametrize(
    "name", ["", "A B", "A|B", "A,B", "A=B", "A>B", "'A'", '"', "→", "A\u2028B", "\ud800"]
)
def test_names_that_could_not_be_written(name: str) -> None:
    with pytest.raises(BrilligError, match="cannot name a category"):
        Grammar.of("S", [("S", name, "A")], {})


def test_a_grammar_goes_to_another_process_after_it_was_used() -> None:
    grammar = Grammar.of("S", RULES, LEXICON)
    assert accepts(grammar, "Bob saw the dog")
    assert pickle.loads(pickle.dumps(grammar)) == grammar


def test_start_may_be_any_category_and_stand_on_the_right() -> None:
    grammar = Grammar.of("X", [("X", "X", "X")], {"x": ["X"]})
    assert grammar.accepts("x x x")
    assert grammar.table() == "  X\nX X"
