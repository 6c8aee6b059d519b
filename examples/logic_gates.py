"""Training networks of OR and AND gates: the driver of the search does not know grammars.

    python examples/logic_gates.py

The gates are those of the paper's appendix C;
`brillig_lab.reproduction.gates` says how they become two projections.
"""

from __future__ import annotations

import numpy as np

from brillig_lab.reproduction.gates import (
    Circuit,
    alternate,
    project_gates,
    pyramid,
    supervised,
    train,
    unsupervised,
)


def main() -> None:
    worked = project_gates(np.array([[0.4, 0.2, 0.8, 0.6]]))[0]
    print("The worked projection: (0.4, 0.2, 0.8, 0.6) becomes", tuple(int(v) for v in worked))

    circuit = pyramid(4)
    states = [int(s) for s in np.random.default_rng(1).integers(0, 2, len(circuit.gates))]
    print(f"\nA pyramid of {len(circuit.gates)} gates with hidden states {states}")
    for gamma in (0.0, 0.01):
        rrr = alternating = 0
        for seed in range(10):
            training = supervised(circuit, states, 12, seed, gamma)
            rrr += train(training, seed) is not None
            alternating += alternate(training, seed) is not None
        kept = "kept at 1" if gamma == 0 else "updated"
        print(f"supervised, 12 items, mu of f {kept}: RRR {rrr}/10, alternating projections {alternating}/10")

    # Three outputs over four inputs, with the inputs unknown: a dictionary that can say all of these.
    network = Circuit(4, ((0, 1), (1, 2), (2, 3), (4, 5), (5, 6), (4, 6)))
    outputs = [(0, 0, 0), (1, 1, 1), (1, 0, 1), (0, 1, 1)]
    found = sum(train(unsupervised(network, outputs), seed) is not None for seed in range(10))
    print(f"\nunsupervised, outputs {outputs}: RRR {found}/10")


if __name__ == "__main__":
    main()
