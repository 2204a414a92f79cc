"""The rules of Prime Daifugo Lv. 0: the first to empty the hand wins.

Numbers like PD-7 are those of rules.md.
"""
# mypy: ignore-errors, implicit-reexport

from ...core.bits import add_to_bag, count_kind
from ...core.chance import random_below, shuffle
from ...core.kernel import compile_rules
from ...core.seats import CHANCE, UNKNOWN
from .actions import (
    ACTIONS,
    card_count_of,
    cards_of,
    encode_discard,
    encode_play,
    face_of,
    is_well_formed,
    number_of,
    verb_of,
)
from .card_moves import put_on_discards, remove_from_hand, reveal_cards, stack_deck, take_top_card, whole_deck
from .listing import leaves_only_skip, list_primes
from .state import Phase, Refusal, State, Verb, Violation
from .tables import (
    FACE_ICON,
    FACE_KIND,
    FACE_NUMBER,
    FIRST_MULTI_FACE,
    KINDS,
    PLAY_ACTION,
    PRIME,
    SKIP,
    TEN,
    TWELVE,
    ZERO,
    D,
)

__all__ = ["ACTIONS", "MAX_ACTIONS", "SWING", "Violation", "Phase", "Refusal", "State", "Verb", "encode_play",
           "whole_deck"]

HAND_SIZE = 10                   # PD-3
MAX_ACTIONS = len(PLAY_ACTION) + 4
SWING = 1.0


# Whose turn it is, and what may be done.

def begin(s):
    """Set up a match that waits for its first deal."""
    s.winner, s.top, s.owner = UNKNOWN, UNKNOWN, UNKNOWN
    s.deck[:] = UNKNOWN
    s.last[:] = UNKNOWN


def to_act(s):
    """Return the seat that acts: CHANCE to deal or reshuffle, the seat on turn, or none at the end."""
    if s.phase == Phase.OVER:
        return 0
    if s.phase == Phase.DEAL or s.phase == Phase.RESHUFFLE:
        return 1 << CHANCE
    return 1 << s.turn


def is_between_hands(s):
    """Return whether the match is between two games, or over."""
    return s.phase == Phase.OVER or (s.phase == Phase.DEAL and s.game > 0)


def is_at_hand_limit(s, seat):
    """Return whether a hand is at the limit, so that nothing is drawn (PD-3)."""
    return s.hand_limit > 0 and s.cards[seat] >= s.hand_limit


def can_draw(s, seat):
    """Return whether there are cards to draw and the hand limit allows it."""
    return s.left + s.discarded > 0 and not is_at_hand_limit(s, seat)


def has_only_skip(s, seat):
    """Return whether SKIP is the only card in the hand (PD-17)."""
    return s.cards[seat] == 1 and count_kind(s.hand[seat], SKIP) == 1


def refusal(s, seat, action):
    """Return why an action is refused; NONE if the table takes it."""
    if to_act(s) >> seat & 1 == 0:
        return Refusal.NOT_YOUR_TURN
    if seat == CHANCE:
        return Refusal.NONE if action >= 0 else Refusal.NO_SUCH_ACTION
    if not is_well_formed(action):
        return Refusal.NO_SUCH_ACTION
    verb = verb_of(action)
    if s.phase == Phase.DISCARD and verb != Verb.DISCARD:
        return Refusal.MUST_DISCARD
    if verb == Verb.DRAW or verb == Verb.D:
        return draw_refusal(s, seat, verb)
    if verb == Verb.DISCARD:
        return discard_refusal(s, seat, face_of(action, 0))
    if verb == Verb.PLAY:
        return play_refusal(s, seat, action)
    if verb == Verb.SKIP:
        if count_kind(s.hand[seat], SKIP) == 0:
            return Refusal.NOT_IN_HAND
        return Refusal.SKIP_ALONE if has_only_skip(s, seat) else Refusal.NONE
    if s.phase == Phase.DRAW and has_only_skip(s, seat) and can_draw(s, seat):
        return Refusal.MUST_DRAW
    return Refusal.NONE


def draw_refusal(s, seat, verb):
    """Return why a card, or D instead of it, may not be drawn (PD-4)."""
    if verb == Verb.D and count_kind(s.hand[seat], D) == 0:
        return Refusal.NOT_IN_HAND
    if s.phase != Phase.DRAW:
        return Refusal.DRAWN_ALREADY
    if verb == Verb.D:
        return Refusal.NONE
    if is_at_hand_limit(s, seat):
        return Refusal.AT_LIMIT
    return Refusal.NONE if s.left + s.discarded > 0 else Refusal.NOTHING_TO_DRAW


def discard_refusal(s, seat, kind):
    """Return why a card may not be discarded."""
    if s.phase != Phase.DISCARD:
        return Refusal.NOTHING_TO_DISCARD
    if count_kind(s.hand[seat], kind) == 0:
        return Refusal.NOT_IN_HAND
    return Refusal.SKIP_LEFT if kind != SKIP and leaves_only_skip(s, seat, add_to_bag(0, kind, 1), 1) else Refusal.NONE


def play_refusal(s, seat, action):
    """Return why a play is refused: count, size and form, never primality (PD-5 to PD-9)."""
    n, cards = card_count_of(action), cards_of(action)
    for place in range(n):
        kind = FACE_KIND[face_of(action, place)]
        if count_kind(cards, kind) > count_kind(s.hand[seat], kind):
            return Refusal.NOT_IN_HAND
    if s.count and n != s.count:
        return Refusal.WRONG_COUNT
    form = form_refusal(s, action, n)
    if form != Refusal.NONE:
        return form
    if s.count and number_of(action) <= s.number:
        return Refusal.NOT_LARGER
    return Refusal.SKIP_LEFT if leaves_only_skip(s, seat, cards, n) else Refusal.NONE


def form_refusal(s, action, n):
    """Return why cards may not stand side by side at all (PD-6, PD-7, PD-8)."""
    icons = multis = zeros = large = 0
    for place in range(n):
        face = face_of(action, place)
        icons += FACE_ICON[face]
        multis += face >= FIRST_MULTI_FACE
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
    """Return what is wrong with a play that the table takes: its number is not prime (PD-10)."""
    if seat == CHANCE or verb_of(action) != Verb.PLAY or PRIME[number_of(action)]:
        return Violation.NONE
    return Violation.NOT_PRIME


def sound_actions(s, seat, out):
    """List the sound actions of a seat to `out`, primes only; return how many."""
    if s.phase == Phase.DISCARD:
        return list_discards(s, seat, out)
    n = list_primes(s, seat, out)
    if s.phase == Phase.DRAW and can_draw(s, seat):
        out[n] = Verb.DRAW
        n += 1
    if s.phase == Phase.DRAW and count_kind(s.hand[seat], D):
        out[n] = Verb.D
        n += 1
    alone = has_only_skip(s, seat)
    if count_kind(s.hand[seat], SKIP) and not alone:
        out[n] = Verb.SKIP
        n += 1
    if not (alone and s.phase == Phase.DRAW and can_draw(s, seat)):
        out[n] = Verb.PASS
        n += 1
    return n


def list_discards(s, seat, out):
    """List the cards that may be discarded after D; return how many."""
    n = 0
    for kind in range(KINDS):
        if count_kind(s.hand[seat], kind) and discard_refusal(s, seat, kind) == Refusal.NONE:
            out[n] = encode_discard(kind)
            n += 1
    return n


# What happens.

def apply(s, seat, action):
    """Carry out an action that is not refused."""
    verb = verb_of(action)
    if seat == CHANCE:
        if s.phase == Phase.DEAL:
            deal_game(s, action)
        else:
            reshuffle_discards(s, action)
    elif verb == Verb.DRAW:
        owe_cards(s, 1, Phase.PLAY)
    elif verb == Verb.D:
        remove_from_hand(s, seat, add_to_bag(0, D, 1), 1)
        put_on_discards(s, D)
        owe_cards(s, 2, Phase.DISCARD)
    elif verb == Verb.DISCARD:
        kind = face_of(action, 0)
        remove_from_hand(s, seat, add_to_bag(0, kind, 1), 1)
        put_on_discards(s, kind)
        note_skip_left(s, seat, kind)
        s.phase = Phase.PLAY
    elif verb == Verb.SKIP:
        skip_next_seat(s, seat)
    elif verb == Verb.PLAY and PRIME[number_of(action)]:
        lay_prime(s, seat, action)
    else:
        if verb == Verb.PLAY:
            reveal_cards(s, seat, cards_of(action))
        note_no_lone_skip(s, seat)
        pass_turn(s)


def deal_game(s, seed):
    """Deal a game: a random start player, and ten cards each (PD-2, PD-3, PD-22)."""
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
    stack_deck(s, s.pool)
    s.turn, x = random_below(seed, s.seats)
    shuffle(s.deck, 0, s.left, x)
    for seat in range(s.seats):
        s.skips[seat] = 2 * s.cards_skip
        for _ in range(HAND_SIZE):
            s.hand[seat] = add_to_bag(s.hand[seat], take_top_card(s), 1)
        s.cards[seat] = HAND_SIZE
    s.phase = Phase.DRAW


def reshuffle_discards(s, seed):
    """Make a new deck of the discards, and continue the draw (PD-20)."""
    s.pool = s.discards
    s.gained[:] = 0
    stack_deck(s, s.discards)
    shuffle(s.deck, 0, s.left, seed)
    s.discards, s.discarded, s.top = 0, 0, UNKNOWN
    draw_owed_cards(s)


def owe_cards(s, n, then):
    """Let the player on turn draw n cards, and then go on with a phase."""
    s.owed, s.then = n, then
    draw_owed_cards(s)


def draw_owed_cards(s):
    """Draw the cards that are owed; CHANCE makes a new deck when it runs out (PD-20)."""
    while s.owed and not is_at_hand_limit(s, s.turn) and s.left + s.discarded:
        if s.left:
            draw_one_card(s)
        if s.left == 0 and s.discarded:
            s.phase = Phase.RESHUFFLE
            return
    s.owed, s.phase, s.then = 0, s.then, 0
    if s.phase == Phase.END:
        end_turn(s)


def draw_one_card(s):
    """Draw one card for the player on turn."""
    seat, kind = s.turn, take_top_card(s)
    s.hand[seat] = add_to_bag(s.hand[seat], kind, 1)
    s.gained[seat] = add_to_bag(s.gained[seat], kind, 1)
    s.cards[seat] += 1
    s.skips[seat] = min(s.skips[seat] + 1, 2 * s.cards_skip)
    s.owed, s.drawn = s.owed - 1, 1


def note_no_lone_skip(s, seat):
    """Record that a seat which passes without drawing does not hold SKIP as its only card (PD-17)."""
    if s.phase == Phase.DRAW and s.cards[seat] == 1 and can_draw(s, seat):
        s.skips[seat] = 0


def note_skip_left(s, seat, gone):
    """Record that the only card left is no SKIP under `barred`, unless one of two was discarded (PD-32)."""
    if s.skip_last == 1 and s.cards[seat] == 1 and gone != SKIP:
        s.skips[seat] = 0


def lay_prime(s, seat, action):
    """Put down a prime; a 12 in it ends the round, and the last card wins (PD-10 to PD-12)."""
    n, cards = card_count_of(action), cards_of(action)
    remove_from_hand(s, seat, cards, n)
    note_skip_left(s, seat, ZERO)
    s.area += cards
    for place in range(3):
        s.last[place] = face_of(action, place)
    s.count, s.number, s.owner, s.dry, s.drawn = n, number_of(action), seat, 0, 0
    if s.cards[seat] == 0:                                              # PD-12, PD-26
        win_game(s, seat)
    elif count_kind(cards, TWELVE):
        end_round(s)
        start_turn(s, seat)
    else:
        next_turn(s)


def pass_turn(s):
    """End the turn without a play that stands; a 10 to beat costs two cards (PD-11, PD-26)."""
    ten = False
    for place in range(s.count):
        ten = ten or s.last[place] == TEN
    owe_cards(s, 2 if ten else 0, Phase.END)


def end_turn(s):
    """End a turn without a play that stands: a win, a void game or the next turn (PD-12, PD-29, PD-30)."""
    s.dry = 0 if s.drawn else s.dry + 1
    s.drawn = 0
    if s.cards[s.turn] == 0:                                            # PD-12, PD-29
        win_game(s, s.turn)
    elif s.stalemate_n and s.dry >= s.stalemate_n:                      # PD-30
        s.phase, s.dry = Phase.DEAL, 0
    else:
        next_turn(s)


def next_turn(s):
    """Give the turn to the next seat; the round ends if the last play is its own (PD-13)."""
    seat = (s.turn + 1) % s.seats
    if s.owner == seat:
        end_round(s)
    start_turn(s, seat)


def start_turn(s, seat):
    """Give the turn to a seat."""
    s.turn, s.phase = seat, Phase.DRAW


def skip_next_seat(s, seat):
    """Discard SKIP: the turn ends at once, and the next player is left out (PD-16, PD-18)."""
    remove_from_hand(s, seat, add_to_bag(0, SKIP, 1), 1)
    put_on_discards(s, SKIP)
    s.dry = s.drawn = 0
    start_turn(s, (seat + 2) % s.seats)


def end_round(s):
    """Discard the play area, with the last card of the last play on top (PD-34)."""
    top = FACE_KIND[s.last[s.count - 1]]
    for kind in range(KINDS):
        s.discarded += count_kind(s.area, kind)
    s.discards, s.top, s.area = s.discards + s.area, top, 0
    s.count, s.number, s.owner = 0, 0, UNKNOWN
    s.last[:] = UNKNOWN


def win_game(s, seat):
    """Count a game won, and end the match or wait for the next deal (PD-12, PD-22)."""
    s.wins[seat] += 1
    s.winner = seat
    s.phase = Phase.OVER if s.wins[seat] == s.games_to_win else Phase.DEAL


def returns(s, out):
    """Write for each seat the games won, less the mean of what the others won."""
    total = 0
    for seat in range(s.seats):
        total += s.wins[seat]
    for seat in range(s.seats):
        out[seat] = s.wins[seat] - (total - s.wins[seat]) / (s.seats - 1)


compile_rules(globals())
