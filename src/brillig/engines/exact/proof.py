"""A proof of infeasibility that others can check: a formula in DIMACS and a DRUP proof against it."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from brillig.errors import BrilligError
from brillig.files import replacing

CHECKER = "drat-trim"


def write_proof(clauses: Sequence[Sequence[int]], path: str) -> dict[str, Any]:
    """Refute the clauses once more, with a solver that writes proofs: PATH.cnf and PATH.drup.

    `checked` says what an independent checker said: true, false, or null when none is installed.
    """
    from pysat.solvers import Solver

    formula, proof = Path(f"{path}.cnf"), Path(f"{path}.drup")
    with Solver(name="glucose4", with_proof=True, bootstrap_with=clauses) as solver:
        if solver.solve():
            raise BrilligError("the formula has a model, so there is nothing to prove")
        lines = solver.get_proof() or ["0"]
    variables = max((abs(literal) for clause in clauses for literal in clause), default=0)
    with replacing(formula) as part, part.open("w") as file:
        file.write(f"p cnf {variables} {len(clauses)}\n")
        file.writelines(" ".join(map(str, clause)) + " 0\n" for clause in clauses)
    with replacing(proof) as part, part.open("w") as file:
        file.writelines(f"{line}\n" for line in lines)
    return {"formula": str(formula), "proof": str(proof), "checked": check_proof(formula, proof)}


def check_proof(formula: Path, proof: Path) -> bool | None:
    """What drat-trim says of the proof; None when it is not installed."""
    checker = shutil.which(CHECKER)
    if checker is None:
        return None
    answer = subprocess.run(
        [checker, str(formula), str(proof), "-t", "100000"], capture_output=True, text=True, check=False
    )
    return "s VERIFIED" in answer.stdout
