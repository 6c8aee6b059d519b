"""How much data pins toy1's grammar down: all solutions of random data sets, by the exact engine."""

from __future__ import annotations

from collections import Counter
from concurrent.futures import ThreadPoolExecutor

from brillig.engines.exact import enumerate_solutions
from brillig.language.corpus import Corpus
from brillig.language.grammar import Grammar
from brillig.limits import Limits
from brillig.problems import Problem
from brillig_lab.reproduction.paper import bracketings
from brillig_lab.reproduction.report import Row
from brillig_lab.reproduction.setup import Setup, plural, yes

# Five sentences that leave only the four bracketings.
FIVE_SENTENCES = (
    "Mary walked a telescope by a park in Mary",
    "John walked an cat in my cat in the cat",
    "my park in Bob walked Bob by a cat",
    "John ate Bob in the cat in Bob",
    "a man by an telescope by an man ate Bob",
)
FOUR = "exactly the four bracketings"
MORE = "other grammars, too"
NONE = "no grammar"
OPEN = "open"
SAID = {
    5: "one sample does",
    10: "table 3 the most common",
    20: "only table 3",
    50: "only table 3",
    100: "only table 3",
}


def uniqueness_rows(setup: Setup) -> list[Row]:
    """A row for five known sentences, then one for each number of sentences."""
    sizes = sorted({5, *setup.scale.sizes})
    seconds, number = setup.scale.exact_seconds, setup.scale.datasets
    with ThreadPoolExecutor(setup.jobs) as pool:  # each waits for a process of its own
        five = pool.submit(what_fits, Corpus.of(FIVE_SENTENCES), 3 * seconds)  # they are long
        drawn = {
            size: [
                pool.submit(what_fits, setup.sentences("toy1", size, data_set=1 + k), seconds)
                for k in range(number)
            ]
            for size in sizes
        }
    known = five.result()
    rows = [
        Row(
            "five sentences that we know of: what fits",
            SAID[5],
            known,
            yes(known == FOUR) if known != OPEN else OPEN,
        )
    ]
    for size, answers in drawn.items():
        found = Counter(answer.result() for answer in answers)
        said = "; ".join(f"{count} x {what}" for what, count in found.most_common())
        enough = found[FOUR] == number - found[OPEN]
        # Of 5 and 10 sentences the paper says what was found most often, not what fits.
        verdict = OPEN if size <= 10 or found[OPEN] == number else yes(enough)
        text = f"{size} sentences, {plural(number, 'random data set')}: what fits at (8, 4, 5)"
        rows.append(Row(text, SAID.get(size, "not given"), said, verdict))
    return rows


def what_fits(corpus: Corpus, seconds: float) -> str:
    """Whether the four bracketings of table 3's lexicon, and nothing else, fit the sentences."""
    expected = {grammar.canonical_text for grammar in bracketings(corpus.words).values()}

    def is_other(grammar: Grammar) -> bool:
        return grammar.canonical_text not in expected

    every = enumerate_solutions(Problem(corpus, 8, 4, 5), Limits(time_limit=seconds), until=is_other)
    if any(map(is_other, every.grammars)):
        return MORE
    if not every.complete:
        return OPEN
    return FOUR if len(every.grammars) == len(expected) else NONE if not every.grammars else MORE
