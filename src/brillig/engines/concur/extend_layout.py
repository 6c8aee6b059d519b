"""The network of an extension: the main algorithm's, with what the grammar says known beforehand."""

from __future__ import annotations

from collections.abc import Sequence

from brillig.engines.concur.layout import Known, Layout, Numbering
from brillig.errors import BrilligError, Option
from brillig.language.corpus import Sentence
from brillig.problems import ExtendProblem, Restrictions


def category_order(problem: ExtendProblem) -> tuple[str, ...]:
    """The categories but S by their numbers: those with rules first, as `layout` wants it."""
    base = problem.base
    parents = {rule.parent for rule in base.syntactic}
    others = [category for category in base.categories if category != base.start]
    return (*(c for c in others if c in parents), *(c for c in others if c not in parents))


def extension_layout(problem: ExtendProblem, sentences: Sequence[Sentence]) -> Layout:
    """The layout of these sentences, with the rules and the words of the grammar known."""
    base = problem.base
    if problem.restrictions.is_new:
        message = f"the grammar needs {problem.restrictions}, which the paper's network cannot hold"
        raise BrilligError(message, hint=("leave out ", Option("preset", "paper")), field="preset")
    categories = category_order(problem)
    plain = sum(category in base.expansions for category in categories)
    number = {category: k for k, category in enumerate(categories)}
    words = tuple(dict.fromkeys(word for sentence in sentences for word in sentence))
    word_number = {word: k for k, word in enumerate(words)}
    return Layout(
        numbering=Numbering(
            len(categories) + 1,
            len(categories) - plain,
            Restrictions.lifted(
                equal_children=not problem.restrictions.distinct_children,
                lexical_root=any(number[c] >= plain for _, *ys in base.expansions[base.start] for c in ys),
            ),
        ),
        rules=len(base.syntactic),
        homographs=problem.homographs,
        sentences=tuple(tuple(word_number[word] for word in s) for s in sentences),
        word_count=len(words),
        words=words,
        known=Known(
            rules=tuple((number.get(x, plain), number[y], number[z]) for x, y, z in base.syntactic),
            words=tuple(tuple(number[c] for c in base.lexicon.get(word, ())) for word in words),
        ),
    )
