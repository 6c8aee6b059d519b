"""Tables 1, 2, 3 and 5: the grammars that data are drawn from, and what is inferred from ten sentences."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

from brillig.engines.concur.infer import infer
from brillig.engines.exact import enumerate_solutions, solve_exactly
from brillig.language.builtin import builtin
from brillig.language.corpus import Corpus
from brillig.language.grammar import Grammar
from brillig.limits import Limits
from brillig.parsing.cyk import accepts_all
from brillig.parsing.equality import group_by_language, lexicon_key
from brillig.parsing.evaluate import compare
from brillig.parsing.generate import generate
from brillig.problems import Problem, Restrictions
from brillig.problems.solution import Status
from brillig_lab.reproduction.paper import TABLE3_NAME, TEN_SENTENCES, bracketings, table2, table3
from brillig_lab.reproduction.pictures import rules_image, tree_image
from brillig_lab.reproduction.report import Block, Row, Section
from brillig_lab.reproduction.setup import Setup, plural, yes
from brillig_lab.reproduction.trials import number_text, rate_text, run_trials


def run_table1(setup: Setup) -> Section:
    """The first grammar and its ten sentences."""
    grammar = builtin("toy1")
    accepted = sum(accepts_all(grammar, TEN_SENTENCES))
    drawn = generate(grammar, setup.scale.drawn, seed=setup.seed)
    prepositions = {"in", "on", "by", "with"}
    phrases = Counter(sum(word in prepositions for word in text.split()) for text in drawn)
    rows = (
        Row(
            "the paper's ten sentences that the grammar accepts",
            "10 of 10",
            f"{accepted} of 10",
            yes(accepted == 10),
        ),
        Row(
            f"prepositional phrases in {len(drawn)} drawn sentences",
            "at most 2",
            f"at most {max(phrases)} ({', '.join(f'{phrases[k]} with {k}' for k in sorted(phrases))})",
            yes(max(phrases) <= 2),
        ),
    )
    blocks = (
        Block("The grammar (`toy1`)", str(grammar)),
        Block("Ten sentences that Brillig draws from it", "\n".join(drawn[:10])),
    )
    return Section("table1", "Table 1: the first grammar and ten sentences", rows, blocks)


def run_table2(setup: Setup) -> Section:
    """Too few categories and too many rules: (5, 3, 8)."""
    corpus = Corpus.of(TEN_SENTENCES)
    strict = Problem(corpus, 5, 3, 8)
    loose = replace(strict, restrictions=Restrictions.lifted(lexical_root=True))
    refused = solve_exactly(strict, Limits(time_limit=setup.scale.exact_seconds))
    done = run_trials(
        lambda seed, stop: infer(
            loose, Limits(seed, setup.scale.limit, jobs=1), settings=setup.settings(), cancel=stop
        ),
        setup.scale.trials,
        seed=setup.seed,
        seconds=setup.scale.seconds,
        jobs=setup.jobs,
    )
    different = {solution.grammar.canonical_text for solution in done.solutions}
    printed = sum(accepts_all(table2(), TEN_SENTENCES))
    rows = [
        Row("the printed grammar explains the ten sentences", "yes", f"{printed} of 10", yes(printed == 10)),
        Row(
            "a solution exists under all six restrictions",
            "yes (printed)",
            "no, proven" if refused.status is Status.INFEASIBLE else refused.status.value,
            yes(refused.status is Status.FOUND),
        ),
        Row(
            "solutions are found easily (restriction 6, second half, left out)",
            "quite easily",
            f"{rate_text(done.summary)}, {number_text(done.summary.iterations / max(1, len(done.trials)))} "
            "iterations per trial",
            yes(bool(done.solutions)),
        ),
        Row(
            "the solution is unique",
            "no",
            f"{plural(len(different), 'different grammar')} found",
            yes(len(different) > 1),
        ),
    ]
    notes = [
        "The printed grammar has S → A B with B lexical, which restriction 6 of the paper forbids. So the "
        "setting is run with `--lexical-root`, which leaves that half of the restriction out.",
        done.shortened,
    ]
    blocks = []
    if done.solutions:
        grammar = done.solutions[0].grammar
        measured = compare(grammar, builtin("toy1"), strings=setup.scale.drawn, seed=setup.seed)
        rows.append(
            Row(
                "the grammar generates nonsense",
                "five sentences, all nonsense",
                f"{100 * measured.precision:.0f}% of {setup.scale.drawn} drawn sentences are in toy1",
                yes(measured.precision < 0.5),
            )
        )
        blocks = [
            Block("The first grammar found", str(grammar)),
            Block("Five sentences drawn from it", "\n".join(generate(grammar, 5, seed=setup.seed))),
        ]
    title = "Table 2: too many rules, (c, c_l, r_s) = (5, 3, 8)"
    return Section("table2", title, tuple(rows), tuple(blocks), notes=tuple(filter(None, notes)))


def run_table3(setup: Setup) -> Section:
    """The right numbers: (8, 4, 5)."""
    corpus = Corpus.of(TEN_SENTENCES)
    problem = Problem(corpus, 8, 4, 5)
    limit = Limits(time_limit=max(20.0, setup.scale.exact_seconds))
    bound = Limits(setup.seed, time_limit=limit.time_limit, jobs=setup.jobs)
    found = infer(problem, bound, settings=setup.settings())
    names = {grammar.canonical_text: name for name, grammar in bracketings(corpus.words).items()}
    every = enumerate_solutions(problem, limit)
    listed = [names.get(grammar.canonical_text, "another") for grammar in every.grammars]
    languages, length = group_by_language(list(every.grammars)) if every.grammars else ([], 0)
    lexicons = {lexicon_key(grammar) for grammar in every.grammars}
    printed = sum(accepts_all(table3(), TEN_SENTENCES))
    rows = [
        Row("the printed grammar explains the ten sentences", "yes", f"{printed} of 10", yes(printed == 10)),
        setup.label(
            Row(
                "inferred by divide and concur",
                TABLE3_NAME,
                f"not found in {limit.time_limit:.0f} s"
                if found.solution is None
                else f"{names.get(found.solution.grammar.canonical_text, 'another grammar')} "
                f"({number_text(found.run.iterations)} iterations, {found.run.seconds:.1f} s)",
                _judge_bracketing(None if found.solution is None else found.solution.grammar, names),
            )
        ),
        Row(
            "solutions up to the names of categories",
            "1 (unique)",
            f"{'' if every.complete else 'at least '}{len(listed)}: {'; '.join(sorted(listed))}",
            yes(every.complete and len(listed) == 1),
        ),
        Row(
            "lexicons and languages of these",
            "1 and 1",
            f"{len(lexicons)} and {len(set(languages))} (compared up to {length} words)",
            yes(len(lexicons) == 1 and len(set(languages)) == 1),
        ),
    ]
    for what, tighter in (
        ("four rules suffice, (8, 4, 4)", replace(problem, rules=4)),
        ("five designated lexical categories are possible, (8, 5, 5)", replace(problem, lexical=5)),
    ):
        status = solve_exactly(tighter, limit).status
        said = {Status.FOUND: "yes", Status.INFEASIBLE: "no, proven"}.get(status, "open")
        rows.append(
            Row(what, "not found", said, "open" if said == "open" else yes(status is Status.INFEASIBLE))
        )
    notes = (
        "The solution is not unique: four rule sets fit. They differ only in how they bracket, have one "
        "lexicon and give one language. The paper prints one of them.",
    )
    blocks, images = [], []
    if found.solution is not None:
        grammar = found.solution.grammar
        blocks = [Block("As found", str(grammar)), Block("Table 3 as printed", str(table3()))]
        images = [
            rules_image("table3-rules.svg", "The rules as an operation table, and the lexicon", grammar),
            tree_image(
                "table3-tree.svg",
                "A tree of the solution",
                max(found.solution.trees, key=lambda t: len(t.words())),
            ),
        ]
    title = "Table 3: the solution at (8, 4, 5)"
    return Section("table3", title, tuple(rows), tuple(blocks), tuple(images), notes)


def _judge_bracketing(grammar: Grammar | None, names: dict[str, str]) -> str:
    """Whether it is table 3's, or another bracketing of the same language."""
    if grammar is None:
        return "open"  # one start that did not come to its end in time
    name = names.get(grammar.canonical_text)
    return "agrees" if name == TABLE3_NAME else "differs" if name is None else "another bracketing"


def run_table5(setup: Setup) -> Section:
    """The second grammar, with number and tense."""
    whole, abridged = builtin("toy2-past"), builtin("toy2")
    number = setup.scale.drawn
    past = {"disappeared", "walked", "saw", "liked"}
    with_past = sum(not past.isdisjoint(text.split()) for text in generate(whole, number, seed=setup.seed))
    kept = sum(accepts_all(whole, generate(abridged, number, seed=setup.seed)))
    rows = (
        Row(
            "words",
            "26, of which 4 past forms",
            f"{len(whole.words)}, of which {len(past & set(whole.words))} past forms",
            yes(len(whole.words) == 26),
        ),
        Row(
            "sentences of the abridged grammar that the whole one accepts",
            "all",
            f"{kept} of {number}",
            yes(kept == number),
        ),
        Row("drawn sentences with a past form", "not given", f"{with_past} of {number}", "open"),
    )
    blocks = (
        Block("The grammar (`toy2-past`; `toy2` is the same without past forms)", str(whole)),
        Block("Ten sentences drawn from it", "\n".join(generate(whole, 10, seed=setup.seed))),
    )
    return Section("table5", "Table 5: the second grammar", rows, blocks)
