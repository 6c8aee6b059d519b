"""The functions behind the commands, under the same names; what they do is in the rooms below."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Unpack, overload

from brillig.arguments import (
    AnyGrammar,
    EnlargeOptions,
    ExtendOptions,
    FilePath,
    InferOptions,
    Progress,
    RefineOptions,
    Sentences,
    as_answer,
    as_corpus,
    as_given,
    as_grammar,
    as_limits,
    as_named,
    as_numbers,
    as_restrictions,
    as_settings,
    as_solution,
    as_whole,
    as_whole_or_none,
)
from brillig.engines.concur.settings import DEFAULT, Settings
from brillig.engines.outcome import Outcome
from brillig.errors import BrilligError
from brillig.language.reading import Reading
from brillig.limits import Budget, Cancel, CtrlC
from brillig.problems import Restrictions
from brillig.problems.solution import Solution
from brillig.progress import following
from brillig.workflows.choosing import chooses_by_length
from brillig.workflows.enlargement import refuse_nothing_new, run_enlargement
from brillig.workflows.extension import run_extension
from brillig.workflows.inference import run_inference
from brillig.workflows.refinement import AUTO, RuleNumbers, refine_problem, run_refinement

if TYPE_CHECKING:
    from brillig.drawing.choosing import Drawing
    from brillig.parsing.evaluate import Comparison
    from brillig.parsing.report import ParseReport
    from brillig.recording.reader import Recording


@overload
def infer(
    sentences: Sentences,
    categories: int | None = ...,
    lexical: int | None = ...,
    rules: int | None = ...,
    *,
    outcome: Literal[False] = False,
    **options: Unpack[InferOptions],
) -> Solution: ...
@overload
def infer(
    sentences: Sentences,
    categories: int | None = ...,
    lexical: int | None = ...,
    rules: int | None = ...,
    *,
    outcome: Literal[True],
    **options: Unpack[InferOptions],
) -> Outcome: ...
def infer(
    sentences: Sentences,
    categories: int | None = None,
    lexical: int | None = None,
    rules: int | None = None,
    *,
    homographs: int = 0,
    allow: str | Iterable[str] = (),
    distinct_children: bool = True,
    root_nonlexical: bool = True,
    choose: str | None = None,
    exceptions: int | str = 0,
    given: AnyGrammar | None = None,
    reading: Reading | None = None,
    preset: str = "default",
    settings: Settings | Mapping[str, Any] | None = None,
    engine: str = "auto",
    seed: int = 0,
    max_iterations: int | None = None,
    time_limit: float | None = None,
    jobs: int | None = None,
    progress: Progress = None,
    cancel: Cancel | None = None,
    outcome: bool = False,
) -> Solution | Outcome:
    """Learn a grammar with c, c_l and r_s given; without them it is chosen.

    By description length (`choose="length"`, as a rule), or by the paper's protocol (`choose="max-min"`).
    At most `exceptions` sentences, or any number with "auto", may be left out where that saves bits.
    The rules of a `given` grammar are kept, and the categories of its words, names and all.
    `sentences` is a path, a text of one sentence a line, a list of texts or of lists of words, or a `Corpus`.
    Texts are read like lines of a file, as `reading` says; words are taken as they are.
    `allow` lifts restrictions of the model: `equal-children`, `lexical-root`, `recursive-root`,
    `shared-pairs`, `one-word`, or `all`; `distinct_children=False` and `root_nonlexical=False` are short for
    the first two. `preset` and `settings` say how divide and concur searches.

    Raises `NotFound` when nothing was found within the limits, `Infeasible` when it is proven that there is
    nothing, and `BrilligError` for wrong input. With `outcome=True` it returns the `Outcome` instead,
    whatever that is. Ctrl-C raises `Interrupted`, a `KeyboardInterrupt` that has the best solution so far
    (`best`) and the `outcome`.
    """
    restrictions = as_restrictions(allow, distinct_children, root_nonlexical)
    numbers = (
        as_whole_or_none("categories", categories),
        as_whole_or_none("lexical", lexical),
        as_whole_or_none("rules", rules),
    )
    by_length = numbers == (None, None, None) and chooses_by_length(choose, engine, homographs)
    one_word = not restrictions.root_without_words or (by_length and not restrictions)
    corpus = as_corpus(sentences, reading, one_word=one_word)
    chosen = as_settings(preset, settings)
    with following(progress) as report, CtrlC() as stop:
        done = run_inference(
            corpus,
            numbers,
            as_whole("homographs", homographs),
            restrictions,
            Budget.begin(as_limits(seed, max_iterations, time_limit, jobs), stop),
            engine=engine,
            choose=choose,
            exceptions=None if exceptions == "auto" else as_whole("exceptions", exceptions),
            given=as_given(given),
            options={} if chosen == DEFAULT else {"settings": chosen},
            progress=report,
            cancel=cancel,
        )
    return as_answer(done, "grammar", outcome, stop)


@overload
def refine(
    solution: Solution | FilePath,
    features: Mapping[str, int] | str = ...,
    rules: RuleNumbers | None = ...,
    *,
    outcome: Literal[False] = False,
    **options: Unpack[RefineOptions],
) -> Solution: ...
@overload
def refine(
    solution: Solution | FilePath,
    features: Mapping[str, int] | str = ...,
    rules: RuleNumbers | None = ...,
    *,
    outcome: Literal[True],
    **options: Unpack[RefineOptions],
) -> Outcome: ...
def refine(
    solution: Solution | FilePath,
    features: Mapping[str, int] | str = AUTO,
    rules: RuleNumbers | None = None,
    *,
    homographs: int = 0,
    retree: bool = False,
    unique: bool | None = None,
    preset: str = "default",
    settings: Settings | Mapping[str, Any] | None = None,
    engine: str = "auto",
    seed: int = 0,
    max_iterations: int | None = None,
    time_limit: float | None = None,
    jobs: int | None = None,
    progress: Progress = None,
    cancel: Cancel | None = None,
    outcome: bool = False,
) -> Solution | Outcome:
    """Split categories into features: `features={"B": 3}, rules={"S>B A": 2}`.

    Without `rules` the refined rules are minimised until no solution is found; with `features="auto"` the
    features, too; with `unique` until the solution is unique, with more features where that needs it.
    `preset="paper"` is the paper's network of layers, and unless told otherwise means `unique`; `settings`
    are then those of the main algorithm. Raises as `infer` does.
    """
    problem = refine_problem(
        as_solution(solution),
        features if isinstance(features, str) else as_numbers("features", features),
        None if rules is None else as_numbers("rules", rules),
        as_whole("homographs", homographs),
    )
    with following(progress) as report, CtrlC() as stop:
        done = run_refinement(
            problem,
            Budget.begin(as_limits(seed, max_iterations, time_limit, jobs), stop),
            auto=features == AUTO,
            minimise=rules is None,
            unique=(preset == "paper") if unique is None else unique,
            retree=retree,
            engine=engine,
            settings=as_settings(preset, settings, "refine"),
            progress=report,
            cancel=cancel,
        )
    return as_answer(done.outcome, "refinement", outcome, stop)


@overload
def extend(
    solution: Solution | FilePath,
    sentences: Sentences,
    *,
    outcome: Literal[False] = False,
    **options: Unpack[ExtendOptions],
) -> Solution: ...
@overload
def extend(
    solution: Solution | FilePath,
    sentences: Sentences,
    *,
    outcome: Literal[True],
    **options: Unpack[ExtendOptions],
) -> Outcome: ...
def extend(
    solution: Solution | FilePath,
    sentences: Sentences,
    *,
    homographs: int = 0,
    preset: str = "default",
    settings: Settings | Mapping[str, Any] | None = None,
    engine: str = "auto",
    seed: int = 0,
    max_iterations: int | None = None,
    time_limit: float | None = None,
    jobs: int | None = None,
    progress: Progress = None,
    cancel: Cancel | None = None,
    outcome: bool = False,
) -> Solution | Outcome:
    """Explain new sentences, giving categories to their unknown words. Raises as `infer` does.

    `preset="paper"` is the paper's network of layers; `settings` are then those of the main algorithm.
    """
    known = as_solution(solution)
    one_word = known.grammar.start in known.grammar.words_of
    corpus = as_corpus(sentences, known.reading, known.grammar.words, one_word=one_word)
    with following(progress) as report, CtrlC() as stop:
        done = run_extension(
            known,
            corpus,
            as_whole("homographs", homographs),
            Budget.begin(as_limits(seed, max_iterations, time_limit, jobs), stop),
            engine=engine,
            settings=as_settings(preset, settings, "extend"),
            progress=report,
            cancel=cancel,
        )
    return as_answer(done, "extension", outcome, stop)


@overload
def enlarge(
    solution: Solution | FilePath,
    sentences: Sentences,
    *,
    outcome: Literal[False] = False,
    **options: Unpack[EnlargeOptions],
) -> Solution: ...
@overload
def enlarge(
    solution: Solution | FilePath,
    sentences: Sentences,
    *,
    outcome: Literal[True],
    **options: Unpack[EnlargeOptions],
) -> Outcome: ...
def enlarge(
    solution: Solution | FilePath,
    sentences: Sentences,
    *,
    allow: str | Iterable[str] = (),
    seed: int = 0,
    max_iterations: int | None = None,
    time_limit: float | None = None,
    jobs: int | None = None,
    progress: Progress = None,
    cancel: Cancel | None = None,
    outcome: bool = False,
) -> Solution | Outcome:
    """A larger grammar for new sentences that need new rules. Raises as `infer` does.

    What is known stays; an old rule goes only where that saves bits. Categories keep their names, so that
    `solution.grammar.changes_since(old.grammar)` says what changed.
    """
    known = as_solution(solution)
    corpus = as_corpus(sentences, known.reading, known.grammar.words, one_word=True)
    refuse_nothing_new(known, corpus)
    may = Restrictions.of(allow) or None
    with following(progress) as report, CtrlC() as stop:
        budget = Budget.begin(as_limits(seed, max_iterations, time_limit, jobs), stop)
        done = run_enlargement(known, corpus, budget, allow=may, progress=report, cancel=cancel)
    return as_answer(done.outcome, "larger grammar", outcome, stop)


def compare(grammar: AnyGrammar, truth: AnyGrammar, *, strings: int = 1000, seed: int = 0) -> Comparison:
    """Precision and recall of a grammar against the true one, on strings drawn from each.

    Strings for a solution are read as its own sentences were.
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
    """Random sentences of a grammar, repeats kept; `grammar` may be a built-in name such as "toy1".

    `weighted`: with the probabilities of a solution's rules.
    """
    from brillig.parsing import generate as drawing

    found = as_named(grammar)
    if weighted and not isinstance(found, Solution):
        raise BrilligError("weighted: this grammar has no probabilities; give a solution")
    return drawing.generate(
        as_grammar(found),
        as_whole("number", number),
        weights=found.rule_weights if weighted and isinstance(found, Solution) else None,
        seed=as_whole("seed", seed),
        max_words=as_whole("max_words", max_words),
    )


def parse(grammar: AnyGrammar, sentences: Sentences, *, trees: int = 1) -> ParseReport:
    """Each sentence: accepted or not, how many trees it has, and the first of these.

    Sentences for a solution are read as its own were.
    """
    from brillig.parsing.report import parse_report

    found = as_named(grammar)
    rules = as_grammar(found)
    reading = found.reading if isinstance(found, Solution) else None
    corpus = as_corpus(sentences, reading, rules.words, one_word=True)
    corpus.refuse_unused()
    return parse_report(rules, corpus, as_whole("trees", trees))


def draw(
    source: Solution | AnyGrammar | Recording,
    path: FilePath | None = None,
    *,
    kind: str | None = None,
    sentence: int | None = None,
    iteration: int | None = None,
    log: bool = False,
) -> Drawing:
    """A drawing of a grammar's rules, a tree (`kind="tree"`), its layers, or a recorded search.

    It is written to `path` where one is given, an .svg or .png file; a notebook shows what is returned.
    """
    from brillig.drawing.choosing import make_drawing

    given = os.fspath(source) if isinstance(source, os.PathLike) else source
    drawing = make_drawing(
        given, kind, as_whole_or_none("sentence", sentence), as_whole_or_none("iteration", iteration), log
    )
    if path is not None:
        drawing.save(Path(path))
    return drawing
