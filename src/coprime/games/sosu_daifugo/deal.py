"""Deal a game: who begins, and which cards (SD-1 to SD-4, SD-43)."""
# mypy: ignore-errors, implicit-reexport

from ...core.bits import add_to_bag, write_bag
from ...core.chance import random_below, shuffle
from ...core.kernel import compile_rules
from ...core.seats import UNKNOWN
from .card_moves import draw_cards
from .card_signs import JOKER, KINDS, NONE
from .clock import start_clocks
from .play_verdicts import clear_line

ALTERNATE, LOSER, WINNER, RANDOM = range(4)                 # `next_first`


def first_seat(s, x):
    """Return who begins the next game, and the generator's next state (SD-4, SD-43)."""
    if s.game == 1:
        return random_below(x, s.seats) if s.first_player == 0 else (0, x)
    if s.next_first == RANDOM:
        return random_below(x, s.seats)
    if s.winner != UNKNOWN and s.next_first == WINNER:
        return s.winner, x
    if s.winner != UNKNOWN and s.next_first == LOSER:
        return (s.winner + s.seats - 1) % s.seats, x
    return (s.first + 1) % s.seats, x


def whole_pack(s):
    """Return the cards of the pack as a bag (SD-1)."""
    bag = add_to_bag(0, JOKER, s.jokers)
    for kind in range(1, KINDS):
        bag = add_to_bag(bag, kind, s.even_copies if kind % 2 == 0 else 4)
    return bag


def deal_game(s, seed):
    """Shuffle and deal (SD-1, SD-3)."""
    s.game += 1
    s.first, x = first_seat(s, seed)
    s.winner, s.owner = UNKNOWN, UNKNOWN
    s.count = s.laid = s.passes = s.drawn = s.resting = s.seen = 0
    s.number[:] = 0
    s.area[:] = UNKNOWN
    s.deck[:] = UNKNOWN
    s.held[:] = 0
    s.cards[:] = 0
    s.known[:] = 0
    s.misses[:] = 0
    s.place[:] = 0
    s.revolution = s.start_revolution
    s.played[:] = NONE
    s.played_length = 0
    clear_line(s)
    s.left = write_bag(whole_pack(s), s.deck, 0)
    shuffle(s.deck, 0, s.left, x)
    for seat in range(s.seats):
        draw_cards(s, seat, s.hand)
    s.turn = s.first
    start_clocks(s)


compile_rules(globals(), makers="")
