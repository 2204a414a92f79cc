"""Positions of Prime Canasta written down, for tests."""

import numpy as np

import coprime
from coprime.core.kernel import import_pure
from coprime.core.seats import CHANCE
from coprime.decks.primepak import notation as deck

GAME = coprime.game("prime_canasta")
RULES, WORDS = GAME.pure_rules, GAME.words
rules = RULES.module
laying, rounds, labels = (import_pure(f"coprime.games.prime_canasta.{name}") for name in ("laying", "rounds", "labels"))
Refusal, Phase, Violation, Column = rules.Refusal, rules.Phase, rules.Violation, rules.Column
NAMES = ["Ann", "Bob", "Cy", "Dee"]


def kinds(text):
    """`42 6 W` as kinds."""
    return [deck.parse_kind(name) for name in text.split()]


def row(text):
    """The number of a set."""
    return WORDS.parse(f"lay {text}") - rules.encode_lay(0)


def table(*hands, deck="", pile="", laid=(), score=(), drawn=True, turn=0, **options):
    """A position: table("42 6 7", "10", deck="2 2", pile="3 5 55", laid=["20=4x5"], drawn=False).

    The deck is written in the order of drawing, the pile from the bottom; `laid` has the sets of each side, with
    semicolons between.  A side with laid sets has made its initial laydown.  Seat 0 is on turn and has drawn.
    """
    s = GAME.new_state(len(hands), options, RULES)
    s.rounds, s.dealer, s.turn, s.phase = 1, len(hands) - 1, turn, Phase.LAY if drawn else Phase.DRAW
    for seat, hand in enumerate(hands):
        for kind in kinds(hand):
            s.hand[seat, kind] += 1
        s.cards[seat] = len(hand.split())
    order = kinds(deck)[::-1]
    s.left, s.deck[:len(order)] = len(order), order
    for kind in kinds(pile):
        rounds.put_on_pile(s, kind)
    for side, sets in enumerate(laid):
        for text in filter(None, sets.split("; ")):
            laying.place_set(s, side, row(text), -1)
            s.made[side] = 1
    s.score[:len(score)] = score
    return s


def actor(s):
    return int(RULES.to_act(s)).bit_length() - 1


def do(s, *labels, seed=7):
    """Carry out actions of whoever is to act; CHANCE reshuffles by itself."""
    for text in labels:
        action = WORDS.parse(text)
        reason = RULES.refusal(s, actor(s), action)
        assert not reason, f"{text}: {WORDS.explain_refusal(reason, s, action)}"
        RULES.apply(s, actor(s), action)
        while s.phase == Phase.RESHUFFLE:
            RULES.apply(s, CHANCE, seed)
    return s


def why(s, text):
    """Why an action is refused, NONE when it is not."""
    return Refusal(RULES.refusal(s, actor(s), WORDS.parse(text)))


def fault(s, text):
    return Violation(RULES.violation(s, actor(s), WORDS.parse(text)))


def said(s, text):
    """The sentence of a refusal."""
    action = WORDS.parse(text)
    return WORDS.explain_refusal(RULES.refusal(s, actor(s), action), s, action)[0]


def hand(s, seat):
    """A hand, rising, with the wilds last."""
    return " ".join(deck.kind_name(kind) for kind, n in enumerate(s.hand[seat]) for _ in range(n))


def pile_of(s):
    """The discard pile from the bottom."""
    return " ".join(deck.kind_name(int(kind)) for kind in s.pile[:s.piled])


def laid_by(s, side):
    return [labels.set_name(int(one)) for one in s.laid[side, :s.laid_n[side]]]


def moves(s):
    out = np.zeros(RULES.MAX_ACTIONS, np.int64)
    return [WORDS.label(int(a)) for a in out[:RULES.sound_actions(s, actor(s), out)]]


def deal(seats=2, seed=1, **options):
    s = GAME.new_state(seats, options, RULES)
    RULES.apply(s, CHANCE, seed)
    return s
