"""Conventional bracketing: a helper is turned to the side of convention without changing the language."""

from __future__ import annotations

import random

import pytest

import brillig
from brillig.language.bracketing import leans_right, mirror, shift_right, turn_right, turned
from brillig.language.corpus import Corpus
from brillig.language.grammar import Grammar
from brillig.limits import Limits
from brillig.parsing.cyk import trees_using_all
from brillig.parsing.languages import Bounds, compare_languages
from brillig.workflows.bracketing import bracket_conventionally
from brillig.workflows.choosing import choose_by_length
from grammar_strategies import random_grammar

BOUNDS = Bounds(7, 3000, 60_000)
LEXICON = {"Mary": ["N"], "John": ["N"], "saw": ["V"], "met": ["V"], "the": ["D"], "cat": ["C"], "dog": ["C"]}


def test_a_subject_with_its_verb_becomes_a_verb_phrase() -> None:
    found = Grammar.of("S", [("S", "K", "N"), ("K", "N", "V"), ("N", "D", "C")], LEXICON)
    turned_once = next(turned(found, right=True))
    assert set(map(str, turned_once.syntactic)) == {"S → N K", "K → V N", "N → D C"}
    assert compare_languages(found, turned_once, BOUNDS).difference is None


def test_a_phrase_that_there_is_takes_the_place_of_a_helper() -> None:
    rules = [
        ("S", "K", "N"),
        ("K", "N", "V"),
        ("R", "T", "P"),
        ("P", "V", "N"),
        ("N", "N", "R"),
        ("N", "D", "C"),
    ]
    found = Grammar.of("S", rules, LEXICON | {"that": ["T"]})
    nearest = next(turned(found, right=True))
    assert "S → N P" in map(str, nearest.syntactic)
    assert len(nearest.categories) < len(found.categories)
    assert compare_languages(found, nearest, BOUNDS).difference is None


def test_what_is_added_to_the_article_is_shifted_to_the_noun() -> None:
    rules = [("S", "N", "V"), ("N", "D", "C"), ("D", "D", "A"), ("C", "C", "R"), ("R", "T", "V")]
    found = Grammar.of("S", rules, LEXICON | {"old": ["A"], "that": ["T"]})
    shifted = shift_right(found, "D")
    assert shifted is not None
    assert {"C → A C", "C → C R", "N → D C"} <= set(map(str, shifted.syntactic))
    assert compare_languages(found, shifted, BOUNDS).difference is None
    # Not where the noun stands without an article, too, or where the order of two additions would be lost.
    assert shift_right(Grammar.of("S", [*rules, ("S", "C", "V")], found.lexicon), "D") is None
    assert shift_right(Grammar.of("S", [*rules, ("C", "B", "C")], {**found.lexicon, "b": ["B"]}), "D") is None


def test_several_rules_are_turned_at_once_and_join_the_verbs_that_stand_there() -> None:
    """What a search for toy2 came to: subject and verb in one phrase, for three kinds of objects."""
    rules = [("S", "Ns", "Is"), ("S", "Np", "Ip"), ("S", "Q", "Ip"), ("Q", "D", "Np")]
    rules += [("S", "H", some) for some in ("Ns", "Np", "Q")]
    rules += [("H", "Ns", "Ts"), ("H", "Np", "Tp"), ("H", "Q", "Tp")]
    words = {"Kim": "Ns", "dogs": "Np", "all": "D", "walks": "Is", "walk": "Ip", "sees": "Ts", "see": "Tp"}
    found = Grammar.of("S", rules, {word: [name] for word, name in words.items()})
    nearest = next(turned(found, right=True))
    assert {"S → Ns Is", "S → Np Ip", "S → Q Ip", "Is → Ts Q", "Ip → Tp Ns"} < set(
        map(str, nearest.syntactic)
    )
    assert len(nearest.syntactic) == len(found.syntactic)
    assert "H" not in nearest.categories
    assert compare_languages(found, nearest, BOUNDS).difference is None


def test_languages_whose_words_follow_their_phrases_branch_to_the_left() -> None:
    rules = [("S", "N", "K"), ("K", "Q", "V"), ("N", "M", "Q"), ("M", "M", "A"), ("M", "M", "B")]
    lexicon = {"tarou": ["M"], "ga": ["Q"], "neru": ["V"], "a": ["A"], "b": ["B"]}
    grammar = Grammar.of("S", rules, lexicon)
    sentences = [tuple(text.split()) for text in ("tarou a b ga ga neru", "tarou b b a ga ga neru")]
    assert not leans_right(grammar, trees_using_all(grammar, sentences) or ())
    right = Grammar.of("S", [("S", "N", "P"), ("P", "V", "N"), ("N", "D", "C")], LEXICON)
    assert leans_right(right, trees_using_all(right, [("the", "cat", "saw", "Mary")]) or ())
    assert mirror(mirror(grammar)) == grammar


@pytest.mark.parametrize("seed", [*range(60), 8509, 11623, 11780, 12193, 13451])  # the last went wrong once
def test_turning_keeps_the_language_of_any_grammar(seed: int) -> None:
    rng = random.Random(seed)
    sizes = {"categories": rng.randint(4, 7), "rules": rng.randint(4, 9), "words": rng.randint(3, 6)}
    grammar = random_grammar(seed, **sizes, homographs=rng.randint(0, 1))
    for base in (grammar, mirror(grammar)):
        for other in (change(base, name) for change in (turn_right, shift_right) for name in base.categories):
            if other is not None:
                assert compare_languages(base, other, BOUNDS).difference is None
                assert len(other.syntactic) <= len(base.syntactic)


def test_a_learned_grammar_keeps_its_language_and_its_bits() -> None:
    names, verbs = ("Ann", "Bob", "Cy", "Dee"), ("saw", "met", "liked")
    corpus = Corpus.of([f"{a} {v} {b}" for a in names for v in verbs for b in names if a != b][:24])
    solution = choose_by_length(corpus, Limits(seed=0, max_iterations=2000), engine="grow").solution
    assert solution is not None
    assert solution.bits is not None
    bracketed = bracket_conventionally(solution)
    assert bracketed.bits is not None
    assert bracketed.bits.total <= solution.bits.total + 2
    assert compare_languages(solution.grammar, bracketed.grammar, BOUNDS).difference is None
    left, right = bracketed.trees[0].branches
    assert left.is_leaf
    assert not right.is_leaf


def test_a_postposition_belongs_to_what_stands_before_it() -> None:
    """*inu [ga neru]* is turned to *[inu ga] neru*, though words stand before phrases here, and stays so."""
    rules = [("S", "N", "B"), ("B", "P", "V")]
    words = {"inu": ["N"], "neko": ["N"], "ga": ["P"], "wa": ["P"], "neru": ["V"]}
    (found,) = turned(Grammar.of("S", rules, words), True, {"P"})
    assert {rule.right for rule in found.expansions["S"]} == {"V"}
    assert [rule[1:] for rule in found.syntactic if rule.parent != "S"] == [("N", "P")]
    assert list(turned(found, True, {"P"})) == []
    assert list(turned(found, True)) != []


def test_a_phrase_of_one_word_tells_no_side() -> None:
    """*der Hund schläft*, ever again: the adjective goes to the noun all the same."""
    lines = ["der Hund schläft", "die Katze schläft", "der Vogel singt", "ein Vogel singt", "ein Hund bellt"]
    lines += ["der kleine Hund bellt", "die kleine Katze jagt den Vogel", "eine Katze sieht den Hund"]
    lines += ["der Hund sieht eine Katze", "der Hund jagt die kleine Katze", "die Frau schläft"]
    lines += ["die Frau sieht den kleinen Hund", "eine Frau jagt den Vogel", "die Katze sieht die Frau"]
    found = brillig.infer(lines, jobs=1)
    assert [rule[1:] for rule in found.grammar.expansions["N"]] == [("A", "N")]
    assert [str(rule) for rule in found.grammar.syntactic if rule.parent == "S"] == ["S → NP VP"]
