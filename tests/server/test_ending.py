"""What the end of a match tells is true: over matches of bots, beside the log and the final scene."""

import re
from functools import cache

import msgspec
import pytest
from house_process import Person

import coprime
from coprime.core.match import Match
from coprime.core.seats import WATCHER
from coprime.server import ending as told
from coprime.server.ending import MOST_POINTS, ending, leader_of, thinned
from coprime.table.history import SPAN, History, Trial
from coprime.testing.golden import NAMES, played

TELLING = [name for name in coprime.shelf() if coprime.game(name).ending]
# Short matches, in which there is something to tell.
OPTIONS = {}
MATCHES = 3


@cache
def match(name, seed):
    """A match by bots, played to its end, as a history."""
    game = coprime.game(name)
    seats = game.seats[0] + seed % (game.seats[1] - game.seats[0] + 1)
    levels = game.bots.LEVELS
    done = played(game, seats, OPTIONS.get(name, {}), seed, levels[seed % len(levels)], most=6000)
    assert done.over
    history = History(Match(game, seats, done.options, game.plain_rules), 0)
    for first in range(0, len(done.events), SPAN):
        trial = Trial(history.match)
        for event in done.events[first:first + SPAN]:
            trial.act(event.seat, event.action)
        history.keep(trial)
    return history


def lines(history, seat):
    """The log as a seat reads it, by step."""
    found, kept, names = {}, history.match, NAMES[:history.match.seats]
    for step in history.steps(0):
        before, after = kept.view(seat, step.before), kept.view(seat, step.after)
        shown = int(kept.rules.seen(step.before, step.event.seat, step.event.action, seat))
        found[step.step] = kept.game.words.event(before, step.event.seat, shown, after, names, seat)
    return found


def last_scene(history):
    return history.match.game.words.scene(history.match.view(WATCHER), WATCHER, NAMES[:history.match.seats])


@pytest.fixture(params=range(MATCHES))
def seed(request):
    return request.param


@pytest.mark.parametrize("name", TELLING)
def test_it_can_be_sent_and_its_steps_are_steps_of_the_match(name, seed):
    history = match(name, seed)
    for seat in (*range(history.match.seats), WATCHER):
        found = msgspec.json.decode(told.encoder.encode(ending(history, NAMES[:history.match.seats], seat)))
        assert found["decided"] and found["decided"]["text"].endswith((".", "!"))
        assert 0 < found["decided"]["step"] <= history.step
        best = found["best"]
        assert best is None or history.happened[best["step"] - 1].seat == seat and best["text"] and best["drawn"]
        sentences = [found["decided"]["text"], *([best["text"]] if best else [])]
        assert not re.search(r"[{}]|None|\b1 cards|\b1 points", " ".join(sentences))
        assert seat != WATCHER or best is None and found["missed"] == {"n": 0, "step": 0}


@pytest.mark.parametrize("name", TELLING)
def test_no_own_action_was_worth_more_than_the_best(name, seed):
    history = match(name, seed)
    for seat in range(history.match.seats):
        best = ending(history, NAMES[:history.match.seats], seat)["best"]
        worths = {step.step: history.match.game.ending.worth(
            history.match.view(seat, step.before), seat, step.event.action, history.match.view(seat, step.after))
            for step in history.steps(0) if step.event.seat == seat}
        worths = {step: worth for step, worth in worths.items() if worth is not None}
        assert (best is None) == (not worths)
        assert best is None or worths[best["step"]] == max(worths.values())


@pytest.mark.parametrize("name", [name for name in TELLING if hasattr(coprime.game(name).ending, "LEADS")])
def test_since_the_decisive_step_the_winner_was_ahead(name, seed):
    history = match(name, seed)
    kept, winners = history.match, last_scene(history)["over"]["winners"]
    step = ending(history, NAMES[:kept.seats], 0)["decided"]["step"]
    leaders = [leader_of(kept.game.ending.standing(kept.view(WATCHER, history.position(at))))
               for at in range(step - 1, history.step + 1)]
    if leaders[-1] is None or winners != leaders[-1:]:
        pytest.skip("nobody won alone by points")
    assert leaders[0] != leaders[-1] and set(leaders[1:]) == {leaders[-1]}


# What the final scene shows of the standing, and what the log shows of the best: told by each game in its own way.

STANDING = {
    "prime_daifugo": lambda scene: [seat["cards"] for seat in scene["seats"]],
    "prime_challenge": lambda scene: [seat["points"] for seat in scene["seats"]],
}


@pytest.mark.parametrize("name", STANDING)
def test_the_picture_ends_as_the_match_ended(name, seed):
    history = match(name, seed)
    found = ending(history, NAMES[:history.match.seats], 0)["standing"]
    assert [values[-1] for values in found["seats"]] == STANDING[name](last_scene(history))
    assert {len(values) for values in found["seats"]} != {1} and len(found["seats"][0]) <= MOST_POINTS


def largest_prime(history, seat, best):
    said = [line.detail["judge"] for line in lines(history, seat).values() if line.detail]
    primes = [one["number"] for one in said if one["prime"] and one["seat"] == seat]
    assert best["figure"] == str(max(primes))
    assert "".join(one["card"]["figure"] for one in best["drawn"]) == best["figure"]


def longest_set(history, seat, best):
    own = [line.text for step, line in lines(history, seat).items() if history.happened[step - 1].seat == seat]
    taken = [text for text in own if text.startswith("You take ")]
    most = max(len(re.findall(r"\d+|wild", re.split(r", the wild|\. ", text)[0])) for text in taken)
    # Where the players are the referees the log tells of wrong sets, too.
    assert len(best["drawn"]) <= most and str(len(best["drawn"])) in best["text"]


BEST = {"prime_daifugo": largest_prime, "prime_challenge": longest_set}


@pytest.mark.parametrize("name", BEST)
def test_the_best_moment_is_what_the_log_says(name, seed):
    history = match(name, seed)
    for seat in range(history.match.seats):
        best = ending(history, NAMES[:history.match.seats], seat)["best"]
        if best:
            BEST[name](history, seat, best)


def test_what_a_player_overlooked_lay_there(seed):
    history = match("prime_challenge", seed)
    rules, words = history.match.rules.module, history.match.game.words
    for step in history.steps(0):
        seat, action = step.event.seat, step.event.action
        if seat < history.match.seats:
            claims = rules.verb_of(action) in (rules.Verb.HIT, rules.Verb.DONE)
            said = words.missed(history.match.view(seat, step.before), seat, action, NAMES)
            assert bool(said) == bool(claims and step.before.phase == rules.Phase.TURN and step.before.set_there)
            assert not said or said.startswith(f"{NAMES[seat]} overlooked ")


def test_a_long_line_keeps_its_ends():
    points = [[n] for n in range(1000)]
    thin = thinned(points, 120)
    assert len(thin) == 120 and thin[0] == [0] and thin[-1] == [999] and thin == sorted(thin)
    assert thinned(points[:7], 120) == points[:7]


def test_only_who_sits_there_is_told_and_only_after_the_end(house):
    a, b = Person(house, "Ada"), Person(house, "Bo")
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
