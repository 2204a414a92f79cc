"""Positions and plays for the tests, written in the players' notation."""

from coprime.core.bits import add_to_bag, count_kind
from coprime.core.kernel import import_pure
from coprime.core.seats import CHANCE
from coprime.games.sosu_daifugo.card_signs import KINDS
from coprime.games.sosu_daifugo.record_notation import RANKS, parse_signs

RULES = import_pure("coprime.games.sosu_daifugo.rules")
DEAL = import_pure("coprime.games.sosu_daifugo.deal")
LIMBS = import_pure("coprime.core.big_numbers")
READING = import_pure("coprime.games.sosu_daifugo.play_reading")
Phase, Refusal, Violation, Verb = RULES.Phase, RULES.Refusal, RULES.Violation, RULES.Verb
DEFAULTS = {"hand": 11, "jokers": 2, "even_copies": 4, "games_to_win": 2, "stalemate_n": 20}


def number_of_ranks(ranks):
    """Return the number that cards make side by side (SD-8)."""
    return int("".join(map(str, ranks)))


def deal(seats=2, seed=1, **options):
    """Return the state of a match after its first deal."""
    s = RULES.State.new()
    s.seats = seats
    for name, value in {**DEFAULTS, **options}.items():
        setattr(s, name, value)
    RULES.begin(s)
    RULES.apply(s, CHANCE, seed)
    return s


def put(*hands, deck="", **options):
    """Return a state in which seat 0 is on turn, with these hands and this deck, the next card first."""
    s = deal(len(hands), **options)
    s.deck[:] = -1
    s.held[:] = s.cards[:] = s.known[:] = 0
    s.left = len(deck)
    for place, letter in enumerate(reversed(deck)):
        s.deck[place] = RANKS.index(letter)
    for seat, hand in enumerate(hands):
        for letter in hand:
            s.held[seat] = add_to_bag(s.held[seat], RANKS.index(letter), 1)
        s.cards[seat] = len(hand)
    s.turn = s.first = 0
    return s


def actions(text):
    """Return the actions of `D`, `%` or a play in notation; a long play begins with some that add to the line."""
    if text in ("D", "%"):
        return [Verb.DRAW if text == "D" else Verb.PASS]
    signs = parse_signs(text)
    starts = range(0, len(signs), 12)
    return [RULES.encode_signs(Verb.PLAY if first + 12 >= len(signs) else Verb.ADD, signs, first,
                               min(12, len(signs) - first)) for first in starts]


def do(s, *texts):
    """Let the seat on turn do these one after the other; all must be taken."""
    for text in texts:
        for action in actions(text):
            seat = int(s.turn)
            assert RULES.refusal(s, seat, action) == Refusal.NONE, (text, why(s, text))
            RULES.apply(s, seat, action)
    return s


def why(s, text):
    """Return why a play is refused; the line is as before."""
    s = s.copy()
    *before, last = actions(text)
    for action in before:
        RULES.apply(s, int(s.turn), action)
    return Refusal(RULES.refusal(s, int(s.turn), last))


def fault(s, text):
    """Return what is wrong with a play that the table takes."""
    s = s.copy()
    *before, last = actions(text)
    for action in before:
        RULES.apply(s, int(s.turn), action)
    assert RULES.refusal(s, int(s.turn), last) == Refusal.NONE, why(s, text)
    return Violation(RULES.violation(s, int(s.turn), last))


def hand(s, seat):
    """Return a hand as letters, the joker first."""
    return "".join(RANKS[kind] * int(count_kind(s.held[seat], kind)) for kind in range(KINDS))


def deck(s):
    """Return the deck as letters, the next card first."""
    return "".join(RANKS[s.deck[place]] for place in range(int(s.left) - 1, -1, -1))


def area(s):
    """Return the cards of the area as letters, in the order in which they flow."""
    return "".join(RANKS[s.area[place]] for place in range(int(s.laid)))


def number(s):
    """Return the number to beat."""
    return LIMBS.limbs_to_int(s.number)
