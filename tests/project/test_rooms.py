"""The plan of the house: a room imports only rooms named before it, and no room or file grows too large."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from prose import tree_of

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "brillig"

# From the ground up. The page stands before the command line, which starts it.
ROOMS = (
    "errors",
    "limits",
    "files",
    "lock",
    "language",
    "progress",
    "parsing",
    "problems",
    "engines",
    "recording",
    "workflows",
    "studies",
    "drawing",
    "interop",
    "api",
    "studio",
    "cli",
)
LEVEL = {room: level for level, room in enumerate(ROOMS)}

# Outside the plan: the package's own face, and `python -m brillig`.
FACES = {"__init__", "__main__"}
EVERYWHERE = {"_kernel", "__version__"}  # what any room may import: compiled, or no module of ours

# Convenience methods of values, which reach up to a later room from inside the method.
EXCEPTIONS = {
    ("language.grammar", "Grammar.accepts", "parsing"),
    ("language.grammar", "Grammar.parse", "parsing"),
    ("language.grammar", "Grammar.generate", "parsing"),
    ("language.grammar", "Grammar.to_nltk", "interop"),
    ("language.grammar", "Grammar._repr_html_", "drawing"),
    ("language.grammar", "Grammar._repr_svg_", "drawing"),
    ("language.tree", "Tree._repr_html_", "drawing"),
    ("language.tree", "Tree._repr_svg_", "drawing"),
    ("language.tree", "Tree.to_nltk", "interop"),
    ("problems.solution", "Solution.refine", "api"),
    ("problems.solution", "Solution.enlarge", "api"),
    ("problems.solution", "Solution.extend", "api"),
    ("problems.solution", "Solution.certify", "api"),
    ("problems.solution", "Solution._repr_html_", "drawing"),
}


def modules() -> Iterator[tuple[str, Path]]:
    for path in sorted(PACKAGE.rglob("*.py")):
        yield ".".join(path.relative_to(PACKAGE).with_suffix("").parts), path


def imports(tree: ast.AST, scope: str = "") -> Iterator[tuple[str, str]]:
    """Every brillig module that is imported, with the function it is imported in ('' at the top)."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield from imports(node, f"{scope}.{node.name}".lstrip("."))
        elif isinstance(node, ast.Import):
            yield from ((scope, name.name) for name in node.names if name.name.startswith("brillig."))
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "relative imports hide the room"
            if node.module == "brillig":
                yield from ((scope, f"brillig.{name.name}") for name in node.names)
            elif node.module and node.module.startswith("brillig."):
                yield scope, node.module
        elif not (isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"):
            yield from imports(node, scope)
        else:
            yield from (found for part in node.orelse for found in imports(part, scope))


def breaches(name: str, tree: ast.AST) -> Iterator[tuple[str, str, str]]:
    """(module, function, room) of each import that goes up."""
    room = name.split(".")[0]
    for scope, module in imports(tree):
        target = module.split(".")[1]
        if target not in EVERYWHERE and LEVEL[target] > LEVEL[room]:
            yield name, scope, target


@pytest.fixture(scope="module")
def found() -> set[tuple[str, str, str]]:
    return {
        breach for name, path in modules() if name not in FACES for breach in breaches(name, tree_of(path))
    }


def test_a_room_imports_only_rooms_named_before_it(found: set[tuple[str, str, str]]) -> None:
    assert sorted(found - EXCEPTIONS) == []


def test_every_exception_is_still_needed(found: set[tuple[str, str, str]]) -> None:
    assert sorted(EXCEPTIONS - found) == []


def test_an_import_upwards_is_noticed_wherever_it_stands() -> None:
    top = "from brillig.workflows.minimise import Step"
    assert list(breaches("language.cfg", ast.parse(top))) == [("language.cfg", "", "workflows")]
    inside = "class A:\n    def f(self):\n        if True:\n            import brillig.cli.infer"
    assert list(breaches("studio.view", ast.parse(inside))) == [("studio.view", "A.f", "cli")]
    assert list(breaches("studio.view", ast.parse("from brillig.language.cfg import Cfg"))) == []


def test_engines_do_not_import_each_other() -> None:
    """What two of them need stands below both."""
    folder = PACKAGE / "engines"
    engines = {path.parent.name for path in folder.glob("*/engine.py")}
    found = [
        (path.relative_to(PACKAGE).as_posix(), module)
        for engine in engines
        for path in (folder / engine).glob("*.py")
        for _, module in imports(tree_of(path))
        for other in engines - {engine}
        if module.startswith(f"brillig.engines.{other}")
    ]
    assert found == []


def test_every_module_has_a_room() -> None:
    assert {name.split(".")[0] for name, _ in modules()} - FACES == set(LEVEL)


def test_at_most_ten_modules_lie_flat() -> None:
    assert len(list(PACKAGE.glob("*.py"))) <= 10


def test_no_module_is_too_long() -> None:
    python = [path for folder in ("src", "tests") for path in (ROOT / folder).rglob("*.py")]
    kernel = [path for path in (ROOT / "src" / "kernel").iterdir() if path.suffix in {".cpp", ".hpp"}]
    lengths = {path: len(path.read_text(encoding="utf-8").splitlines()) for path in [*python, *kernel]}
    assert kernel, "the kernel's sources are looked for in the wrong place"
    assert {str(p.relative_to(ROOT)): lengths[p] for p in python if lengths[p] > 400} == {}
    assert {str(p.relative_to(ROOT)): lengths[p] for p in kernel if lengths[p] > 500} == {}


# Options of commands, and the Python functions and the workflow that have the same ones.
DOORS = ("cli/", "api/")
MANY_OPTIONS = {("workflows/choosing.py", "choose_by_length")}
MAX_FUNCTION, MAX_PARAMETERS = 60, 10


def functions() -> Iterator[tuple[str, ast.FunctionDef | ast.AsyncFunctionDef]]:
    for path in sorted(PACKAGE.rglob("*.py")):
        for node in ast.walk(tree_of(path)):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                yield str(path.relative_to(PACKAGE)), node


def test_no_function_is_too_long() -> None:
    """At a door the lines after its options and its docstring count."""
    long = {}
    for file, function in functions():
        first = function.lineno
        if file.startswith(DOORS):
            said = function.body[1:] if ast.get_docstring(function) else function.body
            first = said[0].lineno if said else function.end_lineno
        lines = function.end_lineno - first + 1
        if lines > MAX_FUNCTION:
            long[file, function.name] = lines
    assert long == {}


def test_no_function_has_too_many_parameters() -> None:
    many = {}
    for file, function in functions():
        arguments = function.args
        names = [one.arg for one in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)]
        number = len([name for name in names if name not in ("self", "cls")])
        if number > MAX_PARAMETERS and not file.startswith(DOORS):
            many[file, function.name] = number
    assert set(many) == MANY_OPTIONS
