"""The bots: legal under every preset and option, never stuck, quick with large hands, and good at what they know."""

import random
import time

import pytest

from coprime.core.attr_view import to_object
from coprime.core.kernel import import_pure
from coprime.core.match import Match
from coprime.core.seats import CHANCE, CLOCK
from coprime.games.sosu_daifugo.game import GAME
from coprime.games.sosu_daifugo.record_notation import format_signs
from coprime.games.sosu_daifugo.tests.playing import RULES, Phase, Refusal, Verb, Violation, do, put

OBSERVATION = import_pure("coprime.games.sosu_daifugo.observation")
BOTS, EXPERT = GAME.bots, GAME.load_module("expert")
LEVELS = (*BOTS.LEVELS, "master")


def ask(s, level, seed=1):
    """Return what a bot does whose turn it is; it gets its view alone."""
    seat, view = int(s.turn), s.copy()
    OBSERVATION.redact(view, seat)
    return EXPERT.choose(view, seat, seed) if level == "master" else BOTS.choose(to_object(view), seat, level, seed)[0]


def answer(s, level):
    """Return a bot's turn in notation: draws, then a play or a pass."""
    s, done = s.copy(), []
    while True:
        action, seat = ask(s, level), int(s.turn)
        assert RULES.refusal(s, seat, action) == Refusal.NONE
        signs = [*s.line[:s.length], *[action >> 3 + 5 * i & 31 for i in range(RULES.count_signs(action))]]
        done += {Verb.DRAW: ["D"], Verb.PASS: ["%"], Verb.PLAY: [format_signs(signs)]}.get(action & 7, [])
        if action & 7 in (Verb.PASS, Verb.PLAY):
            return " ".join(done)
        RULES.apply(s, seat, action)


def play_match(s, levels, seed, most=600):
    """Play a match between bots by seat, or its beginning, and hold every action to the rules."""
    chance = random.Random(seed)
    for _ in range(most):
        if s.phase == Phase.OVER:
            return
        if RULES.to_act(s) == 1 << CHANCE:
            RULES.apply(s, CHANCE, chance.getrandbits(62))
            continue
        if s.phase == Phase.THINK or (RULES.to_act(s) >> CLOCK & 1 and chance.random() < 0.05):
            RULES.apply(s, CLOCK, RULES.deadline(s))        # somebody thinks for too long
            continue
        seat = int(s.turn)
        action = ask(s, levels[seat], chance.getrandbits(32))
        assert RULES.refusal(s, seat, action) == Refusal.NONE, (levels[seat], action)
        wrong = RULES.violation(s, seat, action)
        assert wrong == Violation.NONE or levels[seat] == "master"      # who alone misses on purpose
        RULES.apply(s, seat, action)


@pytest.mark.parametrize("preset", GAME.presets)
def test_no_action_is_refused_under_a_preset(preset):
    options = GAME.check_options(2, {**GAME.presets[preset], "games_to_win": 1, "games": 0})
    for seed, levels in enumerate((("master", "strong"), ("casual", "master"), ("strong", "novice"))):
        play_match(GAME.new_state(2, options, GAME.pure_rules), levels, f"{preset} {seed}")


@pytest.mark.parametrize("seed", range(12))
def test_no_action_is_refused_under_any_options(seed):
    chance = random.Random(f"options {seed}")
    while True:
        seats = chance.randint(2, 6)
        options = {option.name: chance.choice(list(option.values)) for option in GAME.options}
        options |= {"games_to_win": 1, "games": 0, "stalemate_n": 20, "game_limit": chance.choice((0, 1))}
        if GAME.conflict(seats, options) is None:
            break
    play_match(GAME.new_state(seats, options, GAME.pure_rules), [chance.choice(LEVELS) for _ in range(seats)], seed)


@pytest.mark.parametrize(("seats", "hand", "seed"), [(2, 7, 1), (2, 7, 2), (3, 7, 3), (2, 11, 4), (4, 9, 5)])
def test_a_game_of_novices_ends(seats, hand, seed):
    """They once drew a card for every card that they played, and kept the even ones for ever."""
    match = Match(GAME, seats, {"hand": hand, "clock": "none", "games_to_win": 1}, GAME.pure_rules)
    for _ in match.play(lambda view, seat, luck: BOTS.choose(view, seat, "novice", luck), random.Random(seed), 1000):
        pass
    assert match.over and max(match.returns()) == 1


def test_a_bot_sees_its_view_alone():
    s = put("A2345789TJQ", "K" * 4 + "3579JQ", deck="A23456789")
    for level in LEVELS:
        other = s.copy()
        other.held[1] = put("A", "A2468TTQQJ").held[1]
        other.deck[:9] = other.deck[:9][::-1].copy()
        assert ask(s, level) == ask(other, level)


@pytest.mark.parametrize("level", ["strong", "master"])
def test_a_move_with_48_cards_takes_less_than_a_second(level):
    s = put("A23456789TJQK" * 3 + "A23456789", "KK", deck="XX")
    for situation in (s, do(put("TK", "A23456789TJQK" * 3 + "A23456789", deck="XX"), "TK"[1:])):
        start = time.process_time()
        ask(situation, level)
        assert time.process_time() - start < 1


def test_the_whole_hand_is_played_at_once():
    assert answer(put("A23456789TJ", "KK", deck="4"), "master").count("D") <= 1
    assert len(answer(put("A2345678TJK", "KK", deck="4"), "master")) == 11       # digit sum 61: a prime


def test_a_long_play_is_laid_in_parts_and_only_then_played():
    s = put("A23456789TJQKA", "KK", deck="")
    first = ask(s, "master")
    assert first & 7 == Verb.ADD and RULES.count_signs(first) == 12
    RULES.apply(s, 0, first)
    assert ask(s, "master", seed=77) & 7 == Verb.PLAY


def test_a_line_that_somebody_else_began_is_taken_back():
    s = put("A23456789TJ", "KK", deck="4")
    RULES.apply(s, 0, RULES.encode_signs(Verb.ADD, [8, 6], 0, 2))
    for level in LEVELS:
        assert ask(s, level) == Verb.CLEAR


def test_the_strong_answer_is_a_composite_where_no_prime_beats():
    s = do(put("QK4", "KKA34TX", deck="57"), "QK")
    assert "=" in answer(s, "master")


def test_a_cut_keeps_the_turn_before_the_last_play():
    assert answer(put("573", "KKKK"), "master") == "57"                 # then 3 goes out


def test_when_time_is_up_all_cards_make_the_last_number():
    """SD-40: one prime of the whole hand each, whatever lies there; without one, none."""
    s = put("A2345678TJK", "2468", deck="4")
    s.phase = Phase.LAST
    for level in ("strong", "master"):
        assert answer(s, level) == "%" or len(answer(s, level)) == 11
    assert len(answer(s, "master")) == 11
    s.turn = 1
    assert all(ask(s, level) == Verb.PASS for level in LEVELS)


def test_a_joker_alone_is_played_without_a_value():
    """SD-44: it wins the game by itself, and beats any single card."""
    assert all(answer(put("X", "KK"), level) == "X" for level in ("casual", "strong", "master"))
    assert answer(do(put("K4", "X4", deck=""), "K"), "master").endswith("X")
