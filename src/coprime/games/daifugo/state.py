"""Define the state of Daifugo, its phases, verbs, refusals and faults.

Cards are numbers 4 * rank + suit: ranks 0 to 12 for 3 to 2 (DF-1), suits 0 to 3 for spade, heart, diamond, club.
A bag of cards is one int64: bit i is card i, and the bits above them count the jokers (actions.py).  Columns are places
in the order: 1 to 13 for 3 to 2; 0 and 14 for a joker that stands below or above them in a sequence.
"""

from enum import IntEnum

from ...core.kernel import struct

SEATS = 6
PAST_WORDS = 34                   # words of four hands each, of three with six players
NOBODY = -1


@struct
class State:
    """Hold a match of several hands: its options, ranks and points, the hands and the table."""

    seats: int              # how many play
    jokers: int             # options, as declared in game.py
    opener: int
    deal_start: int
    max_group: int
    seq_min: int
    seq_max: int
    seq_suit: int
    seq_compare: int
    joker_off_end: int
    pass_is_final: int
    pass_on_lead: int
    owner_must_pass: int
    illegal_play: int
    eight_cut: int
    three_of_spades: int
    revolution: int
    counter_revolution: int
    rev_seq_n: int
    exile: int
    lock_after: int
    lock_scope: int
    exchange: int
    payoff: int
    match_length: int
    seat_shuffle: int
    reset_period: int
    stalemate_n: int
    counter_seq: int
    eleven_back: int
    five_skip: int
    forbidden_last: int
    number_lock: int

    phase: int              # a Phase
    hands: int              # how many have been played to the end
    points: [SEATS]         # so far, by seat
    rank: [SEATS]           # 1 daifugo, 2 fugo, ...: from the hand before; 0 when there was none, or it is forgotten
    past: [PAST_WORDS]            # places in the last hundred hands, as rules.note_places keeps them
    after: [SEATS]          # who sits to the left of each seat, and so plays next

    hand: [SEATS]           # bags; 0 between hands
    cards: [SEATS]          # how many cards each holds: public (DF-21)
    gave: [SEATS]           # bags: what each gave in the exchange; for giver and taker only
    sure: [SEATS]           # bags: what the partner of the exchange knows each to hold still
    chosen: int             # set of seats that have chosen what to give back

    live: int               # set of seats in play: with cards, and not exiled
    place: [SEATS]          # in this hand, from 1; 0 for who is still playing
    top: int                # the last place taken from the first on
    reversed: int           # low is high: by a revolution, by a jack (DF-29), not by both at once
    back: int               # a jack has turned the order round until the cards are cleared (DF-29)
    opening: int            # the next play has to hold the 3 of diamonds (DF-5)
    dry: int                # passes in a row (UE-18)
    played: int             # bag: all cards played in this hand

    turn: int               # the seat whose turn it is
    passed: int             # set of seats that have passed: since the last play, or in this trick (DF-6)
    owner: int              # who played what lies there, or leads
    meld: int               # the action that laid it, 0 on an empty table
    kind: int               # the rest is read off the meld: Kind, NONE on an empty table
    count: int              # how many cards it has
    low: int                # its lowest column
    suits: int              # set of its suits
    alike: int              # how many plays of these suits lie one on the other (DF-24)
    lock: int               # set of suits that are locked, 0 when none are
    stepped: int            # each play has to be the least step above the last (DF-32)

    LATER = {"counter_seq": 0, "eleven_back": 0, "five_skip": 0, "forbidden_last": 0, "number_lock": 0,
             "back": 0, "stepped": 0,
             "points": 5, "rank": 5, "past": 25, "after": 5, "hand": 5, "cards": 5, "gave": 5, "sure": 5, "place": 5}


class Phase(IntEnum):
    """Name what happens next: a deal, the exchange, play, a draw for places, the end."""
    DEAL = 0                # CHANCE shuffles and deals
    EXCHANGE = 1            # daifugo and fugo choose what to give back
    PLAY = 2
    STALEMATE = 3           # CHANCE draws the places of those left (UE-18)
    OVER = 4


class Verb(IntEnum):
    """Name the kinds of actions; actions.py says how each is written as a number."""
    PASS = 0
    PLAY = 1
    GIVE = 2
    SWAP = 3                # masked: what others see of GIVE


class Kind(IntEnum):
    """Name what lies on the table: nothing, a group, a sequence, or jokers alone."""
    NONE = 0
    GROUP = 1               # one rank, a single card among them
    RUN = 2                 # a sequence
    JOKERS = 3              # one joker, or two


class Refusal(IntEnum):
    """Name the reasons for which an action is refused; the comments give the rule."""
    NONE = 0
    NOT_YOUR_TURN = 1
    NO_SUCH_ACTION = 2
    NOT_IN_HAND = 3
    EXCHANGING = 4          # DF-17: cards are exchanged first
    NOTHING_TO_GIVE = 5     # DF-17
    GIFT_COUNT = 6          # DF-17
    MUST_LEAD = 7           # DF-6
    NO_COMBINATION = 8      # DF-2
    GROUP_TOO_LARGE = 9     # DF-2
    NO_SEQUENCES = 10       # DF-2
    TOO_LONG = 11           # DF-2
    MIXED_SUITS = 12        # DF-3
    OFF_END = 13            # DF-19
    NO_READING = 14         # DF-20
    NO_THREE = 15           # DF-5
    WRONG_KIND = 16         # DF-19
    WRONG_COUNT = 17        # DF-4
    NOT_HIGHER = 18         # DF-4
    JOKER_STANDS = 19       # DF-20
    LOCKED = 20             # DF-15
    OUT_OF_STEP = 21        # DF-32


class Violation(IntEnum):
    """Name what is wrong with an action that the table takes (only under `illegal_play: pass`)."""
    NONE = 0
    NO_PLAY = 1             # UE-16: it counts as a pass
    NO_GIFT = 2             # UE-19: the strongest cards go instead
