"""What is done with grammars, from Python: speak, parse, compare, draw, certify, study, reproduce."""

from __future__ import annotations

import os
import typing
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from brillig.api.arguments import (
    AnyGrammar,
    FilePath,
    Progress,
    Sentences,
    SettingValue,
    as_cancel,
    as_corpus,
    as_grammar,
    as_limits,
    as_named,
    as_numbers,
    as_solution,
    as_whole,
    as_whole_or_none,
)
from brillig.engines.concur.settings import Settings, make_settings
from brillig.errors import BrilligError
from brillig.limits import Budget, Cancel, CtrlC
from brillig.problems import AnyProblem, Problem, Restrictions
from brillig.problems.solution import Solution
from brillig.progress import Note, following
from brillig.workflows.extension import extend_problem
from brillig.workflows.refinement import RuleNumbers, refine_problem

if TYPE_CHECKING:
    from brillig.drawing.choosing import Drawing
    from brillig.parsing.evaluate import Comparison
    from brillig.parsing.report import ParseReport
    from brillig.parsing.score import Score
    from brillig.recording.reader import Recording
    from brillig.studies.result import StudyResult
    from brillig.workflows.certificate import Certificate


def compare(grammar: AnyGrammar, truth: AnyGrammar, *, strings: int = 1000, seed: int = 0) -> Comparison:
    """Measure precision and recall of a grammar against the true one, on strings drawn from each.

    Strings are read as the sentences of the solution were.
    """
    from brillig.parsing import evaluate

    one, other = as_named(grammar), as_named(truth)
    return evaluate.compare(
        as_grammar(one),
        as_grammar(other),
        strings=as_whole("strings", strings),
        seed=as_whole("seed", seed),
        read=one.reread if isinstance(one, Solution) else None,
        read_true=other.reread if isinstance(other, Solution) else None,
        weights=one.rule_weights if isinstance(one, Solution) else None,
    )


def generate(
    grammar: AnyGrammar, number: int = 10, *, seed: int = 0, max_words: int = 60, weighted: bool = False
) -> list[str]:
    """Random sentences of a grammar, repeats kept; `grammar` can be a built-in name such as "toy1".

    With `weighted`, they are drawn by the probabilities of the solution's rules.
    """
    from brillig.parsing import generate as drawing

    found = as_named(grammar)
    if weighted and not isinstance(found, Solution):
        raise BrilligError("this grammar has no probabilities", hint="give a solution", field="weighted")
    return drawing.generate(
        as_grammar(found),
        as_whole("number", number),
        weights=found.rule_weights if weighted and isinstance(found, Solution) else None,
        seed=as_whole("seed", seed),
        max_words=as_whole("max_words", max_words),
    )


def parse(grammar: AnyGrammar, sentences: Sentences, *, trees: int = 1) -> ParseReport:
    """Parse sentences: whether each is accepted, how many trees it has, and the first of them.

    Sentences are read as those of the solution were.
    """
    from brillig.parsing.report import parse_report

    found = as_named(grammar)
    rules = as_grammar(found)
    reading = found.reading if isinstance(found, Solution) else None
    corpus = as_corpus(sentences, reading, rules.words, one_word=True)
    corpus.refuse_unused()
    return parse_report(rules, corpus, as_whole("trees", trees))


def score(grammar: AnyGrammar, sentences: Sentences) -> Score:
    """Score a grammar on sentences, in bits per word, and count those it accepts.

    The bits are those of the rules' probabilities, summed over all trees. For a solution, simple models
    learned from its sentences are scored as well. Sentences are read as those of the solution were; those
    with unknown words are counted separately.
    """
    from brillig.workflows.scoring import score_corpus

    found = as_named(grammar)
    rules = as_grammar(found)
    reading = found.reading if isinstance(found, Solution) else None
    corpus = as_corpus(sentences, reading, rules.words, one_word=True)
    corpus.refuse_unused()
    return score_corpus(found, corpus)


def draw(
    source: Solution | AnyGrammar | Recording,
    path: FilePath | None = None,
    *,
    kind: str | None = None,
    sentence: int | None = None,
    iteration: int | None = None,
    log: bool = False,
) -> Drawing:
    """Draw the rules of a grammar, a tree (`kind="tree"`), its layers, or a recorded search.

    The drawing is written to `path` if given, an .svg or .png file; a notebook displays the value returned.
    """
    from brillig.drawing.choosing import make_drawing

    given = os.fspath(source) if isinstance(source, os.PathLike) else source
    drawing = make_drawing(
        given, kind, as_whole_or_none("sentence", sentence), as_whole_or_none("iteration", iteration), log
    )
    if path is not None:
        drawing.save(Path(path))
    return drawing


def certify(
    solution: Solution | FilePath,
    *,
    most: int = 1000,
    core: bool = True,
    against: Sentences | None = None,
    proof: FilePath | None = None,
    time_limit: float | None = None,
    progress: Progress = None,
    cancel: Cancel | None = None,
) -> Certificate:
    """Find every other grammar that fits the sentences of a solution, and what forces it.

    `against` are sentences that you consider wrong; `proof` names the files for a proof that no other
    grammar fits.
    """
    from brillig.workflows import certificate

    given = as_solution(solution)
    with following(progress) as report, CtrlC() as stop:
        found = certificate.certify(
            given,
            Budget.begin(as_limits(0, None, time_limit, None), stop),
            most=as_whole("most", most),
            core=core,
            against=() if against is None else as_corpus(against).sentences,
            proof=None if proof is None else str(Path(proof).absolute()),
            progress=report,
            note=None if report is None else lambda text: report(Note(text)),
            cancel=as_cancel(cancel),
        )
    stop.raise_if_set(found, given)
    return found


def study(
    sentences: Sentences | AnyProblem | None = None,
    categories: int | None = None,
    lexical: int | None = None,
    rules: int | RuleNumbers | None = None,
    *,
    refine: Solution | FilePath | None = None,
    features: Mapping[str, int] | None = None,
    extend: Solution | FilePath | None = None,
    homographs: int = 0,
    allow: str | Iterable[str] = (),
    trials: int = 100,
    preset: str = "default",
    settings: Settings | Mapping[str, SettingValue] | None = None,
    engine: str = "concur",
    seed: int = 0,
    max_iterations: int = 1_000_000,
    time_limit: float | None = None,
    jobs: int | None = None,
    store: FilePath | None = None,
    progress: Progress = None,
    cancel: Cancel | None = None,
) -> StudyResult:
    """Run many trials that differ only in their seeds.

    A trial is an inference, the refinement of a solution (`refine=solution, features={...}`), or its
    extension to the sentences (`extend=solution`). `store` names a file in which the trials are kept; the
    same study continues from it.
    """
    from brillig.studies.result import run_setting
    from brillig.studies.trial import Setting

    limits = as_limits(seed, max_iterations, time_limit, jobs)
    extra = as_whole("homographs", homographs)
    problem: AnyProblem
    if isinstance(sentences, AnyProblem):
        problem = sentences
    elif refine is not None:
        if features is None:
            raise BrilligError(
                "a study of refinement needs them, for example features={'A': 2}", field="features"
            )
        numbers = None if rules is None else as_numbers("rules", rules)  # type: ignore[arg-type]
        problem = refine_problem(as_solution(refine), as_numbers("features", features), numbers, extra)
    elif sentences is None:
        raise BrilligError("there are none", hint="give them, or refine=solution", field="sentences")
    elif extend is not None:
        problem = extend_problem(as_solution(extend), as_corpus(sentences), extra, preset == "paper")
    else:
        restrictions = Restrictions.of(allow)
        problem = Problem(
            as_corpus(sentences, one_word=not restrictions.root_without_words),
            as_whole("categories", categories),
            as_whole("lexical", lexical),
            as_whole("rules", rules),
            extra,
            restrictions,
        )
    setting = Setting(
        "study",
        problem,
        as_whole("trials", trials),
        limits.seed,
        limits.max_iterations or 1,
        make_settings(preset, settings, problem.kind),
        engine,
    )
    with following(progress) as report, CtrlC() as stop:
        done = run_setting(
            setting,
            limits.threads,
            store=None if store is None else Path(store),
            time_limit=limits.time_limit,
            watch=report,
            cancel=Budget.begin(None, stop).part(cancel=as_cancel(cancel)),
        )
    stop.raise_if_set(done, None)
    return done


class Section(typing.Protocol):
    """One table or figure of the paper, reproduced."""

    def to_text(self) -> str: ...
    def to_json(self) -> dict[str, Any]: ...


def reproduce(
    *names: str,
    full: bool = False,
    preset: str | None = None,
    output: FilePath | None = None,
    seed: int = 0,
    jobs: int | None = None,
    progress: Progress = None,
) -> tuple[Section, ...]:
    """Run experiments of the paper, `"table4"` for example, all without a name; a report goes to `output`.

    `preset` leaves one form of the search: the paper's, or Brillig's own (`"default"`). The experiments are
    a package of their own, `brillig-lab`.
    """
    run: Callable[..., tuple[Section, ...]] = load_extension("functions", "reproduce")
    return run(*names, full=full, preset=preset, output=output, seed=seed, jobs=jobs, progress=progress)


def load_extension(kind: str, name: str) -> Any:
    """What another installed package offers as an entry point of the group `brillig.KIND`."""
    from importlib.metadata import entry_points

    for found in entry_points(group=f"brillig.{kind}", name=name):
        return found.load()
    raise BrilligError(
        f"{name}: not part of the installed package",
        hint="in a clone of Brillig's repository: pip install ./lab",
    )
