"""Inference as a formula: rules, lexicon, and a derivation of every sentence taken in so far."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Iterator
from functools import partial
from itertools import combinations, permutations, product
from typing import Any, cast

from brillig.engines.exact.cover import trees_using_all
from brillig.engines.exact.encoding import Encoding, shortest_first
from brillig.engines.exact.kinds import ENCODINGS
from brillig.engines.exact.witness import add_witness
from brillig.language.grammar import category_names
from brillig.language.tree import Tree
from brillig.parsing.chart import Parser, Rules, Sentence
from brillig.problems import Problem

Words = Any  # of a sentence or a part of it: a `Sentence`, or a `Marked` one


class Inference(Encoding):
    """The restrictions of a `Problem` as clauses; sentences are taken in one by one with `take_in`.

    Category 0 is S, then come the plain categories, those that may have rules first, then the designated
    lexical ones. Everything here follows
    from the restrictions and the sentences taken in, except for what breaks the symmetry between names: so no
    model means no solution. Whether all categories are used in trees is only partly expressed (necessary
    conditions) until `witness` is called; before, `forbid_within` is there for what a model fails at.
    """

    problem: Problem

    def __init__(self, problem: Problem) -> None:
        super().__init__()
        self.problem = problem
        self.items = shortest_first(problem.corpus)
        self.names = ("S", *category_names(problem.categories - 1))
        self.categories = range(1, problem.categories)
        # What may stand on the right of a rule, over a word inside a sentence, and over more than one.
        self.children = self.categories if problem.restrictions.root_at_base else range(problem.categories)
        self.root_words = self._words_of_root()
        self.plain = range(1, 1 + problem.plain_categories)
        self.designated = range(1 + problem.plain_categories, problem.categories)
        # With r_s rules, one of them S's, no more than r_s - 1 categories besides S have any.
        self.parents = self.plain[: problem.rules - 1]
        self.inner = self.parents if problem.restrictions.root_at_base else (0, *self.parents)
        self._witnessing = False
        self._taken: list[Hashable] = []
        self._copies: Counter[Any] = problem.corpus.distinct
        self._witnesses: Counter[Hashable] = Counter()
        self._users: defaultdict[int, list[int]] = defaultdict(list)
        self._derives: dict[tuple[Words, int], int] = {}
        counts = problem.corpus.counts
        self.words = sorted(problem.corpus.words, key=lambda word: -counts[word])
        self._make_rules()
        self._make_lexicon()
        self._use_every_category()
        self._break_symmetry()

    # -- the restrictions ---------------------------------------------------------------------------

    def _make_rules(self) -> None:
        """t[X,Y,Z]: at most one X for each YZ, unless pairs may be shared; at most r_s of them."""
        formula, problem = self.formula, self.problem
        restrictions = problem.restrictions
        under_root = {0, *self.plain} if restrictions.root_nonlexical else set(self.children)
        for y in self.children:
            for z in self.children:
                if y == z and restrictions.distinct_children:
                    continue
                if y in under_root and z in under_root:
                    self.t[0, y, z] = formula.variable()
                for x in self.parents:
                    self.t[x, y, z] = formula.variable()
        if not restrictions.one_parent:
            formula.at_most(list(self.t.values()), problem.rules)
            return
        self.pairs: dict[tuple[int, int], int] = {}
        for y in self.children:
            for z in self.children:
                parents = [self.t[x, y, z] for x in (0, *self.parents) if (x, y, z) in self.t]
                if parents:
                    self.pairs[y, z] = pair = formula.variable()
                    formula.at_most_one(parents)
                    for rule in parents:
                        formula.add(-rule, pair)
                    formula.add(-pair, *parents)
        formula.at_most(list(self.pairs.values()), problem.rules)

    def _words_of_root(self) -> frozenset[str]:
        """The words that S may have: none, those that are sentences, or all if S stands inside."""
        restrictions, corpus = self.problem.restrictions, self.problem.corpus
        if restrictions.root_without_words:
            return frozenset()
        if not restrictions.root_at_base:
            return frozenset(corpus.words)
        return frozenset(sentence[0] for sentence in corpus.distinct if len(sentence) == 1)

    def kinds_of(self, word: str) -> range:
        """The categories that the word may have."""
        return range(self.problem.categories) if word in self.root_words else self.categories

    def _make_lexicon(self) -> None:
        """lex[w,X]: exactly one for each word at h = 0, otherwise at least one and at most |words| + h."""
        formula = self.formula
        self.lex = {(w, x): formula.variable() for w in self.words for x in self.kinds_of(w)}
        for word in self.words:
            of_word = [self.lex[word, x] for x in self.kinds_of(word)]
            if self.problem.homographs == 0:
                formula.exactly_one(of_word)
            else:
                formula.add(*of_word)
        if self.problem.homographs:
            self._limit_homographs()

    def _limit_homographs(self) -> None:
        """Count the categories of each word beyond its first."""
        formula, most = self.formula, self.problem.homographs
        beyond: list[int] = []
        for word in self.words:
            of_word = [self.lex[word, x] for x in self.kinds_of(word)]
            beyond += formula.counter(of_word, min(len(of_word), most + 2))[1:]
        formula.at_most(beyond, most)

    def _use_every_category(self) -> None:
        """Necessary for use: a place under another category; a word, or a rule that does not need itself."""
        formula = self.formula
        for x in self.categories:
            places = [rule for (p, y, z), rule in self.t.items() if x in (y, z) and p != x]
            formula.add(*places)
            words = [self.lex[word, x] for word in self.words]
            ways = [rule for (p, y, z), rule in self.t.items() if p == x and x not in (y, z)]
            formula.add(*words, *ways)
        roots = [rule for (p, _, _), rule in self.t.items() if p == 0]
        formula.add(*roots)
        # The deepest S of a tree is a word, or has a rule without S on its right.
        ends = [rule for (p, y, z), rule in self.t.items() if p == 0 and 0 not in (y, z)]
        if len(ends) < len(roots):
            formula.add(*ends, *(self.lex[word, 0] for word in sorted(self.root_words)))

    def _break_symmetry(self) -> None:
        """One S rule has the first categories of their kind; among the others, words, then rules decide.

        Such a rule has no S on its right. There is one as long as S stands at the base only or has no words.
        """
        restrictions = self.problem.restrictions
        idle = self.plain[len(self.parents) :]
        kinds = [self.parents, idle, self.designated]
        ends = restrictions.root_at_base or restrictions.root_without_words
        if restrictions.root_nonlexical and ends:
            firsts = [x for kind in kinds[:2] for x in kind[:2]]
            roots = [(y, z) for y in firsts for z in firsts if (0, y, z) in self.t]
            leading = {kind[0] for kind in kinds[:2] if kind}
            self.formula.add(*(self.t[0, y, z] for y, z in roots if self._leads(y, z, leading)))
            kinds = [kind[2:] for kind in kinds[:2]] + [self.designated]
        for kind in kinds:
            for x in kind[:-1]:
                self.break_swap(x, x + 1)

    @staticmethod
    def _leads(y: int, z: int, leading: set[int]) -> bool:
        """Whether a rule's children can be named y and z: new ones of a kind come in their order."""
        return y in leading and (z in leading or z - 1 == y)

    # -- sentences ----------------------------------------------------------------------------------

    def take_in(self, item: Hashable) -> None:
        self._taken.append(item)
        self.formula.add(self._derivation(cast(Sentence, item), 0))

    def _derivation(self, words: Words, x: int) -> int:
        """A variable that can be true only if category x derives the words; shared by equal substrings."""
        if len(words) == 1:
            return self._leaf(words, x)
        key = words, x
        known = self._derives.get(key)
        if known is not None:
            return known
        formula, t = self.formula, self.t
        derives = self._derives[key] = formula.variable()
        children = [y for y in self.children if any((x, y, z) in t for z in self.children)]
        left = {y: formula.variable() for y in children}
        right = {z: formula.variable() for z in children}
        splits = {k: formula.variable() for k in self._cuts(words)}
        formula.add(-derives, *left.values())
        formula.add(-derives, *right.values())
        formula.add(-derives, *splits.values())
        for y in children:
            for z in children:
                rule = t.get((x, y, z))
                if rule is None:
                    formula.add(-left[y], -right[z])
                else:
                    formula.add(-left[y], -right[z], rule)
        for k, split in splits.items():
            for y in children:
                self._needs(split, left[y], words[:k], y)
                self._needs(split, right[y], words[k:], y)
        self._mark(derives, words, x)
        return derives

    # What is known of trees, where something is: `MarkedInference` says more.

    def _leaf(self, words: Words, x: int) -> int:
        """A variable that can be true only if category x may stand over the one word."""
        return self._lexical(words[0], x)

    def _cuts(self, words: Words) -> Iterable[int]:
        """Where the words may be divided."""
        return range(1, len(words))

    def _mark(self, derives: int, words: Words, x: int) -> None:
        """What else has to hold where category x stands over the words."""
        return

    def _mark_node(self, item: Hashable, start: int, stop: int, x: int, node: int) -> None:
        """What else has to hold where a node of a tree has category x."""
        return

    def _lexical(self, word: str, x: int) -> int:
        """The switch of x → word; one that is never on where there can be no such rule."""
        if (word, x) in self.lex:
            return self.lex[word, x]
        never = self.formula.variable()
        self.formula.add(-never)
        return never

    def _needs(self, split: int, child: int, words: Words, category: int) -> None:
        ways = self.inner if len(words) > 1 else self.kinds_of(words[0])
        if category not in ways:
            self.formula.add(-split, -child)
        else:
            self.formula.add(-split, -child, self._derivation(words, category))

    # -- use of every category ----------------------------------------------------------------------

    def witness(self) -> None:
        self._witnessing = True

    def guards(self, complete: bool) -> list[int]:
        """Once `witness` was called: trees of the sentences taken in use every category.

        With all sentences taken in, as often as they occur, this is the restriction itself.
        """
        if not self._witnessing:
            return []
        copies = self._copies
        for sentence in self._taken:
            wanted = min(copies[sentence], self.problem.categories) if complete else 1
            while self._witnesses[sentence] < wanted:
                self._witnesses[sentence] += 1
                users = add_witness(
                    self.formula,
                    cast(Sentence, sentence),
                    self.t,
                    self.lex,
                    self.inner,
                    self.children,
                    mark=partial(self._mark_node, sentence),
                )
                for x, variables in users.items():
                    self._users[x] += variables
        return self.guard_usage((self._users[x] for x in self.categories), complete)

    # -- models -------------------------------------------------------------------------------------

    def derives(self, rules: Rules, items: Iterable[Hashable]) -> Iterator[bool]:
        parser = Parser(rules)
        return (parser.accepts(cast(Sentence, item)) for item in items)

    def trees(self, rules: Rules) -> tuple[Tree, ...] | None:
        return trees_using_all(Parser(rules), self.problem.corpus.sentences, self.names)

    def renamings(self, rules: Rules) -> Iterator[dict[int, int]]:
        """Whatever may be designated can be; the designated ones are in the order of their words.

        That order is known at h = 0 only: otherwise a model may have these rules and more words.
        """
        parents = {x for x, _, _ in rules.syntactic}
        if self.problem.restrictions.root_nonlexical:
            parents |= {child for x, y, z in rules.syntactic if x == 0 for child in (y, z)}
        columns: dict[int, list[bool]] = {
            x: [bool(rules.lexical[word] >> x & 1) for word in self.words] for x in self.categories
        }
        eligible = [x for x in self.categories if x not in parents and any(columns[x])]
        for designated in combinations(eligible, self.problem.lexical):
            others = [x for x in self.categories if x not in designated]
            ordered = tuple(sorted(designated, key=lambda x: columns[x], reverse=True))
            orders = permutations(ordered) if self.problem.homographs else [ordered]
            for lexical, plain in product(orders, permutations(others)):
                yield dict(zip((*plain, *lexical), self.categories, strict=True))


@ENCODINGS.register("infer")
def encode_inference(problem: Problem) -> Inference:
    """The plain formula, unless trees or rules are known in part."""
    if not problem.has_knowledge:
        return Inference(problem)
    from brillig.engines.exact.marked import MarkedInference  # which is built on this one

    return MarkedInference(problem)
