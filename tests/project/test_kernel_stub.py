"""The kernel's stub says what the kernel has: compared with what nanobind's stubgen makes of it.

Stubgen's own text is not taken as it is, because it knows lists and dictionaries but not what is in them.
"""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import brillig._kernel

ROOT = Path(__file__).parents[2]


def outline(source: str) -> dict[str, list[str] | None]:
    """Every class, method, function and value, with the names of its parameters ('' where it has none)."""
    found: dict[str, list[str] | None] = {}

    def look(body: list[ast.stmt], prefix: str) -> None:
        for node in body:
            if isinstance(node, ast.ClassDef):
                found[node.name] = None
                look(node.body, f"{node.name}.")
                for base in node.bases:  # what a class inherits it has itself
                    inherited = [
                        (name, has) for name, has in found.items() if name.startswith(f"{ast.unparse(base)}.")
                    ]
                    for name, has in inherited:
                        found.setdefault(f"{node.name}.{name.partition('.')[2]}", has)
            elif isinstance(node, ast.FunctionDef) and any(
                ast.unparse(decorator).endswith(("property", ".setter")) for decorator in node.decorator_list
            ):
                found[prefix + node.name] = None
            elif isinstance(node, ast.FunctionDef):
                nameless = [""] * len(node.args.posonlyargs)
                names = nameless + [argument.arg for argument in node.args.args + node.args.kwonlyargs]
                found[prefix + node.name] = names[1:] if prefix else names
            elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
                found[prefix + node.target.id] = None

    look(ast.parse(source).body, "")
    return found


def test_the_stub_has_what_the_kernel_has() -> None:
    stubgen = pytest.importorskip("nanobind.stubgen")
    maker = stubgen.StubGen(brillig._kernel)
    maker.put(brillig._kernel)
    made = outline(maker.get())
    ours = outline((ROOT / "src" / "brillig" / "_kernel.pyi").read_text(encoding="utf-8"))
    helpers = {name.partition(".")[0] for name in ours if name.startswith("_")}
    ours = {name: has for name, has in ours.items() if name.partition(".")[0] not in helpers}
    assert sorted(made) == sorted(ours)
    for name, parameters in made.items():
        mine = ours[name]
        if parameters is None or mine is None:
            assert parameters is mine, name
            continue
        assert len(parameters) == len(mine), name
        assert all(theirs in ("", own) for theirs, own in zip(parameters, mine, strict=True)), name
