"""tree-sitter's `grammar.js`, compiled and run by its own program, and by Node where that is missing."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from brillig.interop.tree_sitter import to_tree_sitter
from brillig.language.cfg import Cfg, CfgRule, Word
from brillig.parsing.languages import Bounds, compare_languages
from export_kinds import Kind, every_kind, lines_of, our_judgement


@every_kind
def test_tree_sitter_parses_the_lines(kind: Kind, tmp_path: Path) -> None:
    tool = shutil.which("tree-sitter")
    if tool is None:
        pytest.skip("tree-sitter's compiler (Debian's tree-sitter-cli, from trixie on) is not installed")
    (tmp_path / "grammar.js").write_text(to_tree_sitter(kind.grammar, kind.seen), encoding="utf-8")
    own = {**os.environ, **dict.fromkeys(("HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME"), str(tmp_path))}

    def run(*arguments: str) -> str:
        done = subprocess.run(
            [tool, *arguments], cwd=tmp_path, env=own, capture_output=True, text=True, check=False
        )
        assert arguments[0] == "parse" or done.returncode == 0, done.stderr
        return done.stdout

    run("generate")
    lines = list(dict.fromkeys(line for some in lines_of(kind) for line in (*some, *map(run_together, some))))
    files = [f"{number:04}.txt" for number in range(len(lines))]
    for file, line in zip(files, lines, strict=True):
        (tmp_path / file).write_text(line, encoding="utf-8")
    refused = {line[:8] for line in run("parse", "--quiet", *files).splitlines()}
    assert refused <= set(files)
    wrong = [
        line
        for file, line in zip(files, lines, strict=True)
        if (file not in refused) != our_judgement(kind, line)
    ]
    assert wrong == []


def run_together(line: str) -> str:
    """Without the first blank between two letters."""
    return re.sub(r"(?<=[a-z]) (?=[a-z])", "", line, count=1)


DSL = """
const name = n => ({name: n});
const $ = new Proxy({}, {get: (_, n) => name(n)});
const plain = x => x instanceof RegExp ? {regex: x.source} : x;
for (const f of ["seq", "choice"]) global[f] = (...xs) => ({[f]: xs.map(plain)});
for (const f of ["repeat", "repeat1", "optional", "token"]) global[f] = x => ({[f]: plain(x)});
global.prec = (_, x) => plain(x);
global.alias = (_, x) => x;
global.grammar = g => Object.fromEntries(Object.entries(g.rules).map(([n, f]) => [n, plain(f($))]));
console.log(JSON.stringify(require(process.argv[1])));
"""


@every_kind
def test_tree_sitter_rules_say_the_same_once_node_has_run_them(kind: Kind, tmp_path: Path) -> None:
    """Where its own compiler is not installed, its notation is run by Node."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("Node.js is not installed")
    file = tmp_path / "grammar.js"
    file.write_text(to_tree_sitter(kind.grammar, kind.seen), encoding="utf-8")
    done = subprocess.run([node, "-e", DSL, str(file)], capture_output=True, text=True, check=True)
    rules = json.loads(done.stdout)
    cfg = cfg_of_tree_sitter(rules, {one.name.lower(): one.name for one in kind.reading.token_classes})
    assert compare_languages(kind.grammar, cfg, Bounds(7, 3000, 60_000)).difference is None


def cfg_of_tree_sitter(rules: dict[str, Any], classes: dict[str, str]) -> Cfg:
    found: list[CfgRule] = []
    helpers: list[str] = []

    def small(symbol: str | Word) -> str | Word:
        """The is the."""
        return Word(symbol.text.lower()) if isinstance(symbol, Word) and symbol.text.istitle() else symbol

    def rows(item: Any) -> Iterator[tuple[str | Word, ...]]:
        if isinstance(item, str):
            yield (Word(item),)
        elif "name" in item:
            yield (Word(classes[item["name"]]),) if item["name"] in classes else (item["name"],)
        elif "choice" in item:
            for one in item["choice"]:
                yield from rows(one)
        elif "seq" in item:
            ways: list[tuple[str | Word, ...]] = [()]
            for one in item["seq"]:
                ways = [(*way, *more) for way in ways for more in rows(one)]
            yield from ways
        elif "optional" in item:
            yield ()
            yield from () if "token" in item["optional"] else rows(item["optional"])
        else:
            helper = f"R{len(helpers)}"
            helpers.append(helper)
            for row in rows(item.get("repeat") or item["repeat1"]):
                found.extend([CfgRule(helper, row), CfgRule(helper, (*row, helper))])
            yield (helper,)
            if "repeat" in item:
                yield ()

    for name, item in rules.items():
        if name not in {*classes, "_word"}:
            for row in rows(item):
                found.append(CfgRule(name, tuple(map(small, row))))
    return Cfg("source_file", tuple(rule for rule in found if rule.right))
