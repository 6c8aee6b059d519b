"""A core: few sentences that force the same grammars as all of them, none of which can be left out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from brillig.exact.build import encode, impossible, part
from brillig.exact.chart import Parser, Rules
from brillig.exact.lazy import LazySearch
from brillig.grammar import Grammar, LexicalRule, SyntacticRule
from brillig.problem import AnyProblem, ExtendProblem


def find_core(
    problem: AnyProblem, expected: Sequence[Grammar], report: Callable[[list[int]], None]
) -> list[int]:
    """Sentence numbers, from 1. `expected` are all solutions of the problem.

    The core's own solutions are the expected ones, cut down to its words: the same rule sets and the same
    lexicon. `report` is told each smaller set that has been proven to do so, the last one minimal.
    """
    chosen = _grow(problem, expected)
    report([index + 1 for index in sorted(chosen)])
    while True:
        before = len(chosen)
        for index in sorted(chosen, key=lambda i: -len(problem.corpus.sentences[i])):
            fewer = [i for i in chosen if i != index]
            if fewer and _other_solution(problem, fewer, expected) is None:
                chosen = fewer
                report([i + 1 for i in sorted(chosen)])
        # A set of sentences can force what a larger one does not, so what could not be left out is tried again.
        if len(chosen) == before:
            return [index + 1 for index in sorted(chosen)]


def _grow(problem: AnyProblem, expected: Sequence[Grammar]) -> list[int]:
    """Add sentences that refute the solutions of those chosen so far, until only the expected remain."""
    sentences = problem.corpus.sentences
    first: dict[tuple[str, ...], int] = {}
    for index, sentence in enumerate(sentences):
        first.setdefault(sentence, index)
    left = sorted(first.values(), key=lambda i: (-len(sentences[i]), i))
    middle = len(left) // 3
    left = left[middle:] + left[:middle]
    chosen: list[int] = [left.pop(0)]
    while left and (other := _other_solution(problem, chosen, expected)) is not None:
        chosen.append(_refuting(problem, left, other))
        left.remove(chosen[-1])
    if not left and _other_solution(problem, chosen, expected) is not None:
        # Repeats matter: only then are all categories used.
        chosen = list(range(len(sentences)))
    return chosen


def _refuting(problem: AnyProblem, left: Sequence[int], rules: Rules) -> int:
    """A sentence that the rules cannot derive whatever unknown words may be; else one with most unknown words."""
    anything = 0
    for _, y, z in rules.syntactic:
        anything |= 1 << y | 1 << z
    sentences = problem.corpus.sentences
    unknown = {word for i in left for word in sentences[i] if word not in rules.lexical}
    parser = Parser(Rules(rules.syntactic, dict(rules.lexical) | dict.fromkeys(unknown, anything)))
    for index in left:
        if not parser.accepts(sentences[index]):
            return index
    return max(left, key=lambda i: len(unknown & set(sentences[i])))


def _other_solution(problem: AnyProblem, indices: Iterable[int], expected: Sequence[Grammar]) -> Rules | None:
    """A solution for these sentences that is none of the expected ones; None: they force the expected.

    An expected grammar that does not even solve them (a category may go unused) counts as forced wrongly, and
    its rules are returned.
    """
    smaller = part(problem, indices)
    if impossible(smaller):
        return Rules(frozenset(), {})
    encoding = encode(smaller)
    try:
        for grammar in expected:
            rules = rules_of(encoding.names, grammar, smaller.corpus.words)
            if not all(encoding.derives(rules, encoding.items)) or encoding.trees(rules) is None:
                return rules
            encoding.forbid_above(rules)
        found = LazySearch(encoding, at_first=len(encoding.items)).next()
        return None if found is None else found.rules
    finally:
        encoding.formula.close()


def superfluous_rules(problem: AnyProblem, grammar: Grammar) -> list[SyntacticRule | LexicalRule]:
    """Rules that can be left out, all together, so that what remains still solves the problem."""
    encoding = encode(problem)
    try:
        names = encoding.names if set(grammar.categories) <= set(encoding.names) else grammar.categories
        left_out: list[SyntacticRule | LexicalRule] = []
        several = {word for word, categories in grammar.lexicon.items() if len(categories) > 1}
        for rule in grammar:
            if isinstance(rule, LexicalRule) and rule.word not in several:
                continue
            less = Grammar(
                grammar.start,
                tuple(r for r in grammar.syntactic if r != rule),
                tuple(r for r in grammar.lexical if r != rule),
            )
            if isinstance(problem, ExtendProblem) and not _extends(problem, less):
                continue
            rules = rules_of(names, less, problem.corpus.words)
            if all(encoding.derives(rules, encoding.items)) and encoding.trees(rules) is not None:
                grammar = less
                left_out.append(rule)
        return left_out
    finally:
        encoding.formula.close()


def _extends(problem: ExtendProblem, grammar: Grammar) -> bool:
    """Whether everything of the base is still there."""
    return set(problem.base) <= set(grammar)


def rules_of(names: Sequence[str], grammar: Grammar, words: Iterable[str]) -> Rules:
    """The grammar in numbers, its lexicon cut down to the words."""
    number = {name: index for index, name in enumerate(names)}
    lexicon = grammar.lexicon
    return Rules(
        frozenset((number[x], number[y], number[z]) for x, y, z in grammar.syntactic),
        {word: sum(1 << number[x] for x in lexicon.get(word, ())) for word in dict.fromkeys(words)},
    )
