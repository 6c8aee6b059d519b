"""Classes that share only a name: a feature that nothing agrees in takes the bits of the classes."""

from __future__ import annotations

from brillig.language.corpus import Corpus
from brillig.language.grammar import Grammar
from brillig.parsing.bits import describe
from brillig.parsing.class_folding import fold_classes, fold_pairs
from brillig.parsing.folding import describe_features

ITALIAN = Grammar.of(
    "S",
    [("S", "NP", "VP"), ("NP", "D", "N"), ("NP", "E", "M"), ("VP", "V", "NP")],
    {
        **{word: ["D"] for word in ("il", "un")},
        **{word: ["E"] for word in ("la", "una")},
        **{word: ["N"] for word in ("gatto", "cane", "libro")},
        **{word: ["M"] for word in ("donna", "casa", "porta")},
        **{word: ["V"] for word in ("vede", "cerca")},
        "dorme": ["VP"],
    },
)
PHRASES = ["il gatto", "un cane", "il libro", "la donna", "una casa", "la porta", "un gatto", "una donna"]
CORPUS = Corpus.of(
    [f"{one} {verb} {other}" for one in PHRASES[::2] for verb in ("vede", "cerca") for other in PHRASES[1::3]]
    + [f"{one} dorme" for one in PHRASES]
)


def test_genders_are_folded_and_a_verb_and_its_phrase_are_not() -> None:
    found = fold_classes(ITALIAN, describe(ITALIAN, CORPUS), CORPUS)
    assert found is not None
    assert "NP → D[f] N[f]" in str(found.folded) or "NP → E[f] M[f]" in str(found.folded)
    assert "S → NP VP\n" in str(found.folded)
    assert found.folded.number_apart == 0


def test_classes_that_share_only_a_name_have_the_price_of_classes() -> None:
    verbs = fold_pairs(ITALIAN, frozenset({("V", "VP")}))
    assert verbs.number_apart == 1
    genders = fold_pairs(ITALIAN, frozenset({("D", "E"), ("M", "N")}))
    assert genders.number_apart == 0
    both = fold_pairs(ITALIAN, frozenset({("D", "E"), ("M", "N"), ("V", "VP")}))
    assert both.number_apart == 1
    bits = [describe_features(one, CORPUS).description.bits.total for one in (genders, both)]
    assert bits[0] < bits[1] < bits[0] + 6
