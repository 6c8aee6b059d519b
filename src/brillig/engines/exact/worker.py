"""The exact engine's own process: requests as lines of JSON on standard input, events on standard output.

CaDiCaL cannot be interrupted from Python, so it runs where it can be killed. While the parent is stopped it
stands still, too: that is no time of the parent's, either. It ends when the parent does, however that ends.
"""

from __future__ import annotations

import json
import math
import sys
from collections.abc import Callable
from typing import Any

from brillig._kernel import follow
from brillig.engines.exact.bit_walk import BitWalk
from brillig.engines.exact.child import hear_again
from brillig.engines.exact.conflict import Conflict, find_conflict, first_solution, least_accepted
from brillig.engines.exact.core import find_core
from brillig.engines.exact.kinds import encode
from brillig.engines.exact.lazy import Found, LazySearch
from brillig.engines.exact.proof import write_proof
from brillig.engines.exact.tightness import answer_both
from brillig.errors import BrilligError
from brillig.language.grammar import Grammar
from brillig.problems import AnyProblem, Problem, problem_from_json

Send = Callable[..., None]


def main() -> None:
    """Answer requests until there are no more."""
    hear_again()
    follow(int(sys.argv[1]))
    sys.setrecursionlimit(20_000)  # trees are as deep as sentences are long
    for line in sys.stdin.buffer:
        request = json.loads(line)
        try:
            _answer(request, problem_from_json(request["problem"]))
        except BrilligError as error:
            _send("refused", **error.to_json())
        _send("free")


def _answer(request: dict[str, Any], problem: AnyProblem) -> None:
    if request["task"] == "core":
        expected = [Grammar.from_json(grammar) for grammar in request["grammars"]]
        find_core(problem, expected, lambda indices: _send("core", sentences=indices))
        _send("done")
    elif request["task"] == "walk":
        assert isinstance(problem, Problem)
        BitWalk(problem, lambda point: _send("point", **point.to_json()), request["work"]).run()
        _send("done")
    elif request["task"] == "tightness":
        assert isinstance(problem, Problem)
        answer_both(problem, Grammar.from_json(request["grammar"]), _send)
    elif request["task"] == "conflict":
        _explain(problem, request["seconds"], _send)
    else:
        _enumerate(problem, request, _send)


def _enumerate(problem: AnyProblem, request: dict[str, Any], send: Send) -> None:
    """Send the solutions, up to `most`, then whether these were all."""
    most: int | None = request["most"]
    search = LazySearch(
        encode(problem),
        progress=lambda taken, calls: send("progress", sentences=taken, calls=calls),
        nearest=(lambda grammar: send("nearest", grammar=grammar.to_json())) if request["trees"] else None,
    )
    seen: set[str] = set()
    complete = True
    for found in search:
        if most != 1 and found.grammar.canonical_text in seen:
            continue
        send("solution", grammar=found.grammar.to_json(), **(_trees(found) if request["trees"] else {}))
        if most == 1:
            complete = False
            break
        seen.add(found.grammar.canonical_text)
        if most is not None and len(seen) == most:
            # Whether these are all is one more question, and worth it: the count is exact then.
            search.block(found)
            complete = all(extra.grammar.canonical_text in seen for extra in search)
            break
    proof: dict[str, Any] | None = None
    if complete and request.get("proof"):
        try:
            proof = write_proof(search.encoding.formula.clauses, request["proof"])
        except BrilligError as error:  # what was enumerated is not to be lost for it
            proof = {"error": str(error)}
    send(
        "done",
        complete=complete,
        sentences=len(search.taken),
        calls=search.encoding.formula.calls,
        proof=proof,
    )


def _explain(problem: AnyProblem, seconds: float | None, send: Send) -> None:
    """Send smaller and smaller conflicts for about half of the time, then which changes would help."""

    def report(conflict: Conflict) -> None:
        sentences, demands = sorted(conflict.sentences), sorted(conflict.demands)
        send("conflict", sentences=sentences, demands=demands, minimal=conflict.minimal)

    try:
        conflict = find_conflict(problem, report, math.inf if seconds is None else seconds / 2)
    except ValueError:
        return  # nothing to explain: there is a solution
    remedies = list(problem.remedies(conflict.sentences))
    send("remedies", changes=[remedy.change for remedy in remedies])
    for number, remedy in enumerate(remedies):
        found = first_solution(remedy.problem)
        words: list[str] = []
        if found is not None and getattr(remedy.problem, "homographs", 0) > getattr(problem, "homographs", 0):
            lexicon = found.grammar.lexicon
            words = [word for word, categories in lexicon.items() if len(categories) > 1]
        send("remedy", number=number, found=found is not None, words=words)
    accepted = least_accepted(problem)
    if accepted:
        send("nearest", accepts=[" ".join(sentence) for sentence in accepted])


def _trees(found: Found) -> dict[str, Any]:
    """The trees, each different one once, and for each sentence which of them it has."""
    number: dict[int, int] = {}
    trees = []
    for tree in found.trees:
        if id(tree) not in number:
            number[id(tree)] = len(number)
            trees.append(tree.to_json())
    return {"trees": trees, "places": [number[id(tree)] for tree in found.trees]}


def _send(event: str, **values: Any) -> None:
    sys.stdout.write(json.dumps({"event": event, **values}, ensure_ascii=False) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
