"""Features in `infer`: found without being asked for, shown folded, kept in the file, switched off."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from pathlib import Path
from threading import Event
from typing import NoReturn

import pytest
from typer.testing import CliRunner

import brillig
from brillig.cli import app
from brillig.engines.grow.solving import described_solution
from brillig.errors import BrilligError
from brillig.language.corpus import Corpus
from brillig.language.features import FoldedGrammar
from brillig.language.grammar import Grammar
from brillig.language.naming import SuggestedNames
from brillig.limits import Budget, Ended, Limits
from brillig.parsing.bits import bits_of, describe
from brillig.parsing.folding import describe_features
from brillig.problems.renaming import names_after, renamed, renamed_after
from brillig.problems.solution import Run, Solution, load
from brillig.workflows import choosing
from brillig.workflows.agreement import add_features, featured_solution

SKELETON = Grammar.of(
    "S",
    [("S", "NP", "VP"), ("NP", "D", "N"), ("VP", "V", "NP")],
    {
        **{key: ["D"] for key in ["il", "un", "la", "una"]},
        **{key: ["N"] for key in ["gatto", "cane", "libro", "donna", "casa", "porta"]},
        **{key: ["V"] for key in ["vede", "cerca"]},
        "dorme": ["VP"],
    },
)
GENDERS = ((["il", "un"], ["gatto", "cane", "libro"]), (["la", "una"], ["donna", "casa", "porta"]))


def italian(number: int) -> list[str]:
    """Sentences in which determiner and noun agree."""
    rng = random.Random(1)

    def phrase() -> str:
        return " ".join(map(rng.choice, rng.choice(GENDERS)))

    verbs = rng.choices(("dorme", "vede ", "cerca "), k=number)
    return [f"{phrase()} {verb + phrase() if verb[-1] == ' ' else verb}" for verb in verbs]


ITALIAN = italian(30)


@pytest.fixture(scope="module")
def solution() -> Solution:
    corpus = Corpus.of(ITALIAN)
    candidates = [(SKELETON.canonical(), describe(SKELETON.canonical(), corpus), ())]
    found, *_ = add_features(candidates, corpus, Run("grow"), Budget.begin(None))
    return found


def test_a_grammar_with_features_is_a_solution(solution: Solution) -> None:
    assert solution.features is not None
    assert solution.bits is not None
    assert solution.grammar.accepts("un libro vede una casa")
    assert not solution.grammar.accepts("una libro cade")
    again = describe_features(solution.features, solution.corpus)
    assert again.grammar == solution.grammar
    assert abs(again.description.bits.total - solution.bits.total) < 0.01
    assert solution.bits.total < bits_of(solution.grammar, solution.corpus).total
    assert "[f]" in str(solution)
    assert "with 1 feature," in str(solution)


def test_features_that_accept_a_starred_sentence_are_none(solution: Solution) -> None:
    """Agreement of gender allows this sentence, which somebody has starred."""
    corpus = replace(Corpus.of(ITALIAN), rejected=(("il", "cane", "vede", "il", "cane"),))
    assert solution.features is not None
    described = describe_features(solution.features, corpus)
    assert featured_solution(described, (), corpus, Run("grow")) is None
    assert featured_solution(described, (), Corpus.of(ITALIAN), Run("grow")) is not None


def test_files_keep_the_folded_form(solution: Solution, tmp_path: Path) -> None:
    path = tmp_path / "solution.json"
    solution.save(path)
    assert load(path) == solution
    data = json.loads(path.read_text())
    assert FoldedGrammar.from_json(data["features"]) == solution.features
    assert any("_1" in name for rule in data["grammar"]["syntactic"] for name in rule)
    data["features"]["features"][0]["values"] = 9
    path.write_text(json.dumps(data))
    with pytest.raises(BrilligError, match="2 to 4"):
        load(path)


def test_folded_categories_are_renamed_with_all_their_values(solution: Solution) -> None:
    assert solution.features is not None
    name = sorted(solution.features.features[0].carriers)[0]
    other = renamed(solution, {name: "Det"})
    assert other.features is not None
    assert {"Det_1", "Det_2"} <= set(other.grammar.categories)
    assert set(other.grammar) <= set(other.features.expanded)
    # A plain category alone is one that the folded form does not have.
    assert renamed(solution, {f"{name}_1": "Masc"}).features is None


def test_names_travel_from_folded_to_plain_grammars_and_back(solution: Solution) -> None:
    folded = renamed(
        solution, dict(zip(solution.skeleton.categories[1:], ("Ph", "Act", "Det", "Noun"), strict=False))
    )
    plain = folded.grammar.canonical()
    assert plain.renamed(names_after(plain, folded)) == folded.grammar
    # Nouns of one class are no longer those of one value.
    loose = SKELETON.renamed(names_after(SKELETON, folded))
    assert {loose.lexicon[word] for word in ("gatto", "donna")} == {folded.skeleton.lexicon["gatto"]}
    again = renamed_after(solution, replace(folded, suggested=SuggestedNames("Italian", ("Det",))))
    assert again.features == folded.features
    assert again.suggested is not None


def test_show_has_the_features_that_infer_showed(solution: Solution, tmp_path: Path) -> None:
    file = tmp_path / "italian.json"
    solution.save(file)
    shown = CliRunner().invoke(app, ["show", str(file)])
    assert str(solution.features) in shown.stdout
    for option in ("--flat", "--binary"):
        assert "[f]" not in CliRunner().invoke(app, ["show", str(file), option]).stdout


def test_plain_rules_where_features_are_switched_off(tmp_path: Path) -> None:
    file = tmp_path / "italian.txt"
    file.write_text("\n".join(ITALIAN))
    plain = CliRunner().invoke(app, ["infer", str(file), "--features", "none", "--json"])
    assert "features" not in json.loads(plain.stdout)
    with pytest.raises(BrilligError, match="for choosing by bits"):
        brillig.infer(ITALIAN, categories=4, lexical=2, rules=3, features="auto")
    with pytest.raises(BrilligError, match="not a choice"):
        brillig.infer(ITALIAN, features="some")


def test_refining_chooses_features_by_the_same_bits(solution: Solution, tmp_path: Path) -> None:
    corpus = Corpus.of(ITALIAN)
    description = describe(SKELETON, corpus)
    plain = described_solution(SKELETON, description, corpus, Run("hand"))
    assert plain is not None
    found = plain.refine("auto")
    assert found.features is not None
    assert found.bits == solution.bits
    path = tmp_path / "found.json"
    found.save(path)
    # What it has is not found again.
    again = CliRunner().invoke(app, ["refine", str(path), "--features", "auto"])
    assert again.exit_code == 1
    assert "no features were found" in again.stdout
    for options in ({"engine": "concur"}, {"homographs": 1}, {"retree": True}, {"preset": "paper"}):
        with pytest.raises(BrilligError, match="chosen by bits"):
            plain.refine("auto", **options)


def test_refining_keeps_the_names_of_classes_and_says_which_are_suggested() -> None:
    """Classes of determiners become one, and of nouns; a verb and its phrase do not, though it saves bits."""
    classes = {"B": GENDERS[0][0], "D": GENDERS[1][0], "N": GENDERS[0][1], "E": GENDERS[1][1]}
    lexicon = {word: [name] for name, words in classes.items() for word in words}
    lexicon |= {"vede": ["V"], "cerca": ["V"], "dorme": ["VP"]}
    rules = [("S", "NP", "VP"), ("NP", "B", "N"), ("NP", "D", "E"), ("VP", "V", "NP")]
    grammar, corpus = Grammar.of("S", rules, lexicon), Corpus.of(ITALIAN)
    plain = described_solution(grammar, describe(grammar, corpus), corpus, Run("hand"))
    assert plain is not None
    plain = replace(plain, suggested=SuggestedNames("Italian", ("NP", "VP", "D", "N", "V")))
    found = plain.refine("auto")
    assert found.features is not None
    assert str(found.features).splitlines()[:3] == ["S → NP VP", "NP → D[f] N[f]", "VP → V NP | dorme"]
    assert found.suggested == plain.suggested
    assert found.grammar.lexicon["vede"] == ("V",)
    assert found.grammar.lexicon["il"] == ("D_1",)
    numbered = plain.refine({"V": 2})
    assert numbered.grammar.lexicon["casa"] == ("E",)
    assert numbered.suggested == plain.suggested


def test_no_features_are_sought_when_time_is_up(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> NoReturn:
        raise AssertionError("features were sought")

    monkeypatch.setattr(choosing, "add_features", refuse)
    stop = Event()
    stop.set()
    lines = ["the cat sleeps", "the dog sleeps", "a cat sees the dog", "a dog sees a cat"]
    choice = choosing.choose_by_length(Corpus.of(lines), Limits(jobs=1), cancel=stop)
    assert choice.solution is not None
    assert choice.outcome.ended is Ended.CANCELLED
