"""Bots that play Prime Canasta by rules of thumb."""

import random
from typing import Any

import numpy as np

from ...core import bot_function_compilation
from ...decks.primepak.cards import KINDS, WILD
from . import rules
from .actions import encode_discard, encode_lay, encode_take, kind_of, operand_of, verb_of
from .discard_pile import top_of
from .going_out import can_go_out, could_after
from .hand_plans import best_sets, card_gain, first_laydown, kind_usefulness, makable_sets, spare_card
from .rules import Phase, Verb
from .sides import STRICT, canastas_needed, side_of
from .state import State
from .tables import BONUS, CANASTA, COUNT, FIRST_PAIR, NO_CARD, PAIRS, POINTS, SET_POINTS, SMALLEST_CANASTA

LEVELS = ("novice", "casual")
HEAVY = 150                 # points in hand with which one says no to a partner
CLOSE = 4                   # cards with which somebody may soon go out
WORTH_TAKING = 10.0         # what a card of the pile must do to be chosen beyond two
LOOKS = 3                   # sets, or cards, that a novice looks at before laying or discarding one
SLIP = 20                   # points by which a novice may miscount an initial laydown
PER_GROWTH = 30             # what a set that can still grow is worth beside its points
PER_CARD = 20               # and each card that it takes from the hand, when that is to become empty


def choose(view: State, seat: int, level: str, seed: int) -> tuple[int, int]:
    """Return an action for the seat whose view it is, and 0 milliseconds."""
    chance = random.Random(seed)
    if view.phase == Phase.ANSWER:
        return choose_answer(view, seat), 0
    if view.phase == Phase.CHOOSE:
        return choose_pile_cards(view, seat, level, chance), 0
    if view.phase == Phase.DRAW and not view.staged:
        return choose_draw_or_take(view, seat, level, chance), 0
    if view.staged:
        return choose_while_staged(view, seat, level, chance), 0
    return choose_turn_action(view, seat, level, chance), 0


def list_actions(view: State, seat: int) -> list[int]:
    """List the actions of a seat."""
    return bot_function_compilation.list_actions(rules.sound_actions, view, seat, rules.MAX_ACTIONS)


def is_end_near(view: State, seat: int) -> bool:
    """Tell whether somebody of another side may go out soon."""
    side = side_of(view, seat)
    return any(side_of(view, other) != side and view.cards[other] <= CLOSE
               and view.canastas[side_of(view, other)] >= canastas_needed(view, view.score[side_of(view, other)]) - 1
               for other in range(view.seats))


def hand_points(view: State, seat: int) -> Any:
    """Return the points of the cards in a hand."""
    return sum(int(POINTS[kind] * view.hand[seat, kind]) for kind in range(KINDS))


# The parts of a turn.

def choose_answer(view: State, seat: int) -> Any:
    """Return YES where the own hand costs little or others may go out soon, else NO."""
    good = hand_points(view, seat) <= HEAVY or is_end_near(view, seat)
    return int(Verb.YES if good else Verb.NO)


def choose_draw_or_take(view: State, seat: int, level: str, chance: random.Random) -> int:
    """Draw, or take the pile where that is worth it."""
    if view.made[side_of(view, seat)] == 0:
        if level == "casual" and top_of(view) != WILD and view.piled >= 3 and not view.back:
            plan = first_laydown(view, seat, int(top_of(view)))
            if plan:
                return encode_take(plan[0])
        return int(Verb.DRAW)
    takes = [action for action in list_actions(view, seat) if action != Verb.DRAW]
    if takes:
        return max(takes, key=lambda action: (value_added(action), -action))
    return int(Verb.DRAW)


def value_added(action: int) -> int:
    """Return the points and bonus that a set or a growth adds."""
    verb, what = verb_of(action), operand_of(action)
    if verb in (Verb.LAY, Verb.TAKE):
        return int(SET_POINTS[what] + BONUS[what])
    old, new = PAIRS[what]
    return int(SET_POINTS[new] + BONUS[new] - SET_POINTS[old] - BONUS[old])


def choose_pile_cards(view: State, seat: int, level: str, chance: random.Random) -> int:
    """Choose cards of the pile: at least two, and further ones that are useful."""
    held = view.hand[seat] + view.chosen
    options = {kind_of(action): action for action in list_actions(view, seat) if action != Verb.DONE}
    if not options:
        return int(Verb.DONE)
    gains = {kind: card_gain(view, held, kind) + (0 if level == "casual" else 80 * chance.random()) for kind in options}
    best = max(gains, key=lambda kind: (gains[kind], kind))
    if view.picked >= 2 and gains[best] < WORTH_TAKING:
        return int(Verb.DONE)
    return options[best]


def choose_while_staged(view: State, seat: int, level: str, chance: random.Random) -> int:
    """Go on with what has been staged: put it down, add a set, or take it back."""
    why = rules.find_refusal(view, seat, int(Verb.DOWN))
    if not why or (why == rules.Refusal.BELOW_MINIMUM and will_miscount(view, seat, level, chance)):
        return int(Verb.DOWN)
    for row in first_laydown(view, seat):
        if not rules.refusal(view, seat, encode_lay(row)):
            return encode_lay(row)
    actions = list_actions(view, seat)
    return int(Verb.BACK) if int(Verb.BACK) in actions else actions[0]      # who must go out has the way out listed


def will_miscount(view: State, seat: int, level: str, chance: random.Random) -> bool:
    """A novice before the strict referee takes what is almost enough for enough, now and then."""
    lacks = rules.laydown_minimum(view, view.score[side_of(view, seat)]) - view.stage_points
    return level == "novice" and view.referee == STRICT and lacks <= SLIP and chance.random() < 0.5


def choose_turn_action(view: State, seat: int, level: str, chance: random.Random) -> int:
    """Return the action of a turn after drawing: go out, ask, lay, extend or discard."""
    actions = list_actions(view, seat)
    if int(Verb.OUT) in actions:
        return int(Verb.OUT)
    if view.answer == rules.Answer.NOT_ASKED and int(Verb.ASK) in actions and can_go_out(view, seat):
        return int(Verb.ASK)
    laying = [action for action in actions if verb_of(action) in (Verb.LAY, Verb.EXTEND)]
    if laying and (chosen := choose_lay(view, seat, level, laying, chance)) is not None:
        return chosen
    if all(verb_of(action) != Verb.DISCARD for action in actions):          # the partner said yes
        return max(laying, key=lambda action: (value_added(action), -action))
    return choose_discard(view, seat, level,
                          [operand_of(action) for action in actions if verb_of(action) == Verb.DISCARD],
                          chance)


def choose_lay(view: State, seat: int, level: str, laying: list[int], chance: random.Random) -> int | None:
    """A set to lay now; None to keep the cards."""
    side = side_of(view, seat)
    if not view.made[side]:
        plan = first_laydown(view, seat)
        return next((encode_lay(row) for row in plan if encode_lay(row) in laying),
                    None) if level == "casual" or plan else None
    if view.answer != rules.Answer.NO and can_go_out(view, seat):
        for action in laying:
            row, old = (operand_of(action), NO_CARD) if verb_of(action) == Verb.LAY else PAIRS[operand_of(action), ::-1]
            if could_after(view, seat, int(row), int(old)):
                return action
    growths = [action for action in laying if verb_of(action) == Verb.EXTEND]
    if growths:
        return max(growths, key=lambda action: (value_added(action), -action))
    if level == "novice":
        sets = [action for action in laying if verb_of(action) == Verb.LAY]
        return max((chance.choice(sets) for _ in range(LOOKS)), key=value_added)
    return choose_set(view, seat, laying)


def choose_set(view: State, seat: int, laying: list[int]) -> int | None:
    """Return a set that a casual bot lays; None to keep the cards.

    Canastas only, since a large hand takes the pile; all sets, those with most cards first, once its side can go
    out or another is close to it.
    """
    side, counts = side_of(view, seat), view.hand[seat].copy()
    all_of_them = view.canastas[side] >= canastas_needed(view, view.score[side]) or is_end_near(view, seat)
    rows = [row for row in makable_sets(view, counts) if CANASTA[row] or all_of_them]

    def worth(row: int) -> float:
        grows = PER_GROWTH if FIRST_PAIR[row] < FIRST_PAIR[row + 1] and COUNT[row] < SMALLEST_CANASTA else 0
        return float(SET_POINTS[row] + BONUS[row] + grows + (PER_CARD * COUNT[row] if all_of_them else 0))
    return next((encode_lay(row) for row in best_sets(np.array(rows, np.int64), counts, worth, keep=2)
                 if encode_lay(row) in laying),
                None)


def choose_discard(view: State, seat: int, level: str, kinds: list[int], chance: random.Random) -> int:
    """Choose the discard."""
    if level == "novice":
        some, does = [kind for kind in kinds if kind != WILD] or kinds, kind_usefulness(view, view.hand[seat])
        return encode_discard(min((chance.choice(some) for _ in range(LOOKS)), key=lambda kind: (does[kind], kind)))
    spare = spare_card(view, seat)
    return encode_discard(spare if spare in kinds else kinds[0])
