"""What a tab holds: its sentences, its chain of solutions, its judgements. And what the server keeps of all.

Values only: no page, no threads, no files.
"""

from __future__ import annotations

import time
from collections import OrderedDict, deque
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from brillig.errors import BrilligError
from brillig.language.plural import count
from brillig.language.reading import Reading
from brillig.problems.renaming import renamed
from brillig.problems.solution import Solution
from brillig.studio.jobs import Job
from brillig.studio.wording import in_page_words
from brillig.workflows.asking.dialogue import Dialogue
from brillig.workflows.asking.judgements import Answer, Judgement
from brillig.workflows.certificate import Certificate
from brillig.workflows.max_min_result import Candidate

MAX_STEPS = 50
MAX_SHELVED = 40
MAX_BROWSERS = 200
MAX_JUDGEMENTS = 2000
FORGET_AFTER = 3600.0  # seconds that a closed tab's state is kept


def as_sentence(message: str) -> str:
    """A message as the page shows it: begun like a sentence, unless with a name, and without options."""
    message = in_page_words(message)
    first = message.split(" ", 1)[0]
    return f"{message[:1].upper()}{message[1:]}" if first.strip(",:").isalpha() else message


@dataclass(frozen=True)
class Step:
    """One solution of a chain: how it came about and from which step."""

    number: int
    kind: str  # inferred, refined, extended, enlarged, opened
    solution: Solution
    parent: int | None = None
    certificate: Certificate | None = None

    @property
    def title(self) -> str:
        origin = "" if self.parent is None else f" from {self.parent}"
        return f"{self.number} · {self.kind}{origin}"


def sizes(solution: Solution) -> str:
    """How large a grammar is, for a chip."""
    grammar = solution.grammar
    return f"{count(len(grammar.words_of), 'class', 'classes')}, {count(len(grammar.syntactic), 'rule')}"


def describe(solution: Solution) -> str:
    """One line that tells solutions apart in a list."""
    size = solution.grammar.size()
    text = f"{size['categories']} categories, {size['syntactic_rules']} rules, {size['words']} words"
    return f"{text}, {solution.problem.describe()}"


@dataclass
class Session:
    """The state of one tab."""

    key: str
    browser: str
    text: str = ""
    reading: Reading = Reading()  # noqa: RUF009 (a frozen value)
    steps: list[Step] = field(default_factory=list)
    current: int | None = None  # index into steps
    wrong: dict[str, None] = field(default_factory=dict)  # sentences judged wrong, in their order
    fine: dict[str, None] = field(default_factory=dict)
    drawn: list[str] = field(default_factory=list)
    draws: int = 0
    job: Job | None = None
    message: str = ""  # how the last run ended, where there is something to say
    dialogue: Dialogue | None = None  # the questions that are being asked
    candidates: tuple[Candidate, ...] = ()  # what the last automatic search found for each number of rules
    clients: set[str] = field(default_factory=set)
    left_at: float | None = None
    dark: bool | None = None
    version: int = 0  # grows when another solution is to be shown
    certificates: int = 0

    @property
    def step(self) -> Step | None:
        return None if self.current is None else self.steps[self.current]

    @property
    def solution(self) -> Solution | None:
        return None if self.step is None else self.step.solution

    def add(self, kind: str, solution: Solution, parent: int | None = None) -> Step:
        """Append a solution to the chain and go to it. The oldest goes when there are too many."""
        number = self.steps[-1].number + 1 if self.steps else 1
        step = Step(number, kind, solution, parent)
        self.steps.append(step)
        if len(self.steps) > MAX_STEPS:
            del self.steps[0]
        self.current = len(self.steps) - 1
        self.forget_drawn()
        return step

    def go_to(self, number: int) -> None:
        for index, step in enumerate(self.steps):
            if step.number == number:
                if index != self.current:
                    self.current = index
                    self.forget_drawn()
                return
        raise BrilligError(f"there is no solution {number} any more")

    def rename(self, names: Mapping[str, str]) -> None:
        """Rename categories of the current solution, everywhere in it."""
        step = self._current_step()
        changed = {old: new for old, new in names.items() if old != new}
        if changed:
            self._replace(replace(step, solution=renamed(step.solution, changed)))

    def certify(self, number: int, certificate: Certificate) -> None:
        """Keep a certificate with its step, wherever one has gone since."""
        for index, step in enumerate(self.steps):
            if step.number == number:
                self.steps[index] = replace(step, certificate=certificate)
                self.certificates += 1

    def judge(self, sentence: str, verdict: str | None) -> None:
        """Note that a sentence is "wrong" or "fine", or take the judgement back."""
        self.wrong.pop(sentence, None)
        self.fine.pop(sentence, None)
        if verdict is not None:
            if len(self.wrong) + len(self.fine) >= MAX_JUDGEMENTS:
                raise BrilligError(f"{MAX_JUDGEMENTS} judgements are the most; save them and begin anew")
            (self.wrong if verdict == "wrong" else self.fine)[sentence] = None

    def judgements(self) -> list[Judgement]:
        """Everything judged on this page that is not a question of a dialogue."""
        said = [(text, Answer.YES) for text in self.fine] + [(text, Answer.NO) for text in self.wrong]
        return [Judgement(tuple(text.split()), answer) for text, answer in said]

    def counter_examples(self) -> str:
        """The sentences judged wrong as a file that `brillig certify --against` reads."""
        return "".join(f"{sentence}\n" for sentence in self.wrong)

    def forget_drawn(self) -> None:
        self.drawn = []
        self.version += 1

    def _current_step(self) -> Step:
        if self.step is None:
            raise BrilligError("there is no grammar yet; find or open one first")
        return self.step

    def _replace(self, step: Step) -> None:
        assert self.current is not None
        self.steps[self.current] = step
        self.version += 1


@dataclass(frozen=True)
class Shelved:
    """A finished result that outlives its tab."""

    number: int
    when: float
    title: str
    solution: Solution


class SessionStore:
    """All tabs of this server, and for each browser a shelf of finished results."""

    def __init__(self) -> None:
        self.sessions: dict[str, Session] = {}
        self._shelves: OrderedDict[str, deque[Shelved]] = OrderedDict()
        self._count = 0

    def session(self, key: str, browser: str) -> Session:
        """The session of a tab; another browser never gets it by knowing its key."""
        self._forget()
        whole = f"{browser}/{key}"
        session = self.sessions.get(whole)
        if session is None:
            session = self.sessions[whole] = Session(whole, browser)
        session.left_at = None
        return session

    def shelve(self, browser: str, title: str, solution: Solution) -> None:
        self._count += 1
        shelf = self._shelves.setdefault(browser, deque(maxlen=MAX_SHELVED))
        shelf.append(Shelved(self._count, time.time(), title, solution))
        self._shelves.move_to_end(browser)
        while len(self._shelves) > MAX_BROWSERS:
            self._shelves.popitem(last=False)

    def shelf(self, browser: str) -> list[Shelved]:
        """The newest first."""
        return list(reversed(self._shelves.get(browser, ())))

    def _forget(self) -> None:
        now = time.monotonic()
        for key, session in list(self.sessions.items()):
            if session.left_at is not None and now - session.left_at > FORGET_AFTER:
                del self.sessions[key]
