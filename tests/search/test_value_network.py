"""The value network against plain NumPy: forward pass, TD(lambda) targets, AdaGrad step."""

import math

import numpy as np
import pytest

from coprime.core.kernel import import_pure
from coprime.search import learner, value_network
from coprime.search.network_weights import HIDDEN_UNITS, ValueNetwork

VARIANTS = [value_network, import_pure("coprime.search.value_network")]
INPUTS = 20


def random_network(seed, first_direct=0, dtype=np.float64):
    """Hidden, output and direct weights and work space, and a position: indices, values and how many count."""
    rng = np.random.default_rng(seed)
    hidden = rng.normal(size=(INPUTS, HIDDEN_UNITS)).astype(dtype)
    weights = hidden, rng.normal(size=HIDDEN_UNITS), rng.normal(size=INPUTS - first_direct)
    indices = np.append(rng.permutation(INPUTS)[:9], [0, 0, 0])         # the last three do not count
    return weights, np.zeros(HIDDEN_UNITS), indices, rng.normal(size=12), 9


def dense_inputs(indices, values, n):
    dense = np.zeros(INPUTS)
    dense[indices[:n]] = values[:n]
    return dense


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("first_direct", [0, 13])
def test_the_output_is_that_of_one_rectified_layer_and_direct_weights(variant, first_direct):
    for seed in range(20):
        (hidden, output, direct), units, indices, values, n = random_network(seed, first_direct)
        x = dense_inputs(indices, values, n)
        found = variant.evaluate_network(indices, values, n, hidden, output, direct, first_direct, units)
        assert units == pytest.approx(x @ hidden)
        assert found == pytest.approx(np.maximum(x @ hidden, 0) @ output + x[first_direct:] @ direct)
        assert found == variant.evaluate_output(indices, values, n, output, direct, first_direct, units)


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_known_output(variant):
    """Two inputs, 2 and 1; the units are 5 and -1, of which the second is cut off: 5 x 3 + 2 x 0.5 + 1 x 0.25."""
    hidden, output = np.zeros((2, HIDDEN_UNITS)), np.zeros(HIDDEN_UNITS)
    hidden[0, :2], hidden[1, :2], output[:2] = (2, -1), (1, 1), (3, 7)
    found = variant.evaluate_network(np.array([0, 1]), np.array([2.0, 1.0]), 2, hidden, output, np.array([0.5, 0.25]),
                                     0, np.zeros(HIDDEN_UNITS))
    assert found == 16.25


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_logistic_function_gives_probabilities(variant):
    assert variant.logistic(0.0) == 0.5 and variant.logistic(math.log(3)) == pytest.approx(0.75)


@pytest.mark.parametrize("variant", VARIANTS)
def test_targets_are_mixed_from_the_last_position_to_the_first(variant):
    """Of TD(lambda): with 1 all are the result, with 0 each is the value of the next position."""
    values, targets = np.array([0.2, 0.4, 0.9, 7.0]), np.full(4, -1.0)
    variant.td_lambda_targets(values, 3, 1.0, 0.5, targets)
    assert targets.tolist() == [0.675, 0.95, 1.0, -1.0]
    variant.td_lambda_targets(values, 3, 1.0, 1.0, targets)
    assert targets.tolist() == [1.0, 1.0, 1.0, -1.0]
    variant.td_lambda_targets(values, 3, 1.0, 0.0, targets)
    assert targets.tolist() == [0.4, 0.9, 1.0, -1.0]
    assert variant.mix_return(1.0, 0.2, 0.75) == pytest.approx(0.8)


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("first_direct, dtype", [(0, np.float64), (13, np.float32)])
def test_a_step_is_that_of_adagrad(variant, first_direct, dtype):
    """Of the squared error: each weight's gradient over the root of the sum of its squares, this one included."""
    weights, units, indices, values, n = random_network(5, first_direct, dtype)
    hidden, output, direct = weights
    x, rate = dense_inputs(indices, values, n), 0.05
    error = 1.5 - variant.evaluate_network(indices, values, n, hidden, output, direct, first_direct, units)
    active = x @ hidden > 0
    gradients = (error * np.outer(x, output * active), error * np.maximum(x @ hidden, 0), error * x[first_direct:])
    squares = [np.full(one.shape, 2.0) for one in weights]
    expected = [one + rate * slope / np.sqrt(2.0 + slope ** 2) for one, slope in zip(weights, gradients, strict=True)]
    variant.update_network(indices, values, n, error, rate, hidden, output, direct, first_direct, units, *squares)
    for one, new, total, slope in zip(weights, expected, squares, gradients, strict=True):
        assert one == pytest.approx(new, rel=1e-5 if one.dtype == np.float32 else 1e-12)
        assert total == pytest.approx(2.0 + slope ** 2, rel=1e-5 if one.dtype == np.float32 else 1e-12)


@pytest.mark.parametrize("variant", VARIANTS)
def test_steps_reach_the_target(variant):
    (hidden, output, direct), units, indices, values, n = random_network(1)
    squares = [np.ones(one.shape) for one in (hidden, output, direct)]

    def miss():
        return 3.0 - variant.evaluate_network(indices, values, n, hidden, output, direct, 0, units)
    for _ in range(200):
        variant.update_network(indices, values, n, miss(), 0.05, hidden, output, direct, 0, units, *squares)
    assert abs(miss()) < 0.001


def test_both_variants_compute_the_same_bits():
    results = []
    for variant in VARIANTS:
        (hidden, output, direct), units, indices, values, n = random_network(8)
        squares = [np.ones(one.shape) for one in (hidden, output, direct)]
        for _ in range(3):
            error = 1.0 - variant.evaluate_network(indices, values, n, hidden, output, direct, 0, units)
            variant.update_network(indices, values, n, error, 0.1, hidden, output, direct, 0, units, *squares)
        results.append(b"".join(one.tobytes() for one in (hidden, output, direct, *squares)))
    assert results[0] == results[1]


# Trajectories, and whole steps.

@pytest.mark.parametrize("variant", VARIANTS)
def test_positions_are_recorded_in_rows_and_get_their_targets(variant):
    trajectory = learner.make_trajectory(2, 3, 4)
    for row, estimate in ((1, 0.25), (0, 5.0), (1, 0.75)):
        variant.record_position(row, np.array([7, 2, 9]), np.array([0.5, 1.0, 4.0]), 2, estimate, 10 * estimate,
                                trajectory)
    assert trajectory.turns.tolist() == [1, 2] and trajectory.counts.tolist() == [[2, 0, 0], [2, 2, 0]]
    assert trajectory.indices[1, 1].tolist() == [7, 2, 0, 0] and trajectory.values[1, 1].tolist() == [0.5, 1, 0, 0]
    assert trajectory.notes[1].tolist() == [2.5, 7.5, 0]
    assert variant.set_targets(trajectory, 1, 1.0, 0.5) == 2 and trajectory.targets.tolist() == [0.875, 1, 0]


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize(("first_direct", "is_probability"), [(0, False), (13, True)])
def test_a_whole_step_is_a_forward_pass_and_a_step(variant, first_direct, is_probability):
    """Towards a value that is 9 away, of which 4 count; and towards a probability."""
    nets = []
    for is_whole in (True, False):
        weights, units, indices, values, n = random_network(5, first_direct)
        net = ValueNetwork(*weights, units)
        squares = learner.first_squares(net)
        estimate = variant.evaluate_network(indices, values, n, *weights, first_direct, units)
        error = 0.875 - variant.logistic(estimate) if is_probability else 4.0
        if not is_whole:
            variant.update_network(indices, values, n, error, 0.1, *weights, first_direct, units, *squares[:3])
        elif is_probability:
            found = variant.train_probability(indices, values, n, 0.875, 0.1, net, squares, first_direct)
            assert found == variant.logistic(estimate)
        else:
            variant.train_value(indices, values, n, estimate + 9.0, 4.0, 0.1, net, squares)
        nets.append((weights, squares[:3]))
    for one, other in zip(*nets, strict=True):
        assert all((a == b).all() for a, b in zip(one, other, strict=True))
    assert (nets[0][0][0] != random_network(5, first_direct)[0][0]).any()
