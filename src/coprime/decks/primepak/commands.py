"""The PrimePak deck."""

import json
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

from ...core.errors import BadInput
from ...core.messages import load_messages

SAY = load_messages(Path(__file__).parent)["sets"]


def sets(level: Annotated[int, typer.Option(help="The deck level, 1 to 6.")] = 3,
         as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of words.")] = False) -> None:
    """List every factor set of a deck level, natural and with one to three wilds."""
    from .cards import LEVELS
    from .factor_set_catalogue import LEVEL_ENDS, SETS, SIZE, WILDS
    from .notation import set_label

    if not 1 <= level <= LEVELS:
        raise BadInput(SAY["level"].format(level=level, most=LEVELS))
    rows = range(int(LEVEL_ENDS[level]))
    found = [set_label(int(kind) for kind in SETS[row, :SIZE[row]]) for row in rows]
    natural = sum(not WILDS[row] for row in rows)
    if as_json:
        listed: dict[str, Any] = {"level": level, "natural": natural, "with_wilds": len(found) - natural, "sets": found}
        print(json.dumps(listed, indent=2))
        return
    out = Console()
    for text in found:
        out.print(text, highlight=False, markup=False)
    out.print(SAY["counted"].format(level=level, natural=natural, wild=len(found) - natural), highlight=False)


COMMANDS = {"primepak sets": sets}
