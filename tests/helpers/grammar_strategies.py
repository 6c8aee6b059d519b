"""Random grammars for the tests, small and of every shape."""

from __future__ import annotations

import random

from hypothesis import strategies as st

from brillig.errors import BrilligError
from brillig.language.grammar import Grammar, check_category_name


def _is_name(text: str) -> bool:
    try:
        check_category_name(text)
    except BrilligError:
        return False
    return True


# Everything a line of sentences can hold, with what notations trip over more often than chance would have it.
words = st.one_of(
    st.sampled_from(
        ["it's", '"', "'", "\"'", "3rd", "42", "|", "->", "#", "%start", "\\", "слово", "語", "\\\\"]
    ),
    st.text(st.characters(exclude_categories=("Cs", "Zs", "Zl", "Zp", "Cc")), min_size=1, max_size=6),
).filter(lambda word: not any(map(str.isspace, word)))

names = st.one_of(
    st.sampled_from(["NP", "B_0", "B_0_1", "_1", "A.b", "-", "Ä", "np", "start", "c1", "*"]),
    st.text(st.characters(exclude_categories=("Cs", "Cc")), min_size=1, max_size=4),
).filter(_is_name)


@st.composite
def grammars(draw: st.DrawFn, any_names: bool = True) -> Grammar:
    """A grammar in which every category has a rule or a word."""
    number = draw(st.integers(1, 5))
    plain = ["S", *"ABCDEFGH"[: number - 1]]
    categories = draw(st.lists(names, min_size=number, max_size=number, unique=True)) if any_names else plain
    one = st.sampled_from(categories)
    lexicon = draw(st.dictionaries(words, st.lists(one, min_size=1, max_size=2, unique=True), max_size=6))
    with_words = {category for owners in lexicon.values() for category in owners}
    parents = draw(st.lists(one, max_size=5))
    known = st.sampled_from(sorted(with_words | set(parents)) or categories)
    rules = [(parent, draw(known), draw(known)) for parent in parents]
    return Grammar.of(draw(one), rules, lexicon)


def random_grammar(seed: int, categories: int, rules: int, words: int, homographs: int = 0) -> Grammar:
    """A grammar over S, A, B, ... drawn uniformly; not every category need be useful."""
    rng = random.Random(seed)
    names = ["S", *(f"C{i}" for i in range(1, categories))]
    syntactic = [(rng.choice(names), rng.choice(names[1:]), rng.choice(names[1:])) for _ in range(rules)]
    lexicon = {f"w{i}": [rng.choice(names[1:])] for i in range(words)}
    for _ in range(homographs):
        lexicon[f"w{rng.randrange(words)}"].append(rng.choice(names[1:]))
    return Grammar.of("S", syntactic, lexicon)


def shuffled(grammar: Grammar, seed: int) -> Grammar:
    """The same grammar under other names."""
    rng = random.Random(seed)
    fresh = [f"N{i}" for i in range(len(grammar.categories))]
    rng.shuffle(fresh)
    return grammar.renamed(dict(zip(grammar.categories, fresh, strict=True)))
