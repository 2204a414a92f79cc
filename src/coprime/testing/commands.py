"""Commands for authors of games."""

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from ..core.errors import BadInput, BadRecord
from ..core.game import Game
from ..core.messages import load_messages
from ..core.options import Value, parse_options
from ..core.registry import find_game as find

SAY = load_messages(Path(__file__).parent)
Name = Annotated[str, typer.Argument(metavar="GAME")]
Options = Annotated[list[str] | None, typer.Option("--option", "-o", help="An option of the game, as name=value.")]


class Kind(StrEnum):
    """The examples that a new game can begin as."""

    HEAP = "heap"
    DICE = "dice"
    CARDS = "cards"


def golden(name: Name,
           shows: Annotated[str | None, typer.Argument(metavar="[ENDING]", help="What a new one shows.")] = None,
           seed: Annotated[int, typer.Option(help="Of the match that is played.")] = 1,
           seats: Annotated[int | None, typer.Option(help="How many seats; the fewest by default.")] = None,
           option: Options = None,
           bots: Annotated[str | None, typer.Option(help="Who plays it; at random by default.")] = None) -> None:
    """Write golden games and their digests: existing ones in today's words, and a new one for the ENDING.

    The new one is played from the seed. Any other name than an ending's names a variation. A golden game that no
    longer fits the rules is reported, and replaced if it is the ENDING.
    """
    from .game_checks import endings_without_golden
    from .golden import golden_files
    from .golden_choices import write_golden_choices
    from .golden_observations import write_golden_observations
    from .golden_scenes import write_golden_scenes

    game = find(name)
    unfit = rewrite_golden(game, shows)
    if shows is None and len(game.endings) == 1 and not golden_files(game):
        shows = game.endings[0]
    if shows is not None:
        write_golden(game, shows, seats or game.default_seat_count(), parse_given_options(game, option), seed, bots)
    for ending in endings_without_golden(game):
        print(SAY["golden"]["missing"].format(ending=ending, command=f"coprime golden {game.name} {ending}"))
    if unfit:
        raise BadRecord("\n".join(unfit))
    write_golden_scenes(game)
    write_golden_observations(game)
    write_golden_choices(game)


def rewrite_golden(game: Game, skipped_name: str | None) -> list[str]:
    """Write every golden game but one again, and return a sentence for each that no longer fits the rules."""
    from . import golden as games

    unfit = []
    for path in games.golden_files(game):
        if path.stem == skipped_name:
            continue
        try:
            games.rewrite_golden_file(path, game)
            print(SAY["golden"]["again"].format(file=path.name))
        except BadInput as wrong:
            unfit.append(SAY["golden"]["unfit"].format(why=wrong, command=f"coprime golden {game.name} {path.stem}"))
    return unfit


def write_golden(game: Game, shows: str, seats: int, options: dict[str, Value], seed: int, bots: str | None) -> None:
    """Play a golden game and write it, replacing one of that name."""
    from . import golden as games

    match = games.play_by_bots(game, seats, options, seed, bots)
    path = game.folder / "tests" / "golden" / f"{shows}.txt"
    games.write_golden_file(path, match, f"{'ending' if shows in game.endings else 'variation'}: {shows}")
    print(*(line for *_, line in games.read_events(path)), sep="\n")
    print(SAY["golden"]["new"].format(file=path.name, n=len(match.events)))


def counts(name: Name, option: Options = None) -> None:
    """Write tests/counts.txt: its lines counted again, or first lines.

    With options, lines for these as well.
    """
    from . import perft

    game = find(name)
    path = game.folder / "tests" / "counts.txt"
    rows = perft.read_counts(path, game) if path.is_file() else []
    lines = [perft.count_line(game, seats, options, seed, depth) for seats, options, seed, depth, _ in rows]
    if not rows or option:
        for seats in sorted(set(game.seats)):
            lines += perft.count_lines(game, seats, parse_given_options(game, option))
    print(SAY["counts"]["written"].format(file=perft.write_counts(game, lines).name, n=len(lines)))


def parse_given_options(game: Game, given: list[str] | None) -> dict[str, Value]:
    """Parse options from the command line.  Raises BadInput."""
    return parse_options(game.options, given or [], game.localized_title)


def new_game(name: Annotated[str, typer.Argument(help="Small letters, digits and underscores, such as my_game.")],
             into: Annotated[Path | None, typer.Option(
                 help="Make it a package of its own in this folder, not a part of these sources.")] = None,
             kind: Annotated[Kind, typer.Option(
                 help="What it begins as: a heap that lies open, dice, or hidden cards.")] = Kind.HEAP) -> None:
    """Write the folder of a small playable game to start from; docs/adding-a-game.md continues from there."""
    from .newgame import write_game

    folder = write_game(name, into, kind.value)
    print(SAY["new"]["there"].format(folder=folder))
    if into is not None:
        print(f"    pip install --no-build-isolation --no-deps -e {into}")
    print(f"    coprime play {name}\n    python -m coprime.testing {name} --plain\n    pytest {folder}")


COMMANDS = {"new-game": new_game, "golden": golden, "counts": counts}
