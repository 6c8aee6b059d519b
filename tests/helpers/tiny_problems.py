"""Random problems that are small enough for brute force."""

from __future__ import annotations

import random

from brillig.language.corpus import Corpus
from brillig.problems import Problem, Restrictions, Switch


def random_problem(seed: int) -> Problem:
    """A small problem with either switch, h = 0 or 1; about one in six has solutions."""
    rng = random.Random(seed)
    words = "abcd"[: rng.randint(2, 4)]
    sentences = [tuple(rng.choice(words) for _ in range(rng.randint(2, 4))) for _ in range(rng.randint(2, 4))]
    categories = rng.choice([3, 4, 4])
    return Problem(
        Corpus(tuple(sentences)),
        categories,
        rng.randint(0, categories - 1),
        rng.randint(1, 4 if categories == 3 else 3),
        rng.choice([0, 0, 1]),
        Restrictions.lifted(equal_children=rng.random() >= 0.5, lexical_root=rng.random() >= 0.5),
    )


def general_problem(seed: int) -> Problem:
    """A small problem with any of the switches, half of the time with several; many have solutions."""
    rng = random.Random(seed)
    allow = [switch for switch in Switch if rng.random() < 0.5]
    restrictions = Restrictions.of(allow)
    words = "abc"[: rng.randint(1, 3)]
    shortest = 2 if restrictions.root_without_words else 1
    sentences = [
        tuple(rng.choice(words) for _ in range(rng.randint(shortest, 4))) for _ in range(rng.randint(1, 3))
    ]
    sentences.append(tuple(rng.choice(words) for _ in range(rng.randint(2, 4))))
    categories = rng.choice([2, 3, 3])
    return Problem(
        Corpus(tuple(sentences)),
        categories,
        rng.randint(0, categories - 1),
        rng.randint(1, 3),
        rng.choice([0, 0, 1]),
        restrictions,
    )


def varied_problem(seed: int) -> Problem:
    """A tiny problem of any kind: 2 to 4 words, 1 to 5 sentences, c 3 to 5, h 0 to 3, all switches.

    Half of them have sentences at random. The others have those of a random grammar and numbers at or near
    its own, so that solutions are there, but few. Half of them have none of the newer switches.
    """
    rng = random.Random(seed)
    words = "abcd"[: rng.randint(2, 4)]
    c = rng.choice([3, 4, 4, 4, 5])
    h = rng.choice([0, 0, 1, 1, 2, 3])
    switches = list(Switch) if rng.random() < 0.5 else [Switch.EQUAL_CHILDREN, Switch.LEXICAL_ROOT]
    allow = Restrictions.of([switch for switch in switches if rng.random() < 0.5])
    shortest = 2 if allow.root_without_words else 1
    most_rules = {3: 5, 4: 4 if allow.one_parent else 3, 5: 4 if not allow.is_new else 3}[c]
    if rng.random() < 0.5:
        sizes = [rng.randint(shortest, 5) for _ in range(rng.randint(1, 5))]
        sentences = [tuple(rng.choice(words) for _ in range(size)) for size in sizes]
        return Problem(
            Corpus(tuple(sentences)), c, rng.randint(0, c - 1), rng.randint(1, most_rules), h, allow
        )
    drawn: list[tuple[str, ...]] = []
    while not drawn:
        rules, lexicon = _random_grammar(rng, words, c, allow)
        for _ in range(12):
            sentence = _derive_any(rng, rules, lexicon, 0, 4)
            if sentence is not None and shortest <= len(sentence) <= 5:
                drawn.append(sentence)
    lexical = {category for _, category in lexicon} - {x for x, _, _ in rules} - {0}
    near = min(c - 1, max(0, len(lexical) + rng.choice([-1, 0, 0, 1])))
    number = min(most_rules, max(1, len(rules) + rng.choice([-1, 0, 0])))
    return Problem(Corpus(tuple(drawn[: rng.randint(1, 5)])), c, near, number, h, allow)


def _random_grammar(
    rng: random.Random, words: str, c: int, allow: Restrictions
) -> tuple[set[tuple[int, int, int]], list[tuple[str, int]]]:
    """Rules and words of categories 0 (S) to c - 1, within the restrictions."""
    first = 1 if allow.root_at_base else 0
    rules = [(0, 1, c - 1)]
    for _ in range(rng.randint(1, 3)):
        x, y, z = rng.randrange(c), *rng.choices(range(first, c), k=2)
        taken = allow.one_parent and any((y, z) == rule[1:] for rule in rules)
        if not taken and (y != z or not allow.distinct_children):
            rules.append((x, y, z))
    own = range(1 if allow.root_without_words else 0, c)
    return set(rules), [(rng.choice(words), x) for x in own for _ in range(rng.randint(0, 2))]


def _derive_any(rng, rules, lexicon, x, depth):
    """Random words that category x derives, homographs and all, or None."""
    ways = [rule for rule in rules if rule[0] == x] if depth else []
    own = sorted({word for word, category in lexicon if category == x})
    if own and (not ways or rng.random() < 0.5):
        return (rng.choice(own),)
    if not ways:
        return None
    _, y, z = rng.choice(sorted(ways))
    left, right = (_derive_any(rng, rules, lexicon, child, depth - 1) for child in (y, z))
    return left + right if left and right else None


def feasible_problem(seed: int) -> Problem:
    """Sentences of a random rule set with c 4 to 6, the settings its own or a little off."""
    rng = random.Random(seed)
    c = rng.randint(4, 6)
    words = "abcdef"[: rng.randint(3, 6)]
    while True:
        rules = {(0, 1, 2)} | {
            (rng.randint(1, c - 2), *rng.sample(range(1, c), 2)) for _ in range(rng.randint(2, 4))
        }
        lexicon = {word: rng.randint(1, c - 1) for word in words}
        sentences = [s for s in (_derive(rng, rules, lexicon, 0, 5) for _ in range(40)) if s and len(s) < 7]
        if len(sentences) >= 6:
            break
    return Problem(
        Corpus(tuple(sentences[: rng.randint(3, 6)])),
        c,
        rng.randint(0, 2),
        max(1, len(rules) - rng.randint(0, 1)),
        rng.choice([0, 1]),
        Restrictions.lifted(equal_children=rng.random() >= 0.5, lexical_root=rng.random() >= 0.5),
    )


def _derive(rng, rules, lexicon, x, depth):
    """Random words that category x derives, or None."""
    ways = [rule for rule in rules if rule[0] == x] if depth else []
    own = [word for word, category in lexicon.items() if category == x]
    if own and (not ways or rng.random() < 0.5):
        return (rng.choice(own),)
    if not ways:
        return None
    _, y, z = rng.choice(sorted(ways))
    left, right = (_derive(rng, rules, lexicon, child, depth - 1) for child in (y, z))
    return left + right if left and right else None
