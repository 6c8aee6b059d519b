"""`show` and `rename`: a grammar on the screen, in other notations, under other names."""

from __future__ import annotations

import sys
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from brillig.cli import options
from brillig.cli.application import app
from brillig.cli.common import resolve
from brillig.cli.groups import argument, option
from brillig.cli.output import data_stream, escape_json, print_json
from brillig.cli.unused import refuse_unused
from brillig.errors import BrilligError
from brillig.files import refuse_same
from brillig.language.plural import count

if TYPE_CHECKING:
    from brillig.language.cfg import Cfg
    from brillig.language.features import FoldedGrammar
    from brillig.language.grammar import Grammar
    from brillig.problems.solution import Solution


class Notation(StrEnum):
    """Text and pcfg, and what the registry of `interop` has."""

    TEXT = "text"
    CFG = "cfg"
    PCFG = "pcfg"
    FCFG = "fcfg"
    LARK = "lark"
    EBNF = "ebnf"
    ISO_EBNF = "iso-ebnf"
    BNF = "bnf"
    GBNF = "gbnf"
    ANTLR = "antlr"
    TREE_SITTER = "tree-sitter"
    LATEX = "latex"
    PENN = "penn"
    FOREST = "forest"
    QTREE = "qtree"


TREES = (Notation.PENN, Notation.FOREST, Notation.QTREE)


@app.command()
def show(
    context: typer.Context,
    grammar: options.Grammar,
    notation: Annotated[
        Notation,
        option(
            "--format",
            "text; rules for NLTK (cfg, pcfg, fcfg), lark, ANTLR or tree-sitter, as EBNF, BNF, GBNF "
            "or LaTeX; trees in Penn brackets, or for LaTeX's forest or tikz-qtree.",
        ),
    ] = Notation.TEXT,
    trees: Annotated[int, option("--trees -k", "Show the trees of the first N sentences.", min=0)] = 3,
    flat: Annotated[
        bool | None,
        option(
            "--flat/--binary",
            "Rules of any length, with (optional parts), {one | of these}, repetition* and +; "
            "or rules of two categories, and their table.",
            "flat if shorter",
        ),
    ] = None,
    json: options.Json = False,
) -> None:
    """Show the rules and trees of a grammar.

    If fewer, longer rules have the same language, these are shown, and what agrees is shown as features,
    D[f]. Otherwise, and with --binary, rules have two categories, and there is a table whose row Y and column
    Z hold the X of a rule X → Y Z.

    Example: brillig show solution.json --trees 10
    """
    from brillig.problems.solution import Solution

    if json:
        refuse_unused(context, ["trees", "notation", "flat"], "--json has all of it in its own form")
    elif notation is not Notation.TEXT:
        reason = f"--format {notation.value} has a form of its own"
        refuse_unused(context, ["flat"] if notation in TREES else ["trees", "flat"], reason)
    found = resolve(grammar)
    rules = found.grammar if isinstance(found, Solution) else found
    if not isinstance(found, Solution):
        refuse_unused(context, ["trees"], "a grammar alone has no trees", "leave it out, or name a solution")
    if json:
        print_json(_as_json(found))
    elif notation is not Notation.TEXT:
        print(_write(found, notation, grammar, trees), end="", file=data_stream())
    else:
        _print_grammar(rules, flat, found.features if isinstance(found, Solution) else None)
        if isinstance(found, Solution):
            if found.suggested is not None:
                print(found.suggested)
            _print_trees(found, trees)


def _write(found: Solution | Grammar | Cfg, notation: Notation, name: str, trees: int) -> str:
    from brillig.interop.registry import GRAMMAR_FORMATS, TREE_FORMATS
    from brillig.language.cfg_text import to_cfg
    from brillig.parsing.probability import by_alternative
    from brillig.problems.solution import Solution

    if notation is Notation.PCFG:
        if not isinstance(found, Solution):
            raise BrilligError(
                f"--format pcfg: {name} is a grammar without probabilities", hint="name a solution file"
            )
        return to_cfg(found.grammar, by_alternative(found.rule_weights))
    if notation in TREES:
        if not isinstance(found, Solution):
            raise BrilligError(
                f"--format {notation.value}: {name} is a grammar without trees", hint="name a solution file"
            )
        return TREE_FORMATS[notation.value].write(found.trees[:trees])
    writer = GRAMMAR_FORMATS[notation.value]
    if isinstance(found, Solution):
        return writer.write(found.grammar, found.problem.corpus.reading)
    return writer.write(found, None)


@app.command()
def rename(
    grammar: options.Grammar,
    names: Annotated[str, argument("OLD=NEW,...", "Old and new names.")] = "",
    suggest: Annotated[
        bool, option("--suggest", "Suggest names (D, P, N, NP, VP ...) from closed-class words.")
    ] = False,
    like: Annotated[
        str | None,
        option("--like GRAMMAR", "Take the names of another grammar, matched by common words and rules."),
    ] = None,
    output: Annotated[
        Path | None, option("-o --output", "The renamed copy; a .cfg file gets the rules only.")
    ] = None,
    json: options.Json = False,
) -> None:
    """Write a copy of a grammar with categories renamed.

    SOLUTION can also be a .cfg file. Without -o the copy goes to standard output.

    Example: brillig rename solution.json C=NP,A=PP -o named.json
    """
    from brillig.language.cfg_text import to_cfg, write_cfg
    from brillig.language.grammar import Grammar
    from brillig.problems.renaming import renamed
    from brillig.problems.solution import Solution

    refuse_same("-o", output, [grammar])
    found = resolve(grammar)
    if not isinstance(found, Solution | Grammar):
        raise BrilligError(
            "not a solution, nor a grammar of rules X → Y Z", hint="only these are renamed", place=grammar
        )
    copy = renamed(found, _new_names(found, names, suggest, like))
    rules = copy.grammar if isinstance(copy, Solution) else copy
    if output is not None:
        if isinstance(copy, Solution) and output.suffix != ".cfg":
            copy.save(output)
        elif output.suffix == ".cfg":
            write_cfg(rules, output)
        else:
            raise BrilligError(
                f"{grammar} is not a solution, so its copy is a .cfg file", hint="name it so", place=output
            )
    if json:
        print_json(_as_json(copy))
    elif output is not None:
        print(rules)
    elif isinstance(copy, Solution):
        print(escape_json(copy.to_text()), end="")
    else:
        print(to_cfg(copy), end="", file=data_stream())


def _new_names(found: Solution | Grammar, names: str, suggest: bool, like: str | None) -> dict[str, str]:
    """What OLD=NEW says, or what is suggested, or the names of a grammar like it."""
    from brillig.language.grammar import Grammar
    from brillig.language.naming import suggest_names
    from brillig.problems.renaming import names_after
    from brillig.problems.solution import Solution

    if bool(names) + suggest + (like is not None) != 1:
        raise BrilligError(
            "new names come from one source", hint="give OLD=NEW, or --suggest, or --like GRAMMAR"
        )
    grammar = found.skeleton if isinstance(found, Solution) else found
    if like is not None:
        model = resolve(like)
        if not isinstance(model, Solution | Grammar):
            raise BrilligError(f"--like: {like} has other rules than X → Y Z", hint="name a solution file")
        return names_after(found, model)
    if not suggest:
        return _parse_names(names)
    new, suggested = suggest_names(grammar)
    if suggested is None:
        raise BrilligError("--suggest: no closed-class words suggest a name", hint="give OLD=NEW instead")
    told = ", ".join(f"{old}={name}" for old, name in new.items())
    print(f"brillig: suggested from closed-class words ({suggested.language}): {told}", file=sys.stderr)
    return new


def _parse_names(text: str) -> dict[str, str]:
    names: dict[str, str] = {}
    for part in text.split(","):
        old, equals, new = (piece.strip() for piece in part.partition("="))
        if not equals or not old or not new:
            raise BrilligError(
                f"{part!r} is not a renaming", hint="write OLD=NEW, with commas between several"
            )
        if old in names:
            raise BrilligError(f"{old!r} is renamed twice", hint="give it one name")
        names[old] = new
    return names


def _as_json(found: Solution | Grammar | Cfg) -> dict[str, object]:
    from brillig.language.flatten import flatten
    from brillig.language.grammar import Grammar
    from brillig.problems.solution import Solution

    rules = found.grammar if isinstance(found, Solution) else found
    data: dict[str, object] = found.to_json()
    if isinstance(found, Grammar):
        data = {"grammar": data, "canonical": found.canonical_text, "size": found.size()}
    return data | {"flat": flatten(rules).to_json()}


def _print_grammar(grammar: Grammar | Cfg, flat: bool | None, folded: FoldedGrammar | None) -> None:
    from brillig.language.flatten import flatten, flatten_if_shorter
    from brillig.language.grammar import Grammar
    from brillig.problems.telling import FEATURES

    short: object = flatten(grammar) if flat else None
    if flat is None:
        short = flatten_if_shorter(grammar) if folded is None else f"{folded}\n\n{FEATURES}"
    print(grammar if short is None else short)
    if isinstance(grammar, Grammar):
        size = grammar.size()
        print("" if short is not None else f"\n{grammar.table()}\n")
        print(
            f"{size['categories']} categories, {size['lexical_categories']} of them with words; "
            f"{size['syntactic_rules']} syntactic and {size['lexical_rules']} lexical rules; "
            f"{size['words']} words, {count(size['homographs'], 'homograph')}"
        )


def _print_trees(solution: Solution, number: int) -> None:
    from brillig.language.tree import pretty

    for tree in solution.trees[:number]:
        print(f"\n{' '.join(tree.words())}\n{pretty(tree, indent='    ')}")
    if solution.exceptions is not None:
        print("\n" + "\n".join(solution.exceptions.lines()))
    if len(solution.trees) > number:
        print(f"\n({len(solution.trees)} trees in all; --trees shows more)")
