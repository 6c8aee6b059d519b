"""What the commands share: options, printing, and finding the grammar a person names."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from brillig.cli.groups import Group
from brillig.cli.output import print_json as print_json

if TYPE_CHECKING:
    from brillig.language.cfg import Cfg
    from brillig.language.grammar import Grammar
    from brillig.problems.restrictions import Restrictions
    from brillig.problems.solution import Solution

JsonFlag = Annotated[bool, typer.Option("--json", help="Print one JSON object and nothing else.")]
SeedOption = Annotated[int, typer.Option("--seed", min=0, help="The same seed gives the same answer.")]
GivenOption = Annotated[
    str | None,
    typer.Option(
        "--given",
        metavar="GRAMMAR",
        help="Rules and words that the grammar must contain: a solution, a .cfg, .fcfg, .ebnf or .penn file.",
        show_default=False,
    ),
]

GrammarArgument = Annotated[
    str,
    typer.Argument(
        metavar="GRAMMAR",
        help="A solution, a .cfg, .fcfg, .ebnf, .bnf or .penn file, or a built-in name (see sample-data).",
        show_default=False,
    ),
]
FilesArgument = Annotated[
    list[str],
    typer.Argument(
        metavar="FILE...",
        help="Sentences, one per line (- for standard input). Several files are read as one.",
        show_default=False,
    ),
]
HomographsOption = Annotated[
    int,
    typer.Option(
        "-H", "--homographs", min=0, help="Maximum number of lexical rules beyond one per word (h)."
    ),
]
AllowOption = Annotated[
    str | None,
    typer.Option(
        "--allow",
        metavar="SWITCH,...|all|none",
        help="Restrictions to lift: equal-children, lexical-root, recursive-root, shared-pairs, one-word.",
        show_default=False,
    ),
]


def lift(allow: str | None, equal_children: bool = False, lexical_root: bool = False) -> Restrictions | None:
    """What `--allow` and its two short forms lift; None where nothing is said."""
    from brillig.problems.restrictions import Restrictions

    short = Restrictions.lifted(equal_children=equal_children, lexical_root=lexical_root)
    return short or None if allow is None else Restrictions.of(allow) | short


_ALLOW: dict[str, tuple[Any, Any]] = {
    "allow": (AllowOption, None),
    "equal_children": (Annotated[bool, typer.Option("--equal-children", help="Allow rules X → Y Y.")], False),
    "lexical_root": (
        Annotated[bool, typer.Option("--lexical-root", help="Allow lexical categories directly under S.")],
        False,
    ),
}
# Any: `Restrictions | None` would have to be imported, and help is to stay quick.
AllowGroup = Annotated[Any, Group(_ALLOW, lift)]
RESTRICTION_OPTIONS = tuple(_ALLOW)


def resolve(name: str) -> Solution | Grammar | Cfg:
    """What GRAMMAR names: a built-in grammar, an NLTK `.cfg` file, or else a solution file."""
    from brillig.problems import named

    return named.resolve(name)


def resolve_grammar(name: str) -> Grammar | Cfg:
    """The grammar that GRAMMAR names."""
    from brillig.problems import named

    return named.resolve_grammar(name)


def read_given(name: str | None) -> Grammar | None:
    """The rules and words that `--given` names."""
    from brillig.problems.named import resolve_given

    return None if name is None else resolve_given(name)
