"""Drawing sentences: seeded, uniform, bounded, at an end; and the paper's data."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from brillig.errors import BrilligError
from brillig.language.builtin import BUILTIN, builtin
from brillig.language.cfg_text import parse_cfg
from brillig.language.grammar import Grammar
from brillig.parsing.cyk import accepts_all
from brillig.parsing.generate import generate

PREPOSITIONS = {"in", "on", "by", "with"}

# Upper 0.1 % points of chi-square.
CHI_SQUARE = {1: 10.83, 2: 13.82, 3: 16.27, 4: 18.47}


def chi_square(found: Counter[str], shares: dict[str, float]) -> float:
    total = sum(found.values())
    assert set(found) <= set(shares)
    return sum((found[name] - total * share) ** 2 / (total * share) for name, share in shares.items())


def subject(sentence: str) -> str:
    """Which alternative of NP the subject is."""
    words = sentence.split()
    if words[0] in {"John", "Mary", "Bob"}:
        return words[0]
    return "D N PP" if words[2] in PREPOSITIONS else "D N"


def subject_shares() -> dict[str, float]:
    """The share of each alternative among the subjects of kept sentences, by exact calculation.

    Rows [p0, p1, p2] are the chances of 0, 1 and 2 PPs; more are discarded.
    """

    def times(a: list[float], b: list[float]) -> list[float]:
        return [sum(a[i] * b[n - i] for i in range(n + 1)) for n in range(3)]

    np = [0.8, 0.0, 0.0]
    for _ in range(3):
        np = [0.8, 0.2 * np[0], 0.2 * np[1]]  # NP -> D N PP adds one PP with its own NP
    pp = [0.0, np[0], np[1]]
    vp = [(a + b) / 2 for a, b in zip(np, times(np, pp), strict=True)]
    bare, with_pp = sum(vp), sum(times(pp, vp))
    total = 4 * bare + with_pp
    return dict.fromkeys(("John", "Mary", "Bob", "D N"), bare / total) | {"D N PP": with_pp / total}


@pytest.mark.parametrize("seed", [0, 7, 12])
def test_toy1_subjects_are_uniform_after_the_discard(seed: int) -> None:
    found = Counter(map(subject, generate(builtin("toy1"), 5000, seed=seed)))
    shares = subject_shares()
    assert sum(shares.values()) == pytest.approx(1)
    assert chi_square(found, shares) < CHI_SQUARE[4]
    # The test can tell: the same draws do not fit a subject drawn without the discard.
    assert chi_square(found, dict.fromkeys(shares, 0.2)) > CHI_SQUARE[4]


@pytest.mark.parametrize("seed", [0, 7])
def test_toy1_has_at_most_two_prepositional_phrases(seed: int) -> None:
    sentences = generate(builtin("toy1"), 2000, seed=seed)
    numbers = Counter(sum(word in PREPOSITIONS for word in sentence.split()) for sentence in sentences)
    assert set(numbers) == {0, 1, 2}


@pytest.mark.parametrize("name", BUILTIN)
def test_a_built_in_grammar_accepts_what_it_generates(name: str) -> None:
    sentences = generate(builtin(name), 500, seed=3)
    assert all(accepts_all(builtin(name), sentences))
    # Some of the classics have few sentences of a length that is drawn: basic English has 26 in all.
    assert len(set(sentences)) > (100 if name.startswith("toy") else 5)


def test_every_rule_of_the_second_grammar_is_drawn_as_the_paper_says() -> None:
    past = {"disappeared", "walked", "saw", "liked"}
    assert not past & set(" ".join(generate(builtin("toy2"), 1000)).split())
    sentences = [s.split() for s in generate(builtin("toy2-past"), 8000, seed=1)]
    verbs = past | {"disappears", "walks", "sees", "likes", "disappear", "walk", "see", "like"}
    at_verb = [next(i for i, word in enumerate(s) if word in verbs) for s in sentences]
    kinds = Counter(
        ("past" if s[i] in past else "present") + (" transitive" if i + 1 < len(s) else " intransitive")
        for s, i in zip(sentences, at_verb, strict=True)
    )
    assert len(kinds) == 4
    assert chi_square(kinds, dict.fromkeys(kinds, 0.25)) < CHI_SQUARE[3]
    # An object is one alternative whose number is drawn after: half of them are singular.
    singular = {"Kim", "Jody", "dog", "girl", "car", "child"}
    objects = Counter(
        "singular" if s[-1] in singular else "plural"
        for s, i in zip(sentences, at_verb, strict=True)
        if i + 1 < len(s)
    )
    assert chi_square(objects, {"singular": 0.5, "plural": 0.5}) < CHI_SQUARE[1]


def test_the_same_seed_gives_the_same_sentences() -> None:
    assert generate(builtin("toy1"), 50, seed=7) == generate(builtin("toy1"), 100, seed=7)[:50]
    assert generate(builtin("toy1"), 50, seed=7) != generate(builtin("toy1"), 50, seed=8)


def test_each_rule_and_each_word_is_one_alternative() -> None:
    grammar = Grammar.of("S", [("S", "A", "B"), ("A", "B", "B")], {"a": ["A"], "b": ["B"], "c": ["A"]})
    found = Counter(generate(grammar, 3000, seed=5))
    assert chi_square(found, dict.fromkeys(("a b", "b b b", "c b"), 1 / 3)) < CHI_SQUARE[2]


@settings(max_examples=30, deadline=None)
@given(st.integers(2, 12), st.integers(2, 40))
def test_a_grammar_that_hardly_ever_ends_still_ends(rules: int, most: int) -> None:
    # Of rules + 1 alternatives of A, one ends.
    grammar = Grammar.of("S", [("S", "A", "A"), *(("A", "A", f"B{i}") for i in range(rules))],
                         {"a": ["A"]} | {f"b{i}": [f"B{i}"] for i in range(rules)})  # fmt: skip
    sentences = generate(grammar, 5, max_words=most)
    assert len(sentences) == 5
    assert all(2 <= len(s.split()) <= most for s in sentences)


def test_bounds_hold_where_plain_drawing_would_never_meet_them() -> None:
    # Each A is a word once in 41 times, and S needs six of them: one draw in 41**6 has six words.
    rules = [("S", "T", "T"), ("T", "A", "U"), ("U", "A", "A")]
    rules += [("A", "A", f"B{i}") for i in range(40)]
    lexicon = {"a": ["A"]} | {f"b{i}": [f"B{i}"] for i in range(40)}
    assert generate(Grammar.of("S", rules, lexicon), 3, max_words=6) == ["a a a a a a"] * 3


def test_expansions_are_bounded_too() -> None:
    cfg = parse_cfg("S -> A S | 'x'\nA -> 'a'")
    assert max(len(s.split()) for s in generate(cfg, 200, max_expansions=5)) == 3
    assert max(len(s.split()) for s in generate(cfg, 200)) > 3


def test_a_grammar_that_generates_nothing_says_so() -> None:
    endless = Grammar.of("S", [("S", "A", "B"), ("A", "A", "B")], {"b": ["B"]})
    with pytest.raises(BrilligError, match="generates nothing"):
        generate(endless)
    with pytest.raises(BrilligError, match=r"shortest sentence has 2 words; raise max_words"):
        generate(Grammar.of("S", [("S", "A", "A")], {"a": ["A"]}), max_words=1)
    with pytest.raises(BrilligError, match="raise max_expansions"):
        generate(Grammar.of("S", [("S", "A", "A")], {"a": ["A"]}), max_expansions=2)


def test_alternatives_that_never_end_are_left_out() -> None:
    grammar = Grammar.of("S", [("S", "A", "A"), ("S", "A", "X"), ("X", "X", "X")], {"a": ["A"]})
    assert generate(grammar, 20) == ["a a"] * 20
