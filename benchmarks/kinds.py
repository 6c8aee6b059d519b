"""Twenty-five kinds of lines that engineers have: is there a grammar, does it allow the right things?

    python benchmarks/kinds.py [NAME ...] [--lines 150] [--seed 1] [--seconds 60] [--exports]

Each kind has a way to make a line and a way to tell whether a line is right: a real parser where there is
one (ast, json, sqlite, xml, ...), else one that is written there. Precision is the share of 100 generated
lines that are right, held out that of 60 fresh lines that `parse` accepts. With `--exports` lark, llguidance
for GBNF, and lark again for W3C's EBNF read the raw held-out lines, too: what `parse` accepts, they have to
accept. Seconds are of the processor.
"""

from __future__ import annotations

import argparse
import json
import re
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from kind_texts import KINDS, parses

DRAWN, HELD_OUT = 100, 60


def processor_seconds() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def brillig(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "brillig", *arguments], capture_output=True, text=True, check=False
    )


@dataclass(frozen=True)
class Row:
    """What came of a kind; `exports` has, for each, how many of the lines that parse accepts it reads."""

    name: str
    status: int
    seconds: float
    precision: float = 0.0
    held_out: float = 0.0
    bits: float = 0.0
    exports: dict[str, str] = field(default_factory=dict)

    def __str__(self) -> str:
        found = "grammar" if self.status == 0 else "NONE   "
        exports = "  ".join(f"{name} {share}" for name, share in self.exports.items())
        return (
            f"{self.name:14} {found} precision {self.precision:4.2f} held out {self.held_out:4.2f} "
            f"{self.bits:9.1f} bits {self.seconds:6.1f} s  {exports}"
        )


def run(name: str, lines: int, seed: int, seconds: float, exports: bool) -> Row:
    kind, random = KINDS[name], Random(seed)
    sample = [kind.make(random) for _ in range(lines)]
    fresh = [kind.make(random) for _ in range(HELD_OUT)]
    assert all(map(kind.is_right, sample)), next(s for s in sample if not kind.is_right(s))
    with tempfile.TemporaryDirectory() as folder:
        train, held, solution = (Path(folder) / part for part in ("train.txt", "held.txt", "solution.json"))
        train.write_text("\n".join(sample) + "\n")
        held.write_text("\n".join(fresh) + "\n")
        began = processor_seconds()
        limits = ("--time-limit", str(seconds), "-o", str(solution))
        found = brillig("infer", str(train), *kind.options, "--case", "keep", *limits)
        spent = processor_seconds() - began
        if found.returncode != 0 or not solution.exists():
            print(found.stdout[-300:], found.stderr[-300:], file=sys.stderr)
            return Row(name, found.returncode or 1, spent)
        bits = json.loads(solution.read_text())["bits"]["total"]
        drawn = brillig("generate", str(solution), "-n", str(DRAWN), "--weighted").stdout.splitlines()
        parsed = json.loads(brillig("parse", str(solution), str(held), "--json").stdout)
        accepted = [one["accepted"] for one in parsed["sentences"]]
        known = [line for line, yes in zip(fresh, accepted, strict=True) if yes]
        return Row(
            name,
            0,
            spent,
            sum(map(kind.is_right, drawn)) / max(1, len(drawn)),
            sum(accepted) / len(accepted),
            bits,
            read_exports(solution, known) if exports else {},
        )


def _share(accepts: Callable[[str], bool], lines: list[str]) -> str:
    return f"{sum(map(accepts, lines))}/{len(lines)}"


def _lark(grammar: str) -> Callable[[str], bool]:
    from lark import Lark

    return parses(Lark(grammar, parser="earley", ambiguity="resolve").parse)


def _llguidance(grammar: str) -> Callable[[str], bool]:
    import llguidance
    from llguidance.gbnf_to_lark import gbnf_to_lark

    tokenizer = llguidance.LLTokenizer("byte")
    text = gbnf_to_lark(grammar)

    def accepts(line: str) -> bool:
        matcher = llguidance.LLMatcher(tokenizer, text, log_level=0)
        if matcher.get_error():
            raise SystemExit(matcher.get_error())
        tokens = tokenizer.tokenize_str(line)
        return matcher.try_consume_tokens(tokens) == len(tokens) and bool(matcher.is_accepting())

    return accepts


_EBNF = re.compile(
    r"""(?P<comment>/\*.*?\*/)|"(?P<double>[^"]*)"|'(?P<single>[^']*)'|(?P<set>\[[^\]]*\])"""
    r"""|(?P<define>::=)|(?P<name>[A-Za-z_][\w.-]*)|\#x(?P<number>[0-9A-F]+)|(?P<mark>[()|?*+]|\s+)"""
)


def _character(number: int) -> str:
    """As it stands between the slashes of a regular expression of lark."""
    return f"\\U{number:08x}" if number < 32 or number > 126 else re.escape(chr(number)).replace("/", r"\/")


def _ebnf(grammar: str) -> Callable[[str], bool]:
    """W3C's notation, symbol by symbol in lark's."""
    names: dict[str, str] = {}

    def translate(match: re.Match[str]) -> str:
        kind, text = match.lastgroup, match[match.lastgroup or 0]
        if kind in ("double", "single"):
            return json.dumps(text, ensure_ascii=False)
        if kind == "name":
            return "start" if text == "start" else names.setdefault(text, f"r{len(names)}")
        if kind in ("set", "number"):
            text = text if kind == "set" else f"[#x{text}]"
            inside = re.sub(r"[\\/&~|]|(?<=.)\[", r"\\\g<0>", text)
            return "/" + re.sub(r"#x([0-9A-F]+)", lambda code: _character(int(code[1], 16)), inside) + "/"
        return {"comment": "", "define": ":"}.get(kind or "", text)

    end = 0
    for match in _EBNF.finditer(grammar):
        if match.start() != end:
            break
        end = match.end()
    if end != len(grammar):
        raise SystemExit(f"not EBNF: {grammar[end : end + 60]!r}")
    return _lark(_EBNF.sub(translate, grammar))


READERS = {"lark": _lark, "gbnf": _llguidance, "ebnf": _ebnf}


def read_exports(solution: Path, lines: list[str]) -> dict[str, str]:
    """How many of the lines each program reads with the export for it."""
    texts = {name: brillig("show", str(solution), "--format", name).stdout for name in READERS}
    return {name: _share(read(texts[name]), lines) for name, read in READERS.items()}


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("names", nargs="*", default=[], help=", ".join(KINDS))
    parser.add_argument("--lines", type=int, default=150)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--exports", action="store_true")
    options = parser.parse_args()
    rows = []
    for name in options.names or KINDS:
        rows.append(run(name, options.lines, options.seed, options.seconds, options.exports))
        print(rows[-1], flush=True)
    found, good = sum(row.status == 0 for row in rows), sum(row.precision >= 0.8 for row in rows)
    print(f"{found} of {len(rows)} have a grammar, {good} a precision of 0.8 or more")


if __name__ == "__main__":
    main()
