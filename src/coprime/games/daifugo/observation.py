"""What a seat may see of Daifugo, and what it may suppose about the rest (DF-21)."""

import numpy as np

from ...core.bits import has_member, set_size
from ...core.chance import shuffle
from ...core.kernel import compile_rules
from ...core.seats import CHANCE, UNKNOWN
from .exchange import is_exchanging, is_rich, owes, partner, strongest_cards, weaker_than, weakest
from .plays import JOKER, NATURAL, bag_jokers, bag_size, swap, verb_of
from .rules import DECK, Fault, Phase, Verb, violation


def is_hiding(s):
    """Cards are held; between hands they are gathered."""
    return s.phase == Phase.EXCHANGE or s.phase == Phase.PLAY or s.phase == Phase.STALEMATE


def redact(s, seat):
    """Blank the other hands, and what was exchanged between others; a gift is seen when it arrives."""
    if not is_hiding(s):
        return
    for other in range(s.seats):
        if other == seat:
            continue
        s.hand[other] = UNKNOWN
        if owes(s, other):
            with_me = partner(s, other) == seat
            if not with_me or (s.phase == Phase.EXCHANGE and is_rich(s, other)):
                s.gave[other] = UNKNOWN
            if not with_me:
                s.sure[other] = UNKNOWN


def observe_action(s, actor, action, watcher):
    """A gift is seen by giver and taker, by the taker only when both have chosen; a wrong play is a pass (UE-16)."""
    if actor == CHANCE:
        return UNKNOWN
    if actor == watcher:
        return action
    if verb_of(action) == Verb.GIVE:
        return swap(owes(s, actor))
    return 0 if violation(s, actor, action) == Fault.NO_PLAY else action


def imagine(s, seat, seed):
    """Fill a view with a world that it allows.

    During the exchange every deal that gives the view is equally likely, with every choice that a seat has made
    unseen; afterwards every way of laying the unseen cards.  Kept: every count, the cards that the seat gave and that
    are still held, and that whoever gave it their strongest cards holds none stronger beside what came back.  Left out,
    because it narrows no hand: what others exchanged among themselves (any hands can come of some exchange); and of
    two jokers, one of them given away, which has been played since.
    """
    if not is_hiding(s):
        return
    cards = np.empty(DECK, np.int64)
    n = lay_out(unseen_cards(s, seat), cards)
    x = shuffle(cards, 0, n, seed)
    poor = partner(s, seat) if seat < s.seats and is_rich(s, seat) else UNKNOWN
    at = 0
    if poor != UNKNOWN:
        at = fill_below(s, poor, cards, n)
        x = shuffle(cards, at, n, x)
    for other in range(s.seats):
        if other != seat and other != poor:
            at = fill_hand(s, seat, other, cards, at)
    if is_exchanging(s):
        fill_exchange(s, seat, x)


def unseen_cards(s, seat):
    """The bag of all cards that `seat` cannot place."""
    bag = NATURAL + s.jokers * JOKER - s.played
    for other in range(s.seats):
        bag -= s.hand[other] if other == seat else known(s, seat, other)
    return bag


def known(s, seat, other):
    """What `seat` knows another to hold: cards of their exchange."""
    return s.sure[other] if seat < s.seats and partner(s, seat) == other else 0


def settled(s, seat):
    """Does the seat know every hand, with one other left to play against?"""
    if s.phase != Phase.PLAY or not has_member(s.live, seat) or set_size(s.live) != 2:
        return False
    hiding = 0
    for other in range(s.seats):
        if other != seat:
            hiding += s.cards[other] > bag_size(known(s, seat, other))
    return hiding <= 1


def lay_out(bag, cards):
    """Write the cards of a bag one by one; return how many."""
    n = 0
    natural = bag & NATURAL
    while natural:
        cards[n] = natural & -natural
        natural &= natural - 1
        n += 1
    for _ in range(bag_jokers(bag)):
        cards[n] = JOKER
        n += 1
    return n


def fill_below(s, poor, cards, n):
    """The hand of whoever gave this seat their strongest: what came back, and cards below the weakest given.

    Takes the first that fit from the front of the shuffled cards; what is left is to be shuffled again.
    """
    limit = weakest(s.gave[poor])
    allowed = weaker_than(limit)
    wanted = s.cards[poor] - bag_size(s.sure[poor])
    s.hand[poor] = s.sure[poor]
    at = 0
    for i in range(n):
        if at < wanted and (cards[i] & allowed or limit == JOKER):
            cards[at], cards[i] = cards[i], cards[at]
            s.hand[poor] += cards[at]
            at += 1
    return at


def fill_hand(s, seat, other, cards, at):
    """A hidden hand; during an exchange of others as it was dealt, and the strongest cards taken then."""
    bag = known(s, seat, other)
    n = s.cards[other] - bag_size(bag)
    if between_others(s, seat, other):
        n += -owes(s, other) if is_rich(s, other) else owes(s, other)
    for i in range(at, at + n):
        bag += cards[i]
    s.hand[other] = bag
    return at + n


def between_others(s, seat, other):
    """Is another seat exchanging cards just now, and not with this one?"""
    return s.phase == Phase.EXCHANGE and owes(s, other) > 0 and partner(s, other) != seat


def fill_exchange(s, seat, x):
    """What the others have given so far."""
    for poor in range(s.seats):
        if poor != seat and not is_rich(s, poor) and owes(s, poor) and partner(s, poor) != seat:
            bag, rich = 0, partner(s, poor)
            if s.phase == Phase.EXCHANGE:
                bag = strongest_cards(s.hand[poor], owes(s, poor))
                s.hand[poor] -= bag
                s.hand[rich] += bag
            s.gave[poor], s.sure[rich] = bag, bag
            s.sure[poor] = 0
    for rich in range(s.seats):
        if rich != seat and is_rich(s, rich) and (s.phase == Phase.EXCHANGE or partner(s, rich) != seat):
            s.gave[rich] = 0
            if s.phase == Phase.EXCHANGE and has_member(s.chosen, rich):
                s.gave[rich], x = some_of(s.hand[rich], owes(s, rich), x)


def some_of(hand, n, x):
    """Any n cards of a hand, each choice as likely, and the generator's next state."""
    cards = np.empty(DECK, np.int64)
    x = shuffle(cards, 0, lay_out(hand, cards), x)
    bag = 0
    for i in range(n):
        bag += cards[i]
    return bag, x


compile_rules(globals())
