"""Old Dice, as Coprime sees it."""

from coprime.core.game import Game
from coprime.core.options import Option

GAME = Game(
    name="old_dice",
    package=__package__,
    title="Old Dice",
    seats=(2, 4),
    options=(Option("goal", range(20, 51), 30, "OD-1"),),
    version=1,
    endings=("won",),
    longest=2000,
)
