"""A core: few sentences that force the same grammars as all of them, none of which can be left out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from brillig.engines.exact.encoding import Encoding
from brillig.engines.exact.kinds import encode
from brillig.engines.exact.lazy import LazySearch, shrink
from brillig.engines.exact.selection import Selection
from brillig.language.grammar import Grammar, LexicalRule, SyntacticRule
from brillig.language.tree import Tree
from brillig.parsing.chart import Rules, Sentence
from brillig.problems import AnyProblem, Problem
from brillig.problems.registry import Registry


def find_core(
    problem: AnyProblem, expected: Sequence[Grammar], report: Callable[[list[int]], None]
) -> list[int]:
    """Sentence numbers, from 1. `expected` are all solutions of the problem.

    The core's own solutions are the expected ones, cut down to its words: the same rule sets and the same
    lexicon. `report` is told each smaller set that has been proven to do so, the last one minimal.
    """
    oracle = _Oracle.of(problem, expected)
    sentences = problem.corpus.sentences
    chosen = _start(problem, expected)
    forced = oracle.other(chosen) is None
    # If these do not do it, that is because only all of them use every category.
    chosen = oracle.enough(chosen) if forced else list(range(len(sentences)))
    report([index + 1 for index in sorted(chosen)])
    insufficient: set[frozenset[int]] = set()  # sets that do not force the expected
    while True:
        before = len(chosen)
        # The long ones first: what is left is then quick to decide.
        for index in sorted(chosen, key=lambda i: (-len(sentences[i]), i)):
            fewer = [i for i in chosen if i != index]
            if index not in chosen or not fewer or frozenset(fewer) in insufficient:
                continue
            if oracle.other(fewer) is None:
                chosen = oracle.enough(fewer)
                report([i + 1 for i in sorted(chosen)])
            else:
                insufficient.add(frozenset(fewer))
        # A set can force what a larger one does not, so what could not be left out is tried again.
        if len(chosen) == before:
            return [index + 1 for index in sorted(chosen)]


def _start(problem: AnyProblem, expected: Sequence[Grammar]) -> list[int]:
    """The sentences that it takes to prove that there are no others but the expected."""
    encoding = encode(problem)
    try:
        known = [rules_of(encoding.names, grammar, problem.corpus.words) for grammar in expected]
        search = LazySearch(encoding)
        if _unexpected(search, known) is not None:
            raise ValueError("these are not all solutions")
        places = encoding.places()
        return [places[item] for item in search.taken]
    finally:
        encoding.formula.close()


def _unexpected(search: LazySearch, known: Sequence[Rules]) -> Rules | None:
    """A solution that is none of the known ones under other names; None: proven that there is none."""
    encoding = search.encoding
    forms = {encoding.grammar(rules).canonical_text for rules in known}
    for rules in known:
        encoding.forbid_above(rules)
    # Not all of their names may be forbidden, so known ones can still come up.
    others = (found for found in search if found.grammar.canonical_text not in forms)
    return next((found.rules for found in others), None)


# Faster oracles than the general one, for kinds that have one.
ORACLES: Registry[Callable[[Any, Sequence[Grammar]], _Oracle]] = Registry("brillig.engines.exact")


class _Oracle:
    """Says what other solutions some of the sentences leave; this one starts afresh for each choice."""

    def __init__(self, problem: AnyProblem, expected: Sequence[Grammar]) -> None:
        self._problem = problem
        self._expected = expected

    @staticmethod
    def of(problem: AnyProblem, expected: Sequence[Grammar]) -> _Oracle:
        plain = not problem.corpus.is_annotated and getattr(problem, "given", None) is None
        kind = ORACLES.find(problem.kind) if plain else None  # the others know sentences only
        return (kind or _Oracle)(problem, expected)

    def other(self, indices: Sequence[int]) -> Rules | None:
        """A solution for these sentences that is none of the expected ones; None: they force the expected.

        An expected grammar that does not even solve them (a category may go unused), or solves them with
        fewer rules, is returned too.
        """
        smaller = self._problem.part(indices)
        encoding = encode(smaller)
        try:
            known = [rules_of(encoding.names, grammar, smaller.corpus.words) for grammar in self._expected]
            for rules in known:
                if not _is_least(encoding, rules, encoding.solution_of):
                    return rules
            return _unexpected(LazySearch(encoding, at_first=len(encoding.items)), known)
        finally:
            encoding.formula.close()

    def enough(self, indices: Sequence[int]) -> list[int]:
        """After `other` gave None: those of the sentences that its proof needed."""
        return list(indices)


@ORACLES.register("infer")
class _InferenceOracle(_Oracle):
    """The same with one formula for all choices."""

    def __init__(self, problem: Problem, expected: Sequence[Grammar]) -> None:
        super().__init__(problem, expected)
        self._selection = Selection(problem)
        for grammar in expected:
            self._selection.forbid_above(rules_of(self._selection.names, grammar, problem.corpus.words))

    def other(self, indices: Sequence[int]) -> Rules | None:
        sentences = [self._problem.corpus.sentences[i] for i in indices]
        unsolved = self._unsolved(sentences)
        if unsolved is not None:
            return unsolved
        selection = self._selection
        words = dict.fromkeys(word for sentence in sentences for word in sentence)
        known = (rules_of(selection.names, grammar, words) for grammar in self._expected)
        forms = {selection.grammar(rules).canonical_text for rules in known}
        return selection.other_solution(
            sentences, lambda rules: selection.grammar(rules).canonical_text in forms
        )

    def _unsolved(self, sentences: Sequence[Sentence]) -> Rules | None:
        """An expected grammar that leaves a category or a rule unused in these sentences."""
        selection = self._selection
        words = dict.fromkeys(word for sentence in sentences for word in sentence)
        for grammar in self._expected:
            rules = rules_of(selection.names, grammar, words)
            if not _is_least(selection, rules, lambda less: selection.trees_of(less, sentences)):
                return rules
        return None

    def enough(self, indices: Sequence[int]) -> list[int]:
        sentences = self._problem.corpus.sentences
        needed, words, nothing_else = self._selection.needed()
        chosen = [i for i in indices if sentences[i] in needed]
        missing = words - {word for i in chosen for word in sentences[i]}
        for index in indices:
            if missing & set(sentences[index]):
                chosen.append(index)
                missing -= set(sentences[index])
        if len(chosen) == len(indices):
            return chosen
        fails = self._unsolved([sentences[i] for i in chosen]) if nothing_else else self.other(chosen)
        return chosen if fails is None else list(indices)


Trees = tuple[Tree, ...]


def _is_least(encoding: Encoding, rules: Rules, solve: Callable[[Rules], Trees | None]) -> bool:
    """Whether the rules are a solution from which nothing can be left out."""
    trees = solve(rules)
    return trees is not None and shrink(encoding, rules, trees, solve)[0] == rules


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
            if not encoding.may_become(less):
                continue
            rules = rules_of(names, less, problem.corpus.words)
            if encoding.solution_of(rules) is not None:
                grammar = less
                left_out.append(rule)
        return left_out
    finally:
        encoding.formula.close()


def rules_of(names: Sequence[str], grammar: Grammar, words: Iterable[str]) -> Rules:
    """The grammar in numbers, its lexicon cut down to the words."""
    number = {name: index for index, name in enumerate(names)}
    lexicon = grammar.lexicon
    return Rules(
        frozenset((number[x], number[y], number[z]) for x, y, z in grammar.syntactic),
        {word: sum(1 << number[x] for x in lexicon.get(word, ())) for word in dict.fromkeys(words)},
    )
