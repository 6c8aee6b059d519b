"""Sentences of the built-in grammars, and the grammars that are expected from them."""

from __future__ import annotations

from brillig.language.builtin import builtin
from brillig.language.corpus import Corpus
from brillig.language.grammar import Grammar
from brillig.parsing.generate import generate

ITALIAN_SENTENCES = """il gatto dorme
la casa dorme
un libro dorme
una mela dorme
il gatto vede la casa
la mela prende un libro
un gatto vede una mela
una casa prende il libro
il libro vede il gatto
la casa vede la mela"""


def sample(name: str, number: int, seed: int) -> Corpus:
    """`number` sentences of a built-in grammar."""
    return Corpus.of(generate(builtin(name), number, seed=seed))


def toy1_bracketings(words: tuple[str, ...]) -> set[str]:
    """The four grammars with one language that (8, 4, 5) leaves for toy1, over the given words."""
    kinds = {
        "NP": "John Mary Bob",
        "V": "saw ate walked",
        "D": "a an the my",
        "N": "man dog cat telescope park",
        "P": "in on by with",
    }
    lexicon = {word: [kind] for kind, text in kinds.items() for word in text.split() if word in words}
    clauses = [[("S", "NP", "VP"), ("VP", "V", "NP")], [("S", "Q", "NP"), ("Q", "NP", "V")]]
    phrases = [[("NP", "NP", "PP"), ("PP", "P", "NP")], [("NP", "R", "NP"), ("R", "NP", "P")]]
    return {
        Grammar.of("S", [*clause, *phrase, ("NP", "D", "N")], lexicon).canonical_text
        for clause in clauses
        for phrase in phrases
    }


def toy2_grammar(words: tuple[str, ...]) -> str:
    """The paper's grammar for toy2 at (5, 2, 3), in canonical form."""
    kinds = {
        "A": "walks walk disappears disappear",
        "B": "dog cars Jody girl Kim dogs girls children car child",
        "C": "this every these all",
        "D": "likes see sees like",
    }
    lexicon = {word: [kind] for kind, text in kinds.items() for word in text.split() if word in words}
    return Grammar.of("S", [("S", "B", "A"), ("A", "D", "B"), ("B", "C", "B")], lexicon).canonical_text


# For the max-min protocol: a grammar is known after a few seconds, and the walk takes minutes.
LONG_WALK = (
    "Mary walked a man",
    "an cat walked Bob with the park on Bob",
    "Bob walked Bob",
    "Mary ate John with a cat",
    "an man ate a man with the park on John",
    "John saw a dog by the dog by Bob",
    "Mary ate my park by an cat",
    "Bob walked Bob with the man on John",
    "the cat walked a park in Bob",
    "the park saw Bob by Bob",
    "Bob saw John by an cat by Mary",
    "John walked Bob",
    "Mary saw John on my cat in John",
    "Bob ate Bob",
)
