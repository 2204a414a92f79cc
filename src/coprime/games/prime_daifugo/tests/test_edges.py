"""What a changed comparison or a forgotten line of the rules would alter, and no game shows by itself."""

import numpy as np
import pytest

from coprime.core.seats import CHANCE

from .test_rules import GAME, RULES, SKIPS, WORDS, Phase, Refusal, bag, cards, deal, do, rules, table, why


def test_what_an_action_of_this_game_is():
    """Over the whole space: four verbs, a discard of each kind, runs of one to three faces; nothing else."""
    faces, none = range(len(cards.FACES)), -1
    known = {int(verb) for verb in (rules.Verb.DRAW, rules.Verb.D, rules.Verb.PASS, rules.Verb.SKIP)}
    known |= {rules.encode_discard(kind) for kind in range(cards.KINDS)}
    known |= {rules.encode_play(a, b, c) for a in faces for b in (none, *faces) for c in (none, *faces)
              if b != none or c == none}
    assert len(known) == 4 + 20 + 21 + 21 ** 2 + 21 ** 3
    assert {action for action in range(rules.ACTIONS) if rules.is_well_formed(action)} == known
    assert not rules.is_well_formed(-1) and not rules.is_well_formed(rules.ACTIONS + int(rules.Verb.PASS))


def test_chance_is_refused_only_what_is_no_seed():
    s = GAME.new_state(2, {}, RULES)
    assert RULES.refusal(s, CHANCE, 0) == Refusal.NONE == RULES.refusal(s, CHANCE, 2 ** 62 - 1)
    assert RULES.refusal(s, CHANCE, -1) == Refusal.NO_SUCH_ACTION
    assert RULES.violation(s, CHANCE, WORDS.parse("play 9 1")) == 0, "a seed is no play"


def test_a_match_rests_between_games_and_not_before_the_first():
    s = GAME.new_state(2, {}, RULES)
    assert not RULES.is_between_hands(s) and RULES.to_act(s) == 1 << CHANCE
    RULES.apply(s, CHANCE, 3)
    assert not RULES.is_between_hands(s)
    s = do(table("5 3", "1"), "play 5 3")
    assert RULES.is_between_hands(s) and s.game == 1
    s = do(table("5 3", "1", games_to_win=1), "play 5 3")
    assert RULES.is_between_hands(s) and RULES.to_act(s) == 0


def test_before_the_first_deal_there_is_nothing_to_imagine():
    view = GAME.new_state(2, {}, RULES)
    RULES.redact(view, 0)
    before = view.tobytes()
    RULES.imagine(view, 0, 5)
    assert view.tobytes() == before


def test_returns_are_games_won_less_the_mean_of_the_others():
    s, out = deal(3), np.zeros(3)
    s.wins[:] = 2, 1, 0
    RULES.returns(s, out)
    assert out.tolist() == [1.5, 0, -1.5]
    s, out = deal(2), np.zeros(2)
    s.wins[:2] = 0, 2
    RULES.returns(s, out)
    assert out.tolist() == [-2, 2]


@pytest.mark.parametrize("seats, options", [(2, {}), (3, SKIPS)])
def test_a_deal_leaves_nothing_of_the_game_before(seats, options):
    """Dealt with the same seed, the second game is the first but for its number."""
    fresh = deal(seats, 5, **options)
    used = deal(seats, 9, **options)
    used.discards, used.discarded, used.area, used.count, used.number = bag("3 7"), 2, bag("9 1"), 2, 91
    used.dry, used.drawn, used.winner, used.top, used.owner = 4, 1, 1, 3, 1
    used.last[:2] = 9, 1
    for seat in range(seats):
        used.known[seat], used.gained[seat], used.skips[seat] = bag("3"), bag("7"), 0
    used.phase = Phase.DEAL
    RULES.apply(used, CHANCE, 5)
    assert used.game == 2
    used.game = 1
    assert used.tobytes() == fresh.tobytes()


def test_everything_drawn_is_owed_no_more():
    s = do(table("3 D", "1", deck="7 9 11"), "D")
    assert s.owed == 0 and s.then == 0 and s.drawn == 1
    assert s.gained[0] == bag("7 9"), "its owner knows what came from this deck"
    s = do(table("5", "1", deck="7", discards="9 11 13"), "draw")
    assert s.gained[0] == 0 and s.pool == bag("9 11 13"), "of a new deck nothing has come yet"


def test_a_round_ends_with_the_last_card_of_the_last_play_on_top():
    s = do(table("5 3 8", "8"), "play 5 3", "pass")
    assert s.top == WORDS.NAMES.index("3") and list(s.last) == [-1, -1, -1] and s.owner == -1
    s = do(table("3 9 7 8", "8"), "play 3 9 7", "pass")
    assert s.top == WORDS.NAMES.index("7") and s.number == 0 == s.area


def test_a_card_that_is_drawn_or_played_begins_the_count_to_a_stalemate_again():
    s = do(table("8", "8", "8", deck="1 1 1", stalemate_n=6), "pass", "pass", "draw", "pass")
    assert s.dry == 0
    s = do(table("8", "8", "5 3 8", stalemate_n=6), "pass", "pass", "play 5 3")
    assert s.dry == 0
    s = do(table("8", "SKIP 8", "8", stalemate_n=6, **SKIPS), "pass", "skip")
    assert s.dry == 0
    assert do(table("8 1", "8", stalemate_n=6), "play 8 1").dry == 1, "a play that fails is a turn without one"


def test_a_ten_draws_wherever_it_stands_in_the_last_play_and_a_nine_does_not():
    for last in ("10 1", "10"):
        assert do(table("8", "1", deck="2 4 6", last=last, owner=1), "pass").cards[0] == 3
    assert do(table("8", "1", deck="2 4 6", last="9 11", owner=1), "pass").cards[0] == 1
    s = table("8", "1", deck="2 4 6", last="13 10", owner=1)
    assert do(s, "pass").cards[0] == 3, "also as the second card"


def test_discarding_is_for_the_turn_of_a_d_and_for_cards_held():
    s = do(table("D 3", "1", deck="7 9"), "D")
    assert why(s, "discard 5") == Refusal.NOT_IN_HAND and why(s, "discard 3") == Refusal.NONE
    assert why(s, "play 3") == why(s, "draw") == Refusal.MUST_DISCARD


def test_a_skip_left_by_two_cards_of_three():
    """PD-32 under `barred`: only one card left, and that a SKIP."""
    barred = {**SKIPS, "skip_last": "barred"}
    assert why(table("SKIP 7 1 8", "1", "1", **barred), "play 7 1") == Refusal.NONE
    assert why(table("SKIP 7 1", "1", "1", **barred), "play 7 1") == Refusal.SKIP_LEFT
    assert why(table("SKIP SKIP 7", "1", "1", **barred), "play 7") == Refusal.NONE
    assert why(table("7 1 3", "1", "1", **barred), "play 7 1") == Refusal.NONE


def test_the_list_of_actions_has_room_for_every_prime_and_the_four_verbs():
    assert len(cards.PLAY_ACTION) + 4 <= rules.MAX_ACTIONS
