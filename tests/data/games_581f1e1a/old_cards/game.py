"""Old Cards, as Coprime sees it."""

from coprime.core.game import Game
from coprime.core.options import Option

GAME = Game(
    name="old_cards",
    package=__package__,
    title="Old Cards",
    seats=(2, 4),
    options=(Option("hand", range(1, 7), 5, "OC-1"),),
    version=1,
    endings=("won",),
    longest=40,
)
