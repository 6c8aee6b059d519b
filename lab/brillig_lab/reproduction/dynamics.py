"""What the text says of searches on toy1: the metric, the grammars found, and what five sentences give."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from brillig.engines.concur.infer import infer
from brillig.engines.concur.kernel import InferenceNetwork
from brillig.engines.concur.settings import DEFAULT, PAPER
from brillig.language.corpus import Corpus
from brillig.limits import Limits
from brillig.problems import Problem
from brillig.problems.solution import Solution
from brillig_lab.reproduction import paper
from brillig_lab.reproduction.paper_runs import infer_often, mean_mu, paper_runs, run_paper
from brillig_lab.reproduction.report import OWN_SETTINGS, PAPER_SETTINGS, Row
from brillig_lab.reproduction.setup import Setup, plural, yes
from brillig_lab.reproduction.success import compare_rows
from brillig_lab.reproduction.trials import FEW, Trials, run_trials
from brillig_lab.reproduction.uniqueness import FIVE_SENTENCES

WITHOUT_METRIC = replace(PAPER, gamma=0.0)
TO_THE_END = replace(DEFAULT, decode_every=0)  # so that a start is seen to converge
OWN_RUNS = 2


def dynamics_rows(setup: Setup) -> list[Row]:
    rows: list[Row] = []
    if PAPER_SETTINGS in setup.forms:
        rows += _without_metric_rows(setup)
    rows += _mu_rows(setup)
    rows += _share_rows(setup)
    return rows + _five_rows(setup)


def _without_metric_rows(setup: Setup) -> list[Row]:
    scale = setup.scale
    seconds = max(scale.seconds, scale.paper_seconds)
    without = infer_often(setup, 10, WITHOUT_METRIC, max(4, scale.paper_trials), seconds)
    rows = compare_rows("10 sentences, mu kept at 1", without, paper.NO_METRIC, PAPER_SETTINGS)
    if without.shortened:
        rows[0] = replace(rows[0], ours=f"{rows[0].ours}; {without.shortened}")
    return rows


def _mu_rows(setup: Setup) -> list[Row]:
    """The mu at the end of successes."""
    rows = []
    if setup.paper_trials:
        sizes = [size for size in setup.scale.sizes if size <= 20]
        found = [mu for size in sizes for mu in paper_runs(setup, size).mu.values()]
        rows.append(_mu_row(found, PAPER_SETTINGS))
    if OWN_SETTINGS in setup.forms:
        own = [_final_mu(setup, setup.seed + k) for k in range(OWN_RUNS)]
        rows.append(_mu_row([mu for mu in own if mu is not None], OWN_SETTINGS))
    return rows


def _mu_row(found: Sequence[tuple[float, float]], settings: str) -> Row:
    """The means, and whether they are the paper's within its "few tenths"."""
    what = "mu of non-lexical and lexical categories at the solution"
    if not found:
        return Row(what, "0.7 and 1.3", "no run converged in time", "open", settings)
    plain, lexical = (sum(values) / len(values) for values in zip(*found, strict=True))
    text = f"{plain:.2f} and {lexical:.2f} (mean of {plural(len(found), 'success')})"
    agrees = abs(plain - 0.7) < 0.3 and abs(lexical - 1.3) < 0.3
    return Row(what, "0.7 and 1.3", text.replace("successs", "successes"), yes(agrees), settings)


def _final_mu(setup: Setup, seed: int) -> tuple[float, float] | None:
    seen: list[tuple[float, float]] = []

    def observe(network: InferenceNetwork, _start: int, _iteration: int) -> None:
        seen[:] = [mean_mu(network)]

    limits = Limits(seed, 10 * setup.scale.limit, setup.scale.claim_seconds, jobs=1)
    problem = Problem(setup.toy1(10), 8, 4, 5)
    outcome = infer(problem, limits, settings=TO_THE_END, observe=observe, observe_every=20)
    return seen[0] if outcome.solution is not None and seen else None


def _share_rows(setup: Setup) -> list[Row]:
    """Which of the four bracketings divide and concur finds."""
    rows = []
    for size in (10, 20):
        for settings in setup.forms:
            if settings == OWN_SETTINGS:
                trials = infer_often(setup, size, DEFAULT, setup.scale.trials, setup.scale.seconds)
            elif setup.paper_trials and size in setup.scale.sizes:
                trials = paper_runs(setup, size).trials
            else:
                continue
            found = _count_bracketings(setup.toy1(size), trials.solutions)
            most = found.most_common(1)[0][0] if found else ""
            agrees = most == paper.TABLE3_NAME if size == 10 else set(found) == {paper.TABLE3_NAME}
            rows.append(
                Row(
                    f"{size} sentences: the grammars found",
                    "table 3 the most common" if size == 10 else "all as table 3",
                    _said(found),
                    yes(agrees) if found.total() >= FEW or (found and not agrees and size > 10) else "open",
                    settings,
                )
            )
    return rows


def _five_rows(setup: Setup) -> list[Row]:
    """Five sentences that leave the four bracketings alone: what is found from them, and how often."""
    corpus, seconds = Corpus.of(FIVE_SENTENCES), 2 * setup.scale.claim_seconds
    done: dict[str, Trials] = {}
    if setup.paper_trials:
        done[PAPER_SETTINGS] = run_paper(setup, corpus, setup.paper_trials, seconds).trials
    if OWN_SETTINGS in setup.forms:
        problem = Problem(corpus, 8, 4, 5)
        done[OWN_SETTINGS] = run_trials(
            lambda seed, stop: infer(problem, Limits(seed, setup.scale.limit, jobs=1), cancel=stop),
            setup.scale.trials,
            seed=setup.seed,
            seconds=seconds,
            jobs=setup.jobs,
        )
    rows = []
    for settings, trials in done.items():
        found = _count_bracketings(corpus, trials.solutions)
        only = set(found) == {paper.TABLE3_NAME}
        ended = f"{len(trials.solutions)} of {plural(len(trials.decided), 'trial')} succeeded: "
        rows.append(
            Row(
                "five sentences: what is found from them",
                "always table 3 (its five are not printed)",
                ended + _said(found),
                yes(only) if found and (found.total() >= FEW or not only) else "open",
                settings,
            )
        )
    return rows


def _count_bracketings(corpus: Corpus, solutions: Sequence[Solution]) -> Counter[str]:
    names = {g.canonical_text: name for name, g in paper.bracketings(corpus.words).items()}
    return Counter(names.get(s.grammar.canonical_text, "another") for s in solutions)


def _said(found: Counter[str]) -> str:
    return "; ".join(f"{count} x {name}" for name, count in found.most_common()) or "none found"
