"""Factor Rummy.  Go out with a hand of factor sets.  Rules like FR-7 are in rules.md, PP-3 in the deck's."""
# mypy: ignore-errors, implicit-reexport

from ...core.arrays import add_up, copy_first
from ...core.bits import has_member, remove_member
from ...core.chance import random_below, shuffle
from ...core.kernel import compile_rules
from ...core.seats import CHANCE, CLOCK, UNKNOWN
from ...decks.primepak.cards import KINDS
from ...decks.primepak.factor_set_catalogue import LEVEL_ENDS, SETS, SIZE
from .deck_data import (
    COPIES_AT,
    DEADWOOD_PENALTY,
    FACTOR_RUMMY_BONUS,
    HAND_SIZE,
    POINTS_PER_DEADWOOD,
    PRIME_FACTOR_BONUS,
)
from .going_out import count_deadwood, find_going, list_ways_out
from .state import Going, Phase, Refusal, State, Verb, Violation

__all__ = ["MAX_ACTIONS", "SWING", "Violation", "Going", "Phase", "Refusal", "State", "Verb"]

MAX_ACTIONS = 300                               # sets that a hand holds, in LAYOFF; else some 30
SWING = 1.4                                     # five hands of eleven cards left over, and the bonus
LAYOFF_MANUAL = 1                                      # values of options
REFEREE_STRICT = 1
REDISCARD_OFF = 1
MS_PER_SECOND = 1000


# Actions: a verb and a number.

def action_of(verb, number):
    """Return the action with this verb and number."""
    return verb + 8 * number


def verb_of(action):
    """Return the Verb of an action."""
    return action & 7


def number_of(action):
    """Return the number of an action: a kind, a kind plus one, or a row of the catalogue."""
    return action >> 3


# Whose turn it is, and what may be done.

def begin(s):
    """Set up a game that waits for its first deal."""
    s.out = s.taken = UNKNOWN
    s.deck[:] = UNKNOWN
    s.pile[:] = UNKNOWN


def to_act(s):
    """Return the set of seats that act: the seat on turn, CHANCE, or all that lay off, with CLOCK."""
    if s.phase == Phase.OVER:
        return 0
    if s.phase == Phase.DEAL or s.phase == Phase.RESHUFFLE:
        return 1 << CHANCE
    if s.phase == Phase.LAYOFF:
        return s.laying | 1 << CLOCK
    return 1 << s.turn


def refusal(s, seat, action):
    """Return why an action is refused; NONE if the table takes it."""
    if not has_member(to_act(s), seat):
        return Refusal.NOT_YOUR_TURN
    if seat == CHANCE:
        return Refusal.NO_SUCH_ACTION if action < 0 else Refusal.NONE
    if seat == CLOCK:
        return Refusal.NONE if 0 < action <= s.clock else Refusal.NO_SUCH_ACTION
    verb, number = verb_of(action), number_of(action)
    if action < 0 or verb > Verb.DONE or number >= number_limit(s, verb):
        return Refusal.NO_SUCH_ACTION
    if s.phase == Phase.LAYOFF:
        return lay_refusal(s, seat, verb, number)
    if verb == Verb.LAY or verb == Verb.DONE:
        return Refusal.ROUND_GOES_ON
    if verb == Verb.OUT:
        return going_out_refusal(s, seat, number - 1)
    if verb == Verb.DISCARD:
        return discard_refusal(s, seat, number)
    if s.phase == Phase.DRAWN:
        return Refusal.DRAWN_ALREADY
    return Refusal.NOTHING_TO_TAKE if verb == Verb.TAKE and s.height == 0 else Refusal.NONE


def number_limit(s, verb):
    """Return how many numbers a verb has."""
    if verb == Verb.DISCARD:
        return KINDS
    if verb == Verb.OUT:
        return KINDS + 1
    return LEVEL_ENDS[s.level] if verb == Verb.LAY else 1


def discard_refusal(s, seat, kind):
    """Return why a discard is refused (FR-6).

    A card just taken may be barred, but not if the hand has no other kind.
    """
    if s.phase == Phase.TURN:
        return Refusal.DRAW_FIRST
    if s.hand[seat, kind] == 0:
        return Refusal.NOT_IN_HAND
    if s.rediscard == REDISCARD_OFF and kind == s.taken and s.hand[seat, kind] < s.cards[seat]:
        return Refusal.JUST_TAKEN
    return Refusal.NONE


def going_out_refusal(s, seat, discard):
    """Return why going out is refused (FR-9 to FR-12).

    discard  the kind discarded with it, below 0 for none
    With a strict referee a wrong announcement is taken, and fails.
    """
    if discard >= 0:
        refused = discard_refusal(s, seat, discard)
        if refused != Refusal.NONE:
            return refused
    if s.referee == REFEREE_STRICT or find_going(s.hand[seat], s.cards[seat], discard) != Going.NONE:
        return Refusal.NONE
    return Refusal.LEFT_OVER_EARLY if s.phase == Phase.TURN else Refusal.LEFT_OVER


def lay_refusal(s, seat, verb, number):
    """Return why laying off is refused: the set has to be in the hand (FR-13, FR-21)."""
    if verb == Verb.DONE:
        return Refusal.NONE
    if verb != Verb.LAY:
        return Refusal.LAY_NOW
    return Refusal.NONE if holds_set(s.hand[seat], number) else Refusal.NOT_IN_HAND


def holds_set(hand, row):
    """Tell whether a hand holds the cards of a set."""
    for i in range(SIZE[row]):
        needed = 0
        for j in range(SIZE[row]):
            needed += SETS[row, j] == SETS[row, i]
        if hand[SETS[row, i]] < needed:
            return False
    return True


def violation(s, seat, action):
    """Return NOT_OUT for an announcement that fails (FR-15)."""
    if s.referee == REFEREE_STRICT and verb_of(action) == Verb.OUT and seat < s.seats and (
            find_going(s.hand[seat], s.cards[seat], number_of(action) - 1) == Going.NONE):
        return Violation.NOT_OUT
    return Violation.NONE


def sound_actions(s, seat, out):
    """List the sound actions of a seat to `out`; returns how many there are."""
    if s.phase == Phase.LAYOFF:
        return list_sets_to_lay(s, seat, out)
    n = 0
    if s.phase == Phase.TURN:
        out[0] = Verb.DRAW
        n = 1
        if s.height > 0:
            out[1] = Verb.TAKE
            n = 2
    else:
        for kind in range(KINDS):
            if s.hand[seat, kind] > 0 and discard_refusal(s, seat, kind) == Refusal.NONE:
                out[n] = action_of(Verb.DISCARD, kind)
                n += 1
    barred = s.taken if s.phase == Phase.DRAWN and s.taken >= 0 and (
        discard_refusal(s, seat, s.taken) == Refusal.JUST_TAKEN) else UNKNOWN
    return list_ways_out(s.hand[seat], s.phase == Phase.DRAWN, barred, out, n)


def list_sets_to_lay(s, seat, out):
    """List every set that is left in the hand, and to lay no more (FR-13)."""
    out[0] = Verb.DONE
    n = 1
    for row in range(LEVEL_ENDS[s.level]):
        if s.hand[seat, SETS[row, 0]] > 0 and holds_set(s.hand[seat], row):
            out[n] = action_of(Verb.LAY, row)
            n += 1
    return n


# What happens.

def apply(s, seat, action):
    """Carry out an action that is not refused, with all that follows from it."""
    if seat == CHANCE:
        if s.phase == Phase.DEAL:
            deal_round(s, action)
        else:
            reshuffle_discards(s, action)
        return
    if seat == CLOCK:
        s.clock -= action
        if s.clock == 0:
            s.laying = 0
            settle_round(s)
        return
    verb, number = verb_of(action), number_of(action)
    if verb == Verb.DRAW:
        draw_card(s)
    elif verb == Verb.TAKE:
        take_discard(s)
    elif verb == Verb.DISCARD:
        discard_card(s, number)
        advance_turn(s)
    elif verb == Verb.OUT:
        go_out(s, number - 1)
    elif verb == Verb.LAY:
        lay_set(s, seat, number)
    else:
        s.laying = remove_member(s.laying, seat)
        if s.laying == 0:
            settle_round(s)


def deal_round(s, seed):
    """Shuffle and deal a round, one card at a time from the dealer's left (FR-1 to FR-3).

    The next card starts the discard pile.
    """
    x = seed
    if s.rounds == 0:
        s.dealer, x = random_below(x, s.seats)
    else:
        s.dealer = (s.dealer + 1) % s.seats
    clear_table(s)
    for kind in range(KINDS):
        s.pool[kind] = COPIES_AT[s.level, kind]
        for _ in range(s.pool[kind]):
            s.deck[s.left] = kind
            s.left += 1
    shuffle(s.deck, 0, s.left, x)
    for _ in range(HAND_SIZE[s.level]):
        for i in range(s.seats):
            seat = (s.dealer + 1 + i) % s.seats
            s.hand[seat, take_next_card(s)] += 1
            s.cards[seat] += 1
    push_discard(s, take_next_card(s))
    s.turn = (s.dealer + 1) % s.seats
    s.phase = Phase.TURN


def clear_table(s):
    """Take all cards from the table."""
    s.left = s.height = s.turns = s.shown = s.going = s.gain = s.failed = s.laying = s.clock = 0
    s.out = s.taken = UNKNOWN
    s.deck[:] = UNKNOWN
    s.pile[:] = UNKNOWN
    s.hand[:, :] = 0
    s.known[:, :] = 0
    s.gained[:, :] = 0
    s.cards[:] = 0
    s.deadwood[:] = 0
    s.laid[:, :] = 0
    s.laid_n[:] = 0


def take_next_card(s):
    """Take the top card of the draw pile and return its kind."""
    s.left -= 1
    kind = s.deck[s.left]
    s.deck[s.left] = UNKNOWN
    return kind


def push_discard(s, kind):
    """Put a card on the discard pile."""
    s.pile[s.height] = kind
    s.height += 1


def draw_card(s):
    """Draw a card; an empty pile is made anew, or the round is over (FR-5, FR-8)."""
    if s.left > 0:
        kind = take_next_card(s)
        s.hand[s.turn, kind] += 1
        s.gained[s.turn, kind] += 1
        s.cards[s.turn] += 1
        s.phase = Phase.DRAWN
    elif s.height > 1:
        s.phase = Phase.RESHUFFLE
    else:
        end_round(s)


def reshuffle_discards(s, seed):
    """Make the discards but the top one the new draw pile, then let the player draw (FR-8)."""
    top = s.height - 1
    s.pool[:] = 0
    s.gained[:, :] = 0
    for i in range(top):
        s.deck[i] = s.pile[i]
        s.pool[s.pile[i]] += 1
    s.pile[0] = s.pile[top]
    s.pile[1:s.height] = UNKNOWN
    s.left, s.height = top, 1
    shuffle(s.deck, 0, s.left, seed)
    draw_card(s)


def take_discard(s):
    """Take the top discard, which everybody sees (FR-5)."""
    s.height -= 1
    kind = s.pile[s.height]
    s.pile[s.height] = UNKNOWN
    s.hand[s.turn, kind] += 1
    s.known[s.turn, kind] += 1
    s.cards[s.turn] += 1
    s.taken = kind
    s.phase = Phase.DRAWN


def discard_card(s, kind):
    """Discard a card (FR-6).

    A card that others knew may be the one that goes, so they are sure of one fewer.
    """
    s.hand[s.turn, kind] -= 1
    s.known[s.turn, kind] = max(0, s.known[s.turn, kind] - 1)
    s.cards[s.turn] -= 1
    push_discard(s, kind)


def advance_turn(s):
    """Pass the turn to the next seat, or end a round that has taken too long (FR-18)."""
    s.taken, s.failed = UNKNOWN, 0
    s.turns += 1
    s.turn = (s.turn + 1) % s.seats
    s.phase = Phase.TURN
    if s.turn_limit > 0 and s.turns >= s.turn_limit * s.seats:
        end_round(s)


def go_out(s, thrown):
    """Let the seat on turn go out (FR-9 to FR-13).

    thrown  the kind discarded with it, below 0 for none
    If that fails, everybody has seen the hand, and the turn goes on (FR-15).
    """
    seat = s.turn
    going = find_going(s.hand[seat], s.cards[seat], thrown)
    if going == Going.NONE:
        copy_first(s.hand[seat], KINDS, s.known[seat])
        s.failed += 1
        return
    if thrown >= 0:
        discard_card(s, thrown)
    s.out, s.going, s.shown = seat, going, 1
    for other in range(s.seats):
        s.deadwood[other] = count_deadwood(s.hand[other], s.cards[other])
    if s.layoff == LAYOFF_MANUAL:
        s.phase, s.laying, s.clock = Phase.LAYOFF, remove_member((1 << s.seats) - 1,
                                                                 seat), s.layoff_seconds * MS_PER_SECOND
        for other in range(s.seats):
            if other != seat:
                s.deadwood[other] = s.cards[other]
    else:
        settle_round(s)


def lay_set(s, seat, row):
    """Lay off a set from a hand; a seat without cards left is done (FR-13)."""
    for i in range(SIZE[row]):
        s.hand[seat, SETS[row, i]] -= 1
    s.laid[seat, s.laid_n[seat]] = row + 1
    s.laid_n[seat] += 1
    s.deadwood[seat] -= SIZE[row]
    if s.deadwood[seat] == 0:
        s.laying = remove_member(s.laying, seat)
        if s.laying == 0:
            settle_round(s)


def settle_round(s):
    """Score the round: only the score of the seat that went out changes (FR-9 to FR-11, FR-14)."""
    s.gain = compute_gain(s)
    s.score[s.out] += s.gain
    end_round(s)


def compute_gain(s):
    """Return the points that going out brings (FR-9 to FR-11)."""
    own = s.deadwood[s.out]
    gain = (PRIME_FACTOR_BONUS if s.going == Going.PRIME_FACTOR
            else FACTOR_RUMMY_BONUS if s.going == Going.FACTOR_RUMMY else 0)
    for other in range(s.seats):
        if other == s.out:
            continue
        if s.going == Going.WITH_DEADWOOD and s.deadwood[other] <= own:
            gain -= DEADWOOD_PENALTY
        else:
            gain += POINTS_PER_DEADWOOD * (s.deadwood[other] - own)
    return gain


def end_round(s):
    """End the round, and the game if somebody has reached the target (FR-14)."""
    s.rounds += 1
    s.clock = s.laying = 0
    s.taken = UNKNOWN
    s.phase = Phase.OVER if s.out >= 0 and s.score[s.out] >= s.target_score else Phase.DEAL


def returns(s, out):
    """Write each seat's points less the mean of the others', in hundreds."""
    total = add_up(s.score[:s.seats])
    for seat in range(s.seats):
        out[seat] = (s.score[seat] - (total - s.score[seat]) / (s.seats - 1)) / 100


def deadline(s):
    """Return the milliseconds that are left for laying off."""
    return s.clock


def is_between_hands(s):
    """Tell whether the game is between two rounds."""
    return s.phase == Phase.DEAL and s.rounds > 0


compile_rules(globals(), makers="")
