"""Which sentences a grammar accepts, with their trees: what `parse` answers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from brillig.language.cfg import Cfg, CfgTree
from brillig.language.corpus import Corpus
from brillig.language.grammar import Grammar
from brillig.language.tree import Tree, pretty
from brillig.parsing.cyk import accepts_all, count_all, parse_all, parse_corpus
from brillig.parsing.probability import RuleWeights, most_probable


@dataclass(frozen=True)
class Parsed:
    """A sentence, how many trees it has, the first of these, and its words that the grammar does not know."""

    words: tuple[str, ...]
    count: int
    trees: tuple[Tree | CfgTree, ...]
    unknown: tuple[str, ...]

    @property
    def accepted(self) -> bool:
        return self.count > 0

    @property
    def tree(self) -> Tree | CfgTree | None:
        return self.trees[0] if self.trees else None

    def __str__(self) -> str:
        text = " ".join(self.words)
        if not self.accepted:
            return f"rejected  {text}" + (f"   (unknown: {', '.join(self.unknown)})" if self.unknown else "")
        several = f"   ({self.count} trees)" if self.count > 1 else ""
        return "\n".join(
            [f"accepted  {text}{several}", *(pretty(tree, indent="    ") for tree in self.trees)]
        )

    def to_json(self) -> dict[str, Any]:
        return {
            "text": " ".join(self.words),
            "accepted": self.accepted,
            "trees": self.count,
            "tree": self.tree.to_json() if self.tree is not None else None,
        }


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
    grammar: Grammar | Cfg, corpus: Corpus, trees: int = 1, weights: RuleWeights | None = None
) -> ParseReport:
    """Parse each sentence; of its trees at most `trees` are made, or with weights the most probable one."""
    counts = count_all(grammar, corpus.sentences)
    found: list[tuple[Tree | CfgTree, ...]]
    if weights is not None and isinstance(grammar, Grammar):
        best = [most_probable(grammar, weights, sentence) for sentence in corpus.sentences]
        found = [() if likely is None else (likely[0],) for likely in best]
    elif trees == 1:  # in one call of the kernel
        found = [() if tree is None else (tree,) for tree in parse_corpus(grammar, corpus.sentences)]
    else:
        found = [
            tuple(parse_all(grammar, sentence, trees)) if count and trees else ()
            for sentence, count in zip(corpus.sentences, counts, strict=True)
        ]
    known = set(grammar.words)
    return ParseReport(
        tuple(
            Parsed(sentence, count, of_sentence, tuple(w for w in dict.fromkeys(sentence) if w not in known))
            for sentence, count, of_sentence in zip(corpus.sentences, counts, found, strict=True)
        ),
        tuple(zip(corpus.rejected, accepts_all(grammar, corpus.rejected), strict=True)),
    )
