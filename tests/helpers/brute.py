"""Brute force over all grammars: slow, plain, and sharing no code with the engines."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations, permutations, product
from math import comb

from brillig.problems import Problem

Rule = tuple[int, int, int]
Lexicon = tuple[frozenset[int], ...]


def label_sets(
    rules: frozenset[Rule], lexicon: dict[str, frozenset[int]], words, top=0
) -> set[frozenset[int]]:
    """The sets of categories used by the trees over the words with `top` at the base."""
    if len(words) == 1:
        return {frozenset((top,))} if top in lexicon[words[0]] else set()
    found = set()
    for x, y, z in rules:
        if x == top:
            for middle in range(1, len(words)):
                for a in label_sets(rules, lexicon, words[:middle], y):
                    for b in label_sets(rules, lexicon, words[middle:], z):
                        found.add(a | b | {top})
    return found


def solves(problem: Problem, rules: frozenset[Rule], lexicon: dict[str, frozenset[int]]) -> bool:
    """Whether there are trees for all sentences that use all categories, and enough lexical categories."""
    reached: set[frozenset[int]] = {frozenset()}
    for sentence in problem.corpus.sentences:
        sets = label_sets(rules, lexicon, sentence)
        if not sets:
            return False
        reached = {a | b for a in reached for b in sets}
    if not any(len(used) == problem.categories for used in reached):
        return False
    lexical_only = set().union(*lexicon.values()) - {x for x, _, _ in rules} - {0}
    if problem.restrictions.root_nonlexical:
        lexical_only -= {child for x, y, z in rules if x == 0 for child in (y, z)}
    return len(lexical_only) >= problem.lexical


def rule_sets(problem: Problem) -> Iterator[frozenset[Rule]]:
    """Every rule set of the allowed form within the limit, one for each class up to renaming (or a few)."""
    names = range(1, problem.categories)
    pairs = _pairs(problem)
    orders = [dict(zip(names, order, strict=True)) | {0: 0} for order in permutations(names)]
    for number in range(1, problem.rules + 1):
        for chosen in combinations(pairs, number):
            if not {child for pair in chosen for child in pair} >= set(names):
                continue
            for parents in _parents(problem, number):
                rules = [(x, y, z) for xs, (y, z) in zip(parents, chosen, strict=True) for x in xs]
                if not any(x == 0 for x, _, _ in rules) or len(rules) > problem.rules:
                    continue
                key = sorted(rules)
                if all(key <= sorted((o[x], o[y], o[z]) for x, y, z in rules) for o in orders):
                    yield frozenset(rules)


def _pairs(problem: Problem) -> list[tuple[int, int]]:
    """What may stand on the right of a rule."""
    children = range(1 if problem.restrictions.root_at_base else 0, problem.categories)
    return [
        (y, z) for y in children for z in children if y != z or not problem.restrictions.distinct_children
    ]


def _parents(problem: Problem, pairs: int) -> Iterator[tuple[tuple[int, ...], ...]]:
    """Every choice of parents for the pairs: one each, or any number where pairs may be shared."""
    most = 1 if problem.restrictions.one_parent else problem.rules - pairs + 1
    sets = [s for size in range(1, most + 1) for s in combinations(range(problem.categories), size)]
    return product(sets, repeat=pairs)


def lexicons(problem: Problem) -> Iterator[dict[str, frozenset[int]]]:
    words = problem.corpus.words
    names = range(1 if problem.restrictions.root_without_words else 0, problem.categories)
    subsets = [frozenset(s) for size in range(1, problem.homographs + 2) for s in combinations(names, size)]
    for chosen in product(subsets, repeat=len(words)):
        if sum(map(len, chosen)) <= len(words) + problem.homographs:
            yield dict(zip(words, chosen, strict=True))


def number_of_rule_sets(problem: Problem) -> int:
    """How many rule sets there are, renamed ones counted apart: whether trying them all is possible."""
    pairs, parents = len(_pairs(problem)), problem.categories
    if not problem.restrictions.one_parent:
        return sum(comb(pairs * parents, k) for k in range(1, problem.rules + 1))
    return sum(comb(pairs, k) * parents**k for k in range(1, problem.rules + 1))


def has_solution(problem: Problem) -> bool:
    """Whether any rule set with any lexicon solves the problem: rule sets one by one, words as they come."""
    sentences = sorted(problem.corpus.sentences)
    lengths = sorted({len(sentence) for sentence in sentences})
    return any(
        _fill(problem, rules, sentences, {n: _strings(problem, rules, n) for n in lengths}, {}, frozenset())
        for rules in rule_sets(problem)
    )


def _strings(
    problem: Problem, rules: frozenset[Rule], length: int
) -> list[tuple[tuple[int, ...], frozenset[int]]]:
    """The category strings of that length that S derives, with the categories of the tree."""
    root_words = not problem.restrictions.root_without_words

    @cache
    def below(top: int, length: int) -> frozenset[tuple[tuple[int, ...], frozenset[int]]]:
        if length == 1:
            return frozenset({((top,), frozenset((top,)))} if top or root_words else ())
        return frozenset(
            (left + right, a | b | {top})
            for x, y, z in rules
            if x == top
            for middle in range(1, length)
            for left, a in below(y, middle)
            for right, b in below(z, length - middle)
        )

    return sorted(below(0, length), key=lambda found: found[0])


def _fill(problem: Problem, rules, sentences, strings, lexicon, used) -> bool:
    """Give the first sentence each of its strings in turn, as far as the words allow, and go on."""
    if not sentences:
        lexical_only = set().union(*lexicon.values()) - {x for x, _, _ in rules} - {0}
        if problem.restrictions.root_nonlexical:
            lexical_only -= {child for x, y, z in rules if x == 0 for child in (y, z)}
        return len(used) == problem.categories and len(lexical_only) >= problem.lexical
    first, *others = sentences
    for string, labels in strings[len(first)]:
        more = dict(lexicon)
        for word, category in zip(first, string, strict=True):
            more[word] = more.get(word, frozenset()) | {category}
        if sum(len(xs) - 1 for xs in more.values()) <= problem.homographs and _fill(
            problem, rules, others, strings, more, used | labels
        ):
            return True
    return False


def canonical(rules: frozenset[Rule], lexicon: dict[str, frozenset[int]], categories: int):
    """The least form under all renamings."""
    names = range(1, categories)
    forms = []
    for order in permutations(names):
        o = dict(zip(names, order, strict=True)) | {0: 0}
        forms.append(
            (
                tuple(sorted((o[x], o[y], o[z]) for x, y, z in rules)),
                tuple((word, tuple(sorted(o[x] for x in lexicon[word]))) for word in sorted(lexicon)),
            )
        )
    return min(forms)


def all_solutions(problem: Problem) -> set:
    """Canonical forms of all grammars that solve the problem, superfluous rules and all."""
    every = list(lexicons(problem))
    return {
        canonical(rules, lexicon, problem.categories)
        for rules in rule_sets(problem)
        for lexicon in every
        if solves(problem, rules, lexicon)
    }


def least(solutions: set) -> set:
    """Those from which no rule can be left out: none of the others is a part of them under any names."""
    result = set()
    for rules, lexicon in solutions:
        size = 1 + max(max(rule) for rule in rules)
        size = max(size, 1 + max(x for _, xs in lexicon for x in xs))
        smaller = False
        for rule in rules:
            smaller |= (
                canonical(frozenset(rules) - {rule}, {w: frozenset(x) for w, x in lexicon}, size) in solutions
            )
        for word, xs in lexicon:
            for x in xs:
                if len(xs) > 1:
                    less = {w: frozenset(y) - ({x} if w == word else set()) for w, y in lexicon}
                    smaller |= canonical(frozenset(rules), less, size) in solutions
        if not smaller:
            result.add((rules, lexicon))
    return result
