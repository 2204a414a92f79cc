"""Names of the game Daifugo that the contest uses.

Cards and plays as numbers, the exchange, the rules, card names.

No other module of this package imports the game's files.
"""

from ..games.daifugo.actions import (
    ALL_SUITS,
    FIRST_JOKER_SHIFT,
    JOKER,
    JOKERS_SHIFT,
    NATURAL,
    RUN_BIT,
    bag_size,
    cards_of,
    count_bag_jokers,
    encode_give,
    encode_group,
    encode_sequence,
    first_joker_field,
    gift_of,
    has_consecutive_columns,
    is_one_rank,
    lowest_rank,
    subtract_cards,
    suits_of,
)
from ..games.daifugo.exchange import (
    cards_owed,
    choosing_seats,
    exchange_partner,
    is_exchanging,
    is_rich,
    seat_of_rank,
    strongest_cards,
)
from ..games.daifugo.game import GAME
from ..games.daifugo.labels import RANKS, SUITS, bag_card_labels, label, parse_bag
from ..games.daifugo.observation import redact
from ..games.daifugo.play_validation import find_flaw
from ..games.daifugo.rules import (
    apply,
    begin_hand,
    clear_table,
    end_hand,
    put_on_table,
    refusal,
    set_leader,
    set_turn_order,
    take_place,
    update_card_order,
    violation,
)
from ..games.daifugo.state import Phase, Refusal, State, Violation

__all__ = [
    "ALL_SUITS", "FIRST_JOKER_SHIFT", "GAME", "JOKER", "JOKERS_SHIFT", "NATURAL", "RANKS", "RUN_BIT", "SUITS",
    "Violation",
    "Phase", "Refusal", "State", "apply", "count_bag_jokers", "parse_bag", "bag_size", "begin_hand", "cards_of",
    "choosing_seats",
    "clear_table", "end_hand", "first_joker_field", "find_flaw", "gift_of", "encode_give", "encode_group",
    "is_exchanging", "is_one_rank",
    "is_rich", "has_consecutive_columns", "label", "set_leader", "lowest_rank", "bag_card_labels", "cards_owed",
    "exchange_partner",
    "put_on_table", "redact",
    "refusal", "set_turn_order", "seat_of_rank", "encode_sequence", "strongest_cards", "suits_of", "take_place",
    "subtract_cards",
    "update_card_order", "violation",
]
