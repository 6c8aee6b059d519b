"""Enlarging from the page: the larger grammar is the next step, and what changed is told."""

from __future__ import annotations

import time
from pathlib import Path

from brillig.language.corpus import Corpus
from brillig.language.grammar import Grammar
from brillig.studio.jobs import JobQueue
from brillig.studio.tabs import SessionStore
from brillig.studio.tasks import TaskRunner
from brillig.workflows.enlargement import EnlargementRequest
from solutions import solution_of

GRAMMAR = Grammar.of(
    "S",
    [("S", "D", "N")],
    {"the": ["D"], "a": ["D"], "cat": ["N"], "dog": ["N"]},
)


def test_a_larger_grammar_is_the_next_step_and_its_changes_are_told(tmp_path: Path) -> None:
    sessions = SessionStore(tmp_path)
    session = sessions.session("tab", "browser")
    tasks = TaskRunner(JobQueue(1), sessions)
    tasks.add(session, "opened", solution_of(GRAMMAR, ["the cat", "a dog", "a cat", "the dog"]))
    more = ["the old cat", "a old dog", "the old old dog", "a big cat", "the big old cat"]
    tasks.enlarge(session, EnlargementRequest(), Corpus.of(more), 60)
    deadline = time.monotonic() + 60
    while not session.message and time.monotonic() < deadline:
        time.sleep(0.05)
    assert session.step is not None
    assert session.step.title == "2 · enlarged from 1"
    assert "new rule" in session.message
    assert "old: " in session.message
