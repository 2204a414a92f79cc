"""Weights of value networks: their files, and the average over the last part of a training.

Expert bots load them without the compiler, so nothing here is compiled: see `value_network` for the computations.
"""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

HIDDEN_UNITS = 32


class ValueNetwork(NamedTuple):
    """Hold the arrays of a network: see `value_network`."""

    inner: Any              # [input, unit]
    outer: Any              # [unit], or with several outputs [output, unit]
    direct: Any             # [input], or with several outputs [output, input]
    units: Any              # [unit]: work space


def load_weights(file: Path, shapes: Mapping[str, tuple[int, ...]]) -> dict[str, Any]:
    """Return the named arrays of a file as float64.  Raises ValueError for arrays of another shape.

    The shapes are checked because compiled code does not check the bounds of arrays.
    """
    with np.load(file) as found:
        arrays = {name: found[name].astype(float) for name in shapes}
    if any(arrays[name].shape != tuple(shape) for name, shape in shapes.items()):
        raise ValueError(f"{file.name} is not of networks of {dict(shapes)}: it has to be learnt anew "
                         "(expert/learning.py).")
    return arrays


def save_weights(file: Path, arrays: Mapping[str, Any]) -> None:
    """Write named arrays to a file, compressed, in the precision that they have."""
    file.parent.mkdir(exist_ok=True)
    np.savez_compressed(file, **arrays)


def train_in_batches(weights: Sequence[Any], total: int, batch: int, average_from: float,
                     train_batch: Callable[[int, int], None]) -> tuple[Any, ...]:
    """Train by so many games in batches, and return the mean of each array of weights over the last part.

    weights       arrays that the training changes
    average_from  the share of the games after which batches count for the mean; the last one always does
    train_batch   (games done so far, games of this batch): trains `weights`
    """
    snapshots = []
    for done in range(0, total, batch):
        train_batch(done, min(batch, total - done))
        if done >= average_from * total or done + batch >= total:
            snapshots.append([array.astype(float) for array in weights])
    return tuple(sum(part) / len(snapshots) for part in zip(*snapshots, strict=True))
