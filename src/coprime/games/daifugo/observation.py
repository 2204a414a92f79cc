"""Say what a seat may see of Daifugo (redact), and fill in the rest at random (imagine) (DF-21)."""
# mypy: ignore-errors, implicit-reexport

import numpy as np

from ...core.bits import has_member, set_size
from ...core.chance import shuffle
from ...core.kernel import compile_rules
from ...core.seats import CHANCE, UNKNOWN
from .actions import JOKER, NATURAL, bag_size, count_bag_jokers, encode_swap, verb_of
from .exchange import cards_owed, exchange_partner, is_exchanging, is_rich, strongest_cards, weaker_cards, weakest_card
from .rules import DECK_SIZE, Phase, Verb, Violation, violation


def are_hands_hidden(s):
    """Tell whether cards are held; between hands they are gathered."""
    return s.phase == Phase.EXCHANGE or s.phase == Phase.PLAY or s.phase == Phase.STALEMATE


def redact(s, seat):
    """Blank the other hands and exchanges between others; a gift is seen when it arrives."""
    if not are_hands_hidden(s):
        return
    for other in range(s.seats):
        if other == seat:
            continue
        s.hand[other] = UNKNOWN
        if cards_owed(s, other):
            with_me = exchange_partner(s, other) == seat
            if not with_me or (s.phase == Phase.EXCHANGE and is_rich(s, other)):
                s.gave[other] = UNKNOWN
            if not with_me:
                s.sure[other] = UNKNOWN


def observe_action(s, actor, action, watcher):
    """Return an action as a watcher sees it.

    A gift is seen by its giver, others see how many cards it has; a wrong play looks like a pass (UE-16).
    """
    if actor == CHANCE:
        return UNKNOWN
    if actor == watcher:
        return action
    if verb_of(action) == Verb.GIVE:
        return encode_swap(cards_owed(s, actor))
    return 0 if violation(s, actor, action) == Violation.NO_PLAY else action


def imagine(s, seat, seed):
    """Fill a view with a random world that it allows (determinization).

    During the exchange every deal that gives the view is equally likely, with every choice that a seat has made
    unseen; afterwards every way of laying the unseen cards.  Kept: every count, the cards that the seat gave and that
    are still held, and that whoever gave it their strongest cards holds none stronger beside what came back.  Left out,
    because it narrows no hand: what others exchanged among themselves (any hands can come of some exchange); and of
    two jokers, one of them given away, which has been played since.
    """
    if not are_hands_hidden(s):
        return
    cards = np.empty(DECK_SIZE, np.int64)
    n = unpack_bag(unseen_cards(s, seat), cards)
    x = shuffle(cards, 0, n, seed)
    poor = exchange_partner(s, seat) if seat < s.seats and is_rich(s, seat) else UNKNOWN
    at = 0
    if poor != UNKNOWN:
        at = fill_giver_hand(s, poor, cards, n)
        x = shuffle(cards, at, n, x)
    for other in range(s.seats):
        if other != seat and other != poor:
            at = fill_hand(s, seat, other, cards, at)
    if is_exchanging(s):
        fill_exchange(s, seat, x)


def unseen_cards(s, seat):
    """Return the bag of all cards whose holder `seat` does not know."""
    bag = NATURAL + s.jokers * JOKER - s.played
    for other in range(s.seats):
        bag -= s.hand[other] if other == seat else list_known_cards(s, seat, other)
    return bag


def list_known_cards(s, seat, other):
    """Return the cards that `seat` knows another seat to hold, from their exchange."""
    return s.sure[other] if seat < s.seats and exchange_partner(s, seat) == other else 0


def settled(s, seat):
    """Tell whether the seat knows every hand, with one other seat left to play against."""
    if s.phase != Phase.PLAY or not has_member(s.live, seat) or set_size(s.live) != 2:
        return False
    hiding = 0
    for other in range(s.seats):
        if other != seat:
            hiding += s.cards[other] > bag_size(list_known_cards(s, seat, other))
    return hiding <= 1


def unpack_bag(bag, cards):
    """Write the cards of a bag one by one; returns how many there are."""
    n = 0
    natural = bag & NATURAL
    while natural:
        cards[n] = natural & -natural
        natural &= natural - 1
        n += 1
    for _ in range(count_bag_jokers(bag)):
        cards[n] = JOKER
        n += 1
    return n


def fill_giver_hand(s, poor, cards, n):
    """Fill the hand of the seat that gave this one its strongest cards.

    It holds what came back, and cards below the weakest that it gave.  Takes the first that fit from the front of the
    shuffled cards and returns how many; what is left has to be shuffled again.
    """
    limit = weakest_card(s.gave[poor])
    allowed = weaker_cards(limit)
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
    """Fill a hidden hand with cards[at:]; returns the next index.

    During an exchange of others it is filled as it was dealt, before the strongest cards were taken.
    """
    bag = list_known_cards(s, seat, other)
    n = s.cards[other] - bag_size(bag)
    if is_exchanging_elsewhere(s, seat, other):
        n += -cards_owed(s, other) if is_rich(s, other) else cards_owed(s, other)
    for i in range(at, at + n):
        bag += cards[i]
    s.hand[other] = bag
    return at + n


def is_exchanging_elsewhere(s, seat, other):
    """Tell whether another seat is just now exchanging cards, and not with this one."""
    return s.phase == Phase.EXCHANGE and cards_owed(s, other) > 0 and exchange_partner(s, other) != seat


def fill_exchange(s, seat, x):
    """Fill in what the others have given so far."""
    for poor in range(s.seats):
        if poor != seat and not is_rich(s, poor) and cards_owed(s, poor) and exchange_partner(s, poor) != seat:
            bag, rich = 0, exchange_partner(s, poor)
            if s.phase == Phase.EXCHANGE:
                bag = strongest_cards(s.hand[poor], cards_owed(s, poor))
                s.hand[poor] -= bag
                s.hand[rich] += bag
            s.gave[poor], s.sure[rich] = bag, bag
            s.sure[poor] = 0
    for rich in range(s.seats):
        if rich != seat and is_rich(s, rich) and (s.phase == Phase.EXCHANGE or exchange_partner(s, rich) != seat):
            s.gave[rich] = 0
            if s.phase == Phase.EXCHANGE and has_member(s.chosen, rich):
                s.gave[rich], x = sample_cards(s.hand[rich], cards_owed(s, rich), x)


def sample_cards(hand, n, x):
    """Return n random cards of a hand as a bag, and the generator's next state."""
    cards = np.empty(DECK_SIZE, np.int64)
    x = shuffle(cards, 0, unpack_bag(hand, cards), x)
    bag = 0
    for i in range(n):
        bag += cards[i]
    return bag, x


compile_rules(globals())
