"""Tiny problems with tags, brackets, given rules and stars, and the truth about them by brute force."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import permutations

import brute
from brillig.engines.exact.kinds import encode
from brillig.engines.exact.lazy import LazySearch
from brillig.language.grammar import Grammar, SyntacticRule
from brillig.language.markup import Bracket
from brillig.language.tree import Tree
from brillig.problems import Problem
from tiny_problems import general_problem, random_problem

NAMES = ("X", "Y")


def starred_problem(seed: int) -> Problem:
    problem = general_problem(seed) if seed % 2 else random_problem(seed)
    rng = random.Random(seed)
    words = problem.corpus.words
    stars = {tuple(rng.choice(words) for _ in range(rng.randint(1, 4))) for _ in range(rng.randint(1, 3))}
    rejected = tuple(sorted(stars - set(problem.corpus.sentences)))
    return replace(problem, corpus=replace(problem.corpus, rejected=rejected))


def marked_problem(seed: int) -> Problem:
    """With tags, with brackets, named or not, with given rules; some with a star."""
    problem = general_problem(seed) if seed % 2 else random_problem(seed)
    rng = random.Random(seed)
    corpus = problem.corpus
    if rng.random() < 0.7:
        rate = rng.choice([0.2, 0.4])
        tags = tuple(
            tuple(rng.choice(NAMES) if rng.random() < rate else None for _ in sentence)
            for sentence in corpus.sentences
        )
        corpus = replace(corpus, tags=tags if any(t for row in tags for t in row) else ())
    if rng.random() < 0.7:
        brackets = tuple(_brackets(rng, len(sentence)) for sentence in corpus.sentences)
        corpus = replace(corpus, brackets=brackets if any(brackets) else ())
    if rng.random() < 0.2:
        corpus = replace(corpus, rejected=starred_problem(seed).corpus.rejected)
    given = None
    if rng.random() < 0.4:
        rule = (rng.choice("SX"), *rng.sample("XY", 2)) if rng.random() < 0.6 else None
        entry = {corpus.words[0]: ["X"]} if rule is None or rng.random() < 0.3 else {}
        given = Grammar.of("S", [SyntacticRule(*rule)] if rule else [], entry)
    return replace(problem, corpus=corpus, given=given)


def likely_problem(seed: int) -> Problem:
    """The same with tags and brackets of trees that there are, so that most have solutions."""
    rng = random.Random(seed)
    problem = general_problem(seed)
    found = None if problem.impossible() else LazySearch(encode(problem)).next()
    if found is None:
        return marked_problem(seed)
    others = found.grammar.categories[1:]
    names = dict(zip(rng.sample(others, min(2, len(others))), NAMES, strict=False)) | {"S": "S"}
    tags, brackets = [], []
    for tree in found.trees:
        rate = rng.choice([0.3, 0.6])
        tags.append(tuple(names.get(leaf.label) if rng.random() < rate else None for leaf in tree.leaves()))
        spans = [
            Bracket(start, stop, names.get(label) if rng.random() < 0.5 else None)
            for start, stop, label in _spans(tree, 0)
            if rng.random() < rate
        ]
        brackets.append(tuple(sorted(spans, key=lambda b: (b.start, -b.end))))
    corpus = replace(
        problem.corpus,
        tags=tuple(tags) if any(t for row in tags for t in row) else (),
        brackets=tuple(brackets) if any(brackets) else (),
    )
    return replace(problem, corpus=corpus)


def _spans(tree: Tree, start: int) -> list[tuple[int, int, str]]:
    if tree.is_leaf:
        return [(start, start + 1, tree.label)]
    left, right = tree.branches
    middle = start + len(left.words())
    return [(start, start + len(tree.words()), tree.label), *_spans(left, start), *_spans(right, middle)]


def _brackets(rng: random.Random, length: int) -> tuple[Bracket, ...]:
    if rng.random() < 0.4:
        return ()
    start = rng.randrange(length)
    stop = rng.randint(start + 1, length)
    return (Bracket(start, stop, rng.choice([None, None, *NAMES, "S"])),)


def all_solutions(problem: Problem) -> set:
    """Canonical forms of all grammars that solve the problem under some names."""
    every = list(brute.lexicons(problem))
    return {
        brute.canonical(rules, lexicon, problem.categories)
        for rules in brute.rule_sets(problem)
        for lexicon in every
        if brute.solves(problem, rules, lexicon)
        and not any(brute.label_sets(rules, lexicon, star) for star in _possible_stars(problem))
        and _solves_marked(problem, rules, lexicon)
    }


def _possible_stars(problem: Problem) -> list[tuple[str, ...]]:
    words = set(problem.corpus.words)
    return [star for star in problem.corpus.rejected if words.issuperset(star)]


def _names(problem: Problem) -> set[str]:
    corpus = problem.corpus
    names = {tag for tags in corpus.tags for tag in tags if tag}
    names |= {b.name for brackets in corpus.brackets for b in brackets if b.name}
    if problem.given is not None:
        names |= {name for rule in problem.given.syntactic for name in rule}
        names |= {rule.category for rule in problem.given.lexical}
    return names - {"S"}


def _solves_marked(problem: Problem, rules, lexicon) -> bool:
    names = sorted(_names(problem))
    corpus = problem.corpus
    marks = list(
        zip(
            corpus.sentences,
            corpus.tags or [[None] * len(s) for s in corpus.sentences],
            corpus.brackets or [()] * len(corpus),
            strict=True,
        )
    )
    for chosen in permutations(range(1, problem.categories), len(names)):
        named = dict(zip(names, chosen, strict=True)) | {"S": 0}
        if problem.given is not None:
            if any(tuple(named[n] for n in rule) not in rules for rule in problem.given.syntactic):
                continue
            if any(named[name] not in lexicon[word] for name, word in problem.given.lexical):
                continue
        reached: set[frozenset[int]] = {frozenset()}
        for sentence, tags, brackets in marks:
            sets = {
                frozenset(x for _, _, x in nodes)
                for nodes in _trees(rules, lexicon, sentence, 0, len(sentence), 0)
                if all(tag is None or (i, i + 1, named[tag]) in nodes for i, tag in enumerate(tags))
                and all(_has(nodes, bracket, named) for bracket in brackets)
            }
            reached = {a | b for a in reached for b in sets}
        if any(len(used) == problem.categories for used in reached):
            return True
    return False


def _has(nodes, bracket: Bracket, named: dict[str, int]) -> bool:
    return any(
        (i, j) == bracket[:2] and (bracket.name is None or x == named[bracket.name]) for i, j, x in nodes
    )


def _trees(rules, lexicon, sentence, i: int, j: int, top: int) -> list[frozenset[tuple[int, int, int]]]:
    """Every tree as the set of its nodes: from, to, category."""
    if j - i == 1:
        return [frozenset({(i, j, top)})] if top in lexicon[sentence[i]] else []
    return [
        left | right | {(i, j, top)}
        for x, y, z in rules
        if x == top
        for k in range(i + 1, j)
        for left in _trees(rules, lexicon, sentence, i, k, y)
        for right in _trees(rules, lexicon, sentence, k, j, z)
    ]
