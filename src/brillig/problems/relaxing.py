"""What an inference problem demands, each demand by its name, and the same problem with some of them dropped.

A number is dropped by letting it go: r_s and h without bound, c and c_l "at most"; a restriction of the
model by its switch; a starred sentence, a tag of a word, a bracket or a given rule by leaving it out.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from brillig.language.plural import count
from brillig.problems.restrictions import Restrictions, Switch

if TYPE_CHECKING:
    from brillig.language.corpus import Corpus
    from brillig.language.markup import Bracket
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
    found = {"categories": f"exactly {count(problem.categories, 'category', 'categories')}"}
    if problem.lexical:
        found["lexical"] = f"{problem.lexical} of them for words only"
    found["rules"] = f"at most {count(problem.rules, 'rule')}"
    one = "each word has one category"
    several = f"words have at most {count(problem.homographs, 'category', 'categories')} beyond one each"
    found["homographs"] = several if problem.homographs else one
    for switch in Switch:
        if switch not in problem.restrictions.allow:
            found[switch.value] = f"{_MODEL[switch]} (unless {switch} is allowed)"
    for sentence in problem.corpus.rejected:
        text = f"*{' '.join(sentence)}"
        found[text] = f"{text} is no sentence"
    return found | _knowledge(problem)


def _knowledge(problem: Problem) -> dict[str, str]:
    """What is known of trees and rules, each piece by its name."""
    corpus, found = problem.corpus, {}
    for sentence, tags in zip(corpus.sentences, corpus.tags, strict=False):
        for word, tag in zip(sentence, tags, strict=True):
            if tag is not None:
                found[f"tag {word}/{tag}"] = f"{word} is tagged {tag}"
    for number, brackets in enumerate(corpus.brackets):
        for bracket in brackets:
            text = _written(corpus, number, bracket)
            found[f"bracket {number + 1} {text}"] = f"sentence {number + 1} has the constituent {text}"
    if problem.given is not None:
        for rule in (*problem.given.syntactic, *problem.kept_words):
            found[f"given {rule}"] = f"{rule} is given"
    return found


def _written(corpus: Corpus, place: int, bracket: Bracket) -> str:
    name = "" if bracket.name is None else f"{bracket.name} "
    return f"[{name}{' '.join(corpus.sentences[place][bracket.start : bracket.end])}]"


def _without_knowledge(problem: Problem, kept: Collection[str]) -> Problem:
    """Only what is known that is kept."""
    corpus, given = problem.corpus, problem.given
    tags = tuple(
        tuple(t if f"tag {word}/{t}" in kept else None for word, t in zip(sentence, tags, strict=True))
        for sentence, tags in zip(corpus.sentences, corpus.tags, strict=False)
    )
    brackets = tuple(
        tuple(b for b in brackets if f"bracket {place + 1} {_written(corpus, place, b)}" in kept)
        for place, brackets in enumerate(corpus.brackets)
    )
    corpus = replace(
        corpus,
        tags=tags if any(t is not None for row in tags for t in row) else (),
        brackets=brackets if any(brackets) else (),
    )
    if given is not None:
        given = replace(
            given,
            syntactic=tuple(rule for rule in given.syntactic if f"given {rule}" in kept),
            lexical=tuple(rule for rule in given.lexical if f"given {rule}" in kept),
        )
        given = given if len(given) else None
    return replace(problem, corpus=corpus, given=given)


def relaxed(problem: Problem, kept: Collection[str], indices: Collection[int]) -> Iterator[Problem]:
    """Problems one of which has a solution exactly if these sentences and the demands kept do."""
    if problem.has_knowledge:
        problem = _without_knowledge(problem, kept)
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
        yield Remedy(f"one rule more: {more}", replace(problem, rules=more))
    fewer = problem.categories - 1
    if fewer > max(1, problem.lexical):
        rules = min(problem.rules, fewer ** (2 if problem.restrictions.one_parent else 3))
        yield Remedy(f"one category fewer: {fewer}", replace(problem, categories=fewer, rules=rules))
    if problem.lexical:
        less = problem.lexical - 1
        yield Remedy(f"one category fewer for words only: {less}", replace(problem, lexical=less))
    more = problem.homographs + 1
    yield Remedy(
        f"one word with one category more: {count(more, 'homograph')}", replace(problem, homographs=more)
    )
    for switch in Switch:
        if switch not in problem.restrictions.allow:
            allowed = Restrictions(problem.restrictions.allow | {switch})
            yield Remedy(f"allow {switch}", replace(problem, restrictions=allowed))
    if len(problem.corpus) > 1:
        for index in sorted(conflict):
            text = " ".join(problem.corpus.sentences[index])
            others = [i for i in range(len(problem.corpus)) if i != index]
            yield Remedy(f"without sentence {index + 1}: {text}", problem.part(others))
    for sentence in problem.corpus.rejected:
        left = tuple(s for s in problem.corpus.rejected if s != sentence)
        corpus = replace(problem.corpus, rejected=left)
        yield Remedy(f"without *{' '.join(sentence)}", replace(problem, corpus=corpus))
    known = _knowledge(problem)
    for name, text in known.items():
        left_over = [other for other in known if other != name]
        yield Remedy(f"without this: {text}", _without_knowledge(problem, left_over))
