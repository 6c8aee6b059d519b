"""Grammars with features: their bits against the code written out slowly, their language, the search."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import combinations, count, product
from math import inf, isclose, log2

import pytest

from brillig.errors import BrilligError
from brillig.language.corpus import Corpus
from brillig.language.features import FREE, SHARED, Feature, FoldedGrammar
from brillig.language.grammar import Grammar, LexicalRule, SyntacticRule
from brillig.parsing.bits import bits_of, describe
from brillig.parsing.folding import describe_features, find_features
from grammar_strategies import random_grammar
from reference_bits import all_trees
from reference_features import (
    all_places,
    assignments,
    frame_feature,
    frames,
    in_language,
    random_folded,
    reference_data_bits,
    reference_feature_bits,
    reference_folded_bits,
    reference_frame_bits,
    units,
)

AGREEING = Grammar.of(
    "S",
    [("S", "N", "V"), ("S", "P", "V"), ("P", "D", "N")],
    {"cat": ["N"], "cats": ["N"], "all": ["D"], "sleeps": ["V"], "sleep": ["V"]},
)
NUMBER = Feature(
    "f",
    2,
    {
        LexicalRule("N", "cat"): 1,
        LexicalRule("N", "cats"): 2,
        LexicalRule("V", "sleeps"): 1,
        LexicalRule("V", "sleep"): 2,
    },
    {
        SyntacticRule("S", "N", "V"): (None, SHARED, SHARED),
        SyntacticRule("S", "P", "V"): (None, None, FREE),
        SyntacticRule("P", "D", "N"): (None, None, 2),
    },
)


def random_cases(number: int) -> list[FoldedGrammar]:
    """Grammars of every form with one to three features over them."""
    cases = []
    seed = 0
    while len(cases) < number:
        seed += 1
        rng = random.Random(seed)
        grammar = random_grammar(seed, rng.randint(2, 4), rng.randint(1, 5), 3, rng.randint(0, 1))
        if len(grammar.categories) > 1:
            folded = random_folded(grammar, seed, rng.randint(1, 3))
            if folded.features:
                cases.append(folded)
    return cases


CASES = random_cases(200)


def sentences_of(grammar: Grammar, longest: int = 3) -> list[tuple[str, ...]]:
    return [w for n in range(1, longest + 1) for w in product(grammar.words, repeat=n)]


def test_folded_and_expanded_forms_have_one_language() -> None:
    accepted = 0
    for folded in CASES:
        for words in sentences_of(folded.grammar):
            yes = in_language(folded, words)
            assert folded.expanded.accepts(words) == yes, (str(folded), words)
            accepted += yes
    assert accepted > 500  # there is something to compare


def described_cases() -> list[tuple[FoldedGrammar, Corpus]]:
    found = []
    for seed, folded in enumerate(CASES):
        strings = [words for words in sentences_of(folded.grammar) if in_language(folded, words)]
        if strings:
            rng = random.Random(seed)
            found.append((folded, Corpus(tuple(rng.choice(strings) for _ in range(3)) + (strings[0],) * 2)))
    return found


def test_bits_are_those_of_the_code_written_out() -> None:
    cases = described_cases()
    one_way = 0
    for folded, corpus in cases:
        found = describe_features(folded, corpus)
        assert isclose(found.description.bits.grammar, reference_folded_bits(folded), abs_tol=1e-5)
        assert set(found.grammar) <= set(folded.expanded)
        ways = [
            [(tree, values) for tree in all_trees(folded.grammar, s) for values in assignments(folded, tree)]
            for s in corpus.sentences
        ]
        if all(len(of_sentence) == 1 for of_sentence in ways):
            one_way += 1
            trees, values = zip(*(of_sentence[0] for of_sentence in ways), strict=True)
            expected = reference_data_bits(folded, trees, values)
            assert isclose(found.description.bits.data, expected, abs_tol=1e-6), str(folded)
    assert one_way > 10


def test_kraft_over_every_feature_of_small_grammars() -> None:
    """Features over one grammar, however numbered, and pairs of them: no more codes than there are."""
    grammars = [
        Grammar.of("S", [("S", "A", "B")], {"a": ["A"], "b": ["B"]}),
        Grammar.of("S", [("S", "A", "B"), ("B", "A", "B")], {"a": ["A"], "c": ["A"], "b": ["B"]}),
        Grammar.of("S", [("S", "A", "B"), ("A", "B", "A")], {"a": ["A"], "b": ["B"]}),
    ]
    for grammar in grammars:
        plain = bits_of(grammar, Corpus.of(["a b"])).grammar
        others = [category for category in grammar.categories if category != "S"]
        singles = []
        for number in range(1, len(others) + 1):
            for carriers in map(frozenset, combinations(others, number)):
                singles += list(every_feature(grammar, carriers))
        total = sum(2 ** (plain - reference_folded_bits(FoldedGrammar(grammar, (f,)))) for f in singles)
        some = random.Random(1).sample(singles, min(len(singles), 60))
        pairs = list(combinations(some, 2))
        several = sum(2 ** (plain - reference_folded_bits(FoldedGrammar(grammar, pair))) for pair in pairs)
        several *= (len(singles) * (len(singles) - 1) / 2) / len(pairs)
        # 0.49 of all codes are left for them, beside half for the plain grammars.
        assert 0 < total + several < 0.49


def test_kraft_where_a_class_stands_wherever_a_phrase_does() -> None:
    rules = [("S", "A", "B"), ("S", "C", "B"), ("A", "B", "A"), ("A", "B", "C")]
    grammar = Grammar.of("S", rules, {"b": ["B"], "c": ["C"]})
    assert list(units(grammar)) == [("A", "C")]
    plain = bits_of(grammar, Corpus.of(["c b"])).grammar
    for carriers in (frozenset("A"), frozenset("C"), frozenset("AC")):
        every = list(every_feature(grammar, carriers))
        folded = [FoldedGrammar(grammar, (feature,)) for feature in every]
        total = sum(2 ** (plain - reference_folded_bits(one)) for one in folded)
        # Half of 0.49 for one feature, a third for each number of carriers, a third of these for each set.
        assert 0 < total < 0.49 / 2 / 3 / 3
        for one in random.Random(2).sample(folded, min(len(folded), 40)):
            found = describe_features(one, Corpus.of(["c b"])).description.bits.grammar
            assert isclose(found, reference_folded_bits(one), abs_tol=1e-6), str(one)


def every_feature(grammar: Grammar, carriers: frozenset[str]) -> list[Feature]:
    """All that differ in more than the numbers of their values, each of which is used."""
    words = [rule for rule in grammar.lexical if rule.category in carriers]
    rules = [rule for rule in grammar.syntactic if carriers & set(rule)]
    found: dict[object, Feature] = {}
    for of_words in product((None, 1, 2), repeat=len(words)):
        for of_rules in product(*(all_places(rule, carriers, 2) for rule in rules)):
            used = {*of_words, *(place for places in of_rules for place in places)}
            if not {1, 2} <= used:
                continue
            feature = Feature(
                "f", 2, dict(zip(words, of_words, strict=True)), dict(zip(rules, of_rules, strict=True))
            ).canonical()
            name = (
                tuple(sorted(feature.words.items(), key=str)),
                tuple(sorted(feature.rules.items(), key=str)),
            )
            found[name] = feature
    return list(found.values())


def test_names_and_numbers_play_no_part() -> None:
    rng = random.Random(3)
    for folded, corpus in described_cases()[:60]:
        names = [f"Q{i}" for i in range(len(folded.grammar.categories))]
        rng.shuffle(names)
        renamed = folded.renamed(dict(zip(folded.grammar.categories, names, strict=True)))
        turned = FoldedGrammar(renamed.grammar, tuple(map(numbered_backwards, reversed(renamed.features))))
        before, after = (describe_features(f, corpus).description.bits for f in (folded, turned))
        assert isclose(before.grammar, after.grammar, abs_tol=1e-9)
        assert before.data < inf
        assert isclose(before.data, after.data, abs_tol=1e-9)


def numbered_backwards(feature: Feature) -> Feature:
    def turned(place: object) -> object:
        return feature.values + 1 - place if isinstance(place, int) else place

    words = {rule: turned(value) for rule, value in feature.words.items()}
    rules = {rule: tuple(map(turned, places)) for rule, places in feature.rules.items()}
    return Feature(feature.name, feature.values, words, rules)  # type: ignore[arg-type]


def test_without_features_bits_are_those_of_the_plain_grammar() -> None:
    corpus = Corpus.of(["cat sleeps", "all cats sleep", "cats sleep"])
    assert describe_features(FoldedGrammar(AGREEING, ()), corpus).description == describe(AGREEING, corpus)


def test_a_folded_grammar_is_shown_with_what_agrees() -> None:
    assert str(FoldedGrammar(AGREEING, (NUMBER,))).splitlines() == [
        "S → N[f] V[f] | P V",
        "P → D N[f=2]",
        "N[f=1] → cat",
        "N[f=2] → cats",
        "V[f=2] → sleep",
        "V[f=1] → sleeps",
        "D → all",
    ]


def test_files_keep_features_and_refuse_what_they_cannot_be() -> None:
    folded = FoldedGrammar(AGREEING, (NUMBER,))
    assert FoldedGrammar.from_json(folded.to_json()) == folded
    with pytest.raises(BrilligError, match="says nothing"):
        FoldedGrammar(AGREEING, (Feature("f", 2, dict(list(NUMBER.words.items())[1:]), NUMBER.rules),))
    wrong = {**NUMBER.rules, SyntacticRule("S", "N", "V"): (None, SHARED, FREE)}
    with pytest.raises(BrilligError, match="which cannot be"):
        FoldedGrammar(AGREEING, (Feature("f", 2, NUMBER.words, wrong),))
    with pytest.raises(BrilligError, match="2 to 4"):
        FoldedGrammar(AGREEING, (Feature("f", 1, NUMBER.words, NUMBER.rules),))
    with pytest.raises(BrilligError, match="not a feature"):
        FoldedGrammar.from_json({**folded.to_json(), "features": [{"name": "f"}]})


SKELETON = Grammar.of(
    "S",
    [("S", "NP", "VP"), ("NP", "D", "N"), ("VP", "V", "NP")],
    {
        **{key: ["D"] for key in ["il", "un", "la", "una"]},
        **{key: ["N"] for key in ["gatto", "cane", "libro", "ragazza", "casa", "donna"]},
        **{key: ["V"] for key in ["vede", "cerca"]},
        "dorme": ["VP"],
    },
)


def gender_sentences(number: int, seed: int, agree: bool = True) -> Corpus:
    rng = random.Random(seed)

    def phrase() -> str:
        nouns = (["gatto", "cane", "libro"], ["ragazza", "casa", "donna"])
        gender = rng.randrange(2)
        determiners = (["il", "un"], ["la", "una"])[gender if agree else rng.randrange(2)]
        return f"{rng.choice(determiners)} {rng.choice(nouns[gender])}"

    return Corpus.of(
        [
            f"{phrase()} {rng.choice(['dorme', 'vede ' + phrase(), 'cerca ' + phrase()])}"
            for _ in range(number)
        ]
    )


@pytest.mark.parametrize("seed", range(3))
def test_agreement_is_found_where_it_is(seed: int) -> None:
    corpus = gender_sentences(30, seed)
    found = find_features(SKELETON, describe(SKELETON, corpus), corpus, seed=seed)
    assert found is not None
    assert "NP → D[f] N[f]" in str(found.folded)
    assert found.grammar.accepts("una casa cerca il cane")
    assert not found.grammar.accepts("una cane dorme")
    assert found.description.bits.total < describe(SKELETON, corpus).bits.total
    again = find_features(SKELETON, describe(SKELETON, corpus), corpus, seed=seed)
    assert again is not None
    assert again.folded == found.folded


@pytest.mark.parametrize("seed", range(3))
def test_no_agreement_is_found_where_there_is_none(seed: int) -> None:
    corpus = gender_sentences(30, seed, agree=False)
    assert find_features(SKELETON, describe(SKELETON, corpus), corpus, seed=seed) is None


PARTICIPLES = Grammar.of(
    "S",
    [
        ("S", "N", "VP"),
        ("S", "N", "PV"),
        ("VP", "V", "N"),
        ("PV", "W", "V"),
        ("PV", "PV", "BY"),
        ("BY", "P", "N"),
    ],
    {
        **{key: ["N"] for key in ["Ann", "Bob", "Cleo", "Dan"]},
        **{key: ["V"] for key in ["saw", "seen", "ate", "eaten", "liked", "helped", "painted"]},
        "was": ["W"],
        "by": ["P"],
    },
)


def passive_sentences(number: int, seed: int) -> Corpus:
    rng = random.Random(seed)
    names, both = ["Ann", "Bob", "Cleo", "Dan"], ["liked", "helped", "painted"]

    def sentence() -> str:
        one, other = rng.choice(names), rng.choice(names)
        if rng.random() < 0.5:
            return f"{one} {rng.choice(['saw', 'ate', *both])} {other}"
        return f"{one} was {rng.choice(['seen', 'eaten', *both])}" + rng.choice(["", f" by {other}"])

    return Corpus.of([sentence() for _ in range(number)])


@pytest.mark.parametrize("seed", range(3))
def test_words_that_are_particular_about_their_place_are_found(seed: int) -> None:
    """Participles stand after *was*, their preterites never, and other verbs in both places."""
    corpus = passive_sentences(250, seed)
    found = find_features(PARTICIPLES, describe(PARTICIPLES, corpus), corpus, seed=seed)
    assert found is not None
    assert found.grammar.accepts("Ann was liked by Bob")
    assert found.grammar.accepts("Ann liked Bob")
    assert found.grammar.accepts("Dan was eaten by Cleo")
    assert not found.grammar.accepts("Ann was saw by Bob")
    assert not found.grammar.accepts("Ann eaten Bob")


def random_frames(number: int) -> Iterator[FoldedGrammar]:
    for seed in count():
        rng = random.Random(seed)
        grammar = random_grammar(seed, rng.randint(2, 4), rng.randint(2, 6), 5, 0)
        if not frames(grammar):
            continue
        frame, classes = rng.choice(sorted(frames(grammar).items()))
        own = [rule for rule in grammar.lexical if rule.category in classes]
        words = {rule: rng.choice([1, 2]) for rule in own if rng.random() < 0.5}
        if words:
            yield FoldedGrammar(grammar, (frame_feature(grammar, frame, words),))
            number -= 1
        if not number:
            return


def test_frames_have_the_bits_of_their_code() -> None:
    cheaper = described = 0
    for folded in random_frames(60):
        feature = folded.features[0]
        frame = reference_frame_bits(feature, folded.grammar)
        assert frame < inf
        cheaper += 2 + frame < log2(4 / 3) + reference_feature_bits(feature, folded.grammar)
        strings = [words for words in sentences_of(folded.grammar) if in_language(folded, words)]
        if strings:
            described += 1
            found = describe_features(folded, Corpus(tuple(strings[:3])))
            assert isclose(found.description.bits.grammar, reference_folded_bits(folded), abs_tol=1e-6)
    assert cheaper > 10
    assert described > 10


def test_weights_add_up_and_exceptions_stay_out() -> None:
    corpus = Corpus.of([*gender_sentences(30, 0).sentences, "dorme il il"])
    found = find_features(SKELETON, describe(SKELETON, corpus, (30,)), corpus, (30,))
    assert found is not None
    assert found.description.trees[30] is None
    total: dict[str, float] = {}
    for rule, weight in found.description.weights.items():
        total[rule[0]] = total.get(rule[0], 0.0) + weight
    assert set(total) == set(found.grammar.categories)
    assert all(isclose(sum_of, 1.0) for sum_of in total.values())


def test_a_class_that_is_not_split_keeps_its_name() -> None:
    """`all` is plural: D carries the feature, but is one class as before."""
    words = {**NUMBER.words, LexicalRule("D", "all"): 2}
    rules = {**NUMBER.rules, SyntacticRule("P", "D", "N"): (None, SHARED, SHARED)}
    folded = FoldedGrammar(AGREEING, (Feature("f", 2, words, rules),))
    corpus = Corpus.of(["cat sleeps", "cats sleep", "all cats sleep"])
    plain = describe_features(folded, corpus).grammar
    assert plain.lexicon["all"] == ("D",)
    assert plain.lexicon["cats"] == ("N_2",)
    assert set(plain) <= set(folded.expanded)
    # Files from before number every class that carries a feature.
    assert folded.has_rules_of(plain.renamed({"D": "D_2"}))
    assert not folded.has_rules_of(plain.renamed({"D": "D_1"}))


def test_a_search_that_is_slow_in_few_nodes_asks_whether_to_stop_and_ends() -> None:
    """Many words and two short sentences: the time goes into attempts, not into nodes."""
    lexicon = {f"n{i}": ["N"] for i in range(1500)} | {"sleeps": ["V"], "barks": ["V"]}
    grammar = Grammar.of("S", [("S", "N", "V")], lexicon)
    corpus = Corpus.of(["n1 sleeps", "n2 barks"])
    asked = count()
    # The loop over steps asks once; the search itself, before its first step.
    find_features(grammar, describe(grammar, corpus), corpus, max_work=0, stopped=lambda: next(asked) < 0)
    assert next(asked) > 1
    # And once it is to stop, it ends: no change of a start that was never looked at is an improvement.
    assert find_features(grammar, describe(grammar, corpus), corpus, stopped=lambda: True) is None
