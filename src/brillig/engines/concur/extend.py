"""Extension by divide and concur: the rules and the known words are fixed, unknown words get categories.

Where a sentence has no tree whatever its unknown words are, that is found out first, and is a proof.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from brillig._kernel import ChartNetwork, ExtendNetwork
from brillig.engines.concur.compiled import CompiledNetwork
from brillig.engines.concur.complete import Completion
from brillig.engines.concur.driver import Examined, Progress, Stop, search
from brillig.engines.concur.epochs import ENGINE, say_nothing
from brillig.engines.concur.extend_layout import category_order, extension_layout
from brillig.engines.concur.fixed_point import read_trees, rounded_lexicon
from brillig.engines.concur.kernel import InferenceNetwork
from brillig.engines.concur.kinds import SOLVERS, Solver
from brillig.engines.concur.layout import Layout
from brillig.engines.concur.memory import Memory
from brillig.engines.concur.pause import Paused, WhenPaused
from brillig.engines.concur.settings import Settings
from brillig.engines.outcome import Outcome
from brillig.errors import BrilligError
from brillig.language.corpus import Sentence
from brillig.language.grammar import Grammar
from brillig.language.tree import Tree
from brillig.limits import Budget, Cancel, Ended, Limits
from brillig.parsing.cyk import parse_corpus
from brillig.parsing.diagnose import find_needs, find_unexplained, sum_up, too_few_homographs
from brillig.problems import MAX_CATEGORIES, ExtendProblem
from brillig.problems.check import violations
from brillig.problems.solution import Run, Solution, Status

DEFAULT_ITERATIONS = 100_000


@dataclass(frozen=True)
class ExtendSettings:
    """beta: the step. restart_after: iterations of a start, None never restarts.

    layers: in the paper's form, by the main network with these settings; beta and restart_after are theirs.
    """

    beta: float = 0.5
    restart_after: int | None = 100
    layers: Settings | None = None

    @classmethod
    def of(cls, settings: Settings) -> ExtendSettings:
        """As the settings of inference say: in layers, or the quick form, which has settings of its own."""
        return cls(settings.beta, settings.restart_after, settings) if settings.layers else cls()


DEFAULT = ExtendSettings()


class ExtensionNetwork(CompiledNetwork):
    """A network of an extension without a tensor, as the driver wants it: of charts, or of layers."""

    kernel: ChartNetwork | ExtendNetwork

    def __init__(self, kernel: ChartNetwork | ExtendNetwork) -> None:
        self.kernel = kernel

    def start(self, seed: int) -> None:
        self.kernel.start(seed)


def extend(
    problem: ExtendProblem,
    limits: Limits | Budget,
    *,
    settings: ExtendSettings | Settings = DEFAULT,
    progress: Callable[[Progress], None] | None = None,
    cancel: Cancel | None = None,
    resume: Paused | None = None,
    paused: WhenPaused | None = None,
) -> Outcome:
    """Give categories to unknown words until all sentences have trees, or a limit is reached.

    INFEASIBLE names the sentences that cannot be explained and the spans without a parse. The same seed gives
    the same answer whatever `limits.jobs` is, unless time runs out. Stopped by `cancel`, it tells `paused`
    where it can go on; with `resume` it does.
    """
    budget = Budget.begin(limits, cancel)
    before = 0.0 if resume is None else resume.seconds

    def outcome(
        status: Status,
        solution: Solution | None,
        reason: str,
        iterations: int = 0,
        restarts: int = 0,
        ended: Ended = Ended.ANSWERED,
    ) -> Outcome:
        run = Run(ENGINE, budget.seed, iterations, restarts, before + budget.seconds, ended)
        return Outcome(status, problem, run, solution and replace(solution, run=run), reason)

    if len(problem.base.categories) > MAX_CATEGORIES:
        raise BrilligError(
            f"at most {MAX_CATEGORIES} categories", hint="extend the grammar before refining it so far"
        )
    impossible = _impossible(problem)
    if impossible is not None:
        return outcome(Status.INFEASIBLE, None, impossible)
    if budget.max_iterations is None:
        budget = budget.part(max_iterations=DEFAULT_ITERATIONS)
    own = ExtendSettings.of(settings) if isinstance(settings, Settings) else settings
    work = _Extension(problem, own)
    if not problem.unknown_words:
        return outcome(Status.FOUND, work.solution({}), "")
    searched = search(
        work.network,
        work.examine,
        budget,
        restart_after=own.restart_after,
        progress=progress,
        resume=None if resume is None else resume.search,
    )
    if searched.checkpoint is not None and paused is not None:
        paused(Paused(0, (), 0, 0, before + budget.seconds, searched.checkpoint))
    if searched.answer is not None:
        return outcome(Status.FOUND, searched.answer, "", searched.iterations, searched.restarts)
    reason = say_nothing(searched.ended, searched.iterations)
    return outcome(Status.UNKNOWN, None, reason, searched.iterations, searched.restarts, searched.ended)


def _impossible(problem: ExtendProblem) -> str | None:
    """Why there is no extension, where that shows without a search."""
    unexplained = find_unexplained(problem.base, problem.corpus.sentences, problem.unknown_words)
    if unexplained:
        return sum_up(unexplained)
    needs = find_needs(problem.base, problem.corpus.sentences, problem.unknown_words)
    return too_few_homographs(needs, problem.homographs)


def hold_known(layout: Layout, settings: Settings) -> ExtendNetwork:
    """The network of layers in which known variables are constants."""
    assert layout.known is not None
    rules, words = layout.known.rules, layout.known.words
    network = ExtendNetwork(
        n=layout.n,
        root=[(y, z) for x, y, z in rules if x == layout.plain],
        inner=[rule for rule in rules if rule[0] != layout.plain],
        sentences=[list(sentence) for sentence in layout.sentences],
        given=[list(word) for word in words],
        homographs=layout.homographs,
    )
    network.set_parameters(settings.beta, settings.gamma, settings.tolerance)
    return network


@dataclass
class _Extension:
    problem: ExtendProblem
    settings: ExtendSettings

    def network(self) -> ExtensionNetwork | InferenceNetwork:
        settings = self.settings.layers
        if settings is None:
            return ExtensionNetwork(self.task.network(self.settings.beta))
        layout = extension_layout(self.problem, self.problem.corpus.sentences)
        return (
            ExtensionNetwork(hold_known(layout, settings))
            if settings.hold
            else InferenceNetwork(layout, settings)
        )

    @cached_property
    def categories(self) -> tuple[str, ...]:
        return self.problem.base.categories

    @cached_property
    def open_sentences(self) -> tuple[Sentence, ...]:
        """The sentences with unknown words, each once: the others say nothing about these."""
        unknown = set(self.problem.unknown_words)
        return tuple(s for s in self.problem.corpus.distinct if not unknown.isdisjoint(s))

    @cached_property
    def task(self) -> Completion:
        base = self.problem.base
        number = {category: k for k, category in enumerate(self.categories)}
        words = tuple(dict.fromkeys(word for sentence in self.open_sentences for word in sentence))
        word_number = {word: k for k, word in enumerate(words)}
        return Completion(
            categories=len(self.categories),
            start=number[base.start],
            rules=[(number[x], number[y], number[z]) for x, y, z in base.syntactic],
            sentences=[[word_number[word] for word in sentence] for sentence in self.open_sentences],
            given=[[number[c] for c in base.lexicon.get(word, ())] for word in words],
            may=[number[c] for c in base.open_categories],
            homographs=self.problem.homographs,
        )

    def examine(
        self, network: ExtensionNetwork | InferenceNetwork, _stop: Stop, _start: int, _memory: Memory
    ) -> Examined[Solution]:
        """The solution in the category strings that P_A has chosen."""
        if isinstance(network, InferenceNetwork):
            return Examined(self._fixed_point(network))
        if not isinstance(network.kernel, ChartNetwork):
            names, sentences = category_order(self.problem), self.problem.corpus.sentences
            rows = zip(sentences, network.kernel.word_categories(), strict=True)
            return Examined(self.solution({s: tuple(names[k] for k in row) for s, row in rows}))
        chosen = iter(network.kernel.chosen())
        strings = {s: tuple(self.categories[next(chosen)] for _ in s) for s in self.open_sentences}
        return Examined(self.solution(strings))

    def _fixed_point(self, network: InferenceNetwork) -> Solution | None:
        """As the paper reads it: the words have what their vectors round to, the trees are those of P_A."""
        base, names = self.problem.base, category_order(self.problem)
        trees = read_trees(network, self.problem.corpus.sentences, names, set(base.syntactic), base.start)
        if trees is None:
            return None
        words = dict(zip(network.layout.words, rounded_lexicon(network.kernel.word_means()), strict=True))
        new = {word: tuple(names[k] for k in words[word]) for word in self.problem.unknown_words}
        grammar = Grammar.of(base.start, base.syntactic, dict(base.lexicon) | new)
        if violations(self.problem, grammar, trees):
            return None
        return Solution(grammar, trees, self.problem, Run(ENGINE))

    def solution(self, strings: dict[Sentence, tuple[str, ...]]) -> Solution | None:
        """The extended solution, when every restriction agrees; `strings` are the categories of the words."""
        base, unknown = self.problem.base, set(self.problem.unknown_words)
        lexicon: dict[str, dict[str, None]] = {word: dict.fromkeys(c) for word, c in base.lexicon.items()}
        for sentence, categories in strings.items():
            for word, category in zip(sentence, categories, strict=True):
                if word in unknown:
                    lexicon.setdefault(word, {})[category] = None
        grammar = Grammar.of(base.start, base.syntactic, lexicon)
        trees = self._trees(strings)
        if trees is None or violations(self.problem, grammar, trees):
            return None
        return Solution(grammar, trees, self.problem, Run(ENGINE))

    def _trees(self, strings: dict[Sentence, tuple[str, ...]]) -> tuple[Tree, ...] | None:
        """A tree for each sentence, over the chosen category string where there is one.

        So every category that a new word was given is used in some tree.
        """
        base = self.problem.base
        spelled = Grammar.of(
            base.start, base.syntactic, {c: (c,) for c in self.categories if c != base.start}
        )
        over_words = [s for s in self.problem.corpus.distinct if s not in strings]
        found = dict(zip(over_words, parse_corpus(base, over_words), strict=True))
        for sentence, tree in zip(strings, parse_corpus(spelled, strings.values()), strict=True):
            found[sentence] = None if tree is None else _put_words(tree, iter(sentence))
        trees = [found[sentence] for sentence in self.problem.corpus.sentences]
        if any(tree is None for tree in trees):
            return None
        return tuple(tree for tree in trees if tree is not None)


def _put_words(tree: Tree, words: Iterator[str]) -> Tree:
    """The tree with its leaves' words replaced, from left to right."""
    if tree.is_leaf:
        return Tree.leaf(tree.label, next(words))
    left, right = tree.branches
    return Tree.node(tree.label, _put_words(left, words), _put_words(right, words))


SOLVERS.add("extend", Solver(extend, DEFAULT))
