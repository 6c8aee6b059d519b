"""Inference: the grammar of a corpus, with the paper's numbers and restrictions."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, ClassVar

from brillig.language.contradictions import explain_contradiction
from brillig.language.corpus import Corpus
from brillig.language.grammar import Grammar, LexicalRule
from brillig.language.marked import known_categories, names_in
from brillig.language.notes import first_ten
from brillig.language.plural import count
from brillig.language.tree import Tree
from brillig.problems.fields import (
    allow_field,
    check_range,
    corpus_to_json,
    sentences_field,
    whole_field,
)
from brillig.problems.kind import AnyProblem
from brillig.problems.relaxing import Remedy, demands, relaxed, remedies
from brillig.problems.restrictions import STRICT, Restrictions
from brillig.problems.sizes import sizes_of

MAX_CATEGORIES = 64
START = "S"


def max_rules(categories: int, restrictions: Restrictions = STRICT) -> int:
    """The largest r_s that can be asked for with this many categories."""
    return categories ** (2 if restrictions.one_parent else 3)


def known_homographs(corpus: Corpus, given: Grammar | None = None) -> tuple[str, ...]:
    """The words that tags, brackets or given rules say to have several categories, once for each but one."""
    known = known_categories(corpus)
    for rule in () if given is None else given.lexical:
        if rule.word in corpus.counts:
            known.setdefault(rule.word, set()).add(rule.category)
    return tuple(word for word, names in known.items() for _ in range(len(names) - 1))


@dataclass(frozen=True)
class Problem(AnyProblem):
    """Inference: a corpus, the paper's numbers, and its restrictions or fewer.

    categories           c: how many, S included; all must be used
    lexical              c_l: how many of them are designated lexical (no syntactic rule, at least one word)
    rules                r_s: at most N syntactic rules
    homographs           h: at most |words| + h lexical rules
    restrictions         those of the paper, less what is allowed beyond them
    given                rules, and categories of the sentences' words, that have to be kept, names and all
    """

    kind: ClassVar[str] = "infer"

    corpus: Corpus
    categories: int
    lexical: int
    rules: int
    homographs: int = 0
    restrictions: Restrictions = STRICT
    given: Grammar | None = None

    def __post_init__(self) -> None:
        check_range("categories", self.categories, 1, MAX_CATEGORIES)
        check_range("lexical", self.lexical, 0, self.categories - 1)
        check_range("rules", self.rules, 1, max_rules(self.categories, self.restrictions))
        check_range("homographs", self.homographs, 0, 1_000_000)

    @property
    def plain_categories(self) -> int:
        """Categories that are neither S nor designated lexical."""
        return self.categories - 1 - self.lexical

    def impossible(self) -> str | None:
        """Why there can be no solution, where counting alone shows it; None where it does not."""
        contradiction = explain_contradiction(self.corpus, self.start)
        if contradiction is not None:
            return contradiction
        named = len({*self.known_names} - {self.start})
        if named > self.categories - 1:
            return (
                f"{named} categories besides {self.start} are named by tags, brackets or given rules, "
                f"but there may be {self.categories - 1}"
            )
        several = self.known_homographs
        if len(several) > self.homographs:
            which = first_ten(dict.fromkeys(several))
            return (
                f"tags, brackets or given rules have several categories for {which}: that takes "
                f"{count(len(several), 'homograph')}, but there may be {self.homographs}"
            )
        restrictions = self.restrictions
        if restrictions.root_without_words:
            for number, sentence in enumerate(self.corpus.sentences, 1):
                if len(sentence) == 1:
                    return (
                        f"sentence {number} is the one word {sentence[0]!r}, which is not allowed (one-word)"
                    )
        words = len(self.corpus.words)
        nonlexical = restrictions.root_nonlexical
        under_root = self.plain_categories if nonlexical else self.categories - 1
        needed = 2 if restrictions.distinct_children else 1
        # The deepest S has a rule without S on its right, unless it is a word.
        inside = not restrictions.root_at_base and not restrictions.root_without_words
        if under_root + inside < needed and any(len(sentence) > 1 for sentence in self.corpus.sentences):
            kind = "categories with more than words" if nonlexical else "categories"
            all_of_them = count(self.categories, "category", "categories")
            return (
                f"S → Y Z needs {needed - inside} {kind} besides S, but {all_of_them}, "
                f"{self.lexical} of them for words only, leave {under_root}"
            )
        # A word can have several of them: one lexical rule each, and one occurrence each.
        lexical_rules = min(words + self.homographs, sum(map(len, self.corpus.sentences)))
        if lexical_rules < self.lexical:
            return (
                f"{self.lexical} categories for words only need as many entries of the lexicon, but "
                f"{count(words, 'word')} and {count(self.homographs, 'homograph')} allow {lexical_rules}"
            )
        least = -(-(self.categories - 1) // 2)
        if self.rules < least:
            return (
                f"each of the {self.categories - 1} categories besides S stands on the right of a rule, and "
                f"a rule has two places: that takes at least {least} rules, but there may be {self.rules}"
            )
        nodes = sum(2 * len(sentence) - 2 for sentence in self.corpus.sentences)
        if nodes < self.categories - 1:
            return (
                f"the trees have {nodes} nodes besides their roots, too few to use all "
                f"{self.categories - 1} categories"
            )
        return None

    def with_corpus(self, corpus: Corpus) -> Problem:
        """The same restrictions on other sentences."""
        return replace(self, corpus=corpus)

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            **corpus_to_json(self.corpus),
            "categories": self.categories,
            "lexical": self.lexical,
            "rules": self.rules,
            "homographs": self.homographs,
            **self.restrictions.to_json(),
            **({} if self.given is None else {"given": self.given.to_json()}),
        }

    @property
    def version(self) -> int:
        return 2 if self.restrictions.is_new or self.given is not None else super().version

    @cached_property
    def known_names(self) -> tuple[str, ...]:
        """The names that tags, brackets and given rules have for categories."""
        rules = () if self.given is None else self.given.syntactic
        given = [name for rule in rules for name in rule] + [rule.category for rule in self.kept_words]
        return tuple(dict.fromkeys((*given, *names_in(self.corpus))))

    @property
    def known_homographs(self) -> tuple[str, ...]:
        """The words with more than one known category, as often as they have one more."""
        return known_homographs(self.corpus, self.given)

    @property
    def start(self) -> str:
        """The name of the start symbol in answers."""
        return START if self.given is None else self.given.start

    @property
    def kept_words(self) -> tuple[LexicalRule, ...]:
        """The given categories of words that the sentences have."""
        given = () if self.given is None else self.given.lexical
        return tuple(rule for rule in given if rule.word in self.corpus.counts)

    @property
    def has_knowledge(self) -> bool:
        """Whether trees or rules are known in part: by tags, brackets or given rules."""
        return bool(self.given is not None or self.corpus.tags or self.corpus.brackets)

    def renamed(self, names: Mapping[str, str]) -> Problem:
        given = self.given
        if given is not None:
            given = given.renamed({old: new for old, new in names.items() if old in given.categories})
        return replace(self, corpus=self.corpus.renamed(names), given=given)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Problem:
        restrictions = allow_field(data)
        return cls(
            sentences_field(data, one_word=not restrictions.root_without_words),
            whole_field(data, "categories"),
            whole_field(data, "lexical"),
            whole_field(data, "rules"),
            whole_field(data, "homographs"),
            restrictions,
            Grammar.from_json(data["given"], piece=True) if "given" in data else None,
        )

    def part(self, indices: Iterable[int]) -> Problem:
        return replace(self, corpus=self.corpus.part(indices))

    def tighter(self) -> dict[str, list[Problem] | None]:
        fewer = [replace(self, homographs=self.homographs - 1)] if self.homographs else []
        rules = [replace(self, rules=self.rules - 1)] if self.rules > 1 else []
        more = self.lexical + 1
        lexical = [replace(self, lexical=more)] if more < self.categories else []
        return {"homographs": fewer, "rules": rules, "lexical": lexical}

    def demands(self) -> dict[str, str]:
        return demands(self)

    def relaxed(self, kept: Collection[str], indices: Collection[int]) -> Iterable[Problem]:
        return relaxed(self, kept, indices)

    def remedies(self, conflict: Collection[int]) -> Iterable[Remedy]:
        return remedies(self, conflict)

    def describe(self) -> str:
        return f"from {len(self.corpus)} sentences"

    def violations(self, grammar: Grammar, trees: Sequence[Tree]) -> Iterable[str]:
        yield from self.restrictions.violations(grammar)
        if self.given is not None:
            missing = set(self.given.syntactic) - set(grammar.syntactic)
            lost = set(self.kept_words) - set(grammar.lexical)
            for rule in (*sorted(missing), *sorted(lost)):
                yield f"{rule} is given, but not kept"
        different = {id(tree): tree for tree in trees}.values()
        used = {node.label for tree in different for node in tree.nodes()}
        if len(used) != self.categories or set(grammar.categories) != used:
            yield f"the trees use {len(used)} categories of {len(grammar.categories)}, not {self.categories}"
        if len(grammar.syntactic) > self.rules:
            yield f"{len(grammar.syntactic)} syntactic rules, more than {self.rules}"
        words = self.corpus.words
        if set(grammar.words) != set(words):
            yield "the lexicon is not that of the sentences"
        if len(grammar.lexical) > len(words) + self.homographs:
            yield f"{len(grammar.lexical)} lexical rules, more than {len(words)} + {self.homographs}"
        lexical = sizes_of(grammar, root_nonlexical=self.restrictions.root_nonlexical).lexical
        if lexical < self.lexical:
            yield f"{lexical} categories can be designated lexical, fewer than {self.lexical}"
