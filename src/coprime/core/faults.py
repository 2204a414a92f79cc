"""Old name of `errors`, which README and docs once showed."""

from . import errors
from .deprecated import forward_old_names

__getattr__ = forward_old_names(errors.__name__, {name: name for name in dir(errors) if not name.startswith("_")})
