"""Learning by asking, with the truth as the speaker: questions until exact and until the end, on fresh draws.

    python benchmarks/bench_asking.py [NAME,SENTENCES ...] [--seeds 1,2,3,4,5] [--random] [--verbose]

Names are built-in grammars, fragments, `expressions` and `sums`. Exact: precision and recall 1.0 on 2000
draws each way from then on, words not seen aside. `--random` asks sentences drawn from the present grammar
instead, until twenty in a row were right: the baseline. Seconds are of the processor.
"""

from __future__ import annotations

import argparse
import statistics
import time
from itertools import islice

from brillig.language.builtin import BUILTIN, builtin
from brillig.language.cfg import Cfg
from brillig.language.cfg_text import parse_general
from brillig.language.corpus import Corpus, Sentence
from brillig.language.grammar import Grammar
from brillig.limits import Limits
from brillig.parsing.cyk import accepts_all
from brillig.parsing.generate import draw
from brillig.workflows.asking.dialogue import Dialogue
from brillig.workflows.asking.interview import Interview, Kind, Question, Questions
from brillig.workflows.asking.learner import Learner
from fragments import Fragment

OWN = {
    "expressions": "S -> K E\nE -> 'x' | 'y' | E O E | L E R\n"
    "O -> '+' | '*'\nL -> '('\nR -> ')'\nK -> 'show'",
    "sums": "S -> 'x' | 'y' | S O S | L S R\nO -> '+' | '*'\nL -> '('\nR -> ')'",
}
DEFAULT = ["toy1,20", "toy2,50", "expressions,20", "sums,20"]
DRAWS, LOOK, MAX_WORDS, RUN = 2000, 400, 14, 20


def truth_and_samples(
    name: str, number: int, seed: int
) -> tuple[Grammar | Cfg, list[Sentence], list[Sentence]]:
    """The truth, sentences to learn from, and others to measure recall with."""
    if name not in BUILTIN and name not in OWN:
        fragment = Fragment(name)
        given, fresh = fragment.sample(number, seed), fragment.sample(DRAWS, seed + 10**6)
        return fragment.grammar, [tuple(s.split()) for s in given], [tuple(s.split()) for s in fresh]
    truth = builtin(name) if name in BUILTIN else parse_general(OWN[name], name, ())
    least = 1 if name == "sums" else 2
    drawn = [(s for s in draw(truth, own, MAX_WORDS) if len(s) >= least) for own in (seed, seed + 10**6)]
    return truth, list(islice(drawn[0], number)), list(islice(drawn[1], DRAWS))


def measure(
    grammar: Grammar, truth: Grammar | Cfg, fresh: list[Sentence], number: int
) -> tuple[float, float]:
    """Precision and recall."""
    mine = list(islice(draw(grammar, 7, MAX_WORDS), number))
    known = [s for s in fresh[:number] if grammar.lexicon.keys() >= set(s)]
    return sum(accepts_all(truth, mine)) / number, sum(accepts_all(grammar, known)) / max(1, len(known))


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
            answer = yield from self._ask(self._drawn(string, 1)[0], Kind.RULES)
            run = run + 1 if answer else 0


class RandomDialogue(Dialogue):
    def _begin(self) -> None:
        self._learner = Learner(self.corpus, (), self._limits)
        self._interview = RandomInterview(self._learner)
        self._questions = self._interview.questions()
        self.question: Question | None = next(self._questions, None)
        self._note_changes()


def run(name: str, number: int, seed: int, baseline: bool, verbose: bool) -> tuple[int | None, int, float]:
    """Questions until exact (None: never), until the end, and seconds."""
    truth, sentences, fresh = truth_and_samples(name, number, seed)
    kind = RandomDialogue if baseline else Dialogue
    began, aside = time.process_time(), 0.0
    dialogue = kind(Corpus.of(sentences, one_word=True), limits=Limits(seed, None, None, 1))
    exact: int | None = None
    shown: Grammar | None = None
    while True:
        looked = time.process_time()
        if dialogue.grammar is not shown:
            shown = dialogue.grammar
            found = measure(shown, truth, fresh, LOOK)
            exact = (dialogue.asked if exact is None else exact) if found == (1.0, 1.0) else None
        if dialogue.question is None:
            break
        answer = accepts_all(truth, [dialogue.question.sentence])[0]
        if verbose:
            print(f"    {dialogue.question.kind:<6} {answer!s:<5} {dialogue.question.text}", flush=True)
        aside += time.process_time() - looked
        dialogue.answer(answer)
    seconds = time.process_time() - began - aside
    precision, recall = measure(dialogue.grammar, truth, fresh, DRAWS)
    if (precision, recall) != (1.0, 1.0):
        exact = None
    until = "never" if exact is None else exact
    print(
        f"{name} {number} seed {seed}: exact after {until}, ended after {dialogue.asked}, "
        f"precision {precision:.3f}, recall {recall:.3f}, {seconds:.1f} s",
        flush=True,
    )
    return exact, dialogue.asked, seconds


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("cases", nargs="*", default=DEFAULT, metavar="NAME,SENTENCES")
    parser.add_argument("--seeds", default="1,2,3,4,5")
    parser.add_argument("--random", action="store_true")
    parser.add_argument("--verbose", action="store_true")
    options = parser.parse_args()
    for case in options.cases:
        name, number = case.split(",")
        seeds = [int(seed) for seed in options.seeds.split(",")]
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
