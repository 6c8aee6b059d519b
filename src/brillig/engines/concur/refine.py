"""Refinement by divide and concur: starts, early decoding, and the check of every answer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields, replace
from itertools import accumulate, islice

from brillig._kernel import RefineNetwork
from brillig.engines.concur.compiled import CompiledNetwork
from brillig.engines.concur.driver import Examined, Progress, Searched
from brillig.engines.concur.epochs import ENGINE, Epochs, say_impossible
from brillig.engines.concur.kinds import SOLVERS, Solver
from brillig.engines.concur.pause import Paused, WhenPaused, pick
from brillig.engines.concur.refine_layers import layered_layout
from brillig.engines.concur.refine_layout import RefineLayout, Use
from brillig.engines.concur.settings import LIFTS, Settings
from brillig.engines.outcome import Outcome
from brillig.errors import BrilligError
from brillig.language.grammar import Grammar
from brillig.language.tree import Tree
from brillig.limits import Budget, Cancel, Ended, Limits
from brillig.problems import RefineProblem
from brillig.problems.check import violations
from brillig.problems.solution import Run, Solution, Status

# Not tuned.
DEFAULT_ITERATIONS = 1_000_000
JOIN = 10  # trees that a batch's answer cannot refine join it, at most this many at a time


@dataclass(frozen=True)
class RefineSettings:
    """beta, gamma, kappa  the step, the rate of the metric update, and the weight of the tensors' gap in it
    restart_after  iterations of a start; a start whose mu leaves [1/10, 10] ends before
    correlated     start all copies of a tensor, and all leaves of a word, alike
    tolerance      gap below which a state has converged
    decode_every   look for a solution behind the state every N iterations; 0 waits for convergence
    strict         place an unused feature where that moves the state least, not where it is largest
    cover_features tell the rules, too, that every feature has to stand on the right of one of them
    share          make equal subtrees one node, where that is allowed (h = 0)
    batch          trees to work on when there are many more; the others follow. None: all at once
    layers         in the paper's form: a feature vector at each node of the triangle of layers
    literal        h > 0: what a word is given costs 1 - 2 v, as the paper prints it
    tensor         where the limits on the refined rules are: "limit", in each copy of P_A, or "norm", in P_B
    lift           where P_B puts a feature that nothing has: "printed", "kept" or "at-x", as in `Settings`
    """

    beta: float = 0.5
    gamma: float = 0.2
    kappa: float = 1.0
    restart_after: int | None = 400
    correlated: bool = True
    tolerance: float = 1e-6
    decode_every: int = 5
    strict: bool = True
    cover_features: bool = True
    share: bool = True
    batch: int | None = 100
    layers: bool = False
    literal: bool = False
    tensor: str = "limit"
    lift: str = "printed"

    @classmethod
    def of(cls, settings: Settings) -> RefineSettings:
        """As the settings of inference say: in layers, or the quick form, which has settings of its own."""
        if not settings.layers:
            return cls()
        if settings.order == "concur-first":
            raise BrilligError("order: the refiner knows divide-first only", hint="leave it out")
        own = {field.name for field in fields(cls)}
        shared = {
            field.name: getattr(settings, field.name) for field in fields(settings) if field.name in own
        }
        never = {"decode_every": 0, "cover_features": False, "share": False, "batch": None}
        return cls(**(shared | never | {"strict": settings.strict_word_choice}))


DEFAULT = RefineSettings()


class RefinementNetwork(CompiledNetwork):
    """A compiled network for a layout, as the driver wants it."""

    kernel: RefineNetwork

    def __init__(self, layout: RefineLayout, settings: RefineSettings) -> None:
        self.layout, self.settings = layout, settings
        self.kernel = RefineNetwork(
            features=list(layout.features),
            rules=[(rule.x, rule.y, rule.z, rule.limit) for rule in layout.rules],
            uses=[(use.rule, use.up, use.left, use.right) for use in layout.uses],
            groups=[(group.category, group.word, list(group.rows)) for group in layout.groups],
            passes=list(layout.passes),
            homographs=layout.homographs,
        )
        self.kernel.set_parameters(
            settings.beta,
            settings.gamma,
            settings.kappa,
            settings.tolerance,
            settings.strict,
            settings.cover_features,
            settings.tensor == "norm",
            settings.literal,
            LIFTS.index(settings.lift),
        )
        self.kernel.set_decoding(settings.decode_every)

    def start(self, seed: int) -> None:
        self.kernel.start(seed, self.settings.correlated)


def refine(
    problem: RefineProblem,
    limits: Limits | Budget,
    *,
    settings: RefineSettings | Settings = DEFAULT,
    progress: Callable[[Progress], None] | None = None,
    cancel: Cancel | None = None,
    resume: Paused | None = None,
    paused: WhenPaused | None = None,
) -> Outcome:
    """Search for a refinement until one is found and checked, or a limit is reached.

    The same seed gives the same answer whatever `limits.jobs` is, unless time runs out. Stopped by `cancel`,
    it tells `paused` where it can go on; with `resume` it does.
    """
    budget = Budget.begin(limits, cancel).of_at_most(DEFAULT_ITERATIONS)
    impossible = say_impossible(problem, budget)
    if impossible is not None:
        return impossible
    own = RefineSettings.of(settings) if isinstance(settings, Settings) else settings
    return _Refinement(problem, Epochs(budget, progress, resume, paused), own).run()


@dataclass
class _Refinement:
    """A search on a batch of the trees, as long as that is enough, and then on all of them."""

    problem: RefineProblem
    epochs: Epochs
    settings: RefineSettings
    stopped: Searched[Solution] | None = None  # how a search ended that can go on

    def run(self) -> Outcome:
        solution = self._solve_by_batches()
        if solution is not None:
            return self._outcome(solution, "", Ended.ANSWERED)
        searched = self.stopped or self._search(self.problem, self.epochs.budget.max_iterations, ())
        reason = self.epochs.not_found(searched.ended, f" (best gap {searched.best_gap:.2g})")
        return self._outcome(searched.answer, reason, searched.ended)

    def _solve_by_batches(self) -> Solution | None:
        """Refine some trees, then the others by the rules and words found; trees that do not follow join.

        None after half of the iterations: perhaps some feature shows outside of the batch only.
        """
        size = self.settings.batch
        if size is None or self.problem.homographs > 0 or len(set(self.problem.trees)) <= 2 * size:
            return None
        most, resume = self.epochs.budget.max_iterations, self.epochs.resume
        half = None if most is None else most // 2
        batch = choose_batch(self.problem.trees, size)
        if resume is not None:
            batch = pick(self.problem.trees, resume.batch)
            if not batch:  # it was past the batches
                return None
        while True:
            part = replace(self.problem, trees=batch)
            if part.impossible() is not None:
                return None
            searched = self._search(part, half, batch)
            if searched.answer is None:
                return None
            refined = refine_others(searched.answer, self.problem)
            failing = [tree for tree in self.problem.trees if refined[tree] is None]
            if not failing:
                trees = (refined[tree] for tree in self.problem.trees)
                return read_solution(self.problem, tuple(tree for tree in trees if tree is not None))
            batch = (*batch, *dict.fromkeys(failing[:JOIN]))

    def _search(
        self, problem: RefineProblem, most: int | None, batch: tuple[Tree, ...]
    ) -> Searched[Solution]:
        """Search from where the iterations stand, up to `most` of them."""
        share = self.settings.share and problem.homographs == 0
        layout = layered_layout(problem) if self.settings.layers else RefineLayout.of(problem, share=share)
        if not layout.uses:  # every category keeps one feature
            return Searched(read_solution(problem, layout.read_trees(())), 0, 0, 0.0, 0.0)
        searched = self.epochs.search(
            lambda: RefinementNetwork(layout, self.settings),
            lambda network, _stop, _start, _memory: Examined(examine(problem, layout, network)),
            tuple(map(self.problem.trees.index, batch)),
            most=most,
            least=1,
            restart_after=self.settings.restart_after,
        )
        if searched.checkpoint is not None:
            self.stopped = searched
        return searched

    def _outcome(self, solution: Solution | None, reason: str, ended: Ended) -> Outcome:
        run = self.epochs.run(ended)
        if solution is None:
            return Outcome(Status.UNKNOWN, self.problem, run, reason=reason)
        return Outcome(Status.FOUND, self.problem, run, replace(solution, run=run), left_out(self.problem))


def examine(problem: RefineProblem, layout: RefineLayout, network: RefinementNetwork) -> Solution | None:
    """The solution that a network's candidate or fixed point holds, if it is one."""
    chosen = network.kernel.chosen()
    if problem.homographs > 0:
        chosen = use_what_words_have(layout, chosen, network.kernel.vectors())
    return read_solution(problem, layout.read_trees(chosen))


def use_what_words_have(layout: RefineLayout, chosen: Sequence[int], vectors: Sequence[float]) -> list[int]:
    """The features of all rows, changed at leaves such that trees use what else their words have.

    With h > 0 a word's vector can have a feature that no tree has chosen, and that is not yet a use.
    `vectors` are the rows one after the other.
    """
    chosen = list(chosen)
    first = list(accumulate(layout.row_features, initial=0))
    category = [layout.groups[group].category for group in layout.row_group]
    uses = Counter(zip(category, chosen, strict=True))

    def triple(use: Use, row: int = -2, feature: int = 0) -> tuple[int, int, int]:
        """The features at a use, with one row's changed."""
        x, y, z = (feature if r == row else chosen[r] if r >= 0 else 0 for r in (use.up, use.left, use.right))
        return x, y, z

    tables: list[dict[tuple[int, int], int]] = [{} for _ in layout.rules]
    for use in layout.uses:
        x, y, z = triple(use)
        tables[use.rule][y, z] = x
    for use in layout.uses:
        table, limit = tables[use.rule], layout.rules[use.rule].limit
        for row in (use.left, use.right):
            if row < 0 or not layout.leaf_rows[row]:
                continue
            for feature in range(layout.row_features[row]):
                if uses[category[row], feature] > 0 or vectors[first[row] + feature] < 0.5:
                    continue
                x, y, z = triple(use, row, feature)
                fits = table[y, z] == x if (y, z) in table else len(table) < limit
                if fits and uses[category[row], chosen[row]] > 1:
                    uses[category[row], chosen[row]] -= 1
                    uses[category[row], feature] += 1
                    chosen[row] = feature
                    table[y, z] = x
    return chosen


def choose_batch(trees: Sequence[Tree], size: int) -> tuple[Tree, ...]:
    """The first `size` trees, and further ones until every word and every rule is among them."""
    batch = dict.fromkeys(islice(dict.fromkeys(trees), size))
    seen = {rule for tree in batch for rule in _rules_of(tree)}
    for tree in trees:
        if not _rules_of(tree) <= seen:
            batch[tree] = None
            seen |= _rules_of(tree)
    return tuple(batch)


def _rules_of(tree: Tree) -> set[tuple[str, ...]]:
    return {*tree.rules(), *((leaf.label, leaf.word) for leaf in tree.leaves())}


def refine_others(found: Solution, problem: RefineProblem) -> dict[Tree, Tree | None]:
    """All trees refined by the rules and words of a batch's solution (h = 0); None where these do not do."""
    origin = {
        name: category for category in problem.base.categories for name in problem.refined_names(category)
    }
    names = {(origin[rule.category], rule.word): rule.category for rule in found.grammar.lexical}
    parents = {(rule.left, rule.right): rule.parent for rule in found.grammar.syntactic}

    def refined(tree: Tree) -> Tree | None:
        if tree.is_leaf:
            name = names.get((tree.label, tree.word))
            return None if name is None else Tree.leaf(name, tree.word)
        left, right = (refined(branch) for branch in tree.branches)
        if left is None or right is None or (left.label, right.label) not in parents:
            return None
        return Tree.node(parents[left.label, right.label], left, right)

    return {tree: refined(tree) for tree in dict.fromkeys(problem.trees)}


def read_solution(problem: RefineProblem, trees: tuple[Tree, ...]) -> Solution | None:
    """The solution that refined trees make, when every restriction agrees; else None."""
    grammar = Grammar.of(
        problem.base.start,
        dict.fromkeys(rule for tree in trees for rule in tree.rules()),
        _lexicon(trees),
    )
    if violations(problem, grammar, trees):
        return None
    return Solution(grammar, trees, problem, Run(ENGINE))


def _lexicon(trees: tuple[Tree, ...]) -> dict[str, list[str]]:
    lexicon: dict[str, list[str]] = {}
    for leaf in dict.fromkeys(leaf for tree in trees for leaf in tree.leaves()):
        lexicon.setdefault(leaf.word, []).append(leaf.label)
    return lexicon


def left_out(problem: RefineProblem) -> str:
    """A sentence naming the rules that no tree uses: nothing says how to refine these."""
    syntactic = {rule for tree in problem.trees for rule in tree.rules()}
    lexical = {(leaf.label, leaf.word) for tree in problem.trees for leaf in tree.leaves()}
    unused = [str(rule) for rule in problem.base.syntactic if rule not in syntactic]
    unused += [str(rule) for rule in problem.base.lexical if rule not in lexical]
    if not unused:
        return ""
    more = f" and {len(unused) - 5} more" if len(unused) > 5 else ""
    return f"left out, because no tree uses them: {', '.join(unused[:5])}{more}"


SOLVERS.add("refine", Solver(refine, DEFAULT))
