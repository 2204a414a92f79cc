"""The sentences of what Daifugo refuses, with the cards and the numbers of the position."""

from copy import copy
from typing import Any

from ...core.messages import join_words
from .exchange import owes
from .faces import SAY, card_name, cards_text, play_text, rank_word, short, suits_text
from .flaws import flaw
from .labels import COLUMN_NAMES, JOKER_NAME, RANKS, label, laid_out, names_of
from .plays import (
    JOKER,
    NATURAL,
    RUN,
    bag_jokers,
    bag_size,
    cards_of,
    first_of,
    gift_of,
    is_one_rank,
    lowest_rank,
    suits_in,
    suits_of,
    taken_from,
    verb_of,
)
from .rules import MAX_ACTIONS, Kind, Phase, Verb, list_leads
from .state import Refusal, State


def explain_refusal(reason: int, view: Any = None, action: Any = None) -> tuple[str, str]:
    """The sentence of a refusal, and its rule; with the facts of the view and the action where they are given."""
    known = Refusal(reason)
    if view is None or (action is None and known != Refusal.JOKER_STANDS):
        return tuple(SAY["refusal"][known.name])
    if known == Refusal.NO_READING:
        known, action = read(view, int(action))
    name, facts = FACTS[known](view, int(action or 0)) if known in FACTS else (known.name, {})
    sentence, rule = SAY["why_not" if name in SAY["why_not"] else "refusal"][name]
    return sentence.format(**facts), rule


def viewer(view: State) -> int | None:
    """The seat that looks, or whose turn it is where every hand is open."""
    known = [seat for seat in range(view.seats) if view.hand[seat] >= 0]
    return known[0] if len(known) == 1 else int(view.turn) if view.phase == Phase.PLAY else None


# Whose turn.

def turn(view: State, action: int) -> tuple[str, dict[str, Any]]:
    """DF-6: somebody else acts, or nobody does."""
    seat = viewer(view)
    if view.phase == Phase.EXCHANGE:
        return "CHOSEN" if seat is not None and view.chosen >> seat & 1 else "CHOOSING", {}
    if view.phase != Phase.PLAY:
        return "OVER" if view.phase == Phase.OVER else "NOT_DEALT", {}
    if seat is not None and not view.live >> seat & 1:
        return "OUT", {}
    if seat is not None and seat != view.turn and view.pass_is_final and view.passed >> seat & 1:
        return "PASSED", {}
    return "NOT_YOUR_TURN", {}


def must_lead(view: State, action: int) -> tuple[str, dict[str, Any]]:
    return "MUST_OPEN" if view.opening else "MUST_LEAD", {}


# Hands and gifts.

def not_in_hand(view: State, action: int) -> tuple[str, dict[str, str]]:
    """Which of the cards are lacking."""
    seat, gift = viewer(view), verb_of(action) == Verb.GIVE
    name = "GIFT_NOT_IN_HAND" if gift else "NOT_IN_HAND"
    if seat is None:
        return name, {"cards": SAY["why_not"]["some"]}
    hand, bag = int(view.hand[seat]), int(gift_of(action) if gift else cards_of(action))
    lacking = int(taken_from(bag, hand))
    second = lacking >= JOKER and bag_jokers(hand) == 1
    names = [short(one) for one in names_of(lacking & NATURAL)]
    jokers = SAY["why_not"]["second"] if second else cards_text(lacking & ~NATURAL)
    return name, {"cards": join_words([*names, *([jokers] if jokers else [])], "or")}


def exchanging(view: State, action: int) -> tuple[str, dict[str, int]]:
    return "EXCHANGING", {"n": int(owes(view, viewer(view)))} if viewer(view) is not None else {"n": 1}


def nothing_to_give(view: State, action: int) -> tuple[str, dict[str, Any]]:
    if not view.exchange:
        return "NO_EXCHANGE", {}
    return "NOTHING_TO_GIVE" if view.rank[0] else "NO_RANKS", {}


def gift_count(view: State, action: int) -> tuple[str, dict[str, int]]:
    seat = viewer(view)
    return ("GIFT_COUNT", {"need": int(owes(view, seat)), "n": int(bag_size(gift_of(action)))}) if seat is not None \
        else ("GIFT_COUNT_PLAIN", {})


# What the cards make.

def ranks_text(action: int) -> str:
    """The ranks of a play's cards as they lie: 5, 7 and queen."""
    columns = [column for column, name in laid_out(action) if action & RUN or not name.startswith(JOKER_NAME)]
    return join_words([rank_word(COLUMN_NAMES[column]) if 0 < column <= len(RANKS) else SAY["card"]["joker"]
                       for column in columns])


def combination(view: State, action: int) -> tuple[str, dict[str, Any]]:
    """DF-2: neither of one rank nor in a row."""
    facts = {"n": len(laid_out(action)), "ranks": ranks_text(action)}
    if facts["n"] == 2:
        return "NO_PAIR", facts
    return "NO_COMBINATION" if view.seq_min else "NO_GROUP", facts


def group_too_large(view: State, action: int) -> tuple[str, dict[str, int]]:
    return "GROUP_TOO_LARGE", {"n": len(laid_out(action)), "most": int(view.max_group)}


def too_long(view: State, action: int) -> tuple[str, dict[str, int]]:
    return "TOO_LONG", {"n": len(laid_out(action)), "most": int(view.seq_max)}


def mixed_suits(view: State, action: int) -> Any:
    return "MIXED_SUITS", {"suits": suits_text(int(suits_of(action & NATURAL)))}


def off_end(view: State, action: int) -> Any:
    return "OFF_END_BELOW" if first_of(action) == 1 else "OFF_END_ABOVE", {}


def no_such(view: State, action: int) -> tuple[str, dict[str, Any]]:
    """A gift without its cards, or a joker that cannot stand for what is said."""
    if verb_of(action) == Verb.SWAP:
        return ("WHICH_GIFT", {}) if view.phase == Phase.EXCHANGE else nothing_to_give(view, action)
    natural, suits = action & NATURAL, int(first_of(action))
    if verb_of(action) != Verb.PLAY or not natural:
        return "NO_SUCH_ACTION", {}
    if action & RUN:
        return "JOKERS_SAME", {}
    if not is_one_rank(natural) or not suits & suits_of(natural):
        return "NO_SUCH_ACTION", {}
    twice = int(suits & suits_of(natural))
    card = names_of(1 << 4 * int(lowest_rank(natural)) + (twice & -twice).bit_length() - 1)[0]
    return "JOKER_THERE", {"card": card_name(card)}


# Jokers of which it is not said what they stand for.

def leads(view: State, bag: Any, **options: Any) -> Any:
    """All of a bag's cards as one play, under other options if need be: every reading of its jokers."""
    table, out = copy(view), [0] * MAX_ACTIONS
    table.meld = table.opening = 0
    for name, value in options.items():
        setattr(table, name, value)
    return [int(play) for play in out[:list_leads(table, bag, out)] if cards_of(play) == bag]


def read(view: Any, action: int) -> Any:
    """What is wrong with cards however their jokers are read, and the play it is of; NO_READING where one fits."""
    bag = int(cards_of(action))
    for options in ({}, ANY_PLAY | {"seq_suit": 0}, ANY_PLAY | {"seq_suit": 1}):
        found = leads(view, bag, **options)
        if found:
            reason, play = min((int(flaw(view, play)), play) for play in found)
            return (Refusal(reason) if reason else Refusal.NO_READING), play
    return None, action


def no_reading(view: State, play: Any) -> Any:
    return "NO_READING", {"n": bag_jokers(int(cards_of(play))), "label": label(play)}


def unreadable(view: State, action: int) -> Any:
    bag = int(cards_of(action))
    return ("NO_READING_AT_ALL" if view.seq_min else "NO_READING_AS_GROUP",
            {"n": int(bag_jokers(bag)), "cards": cards_text(bag & NATURAL)})


# What lies there.

def lying(view: State, action: int) -> Any:
    return {"what": play_text(action), "n": len(laid_out(action)), "lying": play_text(view.meld)}


def wrong_kind(view: State, action: int) -> Any:
    return "NO_GROUP_ON_RUN" if view.kind == Kind.RUN else "NO_RUN_ON_GROUP", lying(view, action)


def wrong_count(view: State, action: int) -> Any:
    return "WRONG_COUNT", lying(view, action) | {"there": int(view.count)}


def not_higher(view: State, action: int) -> Any:
    whole = "_WHOLLY" if view.kind == Kind.RUN and view.seq_compare else ""
    facts = lying(view, action)
    lower = "NOT_LOWER_BACK" if view.back else "NOT_LOWER"
    return (lower if view.reversed else "NOT_HIGHER") + whole, facts | {
        "what": facts["what"] if view.reversed else facts["what"][:1].upper() + facts["what"][1:]}


def joker_stands(view: State, action: int) -> Any:
    if view.count > 1:
        return "JOKER_STANDS", {}
    return "JOKER_STANDS_ONE" if view.three_of_spades else "JOKER_STANDS_ALONE", {}


def out_of_step(view: State, action: int) -> Any:
    return "NOT_NEXT_BELOW" if view.reversed else "NOT_NEXT_ABOVE", lying(view, action)


def locked(view: State, action: int) -> Any:
    name = "LOCKED_TOGETHER" if view.count > 1 and (view.kind == Kind.GROUP or view.seq_suit) else "LOCKED"
    return name, lying(view, action) | {"suits": suits_text(int(view.lock)), "own": suits_text(int(suits_in(action)))}


ANY_PLAY = {"max_group": 6, "seq_min": 3, "seq_max": 0, "joker_off_end": 1}      # what some table would allow
FACTS = {
    None: unreadable,
    Refusal.NOT_YOUR_TURN: turn, Refusal.NO_SUCH_ACTION: no_such, Refusal.NOT_IN_HAND: not_in_hand,
    Refusal.EXCHANGING: exchanging, Refusal.NOTHING_TO_GIVE: nothing_to_give, Refusal.GIFT_COUNT: gift_count,
    Refusal.MUST_LEAD: must_lead, Refusal.NO_COMBINATION: combination, Refusal.GROUP_TOO_LARGE: group_too_large,
    Refusal.TOO_LONG: too_long, Refusal.MIXED_SUITS: mixed_suits, Refusal.OFF_END: off_end,
    Refusal.NO_READING: no_reading, Refusal.WRONG_KIND: wrong_kind, Refusal.WRONG_COUNT: wrong_count,
    Refusal.NOT_HIGHER: not_higher, Refusal.JOKER_STANDS: joker_stands, Refusal.LOCKED: locked,
    Refusal.OUT_OF_STEP: out_of_step,
}
