"""Write the sentences for what Daifugo refuses, with the cards and numbers of the position.

A `..._detail` function returns the name of a sentence and the values for its placeholders.
"""

from copy import copy
from typing import Any

from ...core.messages import join_words
from .actions import (
    JOKER,
    NATURAL,
    RUN_BIT,
    bag_size,
    cards_of,
    count_bag_jokers,
    first_joker_field,
    gift_of,
    is_one_rank,
    lowest_rank,
    play_suits,
    subtract_cards,
    suits_of,
    verb_of,
)
from .card_names import SAY, card_name, cards_text, play_phrase, rank_text, short_card_text, suits_text
from .exchange import cards_owed
from .labels import COLUMN_NAMES, JOKER_NAME, RANKS, bag_card_labels, label, list_play_cards
from .play_validation import find_flaw
from .rules import MAX_ACTIONS, Kind, Phase, Verb, list_leads
from .state import Refusal, State


def explain_refusal(reason: int, view: Any = None, action: Any = None) -> tuple[str, str]:
    """Return the sentence of a refusal, and its rule; in detail if the view and the action are given."""
    known = Refusal(reason)
    if view is None or (action is None and known != Refusal.JOKER_STANDS):
        return tuple(SAY["refusal"][known.name])
    if known == Refusal.NO_READING:
        known, action = find_reading_flaw(view, int(action))
    name, facts = POSITION_DETAILS[known](view, int(action or 0)) if known in POSITION_DETAILS else (known.name, {})
    sentence, rule = SAY["why_not" if name in SAY["why_not"] else "refusal"][name]
    return sentence.format(**facts), rule


def viewing_seat(view: State) -> int | None:
    """Return the seat whose view it is; where every hand is open, the seat on turn."""
    known = [seat for seat in range(view.seats) if view.hand[seat] >= 0]
    return known[0] if len(known) == 1 else int(view.turn) if view.phase == Phase.PLAY else None


# Whose turn.

def turn_detail(view: State, action: int) -> tuple[str, dict[str, Any]]:
    """Choose the sentence for a seat that is not to act (DF-6)."""
    seat = viewing_seat(view)
    if view.phase == Phase.EXCHANGE:
        return "CHOSEN" if seat is not None and view.chosen >> seat & 1 else "CHOOSING", {}
    if view.phase != Phase.PLAY:
        return "OVER" if view.phase == Phase.OVER else "NOT_DEALT", {}
    if seat is not None and not view.live >> seat & 1:
        return "OUT", {}
    if seat is not None and seat != view.turn and view.pass_is_final and view.passed >> seat & 1:
        return "PASSED", {}
    return "NOT_YOUR_TURN", {}


def must_lead_detail(view: State, action: int) -> tuple[str, dict[str, Any]]:
    """Choose the sentence for a pass that is not allowed."""
    return "MUST_OPEN" if view.opening else "MUST_LEAD", {}


# Hands and gifts.

def not_in_hand_detail(view: State, action: int) -> tuple[str, dict[str, str]]:
    """Choose the sentence for cards that the hand lacks, and name them."""
    seat, gift = viewing_seat(view), verb_of(action) == Verb.GIVE
    name = "GIFT_NOT_IN_HAND" if gift else "NOT_IN_HAND"
    if seat is None:
        return name, {"cards": SAY["why_not"]["some"]}
    hand, bag = int(view.hand[seat]), int(gift_of(action) if gift else cards_of(action))
    lacking = int(subtract_cards(bag, hand))
    second = lacking >= JOKER and count_bag_jokers(hand) == 1
    names = [short_card_text(one) for one in bag_card_labels(lacking & NATURAL)]
    jokers = SAY["why_not"]["second"] if second else cards_text(lacking & ~NATURAL)
    return name, {"cards": join_words([*names, *([jokers] if jokers else [])], "or")}


def exchanging_detail(view: State, action: int) -> tuple[str, dict[str, int]]:
    """Choose the sentence for a play during the exchange."""
    return "EXCHANGING", {"n": int(cards_owed(view,
                                              viewing_seat(view)))} if viewing_seat(view) is not None else {"n": 1}


def nothing_to_give_detail(view: State, action: int) -> tuple[str, dict[str, Any]]:
    """Choose the sentence for a gift when nothing is exchanged."""
    if not view.exchange:
        return "NO_EXCHANGE", {}
    return "NOTHING_TO_GIVE" if view.rank[0] else "NO_RANKS", {}


def gift_count_detail(view: State, action: int) -> tuple[str, dict[str, int]]:
    """Choose the sentence for a gift with the wrong number of cards."""
    seat = viewing_seat(view)
    return ("GIFT_COUNT",
            {"need": int(cards_owed(view, seat)), "n": int(bag_size(gift_of(action)))}) if seat is not None \
        else ("GIFT_COUNT_PLAIN", {})


# What the cards make.

def ranks_text(action: int) -> str:
    """Return the ranks of a play's cards as they lie: `5, 7 and queen`."""
    columns = [column for column,
               name in list_play_cards(action) if action & RUN_BIT or not name.startswith(JOKER_NAME)]
    return join_words([rank_text(COLUMN_NAMES[column]) if 0 < column <= len(RANKS) else SAY["card"]["joker"]
                       for column in columns])


def combination_detail(view: State, action: int) -> tuple[str, dict[str, Any]]:
    """Choose the sentence for cards that are neither of one rank nor in a row (DF-2)."""
    facts = {"n": len(list_play_cards(action)), "ranks": ranks_text(action)}
    if facts["n"] == 2:
        return "NO_PAIR", facts
    return "NO_COMBINATION" if view.seq_min else "NO_GROUP", facts


def group_too_large_detail(view: State, action: int) -> tuple[str, dict[str, int]]:
    """Choose the sentence for a group that is too large."""
    return "GROUP_TOO_LARGE", {"n": len(list_play_cards(action)), "most": int(view.max_group)}


def too_long_detail(view: State, action: int) -> tuple[str, dict[str, int]]:
    """Choose the sentence for a sequence that is too long."""
    return "TOO_LONG", {"n": len(list_play_cards(action)), "most": int(view.seq_max)}


def mixed_suits_detail(view: State, action: int) -> Any:
    """Choose the sentence for a sequence of several suits."""
    return "MIXED_SUITS", {"suits": suits_text(int(suits_of(action & NATURAL)))}


def off_end_detail(view: State, action: int) -> Any:
    """Choose the sentence for a sequence with a joker beyond its first or last rank."""
    return "OFF_END_BELOW" if first_joker_field(action) == 1 else "OFF_END_ABOVE", {}


def no_such_action_detail(view: State, action: int) -> tuple[str, dict[str, Any]]:
    """Choose the sentence for a gift without its cards, or a joker that cannot stand for what is said."""
    if verb_of(action) == Verb.SWAP:
        return ("WHICH_GIFT", {}) if view.phase == Phase.EXCHANGE else nothing_to_give_detail(view, action)
    natural, suits = action & NATURAL, int(first_joker_field(action))
    if verb_of(action) != Verb.PLAY or not natural:
        return "NO_SUCH_ACTION", {}
    if action & RUN_BIT:
        return "JOKERS_SAME", {}
    if not is_one_rank(natural) or not suits & suits_of(natural):
        return "NO_SUCH_ACTION", {}
    twice = int(suits & suits_of(natural))
    card = bag_card_labels(1 << 4 * int(lowest_rank(natural)) + (twice & -twice).bit_length() - 1)[0]
    return "JOKER_THERE", {"card": card_name(card)}


# Jokers of which it is not said what they stand for.

def list_readings(view: State, bag: Any, **options: Any) -> Any:
    """Return all of a bag's cards as one play, once for every reading of its jokers.

    options  options of the table that are replaced for this
    """
    table, out = copy(view), [0] * MAX_ACTIONS
    table.meld = table.opening = 0
    for name, value in options.items():
        setattr(table, name, value)
    return [int(play) for play in out[:list_leads(table, bag, out)] if cards_of(play) == bag]


def find_reading_flaw(view: Any, action: int) -> Any:
    """Find what is wrong with cards however their jokers are read: (Refusal, the play that it is of).

    The refusal is NO_READING if one reading fits, None if the cards are no play at all.
    """
    bag = int(cards_of(action))
    for options in ({}, LOOSEST_OPTIONS | {"seq_suit": 0}, LOOSEST_OPTIONS | {"seq_suit": 1}):
        found = list_readings(view, bag, **options)
        if found:
            reason, play = min((int(find_flaw(view, play)), play) for play in found)
            return (Refusal(reason) if reason else Refusal.NO_READING), play
    return None, action


def no_reading_detail(view: State, play: Any) -> Any:
    """Choose the sentence for a play that does not say what its jokers stand for."""
    return "NO_READING", {"n": count_bag_jokers(int(cards_of(play))), "label": label(play)}


def unreadable_detail(view: State, action: int) -> Any:
    """Choose the sentence for cards that make no play however their jokers are read."""
    bag = int(cards_of(action))
    return ("NO_READING_AT_ALL" if view.seq_min else "NO_READING_AS_GROUP",
            {"n": int(count_bag_jokers(bag)), "cards": cards_text(bag & NATURAL)})


# What lies there.

def table_details(view: State, action: int) -> Any:
    """Return the values for sentences that compare a play with what lies on the table."""
    return {"what": play_phrase(action), "n": len(list_play_cards(action)), "lying": play_phrase(view.meld)}


def wrong_kind_detail(view: State, action: int) -> Any:
    """Choose the sentence for a group on a sequence, or the other way round."""
    return "NO_GROUP_ON_RUN" if view.kind == Kind.RUN else "NO_RUN_ON_GROUP", table_details(view, action)


def wrong_count_detail(view: State, action: int) -> Any:
    """Choose the sentence for a wrong number of cards."""
    return "WRONG_COUNT", table_details(view, action) | {"there": int(view.count)}


def not_higher_detail(view: State, action: int) -> Any:
    """Choose the sentence for a play that is not higher, or in a revolution not lower."""
    whole = "_WHOLLY" if view.kind == Kind.RUN and view.seq_compare else ""
    facts = table_details(view, action)
    lower = "NOT_LOWER_BACK" if view.back else "NOT_LOWER"
    return (lower if view.reversed else "NOT_HIGHER") + whole, facts | {
        "what": facts["what"] if view.reversed else facts["what"][:1].upper() + facts["what"][1:]}


def joker_stands_detail(view: State, action: int) -> Any:
    """Choose the sentence for a play that does not beat a joker."""
    if view.count > 1:
        return "JOKER_STANDS", {}
    return "JOKER_STANDS_ONE" if view.three_of_spades else "JOKER_STANDS_ALONE", {}


def out_of_step_detail(view: State, action: int) -> Any:
    """Choose the sentence for a play that leaves out a rank under a number lock (DF-32)."""
    return "NOT_NEXT_BELOW" if view.reversed else "NOT_NEXT_ABOVE", table_details(view, action)


def locked_detail(view: State, action: int) -> Any:
    """Choose the sentence for a play of other suits than the locked ones (DF-15)."""
    name = "LOCKED_TOGETHER" if view.count > 1 and (view.kind == Kind.GROUP or view.seq_suit) else "LOCKED"
    return name, table_details(view, action) | {"suits": suits_text(int(view.lock)),
                                                "own": suits_text(int(play_suits(action)))}


LOOSEST_OPTIONS = {"max_group": 6, "seq_min": 3, "seq_max": 0, "joker_off_end": 1}      # what some table would allow
POSITION_DETAILS = {
    None: unreadable_detail,
    Refusal.NOT_YOUR_TURN: turn_detail, Refusal.NO_SUCH_ACTION: no_such_action_detail,
    Refusal.NOT_IN_HAND: not_in_hand_detail,
    Refusal.EXCHANGING: exchanging_detail, Refusal.NOTHING_TO_GIVE: nothing_to_give_detail,
    Refusal.GIFT_COUNT: gift_count_detail,
    Refusal.MUST_LEAD: must_lead_detail, Refusal.NO_COMBINATION: combination_detail,
    Refusal.GROUP_TOO_LARGE: group_too_large_detail,
    Refusal.TOO_LONG: too_long_detail, Refusal.MIXED_SUITS: mixed_suits_detail, Refusal.OFF_END: off_end_detail,
    Refusal.NO_READING: no_reading_detail, Refusal.WRONG_KIND: wrong_kind_detail,
    Refusal.WRONG_COUNT: wrong_count_detail,
    Refusal.NOT_HIGHER: not_higher_detail, Refusal.JOKER_STANDS: joker_stands_detail, Refusal.LOCKED: locked_detail,
    Refusal.OUT_OF_STEP: out_of_step_detail,
}
