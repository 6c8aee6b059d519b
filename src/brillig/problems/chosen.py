"""What a grammar chosen by bits brings along: its bits, the probabilities of its rules, and exceptions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import isfinite
from typing import Any

from brillig.errors import BrilligError
from brillig.language.corpus import Corpus
from brillig.language.grammar import Grammar, LexicalRule, SyntacticRule
from brillig.parsing.bits import Bits
from brillig.parsing.probability import AnyRule
from brillig.problems.fields import sentences_field

# In the order of the grammar's rules, syntactic ones first.
Weights = tuple[tuple[AnyRule, float], ...]

_DIGITS = 6  # of a probability in a file
_SUM = 1e-3  # how far from 1 those of a category may be, rounded as they are


@dataclass(frozen=True)
class Exceptions:
    """Sentences that are written out instead of being explained.

    corpus   all sentences, these among them
    places   where these stand in it, from 0
    """

    corpus: Corpus
    places: tuple[int, ...]

    @property
    def numbers(self) -> list[int]:
        """As a person counts them."""
        return [place + 1 for place in self.places]

    @property
    def explained(self) -> list[int]:
        """The places of the others."""
        left_out = set(self.places)
        return [place for place in range(len(self.corpus)) if place not in left_out]

    def lines(self) -> list[str]:
        """One for each, with its number."""
        sentences = self.corpus.sentences
        return [f"exception, sentence {i + 1}: {' '.join(sentences[i])}" for i in self.places]


def order_weights(weights: Mapping[AnyRule, float], grammar: Grammar) -> Weights:
    """One for each rule of the grammar, rounded as in a file, so that what is read back equals it."""
    rules: list[AnyRule] = [*grammar.syntactic, *grammar.lexical]
    return tuple((rule, round(weights[rule], _DIGITS)) for rule in rules)


def rename_weights(weights: Weights, names: Mapping[str, str], grammar: Grammar) -> Weights:
    """The same for a grammar with categories renamed like this."""
    renamed: dict[AnyRule, float] = {}
    for rule, weight in weights:
        if isinstance(rule, SyntacticRule):
            rule = SyntacticRule(*(names.get(name, name) for name in rule))
        else:
            rule = LexicalRule(names.get(rule.category, rule.category), rule.word)
        renamed[rule] = weight
    return order_weights(renamed, grammar)


def weights_to_json(weights: Weights) -> list[list[Any]]:
    return [[*rule, weight] for rule, weight in weights]


def weights_from_json(data: Any, grammar: Grammar) -> Weights:
    """Read strictly: each rule of the grammar once, the probabilities of each category adding up to 1."""
    if not isinstance(data, list):
        raise BrilligError("the solution's 'weights' is not a list")
    found: dict[AnyRule, float] = {}
    known: set[AnyRule] = {*grammar.syntactic, *grammar.lexical}
    sums: dict[str, float] = {}
    for entry in data:
        if not isinstance(entry, list) or len(entry) not in (3, 4):
            raise BrilligError(f"the solution's 'weights' have no rule with its weight in {entry!r:.60}")
        *names, weight = entry
        if not all(isinstance(name, str) for name in names):
            raise BrilligError(f"the solution's 'weights' have no rule with its weight in {entry!r:.60}")
        rule: AnyRule = SyntacticRule(*names) if len(names) == 3 else LexicalRule(*names)
        if rule not in known or rule in found:
            raise BrilligError(f"the solution's 'weights' have {rule}, not a rule of the grammar, or twice")
        if not isinstance(weight, int | float) or isinstance(weight, bool) or not 0 <= weight <= 1:
            raise BrilligError(f"the weight of {rule} is {weight!r:.60}, not a probability")
        found[rule] = float(weight)
        sums[rule[0]] = sums.get(rule[0], 0.0) + weight
    for rule in known - set(found):
        raise BrilligError(f"the solution's 'weights' have none for {rule}")
    for category, total in sums.items():
        if abs(total - 1) > _SUM + len(found) * 10**-_DIGITS:
            raise BrilligError(f"the weights of {category}'s rules add up to {total:.4g}, not to 1")
    return order_weights(found, grammar)


def bits_from_json(data: Any) -> Bits:
    """Read strictly what `Bits.to_json` wrote."""
    names = ("grammar", "data", "exceptions")
    if not isinstance(data, dict) or not all(
        isinstance(data.get(name), int | float) and isfinite(data[name]) for name in names
    ):
        raise BrilligError(f"the solution's 'bits' are not numbers named {', '.join(names)}")
    return rounded(Bits(*(float(data[name]) for name in names)))


def rounded(bits: Bits) -> Bits:
    """As in a file, so that what is read back equals it."""
    return Bits(round(bits.grammar, 3), round(bits.data, 3), round(bits.exceptions, 3))


def choice_from_json(data: Any) -> dict[str, Any]:
    """What was considered: points with their numbers and, where there is a grammar, bits; and the choice."""
    wrong = BrilligError("the solution's 'choice' is not a list of points with the number of the chosen one")
    if not isinstance(data, dict) or not isinstance(data.get("points"), list):
        raise wrong
    points, chosen = data["points"], data.get("chosen")
    if chosen is not None and not (
        isinstance(chosen, int) and not isinstance(chosen, bool) and 0 <= chosen < len(points)
    ):
        raise wrong
    for point in points:
        if not isinstance(point, dict):
            raise wrong
        for name in ("categories", "lexical", "rules"):
            if not isinstance(point.get(name), int) or not 0 <= point[name] < 2**31:
                raise wrong
        bits = point.get("bits")
        if bits is not None and not (isinstance(bits, int | float) and isfinite(bits)):
            raise wrong
    return data


def split_exceptions(data: Mapping[str, Any]) -> tuple[Any, Exceptions | None]:
    """A solution's problem, as JSON, without the sentences that have no tree, and these.

    Their numbers have to be those that `exceptions` says.
    """
    problem, trees = data["problem"], data["trees"]
    places = tuple(place for place, tree in enumerate(trees) if tree is None)
    if data.get("exceptions", []) != [place + 1 for place in places]:
        raise BrilligError("the solution's 'exceptions' are not the numbers of the sentences without a tree")
    if not places:
        return problem, None
    if not isinstance(problem, dict) or "sentences" not in problem:
        raise BrilligError("the problem has no field 'sentences'")
    corpus = sentences_field(problem, one_word=True)
    if len(corpus) != len(trees):
        raise BrilligError("the trees are not those of the problem's sentences, one for each")
    if len(places) == len(corpus):
        raise BrilligError("the solution explains no sentence: each is an exception")
    exceptions = Exceptions(corpus, places)
    explained = {
        name: [problem[name][place] for place in exceptions.explained]
        for name in ("sentences", "tags", "brackets")
        if name in problem
    }
    return problem | explained, exceptions
