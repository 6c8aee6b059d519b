"""What only the paper's text reports."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from itertools import islice

from brillig.engines.concur.extend import extend
from brillig.engines.concur.infer import infer
from brillig.engines.concur.refine import refine
from brillig.engines.concur.settings import DEFAULT, PAPER, Settings, changed, preset_settings
from brillig.engines.exact import solve_exactly
from brillig.engines.outcome import Outcome
from brillig.language.builtin import builtin
from brillig.limits import Cancel, Limits
from brillig.parsing.contexts import Contexts, draw_in_context
from brillig.parsing.cyk import accepts_all, parse_corpus
from brillig.parsing.generate import generate
from brillig.problems import ExtendProblem, Problem, RefineProblem
from brillig.problems.solution import Solution, Status
from brillig.studies.statistics import wilson
from brillig_lab.reproduction import paper
from brillig_lab.reproduction.batches import batch_rows
from brillig_lab.reproduction.claims import claim_rows
from brillig_lab.reproduction.dynamics import dynamics_rows
from brillig_lab.reproduction.earlier import earlier_rows
from brillig_lab.reproduction.pipeline import (
    HOMOGRAPHS,
    count_solutions,
    extend_problem,
    infer_toy2,
    refine_problem,
    with_paper_names,
)
from brillig_lab.reproduction.report import OWN_SETTINGS, PAPER_SETTINGS, Row, Section
from brillig_lab.reproduction.setup import Setup, yes
from brillig_lab.reproduction.success import compare_rows
from brillig_lab.reproduction.trials import Attempt, Trials, run_trials
from brillig_lab.reproduction.uniqueness import uniqueness_rows

TOY2_LIMIT = 10_000
REFINE_LIMIT = 1_000_000
TOY2_PAPER = changed(PAPER, {"gamma": 1e-2})
REFINE_PAPER = preset_settings("paper", "refine")
EXTEND_PAPER = preset_settings("paper", "extend")


def run_text(setup: Setup) -> Section:
    """One row or two for each claim."""
    rows = dynamics_rows(setup) + uniqueness_rows(setup) + [_liberal_row(setup), _context_row(setup)]
    rows += earlier_rows(setup)
    inferred = infer_toy2(setup)
    rows += _toy2_rows(setup)
    if inferred.solution is not None:
        base = with_paper_names(inferred.solution)
        rows += _second_grammar_rows(setup, base)
        rows += claim_rows(setup, refine_problem(base))
    rows += batch_rows(setup)
    notes = (
        "Without metric update: every mu stays at 1, with the paper's other settings. At quick scale a few "
        f"trials are run, each for at most {setup.scale.limit:,} iterations or as long as there is time; the "
        "paper's settings on toy1 at full scale only, or with --preset paper.",
        "Final mu: of starts that converged, mean over the designated lexical categories and over the "
        "others. The paper refers to another one for the rule of the update; ours also weighs the tensor's "
        "gap (kappa) and does not lead to the same mu.",
    )
    return Section("text", "What only the text reports", tuple(rows), notes=notes)


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


def _context_row(setup: Setup) -> Row:
    """The same with an eye on the contexts of the trees: a remark in the source of the paper."""
    corpus, number = setup.sentences("toy1", 100), setup.scale.drawn
    grammar = paper.bracketings(corpus.words)[paper.TABLE3_NAME]
    trees = [tree for tree in parse_corpus(grammar, corpus.sentences) if tree is not None]
    drawn = islice(draw_in_context(grammar, Contexts.of(trees), setup.seed), number)
    wrong = number - sum(accepts_all(builtin("toy1"), list(drawn)))
    low, high = wilson(wrong, number)
    return Row(
        "the same where a category becomes only what it became between such neighbours (100 sentences)",
        "disappear (commented out)",
        f"{100 * wrong / number:.1f}% ({100 * low:.1f}-{100 * high:.1f}%) of {number}",
        yes(high < 0.05),
    )


def _toy2_rows(setup: Setup) -> list[Row]:
    problem = Problem(setup.sentences("toy2", 100), 5, 2, 3)
    rows = []
    for form, settings in ((OWN_SETTINGS, DEFAULT), (PAPER_SETTINGS, TOY2_PAPER)):
        if form in setup.forms:
            done = _repeat(setup, partial(_infer_toy2, problem, settings))
            rate = "" if form == OWN_SETTINGS else ", gamma 0.01"
            rows += compare_rows(f"toy2, 100 sentences{rate}", done, paper.TOY2, form)
    return rows


def _second_grammar_rows(setup: Setup, base: Solution) -> list[Row]:
    problem = refine_problem(base)
    rows: list[Row] = []
    solutions: list[Solution] = []
    for form, refining in ((OWN_SETTINGS, DEFAULT), (PAPER_SETTINGS, REFINE_PAPER)):
        if form not in setup.forms:
            continue
        refined = _repeat(setup, partial(_refine_toy2, problem, refining))
        rows += compare_rows("refiner, f_B = 3", refined, paper.REFINER, form)
        if refined.shortened:
            rows[-2] = replace(rows[-2], ours=f"{rows[-2].ours}; {refined.shortened}")
        solutions += refined.solutions
    number, complete = count_solutions(setup, refine_problem(base, nouns=2))
    rows.append(
        Row(
            "refiner, f_B = 2: the solution is unique",
            "no",
            f"{'' if complete else 'at least '}{number} solutions",
            yes(number > 1),
        )
    )
    if not solutions:
        return rows
    grammar = solutions[0].grammar
    wide, narrow = extend_problem(setup, grammar), extend_problem(setup, grammar, HOMOGRAPHS - 1)
    for form, extending in ((OWN_SETTINGS, DEFAULT), (PAPER_SETTINGS, EXTEND_PAPER)):
        if form in setup.forms:
            extended = _repeat(setup, partial(_extend_toy2, wide, extending))
            rows += compare_rows("extender, h = 4", extended, paper.EXTENDER, form)
    status = solve_exactly(narrow, Limits(time_limit=max(10.0, setup.scale.exact_seconds))).status
    said = {Status.INFEASIBLE: "none, proven", Status.FOUND: "found"}.get(status, "open")
    verdict = "open" if said == "open" else yes(status is Status.INFEASIBLE)
    return [*rows, Row("extender, h = 3: solutions", "none found", said, verdict)]


def _infer_toy2(problem: Problem, settings: Settings, seed: int, stop: Cancel) -> Outcome:
    return infer(problem, Limits(seed, TOY2_LIMIT, jobs=1), settings=settings, cancel=stop)


def _refine_toy2(problem: RefineProblem, settings: Settings, seed: int, stop: Cancel) -> Outcome:
    return refine(problem, Limits(seed, REFINE_LIMIT, jobs=1), settings=settings, cancel=stop)


def _extend_toy2(problem: ExtendProblem, settings: Settings, seed: int, stop: Cancel) -> Outcome:
    return extend(problem, Limits(seed, TOY2_LIMIT, jobs=1), settings=settings, cancel=stop)


def _repeat(setup: Setup, attempt: Attempt) -> Trials:
    scale = setup.scale
    return run_trials(attempt, scale.trials, seed=setup.seed, seconds=scale.seconds, jobs=setup.jobs)
