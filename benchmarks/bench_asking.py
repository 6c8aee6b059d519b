"""Learning by asking, with the truth as the speaker: questions until exact and until the end, on fresh draws.

    python benchmarks/bench_asking.py [NAME,SENTENCES ...] [--seeds 1,2,3] [--random | --false] [--verbose]

Names are built-in grammars, fragments and `expressions`. Of a classic the sentences are distinct, and its own
membership test is the speaker. Exact: precision and recall 1.0 on 2000 draws each way from then on, words
not seen aside. `--random` asks sentences drawn from the present grammar instead, until twenty in a row were
right: the baseline. `--false` answers one of the first thirty questions falsely: whether that answer is
named in the end, as an exception or among those that the result hinges on. Seconds are of the processor.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass
from itertools import islice
from random import Random

from brillig.language.builtin import BUILTIN, builtin
from brillig.language.cfg import Cfg
from brillig.language.cfg_text import parse_general
from brillig.language.corpus import Corpus, Sentence
from brillig.language.grammar import Grammar
from brillig.limits import Budget, Limits
from brillig.parsing.cyk import accepts_all
from brillig.parsing.generate import draw
from brillig.workflows.asking.courses import Course, InterviewCourse
from brillig.workflows.asking.dialogue import Dialogue
from brillig.workflows.asking.interview import Interview, Kind, Questions
from brillig_lab.classics import CLASSICS
from fragments import Fragment

OWN = {
    "expressions": "S -> K E\nE -> 'x' | 'y' | E O E | L E R\n"
    "O -> '+' | '*'\nL -> '('\nR -> ')'\nK -> 'show'",
}
DEFAULT = ["toy1,20", "toy2,50", "expressions,20"]
DRAWS, LOOK, MAX_WORDS, RUN = 2000, 400, 14, 20
MAX_FALSE, MAX_ASKED = 30, 200


@dataclass(frozen=True)
class Task:
    """A language to be learnt: what is in it, sentences to learn from, and others to measure recall with."""

    contains: Callable[[list[Sentence]], list[bool]]
    given: list[Sentence]
    fresh: list[Sentence]
    max_words: int = MAX_WORDS

    def measure(self, grammar: Grammar, number: int) -> tuple[float, float]:
        """Precision and recall."""
        mine = list(islice(draw(grammar, 7, self.max_words), number))
        known = [s for s in self.fresh[:number] if grammar.lexicon.keys() >= set(s)]
        return sum(self.contains(mine)) / number, sum(accepts_all(grammar, known)) / max(1, len(known))


def task_of(name: str, number: int, seed: int) -> Task:
    if name in CLASSICS:
        classic = CLASSICS[name]
        drawn = draw(classic.cfg, seed, classic.max_words)
        given = list(islice(dict.fromkeys(islice(drawn, DRAWS)), number))
        fresh = list(islice(draw(classic.cfg, seed + 10**6, classic.length), DRAWS))
        return Task(lambda strings: list(map(classic.contains, strings)), given, fresh, classic.length)
    truth: Grammar | Cfg
    if name in BUILTIN or name in OWN:
        truth = builtin(name) if name in BUILTIN else parse_general(OWN[name], name, ())
        given, fresh = (
            list(islice((s for s in draw(truth, own, MAX_WORDS) if len(s) > 1), size))
            for own, size in ((seed, number), (seed + 10**6, DRAWS))
        )
    else:
        fragment = Fragment(name)
        truth = fragment.grammar
        given = [tuple(s.split()) for s in fragment.sample(number, seed)]
        fresh = [tuple(s.split()) for s in fragment.sample(DRAWS, seed + 10**6)]
    return Task(lambda strings: list(accepts_all(truth, strings)), given, fresh)


class RandomInterview(Interview):
    """The baseline: any sentence of the present grammar, until a run of them was right."""

    def questions(self) -> Questions:
        run = 0
        while run < RUN:
            while (string := self.learner.contradiction()) is not None:
                yield from self._split(string)
                run = 0
            if not self.learner.is_current():
                self._learn()
            unknown = sorted(s for s in self.language if not self._is_known(s))
            if not unknown:
                return
            string = self.random.choice(unknown)
            answer = yield from self._ask(self._wording.drawn(string, 1)[0], Kind.RULES)
            run = run + 1 if answer else 0


class RandomCourse(InterviewCourse):
    def __init__(self, dialogue: Dialogue) -> None:
        super().__init__(dialogue.corpus, (), Budget.begin(), None)
        self.interview = RandomInterview(self.learner)


class RandomDialogue(Dialogue):
    def _make_course(self) -> Course:
        return RandomCourse(self)


def run(name: str, number: int, seed: int, baseline: bool, verbose: bool) -> tuple[int | None, int, float]:
    """Questions until exact (None: never), until the end, and seconds."""
    task = task_of(name, number, seed)
    kind = RandomDialogue if baseline else Dialogue
    began, aside = time.process_time(), 0.0
    dialogue = kind(Corpus.of(task.given, one_word=True), limits=Limits(seed, None, None, 1))
    exact: int | None = None
    shown: Grammar | None = None
    while True:
        looked = time.process_time()
        if dialogue.grammar is not shown:
            shown = dialogue.grammar
            found = task.measure(shown, LOOK)
            exact = (dialogue.asked if exact is None else exact) if found == (1.0, 1.0) else None
        if dialogue.question is None:
            break
        answer = task.contains([dialogue.question.sentence])[0]
        if verbose:
            print(f"    {dialogue.question.kind:<6} {answer!s:<5} {dialogue.question.text}", flush=True)
        aside += time.process_time() - looked
        dialogue.answer(answer)
    seconds = time.process_time() - began - aside
    precision, recall = task.measure(dialogue.grammar, DRAWS)
    if (precision, recall) != (1.0, 1.0):
        exact = None
    until = "never" if exact is None else exact
    print(
        f"{name} {len(task.given)} seed {seed}: exact after {until}, ended after {dialogue.asked}, "
        f"precision {precision:.3f}, recall {recall:.3f}, {seconds:.1f} s",
        flush=True,
    )
    return exact, dialogue.asked, seconds


def run_false(name: str, number: int, seed: int) -> bool:
    """Whether the false answer was named."""
    task = task_of(name, number, seed)
    place = Random(seed).randrange(MAX_FALSE)
    dialogue = Dialogue(Corpus.of(task.given, one_word=True), limits=Limits(seed, None, None, 1))
    false: Sentence | None = None
    while dialogue.question is not None and dialogue.asked < MAX_ASKED:
        sentence = dialogue.question.sentence
        answer = task.contains([sentence])[0]
        if dialogue.asked == place:
            false, answer = sentence, not answer
        dialogue.answer(answer)
    if false is None:
        print(
            f"{name} {number} seed {seed}: ended after {dialogue.asked}, before the false answer", flush=True
        )
        return True
    hinges = dialogue.hinges()
    named = "exception" if false in dialogue.exceptions else "hinge" if false in hinges else "not named"
    precision, recall = task.measure(dialogue.grammar, DRAWS)
    print(
        f"{name} {number} seed {seed}: answer {place + 1} is false, {named} "
        f"(of {len(dialogue.exceptions)} and {len(hinges)}); ended after {dialogue.asked}, "
        f"precision {precision:.3f}, recall {recall:.3f}",
        flush=True,
    )
    return named != "not named"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("cases", nargs="*", default=DEFAULT, metavar="NAME,SENTENCES")
    parser.add_argument("--seeds", default="1,2,3,4,5")
    parser.add_argument("--random", action="store_true")
    parser.add_argument("--false", action="store_true")
    parser.add_argument("--verbose", action="store_true")
    options = parser.parse_args()
    for case in options.cases:
        name, number = case.split(",")
        seeds = [int(seed) for seed in options.seeds.split(",")]
        if options.false:
            named = sum(run_false(name, int(number), seed) for seed in seeds)
            print(f"{name} {number}: named in {named} of {len(seeds)}\n", flush=True)
            continue
        runs = [run(name, int(number), seed, options.random, options.verbose) for seed in seeds]
        reached = [exact for exact, _, _ in runs if exact is not None]
        print(
            f"{name} {number}: exact {len(reached)} of {len(runs)}, "
            f"after {statistics.median(reached) if reached else '-'}; "
            f"ended after {statistics.median(asked for _, asked, _ in runs)}; "
            f"at most {max(seconds for _, _, seconds in runs):.0f} s\n",
            flush=True,
        )


if __name__ == "__main__":
    main()
