"""Prime Daifugo.  First to empty a hand wins.  Numbers like PD-7 are those of rules.md."""

from ...core.bits import add_to_bag, count_kind
from ...core.chance import below, shuffle
from ...core.kernel import compile_rules
from ...core.seats import CHANCE, UNKNOWN
from .actions import ACTIONS, cards_of, count_of, discard, face_of, number_of, play, verb_of, well_formed
from .hands import give_up, onto_discards, reveal_cards, stack, take_top, whole_deck
from .listing import leaves_skip, list_primes
from .state import Fault, Phase, Refusal, State, Verb
from .tables import (
    FACE_ICON,
    FACE_KIND,
    FACE_NUMBER,
    KINDS,
    MULTI,
    PLAY_ACTION,
    PRIME,
    SKIP,
    TEN,
    TWELVE,
    ZERO,
    D,
)

__all__ = ["ACTIONS", "MAX_ACTIONS", "SWING", "Fault", "Phase", "Refusal", "State", "Verb", "play", "whole_deck"]

HAND = 10                   # PD-3
MAX_ACTIONS = len(PLAY_ACTION) + 4
SWING = 1.0


# Whose turn it is, and what may be done.

def begin(s):
    s.winner, s.top, s.owner = UNKNOWN, UNKNOWN, UNKNOWN
    s.deck[:] = UNKNOWN
    s.last[:] = UNKNOWN


def to_act(s):
    if s.phase == Phase.OVER:
        return 0
    if s.phase == Phase.DEAL or s.phase == Phase.RESHUFFLE:
        return 1 << CHANCE
    return 1 << s.turn


def is_between_hands(s):
    """Between two games of the match, and at its end."""
    return s.phase == Phase.OVER or (s.phase == Phase.DEAL and s.game > 0)


def at_limit(s, seat):
    """PD-3: at the limit nobody draws."""
    return s.hand_limit > 0 and s.cards[seat] >= s.hand_limit


def can_draw(s, seat):
    return s.left + s.discarded > 0 and not at_limit(s, seat)


def skip_alone(s, seat):
    """PD-17: is SKIP the only card?"""
    return s.cards[seat] == 1 and count_kind(s.hand[seat], SKIP) == 1


def refusal(s, seat, action):
    if to_act(s) >> seat & 1 == 0:
        return Refusal.NOT_YOUR_TURN
    if seat == CHANCE:
        return Refusal.NONE if action >= 0 else Refusal.NO_SUCH_ACTION
    if not well_formed(action):
        return Refusal.NO_SUCH_ACTION
    verb = verb_of(action)
    if s.phase == Phase.DISCARD and verb != Verb.DISCARD:
        return Refusal.MUST_DISCARD
    if verb == Verb.DRAW or verb == Verb.D:
        return refusal_to_draw(s, seat, verb)
    if verb == Verb.DISCARD:
        return refusal_to_discard(s, seat, face_of(action, 0))
    if verb == Verb.PLAY:
        return refusal_to_play(s, seat, action)
    if verb == Verb.SKIP:
        if count_kind(s.hand[seat], SKIP) == 0:
            return Refusal.NOT_IN_HAND
        return Refusal.SKIP_ALONE if skip_alone(s, seat) else Refusal.NONE
    if s.phase == Phase.DRAW and skip_alone(s, seat) and can_draw(s, seat):
        return Refusal.MUST_DRAW
    return Refusal.NONE


def refusal_to_draw(s, seat, verb):
    """PD-4: one card, or D instead of it, and only at the start of the turn."""
    if verb == Verb.D and count_kind(s.hand[seat], D) == 0:
        return Refusal.NOT_IN_HAND
    if s.phase != Phase.DRAW:
        return Refusal.DRAWN_ALREADY
    if verb == Verb.D:
        return Refusal.NONE
    if at_limit(s, seat):
        return Refusal.AT_LIMIT
    return Refusal.NONE if s.left + s.discarded > 0 else Refusal.NOTHING_TO_DRAW


def refusal_to_discard(s, seat, kind):
    if s.phase != Phase.DISCARD:
        return Refusal.NOTHING_TO_DISCARD
    if count_kind(s.hand[seat], kind) == 0:
        return Refusal.NOT_IN_HAND
    return Refusal.SKIP_LEFT if kind != SKIP and leaves_skip(s, seat, add_to_bag(0, kind, 1), 1) else Refusal.NONE


def refusal_to_play(s, seat, action):
    """PD-5 to PD-8: count, size and form; never whether it is prime (PD-9)."""
    n, cards = count_of(action), cards_of(action)
    for place in range(n):
        kind = FACE_KIND[face_of(action, place)]
        if count_kind(cards, kind) > count_kind(s.hand[seat], kind):
            return Refusal.NOT_IN_HAND
    if s.count and n != s.count:
        return Refusal.WRONG_COUNT
    form = refusal_of_form(s, action, n)
    if form != Refusal.NONE:
        return form
    if s.count and number_of(action) <= s.number:
        return Refusal.NOT_LARGER
    return Refusal.SKIP_LEFT if leaves_skip(s, seat, cards, n) else Refusal.NONE


def refusal_of_form(s, action, n):
    """PD-6, PD-7, PD-8: which cards may stand side by side at all."""
    icons = multis = zeros = large = 0
    for place in range(n):
        face = face_of(action, place)
        icons += FACE_ICON[face]
        multis += face >= MULTI
        zeros += FACE_KIND[face] == ZERO
        large += FACE_NUMBER[face] >= 10
    if zeros and (n < 3 or face_of(action, 0) == ZERO):
        return Refusal.ZERO
    if n == 3 and large:
        return Refusal.LARGE_IN_THREE
    if n == 3 and not icons:
        return Refusal.NO_ICON
    if n == 3 and multis and s.multi_in_three:
        return Refusal.MULTI_IN_THREE
    return Refusal.NONE


def violation(s, seat, action):
    """PD-10: a number that is not prime."""
    if seat == CHANCE or verb_of(action) != Verb.PLAY or PRIME[number_of(action)]:
        return Fault.NONE
    return Fault.NOT_PRIME


def sound_actions(s, seat, out):
    if s.phase == Phase.DISCARD:
        return list_discards(s, seat, out)
    n = list_primes(s, seat, out)
    if s.phase == Phase.DRAW and can_draw(s, seat):
        out[n] = Verb.DRAW
        n += 1
    if s.phase == Phase.DRAW and count_kind(s.hand[seat], D):
        out[n] = Verb.D
        n += 1
    alone = skip_alone(s, seat)
    if count_kind(s.hand[seat], SKIP) and not alone:
        out[n] = Verb.SKIP
        n += 1
    if not (alone and s.phase == Phase.DRAW and can_draw(s, seat)):
        out[n] = Verb.PASS
        n += 1
    return n


def list_discards(s, seat, out):
    n = 0
    for kind in range(KINDS):
        if count_kind(s.hand[seat], kind) and refusal_to_discard(s, seat, kind) == Refusal.NONE:
            out[n] = discard(kind)
            n += 1
    return n


# What happens.

def apply(s, seat, action):
    verb = verb_of(action)
    if seat == CHANCE:
        if s.phase == Phase.DEAL:
            deal(s, action)
        else:
            reshuffle(s, action)
    elif verb == Verb.DRAW:
        owe(s, 1, Phase.PLAY)
    elif verb == Verb.D:
        give_up(s, seat, add_to_bag(0, D, 1), 1)
        onto_discards(s, D)
        owe(s, 2, Phase.DISCARD)
    elif verb == Verb.DISCARD:
        kind = face_of(action, 0)
        give_up(s, seat, add_to_bag(0, kind, 1), 1)
        onto_discards(s, kind)
        note_skip_left(s, seat, kind)
        s.phase = Phase.PLAY
    elif verb == Verb.SKIP:
        skip(s, seat)
    elif verb == Verb.PLAY and PRIME[number_of(action)]:
        lay(s, seat, action)
    else:
        if verb == Verb.PLAY:
            reveal_cards(s, seat, cards_of(action))
        note_no_lone_skip(s, seat)
        pass_turn(s)


def deal(s, seed):
    """PD-2, PD-3, PD-22: a random start player, and ten cards each from the whole deck."""
    s.game += 1
    s.winner, s.top, s.owner = UNKNOWN, UNKNOWN, UNKNOWN
    s.discards = s.discarded = s.area = s.count = s.number = s.dry = s.drawn = 0
    s.last[:] = UNKNOWN
    s.hand[:] = 0
    s.cards[:] = 0
    s.known[:] = 0
    s.gained[:] = 0
    s.skips[:] = 0
    s.left, s.pool = 0, whole_deck(s)
    stack(s, s.pool)
    s.turn, x = below(seed, s.seats)
    shuffle(s.deck, 0, s.left, x)
    for seat in range(s.seats):
        s.skips[seat] = 2 * s.cards_skip
        for _ in range(HAND):
            s.hand[seat] = add_to_bag(s.hand[seat], take_top(s), 1)
        s.cards[seat] = HAND
    s.phase = Phase.DRAW


def reshuffle(s, seed):
    """PD-20: the discards become a new deck."""
    s.pool = s.discards
    s.gained[:] = 0
    stack(s, s.discards)
    shuffle(s.deck, 0, s.left, seed)
    s.discards, s.discarded, s.top = 0, 0, UNKNOWN
    draw_owed(s)


def owe(s, n, then):
    """Let the player on turn draw n cards, and then go on with a phase."""
    s.owed, s.then = n, then
    draw_owed(s)


def draw_owed(s):
    """PD-20: draw one by one; as soon as the deck is empty CHANCE makes a new one of the discards."""
    while s.owed and not at_limit(s, s.turn) and s.left + s.discarded:
        if s.left:
            draw_one(s)
        if s.left == 0 and s.discarded:
            s.phase = Phase.RESHUFFLE
            return
    s.owed, s.phase, s.then = 0, s.then, 0
    if s.phase == Phase.END:
        end_turn(s)


def draw_one(s):
    seat, kind = s.turn, take_top(s)
    s.hand[seat] = add_to_bag(s.hand[seat], kind, 1)
    s.gained[seat] = add_to_bag(s.gained[seat], kind, 1)
    s.cards[seat] += 1
    s.skips[seat] = min(s.skips[seat] + 1, 2 * s.cards_skip)
    s.owed, s.drawn = s.owed - 1, 1


def note_no_lone_skip(s, seat):
    """PD-17: who passes without drawing, with one card and cards to draw, does not hold SKIP."""
    if s.phase == Phase.DRAW and s.cards[seat] == 1 and can_draw(s, seat):
        s.skips[seat] = 0


def note_skip_left(s, seat, gone):
    """PD-32: under `barred` the only card left is no SKIP, unless a SKIP was discarded from two."""
    if s.skip_last == 1 and s.cards[seat] == 1 and gone != SKIP:
        s.skips[seat] = 0


def lay(s, seat, action):
    """PD-10, PD-11: a prime stands; a 12 in it ends the round."""
    n, cards = count_of(action), cards_of(action)
    give_up(s, seat, cards, n)
    note_skip_left(s, seat, ZERO)
    s.area += cards
    for place in range(3):
        s.last[place] = face_of(action, place)
    s.count, s.number, s.owner, s.dry, s.drawn = n, number_of(action), seat, 0, 0
    if s.cards[seat] == 0:                                              # PD-12, PD-26
        win(s, seat)
    elif count_kind(cards, TWELVE):
        end_round(s)
        start_turn(s, seat)
    else:
        next_turn(s)


def pass_turn(s):
    """PD-11, PD-26: phases 2 and 3 are left out; a 10 in the last play makes the player draw two."""
    ten = False
    for place in range(s.count):
        ten = ten or s.last[place] == TEN
    owe(s, 2 if ten else 0, Phase.END)


def end_turn(s):
    """Phases 5 and 6 of a turn without a play that stands."""
    s.dry = 0 if s.drawn else s.dry + 1
    s.drawn = 0
    if s.cards[s.turn] == 0:                                            # PD-12, PD-29
        win(s, s.turn)
    elif s.stalemate_n and s.dry >= s.stalemate_n:                      # PD-30
        s.phase, s.dry = Phase.DEAL, 0
    else:
        next_turn(s)


def next_turn(s):
    """PD-13: the round ends when the last play belongs to the player who comes next."""
    seat = (s.turn + 1) % s.seats
    if s.owner == seat:
        end_round(s)
    start_turn(s, seat)


def start_turn(s, seat):
    s.turn, s.phase = seat, Phase.DRAW


def skip(s, seat):
    """PD-16, PD-18: SKIP ends the turn at once, and the next player is left out."""
    give_up(s, seat, add_to_bag(0, SKIP, 1), 1)
    onto_discards(s, SKIP)
    s.dry = s.drawn = 0
    start_turn(s, (seat + 2) % s.seats)


def end_round(s):
    """PD-34: the play area is discarded, the last card of the last play on top."""
    top = FACE_KIND[s.last[s.count - 1]]
    for kind in range(KINDS):
        s.discarded += count_kind(s.area, kind)
    s.discards, s.top, s.area = s.discards + s.area, top, 0
    s.count, s.number, s.owner = 0, 0, UNKNOWN
    s.last[:] = UNKNOWN


def win(s, seat):
    """PD-12, PD-22."""
    s.wins[seat] += 1
    s.winner = seat
    s.phase = Phase.OVER if s.wins[seat] == s.games_to_win else Phase.DEAL


def returns(s, out):
    """Games won, less the mean of what the others won."""
    total = 0
    for seat in range(s.seats):
        total += s.wins[seat]
    for seat in range(s.seats):
        out[seat] = s.wins[seat] - (total - s.wins[seat]) / (s.seats - 1)


compile_rules(globals())
