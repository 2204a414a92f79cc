"""Names of the game Daifugo that the contest uses.

Cards and plays as numbers, the exchange, the rules, card names.

No other module of this package imports the game's files.
"""

from ..games.daifugo.exchange import (
    choosing,
    is_exchanging,
    is_rich,
    owes,
    partner,
    seat_of_rank,
    strongest_cards,
)
from ..games.daifugo.flaws import flaw
from ..games.daifugo.game import GAME
from ..games.daifugo.labels import RANKS, SUITS, bag_named, label, names_of
from ..games.daifugo.observation import redact
from ..games.daifugo.plays import (
    ALL_SUITS,
    FIRST_AT,
    JOKER,
    JOKERS_AT,
    NATURAL,
    RUN,
    bag_jokers,
    bag_size,
    cards_of,
    first_of,
    gift_of,
    give,
    group,
    is_one_rank,
    is_row,
    lowest_rank,
    sequence,
    suits_of,
    taken_from,
)
from ..games.daifugo.rules import (
    apply,
    begin_hand,
    clear_table,
    end_hand,
    lead,
    put_down,
    refusal,
    set_turn_order,
    take_place,
    turn_order,
    violation,
)
from ..games.daifugo.state import Fault, Phase, Refusal, State

__all__ = [
    "ALL_SUITS", "FIRST_AT", "GAME", "JOKER", "JOKERS_AT", "NATURAL", "RANKS", "RUN", "SUITS", "Fault",
    "Phase", "Refusal", "State", "apply", "bag_jokers", "bag_named", "bag_size", "begin_hand", "cards_of", "choosing",
    "clear_table", "end_hand", "first_of", "flaw", "gift_of", "give", "group", "is_exchanging", "is_one_rank",
    "is_rich", "is_row", "label", "lead", "lowest_rank", "names_of", "owes", "partner", "put_down", "redact",
    "refusal", "set_turn_order", "seat_of_rank", "sequence", "strongest_cards", "suits_of", "take_place", "taken_from",
    "turn_order", "violation",
]
