"""What a project holds: its sentences, its chain of solutions, its judgements.

Values only: no page, no threads, no files. Whoever keeps a project is told of each change (`keep`).
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from brillig.errors import BrilligError
from brillig.language.changes import find_changes
from brillig.language.grammar import Grammar, LexicalRule, SyntacticRule
from brillig.language.plural import count
from brillig.language.reading import Reading
from brillig.limits import Brake
from brillig.problems.renaming import renamed, renamed_after
from brillig.problems.solution import Solution
from brillig.problems.telling import Proof
from brillig.studio.jobs import Job
from brillig.workflows.asking.dialogue import Dialogue
from brillig.workflows.asking.judgements import Answer, Judgement
from brillig.workflows.certificate import Certificate
from brillig.workflows.max_min_result import Candidate

# Steps whose categories come with names of their own; all others go on from names that are there.
_NAMED_ANEW = frozenset({"inferred", "asked", "judged", "adopted"})
MAX_STEPS = 50
MAX_NEW_WORDS = 6  # that a line of news says the class of
MAX_JUDGEMENTS = 2000
MAX_TITLE = 60


def as_sentence(message: str) -> str:
    """A message as the page shows it: begun like a sentence, unless with a name."""
    first = message.split(" ", 1)[0]
    return f"{message[:1].upper()}{message[1:]}" if first.strip(",:").isalpha() else message


@dataclass(frozen=True)
class Step:
    """One solution of a chain: how it came about and from which step."""

    number: int
    kind: str  # inferred, refined, extended, enlarged, asked, judged, opened
    solution: Solution
    parent: int | None = None
    certificate: Certificate | None = None
    label: str = ""  # the user's own name for it
    proof: Proof = Proof.OPEN  # what the run that found it could say about others

    @property
    def title(self) -> str:
        origin = "" if self.parent is None else f" from {self.parent}"
        return self.label or f"{self.number} · {self.kind}{origin}"


@dataclass(frozen=True)
class Judged:
    """A sentence, what was said of it, and what that changed in the grammar."""

    text: str
    answer: Answer
    changes: tuple[str, ...] = ()

    @property
    def judgement(self) -> Judgement:
        return Judgement(tuple(self.text.split()), self.answer)


SURPRISES = 2  # times the questions without any; the stories of the first screen took 1.5 and 2.1 times these


@dataclass(frozen=True)
class Estimate:
    """How many questions are left: `least` if all answers are as expected, `most` if some surprise."""

    answered: int
    least: int
    most: int

    def __str__(self) -> str:
        if self.least == self.most:
            return f"about {count(self.least, 'more question')}"
        return f"{self.least} to {self.most} more questions, the fewer surprises the fewer"


def estimate_left(before: Estimate | None, answered: int, least: int) -> Estimate:
    """An estimate after some answers; its upper end falls with every one, unless `least` is beyond it."""
    most = SURPRISES * least
    if before is not None:
        most = max(least, min(most, before.most - (answered - before.answered)))
    return Estimate(answered, least, most)


class Part(StrEnum):
    """What of a project has changed and is to be kept."""

    ABOUT = "about"  # the name, the chain, which step is shown
    TEXT = "text"
    JUDGEMENTS = "judgements"


def sizes(solution: Solution) -> str:
    """How large a grammar is, for a chip."""
    grammar = solution.grammar if solution.features is None else solution.features.grammar
    return f"{count(len(grammar.words_of), 'class', 'classes')}, {count(len(grammar.syntactic), 'rule')}"


def describe(solution: Solution) -> str:
    """One line that tells solutions apart in a list."""
    size = solution.grammar.size()
    text = f"{size['categories']} categories, {size['syntactic_rules']} rules, {size['words']} words"
    return f"{text}, {solution.problem.describe()}"


def _keep_nothing(session: Session, part: Part, step: Step | None) -> None:
    """For a session that lives in memory alone."""


@dataclass
class Session:
    """The state of one project, in one tab or several."""

    key: str  # the name of its folder; empty before it has one
    owner: str = ""
    uid: str = field(default_factory=lambda: secrets.token_hex(8))  # whose runs are whose
    name: str = ""
    text: str = ""
    reading: Reading = Reading()  # noqa: RUF009 (a frozen value)
    steps: list[Step] = field(default_factory=list)
    current: int | None = None  # index into steps
    judged: dict[str, Judged] = field(default_factory=dict)  # by sentence, in the order of the answers
    kept: Grammar | None = None  # rules that every grammar to come has to have
    drawn: list[str] = field(default_factory=list)
    draws: int = 0
    job: Job | None = None
    message: str = ""  # how the last run ended, where there is something to say
    news: str = ""  # what the last action changed
    dialogue: Dialogue | None = None  # the questions that are being asked
    asking: Brake | None = None  # what stops it while it thinks
    estimate: Estimate | None = None  # of the questions that are left
    candidates: tuple[Candidate, ...] = ()  # what the last automatic search found for each number of rules
    clients: set[str] = field(default_factory=set)
    left_at: float | None = None
    dark: bool | None = None
    tab: str = "grammar"  # the panel shown last
    beside: int | None = None  # the step to compare with: 0 for none, None for the one before
    arrivals: int = 0  # grows when a run or an action has come to a grammar
    version: int = 0  # grows when another solution is to be shown
    certificates: int = 0
    palette: list[str] = field(default_factory=list)  # the categories in the order of their colours
    keep: Callable[[Session, Part, Step | None], None] = field(default=_keep_nothing, repr=False)
    begin: bool = False  # whether to find a grammar as soon as the page is there
    unkept: str = ""  # why the last change could not be kept

    @property
    def step(self) -> Step | None:
        return None if self.current is None else self.steps[self.current]

    @property
    def solution(self) -> Solution | None:
        return None if self.step is None else self.step.solution

    @property
    def is_empty(self) -> bool:
        return not (self.text.strip() or self.steps or self.judged)

    @property
    def title(self) -> str:
        """The project's name; before it has one, how its sentences begin."""
        if self.name:
            return self.name
        first = next((line.strip() for line in self.text.splitlines() if line.strip()), "")
        if not first and self.steps:
            first = " ".join(self.steps[0].solution.corpus.sentences[0])
        return first[:MAX_TITLE] or "New project"

    def set_text(self, text: str, reading: Reading) -> None:
        if (text, reading) != (self.text, self.reading):
            self.text, self.reading = text, reading
            self.keep(self, Part.TEXT, None)

    def rename_project(self, name: str) -> None:
        self.name = name.strip()[:MAX_TITLE]
        self.keep(self, Part.ABOUT, None)

    def add(self, kind: str, solution: Solution, parent: int | None = None) -> Step:
        """Append a solution to the chain and go to it; its categories keep the names they had.

        The same grammar for the same sentences as the one shown is no new step. The oldest goes when there
        are too many.
        """
        before = self.solution
        if (
            before is not None
            and kind in _NAMED_ANEW
            and not (solution.corpus.tags or solution.corpus.brackets)
        ):
            fixed = () if self.kept is None else self.kept.categories
            solution = renamed_after(solution, before, fixed)
        step = self.step
        self.arrivals += 1
        self.beside = None
        if step is not None and kind == step.kind and _same(solution, step.solution):
            self.news = "The same grammar as before."
            self.forget_drawn()
            return step
        number = self.steps[-1].number + 1 if self.steps else 1
        step = Step(number, kind, solution, parent)
        self.steps.append(step)
        if len(self.steps) > MAX_STEPS:
            del self.steps[0]
        self.current = len(self.steps) - 1
        origin = self.find_step(parent)
        model = before if origin is None else origin.solution
        self.news = "" if model is None or kind == "opened" else _news(kind, model, solution)
        self.forget_drawn()
        self.keep(self, Part.ABOUT, step)
        return step

    def go_to(self, number: int) -> None:
        index = self._index(number)
        if index != self.current:
            self.current = index
            self.forget_drawn()
            self.keep(self, Part.ABOUT, None)

    def find_step(self, number: int | None) -> Step | None:
        """The step of this number, where it is still there."""
        return next((step for step in self.steps if step.number == number), None)

    def before(self, step: Step) -> Step | None:
        """The step that one is compared with: the chosen one, else where it came from, else the last one."""
        if self.beside is not None and self.beside != step.number:
            return self.find_step(self.beside)
        earlier = [other for other in self.steps if other.number < step.number]
        return self.find_step(step.parent) or (earlier[-1] if earlier else None)

    def delete_step(self, number: int) -> None:
        """Take a solution out of the chain; the one before it is shown where it was the shown one."""
        index = self._index(number)
        shown = self.step
        del self.steps[index]
        left = self.find_step(shown.number) if shown is not None else None
        if left is not None:
            self.current = self.steps.index(left)
        else:
            self.current = max(0, index - 1) if self.steps else None
        self.forget_drawn()
        self.keep(self, Part.ABOUT, None)

    def label_step(self, number: int, label: str) -> None:
        index = self._index(number)
        self.steps[index] = replace(self.steps[index], label=label.strip()[:MAX_TITLE])
        self.version += 1
        self.keep(self, Part.ABOUT, None)

    def rename(self, names: Mapping[str, str]) -> None:
        """Rename categories of the current solution, everywhere in it."""
        step = self._current_step()
        changed = {old: new for old, new in names.items() if old != new}
        if changed:
            assert self.current is not None
            new = replace(step, solution=renamed(step.solution, changed))
            self.palette = [changed.get(name, name) for name in self.palette]
            if self.kept is not None:
                self.kept = self.kept.renamed({o: n for o, n in changed.items() if o in self.kept.categories})
            self.steps[self.current] = new
            self.version += 1
            self.keep(self, Part.ABOUT, new)

    def certify(self, number: int, certificate: Certificate) -> None:
        """Keep a certificate with its step, wherever one has gone since."""
        for index, step in enumerate(self.steps):
            if step.number == number:
                self.steps[index] = replace(step, certificate=certificate)
                self.certificates += 1

    def prove(self, number: int, proof: Proof) -> None:
        """Note with its step what was proven after it was shown."""
        for index, step in enumerate(self.steps):
            if step.number == number:
                self.steps[index] = replace(step, proof=proof)

    # -- rules to be kept -----------------------------------------------------------------------------

    def keep_rule(self, rule: SyntacticRule) -> None:
        """Have every grammar to come keep a rule.

        With the most frequent word of each of its classes: names alone could be given to anything.
        """
        solution = self._current_step().solution
        counts = solution.corpus.counts
        lexical = {
            LexicalRule(name, max(words, key=lambda word: counts[word]))
            for name in rule
            if (words := solution.grammar.words_of.get(name))
        }
        before = self.kept or Grammar(solution.grammar.start, (), ())
        self.kept = Grammar(before.start, (*before.syntactic, rule), (*before.lexical, *lexical))
        self.keep(self, Part.ABOUT, None)

    def release_rule(self, rule: SyntacticRule) -> None:
        """A rule need not be kept any longer."""
        if self.kept is not None:
            rules = tuple(one for one in self.kept.syntactic if one != rule)
            named = {name for one in rules for name in one}
            lexical = tuple(one for one in self.kept.lexical if one.category in named)
            self.kept = Grammar(self.kept.start, rules, lexical) if rules else None
            self.keep(self, Part.ABOUT, None)

    # -- judgements ---------------------------------------------------------------------------------

    def judge(self, sentence: str, answer: Answer | None, changes: tuple[str, ...] = ()) -> None:
        """Note what is said of a sentence, or with None take it back."""
        if answer is None:
            self.judged.pop(sentence, None)
        else:
            if sentence not in self.judged and len(self.judged) >= MAX_JUDGEMENTS:
                raise BrilligError(
                    f"{MAX_JUDGEMENTS} judgements are the maximum", hint="save them and start over"
                )
            self.judged[sentence] = Judged(sentence, answer, changes)
        self.keep(self, Part.JUDGEMENTS, None)

    def forget_judgements(self) -> None:
        self.judged.clear()
        self.dialogue = self.estimate = None
        self.keep(self, Part.JUDGEMENTS, None)

    def said(self, answer: Answer) -> list[str]:
        """The sentences of which this was said."""
        return [judged.text for judged in self.judged.values() if judged.answer is answer]

    def judgements(self) -> list[Judgement]:
        return [judged.judgement for judged in self.judged.values()]

    def counter_examples(self) -> str:
        """The sentences judged wrong as a file that `brillig certify --against` reads."""
        return "".join(f"{sentence}\n" for sentence in self.said(Answer.NO))

    def forget_drawn(self) -> None:
        self.drawn = []
        self.version += 1

    def _index(self, number: int) -> int:
        for index, step in enumerate(self.steps):
            if step.number == number:
                return index
        raise BrilligError(f"there is no solution {number} any more")

    def _current_step(self) -> Step:
        if self.step is None:
            raise BrilligError("there is no grammar yet", hint="find or open one first")
        return self.step


def _news(kind: str, before: Solution, after: Solution) -> str:
    """One line on what a step changed; the grammar has the changes marked."""
    split = _split(before.grammar, after.grammar)
    if kind == "refined" and split:
        return f"Refined: {', '.join(split)}."
    changes = find_changes(before.grammar, after.grammar)
    new = {word: now for word, (now, was) in changes.words.items() if not was}
    parts = [
        (len(changes.added), "new rule", "new rules"),
        (len(changes.removed), "rule gone", "rules gone"),
        (len(changes.moved), "word in another class", "words in other classes"),
    ]
    said = [count(number, one, many) for number, one, many in parts if number]
    if len(new) > MAX_NEW_WORDS:
        said.append(f"{len(new)} new words")
    elif new:
        said.append("new words " + ", ".join(f"{word} ({' and '.join(now)})" for word, now in new.items()))
    return f"{kind.capitalize()}: {', '.join(said) or 'the same grammar as before'}."


def _split(before: Grammar, after: Grammar) -> list[str]:
    """What each category was split into, where a refinement did that: `D into D_0 and D_1`."""
    parts: dict[str, list[str]] = {}
    for name in after.categories:
        base, _, feature = name.rpartition("_")
        if feature.isdigit() and base in before.categories and base not in after.categories:
            parts.setdefault(base, []).append(name)
    return [f"{base} into {' and '.join(names)}" for base, names in parts.items() if len(names) > 1]


def _same(one: Solution, other: Solution) -> bool:
    return one.grammar == other.grammar and one.problem.corpus == other.problem.corpus
