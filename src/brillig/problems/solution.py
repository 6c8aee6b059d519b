"""`Solution` and its file: JSON, versioned, written whole or not at all."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Any, Unpack

from brillig.errors import BrilligError, Place
from brillig.files import read_text, write_whole
from brillig.language.corpus import HALF_CHARACTER, Corpus
from brillig.language.features import FoldedGrammar
from brillig.language.grammar import Grammar, LexicalRule, SyntacticRule
from brillig.language.naming import SuggestedNames
from brillig.language.reading import Reading
from brillig.language.text import read_sentence
from brillig.language.tree import Tree
from brillig.limits import Ended
from brillig.parsing.bits import Bits
from brillig.parsing.probability import estimate_weights
from brillig.problems import AnyProblem, problem_from_json
from brillig.problems.chosen import (
    Exceptions,
    Weights,
    bits_from_json,
    choice_from_json,
    split_exceptions,
    weights_from_json,
    weights_to_json,
)
from brillig.problems.fields import corpus_to_json
from brillig.problems.telling import describe

if TYPE_CHECKING:
    from brillig.api.arguments import CertifyOptions, EnlargeOptions, ExtendOptions, RefineOptions
    from brillig.workflows.certificate import Certificate

FORMAT = "brillig-solution"
SENTENCE_FIELDS = ("sentences", "rejected", "tags", "brackets")
VERSIONS = (1, 2)


class Status(StrEnum):
    """What is known about a problem. "Not found" is never "does not exist"."""

    FOUND = "found"
    INFEASIBLE = "infeasible"
    UNKNOWN = "unknown"


@dataclass(frozen=True)
class Run:
    """How an answer was reached, and how the run ended."""

    engine: str
    seed: int = 0
    iterations: int = 0
    restarts: int = 0
    seconds: float = 0.0
    ended: Ended = Ended.ANSWERED

    def __post_init__(self) -> None:
        # Rounded here, so that what is read back from a file equals what was saved.
        object.__setattr__(self, "seconds", round(self.seconds, 6))

    def to_json(self) -> dict[str, Any]:
        return asdict(self) | {"ended": self.ended.value}

    @classmethod
    def from_json(cls, data: Any) -> Run:
        if not isinstance(data, dict):
            raise BrilligError("the solution's 'run' is not an object")
        for name, kind in (
            ("engine", str),
            ("seed", int),
            ("iterations", int),
            ("restarts", int),
            ("seconds", (int, float)),
        ):
            if name not in data:
                raise BrilligError(f"the solution's 'run' has no field {name!r}")
            if not isinstance(data[name], kind) or isinstance(data[name], bool):
                raise BrilligError(f"the solution's run has a wrong {name!r}: {data[name]!r:.60}")
            value = data[name]
            if HALF_CHARACTER.search(value) if kind is str else not 0 <= value < 2**64:
                raise BrilligError(f"the solution's run has a wrong {name!r}: {value!r:.60}")
        ended = data.get("ended", Ended.ANSWERED)  # files of earlier versions do not say it
        if ended not in list(Ended):
            raise BrilligError(f"the solution's run has a wrong 'ended': {ended!r}")
        return cls(
            data["engine"],
            data["seed"],
            data["iterations"],
            data["restarts"],
            float(data["seconds"]),
            Ended(ended),
        )


@dataclass(frozen=True)
class Solution:
    """A grammar with one tree for each sentence of the problem it solves.

    bits         how long it and the sentences are; None where nobody asked
    weights      the probabilities of its rules behind these bits; empty where there are none
    exceptions   sentences that are not part of the problem because they are written out; None without any
    choice       where the numbers were chosen: what was considered, as JSON
    features     the grammar with what agrees said once; its plain form is `grammar`. None without features
    suggested    which names of categories are suggestions; None where none is
    """

    grammar: Grammar
    trees: tuple[Tree, ...]
    problem: AnyProblem
    run: Run
    bits: Bits | None = None
    weights: Weights = ()
    exceptions: Exceptions | None = None
    choice: Mapping[str, Any] | None = field(default=None, hash=False)
    features: FoldedGrammar | None = None
    suggested: SuggestedNames | None = None

    @property
    def corpus(self) -> Corpus:
        """All sentences, exceptions among them, in their order."""
        return self.problem.corpus if self.exceptions is None else self.exceptions.corpus

    @property
    def skeleton(self) -> Grammar:
        """The grammar whose names a person sees: with what agrees said once, where something does."""
        return self.grammar if self.features is None else self.features.grammar

    @property
    def all_trees(self) -> tuple[Tree | None, ...]:
        """A tree for each sentence of `corpus`, None for exceptions."""
        if self.exceptions is None:
            return self.trees
        trees: list[Tree | None] = [None] * len(self.corpus)
        for place, tree in zip(self.exceptions.explained, self.trees, strict=True):
            trees[place] = tree
        return tuple(trees)

    @property
    def rule_weights(self) -> dict[SyntacticRule | LexicalRule, float]:
        """The probability of each rule: those kept with it, else by how often its trees use them."""
        return dict(self.weights) or estimate_weights(self.grammar, self.trees)

    def to_json(self, *, slim: bool = False) -> dict[str, Any]:
        """All of it, as `save` writes it; `slim` leaves out trees and sentences, and cannot be read back."""
        problem = self.problem.to_json()
        extra: dict[str, Any] = {}
        if self.exceptions is not None:
            problem |= corpus_to_json(self.corpus)
            extra["exceptions"] = self.exceptions.numbers
        if self.bits is not None:
            extra["bits"] = self.bits.to_json()
        if self.weights:
            extra["weights"] = weights_to_json(self.weights)
        if self.features is not None:
            extra["features"] = self.features.to_json()
        if self.suggested is not None:
            extra["suggested_names"] = self.suggested.to_json()
        data = {
            "format": FORMAT,
            "version": 2 if extra else self.problem.version,
            "status": Status.FOUND.value,
            "grammar": self.grammar.to_json(),
            "canonical": self.grammar.canonical_text,
            "trees": [None if tree is None else tree.to_json() for tree in self.all_trees],
            "problem": problem,
            "run": self.run.to_json(),
            **extra,
            **({} if self.choice is None else {"choice": dict(self.choice)}),
        }
        if slim:
            del data["trees"]
            data["problem"] = {name: value for name, value in problem.items() if name not in SENTENCE_FIELDS}
        return data

    @classmethod
    def from_json(cls, data: Any) -> Solution:
        if not isinstance(data, dict) or data.get("format") != FORMAT:
            raise BrilligError(f"not a {FORMAT} file (its 'format' says otherwise)")
        if data.get("version") not in VERSIONS or isinstance(data.get("version"), bool):
            known = " and ".join(map(str, VERSIONS))
            raise BrilligError(
                f"{FORMAT} version {data.get('version')!r}, but this program reads versions {known}"
            )
        for name in ("status", "grammar", "canonical", "trees", "problem", "run"):
            if name not in data:
                raise BrilligError(f"the solution has no field {name!r}")
        if data["status"] != Status.FOUND.value:
            raise BrilligError(f"the file holds no solution: its status is {data['status']!r}")
        if not isinstance(data["trees"], list):
            raise BrilligError("the solution's 'trees' is not a list")
        grammar = Grammar.from_json(data["grammar"])
        explained, exceptions = split_exceptions(data)
        problem = problem_from_json(explained)
        trees = tuple(Tree.from_json(tree) for tree in data["trees"] if tree is not None)
        rules, lexical = set(grammar.syntactic), set(grammar.lexical)
        for number, tree in enumerate(trees, 1):
            if tree.label != grammar.start:
                raise BrilligError(f"tree {number} begins with {tree.label}, not with {grammar.start}")
            for rule in tree.rules():
                if rule not in rules:
                    parent, left, right = rule
                    raise BrilligError(
                        f"tree {number} uses {parent} → {left} {right}, not a rule of the grammar"
                    )
            for leaf in tree.leaves():
                if (leaf.label, leaf.word) not in lexical:
                    raise BrilligError(
                        f"tree {number} uses {leaf.label} → {leaf.word}, not a rule of the grammar"
                    )
        if tuple(tree.words() for tree in trees) != problem.corpus.sentences:
            raise BrilligError("the trees are not those of the problem's sentences, one for each")
        bits = bits_from_json(data["bits"]) if "bits" in data else None
        weights = weights_from_json(data["weights"], grammar) if "weights" in data else ()
        choice = choice_from_json(data["choice"]) if "choice" in data else None
        run = Run.from_json(data["run"])
        features = _features_of(data, grammar)
        named = data.get("suggested_names")
        suggested = None if named is None else SuggestedNames.from_json(named, grammar)
        return cls(grammar, trees, problem, run, bits, weights, exceptions, choice, features, suggested)

    @property
    def reading(self) -> Reading:
        """How its sentences were read, and so others for it are."""
        return self.problem.corpus.reading or Reading()

    def accepts(self, sentence: str | Iterable[str]) -> bool:
        """Whether its grammar accepts a sentence: a text, read like its own sentences, or words."""
        return self.grammar.accepts(self.words_of(sentence))

    def parse(self, sentence: str | Iterable[str]) -> Tree | None:
        """One tree of a sentence, a text read like its own sentences, or words; None where there is none."""
        return self.grammar.parse(self.words_of(sentence))

    def reread(self, sentence: Iterable[str]) -> tuple[str, ...]:
        """The words of a sentence that another grammar made, as this one's sentences were read."""
        reading = replace(self.reading, comments=False, stars=False)
        return read_sentence(" ".join(sentence), reading, self.grammar.words)

    def words_of(self, sentence: str | Iterable[str]) -> tuple[str, ...]:
        """The words of a text, read like its own sentences."""
        if not isinstance(sentence, str):
            return tuple(sentence)
        return read_sentence(sentence, self.reading, self.grammar.words)

    def __repr__(self) -> str:
        grammar = self.grammar
        return (
            f"<Solution: {len(grammar.categories)} categories, {len(grammar.syntactic)} rules, "
            f"{len(grammar.words)} words, {len(self.trees)} trees, by {self.run.engine}>"
        )

    def refine(
        self,
        features: Mapping[str, int] | str = "auto",
        rules: Mapping[str, int] | Mapping[SyntacticRule, int] | None = None,
        **options: Unpack[RefineOptions],
    ) -> Solution:
        """Its categories split into features; see `brillig.refine`."""
        from brillig.api.learning import refine

        return refine(self, features, rules, **options)

    def enlarge(
        self, sentences: Corpus | Iterable[str | Sequence[str]], **options: Unpack[EnlargeOptions]
    ) -> Solution:
        """With new sentences explained by new rules; see `brillig.enlarge`."""
        from brillig.api.learning import enlarge

        return enlarge(self, sentences, **options)

    def extend(
        self, sentences: Corpus | Iterable[str | Sequence[str]], **options: Unpack[ExtendOptions]
    ) -> Solution:
        """With new sentences explained, and their words; see `brillig.extend`."""
        from brillig.api.learning import extend

        return extend(self, sentences, **options)

    def certify(self, **options: Unpack[CertifyOptions]) -> Certificate:
        """What else fits its sentences, and what forces it; see `brillig.certify`."""
        from brillig.api.using import certify

        return certify(self, **options)

    def __str__(self) -> str:
        """What a person asks for first: what explains what, the grammar, and what else it allows."""
        return describe(self)

    def _repr_html_(self) -> str:
        """What a notebook shows: the grammar and the first trees."""
        from brillig.drawing.notebook import solution_html

        return solution_html(self)

    def _repr_svg_(self) -> str:
        """The grammar, for those who want a single picture."""
        return self.grammar._repr_svg_()

    def save(self, path: str | Path) -> None:
        """Write the solution file, whole or not at all."""
        write_whole(path, self.to_text())

    def to_text(self) -> str:
        """What `save` writes."""
        data = self.to_json()
        trees = (json.dumps(tree, ensure_ascii=False, separators=(",", ":")) for tree in data["trees"])
        text = json.dumps(data | {"trees": []}, ensure_ascii=False, indent=1) + "\n"
        # A line for each tree: indented as the rest is, they would take three times the room.
        return text.replace('\n "trees": []', '\n "trees": [\n  ' + ",\n  ".join(trees) + "\n ]", 1)


def _features_of(data: Mapping[str, Any], grammar: Grammar) -> FoldedGrammar | None:
    """The folded form of a solution's grammar, where the file has one."""
    if "features" not in data:
        return None
    folded = FoldedGrammar.from_json(data["features"])
    if not folded.has_rules_of(grammar):
        raise BrilligError("the solution's 'features' are not those of its grammar")
    return folded


def load(path: str | Path) -> Solution:
    """Read a solution file; a refusal names the file."""
    text = read_text(path)
    try:
        data = json.loads(text)
    except (ValueError, RecursionError) as error:
        line = error.lineno if isinstance(error, json.JSONDecodeError) else None
        raise BrilligError(f"not JSON, so not a {FORMAT} file", place=Place(str(path), line)) from None
    try:
        return Solution.from_json(data)
    except BrilligError as error:
        raise error.at(path) from None
    except RecursionError as error:
        raise BrilligError(str(error), place=path) from None
