"""Weights of value networks and the files that hold them.

Expert bots load them without the compiler, so nothing here is compiled: see `value_network` for the computations and
`learner` for the training.
"""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

HIDDEN_UNITS = 32
MOST_BYTES = 1_000_000          # of a file of weights
PROVENANCE = "provenance"       # the entry of a file that is no array of weights


class ValueNetwork(NamedTuple):
    """Hold the arrays of a network: see `value_network`."""

    inner: Any              # [input, unit]
    outer: Any              # [unit], or with several outputs [output, unit]
    direct: Any             # [input], or with several outputs [output, input]
    units: Any              # [unit]: work space


def joined_shape(inputs: int, outputs: int = 0) -> tuple[int, int]:
    """Return the shape of the one array that holds a network's weights: see `split_weights`."""
    count = max(1, outputs)
    return inputs + count, HIDDEN_UNITS + count


def split_weights(array: Any, outputs: int = 0) -> tuple[Any, Any, Any]:
    """Return the weights that a file holds in one array: inner, outer and direct.

    It has a row for each input and one of output weights for each output, a column for each hidden unit and one of
    direct weights for each output.

    outputs  0 for a network with a single output, whose outer and direct weights have one dimension less
    """
    count = max(1, outputs)
    parts = array[:-count, :-count], array[-count:, :-count], array[:-count, -count:].T
    inner, outer, direct = (np.ascontiguousarray(part) for part in parts)
    return (inner, outer, direct) if outputs else (inner, outer[0], direct[0])


def join_weights(inner: Any, outer: Any, direct: Any) -> Any:
    """Return the one array of a network's weights; its corner, which nothing reads, is 0."""
    outer, direct = np.atleast_2d(outer), np.atleast_2d(direct)
    return np.block([[inner, direct.T], [outer, np.zeros((len(outer), len(outer)))]])


@dataclass(frozen=True)
class Provenance:
    """Where weights come from.  The same command gives the same weights again, unless `games` is less than `planned`.

    game     name of the game
    inputs   version of the networks' inputs, see `NetworkFile`
    coprime  version of Coprime
    command  that trained them
    seed     of the training
    games    that each network was trained by
    planned  games at whose end the training would have been over
    """

    game: str
    inputs: int
    coprime: str
    command: str
    seed: int
    games: int
    planned: int


@dataclass(frozen=True, eq=False)
class NetworkFile:
    """The weights of a game's networks, as a file holds them.

    game    name of the game
    inputs  version of the networks' inputs: raised when an input gets another meaning and the shapes stay
    path    of the file that is shipped; None where the shipped weights are compiled into the game
    shapes  of the arrays, by name
    dtypes  their precision in a file, by name; float32 where nothing is said
    """

    game: str
    inputs: int
    path: Path | None
    shapes: Mapping[str, tuple[int, ...]]
    dtypes: Mapping[str, Any] = field(default_factory=dict)

    def load(self, path: Path | None = None) -> Mapping[str, Any]:
        """Return the arrays of a file, by default the shipped one, as float64; they are cached.

        Raises OSError, and ValueError where no file is shipped, or the weights are of another game, other inputs or
        other shapes: compiled code does not check the bounds of arrays.
        """
        file = path or self.path
        if file is None:
            raise ValueError(f"The shipped weights of {self.game} are no file.")
        return _load_cached(self, file)

    def save(self, path: Path, arrays: Mapping[str, Any], provenance: Provenance) -> None:
        """Write arrays to a file, in the precision of this game's files.  Raises OSError and ValueError."""
        rounded = {name: arrays[name].astype(self.dtypes.get(name, np.float32)) for name in self.shapes}
        save_weights(path, rounded, provenance)


@cache
def _load_cached(file: NetworkFile, path: Path) -> Mapping[str, Any]:
    """Load the arrays of a file once: see `NetworkFile.load`."""
    found = read_provenance(path)
    if found and (found.game, found.inputs) != (file.game, file.inputs):
        raise ValueError(f"{path} is of networks of {found.game} {found.inputs}, not of {file.game} {file.inputs}.")
    return load_weights(path, file.shapes)


def load_weights(file: Path, shapes: Mapping[str, tuple[int, ...]]) -> dict[str, Any]:
    """Return the named arrays of a file as float64.  Raises OSError, and ValueError where they do not fit.

    The shapes are checked because compiled code does not check the bounds of arrays.
    """
    with _open_weights(file) as found:
        missing = [name for name in shapes if name not in found]
        arrays = {} if missing else {name: found[name].astype(float) for name in shapes}
    if missing or any(arrays[name].shape != tuple(shape) for name, shape in shapes.items()):
        raise ValueError(f"{file.name} is not of networks of {dict(shapes)}: it has to be learnt anew "
                         "(coprime train).")
    return arrays


def read_provenance(file: Path) -> Provenance | None:
    """Return where the weights in a file come from; None for a file that does not say.

    Raises OSError, and ValueError for a file of another kind.
    """
    with _open_weights(file) as found:
        text = str(found[PROVENANCE]) if PROVENANCE in found else ""
    try:
        return Provenance(**json.loads(text)) if text else None
    except TypeError as wrong:
        raise ValueError(f"{file.name} has another form of provenance.") from wrong


def _open_weights(file: Path) -> Any:
    """Open a file of arrays.  Raises OSError, and ValueError where it is none."""
    if file.stat().st_size > MOST_BYTES:
        raise ValueError(f"{file.name} is larger than any file of weights.")
    try:
        found = np.load(file, allow_pickle=False)
    except OSError:
        raise
    except Exception as wrong:          # whatever a strange file does to the library that reads it
        raise ValueError(f"{file.name} is no file of weights.") from wrong
    if not isinstance(found, np.lib.npyio.NpzFile):
        raise ValueError(f"{file.name} is no file of weights.")
    return found


def save_weights(file: Path, arrays: Mapping[str, Any], provenance: Provenance) -> None:
    """Write named arrays and their provenance to a file, compressed, atomically; the same ones give the same bytes.

    Raises OSError, and ValueError for a file above `MOST_BYTES`.
    """
    file.parent.mkdir(exist_ok=True)
    half = file.with_name(f"{file.name}.half")
    entries: dict[str, Any] = {PROVENANCE: json.dumps(asdict(provenance)), **arrays}
    try:
        with half.open("wb") as out:
            np.savez_compressed(out, **entries)
        if half.stat().st_size > MOST_BYTES:
            raise ValueError(f"{file.name} would have {half.stat().st_size:,} bytes, more than {MOST_BYTES:,}.")
        half.replace(file)
    finally:
        half.unlink(missing_ok=True)
