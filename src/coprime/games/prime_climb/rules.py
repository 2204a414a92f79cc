"""Prime Climb.  Both pawns home first.  Numbers like CL-4 are those of rules.md."""

from ...core.bits import count_kind, has_member, with_one
from ...core.kernel import compile_rules
from ...core.seats import CHANCE, UNKNOWN
from .board import counted, goal_of, movable, reachable, start_of, step
from .cards import choose, draw, held_by_others, moves_own
from .keepers import anybody_to_clear, can_clear, clear, discard, move_refusal, usable
from .moves import (
    ACTIONS,
    NOBODY,
    Refusal,
    Verb,
    about,
    kind_of,
    number_of,
    one_of,
    other_of,
    pawn_of,
    seat_of,
    swap,
    take,
    use,
    verb_of,
    what_of,
)
from .state import State
from .tables import CHANCES, CLEAR, DECKS, FACES, HOME, KINDS, LIMIT, MOST, PAWNS, SEATS, SEND, STEAL, SWAP
from .turn import (
    Phase,
    end_moves,
    end_turn,
    finish,
    go_on,
    number,
    numbers_left,
    playable,
    roll,
    roll_for_start,
    start_turn,
    use_up,
    uses_left,
    wins,
)

__all__ = ["ACTIONS", "MAX_ACTIONS", "SWING", "Phase", "Refusal", "State", "Verb"]

MAX_ACTIONS = 64
SWING = 2.0


def begin(s):
    s.stock, s.card, s.atop = DECKS[s.deck], UNKNOWN, UNKNOWN
    for pawn in range(PAWNS):
        s.pawn[pawn] = start_of(s, pawn) if pawn < 2 * s.seats else HOME
    if s.seats == 1:
        start_turn(s)


def to_act(s):
    if s.phase == Phase.OVER:
        return 0
    return 1 << CHANCE if s.phase <= Phase.STEALING else 1 << s.turn


# What may be done.

def sound_actions(s, seat, out):
    if seat == CHANCE or not has_member(to_act(s), seat):
        return 0
    if s.phase == Phase.CARD:
        return list_choices(s, out)
    n = 0
    for die in range(2):
        if s.left[die]:
            n = list_uses(s, seat, number(s, die), out, n)
    if s.keepers[seat]:
        n = list_keepers(s, seat, out, n)
    if numbers_left(s) == 0:
        out[n] = Verb.DONE
        n += 1
    return n


def list_uses(s, seat, d, out, n):
    before = n
    for mine in range(2):
        for verb in range(4):
            if move_refusal(s, 2 * seat + mine, verb, d) == Refusal.NONE:
                out[n] = use(verb, mine, d)
                n += 1
    if n == before:
        for action in (use(Verb.SPEND, 0, d), use(Verb.SPEND, 1, d), use(Verb.LOSE, 0, d)):
            if spend_refusal(s, seat, action) == Refusal.NONE:
                out[n] = action
                n += 1
    return n


def list_keepers(s, seat, out, n):
    for d in range(1, CLEAR):
        if count_kind(s.keepers[seat], d):
            for mine in range(2):
                for verb in (Verb.PLUS, Verb.MINUS):
                    if move_refusal(s, 2 * seat + mine, verb, d) == Refusal.NONE:
                        out[n] = use(verb, mine, d)
                        n += 1
    for pawn in range(NOBODY + 1):
        if clear_refusal(s, seat, pawn) == Refusal.NONE:
            out[n] = about(Verb.CLEAR, pawn)
            n += 1
    for other in range(s.seats):
        if limit_refusal(s, seat, other) == Refusal.NONE:
            out[n] = about(Verb.LIMIT, other)
            n += 1
    return n


def list_choices(s, out):
    if s.card == STEAL:
        return list_takes(s, out)
    n = 0
    for pawn in range(2 * s.seats):
        if moves_own(s, s.card):
            if pawn < 2:
                out[n] = about(Verb.CHOOSE, pawn)
                n += 1
        elif reachable(s, pawn):
            if s.card == SEND:
                out[n] = about(Verb.SEND, pawn)
                n += 1
            for other in range(pawn + 1, 2 * s.seats):
                if s.card == SWAP and reachable(s, other):
                    out[n] = swap(pawn, other)
                    n += 1
    return n


def list_takes(s, out):
    n = 0
    for seat in range(s.seats):
        for kind in range(1, LIMIT + 1):
            if held_by_others(s, seat, kind):
                out[n] = take(seat, kind)
                n += 1
    return n


def refusal(s, seat, action):
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
    return phase_refusal(s, seat, action)


def phase_refusal(s, seat, action):
    """Of the Move phase."""
    verb = verb_of(action)
    if verb == Verb.DONE:
        if what_of(action):
            return Refusal.NO_SUCH_ACTION
        return Refusal.NUMBERS_LEFT if numbers_left(s) else Refusal.NONE
    if verb == Verb.CLEAR:
        return clear_refusal(s, seat, what_of(action))
    if verb == Verb.LIMIT:
        return limit_refusal(s, seat, what_of(action))
    d, pawn = number_of(action), 2 * seat + pawn_of(action)
    if verb == Verb.PLUS or verb == Verb.MINUS:
        why = keeper_refusal(s, seat, d) if 0 < d < CLEAR else Refusal.NO_SUCH_ACTION
    elif d < 1 or d > MOST:
        why = Refusal.NO_SUCH_ACTION
    else:
        why = Refusal.NONE if uses_left(s, d) else Refusal.NO_NUMBER
    if why != Refusal.NONE:
        return why
    return spend_refusal(s, seat, action) if verb >= Verb.SPEND else move_refusal(s, pawn, verb, d)


def spend_refusal(s, seat, action):
    """CL-5: a number that has no use."""
    d, pawn = number_of(action), 2 * seat + pawn_of(action)
    if verb_of(action) == Verb.LOSE and pawn_of(action):
        return Refusal.NO_SUCH_ACTION
    if usable(s, seat, d):
        return Refusal.HAS_A_USE
    if verb_of(action) == Verb.LOSE:
        for one in range(2 * seat, 2 * seat + 2):
            if movable(s, one) and goal_of(s, one) == 0:
                return Refusal.NONE
        return Refusal.ZERO_IS_NO_GOAL
    if s.pawn[pawn] == HOME:
        return Refusal.PAWN_HOME
    if not movable(s, pawn):
        return Refusal.PAWN_WAITS
    return Refusal.ZERO_IS_GOAL if goal_of(s, pawn) == 0 else Refusal.NONE


def keeper_refusal(s, seat, kind):
    """CL-10: held, and since an earlier turn."""
    if count_kind(s.keepers[seat], kind):
        return Refusal.NONE
    return Refusal.TOO_FRESH if count_kind(s.fresh, kind) else Refusal.NO_KEEPER


def clear_refusal(s, seat, pawn):
    why = keeper_refusal(s, seat, CLEAR)
    if pawn > NOBODY or why != Refusal.NONE:
        return Refusal.NO_SUCH_ACTION if pawn > NOBODY else why
    if pawn == NOBODY:
        return Refusal.MUST_NAME_ONE if anybody_to_clear(s) else Refusal.NONE
    if pawn >= 2 * s.seats:
        return Refusal.NOT_AT_THIS_TABLE
    if can_clear(s, pawn):
        return Refusal.NONE
    return Refusal.OUT_OF_REACH if s.near_bump else Refusal.NOT_YOUR_PAWN


def limit_refusal(s, seat, other):
    why = keeper_refusal(s, seat, LIMIT)
    if other >= SEATS or why != Refusal.NONE:
        return Refusal.NO_SUCH_ACTION if other >= SEATS else why
    if other >= s.seats:
        return Refusal.NOT_AT_THIS_TABLE
    return Refusal.NONE if other != seat and s.place[other] == 0 else Refusal.NO_OPPONENT


def choice_refusal(s, action):
    """Of a choice that the drawn card asks for."""
    verb = verb_of(action)
    if verb != asked(s):
        return Refusal.NOT_NOW
    if verb == Verb.TAKE:
        return take_refusal(s, seat_of(action), kind_of(action))
    one, other = one_of(action), other_of(action)
    if verb != Verb.CHOOSE and max(one, other) >= 2 * s.seats:
        return Refusal.NOT_AT_THIS_TABLE
    if verb == Verb.SWAP:
        if one >= other:
            return Refusal.NO_SUCH_ACTION
        return Refusal.NONE if reachable(s, one) and reachable(s, other) else Refusal.OUT_OF_REACH
    if other:
        return Refusal.NO_SUCH_ACTION
    if verb == Verb.SEND:
        return Refusal.NONE if reachable(s, one) else Refusal.OUT_OF_REACH
    return Refusal.NONE if one < 2 else Refusal.NO_SUCH_ACTION


def take_refusal(s, owner, kind):
    """CL-24: a Keeper that another player holds."""
    if kind < 1 or kind > LIMIT:
        return Refusal.NO_SUCH_ACTION
    if owner >= s.seats:
        return Refusal.NOT_AT_THIS_TABLE
    if owner == s.turn:
        return Refusal.OWN_KEEPER
    return Refusal.NONE if held_by_others(s, owner, kind) else Refusal.NOT_HELD


def asked(s):
    """The verb of the choice."""
    if moves_own(s, s.card):
        return Verb.CHOOSE
    return Verb.SWAP if s.card == SWAP else Verb.SEND if s.card == SEND else Verb.TAKE


# What is done.

def apply(s, seat, action):
    if s.phase == Phase.MOVE:
        move(s, seat, action)
        settle(s, seat, action)
    elif s.phase == Phase.CARD or s.phase == Phase.STEALING:
        choose(s, action)
    elif s.phase == Phase.DRAW:
        draw(s, action)
    elif s.phase == Phase.ROLL:
        roll(s, action)
    else:
        roll_for_start(s, action)


def move(s, seat, action):
    """One action of the Move phase, before anything that ends it."""
    verb, d, pawn = verb_of(action), number_of(action), 2 * seat + pawn_of(action)
    if verb <= Verb.DIVIDE:
        use_up(s, d)
        step(s, pawn, counted(s.pawn[pawn], verb, d))
    elif verb <= Verb.MINUS:
        discard(s, seat, d)
        step(s, pawn, counted(s.pawn[pawn], verb, d))
    elif verb <= Verb.LOSE:
        use_up(s, d)
        if verb == Verb.SPEND:
            step(s, pawn, 0)
    elif verb == Verb.CLEAR:
        discard(s, seat, CLEAR)
        clear(s, what_of(action))
    elif verb == Verb.LIMIT:
        discard(s, seat, LIMIT)
        s.limited = with_one(s.limited, what_of(action))


def settle(s, seat, action):
    """What follows from it: a win, the end of the Move phase, or in Double Time of one use of it (CL-29)."""
    verb = verb_of(action)
    if wins(s, seat):
        finish(s, seat)
    elif not s.double_time:
        if verb == Verb.DONE or (numbers_left(s) == 0 and not playable(s, seat)):
            end_moves(s, 3)
    elif verb == Verb.DONE:
        end_turn(s)
    elif verb <= Verb.SPEND:
        end_moves(s, 1 << pawn_of(action))
    else:
        go_on(s)


def is_undoable(s, seat, action):
    """Another number is still to be used, and the pawn's path so far is nothing but a plan."""
    verb = verb_of(action)
    if s.phase != Phase.MOVE or s.double_time or verb > Verb.LOSE:
        return False
    if numbers_left(s) < (1 if verb == Verb.PLUS or verb == Verb.MINUS else 2):
        return False
    pawn = 2 * seat + pawn_of(action)
    return verb >= Verb.SPEND or counted(s.pawn[pawn], verb, number_of(action)) != goal_of(s, pawn)


# CHANCE and results.

def chance_outcomes(s, out, weight):
    """55 throws of two dice, the kinds that can be drawn, or the Keepers that can be taken."""
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
    if s.phase == Phase.STEALING:
        known = 0 <= action < ACTIONS and verb_of(action) == Verb.TAKE
        return Refusal.NONE if known and held_by_others(s, seat_of(action), kind_of(action)) else Refusal.NOT_HELD
    if s.phase == Phase.DRAW:
        known = 0 < action < KINDS and count_kind(s.stock if s.stock else s.discard, action)
    else:
        low, high = action // 100, action % 100
        known = 1 <= low <= high <= MOST
    return Refusal.NONE if known else Refusal.NO_SUCH_ACTION


def returns(s, out):
    """1 for the winner and shared losses; playing on, evenly from 1 for the first to -1 for the last."""
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
