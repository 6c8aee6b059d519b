"""The driver does not know grammars: appendix C's gates are trained with it."""

from __future__ import annotations

import itertools

import numpy as np

from brillig_lab.reproduction import gates


def test_the_worked_projection() -> None:
    state = np.array([[0.4, 0.2, 0.8, 0.6]])
    assert gates.project_gates(state)[0].tolist() == [1, 0, 1, 0]
    distances = ((gates.VALID - state) ** 2).sum(axis=1)
    assert np.sum(distances == distances.min()) == 1


def test_the_metric_decides_which_variable_gives_way() -> None:
    state = np.array([[0.9, 0.1, 0.45, 0.55]])
    assert gates.project_gates(state, mu=3.0)[0, 3] == 1
    assert gates.project_gates(np.array([[0.9, 0.1, 0.9, 0.55]]), mu=0.1)[0, 3] == 0


def test_rrr_trains_where_alternating_projections_fail() -> None:
    circuit = gates.pyramid(4)
    solved = alternating = 0
    for seed, states in enumerate(itertools.islice(itertools.product((0, 1), repeat=6), 5, 60, 9)):
        training = gates.supervised(circuit, states, 12, seed, gamma=0.01)
        found = gates.train(training, seed)
        alternating += gates.alternate(training, seed) is not None
        if found is not None:
            solved += 1
            for item in training.batch:
                values = [item[k] for k in range(4)]
                assert circuit.evaluate(found, values)[-1] == item[circuit.nodes - 1]
    assert solved == 7
    assert alternating < solved


def test_inputs_are_found_when_only_outputs_are_known() -> None:
    network = gates.Circuit(4, ((0, 1), (1, 2), (2, 3), (4, 5), (5, 6), (4, 6)))
    outputs = [(0, 0, 0), (1, 1, 1), (1, 0, 1)]
    training = gates.unsupervised(network, outputs)
    states = gates.train(training, seed=1)
    assert states is not None
    reachable = {
        tuple(network.evaluate(states, values)[-3:]) for values in itertools.product((0, 1), repeat=4)
    }
    assert set(outputs) <= reachable


def test_gates_that_share_a_state_are_given_one() -> None:
    circuit = gates.pyramid(5, shared=True)
    assert [len(group) for group in circuit.sharing] == [4, 3, 2, 1]
    for seed, of_layers in enumerate([(0, 1, 0, 1), (1, 1, 0, 0), (1, 0, 0, 1)]):
        states = [of_layers[number] for number in circuit.shares]
        training = gates.supervised(circuit, states, 10, seed, gamma=0.01)
        x = np.random.default_rng(seed).random(int(np.prod(training.shape)))
        concurring = training.concur(x).reshape(training.shape)[:, :, 3]
        for group in circuit.sharing:  # the mean is the nearest common value
            assert np.allclose(concurring[:, group], x.reshape(training.shape)[:, group, 3].mean())
        found = gates.train(training, seed)
        assert found is not None
        assert all(len({found[gate] for gate in group}) == 1 for group in circuit.sharing)
