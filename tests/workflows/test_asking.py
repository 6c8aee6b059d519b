"""Learning by asking: nothing is lost, nothing is asked twice, and the language is found."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from itertools import islice
from pathlib import Path

import pytest

import brillig
from brillig.cli.ask import describe
from brillig.language.builtin import builtin
from brillig.language.cfg_text import parse_general
from brillig.language.corpus import Corpus
from brillig.limits import Limits
from brillig.parsing.cyk import accepts_all
from brillig.parsing.generate import draw
from brillig.workflows.asking.class_formula import ClassFormula, Shape
from brillig.workflows.asking.class_grammar import ClassGrammar
from brillig.workflows.asking.dialogue import Dialogue
from brillig.workflows.asking.judgements import Answer, Judgement, JudgementFile
from brillig.workflows.asking.judges import CommandJudge
from command import brillig as run_brillig
from command import start

EXPRESSIONS = parse_general(
    "S -> K E\nE -> 'x' | 'y' | E O E | L E R\nO -> '+' | '*'\nL -> '('\nR -> ')'\nK -> 'show'",
    "expressions",
    (),
)


AGREEING = """
S -> A B | C D
A -> T N | T J N | 'she' | 'he'
C -> P M | P J M | 'they' | 'we'
B -> 'sleeps' | 'runs' | V A | V C
D -> 'sleep' | 'run' | W A | W C
T -> 'a' | 'this'
P -> 'these' | 'two'
J -> 'old' | 'big'
N -> 'cat' | 'dog' | 'boy'
M -> 'cats' | 'dogs' | 'boys'
V -> 'sees' | 'likes'
W -> 'see' | 'like'
"""


def sentences_of(truth, number, seed):
    return list(islice(draw(truth, seed, 14), number))


def share(grammar, truth, seed=5):
    """Precision and recall."""
    mine, theirs = sentences_of(grammar, 300, seed), sentences_of(truth, 300, seed)
    known = [s for s in theirs if set(s) <= set(grammar.words)]
    return sum(accepts_all(truth, mine)) / 300, sum(accepts_all(grammar, known)) / len(known)


def test_it_begins_with_agreement_and_an_answer_does_not_lose_it():
    """Number in English: what `infer` finds is where `ask` begins, and answers make it no looser."""
    truth = parse_general(AGREEING, "agreement", ())
    dialogue = Dialogue(Corpus.of(sentences_of(truth, 40, 1)), limits=Limits(0))
    before = share(dialogue.grammar, truth)[0]
    assert before > 0.9
    for _ in range(6):
        assert dialogue.question is not None
        dialogue.answer(accepts_all(truth, [dialogue.question.sentence])[0])
    assert share(dialogue.grammar, truth)[0] >= before - 0.03


@pytest.mark.parametrize(("truth", "number"), [(EXPRESSIONS, 20), (builtin("toy2"), 50)])
def test_the_language_is_found(truth, number):
    asked = []

    def judge(sentence):
        asked.append(sentence)
        return accepts_all(truth, [sentence])[0]

    sentences = sentences_of(truth, number, 3)
    dialogue = brillig.ask(Corpus.of(sentences), judge)
    assert dialogue.identified
    assert share(dialogue.grammar, truth) == (1.0, 1.0)
    assert len(set(asked)) == len(asked)
    assert not set(asked) & set(sentences)
    assert dialogue.pending == ()
    assert dialogue.solution.problem.corpus.rejected == dialogue.known().rejected


def test_where_the_formula_is_too_large_a_grown_grammar_fits_the_answers(monkeypatch):
    truth = builtin("toy2")
    monkeypatch.setattr(ClassFormula, "fit", lambda *_, **__: None)
    dialogue = brillig.ask(
        Corpus.of(sentences_of(truth, 10, 4)), lambda s: accepts_all(truth, [s])[0], questions=8
    )
    known = dialogue.known()
    assert known.rejected or len(known) > 10
    assert all(accepts_all(dialogue.grammar, known.sentences))
    settled = [sentence for sentence in known.rejected if sentence not in dialogue.pending]
    assert settled
    assert not any(accepts_all(dialogue.grammar, settled))


def test_an_end_that_disagrees_with_answers_is_none(monkeypatch):
    """Where nothing is left to ask but the grammar rejects right sentences, that is said first."""
    truth = builtin("toy2")
    dialogue = brillig.ask(Corpus.of(sentences_of(truth, 30, 3)), lambda s: accepts_all(truth, [s])[0])
    assert dialogue.identified
    assert "Nothing is left to ask" in describe(dialogue, dialogue.solution, flat=True)
    monkeypatch.setattr(Dialogue, "pending", (("Kim", "walks"),))
    assert not dialogue.identified
    told = describe(dialogue, dialogue.solution, flat=True)
    assert told.startswith("This grammar does not agree with 1 sentence of yours")
    assert "Nothing is left to ask" not in told
    assert "something else of these: Kim walks" in told


def test_a_later_dialogue_goes_on(tmp_path):
    truth = builtin("toy2")
    corpus = Corpus.of(sentences_of(truth, 10, 1))
    path = tmp_path / "j.txt"
    asked = []

    def judge(sentence):
        asked.append(sentence)
        return None if len(asked) == 2 else accepts_all(truth, [sentence])[0]

    for _ in range(3):
        brillig.ask(corpus, judge, judgements=path, questions=3)
    assert len(asked) == 9 == len(set(asked))
    assert len(path.read_text().splitlines()) == 9


def test_undo_takes_the_answer_back():
    truth = builtin("toy2")
    dialogue = brillig.Dialogue(Corpus.of(sentences_of(truth, 30, 1)))
    first = dialogue.question
    before = dialogue.grammar
    dialogue.answer(False)
    assert dialogue.undo() == Judgement(first.sentence, Answer.NO)
    assert dialogue.question == first
    assert dialogue.grammar == before
    assert not dialogue.judgements


def test_judgements_are_read_back_as_they_were_written(tmp_path):
    said = [
        Judgement(("*", "x"), Answer.YES),
        Judgement(("*", "x"), Answer.NO),
        Judgement(("#", "x"), Answer.UNKNOWN),
        Judgement(("a", "b"), Answer.YES),
    ]
    kept = JudgementFile(tmp_path / "j.txt")
    for judgement in said:
        kept.add(judgement)
    assert kept.read(brillig.Reading(), ["*", "x", "#", "a", "b"]) == said
    kept.take_back()
    assert kept.read(brillig.Reading(), ["*", "x", "#", "a", "b"]) == said[:-1]


def test_contradictory_judgements_are_shown():
    said = [Judgement(("a", "c"), Answer.YES), Judgement(("a", "b"), Answer.NO)]
    with pytest.raises(brillig.BrilligError, match="'a b' is right as sentence 1 and wrong as judgement 2"):
        brillig.Dialogue(Corpus.of(["a b", "c b"]), said)


def test_the_formula_agrees_with_trying_every_grammar():
    """Three categories beside S, two word classes: all sets of two rules, tried one by one."""
    from itertools import combinations, product

    from brillig.limits import Budget, Limits

    shape = Shape(((2,), (3,)), 1, 4, equal=True, words_at_root=True)
    rules = list(product((0, 1), (1, 2, 3), (1, 2, 3)))
    strings = [s for n in (2, 3, 4) for s in product((0, 1), repeat=n)]
    for case in range(40):
        right = [s for i, s in enumerate(strings) if (i * 7 + case * 3) % 13 == 0]
        wrong = [s for i, s in enumerate(strings) if (i * 5 + case) % 6 == 1 and s not in right]
        there_is = any(
            ClassGrammar(frozenset(chosen), shape.homes).fits(right, wrong)
            and len({rule[1:] for rule in chosen}) == 2
            for chosen in combinations(rules, 2)
        )
        formula = ClassFormula(shape, 2)
        found = formula.fit(right, wrong, 2, 100, Budget.begin(Limits()))
        formula.close()
        if isinstance(found, ClassGrammar):
            assert found.fits(right, wrong)
        else:
            assert found is False
            assert not there_is


def run_ask(path: Path, oracle: str, *more: str) -> subprocess.CompletedProcess[str]:
    return run_brillig("ask", path, "--oracle", oracle, *more)


@pytest.mark.parametrize(
    ("code", "trouble"),
    [
        ("raise SystemExit(3)", "ended with status 3"),
        ("print('perhaps', flush=True)", "said 'perhaps', expected yes or no"),
        ("import os; os.kill(os.getpid(), 9)", "was ended by signal 9"),
    ],
)
def test_an_oracle_that_fails_gets_one_line(tmp_path, code, trouble):
    path = tmp_path / "s.txt"
    path.write_text("\n".join(" ".join(s) for s in sentences_of(builtin("toy2"), 20, 2)))
    (tmp_path / "o.py").write_text(f"input(); print('yes', flush=True); input(); {code}")
    done = run_ask(path, f"{sys.executable} {tmp_path / 'o.py'}")
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    assert trouble in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1
    assert len((tmp_path / "s.txt.judgements").read_text().splitlines()) == 1


def test_killed_after_an_answer_it_goes_on(tmp_path):
    """Killed at the first, third and second question of a run, when all answers before are taken."""
    path = tmp_path / "s.txt"
    path.write_text("\n".join(" ".join(s) for s in sentences_of(builtin("toy2"), 20, 2)))
    log, oracle = tmp_path / "log", tmp_path / "o.py"
    log.touch()
    oracle.write_text(
        "import os, sys\n"
        "for number, line in enumerate(sys.stdin, 1):\n"
        f"    if number > int(sys.argv[1]): os.kill(os.getppid(), {int(signal.SIGKILL)}); break\n"
        f"    open({str(log)!r}, 'a').write(line)\n"
        "    print('yes', flush=True)\n"
    )
    for number, answered in ((1, 1), (3, 4), (2, 6)):
        done = run_ask(path, f"{sys.executable} {oracle} {number}")
        assert done.returncode == 128 + signal.SIGKILL
        asked = log.read_text().splitlines()
        assert len(asked) == answered
        assert (tmp_path / "s.txt.judgements").read_text().splitlines() == asked
    assert len(set(asked)) == len(asked)


@pytest.mark.parametrize(
    ("command", "trouble"),
    [("sleep 60", "no answer within 0.3 s"), ("sh -c 'sleep 60' {}", "no end within 0.3 s")],
)
def test_an_oracle_that_hangs_is_given_up(command, trouble):
    with CommandJudge(command, 0.3) as judge, pytest.raises(brillig.BrilligError, match=trouble):
        judge(("a", "b"))


def test_ctrl_c_does_not_wait_for_a_program_that_hangs(tmp_path):
    path, kept = tmp_path / "s.txt", tmp_path / "s.txt.judgements"
    path.write_text("\n".join(" ".join(s) for s in sentences_of(builtin("toy2"), 20, 2)))
    waiting = tmp_path / "waiting"
    (tmp_path / "o.py").write_text(
        "import time\ninput(); print('yes', flush=True); input()\n"
        f"open({str(waiting)!r}, 'w').close(); time.sleep(60)"
    )
    oracle = f"{sys.executable} {tmp_path / 'o.py'}"
    with start("ask", path, "--oracle", oracle) as process:
        while not waiting.exists():
            assert process.poll() is None
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        began = time.monotonic()
        out, errors = process.communicate(timeout=60)
    assert time.monotonic() - began < 20  # the program would hang for a minute
    assert process.returncode == 130
    assert "Traceback" not in errors
    assert "Stopped after 1 question" in out
    assert len(kept.read_text().splitlines()) == 1
