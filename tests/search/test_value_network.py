"""The value network against plain NumPy: forward pass, TD(lambda) targets, AdaGrad step; and its files."""

import math

import numpy as np
import pytest

from coprime.core.kernel import import_pure
from coprime.search import network_weights, value_network
from coprime.search.network_weights import HIDDEN_UNITS

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


# Files and the mean.

def test_weights_are_read_as_they_were_written(tmp_path):
    arrays = {"inner": np.arange(6.0).reshape(2, 3).astype(np.float16), "outer": np.arange(3.0)}
    network_weights.save_weights(tmp_path / "data" / "net.npz", arrays)
    found = network_weights.load_weights(tmp_path / "data" / "net.npz", {"inner": (2, 3), "outer": (3,)})
    assert list(found) == ["inner", "outer"] and all((found[name] == arrays[name]).all() for name in arrays)
    assert all(one.dtype == np.float64 for one in found.values())
    with pytest.raises(ValueError, match="learnt anew"):
        network_weights.load_weights(tmp_path / "data" / "net.npz", {"inner": (3, 2), "outer": (3,)})


def test_the_mean_is_over_the_last_part_of_the_training():
    """Ten games in batches of three: the weights after 3, 6, 9 and 10; after half of them begin the last two."""
    weights, batches = np.zeros(2), []

    def train_batch(done, batch):
        batches.append((done, batch))
        weights[:] += batch
    (mean,) = network_weights.train_in_batches([weights], 10, 3, 0.5, train_batch)
    assert batches == [(0, 3), (3, 3), (6, 3), (9, 1)] and mean.tolist() == [9.5, 9.5]
    (mean,) = network_weights.train_in_batches([weights], 2, 3, 0.5, train_batch)
    assert mean.tolist() == [12.0, 12.0]
