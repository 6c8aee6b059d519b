"""Classes that differ in a value only become one with a feature."""

from __future__ import annotations

from brillig.language.corpus import Corpus
from brillig.language.grammar import Grammar
from brillig.parsing.bits import describe
from brillig.parsing.class_folding import coarser_grammars, fold_classes, suggest_pairs


def test_classes_that_differ_in_a_value_are_folded() -> None:
    """Every rule twice, for two genders, is one rule that agrees; the language stays."""
    rules, lexicon = [], {"it": ["O"]}
    for i in "12":
        rules += [("S", f"NP{i}", f"VP{i}"), (f"NP{i}", f"D{i}", f"N{i}"), (f"N{i}", f"A{i}", f"N{i}")]
        rules += [(f"VP{i}", f"V{i}", "O"), (f"VP{i}", f"W{i}", f"VP{i}")]
        lexicon |= {f"{c.lower()}{i}": [f"{c}{i}"] for c in "DNAVW"}
    grammar = Grammar.of("S", rules, lexicon)
    lines = [f"d{i} n{i} v{i} it\nd{i} a{i} n{i} w{i} v{i} it" for i in "12"]
    corpus = Corpus.of("\n".join(lines).splitlines())
    found = fold_classes(grammar, describe(grammar, corpus), corpus)
    assert found is not None
    assert len(found.folded.grammar.syntactic) < len(grammar.syntactic)
    assert "[f]" in str(found.folded)
    assert all(found.grammar.accepts(sentence) for sentence in corpus.sentences)
    assert found.description.bits.total < describe(grammar, corpus).bits.total


def test_the_start_symbol_is_never_made_one_with_another() -> None:
    """P and R differ in S and N alone: S may not carry a feature, so they stay apart below."""
    rules = [("S", "V", "P"), ("S", "V", "R"), ("P", "D", "S"), ("R", "D", "N")]
    grammar = Grammar.of("S", rules, {"v": ["V"], "d": ["D"], "n": ["N"]})
    assert all("S" not in pair for pairs in suggest_pairs(grammar) for pair in pairs)
    corpus = Corpus.of(["v d n", "v d v d n"])
    assert all(all(map(one.accepts, corpus.sentences)) for one in coarser_grammars(grammar, corpus))
