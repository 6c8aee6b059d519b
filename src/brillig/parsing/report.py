"""Which sentences a grammar accepts, with their trees: what `parse` answers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import inf, log
from typing import Any

from brillig.language.cfg import Cfg, CfgTree
from brillig.language.corpus import Corpus
from brillig.language.grammar import Grammar
from brillig.language.tree import Tree, pretty
from brillig.parsing.cyk import accepts_all, count_all, parse_all, parse_corpus
from brillig.parsing.diagnose import describe_pieces, explain_failure
from brillig.parsing.probability import RuleWeights, most_probable, sum_of_trees


@dataclass(frozen=True)
class Parsed:
    """A sentence, how many trees it has, the first of these, and its words that the grammar does not know."""

    words: tuple[str, ...]
    count: int
    trees: tuple[Tree | CfgTree, ...]
    unknown: tuple[str, ...]
    bits: float | None = None  # of the most probable tree, where that was asked for
    all_bits: float | None = None  # of all trees together
    why: str | None = None  # it is rejected

    @property
    def accepted(self) -> bool:
        return self.count > 0

    @property
    def tree(self) -> Tree | CfgTree | None:
        return self.trees[0] if self.trees else None

    def __str__(self) -> str:
        text = " ".join(self.words)
        if not self.accepted:
            unknown = f"   (unknown: {', '.join(self.unknown)})" if self.unknown else ""
            return f"rejected  {text}{unknown}" + (f"\n    {self.why}" if self.why else "")
        notes = [f"{self.count} trees"] if self.count > 1 else []
        if self.bits is not None:
            notes.append(f"{self.bits:.2f} bits, ln p = {-self.bits * log(2):.3f}")
        if self.all_bits is not None:
            notes.append(f"all trees {self.all_bits:.2f} bits, ln p = {-self.all_bits * log(2):.3f}")
        several = f"   ({'; '.join(notes)})" if notes else ""
        return "\n".join(
            [f"accepted  {text}{several}", *(pretty(tree, indent="    ") for tree in self.trees)]
        )

    def to_json(self) -> dict[str, Any]:
        data: dict[str, Any] = {
            "text": " ".join(self.words),
            "accepted": self.accepted,
            "trees": self.count,
            "tree": self.tree.to_json() if self.tree is not None else None,
        }
        if self.bits is not None:
            data |= {"bits": round(self.bits, 6), "log_probability": round(-self.bits * log(2), 6)}
        if self.all_bits is not None:
            data |= {"all_bits": round(self.all_bits, 6)}
            data |= {"all_log_probability": round(-self.all_bits * log(2), 6)}
        return data if self.why is None else data | {"why": self.why}


@dataclass(frozen=True)
class ParseReport(Sequence[Parsed]):
    """The sentences in their order, each parsed; and the starred ones, each with whether it is accepted."""

    sentences: tuple[Parsed, ...]
    starred: tuple[tuple[tuple[str, ...], bool], ...] = ()

    @property
    def wrong(self) -> int:
        """Sentences that are rejected, and starred ones that are not."""
        return self.rejected + sum(accepted for _, accepted in self.starred)

    @property
    def accepted(self) -> int:
        return sum(parsed.accepted for parsed in self.sentences)

    @property
    def rejected(self) -> int:
        return len(self.sentences) - self.accepted

    def __len__(self) -> int:
        return len(self.sentences)

    def __getitem__(self, index: Any) -> Any:
        return self.sentences[index]

    def __iter__(self) -> Iterator[Parsed]:
        return iter(self.sentences)

    def __repr__(self) -> str:
        return f"<ParseReport: {self.accepted} of {len(self)} sentences accepted>"

    def __str__(self) -> str:
        repeats = len(self) - len({parsed.words for parsed in self.sentences})
        known = f"; {repeats} of them repeats" if repeats else ""
        lines = [str(parsed) for parsed in self.sentences]
        for words, accepted in self.starred:
            lines.append(f"{'accepted' if accepted else 'rejected'}  *{' '.join(words)}   (starred)")
        if self.sentences:
            lines.append(f"{self.accepted} of {len(self)} sentences accepted{known}")
        if self.starred:
            rejected = sum(not accepted for _, accepted in self.starred)
            lines.append(f"{rejected} of {len(self.starred)} starred sentences rejected")
        return "\n".join(lines)

    def to_json(self) -> dict[str, Any]:
        data: dict[str, Any] = {
            "accepted": self.accepted,
            "rejected": self.rejected,
            "sentences": [parsed.to_json() for parsed in self.sentences],
        }
        if self.starred:
            data["starred"] = [
                {"text": " ".join(words), "accepted": accepted} for words, accepted in self.starred
            ]
        return data


def parse_report(
    grammar: Grammar | Cfg,
    corpus: Corpus,
    trees: int = 1,
    weights: RuleWeights | None = None,
    *,
    all_trees: bool = False,
) -> ParseReport:
    """Parse each sentence; of its trees at most `trees` are made, or with weights the most probable one.

    With weights the bits of that tree are told, and with `all_trees` those of all trees together.
    """
    counts = count_all(grammar, corpus.sentences)
    bits: list[float | None] = [None] * len(corpus)
    all_bits: list[float | None] = [None] * len(corpus)
    found: list[tuple[Tree | CfgTree, ...]]
    if weights is not None and isinstance(grammar, Grammar):
        best = [most_probable(grammar, weights, sentence) for sentence in corpus.sentences]
        found = [() if likely is None else (likely[0],) for likely in best]
        bits = [None if likely is None else -likely[1] for likely in best]
        if all_trees:
            sums = (sum_of_trees(grammar, weights, sentence) for sentence in corpus.sentences)
            all_bits = [-one if one > -inf else None for one in sums]
    elif trees == 1:  # in one call of the kernel
        found = [() if tree is None else (tree,) for tree in parse_corpus(grammar, corpus.sentences)]
    else:
        found = [
            tuple(parse_all(grammar, sentence, trees)) if count and trees else ()
            for sentence, count in zip(corpus.sentences, counts, strict=True)
        ]
    known = set(grammar.words)
    rows = zip(corpus.sentences, counts, found, bits, all_bits, strict=True)
    return ParseReport(
        tuple(
            Parsed(
                sentence,
                count,
                of_sentence,
                tuple(word for word in dict.fromkeys(sentence) if word not in known),
                own,
                together,
                None if count else _reason(grammar, sentence, known),
            )
            for sentence, count, of_sentence, own, together in rows
        ),
        tuple(zip(corpus.rejected, accepts_all(grammar, corpus.rejected), strict=True)),
    )


def _reason(grammar: Grammar | Cfg, sentence: tuple[str, ...], known: set[str]) -> str | None:
    """The longest pieces with a parse, and where no rule joins them; None where a word is unknown."""
    if not isinstance(grammar, Grammar) or not known.issuperset(sentence):
        return None
    return describe_pieces(sentence, explain_failure(grammar, sentence))
