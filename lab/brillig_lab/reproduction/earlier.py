"""What the paper's section on earlier work says of others, measured with small learners of the same kinds.

`compress` does what SEQUITUR does: a pair of symbols that occurs twice becomes a rule, until none does. Its
rules give back the sentences they were made from and nothing else. `align` is of the kind of ADIOS: symbols
that stand between the same neighbours are put into a class, the most frequent pair becomes a new symbol, and
this is repeated. Neither is the authors' program.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice, pairwise
from random import Random

from brillig.language.builtin import builtin
from brillig.parsing.cyk import accepts_all
from brillig.parsing.generate import draw
from brillig_lab.reproduction.report import Row
from brillig_lab.reproduction.setup import Setup, yes

FRAMES, SHARE = 2, 0.5  # pairs of neighbours that symbols of one class share, and their part of all of them
MOST_STEPS = 200
SIZES = (20, 100, 1000)
EDGE = "#"

Symbols = tuple[str, ...]


def compress(sentences: Iterable[Symbols]) -> tuple[dict[str, tuple[str, str]], list[Symbols]]:
    """The rules that pairs have become, and what is left of each sentence."""
    rows, rules = list(sentences), dict[str, tuple[str, str]]()
    while True:
        pairs = Counter(pair for row in rows for pair in pairwise(row))
        if not pairs or (best := pairs.most_common(1)[0])[1] < 2:
            return rules, rows
        name = f"<{len(rules)}>"
        rules[name] = best[0]
        rows = [_replace(row, best[0], name) for row in rows]


def expand(symbol: str, rules: dict[str, tuple[str, str]]) -> Symbols:
    """The words that a symbol of `compress` stands for."""
    if symbol not in rules:
        return (symbol,)
    return tuple(word for part in rules[symbol] for word in expand(part, rules))


@dataclass(frozen=True)
class Aligned:
    """What `align` learned: the steps in their order, and the sentences in terms of the last symbols.

    A step renames symbols (members of a class), or makes a pair one symbol.
    """

    steps: tuple[tuple[dict[str, str], tuple[str, str] | None, str], ...]
    tops: frozenset[Symbols]

    def read(self, sentence: Symbols) -> Symbols:
        """A sentence after all steps."""
        for renamed, pair, name in self.steps:
            sentence = tuple(renamed.get(symbol, symbol) for symbol in sentence)
            if pair is not None:
                sentence = _replace(sentence, pair, name)
        return sentence

    def accepts(self, sentence: Symbols) -> bool:
        return self.read(sentence) in self.tops

    def draw(self, random: Random) -> Symbols:
        """A sentence: the steps undone, members of classes chosen at random."""
        row = random.choice(sorted(self.tops))
        for renamed, pair, name in reversed(self.steps):
            parts = [pair if pair is not None and symbol == name else (symbol,) for symbol in row]
            row = tuple(symbol for part in parts for symbol in part)
            members: dict[str, list[str]] = {}
            for member, group in renamed.items():
                members.setdefault(group, []).append(member)
            row = tuple(random.choice(members.get(symbol, [symbol])) for symbol in row)
        return row


def align(sentences: Sequence[Symbols]) -> Aligned:
    rows, steps = list(sentences), list[tuple[dict[str, str], tuple[str, str] | None, str]]()
    for number in range(MOST_STEPS):
        renamed = _classes(rows, number)
        rows = [tuple(renamed.get(symbol, symbol) for symbol in row) for row in rows]
        pairs = Counter(pair for row in rows if len(row) > 2 for pair in pairwise(row))
        best = pairs.most_common(1)[0] if pairs else None
        pair = best[0] if best is not None and best[1] > 1 else None
        name = f"<{number}>"
        if pair is not None:
            rows = [_replace(row, pair, name) for row in rows]
        if pair is None and not renamed:
            break
        steps.append((renamed, pair, name))
    return Aligned(tuple(steps), frozenset(rows))


def _classes(rows: Sequence[Symbols], number: int) -> dict[str, str]:
    """The class of each symbol that shares enough pairs of neighbours with another."""
    frames: dict[str, set[tuple[str, str]]] = {}
    for row in rows:
        edged = (EDGE, *row, EDGE)
        for before, symbol, after in zip(edged, row, edged[2:], strict=False):
            frames.setdefault(symbol, set()).add((before, after))
    leader = {symbol: symbol for symbol in frames}

    def find(symbol: str) -> str:
        while leader[symbol] != symbol:
            symbol = leader[symbol]
        return symbol

    symbols = sorted(frames)
    for index, one in enumerate(symbols):
        for other in symbols[index + 1 :]:
            common = len(frames[one] & frames[other])
            if common >= FRAMES and common >= SHARE * min(len(frames[one]), len(frames[other])):
                leader[find(other)] = find(one)
    sizes = Counter(map(find, symbols))
    return {symbol: f"[{number}:{find(symbol)}]" for symbol in symbols if sizes[find(symbol)] > 1}


def _replace(row: Symbols, pair: tuple[str, str], name: str) -> Symbols:
    result: list[str] = []
    for symbol in row:
        if result and (result[-1], symbol) == pair:
            result[-1] = name
        else:
            result.append(symbol)
    return tuple(result)


def earlier_rows(setup: Setup) -> list[Row]:
    """Precision and recall on the first grammar: of what is new, for what was learned gives its data back."""
    truth, number = builtin("toy1"), setup.scale.drawn
    fresh = list(islice(draw(truth, setup.seed + 1), number))
    few = [tuple(sentence) for sentence in setup.sentences("toy1", 20).sentences]
    rules, rows = compress(few)
    given_back = {tuple(word for symbol in row for word in expand(symbol, rules)) for row in rows}
    recall = sum(sentence in given_back for sentence in fresh) / number
    found = [
        Row(
            f"compression (as SEQUITUR), 20 sentences: rules, sentences that are new, recall of {number}",
            "lacks the capacity to create novel sentences",
            f"{len(rules)}, {len(given_back - set(few))}, {recall:.2f}",
            yes(given_back == set(few)),
        )
    ]
    said = []
    for size in SIZES:
        learned = align([tuple(sentence) for sentence in setup.sentences("toy1", size).sentences])
        random = Random(setup.seed)
        drawn = [learned.draw(random) for _ in range(number)]
        precision = sum(accepts_all(truth, drawn)) / number
        recall = sum(learned.accepts(sentence) for sentence in fresh) / number
        said.append(f"{size}: {precision:.2f} / {recall:.2f}")
    found.append(
        Row(
            "classes and patterns step by step (as ADIOS): precision / recall by sentences",
            "incremental and greedy; no figures",
            "; ".join(said),
            "open",
        )
    )
    return found
