"""Old names of what the docs showed to writers of games and bots; each works for one more version.

Used by modules of `core` whose contents were renamed, and by `core.game` for the parts of other people's games.
"""

import sys
import warnings
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

# The files of a game's folder, without .py, and their older names.
OLD_FILES = {
    "observation": ("sight",), "report_events": ("report_statistics", "match_events", "survey"),
    "practice_items": ("practice_tracking", "practised"), "expert": ("master",), "heuristics": ("features",),
    "fitted_policy": ("style",), "opponent_model": ("belief",), "world_resampling": ("recall",)}


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


def find_renamed_attribute(owner: Any, old: str, new: str) -> Any:
    """Return an object's attribute that was asked for by its old name, with a DeprecationWarning."""
    warnings.warn(f"{type(owner).__name__}.{old} is now {new}", DeprecationWarning, stacklevel=3)
    return getattr(owner, new)


def accept_old_names(part: Any, renamed: Mapping[str, str]) -> None:
    """Give a game's module what it defines under old names the new ones too, with a DeprecationWarning for each.

    part     a module, or None where a game has no such file
    renamed  the new names by the old ones
    """
    for old, new in renamed.items():
        if hasattr(part, old) and not hasattr(part, new):
            warnings.warn(f"{part.__name__}.{old} is now called {new}", DeprecationWarning, stacklevel=2)
            setattr(part, new, getattr(part, old))


def find_module_file(folder: Path, name: str) -> Path | None:
    """Return the file of a game's module, or the `__init__.py` of its package, under its old name if need be.

    None where the game has no such file.
    """
    names = (name, *OLD_FILES.get(name, ()))
    files = (folder / f"{one}{ending}" for one in names for ending in (".py", "/__init__.py"))
    return next((file for file in files if file.is_file()), None)


def module_name(file: Path) -> str:
    """Return the name of a file's module within the folder of its game."""
    return file.parent.name if file.stem == "__init__" else file.stem
