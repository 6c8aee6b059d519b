"""Tags, brackets and given rules in a dialogue, and a speaker who errs once."""

from __future__ import annotations

from itertools import islice

import pytest

import brillig
from brillig.language.builtin import builtin
from brillig.language.cfg_text import parse_general
from brillig.language.corpus import Corpus
from brillig.language.grammar import Grammar
from brillig.language.text import read_texts
from brillig.parsing.cyk import accepts_all
from brillig.parsing.generate import draw

MARKED = brillig.Reading(tags=True, brackets=True)
ITALIAN = parse_general(
    "S -> N V\nN -> M U | F D\nM -> 'il' | 'un'\nF -> 'la' | 'una'\nU -> 'gatto' | 'libro'\n"
    "D -> 'casa' | 'mela'\nV -> 'dorme' | T N\nT -> 'vede' | 'prende'",
    "Italian",
    (),
)
LINES = [
    "[NP il/DET gatto] dorme",
    "la casa dorme",
    "un libro dorme",
    "una mela dorme",
    "il gatto [VP vede [NP la casa]]",
    "la mela prende un libro",
    "un gatto vede una mela",
    "una casa prende il libro",
    "il libro vede il gatto",
    "la casa vede la mela",
]


def italian(sentence):
    return accepts_all(ITALIAN, [sentence])[0]


def test_marks_are_kept_to_and_name_the_categories():
    corpus = read_texts(LINES, MARKED).corpus
    dialogue = brillig.ask(corpus, italian)
    assert dialogue.identified
    solution = dialogue.solution
    assert solution.grammar.lexicon["il"] == ("DET",)
    assert str(solution.trees[0]).startswith("(S (NP (DET il) ")
    assert " (VP (" in str(solution.trees[4])
    assert {"NP", "VP", "DET"} <= set(dialogue.grammar.categories)
    mine = list(islice(draw(solution.grammar, 1, 8), 200))
    assert all(accepts_all(ITALIAN, mine))


def test_given_rules_are_kept():
    given = Grammar.of("S", [("S", "SUBJ", "PRED")], {"dorme": ["PRED"]})
    dialogue = brillig.ask(
        read_texts([line for line in LINES if "[" not in line]).corpus, italian, given=given
    )
    grammar = dialogue.solution.grammar
    assert ("S", "SUBJ", "PRED") in grammar.syntactic
    assert grammar.lexicon["dorme"] == ("PRED",)


def test_two_tags_of_a_word_are_explained():
    corpus = read_texts(["the/D cat/N sleeps", "the/X dog sleeps"], MARKED).corpus
    with pytest.raises(brillig.BrilligError, match="'the' is tagged D and X"):
        brillig.Dialogue(corpus)


@pytest.mark.parametrize("place", [2, pytest.param(8, marks=pytest.mark.soak)])
def test_one_false_answer_is_found(place):
    truth = builtin("toy2")
    asked = []

    def judge(sentence):
        asked.append(sentence)
        right = accepts_all(truth, [sentence])[0]
        return not right if len(asked) == place else right

    sentences = list(islice(draw(truth, 3, 14), 50))
    dialogue = brillig.ask(Corpus.of(sentences), judge, person=True)
    false = asked[place - 1]
    assert false in dialogue.exceptions or false in dialogue.hinges() or false in dialogue.pending
