"""Positions of Factor Rummy written down, for tests."""

import numpy as np

import coprime
from coprime.core.kernel import import_pure
from coprime.core.seats import CHANCE
from coprime.decks.primepak import notation as deck

GAME = coprime.game("factor_rummy")
RULES, WORDS = GAME.pure_rules, GAME.words
rules, going = RULES.module, import_pure("coprime.games.factor_rummy.going_out")
Refusal, Phase, Violation, Going = rules.Refusal, rules.Phase, rules.Violation, rules.Going
NAMES = ["Ann", "Bob", "Cy", "Dee"]


def kinds(text):
    """`42 6 W` as kinds."""
    return [deck.parse_kind(name) for name in text.split()]


def counts(text):
    """`42 6 W` as counts of kinds."""
    return np.bincount(kinds(text), minlength=rules.KINDS).astype(np.int64)


def table(*hands, deck="2 2 2", pile="3", drawn=True, score=(), **options):
    """A position of seat 0's turn: table("42 6 7", "10", deck="2 2", pile="3 5", drawn=False).

    The deck is written in the order of drawing, the pile from the bottom.
    """
    s = GAME.new_state(len(hands), options, RULES)
    s.dealer, s.turn, s.phase = len(hands) - 1, 0, Phase.DRAWN if drawn else Phase.TURN
    for seat, hand in enumerate(hands):
        s.hand[seat] = counts(hand)
        s.cards[seat] = len(hand.split())
    s.left, s.height = len(deck.split()), len(pile.split())
    s.deck[:s.left], s.pile[:s.height] = kinds(deck)[::-1], kinds(pile)
    s.score[:len(score)] = score
    return s


def actor(s):
    return int(RULES.to_act(s)).bit_length() - 1


def do(s, *labels, seat=None, seed=7):
    """Carry out actions of a seat, or of whoever's turn it is; CHANCE reshuffles by itself."""
    for text in labels:
        who, action = actor(s) if seat is None else seat, WORDS.parse(text)
        reason = RULES.refusal(s, who, action)
        assert not reason, f"{text}: {WORDS.explain_refusal(reason, s, action)}"
        RULES.apply(s, who, action)
        while s.phase == Phase.RESHUFFLE:
            RULES.apply(s, CHANCE, seed)
    return s


def why(s, text, seat=None):
    """Why an action is refused, NONE when it is not."""
    return Refusal(RULES.refusal(s, actor(s) if seat is None else seat, WORDS.parse(text)))


def said(s, text):
    """The sentence of a refusal, and its rule."""
    action = WORDS.parse(text)
    return WORDS.explain_refusal(RULES.refusal(s, actor(s), action), s, action)


def moves(s, seat=None):
    out, seat = np.zeros(RULES.MAX_ACTIONS, np.int64), actor(s) if seat is None else seat
    return [WORDS.label(int(a)) for a in out[:RULES.sound_actions(s, seat, out)]]


def hand(s, seat):
    """A hand, rising, with the wilds last."""
    return " ".join(deck.kind_name(kind) for kind, n in enumerate(s.hand[seat]) for _ in range(n))


def pile_of(s):
    """The discard pile from the bottom."""
    return " ".join(deck.kind_name(int(kind)) for kind in s.pile[:s.height])


def deal(seats=2, seed=1, **options):
    s = GAME.new_state(seats, options, RULES)
    RULES.apply(s, CHANCE, seed)
    return s


def view_of(s, seat):
    view = s.copy()
    RULES.redact(view, seat)
    return view
