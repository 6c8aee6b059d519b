"""Growing a grammar: the kernel's islands, watched from here."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from math import inf, lgamma, log, sqrt
from typing import Any, ClassVar

from brillig._kernel import Growth, merge_states
from brillig.engines.grow.cluster import ClusterGrowth, Task, new_key
from brillig.engines.grow.frequent import frequent_parts
from brillig.engines.grow.suspects import without_suspects
from brillig.errors import BrilligError, Option
from brillig.language.corpus import Corpus
from brillig.language.grammar import Grammar, category_names
from brillig.language.pairing import marks_of
from brillig.limits import Budget, Cancel, Ended, Limits
from brillig.parsing.bits import Description, describe_used
from brillig.parsing.cyk import accepts_all
from brillig.problems.restrictions import Restrictions, Switch
from brillig.progress import Report

STRICT_ISLANDS, FREE_ISLANDS = 3, 1
ANEW, WARM, NEAR = range(3)  # how an island begins, as the kernel counts
ROUND = 1_000_000  # work of an island between two looks at all of them
# Work of each island before the search ends by itself, and what each word of the sentences adds: seconds.
# A file of fewer than SMALL words or FEW sentences has less to look for.
LEAST, LEAST_PER_WORD, MANY_WORDS, SMALL, FEW = 20_000_000, 80_000, 5000, 200, 30
# Times that much is the work up to which an island that is stuck begins again in other ways.
# Set on the queries of docs/tutorials/engineer.md: 437.6 bits with 3, 444.8 with 2.
BRANCHING = 3
# Times either is the work after which it ends, however late something better was found.
ENOUGH = 2
# Beginnings that come to the same bits, after which it ends where no way to begin led further. Not tuned.
MEETINGS = 4
MAX_WORDS = 65_535  # the kernel counts them with 16 bits
LOOK = 0.05  # seconds between two looks from here
MAX_COMPARED = 20_000  # sentences; of more, nothing but the best is told of a search that was stopped
HAND_OVER = 0.5  # seconds after a stop in which more than the best is described

# A sentence without a tree costs twice what writing it out would, so that each is to get one; once that much
# where it may stay an exception.
HARD_MISS, SOFT_MISS = 2.0, 1.0


@dataclass(frozen=True)
class GrowProgress(Report):
    """The best so far: its bits (with a penalty for each sentence without a tree), rules and word classes."""

    bits: float
    missed: int
    rules: int
    classes: int
    work: int
    seconds: float
    grammar: Grammar
    milestone: ClassVar[bool] = True

    def line(self) -> str:
        left = f", {self.missed} class strings left" if self.missed else ""
        size = f"{self.rules} rules, {self.classes} word classes"
        return f"{self.bits:.1f} bits, {size}{left}, {self.seconds:.1f} s"

    def figures(self) -> Mapping[str, float | None]:
        """The bits count once every sentence has a tree."""
        return {
            "bits": None if self.missed else self.bits,
            "rules": self.rules,
            "classes": self.classes,
            "unexplained": self.missed or None,
        }

    @property
    def best(self) -> Grammar:
        return self.grammar


OnGrowProgress = Callable[[GrowProgress], None]


@dataclass(frozen=True)
class Grown:
    """What growing came to.

    grammar      the one with the fewest bits, in canonical names; None where some sentence has no tree and
                 may not be an exception
    exceptions   places of the sentences that are written out
    work         of each island, in splits of spans
    reached      the work after which the grammar was found
    islands_best what each island found that explains every sentence
    nearest      where there is none: the one with the fewest bits all the same
    """

    grammar: Grammar | None
    description: Description | None
    exceptions: tuple[int, ...]
    ended: Ended
    work: int
    reached: int
    islands: int
    seconds: float
    islands_best: tuple[tuple[Grammar, Description], ...] = ()
    nearest: Grammar | None = None


def grow(
    corpus: Corpus,
    limits: Limits | Budget | None = None,
    *,
    allow: Restrictions | None = None,
    exceptions: bool = False,
    known: Grammar | None = None,
    client: Any = None,
    effort: float = 0.0,
    progress: OnGrowProgress | None = None,
    cancel: Cancel | None = None,
) -> Grown:
    """A grammar that explains every sentence with few bits; with `exceptions`, all but some.

    The search ends when the work since the last improvement is as much as the work before it, or when several
    beginnings came to the same bits and no way to begin led further; within bounds that go with the distinct
    sentences: work, not seconds, so that the same seed gives the same answer whatever the number of
    threads. `max_iterations` bounds the work of each island, in thousands. Cancelling and the time limit keep
    the best. Where many words are rare, those seen often come first. `allow` says which restrictions may be
    lifted where that saves bits; None: all. With a `known`
    grammar most islands begin with it, half of all stay near it; `islands_best` is what each found. With a
    Dask `client` the islands are its workers', and the answer is the same. With more `effort` islands that
    are stuck begin again in other ways for longer: the same search, carried on; with 0 they do not.
    """
    if len(corpus.words) > MAX_WORDS:
        message = f"{len(corpus.words):,} different words, more than {MAX_WORDS:,}"
        raise BrilligError(message, hint=("take fewer sentences (", Option("first"), ")"))
    growing = _Growing(Budget.begin(limits, cancel), allow, client, effort)
    parts = frequent_parts(corpus) if known is None and growing.budget.max_iterations is None else []
    if parts:
        grown = _frequent_first(growing, corpus, parts, exceptions, progress)
    else:
        grown = growing.grow(corpus, exceptions, known, progress)
    return without_suspects(grown, corpus, growing.grow) if exceptions else grown


def _frequent_first(
    growing: _Growing, corpus: Corpus, parts: list[Corpus], exceptions: bool, progress: OnGrowProgress | None
) -> Grown:
    """What grows from all sentences in a little work, or from the grammar of a part, where that is better."""
    first = growing.grow(corpus, exceptions, None, progress, most=least_work(corpus))
    if first.ended not in (Ended.ANSWERED, Ended.ITERATIONS):
        return first
    floor = inf if first.description is None else first.description.bits.total

    def see(seen: GrowProgress) -> None:
        if progress is not None and seen.bits < floor:
            progress(seen)

    work, known = first.work, None
    for part in parts:
        grown = growing.grow(part, False, known, onward=known is not None)
        work += grown.work
        if grown.grammar is None or grown.ended is not Ended.ANSWERED:
            return replace(first, ended=grown.ended, work=work, seconds=grown.seconds)
        known = grown.grammar
    last = growing.grow(corpus, exceptions, known, see, onward=True)
    if last.description is None or last.description.bits.total >= floor:
        return replace(first, ended=last.ended, work=work + last.work, seconds=last.seconds)
    return replace(last, work=work + last.work, reached=work + last.reached)


def least_work(corpus: Corpus) -> int:
    """Of each island before the search ends by itself.

    Sentences that come again are no work. In many sentences most kinds do; there are about as many kinds as
    the root of the words says.
    """
    words = sum(map(len, corpus.distinct))
    small = min(1, words / SMALL, len(corpus.distinct) / FEW)
    return int(small * (LEAST + LEAST_PER_WORD * min(words, sqrt(words * MANY_WORDS))))


@dataclass(frozen=True)
class _Growing:
    """What one growth has in common with the next."""

    budget: Budget
    allow: Restrictions | None
    client: Any
    effort: float

    def grow(
        self,
        corpus: Corpus,
        exceptions: bool = False,
        known: Grammar | None = None,
        progress: OnGrowProgress | None = None,
        *,
        most: int | None = None,
        onward: bool = False,
    ) -> Grown:
        """Once. `most` bounds the work; `onward`: go on from the known grammar rather than keep to it."""
        words = sorted(corpus.words)
        number = {word: i for i, word in enumerate(words)}
        islands = plan_islands(self.allow, exceptions, warm=known is not None, onward=onward)
        least = least_work(corpus)
        branches = int(self.effort * BRANCHING * least) if most is None else 0
        task = Task(
            new_key(),
            len(words),
            [[number[word] for word in sentence] for sentence in corpus.sentences],
            # A sentence with a word that no other has is rejected as it is.
            [[number[word] for word in s] for s in corpus.rejected if all(word in number for word in s)],
            ([], [], [], 0) if known is None else _numbered(known, words),
            marks_of(corpus, words, known),
            islands,
            self.budget.seed,
            ROUND,
            least,
            ENOUGH * max(branches, BRANCHING * least),
            self._most(most),
            branches,
            round(max(1.0, self.effort) * MEETINGS),
        )
        growth = task.start(self.budget.threads) if self.client is None else ClusterGrowth(self.client, task)
        ended = _watch(growth, self.budget, words, say_no_exceptions(len(corpus)), progress)
        stopped = self.budget.seconds
        _, work, reached, _, how = growth.progress()
        bits, missed, *_ = growth.best()
        grammar: Grammar | None = None
        description: Description | None = None
        left_out: tuple[int, ...] = ()
        nearest: Grammar | None = None
        if bits < inf and (exceptions or not missed):
            grammar, description, left_out = describe_used(_named(growth.best(), words), corpus)
        else:
            nearest = _named(growth.best(), words).canonical() if bits < inf else None
            grammar, description = self._by_states(corpus, task, words)
        others = tuple(self._others(growth, corpus, words, None if ended is None else stopped))
        return Grown(
            grammar,
            description,
            left_out,
            ended or Ended(how),
            work,
            reached,
            len(islands),
            self.budget.seconds,
            others,
            nearest,
        )

    def _others(
        self, growth: Growth | ClusterGrowth, corpus: Corpus, words: list[str], stopped: float | None
    ) -> Iterator[tuple[Grammar, Description]]:
        """What each island found. Of a large file that takes seconds, which are over when it was stopped."""
        for answer in growth.bests():
            late = stopped is not None and self.budget.seconds - stopped > HAND_OVER
            if late or (stopped is not None and len(corpus) > MAX_COMPARED):
                return
            if answer[0] < inf and not answer[1]:
                yield describe_used(_named(answer, words), corpus)[:2]

    def _by_states(
        self, corpus: Corpus, task: Task, words: list[str]
    ) -> tuple[Grammar, Description] | tuple[None, None]:
        """Where nothing grown explains every sentence: the grammar of an automaton that reads them all."""
        lifted = [
            self.allow is None or switch in self.allow
            for switch in (Switch.RECURSIVE_ROOT, Switch.SHARED_PAIRS)
        ]
        answer = merge_states(len(words), task.sentences, *lifted)
        if answer[0] == inf:
            return None, None
        grammar, description, left_out = describe_used(_named(answer, words), corpus)
        if left_out or any(accepts_all(grammar, corpus.rejected)):
            return None, None
        return grammar, description

    def _most(self, most: int | None) -> int:
        """The work that each island does at most."""
        thousands = self.budget.max_iterations
        return min(2**62 if thousands is None else thousands * 1000, most or 2**62)


def say_no_exceptions(sentences: int) -> float:
    """Bits that say that none of the sentences is one, which the islands leave out (`grow_code.hpp`)."""
    return (lgamma(sentences + 1) - lgamma(sentences + 0.5) + lgamma(0.5)) / log(2)


def plan_islands(
    allow: Restrictions | None, exceptions: bool = False, *, warm: bool = False, onward: bool = False
) -> list[tuple[bool, bool, bool, float, int]]:
    """What each island may do: most keep to the paper's model, the last lifts what is allowed.

    Warm, there is one of each kind: near what is known, and freely from there, and one begins anew. Onward,
    all go freely from what is known.
    """
    allowed = Restrictions.of("all") if allow is None else allow
    miss = SOFT_MISS if exceptions else HARD_MISS
    free = tuple(
        switch in allowed for switch in (Switch.RECURSIVE_ROOT, Switch.SHARED_PAIRS, Switch.EQUAL_CHILDREN)
    )
    strict = (False, False, False, miss)
    lifted = (free[0], free[1], free[2], miss)
    if onward:
        return [(*strict, WARM)] * STRICT_ISLANDS + [(*lifted, WARM)] * FREE_ISLANDS
    if warm:
        return [(*strict, NEAR), (*lifted, NEAR), (*strict, WARM), (*strict, ANEW)]
    if not any(free):
        return [(*strict, ANEW)] * (STRICT_ISLANDS + FREE_ISLANDS)
    return [(*strict, ANEW)] * STRICT_ISLANDS + [(*lifted, ANEW)] * FREE_ISLANDS


def _watch(
    growth: Growth | ClusterGrowth,
    budget: Budget,
    words: list[str],
    no_exceptions: float,
    progress: OnGrowProgress | None,
) -> Ended | None:
    """Wait for the end, telling of what is found; why it was stopped, or None where it ended by itself."""
    ended, seen = None, 0
    while not growth.wait(LOOK):
        if progress is not None:
            _, work, _, improvements, _ = growth.progress()
            if improvements > seen:
                seen = improvements
                bits, missed, rules, _, _, classes = growth.best()
                grammar = _named(growth.best(), words)
                bits += no_exceptions
                progress(GrowProgress(bits, missed, len(rules), classes, work, budget.seconds, grammar))
        if ended is None:
            growth.hold(budget.held)
            ended = budget.ended()
            growth.hold(False)
            if ended is not None:
                growth.cancel()
    return ended


Known = tuple[list[tuple[int, int, int]], list[int], list[tuple[int, int]], int]


def _numbered(grammar: Grammar, words: list[str]) -> Known:
    """A grammar as the kernel has it: categories with words first; -1 for words that it does not have."""
    numbers = {grammar.start: 0}
    for category in [*grammar.words_of, *grammar.categories]:
        numbers.setdefault(category, len(numbers))
    homes, extra = [], []
    for i, word in enumerate(words):
        categories = sorted(numbers[category] for category in grammar.lexicon.get(word, ()))
        # A word of the start symbol that has another category, too, is at home there.
        categories = categories[1:] + categories[:1] if categories[:1] == [0] else categories
        homes.append(categories[0] if categories else -1)
        extra += [(i, category) for category in categories[1:]]
    rules = [(numbers[x], numbers[y], numbers[z]) for x, y, z in grammar.syntactic]
    return rules, homes, extra, sum(category != grammar.start for category in grammar.words_of)


Answer = tuple[float, int, list[tuple[int, int, int]], list[int], list[tuple[int, int]], int]


def _named(answer: Answer, words: list[str]) -> Grammar:
    """What an island found, with the paper's names in the kernel's order."""
    _, _, rules, homes, extra, classes = answer
    highest = max([classes, *(category for rule in rules for category in rule)])
    names = ["S", *category_names(highest)]
    lexicon = {word: [names[home]] for word, home in zip(words, homes, strict=True)}
    for word, category in extra:
        lexicon[words[word]].append(names[category])
    return Grammar.of("S", [(names[x], names[y], names[z]) for x, y, z in rules], lexicon)
