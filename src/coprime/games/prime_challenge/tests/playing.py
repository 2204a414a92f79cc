"""Positions written down, and what the tests do with them."""

import numpy as np

import coprime
from coprime.core.kernel import import_pure
from coprime.core.seats import CLOCK, UNKNOWN

GAME = coprime.game("prime_challenge")
RULES, WORDS = GAME.pure_rules, GAME.words
rules = RULES.module
state = import_pure("coprime.games.prime_challenge.state")
turns = import_pure("coprime.games.prime_challenge.round_flow")
lying = import_pure("coprime.games.prime_challenge.face_up_sets")
names = import_pure("coprime.decks.primepak.notation")
Phase, Refusal, Violation = state.Phase, state.Refusal, state.Violation
for _name in ("count_players", "next_playing_seat", "Claim", "encode_challenge"):
    setattr(rules, _name, getattr(state, _name))


def table(cards, pile="", seats=3, **options):
    """Seat 0's turn: `cards` in the foundation from the first place on, the pile with its top card last.

    Cards of `pile` that begin with + lie outside the foundation.
    """
    s = GAME.new_state(seats, options, RULES)
    turns.clear_round(s)
    s.turn, s.first = 0, 0
    piled = [card for card in pile.split() if not card.startswith("+")]
    for i, card in enumerate(piled):
        s.deck[i] = names.parse_kind(card)
    turns.start_turn(s)
    s.left = len(piled)
    s.phase, s.rounds, s.points[:], s.progress = Phase.TURN, 0, 0, 0
    s.clock = 1000 * s.first_seconds
    return put(s, cards, *[card[1:] for card in pile.split() if card.startswith("+")])


def put(s, cards, *outside):
    """Lay cards into the foundation, and some outside."""
    s.face_up[:], s.extent = UNKNOWN, 0
    for i, card in [*enumerate(cards.split()), *enumerate(outside, state.FOUNDATION_PLACES)]:
        s.face_up[i] = names.parse_kind(card)
        s.extent = max(s.extent, i + 1)
    lying.update_open_set(s)
    return s


def do(s, *lines):
    """Carry out `0: take 1 2 3`, a seat and a label; `clock: 500` too."""
    for line in lines:
        who, text = line.split(": ")
        seat, action = (CLOCK, int(text)) if who == "clock" else (int(who), WORDS.parse(text))
        reason = RULES.refusal(s, seat, action)
        assert not reason, f"{line}: {WORDS.explain_refusal(reason)}"
        RULES.apply(s, seat, action)
    return s


def why(s, line):
    """Why an action is refused, NONE when it is not."""
    seat, text = line.split(": ")
    return RULES.refusal(s, int(seat), WORDS.parse(text))


def fault(s, line):
    seat, text = line.split(": ")
    assert why(s, line) == Refusal.NONE
    return RULES.violation(s, int(seat), WORDS.parse(text))


def listed(s, seat):
    out = np.zeros(rules.MAX_ACTIONS, np.int64)
    return [WORDS.label(int(a)) for a in out[:RULES.sound_actions(s, seat, out)]]


def acting(s):
    who = int(RULES.to_act(s))
    return [seat for seat in range(32) if who >> seat & 1]


def view(s, seat):
    seen = s.copy()
    RULES.redact(seen, seat)
    return seen


def points(s):
    out = np.zeros(s.seats)
    RULES.returns(s, out)
    return out.astype(int).tolist()


def open_cards(s, n=None):
    """What lies at the places, "" for an empty one."""
    kinds = s.face_up[:n if n is not None else max(s.extent, 0)]
    return ["" if kind == UNKNOWN else names.kind_name(int(kind)) for kind in kinds]
