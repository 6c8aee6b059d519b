"""How well a grammar with probabilities foretells sentences: bits per word, beside simple models of words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import inf, log2
from typing import Any

from brillig._kernel import log_probabilities
from brillig.language.grammar import Grammar
from brillig.language.plural import count
from brillig.parsing.baselines import BASELINES
from brillig.parsing.probability import RuleWeights

Sentence = tuple[str, ...]

COSTLIEST = 5  # sentences that are named
MAX_STEPS = 10_000_000  # of the kernel at once, about a tenth of a second


@dataclass(frozen=True)
class ScoredSentence:
    """A sentence with its bits: infinite where the grammar does not accept it."""

    text: str
    words: int
    bits: float

    @property
    def bits_per_word(self) -> float:
        return self.bits / self.words

    def to_json(self) -> dict[str, Any]:
        if self.bits == inf:
            return {"text": self.text, "accepted": False, "bits": None}
        return {"text": self.text, "accepted": True, "bits": round(self.bits, 3)}


@dataclass(frozen=True)
class Score:
    """Of sentences whose words are all known; the others are counted apart.

    sentences   each with its bits under the rules' probabilities, all of its trees summed
    unknown     words that the grammar does not have, with how often they occur
    apart       how many sentences have such words
    baselines   bits per word of simple models, on the sentences that the grammar accepts
    """

    sentences: tuple[ScoredSentence, ...]
    unknown: Mapping[str, int] = field(default_factory=dict, hash=False)
    apart: int = 0
    baselines: Mapping[str, float] = field(default_factory=dict, hash=False)

    @property
    def accepted(self) -> tuple[ScoredSentence, ...]:
        return tuple(sentence for sentence in self.sentences if sentence.bits < inf)

    @property
    def rejected(self) -> tuple[ScoredSentence, ...]:
        return tuple(sentence for sentence in self.sentences if sentence.bits == inf)

    @property
    def share_accepted(self) -> float | None:
        """Of the sentences of known words; None where there are none."""
        return len(self.accepted) / len(self.sentences) if self.sentences else None

    @property
    def bits_per_word(self) -> float | None:
        """Over the sentences accepted; None where there are none."""
        words = sum(sentence.words for sentence in self.accepted)
        return sum(sentence.bits for sentence in self.accepted) / words if words else None

    @property
    def costliest(self) -> tuple[ScoredSentence, ...]:
        """The accepted sentences with the most bits per word, each once."""
        distinct = {sentence.text: sentence for sentence in self.accepted}.values()
        return tuple(sorted(distinct, key=lambda s: (-s.bits_per_word, s.text))[:COSTLIEST])

    def to_json(self) -> dict[str, Any]:
        bits, share = self.bits_per_word, self.share_accepted
        return {
            "bits_per_word": None if bits is None else round(bits, 4),
            "accepted": None if share is None else round(share, 4),
            "sentences": len(self.sentences),
            "words": sum(sentence.words for sentence in self.accepted),
            "baselines": {name: round(value, 4) for name, value in self.baselines.items()},
            "unknown": {"sentences": self.apart, "words": dict(self.unknown)},
            "costliest": [sentence.to_json() for sentence in self.costliest],
            "rejected": [sentence.text for sentence in self.rejected],
        }

    def __str__(self) -> str:
        lines = []
        if self.bits_per_word is not None:
            lines.append(f"{self.bits_per_word:.3f} bits per word")
            lines += [f"{value:.3f} {name}" for name, value in self.baselines.items()]
        accepted = f"{len(self.accepted)} of {count(len(self.sentences), 'sentence')} accepted"
        lines.append(accepted if self.sentences else "no sentence has known words only")
        if self.apart:
            words = sorted(self.unknown, key=lambda word: (-self.unknown[word], word))
            named = ", ".join(words[:10]) + (f" and {len(words) - 10} more" if len(words) > 10 else "")
            lines.append(f"{count(self.apart, 'sentence')} apart, with words not seen: {named}")
        if self.costliest:
            lines += ["", "The most bits per word:"]
            lines += [f"{s.bits_per_word:8.2f}  {s.text}" for s in self.costliest]
        if self.rejected:
            shown = list(dict.fromkeys(s.text for s in self.rejected))
            lines += ["", "Not accepted:", *(f"          {text}" for text in shown[:COSTLIEST])]
            if len(shown) > COSTLIEST:
                lines.append(f"          and {len(shown) - COSTLIEST} more")
        return "\n".join(lines)


def score_sentences(
    grammar: Grammar,
    weights: RuleWeights,
    sentences: Sequence[Sentence],
    learned_from: Sequence[Sentence] = (),
) -> Score:
    """Bits of sentences under a grammar whose rules have probabilities.

    With the sentences that it was `learned_from`, simple models learned from the same are beside it.
    """
    known = set(grammar.words)
    unknown = Counter(word for sentence in sentences for word in sentence if word not in known)
    mine = [sentence for sentence in sentences if known.issuperset(sentence)]
    logs = _logs(grammar, weights, mine)
    scored = tuple(
        ScoredSentence(" ".join(sentence), len(sentence), -value)
        for sentence, value in zip(mine, logs, strict=True)
    )
    accepted = [sentence for sentence, value in zip(mine, logs, strict=True) if value > -inf]
    seen = {word for sentence in learned_from for word in sentence}
    baselines: dict[str, float] = {}
    if accepted and all(seen.issuperset(sentence) for sentence in accepted):
        words = sum(map(len, accepted))
        for name, model in BASELINES.items():
            learned = model(learned_from)
            baselines[name] = -sum(map(learned, accepted)) / words
    return Score(scored, dict(unknown), len(sentences) - len(mine), baselines)


def join_scores(scores: Sequence[Score]) -> Score:
    """Of several folds together: every sentence counts once, baselines by the words that they were for."""
    unknown: Counter[str] = Counter()
    for score in scores:
        unknown.update(score.unknown)
    weight = [sum(sentence.words for sentence in score.accepted) for score in scores]
    names = [name for name in BASELINES if all(name in s.baselines for s in scores if s.accepted)]
    total = sum(weight)
    baselines = {
        name: sum(s.baselines[name] * n for s, n in zip(scores, weight, strict=True) if n) / total
        for name in names
        if total
    }
    sentences = tuple(sentence for score in scores for sentence in score.sentences)
    return Score(sentences, dict(unknown), sum(score.apart for score in scores), baselines)


def _logs(grammar: Grammar, weights: RuleWeights, sentences: Sequence[Sentence]) -> list[float]:
    """log2 of the probability of each sentence; minus infinity where it has no tree."""
    names = [grammar.start, *(name for name in grammar.categories if name != grammar.start)]
    category = {name: i for i, name in enumerate(names)}
    word = {text: i for i, text in enumerate(sorted(grammar.words))}

    def log(weight: float) -> float:
        return log2(weight) if weight > 0 else -inf

    rules = (
        len(names),
        [(category[r.parent], category[r.left], category[r.right]) for r in grammar.syntactic],
        [log(weights[rule]) for rule in grammar.syntactic],
        [(category[r.category], word[r.word]) for r in grammar.lexical],
        [log(weights[rule]) for rule in grammar.lexical],
    )
    logs: dict[Sentence, float] = {}
    for part in _parts(list(dict.fromkeys(sentences)), len(grammar.syntactic)):
        numbers = [[word[text] for text in sentence] for sentence in part]
        logs.update(zip(part, log_probabilities(*rules, numbers), strict=True))
    return [logs[sentence] for sentence in sentences]


def _parts(sentences: Sequence[Sentence], rules: int) -> Iterator[list[Sentence]]:
    """In pieces that take a moment each, since nothing is heard of a time limit or Ctrl-C on the way."""
    part: list[Sentence] = []
    steps = 0
    for sentence in sentences:
        part.append(sentence)
        steps += len(sentence) ** 3 * rules
        if steps > MAX_STEPS:
            yield part
            part, steps = [], 0
    if part:
        yield part
