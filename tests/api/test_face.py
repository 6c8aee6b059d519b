"""Every public function with its documented result, and what it says to wrong input."""

from __future__ import annotations

import inspect
import re
import threading
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import brillig
from brillig.engines.concur.settings import Settings
from brillig.workflows.max_min_result import SearchResult

SENTENCES = ["the cat sleeps", "the dog sleeps", "the cat sees the dog", "the dog sees the cat"]
NUMBERS: dict[str, Any] = {"categories": 6, "lexical": 3, "rules": 3}


@pytest.fixture(scope="module")
def solution() -> brillig.Solution:
    return brillig.infer(SENTENCES, **NUMBERS, engine="exact")


def test_sentences_may_come_in_any_form(tmp_path: Path, solution: brillig.Solution) -> None:
    file = tmp_path / "sentences.txt"
    file.write_text("\n".join(SENTENCES))
    forms: list[Any] = [
        file,
        str(file),
        "\n".join(SENTENCES),
        [sentence.split() for sentence in SENTENCES],
        np.array(SENTENCES),
        brillig.Corpus.of(SENTENCES),
        (sentence for sentence in SENTENCES),
    ]
    for form in forms:
        report = brillig.parse(solution, form)
        assert [" ".join(parsed.words) for parsed in report] == SENTENCES
        assert report.rejected == 0


@pytest.mark.parametrize(
    "wrong", [None, 5, b"a b", {"a b": 1}, [5], [["a", 5]], [["a b", "c"]], "nofile.txt"]
)
def test_wrong_sentences_are_refused_in_our_words(wrong: Any) -> None:
    with pytest.raises(brillig.BrilligError) as caught:
        brillig.parse("toy1", wrong)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("categories", 5.0),
        ("categories", True),
        ("rules", "3"),
        ("seed", -1),
        ("jobs", 0),
        ("time_limit", "long"),
        ("preset", "none"),
        ("engine", "none"),
    ],
)
def test_a_wrong_option_is_named(name: str, value: Any) -> None:
    with pytest.raises(brillig.BrilligError, match=name if name != "engine" else "none"):
        brillig.infer(SENTENCES, **NUMBERS | {name: value})


def test_whole_numbers_may_be_numpys(solution: brillig.Solution) -> None:
    numbers: list[Any] = [np.int64(6), np.int8(3), np.uint16(3)]
    found = brillig.infer(SENTENCES, *numbers, engine="exact")
    assert found.grammar.canonical_text == solution.grammar.canonical_text


def test_what_is_saved_is_loaded_again(tmp_path: Path, solution: brillig.Solution) -> None:
    solution.save(tmp_path / "solution.json")
    assert brillig.load(tmp_path / "solution.json") == solution
    more = brillig.extend(solution, ["the bird sleeps"])
    more.save(tmp_path / "more.json")
    assert brillig.load(tmp_path / "more.json") == more


def test_a_refined_solution_is_loaded_again(tmp_path: Path, solution: brillig.Solution) -> None:
    category = solution.grammar.lexicon["cat"][0]
    refined = brillig.refine(solution, {category: 2}, engine="exact")
    refined.save(tmp_path / "refined.json")
    assert brillig.load(tmp_path / "refined.json") == refined


def test_infeasible_says_why() -> None:
    with pytest.raises(brillig.Infeasible) as caught:
        brillig.infer(SENTENCES, 3, 2, 1)
    assert caught.value.reason
    assert caught.value.outcome.status is brillig.Status.INFEASIBLE


def test_not_found_has_the_outcome() -> None:
    with pytest.raises(brillig.NotFound) as caught:
        brillig.infer(SENTENCES, **NUMBERS, engine="concur", max_iterations=1)
    assert caught.value.outcome.status is brillig.Status.UNKNOWN
    assert caught.value.outcome.run.engine == "concur"
    assert isinstance(caught.value.nearest, brillig.Grammar)
    assert set(caught.value.nearest.words) <= {word for sentence in SENTENCES for word in sentence.split()}


def test_the_exact_engine_says_what_came_nearest() -> None:
    sentences = brillig.generate("toy1", 40, seed=3)
    with pytest.raises(brillig.NotFound) as caught:
        brillig.infer(sentences, 10, 4, 6, engine="exact", time_limit=3)
    grammar, unexplained = caught.value.nearest, caught.value.unexplained
    report = brillig.parse(grammar, [s.split() for s in sentences])
    assert [number for number, parsed in enumerate(report, 1) if not parsed.accepted] == list(unexplained)
    assert 0 < len(unexplained) < 40


@pytest.mark.parametrize("engine", ["auto", "grow"])
def test_the_nearest_of_other_engines(engine: str) -> None:
    sentences = brillig.generate("toy1", 30, seed=3)
    done = brillig.infer(
        sentences, 10, 4, 6, engine=engine, max_iterations=30_000, time_limit=3, outcome=True
    )
    assert done.status is brillig.Status.UNKNOWN
    assert done.nearest is not None
    assert done.to_json()["nearest"]["unexplained"] == list(done.unexplained)
    assert len(done.unexplained) < 30


def test_the_outcome_is_returned_where_asked_for() -> None:
    done = brillig.infer(SENTENCES, 3, 2, 1, outcome=True)
    assert isinstance(done, brillig.Outcome)
    assert done.status is brillig.Status.INFEASIBLE


def test_python_is_told_what_the_command_tells(tmp_path: Path) -> None:
    """Proof, doubt, stability and a recording, which are options of the command as well."""
    done = brillig.infer(SENTENCES, explain=True, record=tmp_path / "run", outcome=True)
    assert done.chosen.solution == done.solution
    assert done.proven.minimal is not None
    assert "exact" in done.proven_line
    assert set(done.to_json()["choice"]) >= {"criterion", "unique", "minimal_rules"}
    assert brillig.draw(tmp_path / "run", kind="search")._repr_svg_().endswith("</svg>\n")
    done = brillig.infer(SENTENCES, stability=1, max_iterations=100, outcome=True)
    assert (done.doubt.seeds[0], done.doubt.halves[0]) == (1, 1)
    why = brillig.infer(SENTENCES, 3, 2, 1, explain=True, outcome=True).why
    assert why is None or why.sentences


@pytest.mark.parametrize("function", [brillig.refine, brillig.extend])
@pytest.mark.parametrize("settings", [{"beta": 0.3}, Settings(beta=0.3)])
def test_settings_that_would_do_nothing_are_refused(
    function: Any, settings: Any, solution: brillig.Solution
) -> None:
    with pytest.raises(brillig.BrilligError) as caught:
        function(solution, ["the cat sees"] if function is brillig.extend else "auto", settings=settings)
    assert caught.value.field == ("settings" if isinstance(settings, Settings) else "beta")
    assert "paper" in str(caught.value)


def test_a_search_can_be_cancelled() -> None:
    stop = threading.Event()
    stop.set()
    with pytest.raises(brillig.NotFound):
        brillig.infer(SENTENCES, **NUMBERS, engine="concur", cancel=stop)


def test_progress_is_told() -> None:
    told: list[object] = []
    result = brillig.study(SENTENCES, 6, 3, 3, trials=2, progress=told.append, jobs=1)
    assert result.trials == 2
    assert told


def test_a_study_sums_up_its_trials() -> None:
    result = brillig.study(SENTENCES, 6, 3, 3, trials=3, jobs=1)
    assert result.trials == 3
    assert result.to_json()["successes"] == result.successes == sum(r.success for r in result.results)
    assert "trials" in repr(result)
    assert str(result).splitlines()[-1] == result.summary.closing_line()


def test_search_walks_the_front(solution: brillig.Solution) -> None:
    found = brillig.search(SENTENCES, max_rules=2, max_categories=4, engine="exact", time_limit=20)
    assert isinstance(found, SearchResult)
    assert found.to_json()["front"] == list(found.front)
    assert str(found).startswith("The fewest rules")


def test_certify_says_what_else_fits(solution: brillig.Solution) -> None:
    found = brillig.certify(solution)
    assert found.complete
    assert found.solutions == len(found.alternatives) + 1
    assert str(found).startswith(f"{found.solutions} grammar")
    assert "Certificate" in repr(found)


def test_compare_generate_and_parse_agree(solution: brillig.Solution) -> None:
    assert brillig.compare("toy1", "toy1", strings=50).f1 == 1.0
    drawn = brillig.generate(solution, 5, seed=1)
    assert len(drawn) == 5
    assert brillig.parse(solution, drawn).accepted == 5
    assert brillig.parse("toy1", ["no such words"])[0].unknown == ("no", "such", "words")


def test_draw_returns_a_picture_and_writes_it(tmp_path: Path, solution: brillig.Solution) -> None:
    drawing = brillig.draw(solution, tmp_path / "tree.svg", kind="tree", sentence=2)
    assert drawing._repr_svg_().startswith("<svg")
    assert (tmp_path / "tree.svg").read_text().startswith("<svg")
    with pytest.raises(brillig.BrilligError, match="from 1 to 4"):
        brillig.draw(solution, kind="tree", sentence=5)


def test_reproduce_runs_an_experiment(tmp_path: Path) -> None:
    (section,) = brillig.reproduce("figure1", output=tmp_path)
    assert section.to_text()
    assert (tmp_path / "report.md").exists()


def test_a_corpus_is_a_sequence() -> None:
    corpus = brillig.Corpus.of(SENTENCES)
    assert corpus[0] == ("the", "cat", "sleeps")
    assert corpus[1:3] == brillig.Corpus.of(SENTENCES[1:3])
    assert list(corpus) == list(corpus.sentences)
    assert ("the", "dog", "sleeps") in corpus
    assert str(corpus).splitlines() == SENTENCES


def test_values_have_a_line_each(solution: brillig.Solution) -> None:
    for value in (solution, solution.grammar, solution.problem.corpus, brillig.parse(solution, SENTENCES)):
        assert len(repr(value).splitlines()) == 1
        assert len(repr(value)) < 200


def test_results_become_tables_of_pandas(solution: brillig.Solution) -> None:
    import pandas

    result = brillig.study(SENTENCES, 6, 3, 3, trials=2, jobs=1)
    assert list(result.to_pandas()["seed"]) == [0, 1]
    assert isinstance(brillig.certify(solution, core=False).to_pandas(), pandas.DataFrame)
    found = brillig.search(SENTENCES, max_rules=2, max_categories=4, engine="exact", time_limit=20)
    assert isinstance(found, SearchResult)
    assert len(found.to_pandas()) == len(found.front)


def test_every_command_has_a_function_of_its_name() -> None:
    from brillig.cli import COMMANDS

    # A value is printed; a schema is text; a machine is measured; a page is served.
    without = {"show", "schema", "bench", "studio"}
    assert {name for name in COMMANDS if not callable(getattr(brillig, name, None))} <= without


def test_the_page_on_python_uses_every_public_function() -> None:
    page = (Path(__file__).parents[2] / "docs" / "how-to" / "python.md").read_text(encoding="utf-8")
    functions = [name for name in brillig.__all__ if inspect.isfunction(getattr(brillig, name))]
    assert [name for name in functions if f"brillig.{name}(" not in page] == []


def test_signatures_say_what_they_take_and_return() -> None:
    """JSON is a dictionary of anything, and NLTK has no types; nothing else is `Any`."""
    vague = []
    for name in brillig.__all__:
        thing = getattr(brillig, name)
        methods = vars(thing).items() if inspect.isclass(thing) else [(name, thing)]
        for method, function in methods:
            if inspect.isfunction(function) and not method.startswith("_") and "nltk" not in method:
                shown = (
                    str(inspect.signature(function)).replace("dict[str, Any]", "").replace("list[Any]", "")
                )
                vague += [f"{name}.{method}"] if re.search(r"\bAny\b", shown) else []
    assert vague == []
