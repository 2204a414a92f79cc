"""Reasons of the review are true: sets are counted again on the labels, in a world that the view allows."""

import numpy as np

import coprime
from coprime.core.attr_view import to_record
from coprime.core.match import copy_state
from coprime.testing.reason_checks import check_reasons, walk_choices

GAME = coprime.game("prime_solitaire")
RULES = GAME.pure_rules


def places(action):
    """The places of the foundation that an action takes, by its label."""
    return [word for word in GAME.words.label(action).split()[1:] if "+" not in word]


def sets_after(view, action):
    world, out = copy_state(to_record(view)), np.zeros(RULES.MAX_ACTIONS, np.int64)
    RULES.imagine(world, 0, 5)
    RULES.apply(world, 0, action)
    labels = {GAME.words.label(int(one)) for one in out[:RULES.sound_actions(world, 0, out)]}
    return sum(label.startswith("take") for label in labels)


def are_cleared(view, seat, played, better, facts):
    return len(places(better[0])) == int(view.there).bit_count()


def are_opened(view, seat, played, better, facts):
    n, other = (sets_after(view, one[0]) for one in (better, played))
    return n > other and facts == {"n": n, "other": other}


def are_taken(view, seat, played, better, facts):
    n, other = (len(places(one[0])) for one in (better, played))
    return n > other and facts == {"n": n, "other": other}


CHECKS = {"clears": are_cleared, "opens": are_opened, "takes": are_taken}


def test_reasons_are_true_in_random_matches():
    met = check_reasons(GAME, CHECKS, (choice for seed in range(4) for choice in walk_choices(GAME, 1, {}, seed, 60)))
    assert met["opens"] and met["takes"], met
