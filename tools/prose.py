"""A linter of our English: `python tools/prose.py` reads documentation, help, messages and docstrings.

It knows two kinds of faults: words that are private to the project or quaint, each with a better one, and
options in the text that no command has. The exit status is 1 where there are any.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(Path(__file__).parent))

# A word to avoid, and what to write instead.
RULES = {
    r"\bdear(er|est)?\b": "expensive, costly",
    r"\b(come|comes|came) to (its|an?|no) ": "ends, finds, results in",
    r"\bwhat (it|he|she|they|one) (then )?(comes|came) to\b": "what it finds",
    r"\ba person's words\b": "plain words",
    r"\bwhole numbers?\b": "integer",
    r"\btroubles?\b": "error, problem",
    r"\bdoors?\b": "interface",
    r"\brooms?\b": "package, space",
    r"\bas a rule\b": "by default, usually",
    r"\banew\b": "again",
    r"\bafresh\b": "again",
    r"\blearnt\b": "learned",
    r"\bwhosoever\b|\bwhoever\b": "anyone who",
    r"\bso many\b(?! as)": "N",
    r"\bwhere it were\b": "which would be",
    r"(?<!there )\bis none\b(?! of)": "does not exist, is not one",
    r"\bof ours\b": "Brillig's",
    r"\bat an end\b": "finished",
    r"\b(are|is|was|were) (all )?told\b(?! apart)": "reported",
    r"\bthe most that\b": "the highest, the maximum",
    r"\bin other words\b(?= before)": "rephrased",
    r"\bislands?\b": "search, one of the four searches",
    r"\bhouses?\b(?! (style|number))": "project",
    r"\bheard\b": "read, received",
    r"\b(come|comes|came) (upon|to the same)\b": "finds",
    r"\bin the midst\b": "inside, in the middle",
    r"\bfor ever\b": "forever",
    r"\b(him|her)self\b": "themselves, or without it",
    r"\bsought\b": "looked for",
    r"\bspeaks? (for|against)\b": "suggests, supports, contradicts",
    r"\ball the same\b(?! \w)": "still",
    r"\b(is|are) no (tag|helper|word|name|setting)s?\b": "is not a",
    r"\bwhich, is\b|\bare, is\b": "a sentence without the comma",
    r"(?<!that )\b(goes|went) on(?=[.,;]| until| from| where| with)": "continues",
    r"\bnext to nothing\b": "close to 0, little",
    r"\b(one|bits|iterations?|rules?|sentences?|row|tree|categories|questions|seconds|once|twice) "
    r"a (word|success|line|rule|sentence|core|trial|second|node|start|question|point|step)\b": "per",
}
# Options of other programs, and of our benchmarks, that the documentation shows.
FOREIGN = {"--version", "--help", "--hard", "--into"}
NAMING = Path("src", "brillig", "language", "naming.py")  # words of other languages
_OPTION = re.compile(r"(?<![\w-])--[a-z][a-z-]*[a-z]")
_CODE = re.compile(r"^```.*?^```$|`[^`\n]*`", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class Text:
    """A piece of text, and where it comes from."""

    source: str
    text: str


def documentation(root: Path = ROOT) -> Iterator[Text]:
    """Every page that is written by hand."""
    for page in sorted([root / "README.md", *(root / "docs").rglob("*.md")]):
        yield Text(str(page.relative_to(root)), page.read_text(encoding="utf-8"))


@cache
def tree_of(path: Path) -> ast.Module:
    """A module as Python reads it, once for all who look at it."""
    return ast.parse(path.read_text(encoding="utf-8"))


def strings(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Every string but the docstrings, with its line."""
    docstrings = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
        and node.body
        and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings:
            yield node.lineno, node.value


def messages(root: Path = ROOT) -> Iterator[Text]:
    """Every string of the package with several words, docstrings aside."""
    for path in sorted(set((root / "src" / "brillig").rglob("*.py")) - {root / NAMING}):
        for line, string in strings(tree_of(path)):
            if " " in string.strip():
                yield Text(f"{path.relative_to(root)}:{line}", string)


def references() -> Iterator[Text]:
    """The help of all commands, and the docstrings of everything public."""
    from reference import describe_api, describe_commands

    yield Text("brillig --help", re.sub(r"-\n\s+", "-", describe_commands()))
    yield Text("brillig, in Python", re.sub(r"^#.*", "", describe_api(), flags=re.MULTILINE))


def options() -> set[str]:
    """Every option of every command."""
    import typer

    from brillig.cli import app
    from reference import list_commands

    found: set[str] = set()
    for _, command in list_commands(typer.main.get_command(app), ("brillig",), hidden=True):
        parameters: list[Any] = command.params
        for parameter in parameters:
            found |= {*parameter.opts, *parameter.secondary_opts}
    return found


def quaint_words(texts: Iterable[Text], code: bool = False) -> list[str]:
    """Where a text has a word of the rules; in `code` blocks and quotes only where it is asked for."""
    found = []
    for text in texts:
        prose = text.text if code else _CODE.sub(lambda match: "\n" * match[0].count("\n"), text.text)
        for number, line in enumerate(prose.splitlines(), 1):
            for pattern, better in RULES.items():
                if match := re.search(pattern, line, re.IGNORECASE):
                    found.append(f"{text.source}, line {number}: “{match[0]}”; better: {better}")
    return found


def stale_options(texts: Iterable[Text], known: set[str]) -> list[str]:
    """Options that a text names and no command has."""
    return [
        f"{text.source}: no command has {option}"
        for text in texts
        for option in sorted(set(_OPTION.findall(text.text)) - known - FOREIGN)
    ]


def faults() -> list[str]:
    """Everything that is to be mended, a line each."""
    pages, strings, help_texts = list(documentation()), list(messages()), list(references())
    found = quaint_words(pages + help_texts) + quaint_words(strings, code=True)
    return found + stale_options(pages + help_texts, options())


def main() -> None:
    """Print the faults, if any."""
    found = faults()
    for line in found:
        print(line)
    if found:
        print(f"{len(found)} faults in the English")
    sys.exit(bool(found))


if __name__ == "__main__":
    main()
