"""Beginning again: from parts of the sentences, and from two parts joined; and how long that goes on."""

from __future__ import annotations

from itertools import product
from random import Random
from threading import Event
from time import process_time

from brillig._kernel import merge_states
from brillig.engines.grow import Grown, grow
from brillig.language.corpus import Corpus
from brillig.language.grammar import Grammar
from brillig.limits import Ended, Limits
from brillig.parsing.bits import bits_of
from brillig.parsing.cyk import accepts_all


def bits(grown: Grown) -> float:
    assert grown.description is not None
    return grown.description.bits.total


def runs_of_either(number: int, seed: int) -> Corpus:
    """a, aa, aaa, ... or b, bb, bbb, ...: never both."""
    random = Random(seed)
    lines = []
    for _ in range(number):
        length = 1
        while random.random() < 0.6:
            length += 1
        lines.append(" ".join([random.choice("ab")] * length))
    return Corpus.of(lines, one_word=True)


def test_two_families_of_sentences_get_rules_of_their_own() -> None:
    corpus = runs_of_either(80, 1)
    loose = Grammar.of("S", [("S", "S", "S")], {"a": ["S"], "b": ["S"]})
    tight = grow(corpus, Limits(seed=0, jobs=1), effort=1)
    assert bits(tight) < bits_of(loose, corpus).total - 100
    assert tight.grammar is not None
    assert accepts_all(tight.grammar, ["a a a a a a", "b b b b b", "a b", "b a", "a a b"]) == [
        *(True, True),
        *(False, False, False),
    ]


def test_beginnings_are_the_same_whatever_the_number_of_threads() -> None:
    corpus = runs_of_either(30, 2)
    first, second = (grow(corpus, Limits(seed=3, jobs=jobs), effort=0.5) for jobs in (1, 3))
    assert first.grammar == second.grammar
    assert (first.work, first.reached) == (second.work, second.reached)


def test_more_effort_carries_the_same_search_on() -> None:
    corpus = runs_of_either(12, 4)
    found = [grow(corpus, Limits(seed=1, jobs=1), effort=effort) for effort in (0, 1, 2)]
    assert bits(found[0]) >= bits(found[1]) >= bits(found[2])
    assert found[0].work <= found[1].work <= found[2].work


def test_a_template_needs_no_long_search() -> None:
    parts = ["N file changed", "N files changed"], ["", " , N insertions ( + )"], ["", " , N deletions ( - )"]
    lines = ["".join(line) for line in product(*parts)]
    corpus = Corpus.of(lines * 20)
    found = grow(corpus, Limits(seed=0, jobs=1), effort=1)
    assert found.grammar is not None
    assert found.work < 50_000_000  # 116 before what is found late was bounded
    wrong = ["N file changed N", "N file changed , N deletions ( - ) , N insertions ( + )", "N file ( + )"]
    assert not any(accepts_all(found.grammar, wrong))


def test_thousands_of_words_are_little_more_work_for_an_automaton() -> None:
    """It is asked for after a stop, too. 38 times as long when whole nodes were copied for a few edges."""

    def seconds(words: int, number: int) -> float:
        random = Random(1)
        sentences = [[random.randrange(words) for _ in range(random.randint(3, 8))] for _ in range(number)]
        began = process_time()
        merge_states(words, sentences, True, True)
        return process_time() - began

    assert seconds(5000, 2500) < 12 * seconds(200, 400)


def test_where_beginnings_agree_the_search_ends() -> None:
    pets = [
        "the cat sleeps",
        "the dog sleeps",
        "a cat sees the dog",
        "a dog sees a cat",
        "the dog sees a dog",
    ]
    found = grow(Corpus.of(pets), Limits(seed=0, jobs=1), effort=5)
    assert found.ended is Ended.ANSWERED
    assert found.work < 10_000_000  # of more than 20 that effort allows


def test_sentences_that_come_again_are_no_more_work() -> None:
    lines = ["a b", "a a b b", "a a a b b b", "c d", "c c d d"]
    once, often = (Corpus.of(lines * times) for times in (1, 40))
    assert grow(often, Limits(jobs=1)).work <= 2 * grow(once, Limits(jobs=1)).work


def mirrored(number: int, seed: int) -> Corpus:
    """Palindromes of odd length, of three words."""
    random = Random(seed)
    lines = []
    for _ in range(number):
        line = [random.choice("abc")]
        while random.random() < 0.5:
            end = random.choice("abc")
            line = [end, *line, end]
        lines.append(" ".join(line))
    return Corpus.of(lines, one_word=True)


def test_sentences_within_sentences_are_a_beginning() -> None:
    grown = grow(mirrored(80, 1), Limits(seed=0, jobs=1), effort=1)
    assert grown.grammar is not None
    assert accepts_all(grown.grammar, ["a b c b a", "c c c c c", "a b c a b", "a b", "b b a"]) == [
        *(True, True),
        *(False, False, False),
    ]


def test_what_an_automaton_counts_is_a_beginning() -> None:
    """Up to four of a word, nothing else: each rule alone that says so costs more than it saves."""
    corpus = Corpus.of(["a"] * 500 + ["a a"] * 280 + ["a a a"] * 110 + ["a a a a"] * 110, one_word=True)
    grown = grow(corpus, Limits(seed=0, jobs=1), effort=1)
    assert grown.grammar is not None
    assert accepts_all(grown.grammar, ["a", "a a", "a a a", "a a a a", "a a a a a"]) == [True] * 4 + [False]


def test_without_time_to_grow_there_is_the_grammar_of_an_automaton() -> None:
    random = Random(5)
    lines = [" ".join(random.choices("abcdefgh", k=random.randint(6, 20))) for _ in range(30)]
    stopped = Event()
    stopped.set()
    grown = grow(Corpus.of(lines), Limits(jobs=1), cancel=stopped)
    assert grown.ended is Ended.CANCELLED
    assert grown.grammar is not None
    assert all(accepts_all(grown.grammar, lines))


def test_a_stop_in_the_midst_of_long_sentences_hands_over() -> None:
    random = Random(3)
    corpus = Corpus.of([" ".join(random.choices("abcdef", k=60)) for _ in range(100)])
    stop = Event()
    stop.set()
    before = process_time()
    grown = grow(corpus, Limits(seed=0, jobs=1), cancel=stop)
    assert grown.ended is Ended.CANCELLED
    assert grown.grammar is not None  # an automaton's
    assert all(accepts_all(grown.grammar, corpus.sentences))
    assert process_time() - before < 6
