"""What every judge promises: a function, a program that answers lines, a program run for each sentence."""

from __future__ import annotations

import re
import shlex
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from brillig.errors import BrilligError
from brillig.language.corpus import Corpus, Sentence
from brillig.workflows.asking.interview import Kind, Question
from brillig.workflows.asking.judgements import Judgement
from brillig.workflows.asking.judges import CommandJudge, Judge, Turn
from brillig.workflows.asking.request import AskRequest, converse

PHRASE = "(the|a) (cat|dog)"
TRUTH = re.compile(f"{PHRASE} (sleeps|sees {PHRASE})")
LINES = f"""
import re, sys
for line in sys.stdin.buffer:
    text = line.decode().strip()
    right = re.fullmatch({TRUTH.pattern!r}, text)
    print("?" if "ü" in text else "yes" if right else "no", flush=True)
"""
ONE = f"""
import re, sys
text = open(sys.argv[1], encoding="utf-8").read().strip()
sys.exit(not re.fullmatch({TRUTH.pattern!r}, text))
"""


@contextmanager
def by_function(folder: Path) -> Iterator[Judge]:
    yield lambda sentence: None if "ü" in sentence else bool(TRUTH.fullmatch(" ".join(sentence)))


@contextmanager
def by_lines(folder: Path) -> Iterator[Judge]:
    (folder / "lines.py").write_text(LINES, encoding="utf-8")
    with CommandJudge(shlex.join([sys.executable, "-ISE", str(folder / "lines.py")])) as judge:
        yield judge


@contextmanager
def by_file(folder: Path) -> Iterator[Judge]:
    (folder / "one.py").write_text(ONE, encoding="utf-8")
    with CommandJudge(shlex.join([sys.executable, "-ISE", str(folder / "one.py"), "{}"])) as judge:
        yield judge


JUDGES = pytest.mark.parametrize("judges", [by_function, by_lines, by_file])
Judges = Callable[[Path], AbstractContextManager[Judge]]


@JUDGES
def test_an_answer_depends_on_the_sentence_alone(judges: Judges, tmp_path: Path) -> None:
    texts = ("a cat sleeps", "sleeps", "a cat sees a cat", "a cat sees", "cat a sleeps")
    sentences: list[Sentence] = [tuple(text.split()) for text in texts]
    with judges(tmp_path) as judge:
        first = [judge(sentence) for sentence in sentences]
        again = [judge(sentence) for sentence in reversed(sentences)]
    assert first == [True, False, True, False, False]
    assert again == first[::-1]


@JUDGES
def test_words_of_any_script_are_judged(judges: Judges, tmp_path: Path) -> None:
    with judges(tmp_path) as judge:
        assert judge(("木", "ы", "a")) is False
        # A status of a program is yes or no; the others may not know.
        assert judge(("a", "ü")) is (False if judges is by_file else None)


@dataclass
class Questions:
    """What `converse` needs of a dialogue, without a grammar."""

    texts: list[str]
    answers: list[bool | None] = field(default_factory=list)
    coming: tuple[Sentence, ...] = ()
    judgements: tuple[Judgement, ...] = ()
    changes: tuple[str, ...] = ()

    @property
    def question(self) -> Question | None:
        left = self.texts[len(self.answers) :]
        return Question(tuple(left[0].split()), Kind.RULES) if left else None

    @property
    def asked(self) -> int:
        return len(self.answers)

    def answer_all(self, answers: Sequence[bool | None]) -> None:
        self.answers += answers


@JUDGES
def test_a_dialogue_hears_what_the_judge_says(judges: Judges, tmp_path: Path) -> None:
    dialogue = Questions(["a cat sleeps", "cat a", "the dog sees a cat", "sees"])
    with judges(tmp_path) as judge:
        assert converse(dialogue, judge, AskRequest(questions=3)) is None
        assert dialogue.answers == [True, False, True]
        converse(dialogue, judge)
    assert dialogue.answers == [True, False, True, False]


@JUDGES
def test_a_judge_is_not_asked_once_it_is_to_stop(judges: Judges, tmp_path: Path) -> None:
    stop = threading.Event()
    stop.set()
    dialogue = Questions(["a cat sleeps"])
    with judges(tmp_path) as judge:
        converse(dialogue, judge, cancel=stop)
    assert dialogue.answers == []


@pytest.mark.parametrize(
    "words", [["-c", "import time; time.sleep(60)"], ["-c", "import time; time.sleep(60)", "{}"]]
)
def test_a_program_that_does_not_answer_keeps_nobody(words: list[str]) -> None:
    stop = threading.Event()
    threading.Timer(0.3, stop.set).start()
    with (
        CommandJudge(shlex.join([sys.executable, *words]), seconds=50, cancel=stop) as judge,
        pytest.raises(BrilligError, match="before it was stopped"),
    ):
        judge(("a", "b"))


def test_a_program_that_does_not_read_keeps_nobody() -> None:
    program = shlex.join([sys.executable, "-c", "import time; time.sleep(60)"])
    with CommandJudge(program, seconds=0.5) as judge, pytest.raises(BrilligError, match="no reading within"):
        judge.answer_all([("word",) * 60] * 1000)


def test_answers_that_nobody_asked_for_are_refused() -> None:
    twice = "import sys\nfor line in sys.stdin: print('yes\\nno', flush=True)"
    with CommandJudge(shlex.join([sys.executable, "-c", twice])) as judge:
        assert judge(("a",)) is True
        with pytest.raises(BrilligError, match="more answers than it was asked for"):
            judge(("b",))


def test_a_person_may_take_back_or_quit(tmp_path: Path) -> None:
    """The file of judgements has what was said in the end, and a program cannot be a person."""
    said: Iterator[bool | Turn] = iter([True, Turn.UNDO, False, Turn.QUIT])
    told: list[str] = []
    request = AskRequest(judgements=tmp_path / "judged")
    dialogue = request.begin(Corpus.of(["a cat sleeps", "the dog sleeps", "the dog sees a cat"]))
    first = dialogue.question
    assert first is not None
    assert converse(dialogue, lambda sentence: next(said), request, tell=told.append) is None
    assert [str(judgement) for judgement in dialogue.judgements] == [f"*{first.text}"]
    assert (tmp_path / "judged").read_text() == f"*{first.text}\n"
    assert f"   Taken back: {first.text}" in told


@pytest.mark.parametrize(
    ("wrong", "field"), [({"batch": 2}, "batch"), ({"batch": 0}, "batch"), ({"questions": -1}, "questions")]
)
def test_a_request_has_the_rules_between_its_options(wrong: dict[str, int], field: str) -> None:
    with pytest.raises(BrilligError) as refused:
        AskRequest(**wrong)  # type: ignore[arg-type]
    assert refused.value.field == field
    assert AskRequest(batch=2, program=True).batch == 2
