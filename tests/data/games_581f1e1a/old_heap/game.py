"""Old Heap, as the house sees it."""

from coprime.core.game import Game
from coprime.core.options import Option

GAME = Game(
    name="old_heap",
    package=__package__,
    title="Old Heap",
    seats=(2, 4),
    options=(
        Option("heap", range(10, 41), 21, "OH-1"),
        Option("most", range(2, 6), 3, "OH-2"),
    ),
    version=1,
    endings=("won",),
    longest=40,
    hotseat=True,
)
