"""Action priors of Prime Daifugo Lv. 0 for the search and its playouts, by rules of thumb."""
# mypy: ignore-errors, implicit-reexport

from ...core.kernel import compile_rules
from .actions import card_count_of, verb_of
from .state import Verb

PLAY_PREFERENCES = (0.0, 2.0, 6.0, 16.0)        # a prime of so many cards
WINS = 1000.0                           # the last cards
DRAW_IDLE, DRAW = 3.0, 0.5              # without a play at hand, and with one
D_PREFERENCE = 4.0                             # D
SKIP = 0.5
PASS_IDLE, PASS = 1.0, 0.2


def prefer(s, seat, actions, n, weights):
    """Write how much `seat` prefers each of its n listed actions to `weights`; return their sum."""
    idle = True
    for i in range(n):
        if verb_of(actions[i]) == Verb.PLAY:
            idle = False
            break
    total = 0.0
    for i in range(n):
        weights[i] = action_preference(s, seat, actions[i], idle)
        total += weights[i]
    return total


def action_preference(s, seat, action, idle):
    """Return how much `seat` prefers an action; `idle` where no play is at hand."""
    verb = verb_of(action)
    if verb == Verb.PLAY:
        cards = card_count_of(action)
        return WINS if cards == s.cards[seat] else PLAY_PREFERENCES[cards]
    if verb == Verb.DRAW:
        return DRAW_IDLE if idle else DRAW
    if verb == Verb.D:
        return D_PREFERENCE
    if verb == Verb.PASS:
        return PASS_IDLE if idle else PASS
    return SKIP if verb == Verb.SKIP else 1.0


compile_rules(globals())
