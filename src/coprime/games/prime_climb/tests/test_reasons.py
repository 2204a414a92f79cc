"""Reasons of the review are true: pawns are followed again through the rules that a table carries out."""

import coprime
from coprime.core.attr_view import to_record
from coprime.core.match import copy_state
from coprime.testing.reason_checks import check_reasons, walk_choices

GAME = coprime.game("prime_climb")
RULES = GAME.pure_rules
HOME = GAME.load_module("board_and_card_data").HOME


def pawns_after(view, seat, actions):
    world = copy_state(to_record(view))
    RULES.imagine(world, seat, 5)
    for action in actions:
        RULES.apply(world, seat, action)
    return world.pawn.tolist()


def is_home(view, seat, played, better, facts):
    n, other = (pawns_after(view, seat, one)[2 * seat:2 * seat + 2].count(HOME) for one in (better, played))
    return n > other and facts == {"n": n}


def is_back(view, seat, played, better, facts):
    """A pawn that went back stood on the board, and not every one of them would have gone back otherwise."""
    after, other = pawns_after(view, seat, better), pawns_after(view, seat, played)
    return all(pawn // 2 != seat and after[pawn] < view.pawn[pawn] for pawn in facts["pawns"]) and any(
        other[pawn] > after[pawn] for pawn in facts["pawns"])


CHECKS = {"home": is_home, "back": is_back}


def test_reasons_are_true_in_random_matches():
    met = check_reasons(GAME, CHECKS, (choice for seed in range(6) for choice in walk_choices(GAME, 3, {}, seed, 300)))
    assert set(met) == set(CHECKS), met
