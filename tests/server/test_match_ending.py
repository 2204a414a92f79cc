"""What the end of a match tells is true: over matches of bots, beside the log and the final scene."""

import re
from functools import cache

import msgspec
import pytest
from server_process import Person

import coprime
from coprime.core.match import Match
from coprime.core.seats import WATCHER
from coprime.server.replays import match_ending as told
from coprime.server.replays.match_ending import (
    LEAST_POINTS,
    MOST_POINTS,
    describe_ending,
    leading_seats,
    thin_points_evenly,
)
from coprime.table.event_history import CHECKPOINT_STEPS, EventHistory, Trial
from coprime.testing.golden import NAMES, play_by_bots

TELLING = [name for name in coprime.all_games() if coprime.game(name).ending.standings]
# Short matches, in which there is something to tell.
OPTIONS = {"prime_canasta": {"target_score": 1000}, "factor_rummy": {"target_score": 50},
           "daifugo": {"match_length": 2},
           "secret_number": {"match_length": 2}, "sosu_daifugo": {"clock": "none"}}
# Few seats and the lowest level, many and a high one; between them a larger sample.
SEEDS = [0, pytest.param(1, marks=pytest.mark.long), 2]


@cache
def match(name, seed):
    """A match by bots, played to its end, as a history."""
    game = coprime.game(name)
    seats = game.seats[0] + seed % (game.seats[1] - game.seats[0] + 1)
    levels = game.bots.LEVELS
    done = play_by_bots(game, seats, OPTIONS.get(name, {}), seed, levels[seed % len(levels)], most=6000)
    assert done.over
    history = EventHistory(Match(game, seats, done.options, game.pure_rules), 0)
    for first in range(0, len(done.events), CHECKPOINT_STEPS):
        trial = Trial(history.match)
        for event in done.events[first:first + CHECKPOINT_STEPS]:
            trial.apply_action(event.seat, event.action)
        history.commit_trial(trial)
    return history


def lines(history, seat):
    """The log as a seat reads it, by step."""
    found, kept, names = {}, history.match, NAMES[:history.match.seats]
    for step in history.iterate_steps(0):
        before, after = kept.view(seat, step.before), kept.view(seat, step.after)
        shown = int(kept.rules.observe_action(step.before, step.event.seat, step.event.action, seat))
        found[step.step] = kept.game.words.describe_event(before, step.event.seat, shown, after, names, seat)
    return found


@cache
def told_at_the_end(name, seed, seat):
    """What a seat is told of a match: worked out once for all tests, which leave it as it is."""
    history = match(name, seed)
    return describe_ending(history, NAMES[:history.match.seats], seat)


def last_scene(history):
    return history.match.game.words.scene(history.match.view(WATCHER), WATCHER, NAMES[:history.match.seats])


@pytest.fixture(params=SEEDS)
def seed(request):
    return request.param


@pytest.mark.parametrize("name", TELLING)
def test_it_can_be_sent_and_its_steps_are_steps_of_the_match(name, seed):
    history = match(name, seed)
    for seat in (*range(history.match.seats), WATCHER):
        found = msgspec.json.decode(told.encoder.encode(told_at_the_end(name, seed, seat)))
        parts = [part for part in (found["decided"], found["best"]) if part]
        assert all(0 < part["step"] <= history.step_count and part["text"].endswith(".") for part in parts)
        best, sentences = found["best"], [part["text"] for part in parts]
        assert best is None or best["drawn"]
        assert not re.search(r"[{}]|None|\b1 cards|\b1 points", " ".join(sentences))
        assert seat != WATCHER or best is None and found["missed"] == {"n": 0, "step": 0}


@pytest.mark.parametrize("name", TELLING)
def test_nothing_that_counts_was_worth_more_than_the_best(name, seed):
    history = match(name, seed)
    kept = history.match
    for seat in range(kept.seats):
        best = told_at_the_end(name, seed, seat)["best"]
        worths = {}
        for step in history.iterate_steps(0):
            if step.event.seat == seat or kept.rules.is_between_hands(step.after) or not kept.rules.to_act(step.after):
                shown = int(kept.rules.observe_action(step.before, step.event.seat, step.event.action, seat))
                worth = kept.game.ending.moment_value(kept.view(seat, step.before), step.event.seat, shown,
                                                      kept.view(seat, step.after), seat)
                worths |= {step.step: worth} if worth is not None else {}
        assert (best is None) == (not worths)
        assert best is None or worths[best["step"]] == max(worths.values())


@pytest.mark.parametrize("name", [name for name in TELLING if coprime.game(name).ending.LEADS])
def test_since_the_decisive_step_the_winners_were_ahead(name, seed):
    history = match(name, seed)
    kept, winners = history.match, sorted(last_scene(history)["over"]["winners"])
    found = told_at_the_end(name, seed, 0)["decided"]
    ahead = [leading_seats(kept.game.ending.standings(kept.view(WATCHER, history.position_at(at))))
             for at in range(history.step_count + 1)]
    turned = 1 + max((at for at, one in enumerate(ahead) if one != winners), default=-1)
    if ahead[-1] != winners or not turned:
        assert found is None
    else:
        assert found["step"] == turned and found["text"]
        assert found["text"].startswith(f"From move {turned} on ") == (turned < history.step_count)


# What the final scene shows of the standing, and what the log shows of the best: told by each game in its own way.

STANDING = {
    "daifugo": lambda scene: [seat["points"] for seat in scene["seats"]],
    "factor_rummy": lambda scene: [seat["score"] for seat in scene["seats"]],
    "prime_canasta": lambda scene: [scene["sides"][seat % len(scene["sides"])]["score"]
                                    for seat in range(len(scene["seats"]))],
    "prime_challenge": lambda scene: [seat["points"] for seat in scene["seats"]],
    "prime_climb": lambda scene: [sum(101 if pawn["home"] else pawn["space"] for pawn in seat["pawns"])
                                  for seat in scene["seats"]],
    "prime_daifugo": lambda scene: [seat["cards"] for seat in scene["seats"]],
    "prime_solitaire": lambda scene: [seat["left"] for seat in scene["seats"]],
    "secret_number": lambda scene: [seat["points"] for seat in scene["seats"]],
    "sosu_daifugo": lambda scene: [seat["cards"] for seat in scene["seats"]],
}


@pytest.mark.parametrize("name", TELLING)
def test_the_picture_ends_as_the_match_ended(name, seed):
    history = match(name, seed)
    kept, last = history.match, STANDING[name](last_scene(history))
    assert kept.game.ending.standings(kept.view(WATCHER)) == last
    found = told_at_the_end(name, seed, 0)["standing"]
    if found:
        assert [values[-1] for values in found["seats"]] == last and found["title"]
        assert LEAST_POINTS <= len(found["seats"][0]) <= MOST_POINTS
    # Daifugo's own table has its chart; one round makes no line.
    assert found or name in ("daifugo", "prime_canasta", "secret_number")


def own(history, seat):
    """One's own lines as one reads them."""
    return [line for step, line in lines(history, seat).items() if history.events[step - 1].seat == seat]


def scenes(history, seat):
    for step in history.iterate_steps(0):
        yield history.match.game.words.scene(history.match.view(seat, step.after), seat, NAMES[:history.match.seats])


def largest_prime(history, seat, best):
    said = [line.detail["judge"] for line in own(history, seat) if line.detail]
    assert best["figure"] == str(max(one["number"] for one in said if one["prime"]))
    assert "".join(one["card"]["figure"] for one in best["drawn"]) == best["figure"]


def largest_number(history, seat, best):
    said = [line.detail["verdict"] for line in own(history, seat) if line.detail and "verdict" in line.detail]
    stood = max((one for one in said if one["stands"] and one["kind"] in ("prime", "composite")),
                key=lambda one: int(one["number"]))
    assert re.sub(r"\s", "", best["figure"]) == stood["number"]
    assert len(best["drawn"]) == stood["count"] and stood["kind"] in best["text"]


def longest_set(history, seat, best):
    taken = [line.text for line in own(history, seat) if line.text.startswith("You take ")]
    most = max(len(re.findall(r"\d+|wild", re.split(r", the wild|\. ", text)[0])) for text in taken)
    # Where the players are the referees the log tells of wrong sets, too.
    assert len(best["drawn"]) <= most and f" {len(best['drawn'])} cards" in best["text"]


def longest_leap(history, seat, best):
    made = [re.search(r"(\d+) [+−×÷] \d+ = (\d+)", line.text) for line in own(history, seat)]
    most = max(int(one[2]) - int(one[1]) for one in made if one)
    assert f": {most} space" in best["text"] or most == 1 and ": one space" in best["text"]
    assert best["drawn"][-1]["ring"] - best["drawn"][0]["ring"] == most


def best_game(history, seat, best):
    games = [line.detail for line in lines(history, seat).values() if line.detail and "secret" in line.detail]
    words = [(one["secret"], str(one["points"][seat] or "no").replace("-", "−")) for one in games]
    found = [secret for secret, points in words
             if f"found the {secret} in" in best["text"] and f" brought you {points} point" in best["text"]]
    assert found and best["drawn"][0]["card"]["figure"] == found[0]


def largest_play(history, seat, best):
    plays = [line.detail["play"]["cards"] for line in own(history, seat) if line.detail and "play" in line.detail]
    assert len(best["drawn"]) == max(map(len, plays))


def best_round(history, seat, best):
    ended = [scene["result"]["gain"] for scene in scenes(history, seat)
             if (scene["over"] or scene["rest"]) and scene["result"] and scene["result"]["out"] == seat]
    assert best["text"].endswith(f"= {max(ended)}.".replace("-", "−"))


def dearest_set(history, seat, best):
    assert not history.match.options["partnerships"] == "on", "a partner may have laid a dearer one"
    most = max(one["points"] + one["bonus"] for scene in scenes(history, seat) for one in scene["sides"][seat]["sets"])
    assert best["text"].startswith("Your most valuable set: ") and best["text"].endswith(f", {most} points.")


def largest_set(history, seat, best):
    sets = [line.detail["set"] for line in own(history, seat) if line.detail and "set" in line.detail]
    assert len(best["drawn"]) == max(map(len, sets))


BEST = {"daifugo": largest_play, "factor_rummy": best_round, "prime_canasta": dearest_set,
        "prime_challenge": longest_set, "prime_climb": longest_leap, "prime_daifugo": largest_prime,
        "prime_solitaire": largest_set, "secret_number": best_game,
        "sosu_daifugo": largest_number}


@pytest.mark.parametrize("name", TELLING)
def test_the_best_moment_is_what_the_log_says(name, seed):
    history = match(name, seed)
    for seat in range(history.match.seats):
        best = told_at_the_end(name, seed, seat)["best"]
        if best:
            BEST[name](history, seat, best)


def test_what_a_player_overlooked_lay_there(seed):
    history = match("prime_challenge", seed)
    rules, words = history.match.rules.module, history.match.game.words
    for step in history.iterate_steps(0):
        seat, action = step.event.seat, step.event.action
        if seat < history.match.seats:
            claims = rules.verb_of(action) in (rules.Verb.HIT, rules.Verb.DONE)
            said = words.missed_play_text(history.match.view(seat, step.before), seat, action, NAMES)
            assert bool(said) == bool(claims and step.before.phase == rules.Phase.TURN and step.before.set_there)
            assert not said or said.startswith(f"{NAMES[seat]} overlooked ")


def test_a_long_line_keeps_its_ends():
    points = [[n] for n in range(1000)]
    thin = thin_points_evenly(points, 120)
    assert len(thin) == 120 and thin[0] == [0] and thin[-1] == [999] and thin == sorted(thin)
    assert thin_points_evenly(points[:7], 120) == points[:7]


def test_only_who_sits_there_is_told_and_only_after_the_end(server):
    a, b = Person(server, "Ada"), Person(server, "Bo")
    code = a.open("prime_daifugo", now=True, seats=2, bots=[None, {"level": "strong", "pace": "quick"}],
                  options={"games_to_win": 1, "hand_limit": 13})
    page = a.page(code)
    assert "after its end" in a.get(f"/api/tables/{code}/ending", status=409, seat=0)["sentence"]
    assert "no seat" in a.get(f"/api/tables/{code}/ending", status=403, seat=1)["sentence"]
    b.get(f"/api/tables/{code}/ending", status=404)
    while page.told["phase"] != "over":
        if page.catch_up().scene and 0 in page.scene["scene"]["turn"]:
            page.act("pass", seen=page.scene["n"])
    found = a.get(f"/api/tables/{code}/ending", seat=0)
    assert found["decided"]["text"] and len(found["standing"]["seats"]) == 2 and found["best"] is None
    assert a.get(f"/api/tables/{code}/ending")["missed"] == {"n": 0, "step": 0}
    page.close()
