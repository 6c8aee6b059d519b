"""Table 6: infer, refine and extend on the second grammar."""

from __future__ import annotations

from dataclasses import replace

from brillig.engines.concur.extend import extend
from brillig.engines.concur.infer import infer
from brillig.engines.concur.refine import refine
from brillig.engines.exact import enumerate_solutions
from brillig.engines.outcome import Outcome
from brillig.language.builtin import builtin
from brillig.language.grammar import Grammar
from brillig.limits import Limits
from brillig.parsing.evaluate import compare
from brillig.problems import AnyProblem, ExtendProblem, Problem, RefineProblem, parse_rule
from brillig.problems.renaming import renamed
from brillig.problems.solution import Solution
from brillig_lab.reproduction import paper
from brillig_lab.reproduction.pictures import layers_image, rules_image
from brillig_lab.reproduction.report import Block, Row, Section
from brillig_lab.reproduction.setup import Setup, yes
from brillig_lab.reproduction.trials import number_text

SENTENCES = 100
FEATURES = {"A": 2, "B": 3, "C": 2, "D": 2}
RULE_LIMITS = {parse_rule("S>B A"): 2, parse_rule("A>D B"): 4, parse_rule("B>C B"): 2}
HOMOGRAPHS = 4


def run_table6(setup: Setup) -> Section:
    """The three solutions, and whether each is the only one."""
    rows: list[Row] = []
    blocks: list[Block] = []
    inferred = infer_toy2(setup)
    rows += _rows(setup, "inferred, (5, 2, 3)", inferred, paper.inferred(_words(inferred)))
    if inferred.solution is None:
        return Section("table6", "Table 6: infer, refine, extend", tuple(rows))
    base = with_paper_names(inferred.solution)
    blocks.append(Block("Inferred, with the paper's names for the categories", str(base.grammar)))

    refined = refine(refine_problem(base), _limits(setup), settings=setup.settings("refine"))
    rows += _rows(setup, "refined, f_B = 3", refined, paper.refined(_words(refined)))
    if refined.solution is None:
        return Section("table6", "Table 6: infer, refine, extend", tuple(rows), tuple(blocks))
    blocks.append(Block("Refined", str(refined.solution.grammar)))
    measured = compare(refined.solution.grammar, builtin("toy2"), strings=setup.scale.drawn, seed=setup.seed)
    rows.append(
        Row(
            "drawn sentences of the refined grammar that the true one accepts",
            "not given",
            f"{100 * measured.precision:.0f}% of {setup.scale.drawn}; recall {100 * measured.recall:.0f}%",
            "open",
        )
    )

    wanted = extend_problem(setup, refined.solution.grammar)
    extended = extend(wanted, _limits(setup), settings=setup.settings("extend"))
    rows += _rows(setup, "extended, h = 4", extended, paper.extended(_words(extended)))
    images = [rules_image("table6-rules.svg", "The inferred rules and lexicon", base.grammar)]
    if extended.solution is not None:
        blocks.append(Block("Extended", str(extended.solution.grammar)))
        longest = max(extended.solution.trees, key=lambda tree: len(tree.words()))
        images.append(layers_image("table6-tree.svg", "A tree of the extended grammar, in layers", longest))
    notes = (
        "The refined grammar, the paper's too, allows two plural determiners in a row (\"these all children "
        'walk"): '
        "that is what it accepts beyond the true grammar. Number agrees throughout.",
        "The paper's table of the extended grammar swaps walk, disappear with walks, disappears and leaves "
        "saw and liked out; what we compare with has this put right.",
    )
    title = "Table 6: infer, refine, extend"
    return Section("table6", title, tuple(rows), tuple(blocks), tuple(images), notes)


def infer_toy2(setup: Setup) -> Outcome:
    """(5, 2, 3) on sentences without past forms."""
    corpus = setup.sentences("toy2", SENTENCES)
    settings = setup.settings()
    if setup.preset == "paper":
        settings = replace(settings, gamma=1e-2)  # the paper's rate for this grammar
    return infer(Problem(corpus, 5, 2, 3), _limits(setup), settings=settings)


def with_paper_names(solution: Solution) -> Solution:
    """Its categories named as in table 6: A verbs, B nouns, C determiners, D transitive verbs."""
    grammar = solution.grammar
    ((_, noun, verb),) = grammar.expansions[grammar.start]
    ((_, transitive, _),) = grammar.expansions[verb]
    ((_, determiner, _),) = grammar.expansions[noun]
    return renamed(solution, {verb: "A", noun: "B", determiner: "C", transitive: "D"})


def refine_problem(base: Solution, nouns: int = 3) -> RefineProblem:
    """The paper's numbers of features and of refined rules."""
    return RefineProblem(base.grammar, base.trees, FEATURES | {"B": nouns}, RULE_LIMITS)


def extend_problem(setup: Setup, grammar: Grammar, homographs: int = HOMOGRAPHS) -> ExtendProblem:
    """New sentences, with past forms."""
    return ExtendProblem(grammar, setup.sentences("toy2-past", SENTENCES, data_set=1), homographs)


def count_solutions(setup: Setup, problem: AnyProblem) -> tuple[int, bool]:
    """How many solutions there are, and whether that is all of them."""
    every = enumerate_solutions(problem, Limits(time_limit=max(15.0, setup.scale.exact_seconds)), most=20)
    return len(every.grammars), every.complete


def _limits(setup: Setup) -> Limits:
    return Limits(setup.seed, time_limit=max(15.0, setup.scale.seconds), jobs=setup.jobs)


def _words(outcome: Outcome) -> tuple[str, ...]:
    return () if outcome.solution is None else outcome.solution.grammar.words


def _rows(setup: Setup, what: str, outcome: Outcome, expected: Grammar) -> list[Row]:
    if outcome.solution is None:
        return [setup.label(Row(what, "found", f"not found: {outcome.reason}", "open"))]
    same = outcome.solution.grammar.canonical_text == expected.canonical_text
    number, complete = count_solutions(setup, outcome.problem)
    counted = f"{'' if complete else 'at least '}{number}"
    return [
        setup.label(
            Row(
                what,
                "as printed",
                f"{'the same' if same else 'another grammar'}, "
                f"{number_text(outcome.run.iterations)} iterations",
                yes(same),
            )
        ),
        Row(f"{what}: solutions", "1 (unique)", counted, yes(complete and number == 1)),
    ]
