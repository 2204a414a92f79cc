"""Old names of what the docs showed to writers of games and bots; each works for one more version.

Used by modules of `core` whose contents were renamed.
"""

import sys
import warnings
from collections.abc import Callable, Mapping
from typing import Any


def forward_old_names(module: str, renamed: Mapping[str, str]) -> Callable[[str], Any]:
    """Return a module's `__getattr__` (PEP 562) that finds things by old names, with a DeprecationWarning.

    module   the module's `__name__`
    renamed  the new names by the old ones
    """
    def find(name: str) -> Any:
        if name not in renamed:
            raise AttributeError(f"module {module!r} has no attribute {name!r}")
        warnings.warn(f"{module}.{name} is now {renamed[name]}", DeprecationWarning, stacklevel=2)
        return getattr(sys.modules[module], renamed[name])

    return find
