"""A value network with one hidden layer, and its training by TD(lambda) and AdaGrad; compiled.

Expert bots of games that value positions use it, and `learner` trains them.  A position is given by its inputs that are
not 0: the first n of `indices` and `values`.  A network is four arrays:

hidden_weights  [input, unit]
output_weights  [unit]
direct_weights  [input less first_direct]: from the inputs to the output, past the hidden layer
units           [unit]: work space, the hidden units of the position evaluated last, before rectification

A network with several outputs has a row of output and of direct weights for each, and shares the hidden units.
Targets: R. S. Sutton, "Learning to predict by the methods of temporal differences", 1988; steps: J. Duchi, E. Hazan,
Y. Singer, "Adaptive subgradient methods for online learning and stochastic optimization", 2011.
"""
# mypy: ignore-errors, implicit-reexport

import math

from ..core.arrays import copy_first
from ..core.kernel import compile_rules
from .network_weights import HIDDEN_UNITS

# Forward pass.


def evaluate_network(indices, values, n, hidden_weights, output_weights, direct_weights, first_direct, units):
    """Return the network's output for a position, and leave the hidden units in `units`.

    The same as `compute_hidden_units` and `evaluate_output` in one pass over the inputs, which saves a tenth of a turn.
    """
    for h in range(HIDDEN_UNITS):
        units[h] = 0.0
    result = 0.0
    for i in range(n):
        row, x = hidden_weights[indices[i]], values[i]
        for h in range(HIDDEN_UNITS):
            units[h] += row[h] * x
        if indices[i] >= first_direct:
            result += direct_weights[indices[i] - first_direct] * x
    for h in range(HIDDEN_UNITS):
        if units[h] > 0:
            result += units[h] * output_weights[h]
    return result


def compute_hidden_units(indices, values, n, hidden_weights, units):
    """Write the hidden units of a position to `units`, before rectification."""
    for h in range(HIDDEN_UNITS):
        units[h] = 0.0
    for i in range(n):
        row, x = hidden_weights[indices[i]], values[i]
        for h in range(HIDDEN_UNITS):
            units[h] += row[h] * x


def evaluate_output(indices, values, n, output_weights, direct_weights, first_direct, units):
    """Return one output of the network, after `compute_hidden_units`.

    first_direct  the first input with a direct weight
    """
    result = 0.0
    for i in range(n):
        if indices[i] >= first_direct:
            result += direct_weights[indices[i] - first_direct] * values[i]
    for h in range(HIDDEN_UNITS):
        if units[h] > 0:
            result += units[h] * output_weights[h]
    return result


def logistic(x):
    """Return the probability of log odds."""
    return 1 / (1 + math.exp(-x))


# TD(lambda).

def record_position(row, indices, values, n, estimate, note, trajectory):
    """Append a position to a row of a `learner.Trajectory`, with its estimate and what the game notes for its target.
    """
    i = trajectory.turns[row]
    copy_first(indices, n, trajectory.indices[row, i])
    copy_first(values, n, trajectory.values[row, i])
    trajectory.counts[row, i], trajectory.estimates[row, i], trajectory.notes[row, i] = n, estimate, note
    trajectory.turns[row] = i + 1


def set_targets(trajectory, row, result, lambda_):
    """Write the TD(lambda) targets of a row's positions to its `targets`; return how many there are."""
    n = trajectory.turns[row]
    td_lambda_targets(trajectory.estimates[row], n, result, lambda_, trajectory.targets)
    return n


def td_lambda_targets(values, n, result, lambda_, targets):
    """Write the TD(lambda) target of each of n positions to `targets`: the result for the last one.

    values  the network's value of each position, on the result's scale
    """
    for i in range(n - 1, -1, -1):
        targets[i] = result
        result = mix_return(result, values[i], lambda_)


def mix_return(later_return, value, lambda_):
    """Return the target of the position before one with a target and a value."""
    return lambda_ * later_return + (1 - lambda_) * value


# AdaGrad.

def train_value(indices, values, n, target, most_error, rate, net, squares):
    """Move a network's output towards a target by one step.

    most_error  an error that is more counts as that
    squares     sums of squared gradients, of the shapes of the `ValueNetwork` net
    """
    estimate = evaluate_network(indices, values, n, net.inner, net.outer, net.direct, 0, net.units)
    error = min(most_error, max(-most_error, target - estimate))
    update_network(indices, values, n, error, rate, net.inner, net.outer, net.direct, 0, net.units,
                   squares.inner, squares.outer, squares.direct)


def train_probability(indices, values, n, target, rate, net, squares, first_direct):
    """Move the probability of a network whose output is log odds towards a target; return it as it was.

    The other arguments are those of `train_value` and `evaluate_output`.
    """
    odds = evaluate_network(indices, values, n, net.inner, net.outer, net.direct, first_direct, net.units)
    probability = logistic(odds)
    update_network(indices, values, n, target - probability, rate, net.inner, net.outer, net.direct, first_direct,
                   net.units, squares.inner, squares.outer, squares.direct)
    return probability


def update_network(indices, values, n, error, rate, hidden_weights, output_weights, direct_weights, first_direct, units,
                   hidden_squares, output_squares, direct_squares):
    """Move one output towards its target by an AdaGrad step, after `compute_hidden_units`.

    error     target less output, or for a logistic output less its probability
    rate      learning rate
    *squares  sums of squared gradients of the weights, of their shapes
    """
    for i in range(n):
        k, x = indices[i], values[i]
        row, squares = hidden_weights[k], hidden_squares[k]
        for h in range(HIDDEN_UNITS):
            if units[h] > 0:
                update_weight(row, squares, h, error * output_weights[h] * x, rate)
        if k >= first_direct:
            update_weight(direct_weights, direct_squares, k - first_direct, error * x, rate)
    for h in range(HIDDEN_UNITS):
        if units[h] > 0:
            update_weight(output_weights, output_squares, h, error * units[h], rate)


def update_weight(weights, squares, i, gradient, rate):
    """Change one weight by an AdaGrad step."""
    squares[i] += gradient * gradient
    weights[i] += rate * gradient / math.sqrt(squares[i])


compile_rules(globals(), makers="")
