"""Factor Rummy.  Go out with a hand of factor sets.  Rules like FR-7 are in rules.md, PP-3 in the deck's."""

from ...core.arrays import copy_first
from ...core.bits import has_member, without
from ...core.chance import below, shuffle
from ...core.kernel import compile_rules
from ...core.seats import CHANCE, CLOCK, UNKNOWN
from ...decks.primepak.cards import KINDS
from ...decks.primepak.catalogue import ENDS, SETS, SIZE
from .going_out import deadwood_of, going_of, list_out
from .state import Fault, Going, Phase, Refusal, State, Verb
from .tables import COPIES_AT, FACTOR_RUMMY, HAND, PENALTY, PER_DEADWOOD, PRIME_FACTOR

__all__ = ["MAX_ACTIONS", "SWING", "Fault", "Going", "Phase", "Refusal", "State", "Verb"]

MAX_ACTIONS = 300                               # sets that a hand holds, in LAYOFF; else some 30
SWING = 1.4                                     # five hands of eleven cards left over, and the bonus
MANUAL = 1                                      # values of options
STRICT = 1
REDISCARD_OFF = 1
SECOND = 1000


# Actions: a verb and a number.

def action_of(verb, number):
    return verb + 8 * number


def verb_of(action):
    return action & 7


def number_of(action):
    return action >> 3


# Whose turn it is, and what may be done.

def begin(s):
    s.out = s.taken = UNKNOWN
    s.deck[:] = UNKNOWN
    s.pile[:] = UNKNOWN


def to_act(s):
    if s.phase == Phase.OVER:
        return 0
    if s.phase == Phase.DEAL or s.phase == Phase.RESHUFFLE:
        return 1 << CHANCE
    if s.phase == Phase.LAYOFF:
        return s.laying | 1 << CLOCK
    return 1 << s.turn


def refusal(s, seat, action):
    if not has_member(to_act(s), seat):
        return Refusal.NOT_YOUR_TURN
    if seat == CHANCE:
        return Refusal.NO_SUCH_ACTION if action < 0 else Refusal.NONE
    if seat == CLOCK:
        return Refusal.NONE if 0 < action <= s.clock else Refusal.NO_SUCH_ACTION
    verb, number = verb_of(action), number_of(action)
    if action < 0 or verb > Verb.DONE or number >= numbers_of(s, verb):
        return Refusal.NO_SUCH_ACTION
    if s.phase == Phase.LAYOFF:
        return refusal_to_lay(s, seat, verb, number)
    if verb == Verb.LAY or verb == Verb.DONE:
        return Refusal.ROUND_GOES_ON
    if verb == Verb.OUT:
        return refusal_to_go_out(s, seat, number - 1)
    if verb == Verb.DISCARD:
        return refusal_to_discard(s, seat, number)
    if s.phase == Phase.DRAWN:
        return Refusal.DRAWN_ALREADY
    return Refusal.NOTHING_TO_TAKE if verb == Verb.TAKE and s.height == 0 else Refusal.NONE


def numbers_of(s, verb):
    """How many numbers a verb has."""
    if verb == Verb.DISCARD:
        return KINDS
    if verb == Verb.OUT:
        return KINDS + 1
    return ENDS[s.level] if verb == Verb.LAY else 1


def refusal_to_discard(s, seat, kind):
    """FR-6: a card just taken may be barred; not if the hand has no other kind."""
    if s.phase == Phase.TURN:
        return Refusal.DRAW_FIRST
    if s.hand[seat, kind] == 0:
        return Refusal.NOT_IN_HAND
    if s.rediscard == REDISCARD_OFF and kind == s.taken and s.hand[seat, kind] < s.cards[seat]:
        return Refusal.JUST_TAKEN
    return Refusal.NONE


def refusal_to_go_out(s, seat, discard):
    """FR-9 to FR-12; with a strict referee a wrong announcement is taken, and fails."""
    if discard >= 0:
        refused = refusal_to_discard(s, seat, discard)
        if refused != Refusal.NONE:
            return refused
    if s.referee == STRICT or going_of(s.hand[seat], s.cards[seat], discard) != Going.NONE:
        return Refusal.NONE
    return Refusal.LEFT_OVER_EARLY if s.phase == Phase.TURN else Refusal.LEFT_OVER


def refusal_to_lay(s, seat, verb, number):
    """FR-13, FR-21: sets of one's own hand."""
    if verb == Verb.DONE:
        return Refusal.NONE
    if verb != Verb.LAY:
        return Refusal.LAY_NOW
    return Refusal.NONE if holds_set(s.hand[seat], number) else Refusal.NOT_IN_HAND


def holds_set(hand, row):
    """Does a hand hold the cards of a set?"""
    for i in range(SIZE[row]):
        needed = 0
        for j in range(SIZE[row]):
            needed += SETS[row, j] == SETS[row, i]
        if hand[SETS[row, i]] < needed:
            return False
    return True


def violation(s, seat, action):
    """FR-15: an announcement that fails."""
    if s.referee == STRICT and verb_of(action) == Verb.OUT and seat < s.seats and (
            going_of(s.hand[seat], s.cards[seat], number_of(action) - 1) == Going.NONE):
        return Fault.NOT_OUT
    return Fault.NONE


def sound_actions(s, seat, out):
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
            if s.hand[seat, kind] > 0 and refusal_to_discard(s, seat, kind) == Refusal.NONE:
                out[n] = action_of(Verb.DISCARD, kind)
                n += 1
    barred = s.taken if s.phase == Phase.DRAWN and s.taken >= 0 and (
        refusal_to_discard(s, seat, s.taken) == Refusal.JUST_TAKEN) else UNKNOWN
    return list_out(s.hand[seat], s.phase == Phase.DRAWN, barred, out, n)


def list_sets_to_lay(s, seat, out):
    """FR-13: every set that is left in the hand, and to lay no more."""
    out[0] = Verb.DONE
    n = 1
    for row in range(ENDS[s.level]):
        if s.hand[seat, SETS[row, 0]] > 0 and holds_set(s.hand[seat], row):
            out[n] = action_of(Verb.LAY, row)
            n += 1
    return n


# What happens.

def apply(s, seat, action):
    if seat == CHANCE:
        if s.phase == Phase.DEAL:
            deal(s, action)
        else:
            reshuffle(s, action)
        return
    if seat == CLOCK:
        s.clock -= action
        if s.clock == 0:
            s.laying = 0
            settle(s)
        return
    verb, number = verb_of(action), number_of(action)
    if verb == Verb.DRAW:
        draw(s)
    elif verb == Verb.TAKE:
        take(s)
    elif verb == Verb.DISCARD:
        discard(s, number)
        next_turn(s)
    elif verb == Verb.OUT:
        go_out(s, number - 1)
    elif verb == Verb.LAY:
        lay(s, seat, number)
    else:
        s.laying = without(s.laying, seat)
        if s.laying == 0:
            settle(s)


def deal(s, seed):
    """FR-1 to FR-3: one card at a time from the dealer's left; the next card starts the discard pile."""
    x = seed
    if s.rounds == 0:
        s.dealer, x = below(x, s.seats)
    else:
        s.dealer = (s.dealer + 1) % s.seats
    clear(s)
    for kind in range(KINDS):
        s.pool[kind] = COPIES_AT[s.level, kind]
        for _ in range(s.pool[kind]):
            s.deck[s.left] = kind
            s.left += 1
    shuffle(s.deck, 0, s.left, x)
    for _ in range(HAND[s.level]):
        for i in range(s.seats):
            seat = (s.dealer + 1 + i) % s.seats
            s.hand[seat, next_card(s)] += 1
            s.cards[seat] += 1
    push(s, next_card(s))
    s.turn = (s.dealer + 1) % s.seats
    s.phase = Phase.TURN


def clear(s):
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


def next_card(s):
    """The top card of the draw pile."""
    s.left -= 1
    kind = s.deck[s.left]
    s.deck[s.left] = UNKNOWN
    return kind


def push(s, kind):
    """A card onto the discard pile."""
    s.pile[s.height] = kind
    s.height += 1


def draw(s):
    """FR-5, FR-8: from the draw pile; an empty one is made anew, or the round is over."""
    if s.left > 0:
        kind = next_card(s)
        s.hand[s.turn, kind] += 1
        s.gained[s.turn, kind] += 1
        s.cards[s.turn] += 1
        s.phase = Phase.DRAWN
    elif s.height > 1:
        s.phase = Phase.RESHUFFLE
    else:
        end_round(s)


def reshuffle(s, seed):
    """FR-8: the discard pile without its top card becomes the draw pile; then the player draws."""
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
    draw(s)


def take(s):
    """FR-5: the top of the discard pile, which everybody sees."""
    s.height -= 1
    kind = s.pile[s.height]
    s.pile[s.height] = UNKNOWN
    s.hand[s.turn, kind] += 1
    s.known[s.turn, kind] += 1
    s.cards[s.turn] += 1
    s.taken = kind
    s.phase = Phase.DRAWN


def discard(s, kind):
    """FR-6.  A card that others knew may be the one that goes, so that they are sure of one fewer."""
    s.hand[s.turn, kind] -= 1
    s.known[s.turn, kind] = max(0, s.known[s.turn, kind] - 1)
    s.cards[s.turn] -= 1
    push(s, kind)


def next_turn(s):
    """FR-18: or the round ends because it has taken too long."""
    s.taken, s.failed = UNKNOWN, 0
    s.turns += 1
    s.turn = (s.turn + 1) % s.seats
    s.phase = Phase.TURN
    if s.turn_limit > 0 and s.turns >= s.turn_limit * s.seats:
        end_round(s)


def go_out(s, thrown):
    """FR-9 to FR-13; or FR-15: everybody has seen the hand, it is taken back, and the turn goes on."""
    seat = s.turn
    going = going_of(s.hand[seat], s.cards[seat], thrown)
    if going == Going.NONE:
        copy_first(s.hand[seat], KINDS, s.known[seat])
        s.failed += 1
        return
    if thrown >= 0:
        discard(s, thrown)
    s.out, s.going, s.shown = seat, going, 1
    for other in range(s.seats):
        s.deadwood[other] = deadwood_of(s.hand[other], s.cards[other])
    if s.layoff == MANUAL:
        s.phase, s.laying, s.clock = Phase.LAYOFF, without((1 << s.seats) - 1, seat), s.layoff_seconds * SECOND
        for other in range(s.seats):
            if other != seat:
                s.deadwood[other] = s.cards[other]
    else:
        settle(s)


def lay(s, seat, row):
    """FR-13: a set leaves the hand; who has no cards left is done."""
    for i in range(SIZE[row]):
        s.hand[seat, SETS[row, i]] -= 1
    s.laid[seat, s.laid_n[seat]] = row + 1
    s.laid_n[seat] += 1
    s.deadwood[seat] -= SIZE[row]
    if s.deadwood[seat] == 0:
        s.laying = without(s.laying, seat)
        if s.laying == 0:
            settle(s)


def settle(s):
    """FR-9 to FR-11, FR-14: only the score of who went out changes."""
    s.gain = gain_of(s)
    s.score[s.out] += s.gain
    end_round(s)


def gain_of(s):
    own = s.deadwood[s.out]
    gain = PRIME_FACTOR if s.going == Going.PRIME_FACTOR else FACTOR_RUMMY if s.going == Going.FACTOR_RUMMY else 0
    for other in range(s.seats):
        if other == s.out:
            continue
        if s.going == Going.WITH_DEADWOOD and s.deadwood[other] <= own:
            gain -= PENALTY
        else:
            gain += PER_DEADWOOD * (s.deadwood[other] - own)
    return gain


def end_round(s):
    """FR-14: somebody has reached the target, or the cards are dealt again."""
    s.rounds += 1
    s.clock = s.laying = 0
    s.taken = UNKNOWN
    s.phase = Phase.OVER if s.out >= 0 and s.score[s.out] >= s.target_score else Phase.DEAL


def returns(s, out):
    """Points less the mean of the others', in bonuses of a hundred."""
    total = s.score[:s.seats].sum()
    for seat in range(s.seats):
        out[seat] = (s.score[seat] - (total - s.score[seat]) / (s.seats - 1)) / 100


def deadline(s):
    return s.clock


def is_between_hands(s):
    return s.phase == Phase.DEAL and s.rounds > 0


compile_rules(globals(), makers="")
