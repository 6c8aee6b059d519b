"""What only the paper's text reports."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import partial

from brillig.engines.concur.extend import extend
from brillig.engines.concur.infer import infer
from brillig.engines.concur.kernel import InferenceNetwork
from brillig.engines.concur.layout import Layout
from brillig.engines.concur.refine import refine
from brillig.engines.concur.settings import DEFAULT, PAPER, Settings, preset_settings
from brillig.engines.exact import solve_exactly
from brillig.engines.outcome import Outcome
from brillig.language.builtin import builtin
from brillig.limits import Cancel, Limits
from brillig.parsing.cyk import accepts_all
from brillig.parsing.generate import generate
from brillig.problems import Problem
from brillig.problems.solution import Solution, Status
from brillig.reproduction import paper
from brillig.reproduction.claims import claim_rows
from brillig.reproduction.pipeline import (
    HOMOGRAPHS,
    count_solutions,
    extend_problem,
    infer_toy2,
    refine_problem,
    with_paper_names,
)
from brillig.reproduction.report import Row, Section
from brillig.reproduction.setup import Setup, plural, yes
from brillig.reproduction.success import compare_rows, infer_often
from brillig.reproduction.trials import Attempt, Trials, run_trials
from brillig.reproduction.uniqueness import uniqueness_rows
from brillig.studies.statistics import wilson

TOY2_LIMIT = 10_000
REFINE_LIMIT = 1_000_000
SETTLED = 50_000
WITHOUT_METRIC = replace(PAPER, gamma=0.0)
TOY2_PAPER = replace(PAPER, gamma=1e-2)
REFINE_PAPER = preset_settings("paper", "refine")
EXTEND_PAPER = preset_settings("paper", "extend")
TO_THE_END = replace(DEFAULT, decode_every=0)  # so that a start is seen to converge


def run_text(setup: Setup) -> Section:
    """One row or two for each claim."""
    rows = _metric_rows(setup) + _share_rows(setup) + uniqueness_rows(setup) + [_liberal_row(setup)]
    inferred = infer_toy2(setup)
    rows += _toy2_rows(setup)
    if inferred.solution is not None:
        base = with_paper_names(inferred.solution)
        rows += _second_grammar_rows(setup, base)
        rows += claim_rows(setup, refine_problem(base))
    notes = (
        "Without metric update: every mu stays at 1, with the paper's other settings. At quick scale a few "
        f"trials are run, each for at most {setup.scale.limit:,} iterations or as long as there is time.",
        "Final mu: of starts that converged, mean over the designated lexical categories and over the "
        "others. The paper refers to another one for the rule of the update; ours also weighs the tensor's "
        "gap (kappa) and does not lead to the same mu.",
    )
    return Section("text", "What only the text reports", tuple(rows), notes=notes)


def _metric_rows(setup: Setup) -> list[Row]:
    scale = setup.scale
    seconds = max(scale.seconds, scale.paper_seconds)
    without = infer_often(setup, 10, WITHOUT_METRIC, max(4, scale.paper_trials), seconds)
    rows = compare_rows("10 sentences, mu kept at 1", without, paper.NO_METRIC)
    if without.shortened:
        rows[0] = replace(rows[0], ours=f"{rows[0].ours}; {without.shortened}")
    final = [mu for seed in range(2) if (mu := _final_mu(setup, setup.seed + seed)) is not None]
    settled = [_settled_mu(setup, setup.seed + seed) for seed in range(2)]
    for what, found in (
        ("mu of non-lexical and lexical categories at the solution, Brillig's settings", final),
        (f"the same after {SETTLED:,} iterations, the paper's settings, solved or not", settled),
    ):
        rows.append(Row(what, "0.7 and 1.3", *_judge_mu(found)))
    return rows


def _judge_mu(found: list[tuple[float, float]]) -> tuple[str, str]:
    """The means, and whether they are the paper's within its "few tenths"."""
    if not found:
        return "no run converged in time", "open"
    plain, lexical = (sum(values) / len(values) for values in zip(*found, strict=True))
    text = f"{plain:.2f} and {lexical:.2f} (mean of {plural(len(found), 'run')})"
    return text, yes(abs(plain - 0.7) < 0.3 and abs(lexical - 1.3) < 0.3)


def _final_mu(setup: Setup, seed: int) -> tuple[float, float] | None:
    """The mean mu of the non-lexical and of the designated lexical categories at the end of a success."""
    seen: list[tuple[float, float]] = []

    def observe(network: InferenceNetwork, _start: int, _iteration: int) -> None:
        seen[:] = [_mean_mu(network)]

    limits = Limits(seed, 10 * setup.scale.limit, setup.scale.seconds, jobs=1)
    problem = Problem(setup.toy1(10), 8, 4, 5)
    outcome = infer(problem, limits, settings=TO_THE_END, observe=observe, observe_every=20)
    return seen[0] if outcome.solution is not None and seen else None


def _settled_mu(setup: Setup, seed: int) -> tuple[float, float]:
    """The same after `iterations` iterations of one start with the paper's settings."""
    network = InferenceNetwork(Layout.of(Problem(setup.toy1(10), 8, 4, 5)), PAPER)
    network.start(seed)
    network.run(SETTLED)
    return _mean_mu(network)


def _mean_mu(network: InferenceNetwork) -> tuple[float, float]:
    mu, plain = network.kernel.mu(), network.layout.plain
    return sum(mu[:plain]) / plain, sum(mu[plain:]) / (len(mu) - plain)


def _share_rows(setup: Setup) -> list[Row]:
    """Which of the four bracketings divide and concur finds."""
    rows = []
    for size in (10, 20):
        done = infer_often(setup, size, DEFAULT, setup.scale.trials, setup.scale.seconds)
        names = {g.canonical_text: name for name, g in paper.bracketings(setup.toy1(size).words).items()}
        found = Counter(names.get(s.grammar.canonical_text, "another") for s in done.solutions)
        said = "; ".join(f"{count} x {name}" for name, count in found.most_common()) or "none found"
        most = found.most_common(1)[0][0] if found else ""
        all_same = set(found) == {paper.TABLE3_NAME}
        rows.append(
            Row(
                f"{size} sentences: the grammars found",
                "table 3 the most common" if size == 10 else "all as table 3",
                said,
                yes(most == paper.TABLE3_NAME if size == 10 else all_same) if found else "open",
            )
        )
    return rows


def _liberal_row(setup: Setup) -> Row:
    """Prepositional phrases after names, which only the inferred grammar allows before the verb."""
    number = setup.scale.drawn
    drawn = generate(paper.table3(), number, seed=setup.seed)
    wrong = number - sum(accepts_all(builtin("toy1"), drawn))
    low, high = wilson(wrong, number)
    return Row(
        "sentences of table 3's grammar that the true one does not allow (phrases after names)",
        "about 20%",
        f"{100 * wrong / number:.0f}% ({100 * low:.0f}-{100 * high:.0f}%) of {number}",
        yes(low <= 0.2 <= high or abs(wrong / number - 0.2) < 0.05),
    )


def _toy2_rows(setup: Setup) -> list[Row]:
    problem = Problem(setup.sentences("toy2", 100), 5, 2, 3)
    rows = []
    for name, settings in (("Brillig's settings", DEFAULT), ("the paper's settings, gamma 0.01", TOY2_PAPER)):
        done = _repeat(setup, partial(_infer_toy2, problem, settings))
        rows += compare_rows(f"toy2, 100 sentences, {name}", done, paper.TOY2)
    return rows


def _second_grammar_rows(setup: Setup, base: Solution) -> list[Row]:
    problem = refine_problem(base)
    refined = _repeat(
        setup, lambda seed, stop: refine(problem, Limits(seed, REFINE_LIMIT, jobs=1), cancel=stop)
    )
    rows = compare_rows("refiner, f_B = 3, Brillig's form", refined, paper.REFINER)
    layered = _repeat(
        setup,
        lambda seed, stop: refine(
            problem, Limits(seed, REFINE_LIMIT, jobs=1), settings=REFINE_PAPER, cancel=stop
        ),
    )
    rows += compare_rows("refiner, f_B = 3, the paper's form", layered, paper.REFINER)
    number, complete = count_solutions(setup, refine_problem(base, nouns=2))
    rows.append(
        Row(
            "refiner, f_B = 2: the solution is unique",
            "no",
            f"{'' if complete else 'at least '}{number} solutions",
            yes(number > 1),
        )
    )
    if not refined.solutions:
        return rows
    grammar = refined.solutions[0].grammar
    wide, narrow = extend_problem(setup, grammar), extend_problem(setup, grammar, HOMOGRAPHS - 1)
    extended = _repeat(setup, lambda seed, stop: extend(wide, Limits(seed, TOY2_LIMIT, jobs=1), cancel=stop))
    rows += compare_rows("extender, h = 4, Brillig's form", extended, paper.EXTENDER)
    layered = _repeat(
        setup,
        lambda seed, stop: extend(wide, Limits(seed, TOY2_LIMIT, jobs=1), settings=EXTEND_PAPER, cancel=stop),
    )
    rows += compare_rows("extender, h = 4, the paper's form", layered, paper.EXTENDER)
    status = solve_exactly(narrow, Limits(time_limit=max(10.0, setup.scale.exact_seconds))).status
    said = {Status.INFEASIBLE: "none, proven", Status.FOUND: "found"}.get(status, "open")
    verdict = "open" if said == "open" else yes(status is Status.INFEASIBLE)
    return [*rows, Row("extender, h = 3: solutions", "none found", said, verdict)]


def _infer_toy2(problem: Problem, settings: Settings, seed: int, stop: Cancel) -> Outcome:
    return infer(problem, Limits(seed, TOY2_LIMIT, jobs=1), settings=settings, cancel=stop)


def _repeat(setup: Setup, attempt: Attempt) -> Trials:
    scale = setup.scale
    return run_trials(attempt, scale.trials, seed=setup.seed, seconds=scale.seconds, jobs=setup.jobs)
