"""Tell what has been compiled, without compiling it."""

from ..core.game import Game
from ..core.kernel import PURE, cache_root, code_folder_name


def has_compiled_rules(game: Game) -> bool:
    """Tell whether the rules of a game have been compiled."""
    return PURE or is_saved(code_folder_name(game.folder / "rules.py"))


def is_saved(folder: str) -> bool:
    """Tell whether a folder of the cache holds compiled code."""
    return any((cache_root() / folder).rglob("*.nbi"))
