"""The whole turns that a seat can play, compiled: all ways to use numbers and Keepers, and how good their ends are.

A network (`master_value`) values every end; the most promising are valued again by what the opponent can make of each
throw of the dice.
"""

from ...core.chance import mix
from ...core.kernel import compile_rules
from ...core.seats import CHANCE, UNKNOWN
from .features import NUMBERS, TABLE, is_new, key_of
from .master_value import chance_of
from .moves import Verb
from .rules import Phase, apply, chance_outcomes, sound_actions, verb_of
from .tables import CHANCES, FACES
from .turn import after_draw
from .walk import DEEP, enter, first_action, next_action

ACTION, KEY = 0, 1              # columns of found: the first action of a turn, and what tells its end from others
SOON, LATER = 0, 1              # columns of worth: by the network, and by the opponent's replies
ROOT, END, DRAWN, CHOSEN, ROLLED = 0, 1, 2, 3, 4        # rows of states
MOST = 300                      # positions of a reply after which number Keepers are no longer tried


# The best turn by the network.

def best_turn(s, seat, most, w, end):
    """The first action of the turn whose end the network likes best, and how much; the end to end[0].

    most    positions after which number Keepers are no longer tried
    """
    found, value = walk(s, seat, 0, -1.0, 0, w, end)
    if most and s.phase == Phase.MOVE and s.keepers[seat] & NUMBERS:
        other, more = walk(s, seat, most, value, 0, w, end)
        if more > value:
            return other, more
    return found, value


def walk(s, seat, most, value, room, w, ends):
    """Go through all turns, with number Keepers until `most` positions are met.

    With no room keep the best end that is above a value, and return its first action and worth; else keep so many of
    the best ends in `ends`, and return how many there are.
    """
    stack, lists, seen = w.stack, w.lists, w.seen
    seen[:] = 0
    stack[0] = s
    enter(stack[0], seat, lists, 0)
    found, depth, met = UNKNOWN if room == 0 else 0, 0, 0
    while depth >= 0:
        action = next_action(lists, depth)
        if action == UNKNOWN:
            depth -= 1
        elif met < most or (verb_of(action) != Verb.PLUS and verb_of(action) != Verb.MINUS):
            stack[depth + 1] = stack[depth]
            t = stack[depth + 1]
            apply(t, seat, action)
            if t.phase != Phase.MOVE or t.turn != seat:
                if met_before(t, seat, seen):
                    continue
                worth = chance_of(t, seat, w)
                if room:
                    found = keep(w, ends, found, room, t, seat, first_action(lists), worth)
                elif worth > value:
                    value, found = worth, first_action(lists)
                    ends[0] = t
            elif depth < DEEP - 2 and is_new(t, seat, seen):
                met, depth = met + 1, depth + 1
                enter(t, seat, lists, depth)
    return found, value


def met_before(t, seat, seen):
    """The same end was met on another way."""
    key = mix(key_of(t, seat) ^ (t.landed << 4 | t.phase)) | 1
    if seen[key & (TABLE - 1)] == key:
        return True
    seen[key & (TABLE - 1)] = key
    return False


# The best turns by the network, to be looked at more closely.

def turns(w, seat, most):
    """The best turns of the seat at states[ROOT], the best first, to `ends`, `found` and `worth`; returns how many."""
    n, _ = walk(w.states[ROOT], seat, most, 0.0, len(w.ends), w, w.ends)
    return n


def keep(w, ends, n, room, t, seat, action, worth):
    """Put an end in its place among the n best; returns how many there are then."""
    key = mix(key_of(t, seat) ^ (t.landed << 4 | t.phase))
    if n == room and worth <= w.worth[n - 1, SOON]:
        return n
    for i in range(n):
        if w.found[i, KEY] == key:
            return n
    i = min(n, room - 1)
    while i > 0 and w.worth[i - 1, SOON] < worth:
        ends[i] = ends[i - 1]
        w.found[i, ACTION], w.found[i, KEY] = w.found[i - 1, ACTION], w.found[i - 1, KEY]
        w.worth[i, SOON] = w.worth[i - 1, SOON]
        i -= 1
    ends[i] = t
    w.found[i, ACTION], w.found[i, KEY], w.worth[i, SOON] = action, key, worth
    return min(n + 1, room)


def deepen(w, seat, i):
    """Value the end of turn i by what follows it, to worth[i, LATER].

    Before a card is drawn that is the mean over the cards, and what the dice change where none is drawn.
    """
    t = w.states[END]
    w.states[END] = w.ends[i]
    if t.phase == Phase.OVER:
        w.worth[i, LATER] = chance_of(t, seat, w)
    elif t.phase == Phase.DRAW:
        mean = after_cards(w, seat)
        after_draw(t)
        w.worth[i, LATER] = mean + after_rolls(w, seat) - chance_of(t, seat, w)
    else:
        w.worth[i, LATER] = after_rolls(w, seat)
    return 0


def after_cards(w, seat):
    """The chance to win after states[END], where a card is to be drawn, by the network."""
    n, total, sum_ = chance_outcomes(w.states[END], w.actions, w.weights), 0.0, 0.0
    for i in range(n):
        w.states[DRAWN] = w.states[END]
        apply(w.states[DRAWN], CHANCE, w.actions[i])
        total += w.weights[i]
        sum_ += w.weights[i] * chosen(w, seat)
    return sum_ / total


def chosen(w, seat):
    """The chance to win with the drawn card, by the network: the best choice where it asks for one."""
    if w.states[DRAWN].phase != Phase.CARD:
        return chance_of(w.states[DRAWN], seat, w)
    n, best = sound_actions(w.states[DRAWN], seat, w.choices), 0.0
    for i in range(n):
        w.states[CHOSEN] = w.states[DRAWN]
        apply(w.states[CHOSEN], seat, w.choices[i])
        best = max(best, chance_of(w.states[CHOSEN], seat, w))
    return best


def after_rolls(w, seat):
    """The chance to win after states[END], where dice are to be rolled: the roller's best turn for every throw."""
    sum_, roller = 0.0, w.states[END].turn
    for i in range(len(FACES)):
        w.states[ROLLED] = w.states[END]
        apply(w.states[ROLLED], CHANCE, FACES[i])
        _, best = best_turn(w.states[ROLLED], roller, MOST, w, w.reply)
        sum_ += CHANCES[i] / 100 * (best if roller == seat else 1 - best)
    return sum_


compile_rules(globals())
