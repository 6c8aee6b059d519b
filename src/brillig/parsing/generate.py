"""Drawing sentences: seeded, uniform among a category's alternatives, and always at an end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from math import inf
from random import Random

from brillig.errors import BrilligError, Option
from brillig.language.cfg import Cfg, Word
from brillig.language.corpus import MAX_WORDS
from brillig.language.grammar import Grammar
from brillig.parsing.probability import Alternative, RuleWeights, by_alternative

MAX_EXPANSIONS = 10_000
_ATTEMPTS = 1000


def generate(
    grammar: Grammar | Cfg,
    number: int = 1,
    *,
    seed: int = 0,
    max_words: int = MAX_WORDS,
    max_expansions: int = MAX_EXPANSIONS,
    weights: RuleWeights | None = None,
) -> list[str]:
    """`number` sentences as texts, repeats kept; see `draw`."""
    drawn = draw(grammar, seed, max_words, max_expansions, weights)
    return [" ".join(sentence) for sentence in islice(drawn, number)]


def draw(
    grammar: Grammar | Cfg,
    seed: int = 0,
    max_words: int = MAX_WORDS,
    max_expansions: int = MAX_EXPANSIONS,
    weights: RuleWeights | None = None,
) -> Iterator[tuple[str, ...]]:
    """Sentences without end, the same for the same seed.

    Each category takes one of its alternatives (a rule or a word), all equally likely unless `weights` give
    the probability of each rule. A sentence that grows
    beyond `max_words` words or `max_expansions` expansions, or that a `Cfg` discards, is drawn again. Where a
    thousand draws in a row fail, alternatives that cannot end within the bounds are left out of the choice,
    so that drawing ends for every grammar. A grammar that generates nothing within the bounds is refused.
    """
    sampler = _Sampler.of(grammar, max_words, max_expansions, weights)
    random = Random(seed)
    while True:
        yield sampler.sentence(random)


@dataclass(frozen=True)
class _Sampler:
    start: str
    alternatives: Mapping[str, tuple[tuple[str | Word, ...], ...]]
    least: Mapping[str, tuple[float, float]]  # the fewest words and expansions of each category
    at_most: Mapping[str, int]
    max_words: int
    max_expansions: int
    weights: Mapping[Alternative, float] | None

    @classmethod
    def of(
        cls, grammar: Grammar | Cfg, max_words: int, max_expansions: int, weights: RuleWeights | None
    ) -> _Sampler:
        cfg = Cfg.from_grammar(grammar) if isinstance(grammar, Grammar) else grammar
        least = fewest(cfg)
        words, expansions = least.get(cfg.start, (inf, inf))
        if words == inf:
            raise BrilligError(
                f"the grammar generates nothing: no rules lead from {cfg.start} to words", hint="add some"
            )
        if words > max_words:
            message = f"the grammar generates nothing so short: its shortest sentence has {words} words"
            raise BrilligError(message, hint=("raise ", Option("max_words")))
        if expansions > max_expansions:
            message = f"no sentence takes at most {max_expansions} expansions: the minimum is {expansions}"
            raise BrilligError(message, hint=("raise ", Option("max_expansions")))
        # An alternative that never ends would only be drawn again and again.
        chances = None if weights is None else by_alternative(weights)
        return cls(cfg.start, ending(cfg), least, dict(cfg.at_most), max_words, max_expansions, chances)

    def sentence(self, random: Random) -> tuple[str, ...]:
        for attempt in range(2 * _ATTEMPTS):
            found = self._attempt(random, careful=attempt >= _ATTEMPTS)
            if found is not None:
                return found
        message = f"no sentence within the bounds in {2 * _ATTEMPTS} draws"
        raise BrilligError(message, hint=("raise ", Option("max_words"), " or ", Option("max_expansions")))

    def _attempt(self, random: Random, careful: bool) -> tuple[str, ...] | None:
        """One draw, leftmost category first; None when it breaks a bound."""
        words: list[str] = []
        uses: Counter[str] = Counter()
        expansions = 0
        pending: list[str | Word] = [self.start]
        # What is sure to come: the least that all pending symbols add.
        words_ahead, expansions_ahead = self.least[self.start]
        while pending:
            symbol = pending.pop()
            if isinstance(symbol, Word):
                words.append(symbol.text)
                words_ahead -= 1
                continue
            own_words, own_expansions = self.least[symbol]
            words_ahead -= own_words
            expansions_ahead -= own_expansions
            expansions += 1
            uses[symbol] += 1
            if uses[symbol] > self.at_most.get(symbol, uses[symbol]):
                return None
            choices = self.alternatives[symbol]
            if careful:
                words_left = self.max_words - len(words) - words_ahead
                expansions_left = self.max_expansions - expansions - expansions_ahead
                choices = tuple(
                    right
                    for right in choices
                    if _sum(right, self.least)[0] <= words_left
                    and _sum(right, self.least)[1] <= expansions_left
                )
                if not choices:
                    return None
            right = self._pick(random, symbol, choices)
            pending += reversed(right)
            more_words, more_expansions = _sum(right, self.least)
            words_ahead += more_words
            expansions_ahead += more_expansions
            if (
                len(words) + words_ahead > self.max_words
                or expansions + expansions_ahead > self.max_expansions
            ):
                return None
        return tuple(words)

    def _pick(
        self, random: Random, category: str, choices: tuple[tuple[str | Word, ...], ...]
    ) -> tuple[str | Word, ...]:
        if self.weights is None:
            return choices[random.randrange(len(choices))]
        chances = [self.weights[category, right] for right in choices]
        if not any(chances):
            return choices[random.randrange(len(choices))]
        return random.choices(choices, chances)[0]


def _sum(right: tuple[str | Word, ...], least: Mapping[str, tuple[float, float]]) -> tuple[float, float]:
    """The fewest words and the fewest expansions of a row of symbols."""
    parts = [(1, 0) if isinstance(s, Word) else least.get(s, (inf, inf)) for s in right]
    return sum(p[0] for p in parts), sum(p[1] for p in parts)


def ending(cfg: Cfg) -> dict[str, tuple[tuple[str | Word, ...], ...]]:
    """The alternatives that can end in words, for the categories that have some."""
    least = fewest(cfg)
    return {
        category: tuple(right for right in rights if _sum(right, least)[0] < inf)
        for category, rights in cfg.alternatives.items()
        if category in least
    }


def fewest(cfg: Cfg) -> dict[str, tuple[float, float]]:
    """The fewest words and expansions each category can end with; absent where it never ends."""
    least: dict[str, tuple[float, float]] = {}
    changed = True
    while changed:
        changed = False
        for category, rights in cfg.alternatives.items():
            sums = [_sum(right, least) for right in rights]
            new = (min(s[0] for s in sums), min(s[1] for s in sums) + 1)
            if new[0] < inf and new != least.get(category):
                least[category] = new
                changed = True
    return least
