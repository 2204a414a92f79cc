"""Reasons of the review are true: each is worked out again from the names of the cards."""

from collections import Counter

import coprime
from coprime.testing.reason_checks import check_reasons, walk_choices

GAME = coprime.game("daifugo")
LABELS = GAME.load_module("labels")
RANKS = LABELS.RANKS


def names_of(bag):
    return [str(name) for name in LABELS.bag_card_labels(int(bag))]


def cards_of(action):
    """The cards that an action plays: a joker is called one, whatever it stands for."""
    return [name.split("=")[0] for name in GAME.words.label(action).split()[1:]]


def rank_of(name):
    """The rank of a card, or "" for a joker."""
    return "" if name == LABELS.JOKER_NAME else name[:-1]


def ranks(names):
    return Counter(rank_of(name) for name in names if rank_of(name) in RANKS)


def broken(view, seat, action):
    used, whole = ranks(cards_of(action)), ranks(names_of(view.hand[seat]))
    return [RANKS.index(rank) for rank in RANKS if 0 < used[rank] < whole[rank]]


def are_out(view, seat, played, better, facts):
    return len(cards_of(better[0])) == len(names_of(view.hand[seat]))


def are_whole(view, seat, played, better, facts):
    return facts["ranks"] == broken(view, seat, played[0]) != [] == broken(view, seat, better[0])


def are_unbeaten(view, seat, played, better, facts):
    """No card that is not played and not one's own beats the play, by the order of the ranks as it stands."""
    mine, gone = names_of(view.hand[seat]), names_of(view.played)
    whole = [name for bit in range(52) for name in names_of(1 << bit)]
    out = [name for name in whole if name not in mine and name not in gone]
    jokers = view.jokers - sum(name not in whole for name in (*mine, *gone))
    rank = {RANKS.index(rank_of(name)) for name in cards_of(better[0])}.pop()
    higher = [name for name in out if (RANKS.index(rank_of(name)) < rank if view.reversed else
                                       RANKS.index(rank_of(name)) > rank)]
    return not higher and not jokers


def are_fewer(view, seat, played, better, facts):
    held = len(names_of(view.hand[seat]))
    left, other = (held - len(cards_of(one[0])) for one in (better, played))
    return left < other and facts == {"n": left, "other": other}


CHECKS = {"out": are_out, "group": are_whole, "unbeaten": are_unbeaten, "fewer": are_fewer}


def test_reasons_are_true_in_random_matches():
    met = check_reasons(GAME, CHECKS, (choice for seed in range(6) for choice in walk_choices(GAME, 4, {}, seed, 150)))
    assert set(met) == set(CHECKS), met
