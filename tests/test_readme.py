"""What the README shows is what the program prints."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

from command import BRILLIG

README = (Path(__file__).parent.parent / "README.md").read_text(encoding="utf-8")


def test_the_example_session_is_real() -> None:
    session = re.search(r"```\n(\$ brillig .*?)```", README, re.DOTALL)
    assert session is not None
    steps = re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", session[1], re.MULTILINE)
    assert len(steps) >= 2
    for command, output in steps:
        line = command.replace("brillig ", f"'{BRILLIG}' ")
        done = subprocess.run(["bash", "-c", line], capture_output=True, text=True, check=False, timeout=120)
        assert done.stdout == output


def test_the_python_example_is_real() -> None:
    code = re.search(r"```python\n(.*?)```", README, re.DOTALL)
    assert code is not None
    shown = re.findall(r"^(?:print\()?(grammar\..*?)\)? +# (True|\(.*)$", code[1], re.MULTILINE)
    assert len(shown) == 2
    names: dict[str, object] = {}
    exec(code[1], names)
    for expression, value in shown:
        closed = expression if expression.count("(") == expression.count(")") else expression + ")"
        assert str(eval(closed, names)) == value
