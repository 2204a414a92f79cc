"""Old name of `sequential_env`, for programs that were written for version 1.0."""

from ..core.deprecated import forward_old_names
from . import sequential_env

__getattr__ = forward_old_names(sequential_env.__name__, {"MatchEnv": "SequentialEnv"})
