"""Secret Number.  Numbers like SN-7 are those of rules.md."""


import numpy as np

from ...core.bits import has_member, with_one
from ...core.chance import below, shuffle
from ...core.kernel import compile_rules
from ...core.seats import CHANCE, CLOCK, UNKNOWN
from . import tables
from .actions import answer_with, argument_of, cover, operation_of, place_of, show_number, verb_of
from .state import ANSWERS, NUMBERS, OPERATIONS, ROUNDS, SEATS, THE_OPERATION, Operation, Refusal, Stage, State, Verb

__all__ = ["MAX_ACTIONS", "NUMBERS", "OPERATIONS", "ROUNDS", "SEATS", "SWING", "THE_OPERATION", "Operation", "Refusal",
           "Stage", "State", "Verb", "answer_with", "argument_of", "cover", "operation_of", "place_of", "show_number",
           "verb_of"]

MAX_ACTIONS = 8
ACTIONS = 512                   # every action is smaller
SWING = 8.0                     # the most that one game can bring

RESULTS = np.array(tables.PLACES, np.int64)
BONUS = np.array(tables.BONUS, np.int64)
EARLY = np.array(tables.EARLY, np.int64)
FASTEST = tables.FASTEST
PLACE_OF = np.full(RESULTS.max() + 1, UNKNOWN, np.int64)
PLACE_OF[RESULTS] = np.arange(len(RESULTS))


# Who acts, and what there is to do.

def begin(s):
    s.stage = Stage.DEAL


def to_act(s):
    everyone = (1 << s.seats) - 1
    if s.stage == Stage.DEAL or s.stage == Stage.LATE:
        return 1 << CHANCE
    if s.stage == Stage.OVER:
        return 0
    seats = everyone & ~s.chosen
    if s.stage == Stage.RACE:
        seats = everyone & ~s.agreed
        for seat in range(s.seats):
            if may_answer(s, seat):
                seats = with_one(seats, seat)
    return with_one(seats, CLOCK) if s.left else seats


def last_placer(s):
    """Whose card lies on top of this round's pile; UNKNOWN when there is none."""
    return s.placer[s.laid - 1] if s.laid > s.since[s.rounds - 1] else UNKNOWN


def may_answer(s, seat):
    """SN-7, SN-15: not two in a row, and a card is placed once in a game."""
    return s.spent[seat] <= s.seats and last_placer(s) != seat


def sound_actions(s, seat, out):
    if not has_member(to_act(s), seat) or seat == CHANCE:
        return 0
    if seat == CLOCK:
        out[0] = s.left
        return 1
    return answers(s, seat, out) if s.stage == Stage.RACE else choices(s, seat, out)


def answers(s, seat, out):
    n = 0
    if may_answer(s, seat):
        for value in range(s.seats + 1):
            if not has_member(s.used[seat], value):
                out[n] = answer_with(value)
                n += 1
    if not has_member(s.agreed, seat):
        out[n] = Verb.AGREE
        n += 1
    return n


def choices(s, seat, out):
    """What a seat may choose in the opening of this round."""
    n = 0
    if s.rounds == 1:
        for op in range(OPERATIONS):
            value = result(s.low[seat], s.high[seat], op)
            if value != UNKNOWN:
                out[n] = cover(PLACE_OF[value], op)
                n += 1
        return n
    if not s.number[seat]:
        for number in range(1, s.seats + 1):
            if number == s.low[seat] or number == s.high[seat]:
                out[n] = show_number(number)
                n += 1
    if not has_member(s.first_op, seat):
        out[n] = Verb.OPERATION
        n += 1
    return n


def result(low, high, op):
    """SN-3: what two numbers make; UNKNOWN when they cannot be divided."""
    if op == Operation.ADD:
        return low + high
    if op == Operation.SUBTRACT:
        return high - low
    if op == Operation.MULTIPLY:
        return low * high
    if low == 0:
        return 0
    return high // low if high % low == 0 else UNKNOWN


def operation_is_open(s, seat):
    """SN-5, SN-6: shown in round 2, or with everyone's in round 3."""
    return has_member(s.first_op, seat) or (s.rounds == ROUNDS and s.stage != Stage.OPENING and s.stage != Stage.LATE)


# Why not.

def refusal(s, seat, action):
    if seat == CHANCE or seat == CLOCK:
        return no_luck(s, seat, action)
    if seat < 0 or seat >= s.seats or s.stage == Stage.DEAL or s.stage == Stage.OVER:
        return Refusal.NOT_PLAYING
    if action < 0 or action >= ACTIONS:
        return Refusal.NO_SUCH_ACTION
    verb = verb_of(action)
    if verb == Verb.ANSWER:
        return no_answer(s, seat, argument_of(action))
    if verb == Verb.COVER:
        return no_cover(s, seat, place_of(action), operation_of(action))
    if verb == Verb.NUMBER:
        return no_number(s, seat, argument_of(action))
    if action == Verb.OPERATION:
        return no_operation(s, seat)
    if action == Verb.AGREE:
        return no_agreement(s, seat)
    return Refusal.NO_SUCH_ACTION


def no_luck(s, seat, action):
    if not has_member(to_act(s), seat):
        return Refusal.NOT_PLAYING
    if seat == CLOCK:
        return Refusal.NONE if 0 <= action <= s.left else Refusal.NO_SUCH_TIME
    return Refusal.NONE if action >= 0 else Refusal.NO_SUCH_ACTION


def no_choice(s, seat):
    """What stands against choosing anything now."""
    if s.stage == Stage.RACE:
        return Refusal.ROUND_RUNNING
    if has_member(s.chosen, seat):
        return Refusal.CHOSEN
    return Refusal.TIME_IS_UP if s.stage == Stage.LATE else Refusal.NONE


def no_cover(s, seat, place, op):
    if no_choice(s, seat) != Refusal.NONE:
        return no_choice(s, seat)
    if s.rounds > 1:
        return Refusal.SHOW_NOW
    value = result(s.low[seat], s.high[seat], op)
    if value == UNKNOWN:
        return Refusal.NOT_EXACT
    return Refusal.NONE if PLACE_OF[value] == place else Refusal.OTHER_RESULT


def no_number(s, seat, number):
    if no_choice(s, seat) != Refusal.NONE:
        return no_choice(s, seat)
    if s.rounds == 1:
        return Refusal.COVER_NOW
    if s.number[seat]:
        return Refusal.SHOWN_ALREADY
    if number == 0:
        return Refusal.ZERO_STAYS_HIDDEN
    mine = number == s.low[seat] or number == s.high[seat]
    return Refusal.NONE if mine else Refusal.NOT_YOUR_NUMBER


def no_operation(s, seat):
    if no_choice(s, seat) != Refusal.NONE:
        return no_choice(s, seat)
    if s.rounds == 1:
        return Refusal.COVER_NOW
    return Refusal.SHOWN_ALREADY if has_member(s.first_op, seat) else Refusal.NONE


def no_answer(s, seat, value):
    if s.stage != Stage.RACE:
        return Refusal.CHOOSE_FIRST
    if value > s.seats:
        return Refusal.NO_SUCH_NUMBER if value < NUMBERS else Refusal.NO_SUCH_ACTION
    if has_member(s.used[seat], value):
        return Refusal.ANSWER_USED
    return Refusal.TWICE_IN_A_ROW if last_placer(s) == seat else Refusal.NONE


def no_agreement(s, seat):
    if s.stage != Stage.RACE:
        return Refusal.CHOOSE_FIRST
    return Refusal.AGREED if has_member(s.agreed, seat) else Refusal.NONE


# What happens.

def apply(s, seat, action):
    verb = verb_of(action)
    if seat == CLOCK:
        pass_time(s, action)
    elif seat == CHANCE and s.stage == Stage.DEAL:
        deal(s, action)
    elif seat == CHANCE:
        choose_for_the_late(s, action)
    elif verb == Verb.ANSWER:
        place(s, seat, argument_of(action))
    elif verb == Verb.AGREE:
        s.agreed = with_one(s.agreed, seat)
        if s.agreed == (1 << s.seats) - 1:                      # SN-8
            end_round(s)
    else:
        choose(s, seat, action)


def deal(s, seed):
    """SN-2: two cards each, again from the start while anyone has two 0s."""
    clear(s)
    n = 2 * s.seats + 2
    cards = np.empty(2 * NUMBERS, np.int64)
    for card in range(n):
        cards[card] = card // 2
    x, dealt = seed, False
    while not dealt:
        x = shuffle(cards, 0, n, x)
        dealt = True
        for seat in range(s.seats):
            one, other = cards[2 * seat], cards[2 * seat + 1]
            s.low[seat], s.high[seat] = min(one, other), max(one, other)
            if s.high[seat] == 0:
                dealt = False
    s.open_card, s.secret = cards[n - 2], cards[n - 1]
    open_round(s)


def clear(s):
    """Take the last game off the table."""
    s.rounds, s.first_op, s.laid = 0, 0, 0
    for seat in range(SEATS):
        s.low[seat], s.high[seat], s.number[seat], s.used[seat], s.spent[seat] = 0, 0, 0, 0, 0
        s.op[seat], s.place[seat] = UNKNOWN, UNKNOWN
    for i in range(ANSWERS):
        s.placer[i], s.answer[i] = 0, 0
    for i in range(ROUNDS):
        s.since[i] = 0


def open_round(s):
    s.rounds += 1
    s.stage, s.left = Stage.OPENING, 1000 * s.opening_seconds


def pass_time(s, milliseconds):
    s.left -= milliseconds
    if s.left == 0 and s.stage == Stage.RACE:                   # SN-8
        end_round(s)
    elif s.left == 0:                                           # SN-14
        s.stage = Stage.LATE


def choose_for_the_late(s, seed):
    """SN-14: each of the choices that they had is equally likely."""
    out, x, late = np.zeros(MAX_ACTIONS, np.int64), seed, ~s.chosen
    for seat in range(s.seats):
        if has_member(late, seat):
            at, x = below(x, choices(s, seat, out))
            choose(s, seat, out[at])


def choose(s, seat, action):
    """SN-13: hidden until the last one has chosen."""
    s.chosen = with_one(s.chosen, seat)
    if verb_of(action) == Verb.COVER:
        s.op[seat] = operation_of(action)
    elif verb_of(action) == Verb.NUMBER:
        s.clue[seat] = argument_of(action)
    else:
        s.clue[seat] = THE_OPERATION
    if s.chosen == (1 << s.seats) - 1:
        reveal(s)


def reveal(s):
    """SN-3, SN-5, SN-6: all together; then the round is open."""
    for seat in range(s.seats):
        if s.rounds == 1:
            s.place[seat] = PLACE_OF[result(s.low[seat], s.high[seat], s.op[seat])]
        elif s.clue[seat] != THE_OPERATION:
            s.number[seat] = s.clue[seat]
        elif s.rounds == 2:
            s.first_op = with_one(s.first_op, seat)
        s.clue[seat] = 0
    s.chosen, s.since[s.rounds - 1] = 0, s.laid
    s.stage, s.left = Stage.RACE, 1000 * s.round_seconds


def place(s, seat, value):
    """SN-7, SN-15: on top of the pile, for good; it takes back everyone's agreement."""
    s.placer[s.laid], s.answer[s.laid] = seat, value
    s.laid += 1
    s.used[seat] = with_one(s.used[seat], value)
    s.spent[seat] += 1
    s.agreed = 0


def end_round(s):
    s.agreed, s.left = 0, 0
    if s.rounds < ROUNDS:
        open_round(s)
        return
    for i in range(s.laid):
        s.points[s.game, s.placer[i]] += worth(s, i)
    s.game += 1
    s.stage = Stage.OVER if s.game == s.match_length else Stage.DEAL


# What an answer card brings (SN-10).

def is_right(s, i):
    return s.answer[i] == s.secret


def fastest(s):
    """The first right card of the game; UNKNOWN when there is none (SN-16)."""
    for i in range(s.laid):
        if is_right(s, i):
            return i
    return UNKNOWN


def round_of(s, i):
    """The round, 1 to 3, in which a card was placed."""
    at = s.rounds
    while i < s.since[at - 1]:
        at -= 1
    return at


def worth(s, i):
    if not is_right(s, i):
        return -1
    points = 1 + EARLY[round_of(s, i) - 1] + BONUS[s.place[s.placer[i]]]
    return points + FASTEST if i == fastest(s) else points


# The rest of the contract.

def returns(s, out):
    for seat in range(s.seats):
        out[seat] = 0
        for game in range(s.game):
            out[seat] += s.points[game, seat]


def deadline(s):
    return s.left


def is_between_hands(s):
    return s.stage == Stage.DEAL and s.game > 0


def simulated_ms(s, seat):
    """Choosing takes a simulated seat six seconds; a round, which is thought about, eight."""
    if s.stage == Stage.OPENING:
        return 6000
    return 8000 if s.stage == Stage.RACE else 0


def is_undoable(s, seat, action):
    """SN-13: a choice tells nobody anything while another is missing."""
    missing = (1 << s.seats) - 1 & ~s.chosen
    return s.stage == Stage.OPENING and seat < s.seats and missing & ~(1 << seat) != 0


compile_rules(globals(), makers="deal choose_for_the_late")
