"""Secret Number.  Numbers like SN-7 are those of rules.md."""
# mypy: ignore-errors, implicit-reexport


import numpy as np

from ...core.bits import add_member, has_member
from ...core.chance import random_below, shuffle
from ...core.kernel import compile_rules
from ...core.seats import CHANCE, CLOCK, UNKNOWN
from . import display_card_results
from .actions import argument_of, encode_answer, encode_cover, encode_show_number, operation_of, place_of, verb_of
from .state import ANSWERS, NUMBERS, OPERATION_CLUE, OPERATIONS, ROUNDS, SEATS, Operation, Refusal, Stage, State, Verb

__all__ = ["MAX_ACTIONS", "NUMBERS", "OPERATIONS", "ROUNDS", "SEATS", "SWING", "OPERATION_CLUE", "Operation", "Refusal",
           "Stage", "State", "Verb", "encode_answer", "argument_of", "encode_cover", "operation_of", "place_of",
           "encode_show_number",
           "verb_of"]

MAX_ACTIONS = 8
ACTIONS = 512                   # every action is smaller
SWING = 8.0                     # the most that one game can bring

PLACE_RESULTS = np.array(display_card_results.PLACES, np.int64)
BONUS_POINTS = np.array(display_card_results.BONUS_POINTS, np.int64)
EARLY_POINTS = np.array(display_card_results.EARLY_POINTS, np.int64)
FASTEST_POINTS = display_card_results.FASTEST_POINTS
PLACE_OF_RESULT = np.full(PLACE_RESULTS.max() + 1, UNKNOWN, np.int64)
PLACE_OF_RESULT[PLACE_RESULTS] = np.arange(len(PLACE_RESULTS))


# Who acts, and what there is to do.

def begin(s):
    """Set up a match that waits for its first deal."""
    s.stage = Stage.DEAL


def to_act(s):
    """Return the set of seats that act: CHANCE, those that may choose, answer or agree, with CLOCK."""
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
                seats = add_member(seats, seat)
    return add_member(seats, CLOCK) if s.left else seats


def last_placer(s):
    """Return whose card lies on top of this round's pile; UNKNOWN if there is none."""
    return s.placer[s.laid - 1] if s.laid > s.since[s.rounds - 1] else UNKNOWN


def may_answer(s, seat):
    """Tell whether a seat may place an answer: not two in a row, each card once a game (SN-7, SN-15)."""
    return s.spent[seat] <= s.seats and last_placer(s) != seat


def sound_actions(s, seat, out):
    """List the sound actions of a seat to `out`; returns how many there are.

    CLOCK gets the time until its deadline as its only action.
    """
    if not has_member(to_act(s), seat) or seat == CHANCE:
        return 0
    if seat == CLOCK:
        out[0] = s.left
        return 1
    return list_answers(s, seat, out) if s.stage == Stage.RACE else list_choices(s, seat, out)


def list_answers(s, seat, out):
    """List the answers that a seat may place, and its agreement to end the round."""
    n = 0
    if may_answer(s, seat):
        for value in range(s.seats + 1):
            if not has_member(s.used[seat], value):
                out[n] = encode_answer(value)
                n += 1
    if not has_member(s.agreed, seat):
        out[n] = Verb.AGREE
        n += 1
    return n


def list_choices(s, seat, out):
    """List what a seat may choose in the opening of this round; returns how many there are."""
    n = 0
    if s.rounds == 1:
        for op in range(OPERATIONS):
            value = compute_result(s.low[seat], s.high[seat], op)
            if value != UNKNOWN:
                out[n] = encode_cover(PLACE_OF_RESULT[value], op)
                n += 1
        return n
    if not s.number[seat]:
        for number in range(1, s.seats + 1):
            if number == s.low[seat] or number == s.high[seat]:
                out[n] = encode_show_number(number)
                n += 1
    if not has_member(s.first_op, seat):
        out[n] = Verb.OPERATION
        n += 1
    return n


def compute_result(low, high, op):
    """Return what two numbers make (SN-3); UNKNOWN if they cannot be divided."""
    if op == Operation.ADD:
        return low + high
    if op == Operation.SUBTRACT:
        return high - low
    if op == Operation.MULTIPLY:
        return low * high
    if low == 0:
        return 0
    return high // low if high % low == 0 else UNKNOWN


def is_operation_open(s, seat):
    """Tell whether a seat's operation is shown: in round 2, or with everyone's in round 3 (SN-5, SN-6)."""
    return has_member(s.first_op, seat) or (s.rounds == ROUNDS and s.stage != Stage.OPENING and s.stage != Stage.LATE)


# Why not.

def refusal(s, seat, action):
    """Return why an action is refused; NONE if the table takes it."""
    if seat == CHANCE or seat == CLOCK:
        return chance_refusal(s, seat, action)
    if seat < 0 or seat >= s.seats or s.stage == Stage.DEAL or s.stage == Stage.OVER:
        return Refusal.NOT_PLAYING
    if action < 0 or action >= ACTIONS:
        return Refusal.NO_SUCH_ACTION
    verb = verb_of(action)
    if verb == Verb.ANSWER:
        return answer_refusal(s, seat, argument_of(action))
    if verb == Verb.COVER:
        return cover_refusal(s, seat, place_of(action), operation_of(action))
    if verb == Verb.NUMBER:
        return number_refusal(s, seat, argument_of(action))
    if action == Verb.OPERATION:
        return operation_refusal(s, seat)
    if action == Verb.AGREE:
        return agreement_refusal(s, seat)
    return Refusal.NO_SUCH_ACTION


def chance_refusal(s, seat, action):
    """Return why an action of CHANCE or CLOCK is refused."""
    if not has_member(to_act(s), seat):
        return Refusal.NOT_PLAYING
    if seat == CLOCK:
        return Refusal.NONE if 0 <= action <= s.left else Refusal.NO_SUCH_TIME
    return Refusal.NONE if action >= 0 else Refusal.NO_SUCH_ACTION


def choice_refusal(s, seat):
    """Return why nothing can be chosen now; NONE if a choice is due."""
    if s.stage == Stage.RACE:
        return Refusal.ROUND_RUNNING
    if has_member(s.chosen, seat):
        return Refusal.CHOSEN
    return Refusal.TIME_IS_UP if s.stage == Stage.LATE else Refusal.NONE


def cover_refusal(s, seat, place, op):
    """Return why covering a place is refused (SN-3)."""
    if choice_refusal(s, seat) != Refusal.NONE:
        return choice_refusal(s, seat)
    if s.rounds > 1:
        return Refusal.SHOW_NOW
    value = compute_result(s.low[seat], s.high[seat], op)
    if value == UNKNOWN:
        return Refusal.NOT_EXACT
    return Refusal.NONE if PLACE_OF_RESULT[value] == place else Refusal.OTHER_RESULT


def number_refusal(s, seat, number):
    """Return why showing a number is refused (SN-5)."""
    if choice_refusal(s, seat) != Refusal.NONE:
        return choice_refusal(s, seat)
    if s.rounds == 1:
        return Refusal.COVER_NOW
    if s.number[seat]:
        return Refusal.SHOWN_ALREADY
    if number == 0:
        return Refusal.ZERO_STAYS_HIDDEN
    mine = number == s.low[seat] or number == s.high[seat]
    return Refusal.NONE if mine else Refusal.NOT_YOUR_NUMBER


def operation_refusal(s, seat):
    """Return why showing the operation is refused (SN-6)."""
    if choice_refusal(s, seat) != Refusal.NONE:
        return choice_refusal(s, seat)
    if s.rounds == 1:
        return Refusal.COVER_NOW
    return Refusal.SHOWN_ALREADY if has_member(s.first_op, seat) else Refusal.NONE


def answer_refusal(s, seat, value):
    """Return why placing an answer is refused (SN-1, SN-7, SN-15)."""
    if s.stage != Stage.RACE:
        return Refusal.CHOOSE_FIRST
    if value > s.seats:
        return Refusal.NO_SUCH_NUMBER if value < NUMBERS else Refusal.NO_SUCH_ACTION
    if has_member(s.used[seat], value):
        return Refusal.ANSWER_USED
    return Refusal.TWICE_IN_A_ROW if last_placer(s) == seat else Refusal.NONE


def agreement_refusal(s, seat):
    """Return why agreeing to end the round is refused (SN-15)."""
    if s.stage != Stage.RACE:
        return Refusal.CHOOSE_FIRST
    return Refusal.AGREED if has_member(s.agreed, seat) else Refusal.NONE


# What happens.

def apply(s, seat, action):
    """Carry out an action that is not refused, with all that follows from it."""
    verb = verb_of(action)
    if seat == CLOCK:
        pass_time(s, action)
    elif seat == CHANCE and s.stage == Stage.DEAL:
        deal_game(s, action)
    elif seat == CHANCE:
        choose_randomly_for_late(s, action)
    elif verb == Verb.ANSWER:
        place_answer(s, seat, argument_of(action))
    elif verb == Verb.AGREE:
        s.agreed = add_member(s.agreed, seat)
        if s.agreed == (1 << s.seats) - 1:                      # SN-8
            end_round(s)
    else:
        apply_choice(s, seat, action)


def deal_game(s, seed):
    """Deal two cards to each seat, again from the start while anyone has two 0s (SN-2)."""
    clear_table(s)
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


def clear_table(s):
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
    """Begin the opening of the next round."""
    s.rounds += 1
    s.stage, s.left = Stage.OPENING, 1000 * s.opening_seconds


def pass_time(s, milliseconds):
    """Let time pass; at 0 the round ends (SN-8), or an opening is late (SN-14)."""
    s.left -= milliseconds
    if s.left == 0 and s.stage == Stage.RACE:                   # SN-8
        end_round(s)
    elif s.left == 0:                                           # SN-14
        s.stage = Stage.LATE


def choose_randomly_for_late(s, seed):
    """Choose for all that have not chosen in time, each possible choice equally likely (SN-14)."""
    out, x, late = np.zeros(MAX_ACTIONS, np.int64), seed, ~s.chosen
    for seat in range(s.seats):
        if has_member(late, seat):
            at, x = random_below(x, list_choices(s, seat, out))
            apply_choice(s, seat, out[at])


def apply_choice(s, seat, action):
    """Record a choice, hidden until the last seat has chosen (SN-13)."""
    s.chosen = add_member(s.chosen, seat)
    if verb_of(action) == Verb.COVER:
        s.op[seat] = operation_of(action)
    elif verb_of(action) == Verb.NUMBER:
        s.clue[seat] = argument_of(action)
    else:
        s.clue[seat] = OPERATION_CLUE
    if s.chosen == (1 << s.seats) - 1:
        reveal_choices(s)


def reveal_choices(s):
    """Show all choices together and open the round (SN-3, SN-5, SN-6)."""
    for seat in range(s.seats):
        if s.rounds == 1:
            s.place[seat] = PLACE_OF_RESULT[compute_result(s.low[seat], s.high[seat], s.op[seat])]
        elif s.clue[seat] != OPERATION_CLUE:
            s.number[seat] = s.clue[seat]
        elif s.rounds == 2:
            s.first_op = add_member(s.first_op, seat)
        s.clue[seat] = 0
    s.chosen, s.since[s.rounds - 1] = 0, s.laid
    s.stage, s.left = Stage.RACE, 1000 * s.round_seconds


def place_answer(s, seat, value):
    """Place an answer on the pile for good; it takes back everyone's agreement (SN-7, SN-15)."""
    s.placer[s.laid], s.answer[s.laid] = seat, value
    s.laid += 1
    s.used[seat] = add_member(s.used[seat], value)
    s.spent[seat] += 1
    s.agreed = 0


def end_round(s):
    """End a round; after the last one score the game (SN-10)."""
    s.agreed, s.left = 0, 0
    if s.rounds < ROUNDS:
        open_round(s)
        return
    for i in range(s.laid):
        s.points[s.game, s.placer[i]] += answer_points(s, i)
    s.game += 1
    s.stage = Stage.OVER if s.game == s.match_length else Stage.DEAL


# What an answer card brings (SN-10).

def is_right(s, i):
    """Tell whether an answer card is the secret number."""
    return s.answer[i] == s.secret


def find_fastest_answer(s):
    """Return the index of the first right card of the game; UNKNOWN if there is none (SN-16)."""
    for i in range(s.laid):
        if is_right(s, i):
            return i
    return UNKNOWN


def round_of(s, i):
    """Return the round, 1 to 3, in which an answer card was placed."""
    at = s.rounds
    while i < s.since[at - 1]:
        at -= 1
    return at


def answer_points(s, i):
    """Return the points that an answer card brings (SN-10)."""
    if not is_right(s, i):
        return -1
    points = 1 + EARLY_POINTS[round_of(s, i) - 1] + BONUS_POINTS[s.place[s.placer[i]]]
    return points + FASTEST_POINTS if i == find_fastest_answer(s) else points


# The rest of the contract.

def returns(s, out):
    """Write each seat's points of the finished games."""
    for seat in range(s.seats):
        out[seat] = 0
        for game in range(s.game):
            out[seat] += s.points[game, seat]


def deadline(s):
    """Return the milliseconds that are left of the opening or the round."""
    return s.left


def is_between_hands(s):
    """Tell whether the match is between two games."""
    return s.stage == Stage.DEAL and s.game > 0


def simulated_ms(s, seat):
    """Return the milliseconds that a simulated seat takes: six seconds to choose, eight in a round."""
    if s.stage == Stage.OPENING:
        return 6000
    return 8000 if s.stage == Stage.RACE else 0


def is_undoable(s, seat, action):
    """Tell whether a choice may be taken back: it tells nothing while another is missing (SN-13)."""
    missing = (1 << s.seats) - 1 & ~s.chosen
    return s.stage == Stage.OPENING and seat < s.seats and missing & ~(1 << seat) != 0


compile_rules(globals(), makers="deal_game choose_randomly_for_late")
