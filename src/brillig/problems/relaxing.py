"""What an inference problem demands, each demand by its name, and the same problem with some of them dropped.

A number is dropped by letting it go: r_s and h without bound, c and c_l "at most"; a restriction of the
model by its switch; a starred sentence by leaving it out.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from brillig.language.plural import count
from brillig.problems.restrictions import Restrictions, Switch

if TYPE_CHECKING:
    from brillig.problems.infer import Problem
    from brillig.problems.kind import AnyProblem

_MODEL = {
    Switch.EQUAL_CHILDREN: "no rule has two equal children",
    Switch.LEXICAL_ROOT: "no category for words only stands right under S",
    Switch.RECURSIVE_ROOT: "S stands at the base of a tree only",
    Switch.SHARED_PAIRS: "two categories together give only one",
    Switch.ONE_WORD: "no sentence has only one word",
}


@dataclass(frozen=True)
class Remedy:
    """A small change to a problem, in words, and the problem after it."""

    change: str
    problem: AnyProblem


def demands(problem: Problem) -> dict[str, str]:
    """`{name: what it demands}`: numbers, restrictions of the model, starred sentences."""
    found = {"categories": f"exactly {count(problem.categories, 'category', 'categories')} (-c)"}
    if problem.lexical:
        found["lexical"] = f"{problem.lexical} of them for words only (-l)"
    found["rules"] = f"at most {count(problem.rules, 'rule')} (-r)"
    one = "each word has one category (-H 0)"
    several = f"words have at most {count(problem.homographs, 'category', 'categories')} beyond one each (-H)"
    found["homographs"] = several if problem.homographs else one
    for switch in Switch:
        if switch not in problem.restrictions.allow:
            found[switch.value] = f"{_MODEL[switch]} (--allow {switch})"
    for sentence in problem.corpus.rejected:
        text = f"*{' '.join(sentence)}"
        found[text] = f"{text} is no sentence"
    return found


def relaxed(problem: Problem, kept: Collection[str], indices: Collection[int]) -> Iterator[Problem]:
    """Problems one of which has a solution exactly if these sentences and the demands kept do."""
    corpus = problem.corpus.part(indices)
    rejected = tuple(s for s in corpus.rejected if f"*{' '.join(s)}" in kept)
    corpus = replace(corpus, rejected=rejected)
    dropped = frozenset(switch for switch in Switch if switch.value not in kept)
    restrictions = Restrictions(problem.restrictions.allow | dropped)
    lexical = problem.lexical if "lexical" in kept else 0
    fewest = problem.categories if "categories" in kept else max(2, lexical + 1)
    # Without bound means: as many rules as trees have inner nodes, as many lexical ones as words occur.
    occurrences = sum(map(len, corpus.sentences))
    nodes = max(1, occurrences - len(corpus))
    for categories in range(fewest, problem.categories + 1):
        every = categories ** (2 if restrictions.one_parent else 3)
        yield replace(
            problem,
            corpus=corpus,
            categories=categories,
            lexical=lexical,
            rules=min(problem.rules if "rules" in kept else nodes, every),
            homographs=problem.homographs if "homographs" in kept else occurrences - len(corpus.words),
            restrictions=restrictions,
        )


def remedies(problem: Problem, conflict: Collection[int]) -> Iterator[Remedy]:
    """The smallest changes that might help, the sentences to leave out from those of a conflict."""
    more = problem.rules + 1
    if more <= problem.categories ** (2 if problem.restrictions.one_parent else 3):
        yield Remedy(f"one rule more (-r {more})", replace(problem, rules=more))
    fewer = problem.categories - 1
    if fewer > max(1, problem.lexical):
        rules = min(problem.rules, fewer ** (2 if problem.restrictions.one_parent else 3))
        yield Remedy(f"one category fewer (-c {fewer})", replace(problem, categories=fewer, rules=rules))
    if problem.lexical:
        less = problem.lexical - 1
        yield Remedy(f"one category fewer for words only (-l {less})", replace(problem, lexical=less))
    more = problem.homographs + 1
    yield Remedy(f"one word with one category more (-H {more})", replace(problem, homographs=more))
    for switch in Switch:
        if switch not in problem.restrictions.allow:
            allowed = Restrictions(problem.restrictions.allow | {switch})
            yield Remedy(f"--allow {switch}", replace(problem, restrictions=allowed))
    if len(problem.corpus) > 1:
        for index in sorted(conflict):
            text = " ".join(problem.corpus.sentences[index])
            others = [i for i in range(len(problem.corpus)) if i != index]
            yield Remedy(f"without sentence {index + 1}: {text}", problem.part(others))
    for sentence in problem.corpus.rejected:
        left = tuple(s for s in problem.corpus.rejected if s != sentence)
        corpus = replace(problem.corpus, rejected=left)
        yield Remedy(f"without *{' '.join(sentence)}", replace(problem, corpus=corpus))
