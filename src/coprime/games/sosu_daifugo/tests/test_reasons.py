"""Reasons of the review are true: cards are counted again in the game's notation, and in the hand afterwards."""

import coprime
from coprime.core.attr_view import to_record
from coprime.core.match import copy_state
from coprime.testing.reason_checks import check_reasons, walk_choices

GAME = coprime.game("sosu_daifugo")
RULES = GAME.pure_rules


def left_after(view, seat, action):
    """How many cards the hand holds once the play has been carried out."""
    world = copy_state(to_record(view))
    RULES.imagine(world, seat, 5)
    RULES.apply(world, seat, action)
    return int(world.cards[seat])


def are_out(view, seat, played, better, facts):
    return sum(map(str.isalnum, GAME.words.label(better[0])[5:].split("|")[0])) == view.cards[seat]


def is_kept(view, seat, played, better, facts):
    words = [GAME.words.label(one[0])[5:].split("|")[0] for one in (played, better)]
    return words[0].count("X") == facts["jokers"] > 0 == words[1].count("X")


def are_fewer(view, seat, played, better, facts):
    left, other = (left_after(view, seat, one[0]) for one in (better, played))
    return left < other and facts == {"n": left, "other": other}


CHECKS = {"out": are_out, "joker": is_kept, "fewer": are_fewer}


def test_reasons_are_true_in_random_matches():
    met = check_reasons(GAME, CHECKS, (choice for seed in range(5) for choice in walk_choices(
        GAME, 2, {}, seed, 60)))
    assert met["joker"] and met["fewer"], met
