"""Prime Climb.  Both pawns home first.  Numbers like CL-4 are those of rules.md."""
# mypy: ignore-errors, implicit-reexport

from ...core.bits import add_member, count_kind, has_member
from ...core.kernel import compile_rules
from ...core.seats import CHANCE, UNKNOWN
from .actions import (
    ACTIONS,
    NOBODY,
    Refusal,
    Verb,
    encode_number_use,
    encode_swap,
    encode_take,
    encode_target,
    first_pawn_of,
    kind_of,
    number_of,
    pawn_of,
    seat_of,
    second_pawn_of,
    target_of,
    verb_of,
)
from .board import goal_of, is_movable, is_reachable, move_pawn, start_of, target_space
from .board_and_card_data import (
    CHANCES,
    CLEAR_KEEPER,
    DECKS,
    DIE_MAX,
    FACES,
    HOME,
    KINDS,
    LIMIT_KEEPER,
    PAWNS,
    SEATS,
    SEND,
    STEAL,
    SWAP,
)
from .card_effects import apply_choice, count_held_by_other, draw_card, moves_own_pawn
from .move_phase import clear_pawns, discard_keeper, has_use, may_name_any_for_clear, may_name_for_clear, move_refusal
from .state import State
from .turn_phases import (
    Phase,
    continue_move_phase,
    count_numbers_left,
    count_uses_left,
    end_moves,
    end_turn,
    finish_seat,
    has_playable_keeper,
    has_won,
    read_rolled_number,
    roll_dice,
    roll_for_start,
    start_turn,
    use_number,
)

__all__ = ["ACTIONS", "MAX_ACTIONS", "SWING", "Phase", "Refusal", "State", "Verb"]

MAX_ACTIONS = 64
SWING = 2.0


def begin(s):
    """Set up a match from its options: pawns at Start, and the deck.

    One player alone starts a turn at once; more roll for the start.
    """
    s.stock, s.card, s.atop = DECKS[s.deck], UNKNOWN, UNKNOWN
    for pawn in range(PAWNS):
        s.pawn[pawn] = start_of(s, pawn) if pawn < 2 * s.seats else HOME
    if s.seats == 1:
        start_turn(s)


def to_act(s):
    """Return the set of seats that act: CHANCE, the seat on turn, or nobody when the match is over."""
    if s.phase == Phase.OVER:
        return 0
    return 1 << CHANCE if s.phase <= Phase.STEALING else 1 << s.turn


# What may be done.

def sound_actions(s, seat, out):
    """List the actions of a seat to `out`, and return how many there are."""
    if seat == CHANCE or not has_member(to_act(s), seat):
        return 0
    if s.phase == Phase.CARD:
        return list_choices(s, out)
    n = 0
    for die in range(2):
        if s.left[die]:
            n = list_uses(s, seat, read_rolled_number(s, die), out, n)
    if s.keepers[seat]:
        n = list_keepers(s, seat, out, n)
    if count_numbers_left(s) == 0:
        out[n] = Verb.DONE
        n += 1
    return n


def list_uses(s, seat, d, out, n):
    """Add the uses of the rolled number d, or what is done with it where it has none (CL-5)."""
    before = n
    for mine in range(2):
        for verb in range(4):
            if move_refusal(s, 2 * seat + mine, verb, d) == Refusal.NONE:
                out[n] = encode_number_use(verb, mine, d)
                n += 1
    if n == before:
        for action in (encode_number_use(Verb.SPEND, 0, d), encode_number_use(Verb.SPEND, 1, d),
                       encode_number_use(Verb.LOSE, 0, d)):
            if unused_number_refusal(s, seat, action) == Refusal.NONE:
                out[n] = action
                n += 1
    return n


def list_keepers(s, seat, out, n):
    """Add the actions that play a Keeper."""
    for d in range(1, CLEAR_KEEPER):
        if count_kind(s.keepers[seat], d):
            for mine in range(2):
                for verb in (Verb.KEEPER_ADD, Verb.KEEPER_SUBTRACT):
                    if move_refusal(s, 2 * seat + mine, verb, d) == Refusal.NONE:
                        out[n] = encode_number_use(verb, mine, d)
                        n += 1
    for pawn in range(NOBODY + 1):
        if clear_refusal(s, seat, pawn) == Refusal.NONE:
            out[n] = encode_target(Verb.CLEAR, pawn)
            n += 1
    for other in range(s.seats):
        if limit_refusal(s, seat, other) == Refusal.NONE:
            out[n] = encode_target(Verb.LIMIT, other)
            n += 1
    return n


def list_choices(s, out):
    """List the choices that the drawn card leaves."""
    if s.card == STEAL:
        return list_takes(s, out)
    n = 0
    for pawn in range(2 * s.seats):
        if moves_own_pawn(s, s.card):
            if pawn < 2:
                out[n] = encode_target(Verb.CHOOSE, pawn)
                n += 1
        elif is_reachable(s, pawn):
            if s.card == SEND:
                out[n] = encode_target(Verb.SEND, pawn)
                n += 1
            for other in range(pawn + 1, 2 * s.seats):
                if s.card == SWAP and is_reachable(s, other):
                    out[n] = encode_swap(pawn, other)
                    n += 1
    return n


def list_takes(s, out):
    """List the Keepers that can be taken from other seats."""
    n = 0
    for seat in range(s.seats):
        for kind in range(1, LIMIT_KEEPER + 1):
            if count_held_by_other(s, seat, kind):
                out[n] = encode_take(seat, kind)
                n += 1
    return n


def refusal(s, seat, action):
    """Return why an action is refused; NONE if the table takes it."""
    if not has_member(to_act(s), seat):
        return Refusal.NOT_YOUR_TURN
    if seat == CHANCE:
        return chance_refusal(s, action)
    if action < 0 or action >= ACTIONS or verb_of(action) > Verb.TAKE:
        return Refusal.NO_SUCH_ACTION
    if (verb_of(action) >= Verb.CHOOSE) != (s.phase == Phase.CARD):
        return Refusal.NOT_NOW
    if s.phase == Phase.CARD:
        return choice_refusal(s, action)
    return move_phase_refusal(s, seat, action)


def move_phase_refusal(s, seat, action):
    """Return why an action of the Move phase is refused."""
    verb = verb_of(action)
    if verb == Verb.DONE:
        if target_of(action):
            return Refusal.NO_SUCH_ACTION
        return Refusal.NUMBERS_LEFT if count_numbers_left(s) else Refusal.NONE
    if verb == Verb.CLEAR:
        return clear_refusal(s, seat, target_of(action))
    if verb == Verb.LIMIT:
        return limit_refusal(s, seat, target_of(action))
    d, pawn = number_of(action), 2 * seat + pawn_of(action)
    if verb == Verb.KEEPER_ADD or verb == Verb.KEEPER_SUBTRACT:
        why = keeper_refusal(s, seat, d) if 0 < d < CLEAR_KEEPER else Refusal.NO_SUCH_ACTION
    elif d < 1 or d > DIE_MAX:
        why = Refusal.NO_SUCH_ACTION
    else:
        why = Refusal.NONE if count_uses_left(s, d) else Refusal.NO_NUMBER
    if why != Refusal.NONE:
        return why
    return unused_number_refusal(s, seat, action) if verb >= Verb.SPEND else move_refusal(s, pawn, verb, d)


def unused_number_refusal(s, seat, action):
    """Return why a number may not be spent on 0 or lost: only a number without a use may (CL-5)."""
    d, pawn = number_of(action), 2 * seat + pawn_of(action)
    if verb_of(action) == Verb.LOSE and pawn_of(action):
        return Refusal.NO_SUCH_ACTION
    if has_use(s, seat, d):
        return Refusal.HAS_A_USE
    if verb_of(action) == Verb.LOSE:
        for one in range(2 * seat, 2 * seat + 2):
            if is_movable(s, one) and goal_of(s, one) == 0:
                return Refusal.NONE
        return Refusal.ZERO_IS_NO_GOAL
    if s.pawn[pawn] == HOME:
        return Refusal.PAWN_HOME
    if not is_movable(s, pawn):
        return Refusal.PAWN_WAITS
    return Refusal.ZERO_IS_GOAL if goal_of(s, pawn) == 0 else Refusal.NONE


def keeper_refusal(s, seat, kind):
    """Return why a Keeper may not be played: it must be held since an earlier turn (CL-10)."""
    if count_kind(s.keepers[seat], kind):
        return Refusal.NONE
    return Refusal.TOO_FRESH if count_kind(s.fresh, kind) else Refusal.NO_KEEPER


def clear_refusal(s, seat, pawn):
    """Return why the clearing Keeper may not be played on a pawn (CL-24)."""
    why = keeper_refusal(s, seat, CLEAR_KEEPER)
    if pawn > NOBODY or why != Refusal.NONE:
        return Refusal.NO_SUCH_ACTION if pawn > NOBODY else why
    if pawn == NOBODY:
        return Refusal.MUST_NAME_ONE if may_name_any_for_clear(s) else Refusal.NONE
    if pawn >= 2 * s.seats:
        return Refusal.NOT_AT_THIS_TABLE
    if may_name_for_clear(s, pawn):
        return Refusal.NONE
    return Refusal.OUT_OF_REACH if s.near_bump else Refusal.NOT_YOUR_PAWN


def limit_refusal(s, seat, other):
    """Return why the limiting Keeper may not be played on a seat (CL-24)."""
    why = keeper_refusal(s, seat, LIMIT_KEEPER)
    if other >= SEATS or why != Refusal.NONE:
        return Refusal.NO_SUCH_ACTION if other >= SEATS else why
    if other >= s.seats:
        return Refusal.NOT_AT_THIS_TABLE
    return Refusal.NONE if other != seat and s.place[other] == 0 else Refusal.NO_OPPONENT


def choice_refusal(s, action):
    """Return why a choice for the drawn card is refused."""
    verb = verb_of(action)
    if verb != requested_verb(s):
        return Refusal.NOT_NOW
    if verb == Verb.TAKE:
        return take_refusal(s, seat_of(action), kind_of(action))
    one, other = first_pawn_of(action), second_pawn_of(action)
    if verb != Verb.CHOOSE and max(one, other) >= 2 * s.seats:
        return Refusal.NOT_AT_THIS_TABLE
    if verb == Verb.SWAP:
        if one >= other:
            return Refusal.NO_SUCH_ACTION
        return Refusal.NONE if is_reachable(s, one) and is_reachable(s, other) else Refusal.OUT_OF_REACH
    if other:
        return Refusal.NO_SUCH_ACTION
    if verb == Verb.SEND:
        return Refusal.NONE if is_reachable(s, one) else Refusal.OUT_OF_REACH
    return Refusal.NONE if one < 2 else Refusal.NO_SUCH_ACTION


def take_refusal(s, owner, kind):
    """Return why a Keeper may not be taken: another player must hold it (CL-24)."""
    if kind < 1 or kind > LIMIT_KEEPER:
        return Refusal.NO_SUCH_ACTION
    if owner >= s.seats:
        return Refusal.NOT_AT_THIS_TABLE
    if owner == s.turn:
        return Refusal.OWN_KEEPER
    return Refusal.NONE if count_held_by_other(s, owner, kind) else Refusal.NOT_HELD


def requested_verb(s):
    """Return the verb of the choice that the drawn card asks for."""
    if moves_own_pawn(s, s.card):
        return Verb.CHOOSE
    return Verb.SWAP if s.card == SWAP else Verb.SEND if s.card == SEND else Verb.TAKE


# What is done.

def apply(s, seat, action):
    """Carry out an action that is not refused, with all that follows from it."""
    if s.phase == Phase.MOVE:
        apply_move(s, seat, action)
        settle_move(s, seat, action)
    elif s.phase == Phase.CARD or s.phase == Phase.STEALING:
        apply_choice(s, action)
    elif s.phase == Phase.DRAW:
        draw_card(s, action)
    elif s.phase == Phase.ROLL:
        roll_dice(s, action)
    else:
        roll_for_start(s, action)


def apply_move(s, seat, action):
    """Carry out an action of the Move phase without what ends the phase: no bump, draw or win yet.

    Screens use it to show moves that are only planned.
    """
    verb, d, pawn = verb_of(action), number_of(action), 2 * seat + pawn_of(action)
    if verb <= Verb.DIVIDE:
        use_number(s, d)
        move_pawn(s, pawn, target_space(s.pawn[pawn], verb, d))
    elif verb <= Verb.KEEPER_SUBTRACT:
        discard_keeper(s, seat, d)
        move_pawn(s, pawn, target_space(s.pawn[pawn], verb, d))
    elif verb <= Verb.LOSE:
        use_number(s, d)
        if verb == Verb.SPEND:
            move_pawn(s, pawn, 0)
    elif verb == Verb.CLEAR:
        discard_keeper(s, seat, CLEAR_KEEPER)
        clear_pawns(s, target_of(action))
    elif verb == Verb.LIMIT:
        discard_keeper(s, seat, LIMIT_KEEPER)
        s.limited = add_member(s.limited, target_of(action))


def settle_move(s, seat, action):
    """Carry out what follows an action of the Move phase: a win, or the end of the phase.

    In Double Time each use of a number is followed by Bump and Draw (CL-29).
    """
    verb = verb_of(action)
    if has_won(s, seat):
        finish_seat(s, seat)
    elif not s.double_time:
        if verb == Verb.DONE or (count_numbers_left(s) == 0 and not has_playable_keeper(s, seat)):
            end_moves(s, 3)
    elif verb == Verb.DONE:
        end_turn(s)
    elif verb <= Verb.SPEND:
        end_moves(s, 1 << pawn_of(action))
    else:
        continue_move_phase(s)


def is_undoable(s, seat, action):
    """Return whether an action is only part of a plan: numbers are left, and no pawn goes home."""
    verb = verb_of(action)
    if s.phase != Phase.MOVE or s.double_time or verb > Verb.LOSE:
        return False
    if count_numbers_left(s) < (1 if verb == Verb.KEEPER_ADD or verb == Verb.KEEPER_SUBTRACT else 2):
        return False
    pawn = 2 * seat + pawn_of(action)
    return verb >= Verb.SPEND or target_space(s.pawn[pawn], verb, number_of(action)) != goal_of(s, pawn)


# CHANCE and results.

def chance_outcomes(s, out, weight):
    """List the throws, the kinds that can be drawn or the Keepers that can be taken, with their weights."""
    if s.phase == Phase.STEALING:
        n = list_takes(s, out)
        for i in range(n):
            weight[i] = count_kind(s.keepers[seat_of(out[i])], kind_of(out[i]))
        return n
    if s.phase != Phase.DRAW:
        for i in range(len(FACES)):
            out[i], weight[i] = FACES[i], CHANCES[i]
        return len(FACES)
    n, pile = 0, s.stock if s.stock else s.discard
    for kind in range(1, KINDS):
        if count_kind(pile, kind):
            out[n], weight[n] = kind, count_kind(pile, kind)
            n += 1
    return n


def chance_refusal(s, action):
    """Return why an outcome of CHANCE is refused."""
    if s.phase == Phase.STEALING:
        known = 0 <= action < ACTIONS and verb_of(action) == Verb.TAKE
        return Refusal.NONE if known and count_held_by_other(s, seat_of(action), kind_of(action)) else Refusal.NOT_HELD
    if s.phase == Phase.DRAW:
        known = 0 < action < KINDS and count_kind(s.stock if s.stock else s.discard, action)
    else:
        low, high = action // 100, action % 100
        known = 1 <= low <= high <= DIE_MAX
    return Refusal.NONE if known else Refusal.NO_SUCH_ACTION


def returns(s, out):
    """Write the results: 1 for the winner and equal losses.

    Playing on: evenly from 1 for the first to -1 for the last.  Alone: 1 less a twentieth for each roll, at least -1,
    and -1 if the turn limit ends the match.
    """
    if s.seats == 1:
        out[0] = max(-1.0, 1.0 - s.rolls / 20) if s.place[0] or s.phase != Phase.OVER else -1.0
        return
    placed = 0
    for seat in range(s.seats):
        placed += 1 if s.place[seat] else 0
    rest = (placed + s.seats - 1) / 2                           # the mean place, from 0, of those not placed
    for seat in range(s.seats):
        if s.play_on:
            out[seat] = 1 - 2 * (s.place[seat] - 1 if s.place[seat] else rest) / (s.seats - 1)
        else:
            out[seat] = 0.0 if placed == 0 else 1.0 if s.place[seat] == 1 else -1 / (s.seats - 1)


compile_rules(globals())
