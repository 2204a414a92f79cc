"""What designers are told of each rule: every line of a report can happen, is of a real rule, and is counted right."""

import random
import re
from collections import Counter
from functools import cache
from types import SimpleNamespace

import pytest

from coprime.core.attr_view import to_object
from coprime.core.match import Match
from coprime.core.registry import all_games
from coprime.core.registry import find_game as find
from coprime.core.seats import CHANCE, CLOCK
from coprime.lab.design_report import build_design_report
from coprime.lab.match_stats import replay_events, rule_event_texts
from coprime.lab.report_page import design_page
from coprime.testing.golden import check_golden, play_by_bots

MORE = {"prime_climb": 3, "prime_challenge": 1}       # random matches beside the golden ones


@cache
def fired(name):
    """(Step, keys) of all events of a game's golden matches and of some random ones."""
    game = find(name)
    hooks, found = game.report_events, []
    matches = [check_golden(path, game) for path in sorted((game.folder / "tests/golden").glob("*.txt"))]
    matches += [play_by_bots(game, 2, game.check_options(2, {}), seed) for seed in range(MORE.get(name, 0))]
    for match in matches:
        for step in replay_events(match):
            found.append((match, step, list(hooks.rule_events(step.before, step.seat, step.action, step.after))))
    return found


def happened(name, match, seat, action):
    """The keys of one more event of a match."""
    before = to_object(match.state).copy()
    match.rules.apply(match.state, seat, action)
    return list(find(name).report_events.rule_events(before, seat, action, to_object(match.state)))


def nobody_places():
    """SN-16: a match of Secret Number in which everybody only agrees."""
    match, found = Match(find("secret_number"), 2), []
    while "SN-16" not in found:
        match.settle(random.Random(1).getrandbits)
        can = [(seat, action) for seat in match.to_act() if seat < 2 for action in match.sound_actions(seat)]
        agree = [one for one in can if match.game.words.label(one[1]) == "agree"]
        found += happened("secret_number", match, *(agree or can)[0])
    return found


def no_card_is_left():
    """FR-8: neither pile has a card to draw."""
    match = Match(find("factor_rummy"), 2)
    match.settle(random.Random(1).getrandbits)
    state = match.state
    state.left, state.height = 0, 1
    return happened("factor_rummy", match, int(state.turn), match.rules.module.Verb.DRAW)


def a_challenge_in_vain():
    """PC-14: a hit is challenged and no set was there."""
    game = find("prime_challenge")
    verb = game.pure_rules.module.Verb
    for seed in range(200):
        match = Match(game, 2)
        match.settle(random.Random(seed).getrandbits)
        if match.state.set_there:
            continue
        turn = int(match.state.turn)
        found = happened("prime_challenge", match, turn, verb.HIT)
        assert "PC-6" in found
        challenge = verb.CHALLENGE + 8 * int(match.state.number)
        return found + happened("prime_challenge", match, 1 - turn, challenge) + happened(
            "prime_challenge", match, CLOCK, int(match.state.tie))
    raise AssertionError("every deal had a set")


def a_product_is_wrong():
    """SD-16: a composite is played with factors that do not make it."""
    for seed in range(200):
        match = Match(find("sosu_daifugo"), 2, {"clock": "none"})
        match.settle(random.Random(seed).getrandbits)
        turn, play = match.to_act()[0], match.game.words.parse("play 9=3*2")
        if not match.rules.refusal(match.state, turn, play):
            return happened("sosu_daifugo", match, turn, play)
    raise AssertionError("nobody was dealt 9, 3 and 2")


RARE = {"secret_number": nobody_places, "factor_rummy": no_card_is_left, "prime_challenge": a_challenge_in_vain,
        "sosu_daifugo": a_product_is_wrong}


@pytest.mark.parametrize("name", all_games())
def test_every_line_can_happen_and_no_other_does(name):
    told = rule_event_texts(find(name))
    seen = {key for _, _, keys in fired(name) for key in keys}
    seen |= set(RARE[name]()) if name in RARE else set()
    assert seen == set(told)


@pytest.mark.parametrize("name", all_games())
def test_every_line_is_of_a_rule_of_the_game(name):
    rules = set(re.findall(r"^- ([A-Z]{2}-\d+) ", (find(name).folder / "rules.md").read_text("utf-8"), re.MULTILINE))
    assert {key.split()[0] for key in rule_event_texts(find(name))} <= rules


def count(name, *keys):
    return sum(one in keys for _, _, found in fired(name) for one in found)


def test_pd_10_and_pd_12_happen_as_often_as_the_log_says():
    failed = won = 0
    for match, step, _ in fired("prime_daifugo"):
        line = match.game.words.describe_event(step.before, step.seat, step.action, step.after, ["Ann", "Bo", "Cy"], -1)
        failed += line.mark == "failed"
        won += line.mark == "won"
    assert count("prime_daifugo", "PD-10") == failed > 0 and count("prime_daifugo", "PD-12") == won > 0


def test_pawns_of_prime_climb_are_bumped_as_often_as_the_log_says():
    names, bumped = ["Ann", "Bo", "Cy", "Di"], Counter()
    for match, step, _ in fired("prime_climb"):
        if step.seat < match.seats and match.game.words.label(step.action).startswith("clear"):
            continue                            # CL-24: it sends pawns to their start, and lands on none
        line = match.game.words.describe_event(step.before, step.seat, step.action, step.after, names, -1)
        for name in re.findall(r"(\w+)’s pawn on \d+ goes back to", line.text):
            bumped["CL-22" if names.index(name) == step.before.turn else "CL-7"] += 1
    assert bumped == {key: count("prime_climb", key) for key in ("CL-7", "CL-22")}


def test_a_hand_of_daifugo_ends_once():
    hands = sum(int(step.after.hands) - int(step.before.hands) for _, step, _ in fired("daifugo")
                if step.seat != CHANCE)                 # which draws places of a hand that is broken off
    assert count("daifugo", "DF-26") == hands > 0


def test_going_out_is_of_one_kind_and_ends_a_round():
    rounds = sum(int(step.after.rounds) - int(step.before.rounds) for _, step, _ in fired("factor_rummy"))
    assert count("factor_rummy", "FR-9", "FR-10", "FR-11", "FR-8 end", "FR-18") == rounds > 0


def test_the_page_has_every_line_those_that_never_happened_too():
    page = design_page(build_design_report(find("prime_daifugo"), 8, bot="novice"))
    told = rule_event_texts(find("prime_daifugo"))
    assert len(told) > 10 and all(text in page for text in told.values())


@pytest.mark.parametrize("table", ["rule_event", "survey"])
def test_a_game_of_version_1_0_has_its_lines_under_an_older_name(tmp_path, table):
    (tmp_path / "messages").mkdir()
    (tmp_path / "messages" / "en.toml").write_text(f'[{table}]\n"XX-1" = "a hand ends"\n', encoding="utf-8")
    assert rule_event_texts(SimpleNamespace(folder=tmp_path)) == {"XX-1": "a hand ends"}
