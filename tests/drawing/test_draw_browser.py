"""No two texts of a picture overlap in a real browser."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from brillig.drawing import draw_copies, draw_layers, draw_rules, draw_tree
from brillig.drawing.charts import to_bytes
from brillig.drawing.search import draw_search
from brillig.engines.concur.infer import infer
from brillig.language.builtin import builtin
from brillig.language.corpus import Corpus
from brillig.language.grammar import Grammar, category_names
from brillig.language.tree import Tree
from brillig.limits import Limits
from brillig.parsing.generate import generate
from brillig.problems import Problem
from brillig.recording.reader import read_recording
from brillig_lab.charts import draw_success_rates, draw_survival
from browser import collisions, measure
from chromium import MISSING
from recordings import record, ten_sentences

pytestmark = pytest.mark.skipif(bool(MISSING), reason=MISSING)

WORDS = [
    "the",
    "telescope",
    "extraordinarily",
    "a",
    "we",
    "语言",
    "слово",
    "walked",
    "Mary",
    "it's",
    "by",
    "park",
    "with",
    '<b>&"',
    "internationalization",
    "x",
    "ein",
    "שלום",
    "naïve",
    "end",
]


def twenty(names: list[str]) -> tuple[Tree, Grammar]:
    """A tree of twenty words and a grammar over twenty categories."""
    rng = random.Random(3)

    def grow(label: str, words: list[str]) -> Tree:
        if len(words) == 1:
            return Tree.leaf(label, words[0])
        cut = rng.randrange(1, len(words))
        left, right = rng.choice(names), rng.choice(names)
        return Tree.node(label, grow(left, words[:cut]), grow(right, words[cut:]))

    rules = {(rng.choice(names), rng.choice(names)): rng.choice(["S", *names]) for _ in range(60)}
    chain = [(names[k], names[(k + 1) % 19]) for k in range(19)]
    rules |= {pair: pair[0] for pair in chain}
    lexicon = {word: [rng.choice(names)] for word in WORDS}
    return grow("S", list(WORDS)), Grammar.of("S", [(x, y, z) for (y, z), x in rules.items()], lexicon)


@pytest.fixture(scope="module")
def measured(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    folder = tmp_path_factory.mktemp("browser")
    svgs: dict[str, str] = {}
    toy1 = record(folder / "run", ten_sentences()).solution
    sentences = Corpus.of(generate(builtin("toy2"), 40, seed=0))
    toy2 = infer(Problem(sentences, 5, 2, 3), Limits(seed=0, jobs=1)).solution
    assert toy1 is not None
    assert toy2 is not None
    for name, solution in (("toy1", toy1), ("toy2", toy2)):
        longest = max(solution.trees, key=lambda tree: len(tree.words()))
        svgs[f"{name}-rules"] = draw_rules(solution.grammar).svg()
        svgs[f"{name}-tree"] = draw_tree(longest).svg()
        svgs[f"{name}-layers"] = draw_layers(longest).svg()
    plain = category_names(19)
    refined = [f"{letter}_{feature}" for letter in "ABCDE" for feature in range(4)][:19]
    for name, names in (("plain", plain), ("refined", refined)):
        tree, grammar = twenty(names)
        svgs[f"{name}-twenty-tree"] = draw_tree(tree).svg()
        svgs[f"{name}-twenty-layers"] = draw_layers(tree).svg()
        svgs[f"{name}-twenty-rules"] = draw_rules(grammar).svg()
    recording = read_recording(folder / "run")
    svgs["copies"] = draw_copies(recording.triangle(0)[1]).svg()
    svgs["search"] = to_bytes(draw_search(recording), "svg").decode()
    svgs["search-log"] = to_bytes(draw_search(recording, log=True), "svg").decode()
    large = Problem(ten_sentences().corpus, categories=20, lexical=8, rules=14)
    record(folder / "large", large, iterations=2000)
    svgs["search-twenty"] = to_bytes(draw_search(read_recording(folder / "large")), "svg").decode()
    svgs |= {name: to_bytes(figure, "svg").decode() for name, figure in charts().items()}
    return measure(svgs, folder)


def charts() -> dict[str, Any]:
    rng = random.Random(0)
    times = {f"{n} sentences": [rng.expovariate(n / 1e6) for _ in range(40)] for n in (5, 10, 20, 50)}
    trials = {n: ([min(t, 1e5) for t in ts], [t < 1e5 for t in ts]) for n, ts in times.items()}
    return {
        "survival": draw_survival(trials),
        "rates": draw_success_rates([f"setting $_{k}$" for k in range(12)], range(12), [12] * 12, [0.5] * 12),
    }


def test_no_two_texts_overlap_and_none_sticks_out(measured: dict[str, Any]) -> None:
    assert len(measured) == 18
    assert {name: collisions(picture) for name, picture in measured.items() if collisions(picture)} == {}


def test_the_browser_shows_every_word_and_category(measured: dict[str, Any]) -> None:
    for name in ("plain-twenty-tree", "plain-twenty-layers"):
        shown = [box["text"] for box in measured[name]["boxes"]]
        assert [text for text in shown if text in WORDS] == WORDS
    assert len([b for b in measured["refined-twenty-rules"]["boxes"] if b["text"] == "E_2"]) >= 2


def test_a_collision_would_be_noticed(tmp_path: Path) -> None:
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="30">'
        '<text x="5" y="20">one</text><text x="9" y="21">two</text><text x="80" y="20">three</text></svg>'
    )
    found = collisions(measure({"bad": svg}, tmp_path)["bad"])
    assert ("one", "two") in found
    assert ("three", "the edge") in found
