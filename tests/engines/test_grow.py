"""The growing engine: grammars with few bits that pass the check, the same for every number of threads."""

from __future__ import annotations

import threading
from dataclasses import replace

import pytest

from brillig.engines.grow import GrowProgress, grow, problem_of, solve_by_growing
from brillig.engines.grow.solving import solution_of
from brillig.engines.grow.suspects import costly_sentences, lonely_sentences
from brillig.language.builtin import builtin
from brillig.language.corpus import Corpus
from brillig.language.grammar import Grammar
from brillig.language.morphemes import count_crossings
from brillig.language.reading import Reading
from brillig.language.text import read_texts
from brillig.limits import Ended, Limits
from brillig.parsing.bits import bits_of, describe
from brillig.parsing.cyk import accepts_all
from brillig.parsing.evaluate import compare
from brillig.parsing.generate import generate
from brillig.problems import Problem
from brillig.problems.check import violations
from brillig.problems.restrictions import Restrictions, Switch
from brillig.problems.solution import Status

PETS = Corpus.of(
    [
        "the cat sleeps",
        "the dog sleeps",
        "a dog barks",
        "the cat sees a dog",
        "a dog sees the cat",
        "the dog chases a cat",
    ]
)
ITALIAN = Corpus.of(
    [
        "il gatto dorme",
        "la gatta dorme",
        "il cane nero mangia",
        "la mucca nera mangia",
        "Maria vede il gatto",
        "Luca vede la mucca",
        "il cane vede Maria",
        "la gatta bianca vede Luca",
        "il gatto bianco dorme",
        "Luca mangia",
        "Maria dorme",
        "il cane nero vede la gatta bianca",
    ]
)
BRACKETS = Corpus.of(
    ["( )", "( ( ) )", "( ) ( )", "( ( ) ) ( )", "( ( ( ) ) )", "( ) ( ( ) )", "( ( ) ( ) )"]
)
SHORT = Limits(max_iterations=3000)


def test_the_pets_are_sorted_as_a_person_would() -> None:
    grown = grow(PETS, SHORT)
    assert grown.grammar is not None
    classes = {frozenset(words) for words in grown.grammar.words_of.values()}
    assert {frozenset({"a", "the"}), frozenset({"cat", "dog"})} <= classes
    assert len(grown.grammar.syntactic) == 3


@pytest.mark.parametrize("corpus", [PETS, ITALIAN, BRACKETS])
def test_every_answer_passes_the_check_with_its_own_numbers(corpus: Corpus) -> None:
    grown = grow(corpus, SHORT)
    solution = solution_of(grown, corpus, seed=0)
    assert violations(solution.problem, solution.grammar, solution.trees) == []
    assert isinstance(solution.problem, Problem)
    fewer = replace(solution.problem, rules=solution.problem.rules - 1)
    assert violations(fewer, solution.grammar, solution.trees) != []
    assert all(accepts_all(solution.grammar, corpus.sentences))


def test_the_bits_are_those_of_the_one_code() -> None:
    grown = grow(ITALIAN, SHORT)
    assert grown.grammar is not None
    assert grown.description is not None
    assert grown.description is not None
    assert grown.description.bits == bits_of(grown.grammar, ITALIAN)


@pytest.mark.parametrize("corpus", [ITALIAN, BRACKETS])
def test_the_same_seed_gives_the_same_grammar_whatever_the_number_of_threads(corpus: Corpus) -> None:
    answers = [grow(corpus, replace(SHORT, seed=3, jobs=jobs)) for jobs in (1, 2, 4, 1)]
    assert len({answer.grammar for answer in answers}) == 1
    assert len({(answer.work, answer.reached) for answer in answers}) == 1


def test_toy2_is_learned_exactly_from_a_hundred_sentences() -> None:
    truth = builtin("toy2")
    grown = grow(Corpus.of(generate(truth, 100, seed=5001)), SHORT)
    assert grown.grammar is not None
    found = compare(grown.grammar, truth)
    assert (found.precision, found.recall) == (1.0, 1.0)


def test_brackets_lift_restrictions_and_balance() -> None:
    grown = grow(BRACKETS, Limits(max_iterations=6000))
    assert grown.grammar is not None
    assert Switch.RECURSIVE_ROOT in Restrictions.strictest(grown.grammar)
    assert not any(accepts_all(grown.grammar, ["( (", ") (", "( ) )", "( ( )", ") ( ( )"]))


def test_without_leave_no_restriction_is_lifted() -> None:
    # Freely, these sentences get a grammar that lifts one.
    grown = grow(BRACKETS, Limits(max_iterations=2000), allow=Restrictions())
    assert not any(Restrictions.strictest(grammar) for grammar, _ in grown.islands_best)
    assert grown.grammar is None or not Restrictions.strictest(grown.grammar)


def test_sentences_of_one_word_are_learned_with_the_others() -> None:
    corpus = Corpus.of(["stop", "go home", "go away", "come home", "come away", "run"], one_word=True)
    grown = grow(corpus, SHORT)
    solution = solution_of(grown, corpus, seed=0)
    assert violations(solution.problem, solution.grammar, solution.trees) == []
    assert accepts_all(solution.grammar, ["stop", "come home", "home", "home go"]) == [
        True,
        True,
        False,
        False,
    ]


def test_a_scrambled_sentence_becomes_an_exception_where_that_is_allowed() -> None:
    clean = generate(builtin("toy2"), 60, seed=8)
    scrambled = "likes every these Kim dogs all likes this"
    corpus = Corpus.of([*clean[:20], scrambled, *clean[20:]])
    grown = grow(corpus, Limits(max_iterations=5000), exceptions=True)
    assert grown.exceptions == (20,)
    assert grown.grammar is not None
    assert all(accepts_all(grown.grammar, clean))


def test_sentences_with_rules_of_their_own_are_suspects() -> None:
    grammar = Grammar.of(
        "S",
        [("S", "D", "N"), ("S", "N", "D"), ("S", "D", "V")],
        {"the": ["D"], "a": ["D"], "cat": ["N"], "dog": ["N", "V"]},
    )
    corpus = Corpus.of(["the cat", "a cat", "the dog", "cat a", "a dog"])
    alone = lonely_sentences(describe(grammar, corpus))
    assert 3 in alone
    assert not {0, 1} & set(alone)


def test_a_sentence_that_the_grammar_took_in_against_its_habit_is_the_costliest() -> None:
    rules = [("S", "N", "V"), ("S", "V", "N"), ("N", "D", "A"), ("N", "A", "D")]
    words = {"the": ["D"], "a": ["D"], "cat": ["A"], "dog": ["A"], "sleeps": ["V"], "barks": ["V"]}
    good = [f"{d} {n} {v}" for d in ("the", "a") for n in ("cat", "dog") for v in ("sleeps", "barks")]
    corpus = Corpus.of([*good, "barks dog a", *good])
    assert costly_sentences(describe(Grammar.of("S", rules, words), corpus), corpus)[0] == len(good)


def test_a_clean_file_has_no_exceptions() -> None:
    corpus = Corpus.of(generate(builtin("toy2"), 60, seed=9))
    assert grow(corpus, SHORT, exceptions=True).exceptions == ()


MORPHEMES = """kadın-lar ev-DA uyu-DI
kedi okul-DA gül-DI
kadın okul-DA gül-DI
kedi-lar ev-DA uyu-DI
kedi ev-DA gül-DI
kadın-lar okul-DA uyu-DI
kedi-lar uyu-DI
kadın gül-DI"""


def test_phrases_of_morphemes_keep_to_words() -> None:
    """The same sentences as words that mean nothing to each other are cut in the midst of words."""
    corpus = read_texts(MORPHEMES.splitlines(), Reading(tokens="morphemes")).corpus
    crossings = []
    for one in (corpus, Corpus(corpus.sentences)):
        grown = grow(one, SHORT)
        assert grown.description is not None
        crossings.append(sum(count_crossings(tree) for tree in grown.description.trees if tree is not None))
    assert crossings[0] == 0
    assert crossings[1] > 0


def test_rejected_sentences_are_rejected() -> None:
    free = grow(PETS, SHORT)
    assert free.grammar is not None
    starred = next(
        text for text in generate(free.grammar, 50, seed=1) if tuple(text.split()) not in PETS.distinct
    )
    corpus = replace(PETS, rejected=(tuple(starred.split()),))
    grown = grow(corpus, Limits(max_iterations=6000))
    assert grown.grammar is not None
    assert not grown.grammar.accepts(starred)


def test_numbers_are_kept_to_or_the_answer_is_unknown() -> None:
    own = problem_of(solution_of(grow(PETS, SHORT), PETS, 0).grammar, PETS)
    assert solve_by_growing(own, SHORT).status is Status.FOUND
    other = solve_by_growing(replace(own, rules=own.rules - 1), SHORT)
    assert other.status is Status.UNKNOWN
    assert "proves nothing" in other.reason


def test_a_stopped_search_keeps_the_best() -> None:
    stop = threading.Event()
    seen: list[GrowProgress] = []

    def look(report: GrowProgress) -> None:
        seen.append(report)
        if not report.missed:
            stop.set()

    grown = grow(ITALIAN, Limits(max_iterations=10**9), progress=look, cancel=stop)
    assert grown.ended is Ended.CANCELLED
    assert grown.grammar is not None
    assert grown.description is not None
    bits = grown.description.bits
    assert bits.grammar + bits.data <= min(report.bits for report in seen if not report.missed)
    assert all(accepts_all(grown.grammar, ITALIAN.sentences))


def test_a_sentence_may_be_longer_than_a_byte_can_count() -> None:
    """Its tree splits after the 300th word."""
    long = Corpus.of(["b a", "b a a", "b a a a", "b" + " a" * 300], max_words=301)
    grown = grow(long, Limits(max_iterations=20_000))
    assert grown.grammar is not None
    assert all(accepts_all(grown.grammar, long.sentences))


def test_a_time_limit_ends_the_search() -> None:
    grown = grow(ITALIAN, Limits(time_limit=0.3), effort=1e6)
    assert grown.ended is Ended.TIME
