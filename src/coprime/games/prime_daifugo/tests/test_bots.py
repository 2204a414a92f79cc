"""The plays that bots and hints look at are those that the rules do not refuse."""

import random
from itertools import product

import coprime
from coprime.core.match import copy_state
from coprime.testing import laws

GAME = coprime.game("prime_daifugo")
RULES, BOTS = GAME.pure_rules.module, GAME.bots
FACES = range(len(RULES.FACE_KIND))


def list_by_refusals(view, seat):
    """Every arrangement of one to three faces that is above the table and not refused, by rising faces."""
    found = []
    for n in (1, 2, 3):
        for faces in product(FACES, repeat=n):
            action = RULES.encode_play(*[*faces, -1, -1][:3])
            number = int(RULES.number_of(action))
            if number > view.number and not RULES.play_refusal(view, seat, action):
                found.append((number, faces))
    return found


def test_possible_plays_are_those_that_are_not_refused():
    looked = 0
    for seed in range(6):
        seats, options = laws.random_options(GAME, random.Random(seed))
        options["skip_last"] = ("draw", "barred")[seed % 2]
        walk = laws.RandomWalk(GAME, GAME.rules, seats, options, seed)
        for step in range(30):
            acting = [seat for seat in walk.acting_seats() if seat < seats]
            if step % 10 == 9 and acting:
                view = copy_state(walk.state)
                GAME.rules.redact(view, acting[0])
                plays = BOTS.list_possible_plays(view, acting[0])
                assert plays == list_by_refusals(view, acting[0])
                looked += len(plays) > 0
            if not walk.acting_seats():
                break
            walk.play_event()
    assert looked > 5
