"""Enlarging a grammar: what is known stays, what is new is added, and every change is told."""

from __future__ import annotations

from pathlib import Path

import pytest

import brillig
from brillig.errors import BrilligError
from brillig.language.changes import find_changes, renamed_like
from brillig.language.corpus import Corpus
from brillig.language.grammar import Grammar
from brillig.parsing.cyk import accepts_all
from brillig.workflows.enlargement import _rate, _restore
from command import brillig as run_command
from command import brillig_json
from solutions import solution_of

BASE = Grammar.of(
    "S",
    [("S", "NP", "VP"), ("NP", "D", "N"), ("VP", "V", "NP")],
    {
        "the": ["D"],
        "a": ["D"],
        "cat": ["N"],
        "dog": ["N"],
        "man": ["N"],
        "Mary": ["NP"],
        "John": ["NP"],
        "saw": ["V"],
        "liked": ["V"],
        "slept": ["VP"],
        "left": ["VP"],
    },
)
OLD = [
    "the cat slept",
    "a dog left",
    "Mary saw the man",
    "John liked Mary",
    "the man liked a cat",
    "a dog saw John",
    "Mary slept",
    "John left",
    "the dog saw a man",
    "a cat liked the dog",
]
ADJECTIVES = [
    "the old cat slept",
    "a big old dog left",
    "Mary saw the big man",
    "the old man liked a big cat",
    "John liked the old dog",
    "a big man left",
    "the big big dog saw Mary",
    "an old cat left",
]


def test_adjectives_add_one_rule_and_nothing_known_is_lost() -> None:
    before = solution_of(BASE, OLD)
    after = brillig.enlarge(before, ADJECTIVES, time_limit=20)
    changes = find_changes(BASE, after.grammar)
    assert changes.removed == ()
    assert changes.moved == []
    assert len(changes.added) == 1
    assert after.grammar.lexicon["an"] == ("D",)
    assert after.grammar.lexicon["old"] == after.grammar.lexicon["big"]
    assert all(accepts_all(after.grammar, after.problem.corpus.sentences))
    assert len(after.trees) == len(OLD) + len(ADJECTIVES)
    unseen = ["an old big cat liked the old man", "a big cat slept"]
    assert all(accepts_all(after.grammar, [sentence.split() for sentence in unseen]))
    assert not any(accepts_all(after.grammar, [["old", "the", "cat", "slept"], ["big", "slept"]]))
    assert after.grammar.changes_since(BASE) == changes.lines()


def test_an_old_rule_goes_only_with_what_it_costs_to_say_so() -> None:
    before = solution_of(BASE, OLD)
    more = ["the man saw the dog", "a cat left", "John saw John"]
    after = brillig.enlarge(before, more, time_limit=20)
    assert after.grammar == BASE


def test_old_rules_come_back_where_new_ones_only_stand_for_them() -> None:
    lexicon = {**BASE.lexicon, "old": ("A",), "big": ("A",), "an": ("D",)}
    # The other bracketing, (NP V) NP, and the rule for adjectives, which is needed.
    rules = [("S", "NP", "VP"), ("S", "Q", "NP"), ("Q", "NP", "V"), ("NP", "D", "N"), ("N", "A", "N")]
    bits, _, changes = _restore(BASE, Grammar.of("S", rules, lexicon), Corpus.of(OLD + ADJECTIVES))
    assert changes.lines() == ["new rule N → A N", "an: D", "big: A", "old: A"]
    assert bits < _rate(BASE, Grammar.of("S", rules, lexicon), Corpus.of(OLD + ADJECTIVES))[0]


def test_the_command_tells_each_change(tmp_path: Path) -> None:
    base, more, larger = tmp_path / "base.json", tmp_path / "more.txt", tmp_path / "larger.json"
    solution_of(BASE, OLD).save(base)
    more.write_text("\n".join(ADJECTIVES) + "\n")
    told = run_command("enlarge", base, more, "-o", larger).stdout
    assert "3 rules kept, 1 rule added, 3 new words; " in told
    assert "\n  new rule " in told
    assert "\n  an: D\n" in told
    assert "18 sentences" in told
    data = brillig_json("enlarge", base, more)
    assert data["status"] == "found"
    assert data["changes"]["removed"] == []
    assert data["changes"]["kept"] == 3
    assert data["changes"]["words"]["an"] == {"now": ["D"], "before": []}
    assert data["bits"]["total"] > 0
    assert brillig_json("parse", larger, more)["rejected"] == 0


def test_sentences_that_are_known_already_are_refused() -> None:
    with pytest.raises(BrilligError, match="already; give new ones"):
        brillig.enlarge(solution_of(BASE, OLD), OLD[:2])


def test_names_are_found_again_whatever_they_were() -> None:
    other = BASE.renamed({"NP": "A", "VP": "B", "D": "C", "N": "D", "V": "E"})
    assert renamed_like(other, BASE) == BASE
    fewer = [rule for rule in other.syntactic if rule.parent != "B"]
    changed = find_changes(BASE, renamed_like(Grammar.of("S", fewer, other.lexicon), BASE))
    assert changed.added == ()
    assert [str(rule) for rule in changed.removed] == ["VP → V NP"]
    assert changed.kept == 2
