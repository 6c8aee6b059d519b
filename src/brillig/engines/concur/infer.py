"""Inference by divide and concur: starts, early decoding, finishing, and the check of every answer.

The network works on a batch of sentences. A rule set that completes on the batch is taken to all sentences by
the chart network; sentences that it cannot explain join the batch, and the search goes on.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
import numpy.typing as npt

from brillig.engines.concur.changing import ChangingNetwork
from brillig.engines.concur.complete import Completed, Completion, RuleTriples, complete
from brillig.engines.concur.driver import Examined, Observe, Progress, Searched, Stop, seed_of
from brillig.engines.concur.epochs import ENGINE, Epochs, say_impossible
from brillig.engines.concur.fixed_point import read_trees, rounded_lexicon
from brillig.engines.concur.kernel import InferenceNetwork
from brillig.engines.concur.kinds import SOLVERS, Solver
from brillig.engines.concur.layout import Layout, Numbering
from brillig.engines.concur.memory import DAMAGED_ADVICE, Memory
from brillig.engines.concur.pause import Paused, WhenPaused, pick
from brillig.engines.concur.settings import DEFAULT, Settings
from brillig.engines.knowledge import solution_with_knowledge
from brillig.engines.outcome import Outcome
from brillig.errors import BrilligError
from brillig.language.canonical import canonical_rules
from brillig.language.corpus import Corpus, Sentence
from brillig.language.grammar import Grammar
from brillig.language.tree import Tree
from brillig.limits import Budget, Cancel, Ended, Limits
from brillig.parsing.cyk import trees_using_all
from brillig.problems import Problem
from brillig.problems.check import violations
from brillig.problems.solution import Run, Solution, Status

# Not tuned.
DEFAULT_ITERATIONS = 10_000_000
JOIN = 3  # unexplained sentences that join the batch at a time, at most


def infer(
    problem: Problem,
    limits: Limits | Budget,
    *,
    settings: Settings = DEFAULT,
    progress: Callable[[Progress], None] | None = None,
    cancel: Cancel | None = None,
    observe: Observe[InferenceNetwork] | None = None,
    observe_every: int | None = None,
    resume: Paused | None = None,
    paused: WhenPaused | None = None,
) -> Outcome:
    """Search for a grammar until one is found and checked, or a limit is reached.

    The same seed gives the same answer whatever `limits.jobs` is, unless time runs out. Stopped by `cancel`,
    it tells `paused` where it can go on; with `resume` it does, and comes to the answer of an undisturbed
    search.
    """
    budget = Budget.begin(limits, cancel).of_at_most(DEFAULT_ITERATIONS)
    impossible = say_impossible(problem, budget)
    if impossible is not None:
        return impossible
    epochs = Epochs(budget, progress, resume, paused)
    return _Inference(problem, epochs, settings, observe, observe_every).run()


@dataclass(frozen=True)
class _Found:
    """Rules with the categories of the batch's words, and the solution when that is all sentences."""

    rules: RuleTriples
    lexicon: dict[str, tuple[int, ...]]
    solution: Solution | None


@dataclass(frozen=True)
class _Nearest:
    """The rules and words of a state that is no solution: they explain only some of the sentences."""

    rules: RuleTriples
    lexicon: dict[str, list[int]]

    def grammar(self, problem: Problem) -> Grammar:
        names = Numbering.of(problem).names
        entries = {word: [names[k] for k in categories] for word, categories in self.lexicon.items()}
        return Grammar.of("S", named_rules(problem, self.rules), entries)


@dataclass
class _Inference:
    problem: Problem
    epochs: Epochs
    settings: Settings
    observe: Observe[InferenceNetwork] | None
    observe_every: int | None

    @cached_property
    def sentences(self) -> tuple[Sentence, ...]:
        """What has to be explained: each sentence once, unless the preset works on the file as it is."""
        corpus = self.problem.corpus
        every = corpus.sentences if self.settings.batch is None else tuple(corpus.distinct)
        # A batch has to have rules to look for: sentences of one word come last.
        return tuple(sorted(every, key=lambda sentence: len(sentence) == 1))

    @property
    def changing(self) -> bool:
        """Whether batches of one size follow each other."""
        size = self.settings.batch
        return self.settings.change_after is not None and size is not None and size < len(self.sentences)

    def run(self) -> Outcome:
        if self.changing:
            return self._run_changing()
        epochs, batch = self.epochs, self.sentences[: self.settings.batch]
        if epochs.resume is not None:
            batch = self._resumed_batch(epochs.resume)
        while True:
            epoch = epochs.epoch
            searched = self._search(batch)
            found = searched.answer
            if found is None:
                return self._not_found(searched)
            if found.solution is not None:
                return self._found(found.solution)
            solution, unexplained, spent = self._take_to_all(found, epoch)
            epochs.iterations += spent
            if solution is not None:
                return self._found(solution)
            fresh = [sentence for sentence in unexplained if sentence not in batch]
            batch = (*batch, *fresh[:JOIN]) if fresh else self.sentences
            epochs.restarts += 1

    def _resumed_batch(self, point: Paused) -> tuple[Sentence, ...]:
        """What a checkpoint worked on: all sentences, or different ones, some of them longer than a word."""
        if self.settings.batch is None:
            return self.sentences
        batch = pick(self.sentences, point.batch)
        if len(set(batch)) < len(batch) or all(len(sentence) == 1 for sentence in batch):
            raise BrilligError("a damaged checkpoint (its sentences are no batch)", hint=f"{DAMAGED_ADVICE}")
        return batch

    def _search(self, batch: tuple[Sentence, ...]) -> Searched[_Found]:
        work = _Batch(self.problem, batch, self.settings, len(batch) == len(self.sentences))
        return self.epochs.search(
            lambda: InferenceNetwork(work.layout, self.settings),
            work.examine,
            tuple(map(self.sentences.index, batch)),
            most=self.epochs.budget.max_iterations,
            memory=work.layout.memory(double=self.settings.double),
            restart_after=self.settings.restart_after,
            observe=self.observe,
            observe_every=self.observe_every,
            keep=lambda network: _Nearest(network.kernel.rules(), work.read_lexicon(network)),
        )

    def _run_changing(self) -> Outcome:
        """One search whose batch changes; what a batch converges to is taken to all sentences."""

        def work(network: ChangingNetwork) -> _Batch:
            return _Batch(self.problem, network.batch, self.settings, everything=False)

        def examine(network: ChangingNetwork, _stop: Stop, start: int, memory: Memory) -> Examined[Solution]:
            stop = Stop.CONVERGED if network.converged else Stop.CANDIDATE
            seen = work(network).examine(network.network, stop, start, memory)
            if seen.answer is None:
                if network.converged:
                    network.change()
                return Examined(None, seen.iterations)
            solution, unexplained, spent = self._take_to_all(seen.answer, start)
            if solution is None:
                network.change(unexplained[:JOIN])
            return Examined(solution, seen.iterations + spent)

        longest = tuple(sorted(self.sentences, key=len)[-(self.settings.batch or 0) :])
        largest = _Batch(self.problem, longest, self.settings, everything=False).layout
        searched = self.epochs.search(
            lambda: ChangingNetwork(self.problem, self.sentences, self.settings),
            examine,
            (),
            most=self.epochs.budget.max_iterations,
            memory=2 * largest.memory(double=self.settings.double),  # the next one is made from the last
            restart_after=self.settings.restart_after,
            observe=self.observe,
            observe_every=self.observe_every,
            keep=lambda network: _Nearest(
                network.kernel.rules(), work(network).read_lexicon(network.network)
            ),
        )
        return self._not_found(searched) if searched.answer is None else self._found(searched.answer)

    def _take_to_all(self, found: _Found, epoch: int) -> tuple[Solution | None, list[Sentence], int]:
        """Explain all sentences: first with the batch's lexicon kept, then with every word free again.

        Returns the solution, or sentences that the batch's answer does not explain; and the iterations.
        """
        unexplained: list[Sentence] = []
        spent = 0
        for known in (found.lexicon, {}):
            task, words = completion(self.problem, self.sentences, found.rules, known)
            done = complete(
                task,
                seed=seed_of(self.epochs.budget.seed, epoch + 1000),
                starts=2 * self.settings.finish_starts,
                iterations=2 * self.settings.finish_iterations,
                beta=self.settings.finish_beta,
                stopped=self.epochs.budget.is_set,
            )
            spent += done.iterations
            if done.lexicon is not None:
                solution = read_solution(self.problem, found.rules, words, done.lexicon)
                if solution is not None:
                    return solution, [], spent
            unexplained = unexplained or [self.sentences[k] for k in done.hopeless]
        batch_words = set(found.lexicon)
        # Nothing provably wrong: sentences with words that the batch has not seen say the most.
        unexplained = unexplained or [s for s in self.sentences if not set(s) <= batch_words]
        return None, unexplained or list(self.sentences), spent

    def _not_found(self, searched: Searched[_Found] | Searched[Solution]) -> Outcome:
        text = self.epochs.not_found(searched.ended)
        nearest = None
        if isinstance(searched.closest, _Nearest):
            nearest = searched.closest.grammar(self.problem)
        run = self.epochs.run(searched.ended)
        return Outcome(Status.UNKNOWN, self.problem, run, reason=text, nearest=nearest)

    def _found(self, solution: Solution) -> Outcome:
        run = self.epochs.run(Ended.ANSWERED)
        return Outcome(Status.FOUND, self.problem, run, replace(solution, run=run))


@dataclass
class _Batch:
    """The sentences that the network works on, and what is made of its candidates."""

    problem: Problem
    sentences: tuple[Sentence, ...]
    settings: Settings
    everything: bool

    @cached_property
    def layout(self) -> Layout:
        return Layout.of(self.problem.with_corpus(Corpus(self.sentences)))

    @cached_property
    def words(self) -> tuple[str, ...]:
        return Corpus(self.sentences).words

    def examine(self, network: InferenceNetwork, stop: Stop, start: int, memory: Memory) -> Examined[_Found]:
        """Complete the candidates of a network that are not known already to be hard to complete."""
        if stop is Stop.CONVERGED:
            return Examined(self._decode(network))
        spent = 0
        for rules in network.kernel.take_candidates():
            key = self._key(rules)
            if memory.attempts(key, start) >= self.settings.retries:
                continue
            memory.note(key, start)
            done = self._complete(rules, network.kernel.word_means(), seed_of(start, spent))
            spent += done.iterations
            if done.lexicon is not None:
                found = self._answer(rules, done.lexicon)
                if found is not None:
                    return Examined(found, spent)
        return Examined(None, spent)

    def _key(self, rules: RuleTriples) -> object:
        numbering = self.layout.numbering
        marked = [int(category >= numbering.plain) for category in range(numbering.n)]
        if not numbering.inside:
            marked.append(0)
        return canonical_rules(numbering.among_all(rules), marked, start=numbering.start)

    def _complete(self, rules: RuleTriples, means: npt.NDArray[np.float64], seed: int) -> Completed:
        task, _ = completion(self.problem, self.sentences, rules, {}, self.settings.strict_word_choice)
        return complete(
            task,
            seed=seed,
            starts=self.settings.finish_starts,
            iterations=self.settings.finish_iterations,
            beta=self.settings.finish_beta,
            means=means,
        )

    def _decode(self, network: InferenceNetwork) -> _Found | None:
        """The answer that a fixed point holds: the rules of the tensor and the categories of the words.

        In the paper's form the words have what their vectors round to, and the trees are those of P_A.
        """
        rules = network.kernel.rules()
        if not self.settings.layers:
            return self._answer(rules, list(self.read_lexicon(network).values()))
        lexicon = list(self.read_lexicon(network).values())
        if self.layout.rounding:
            lexicon = rounded_lexicon(network.kernel.word_means())
        names, named = Numbering.of(self.problem).names, set(named_rules(self.problem, rules))
        trees = read_trees(network, self.sentences, names, named)
        return self._answer(rules, lexicon, trees)

    def read_lexicon(self, network: InferenceNetwork) -> dict[str, list[int]]:
        """The categories that each word of the batch has in the network's trees."""
        lexicon: list[set[int]] = [set() for _ in self.words]
        for words, categories in zip(self.layout.sentences, network.kernel.word_categories(), strict=True):
            for word, category in zip(words, categories, strict=True):
                lexicon[word].add(category)
        return dict(zip(self.words, map(sorted, lexicon), strict=True))

    def _answer(
        self, rules: RuleTriples, lexicon: Sequence[Sequence[int]], trees: tuple[Tree, ...] | None = None
    ) -> _Found | None:
        categories = {word: tuple(cats) for word, cats in zip(self.words, lexicon, strict=True)}
        if not self.everything:
            return _Found(rules, categories, None)
        if trees is not None:
            own = dict(zip(self.sentences, trees, strict=True))
            trees = tuple(own[sentence] for sentence in self.problem.corpus.sentences)
        solution = read_solution(self.problem, rules, self.words, lexicon, trees)
        return None if solution is None else _Found(rules, categories, solution)


def named_rules(problem: Problem, rules: RuleTriples) -> list[tuple[str, str, str]]:
    """The network's rules with the paper's names for categories."""
    numbering = Numbering.of(problem)
    names = numbering.names
    return [(names[x], names[y], names[z]) for x, y, z in numbering.among_all(rules)]


def completion(
    problem: Problem,
    sentences: Sequence[Sentence],
    rules: RuleTriples,
    known: dict[str, tuple[int, ...]],
    strict_word_choice: bool = False,
) -> tuple[Completion, tuple[str, ...]]:
    """The chart problem of a rule set, with some words known; and the words in the order of their numbers."""
    words = tuple(dict.fromkeys(word for sentence in sentences for word in sentence))
    number = {word: index for index, word in enumerate(words)}
    numbering = Numbering.of(problem)
    spent = sum(len(categories) - 1 for categories in known.values())
    task = Completion(
        categories=problem.categories,
        start=numbering.start,
        rules=numbering.among_all(rules),
        sentences=[[number[word] for word in sentence] for sentence in sentences],
        given=[known.get(word, ()) for word in words],
        may=numbering.word_categories,
        must_use=() if known else range(numbering.plain, numbering.n),
        homographs=max(0, problem.homographs - spent),
        strict_word_choice=strict_word_choice,
    )
    return task, words


def read_solution(
    problem: Problem,
    rules: RuleTriples,
    words: Sequence[str],
    lexicon: Sequence[Sequence[int]],
    trees: tuple[Tree, ...] | None = None,
) -> Solution | None:
    """The solution that rules and lexicon make, when the parser and every restriction agree; else None.

    Its trees are those given, where they use all categories; else the parser's. A rule that no tree uses is
    left out.
    """
    names = Numbering.of(problem).names
    entries = {word: [names[k] for k in cats] for word, cats in zip(words, lexicon, strict=True)}
    grammar = Grammar.of("S", named_rules(problem, rules), entries)
    if problem.has_knowledge:
        return solution_with_knowledge(problem, grammar, Run(ENGINE))
    if trees is not None:
        found = _with_trees(problem, grammar, trees)
        if found is not None:
            return found
    trees = trees_using_all(grammar, problem.corpus.sentences)
    return None if trees is None else _with_trees(problem, grammar, trees)


def _with_trees(problem: Problem, grammar: Grammar, trees: tuple[Tree, ...]) -> Solution | None:
    """The solution of these trees, if it is one."""
    used = {rule for tree in trees for rule in tree.rules()}
    grammar = Grammar.of("S", [rule for rule in grammar.syntactic if rule in used], grammar.lexicon)
    if violations(problem, grammar, trees):
        return None
    return Solution(grammar, trees, problem, Run(ENGINE))


SOLVERS.add("infer", Solver(infer, DEFAULT))
