"""Every command: `--json` where it reports, errors as JSON under it, and one name and range for one thing."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

import pytest
import typer

from brillig.cli import app, run
from brillig.cli.study import SIMPLE

SERVES = "studio"  # a page, which reports to nobody
# Meant to differ: a table or a number of rules, a file or a folder, trees of a sentence or of a solution,
# sentences learnt from at a time or questions asked at a time.
OWN = {
    "--rules",
    "--features",
    "--output",
    "--seed",
    "--max-iterations",
    "--time-limit",
    "--trees",
    "--batch",
}


def commands(group: Any = None, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    group = group or typer.main.get_command(app)
    for name, command in group.commands.items():
        here = path if name == SIMPLE else (*path, name)
        if hasattr(command, "commands"):
            yield from commands(command, here)
        else:
            yield here, command


COMMANDS = dict(commands())


@pytest.mark.parametrize("path", [path for path in COMMANDS if path != (SERVES,)], ids=" ".join)
def test_every_command_reports_as_json_and_so_its_errors(
    path: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    if path != ("reproduce",):  # whose options are those of another package
        assert "--json" in {name for parameter in COMMANDS[path].params for name in parameter.opts}
    for wrong in (["--nonsense"], ["no-such-file"]):
        assert run([*path, *wrong, "--json"]) == 2
        printed = capsys.readouterr()
        assert printed.err == ""
        assert printed.out.count("\n") == 1
        error = json.loads(printed.out)["error"]
        assert set(error) == {"message", "file", "line", "hint", "field"}
        assert error["message"]
        assert SIMPLE not in (error["hint"] or "")


def test_an_option_is_the_same_thing_on_every_command() -> None:
    forms: dict[str, dict[tuple[Any, ...], list[str]]] = defaultdict(lambda: defaultdict(list))
    names: dict[str, set[str]] = defaultdict(set)
    for path, command in COMMANDS.items():
        for parameter in command.params:
            for name in parameter.opts:
                if not name.startswith("--"):
                    continue
                kind = getattr(parameter, "type", parameter)  # by its age, typer's own or click's
                form = (getattr(kind, "min", None), getattr(kind, "max", None), parameter.nargs)
                forms[name][form].append(" ".join(path))
                names[parameter.name].add(name)
    assert {name: dict(form) for name, form in forms.items() if len(form) > 1 and name not in OWN} == {}
    assert {name: long for name, long in names.items() if len(long) > 1} == {}
