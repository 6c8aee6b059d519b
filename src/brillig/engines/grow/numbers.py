"""The paper's numbers of a grammar that was found without them."""

from __future__ import annotations

from brillig.language.corpus import Corpus
from brillig.language.grammar import Grammar
from brillig.problems import Problem
from brillig.problems.restrictions import Restrictions


def problem_of(grammar: Grammar, corpus: Corpus, given: Grammar | None = None) -> Problem:
    """The problem with this grammar's own numbers: the tightest that it solves, with what it needs allowed.

    Restriction 6 is no hindrance: a category with words only that stands right under S is not designated
    lexical, so it does not count towards c_l.
    """
    under_root = {c for rule in grammar.expansions.get(grammar.start, ()) for c in (rule.left, rule.right)}
    lexical_only = set(grammar.words_of) - set(grammar.expansions) - {grammar.start}
    return Problem(
        corpus,
        categories=len(grammar.categories),
        lexical=len(lexical_only - under_root),
        rules=len(grammar.syntactic),
        homographs=grammar.homographs,
        restrictions=Restrictions.strictest(grammar),
        given=given,
    )
