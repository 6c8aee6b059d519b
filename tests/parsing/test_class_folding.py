"""Classes that differ in a value only become one with a feature."""

from __future__ import annotations

from brillig.language.corpus import Corpus
from brillig.language.grammar import Grammar
from brillig.parsing.bits import describe
from brillig.parsing.class_folding import fold_classes


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
