"""Classes of a plain grammar that differ in a value, folded: `NP → D1 N1 | D2 N2` is `NP → D[f] N[f]`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations, islice, product

from brillig.language.canonical import canonical_names
from brillig.language.corpus import Corpus
from brillig.language.features import FREE, SHARED, Feature, FoldedGrammar, Place, Places
from brillig.language.grammar import Grammar, LexicalRule, SyntacticRule
from brillig.parsing.bits import Description, bits_of
from brillig.parsing.folding import Described, describe_features

MAX_ATTEMPTS = 400  # foldings described
MAX_JOINT = 4  # grammars with several pairs made one at once
MAX_MERGING = 3_000_000  # words of sentences described, a few seconds

Pairs = frozenset[tuple[str, str]]


def fold_classes(
    grammar: Grammar,
    description: Description,
    corpus: Corpus,
    exceptions: Sequence[int] = (),
    *,
    stopped: Callable[[], bool] = lambda: False,
) -> Described | None:
    """With pairs of categories made one that carries a feature; None where that does not save bits.

    Pairs that two rules of one parent suggest come first, and others are added as long as bits are saved.
    """
    names, grammar = _canonical(grammar)
    suggested = list(dict.fromkeys(suggest_pairs(grammar)))
    best: Described | None = None
    floor = description.bits.total - 1e-6
    pairs: Pairs = frozenset()
    attempts = 0
    while True:
        found = None
        for more in suggested:
            together = pairs | more
            if together == pairs or not _are_apart(together) or _has_head(grammar, more):
                continue
            attempts += 1
            if attempts > MAX_ATTEMPTS or stopped():
                return best
            folded = _renamed(fold_pairs(grammar, together), names)
            described = describe_features(folded, corpus, exceptions)
            if described.description.bits.total < floor:
                floor, found, best = described.description.bits.total - 1e-6, together, described
        if found is None:
            return best
        pairs = found


def coarser_grammars(
    grammar: Grammar,
    corpus: Corpus,
    exceptions: Sequence[int] = (),
    *,
    stopped: Callable[[], bool] = lambda: False,
) -> Iterator[Grammar]:
    """Ever coarser plain grammars: always the lightest with categories made one, as far as that goes.

    Each may have more bits than the one before. Features over it may yet save more: what two classes of nouns
    and two of determiners say of number, verbs can only join in where these are one class each. The first are
    those with several pairs made one, as two rules suggest.
    """
    words, work = sum(map(len, corpus.distinct)), 0
    while True:
        names, plain = _canonical(grammar)
        suggested = [pairs for pairs in suggest_pairs(plain) if len(pairs) > 1 and _are_apart(pairs)]
        single = [frozenset([pair]) for pair in _alike(plain)]
        merged: dict[Grammar, float] = {}
        for pairs in dict.fromkeys([*suggested, *single]):
            if _has_head(plain, pairs):
                continue
            one = _renamed(fold_pairs(plain, pairs), names).grammar
            merged[one] = bits_of(one, corpus, exceptions).total
        lightest = sorted(merged, key=merged.__getitem__)
        if not work:
            joint = (one for one in lightest if len(one.categories) < len(plain.categories) - 1)
            yield from islice(joint, MAX_JOINT)
        work += len(merged) * words
        if not merged or work > MAX_MERGING or stopped():
            return
        grammar = lightest[0]
        yield grammar


def with_names_apart(grammar: Grammar, description: Description) -> Iterator[Grammar]:
    """The grammar, and those in which some words of a class in a phrase are phrases by themselves.

    As *Kim* among nouns, which never follows a determiner: where N stands, NP does, too.
    """
    yield grammar
    rules = set(grammar.syntactic)
    inner = {(rule.parent, child) for rule in grammar.syntactic for child in (rule.left, rule.right)}
    for phrase, words in sorted((phrase, words) for phrase, words in inner if words in grammar.words_of):
        outside = [rule for rule in rules if rule.parent != phrase and words in rule[1:]]
        instead = {
            SyntacticRule(rule.parent, *(phrase if child == words else child for child in rule[1:]))
            for rule in outside
        }
        if phrase in (words, grammar.start) or not outside or not instead <= rules:
            continue
        within = _words_within(description, phrase, words)
        lexical = {
            LexicalRule(phrase, rule.word)
            if rule.category == words and rule.word not in within
            else rule: None
            for rule in grammar.lexical
        }
        if within and set(lexical) != set(grammar.lexical):
            yield Grammar(grammar.start, grammar.syntactic, tuple(lexical))


def _words_within(description: Description, phrase: str, category: str) -> set[str]:
    """The words of a category that stand right below a phrase in some tree."""
    nodes = (node for tree in description.trees if tree is not None for node in tree.nodes())
    phrases = (node for node in nodes if node.label == phrase and not node.is_leaf)
    return {
        child.word for node in phrases for child in node.branches if child.is_leaf and child.label == category
    }


def _alike(grammar: Grammar) -> list[tuple[str, str]]:
    """Categories that stand on the same side of two rules of one parent; a noun and a verb do not."""
    places: dict[tuple[str, int], set[str]] = {}
    for parent, *children in grammar.syntactic:
        for side, child in enumerate(children):
            places.setdefault((parent, side), set()).add(child)
    pairs = {pair for own in places.values() for pair in combinations(sorted(own - {grammar.start}), 2)}
    return sorted(pairs)


def _canonical(grammar: Grammar) -> tuple[dict[str, str], Grammar]:
    """Under canonical names, so that the order of names plays no part, and what these stand for."""
    names = canonical_names(grammar)
    return {new: old for old, new in names.items()}, grammar.renamed(names)


def _renamed(folded: FoldedGrammar, names: Mapping[str, str]) -> FoldedGrammar:
    return folded.renamed({name: names[name] for name in folded.grammar.categories})


def suggest_pairs(grammar: Grammar) -> Iterator[Pairs]:
    """What two rules of one parent differ in, and any two categories with words."""
    for rules in grammar.expansions.values():
        for one, other in combinations(rules, 2):
            pairs = {(min(a, b), max(a, b)) for a, b in zip(one[1:], other[1:], strict=True) if a != b}
            if grammar.start not in {name for pair in pairs for name in pair}:
                yield frozenset(pairs)
                yield _with_those_below(grammar, frozenset(pairs))
    for pair in combinations(sorted(set(grammar.words_of) - {grammar.start}), 2):
        yield frozenset([pair])


def _with_those_below(grammar: Grammar, pairs: Pairs) -> Pairs:
    """And what the rules of the two of a pair differ in, where they have as many, all the way down."""
    grown = set(pairs)
    for first, second in (queue := sorted(pairs)):
        rules, others = grammar.expansions.get(first, ()), grammar.expansions.get(second, ())
        if len(rules) != len(others):
            continue
        for one, other in zip(rules, others, strict=True):
            below = {
                (min(a, b), max(a, b)) for a, b in zip(one[1:], other[1:], strict=True) if a != b
            } - grown
            if _are_apart(grown | below) and not any(grammar.start in pair for pair in below):
                grown |= below
                queue += sorted(below)
    return frozenset(grown)


def _are_apart(pairs: Iterable[tuple[str, str]]) -> bool:
    names = [name for pair in pairs for name in pair]
    return len(names) == len(set(names))


def _has_head(grammar: Grammar, pairs: Pairs) -> bool:
    """Whether a pair is a phrase and a class of words in it: V and VP, as one category, would say less."""
    within = {
        (rule.parent, child)
        for rule in grammar.syntactic
        for child in (rule.left, rule.right)
        if child not in grammar.expansions
    }
    return any(pair in within or pair[::-1] in within for pair in pairs)


def fold_pairs(grammar: Grammar, pairs: Pairs) -> FoldedGrammar:
    """The grammar with each pair one category; it allows what the plain one does, and at times more."""
    home = {second: first for first, second in pairs}
    value = {first: 1 for first, _ in pairs} | {second: 2 for _, second in pairs}
    words: dict[LexicalRule, int | None] = {}
    lexical = set()
    for rule in grammar.lexical:
        entry = LexicalRule(home.get(rule.category, rule.category), rule.word)
        lexical.add(entry)
        if rule.category in value:
            words[entry] = value[rule.category] if entry not in words else None
    seen: dict[SyntacticRule, list[tuple[int | None, ...]]] = {}
    for syntactic in grammar.syntactic:
        merged = SyntacticRule(*(home.get(name, name) for name in syntactic))
        seen.setdefault(merged, []).append(tuple(value.get(name) for name in syntactic))
    rules = {rule: _tightest(values) for rule, values in seen.items() if any(map(any, values))}
    skeleton = Grammar(grammar.start, tuple(seen), tuple(lexical))
    return FoldedGrammar(skeleton, (Feature("f", 2, words, rules).canonical(),))


def _tightest(seen: Sequence[tuple[int | None, ...]]) -> Places:
    """What allows these values and the fewest others; of equal ones, what fixes least."""
    options: list[list[Place]] = [[None] if value is None else [SHARED, FREE, 1, 2] for value in seen[0]]
    every = list(product(*([None] if value is None else [1, 2] for value in seen[0])))
    best: tuple[int, int, Places] | None = None
    for parent, left, right in product(*options):
        places = (parent, left, right)
        if places.count(SHARED) == 1 or not all(_allows(places, values) for values in seen):
            continue
        allowed = sum(_allows(places, values) for values in every)
        fixed = sum(isinstance(place, int) for place in places)
        if best is None or (allowed, fixed) < best[:2]:
            best = (allowed, fixed, places)
    assert best is not None
    return best[2]


def _allows(places: Places, values: Sequence[int | None]) -> bool:
    pairs = list(zip(places, values, strict=True))
    if any(isinstance(place, int) and place != value for place, value in pairs):
        return False
    return len({value for place, value in pairs if place == SHARED}) <= 1
