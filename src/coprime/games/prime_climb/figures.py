"""What the rules' pages draw: `42` is a space with its rings, `d3` a die, `A` and `B` the pawns of two players."""

from pathlib import Path
from typing import Any

from ...core.messages import load_messages
from ...core.numbers import prime_factors

SAY = load_messages(Path(__file__).parent)["figure"]
PAWNS = "AB"


def draw_notation(name: str) -> dict[str, Any]:
    """Return what a name in the rules' pages draws: a space as the browser's Ring, a die or a pawn."""
    if name in PAWNS:
        return {"pawn": PAWNS.index(name), "name": SAY["pawn"][PAWNS.index(name)]}
    if name.startswith("d"):
        return {"die": int(name[1:]), "name": SAY["die"].format(n=int(name[1:]))}
    return {"ring": int(name), "factors": prime_factors(int(name)) if int(name) > 1 else []}
