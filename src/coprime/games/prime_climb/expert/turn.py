"""The whole turns that a seat can play, compiled: all uses of numbers and Keepers, with values.

A network (`value_network`) values every end; the most promising are valued again by what the opponent can make of each
throw of the dice.
"""
# mypy: ignore-errors, implicit-reexport

from ....core.chance import mix
from ....core.kernel import compile_rules
from ....core.seats import CHANCE, UNKNOWN
from ..actions import Verb
from ..board_and_card_data import CHANCES, FACES
from ..heuristics import NUMBER_KEEPER_BITS, TABLE_SIZE, add_if_new, turn_position_key
from ..rules import Phase, apply, chance_outcomes, sound_actions, verb_of
from ..turn_phases import finish_draw
from ..turn_traversal import MAX_DEPTH, list_actions_at_depth, next_action, root_action
from .value_network import winning_chance

ACTION, KEY = 0, 1              # columns of found: the first action of a turn, and what tells its end from others
NETWORK_VALUE, REPLY_VALUE = 0, 1              # columns of worth: by the network, and by the opponent's replies
ROOT, END, DRAWN, CHOSEN, ROLLED = 0, 1, 2, 3, 4        # rows of states
REPLY_POSITIONS = 300                      # positions of a reply after which number Keepers are no longer tried


# The best turn by the network.

def best_turn(s, seat, most_positions, w, end):
    """Return the first action and the value of the turn with the best end by the network.

    The end is written to end[0].

    most_positions  positions after which number Keepers are no longer tried
    """
    found, value = search_turns(s, seat, 0, -1.0, 0, w, end)
    if most_positions and s.phase == Phase.MOVE and s.keepers[seat] & NUMBER_KEEPER_BITS:
        other, more = search_turns(s, seat, most_positions, value, 0, w, end)
        if more > value:
            return other, more
    return found, value


def search_turns(s, seat, most_positions, least_value, capacity, w, ends):
    """Search all turns, with number Keepers until `most_positions` positions are met.

    With capacity 0 keep the best end above `least_value`, and return its first action and value.  Else keep that many
    of the best ends in `ends`, and return how many there are.
    """
    stack, lists, seen = w.stack, w.lists, w.seen
    seen[:] = 0
    stack[0] = s
    list_actions_at_depth(stack[0], seat, lists, 0)
    found, depth, met = UNKNOWN if capacity == 0 else 0, 0, 0
    while depth >= 0:
        action = next_action(lists, depth)
        if action == UNKNOWN:
            depth -= 1
        elif met < most_positions or (verb_of(action) != Verb.KEEPER_ADD and verb_of(action) != Verb.KEEPER_SUBTRACT):
            stack[depth + 1] = stack[depth]
            t = stack[depth + 1]
            apply(t, seat, action)
            if t.phase != Phase.MOVE or t.turn != seat:
                if is_known_end(t, seat, seen):
                    continue
                worth = winning_chance(t, seat, w)
                if capacity:
                    found = insert_turn(w, ends, found, capacity, t, seat, root_action(lists), worth)
                elif worth > least_value:
                    least_value, found = worth, root_action(lists)
                    ends[0] = t
            elif depth < MAX_DEPTH - 2 and add_if_new(t, seat, seen):
                met, depth = met + 1, depth + 1
                list_actions_at_depth(t, seat, lists, depth)
    return found, least_value


def is_known_end(t, seat, seen):
    """Record the end of a turn in `seen`, and return whether it was there already."""
    key = mix(turn_position_key(t, seat) ^ (t.landed << 4 | t.phase)) | 1
    if seen[key & (TABLE_SIZE - 1)] == key:
        return True
    seen[key & (TABLE_SIZE - 1)] = key
    return False


# The best turns by the network, to be looked at more closely.

def list_best_turns(w, seat, most_positions):
    """List the seat's best turns at states[ROOT], the best first; return how many.

    They are written to `ends`, `found` and `worth`.
    """
    n, _ = search_turns(w.states[ROOT], seat, most_positions, 0.0, len(w.ends), w, w.ends)
    return n


def insert_turn(w, ends, n, capacity, t, seat, action, worth):
    """Insert an end among the n best, sorted by value; return how many there are then."""
    key = mix(turn_position_key(t, seat) ^ (t.landed << 4 | t.phase))
    if n == capacity and worth <= w.worth[n - 1, NETWORK_VALUE]:
        return n
    for i in range(n):
        if w.found[i, KEY] == key:
            return n
    i = min(n, capacity - 1)
    while i > 0 and w.worth[i - 1, NETWORK_VALUE] < worth:
        ends[i] = ends[i - 1]
        w.found[i, ACTION], w.found[i, KEY] = w.found[i - 1, ACTION], w.found[i - 1, KEY]
        w.worth[i, NETWORK_VALUE] = w.worth[i - 1, NETWORK_VALUE]
        i -= 1
    ends[i] = t
    w.found[i, ACTION], w.found[i, KEY], w.worth[i, NETWORK_VALUE] = action, key, worth
    return min(n + 1, capacity)


def value_replies(w, seat, i):
    """Value the end of turn i by what follows it, to worth[i, REPLY_VALUE].

    Where a card is drawn next: the mean over the cards, plus what the dice would change if none were drawn.
    """
    t = w.states[END]
    w.states[END] = w.ends[i]
    if t.phase == Phase.OVER:
        w.worth[i, REPLY_VALUE] = winning_chance(t, seat, w)
    elif t.phase == Phase.DRAW:
        mean = value_after_cards(w, seat)
        finish_draw(t)
        w.worth[i, REPLY_VALUE] = mean + value_after_rolls(w, seat) - winning_chance(t, seat, w)
    else:
        w.worth[i, REPLY_VALUE] = value_after_rolls(w, seat)
    return 0


def value_after_cards(w, seat):
    """Return the chance of winning after states[END], where a card is drawn, by the network."""
    n, total, sum_ = chance_outcomes(w.states[END], w.actions, w.weights), 0.0, 0.0
    for i in range(n):
        w.states[DRAWN] = w.states[END]
        apply(w.states[DRAWN], CHANCE, w.actions[i])
        total += w.weights[i]
        sum_ += w.weights[i] * value_drawn_card(w, seat)
    return sum_ / total


def value_drawn_card(w, seat):
    """Return the chance of winning with the drawn card, with its best choice where it asks for one."""
    if w.states[DRAWN].phase != Phase.CARD:
        return winning_chance(w.states[DRAWN], seat, w)
    n, best = sound_actions(w.states[DRAWN], seat, w.choices), 0.0
    for i in range(n):
        w.states[CHOSEN] = w.states[DRAWN]
        apply(w.states[CHOSEN], seat, w.choices[i])
        best = max(best, winning_chance(w.states[CHOSEN], seat, w))
    return best


def value_after_rolls(w, seat):
    """Return the chance of winning after states[END], over all throws with the roller's best turns."""
    sum_, roller = 0.0, w.states[END].turn
    for i in range(len(FACES)):
        w.states[ROLLED] = w.states[END]
        apply(w.states[ROLLED], CHANCE, FACES[i])
        _, best = best_turn(w.states[ROLLED], roller, REPLY_POSITIONS, w, w.reply)
        sum_ += CHANCES[i] / 100 * (best if roller == seat else 1 - best)
    return sum_


compile_rules(globals())
