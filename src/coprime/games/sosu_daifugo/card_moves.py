"""Cards that move: from a hand, from the deck, and under it (SD-6, SD-17, SD-25, SD-32, SD-33)."""
# mypy: ignore-errors, implicit-reexport

from ...core.bits import add_to_bag, count_kind
from ...core.chance import shuffle
from ...core.kernel import compile_rules
from ...core.seats import UNKNOWN
from .card_signs import SIGN_KIND, is_card
from .clock import start_window
from .state import Phase

ORDERED, SHUFFLED, WHOLE_DECK = range(3)                    # `flow`


def draw_cards(s, seat, n):
    """Draw up to n cards from the top of the deck (SD-6, SD-17)."""
    for _ in range(min(n, s.left)):
        s.left -= 1
        kind = s.deck[s.left]
        s.deck[s.left] = UNKNOWN
        s.held[seat] = add_to_bag(s.held[seat], kind, 1)
        s.cards[seat] += 1
        if s.left < s.seen:                                 # its place was public
            s.known[seat] = add_to_bag(s.known[seat], kind, 1)
            s.seen = s.left


def put_under_deck(s, kinds, n):
    """Put n cards under the deck, the first one uppermost (SD-25, SD-33)."""
    if n == 0:
        return
    for place in range(s.left - 1, -1, -1):
        s.deck[place + n] = s.deck[place]
    for i in range(n):
        s.deck[n - 1 - i] = kinds[i]
    s.left += n
    s.seen += n


def flow_area(s, leader):
    """Let the area flow under the deck, and give the turn to who leads (SD-32, SD-33)."""
    s.count, s.owner, s.resting = 0, UNKNOWN, 0
    s.number[:] = 0
    s.turn, s.drawn, s.phase = leader, 0, Phase.TURN
    start_window(s)
    if s.flow == ORDERED:
        put_under_deck(s, s.area, s.laid)
        s.area[:] = UNKNOWN
        s.laid = 0
    elif s.laid:
        s.phase = Phase.FLOW


def shuffle_flow(s, seed):
    """Shuffle what flows, or the whole deck with it (`flow`)."""
    s.phase = Phase.TURN
    if s.flow == SHUFFLED:
        shuffle(s.area, 0, s.laid, seed)
    put_under_deck(s, s.area, s.laid)
    s.area[:] = UNKNOWN
    s.laid = 0
    if s.flow == WHOLE_DECK:
        shuffle(s.deck, 0, s.left, seed)
    s.seen = 0


def leave_hand(s, seat, signs, n):
    """Take the cards of a play from a hand; what is known of it shrinks with it."""
    for place in range(n):
        if is_card(signs[place]):
            kind = SIGN_KIND[signs[place]]
            s.held[seat] = add_to_bag(s.held[seat], kind, -1)
            if count_kind(s.known[seat], kind):
                s.known[seat] = add_to_bag(s.known[seat], kind, -1)
            s.cards[seat] -= 1


compile_rules(globals(), makers="")
