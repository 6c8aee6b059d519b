"""The paper's numbers of a grammar that was found without them."""

from __future__ import annotations

from brillig.language.corpus import Corpus
from brillig.language.grammar import Grammar
from brillig.problems import Problem
from brillig.problems.restrictions import Restrictions
from brillig.problems.sizes import sizes_of


def problem_of(grammar: Grammar, corpus: Corpus, given: Grammar | None = None) -> Problem:
    """The problem with this grammar's own numbers: the tightest that it solves, with what it needs allowed.

    Restriction 6 is no hindrance: a category with words only that stands right under S is not designated
    lexical, so it does not count towards c_l.
    """
    sizes = sizes_of(grammar)
    return Problem(
        corpus,
        sizes.categories,
        sizes.lexical,
        sizes.rules,
        sizes.homographs,
        Restrictions.strictest(grammar),
        given,
    )
