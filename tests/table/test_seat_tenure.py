"""A log says "you" to whoever acted, and to nobody who took over the seat later."""

import json
import random
import re
from functools import partial

import pytest
from table_bench import Browser, labels
from test_journal_replay import back

from coprime.core.language_selection import use_language
from coprime.core.registry import all_games
from coprime.core.seats import CLOCK
from coprime.server.replays import match_ending
from coprime.table import bot_chairs, match_lifecycle, person_commands, pipeline, seat_claims
from coprime.table.observer_log import SharedSteps, WatcherLog
from coprime.table.seat_tenure import TenureAccount

YOU = re.compile(r"\byou(r|rs)?\b", re.IGNORECASE)
STEPS = 60


def begun(bench, name):
    """A started table: Ada in the first seat, bots in the others, nobody of whom moves by itself."""
    bench.thinking = False
    game = all_games()[name]
    table = bench.table(name, seats=max(game.seats[0], min(3, game.seats[1])), talk=True)
    ada = Browser(bench, table, "ada")
    ada.say("start", id="start")
    return table, ada


def input_of(table, job):
    pipeline.process_input(table, job, table.table_host.now)
    table.table_host.settle()


def moves(table, steps, seed):
    """Whoever is to act does something, until so many events have happened or the match is over."""
    rng, last = random.Random(seed), table.history.step_count + steps
    while table.history.step_count < last and table.phase in ("playing", "rest"):
        acting = [seat for seat in table.match.to_act() if seat < table.match.seats]
        if table.phase == "rest":
            input_of(table, partial(match_lifecycle.continue_from_rest, table, message=""))
        elif acting:
            seat = rng.choice(acting)
            action = table.game.words.parse(rng.choice(labels(table, seat)))
            bot = table.lobby.chairs[seat].kind != "person"
            input_of(table, partial(match_lifecycle.act_for_seat, table, seat, [action], message="", bot=bot))
        else:
            assert table.acting_seats() >> CLOCK & 1
            input_of(table, partial(match_lifecycle.close_window, table))


def takes_over(bench, table, key):
    """Somebody comes and has the first seat from now on."""
    page = Browser(bench, table, key, watch=True)
    guest = table.lobby.find_guest(key)
    input_of(table, lambda now: seat_claims.take_seat(table, guest, 0))
    return page


def japanese(table, last):
    """The same log in Japanese."""
    with use_language("ja"):
        eyes = WatcherLog(0, table.lobby.chairs[0].who)
        eyes.catch_up(table.history, SharedSteps(table.match, table.lobby.seat_names(), (table.holders, table.lobby)))
    return [line.text for line in eyes.lines if line.n <= last]


def heard(page, first=0, last=1 << 60):
    return [line["text"] for line in page.log if first < line["n"] <= last]


@pytest.mark.parametrize("name", sorted(all_games()))
def test_moves_from_before_somebody_took_the_seat_are_not_theirs(bench, name):
    table, ada = begun(bench, name)
    moves(table, STEPS, "Ada plays")
    before = table.n
    own = heard(ada, 0, before)
    assert any(YOU.search(text) for text in own), "Ada is told of her moves as hers"
    ada.say("stand", id="up")
    bot = table.lobby.chairs[0].name
    moves(table, STEPS, "a bot plays")
    since = table.n
    eva = takes_over(bench, table, "eva")
    assert eva.scene["seat"] == 0
    told = heard(eva, 0, since)
    assert told and not [text for text in told if YOU.search(text)]
    assert not [text for text in japanese(table, since) if "あなた" in text]
    assert any("Ada" in text for text in heard(eva, 0, before))
    assert not any("Eva" in text for text in told)
    if since > before:
        assert not any("Ada" in text for text in heard(eva, before, since))
        assert table.phase == "over" or any(bot in text for text in heard(eva, before, since))
    moves(table, STEPS, "Eva plays")
    if table.n > since:
        assert any(YOU.search(text) for text in heard(eva, since)) or table.history.events[-1].seat
    again = Browser(bench, back(bench, table), "eva")
    assert heard(again) == heard(eva), "the same after the table has slept"


def test_who_comes_back_reads_what_a_bot_did_for_them_by_name(bench):
    table, ada = begun(bench, "factor_rummy")
    for bot in (False, True, False):
        while table.match.to_act() != [0]:
            moves(table, 1, "until it is Ada's turn")
        before = table.n
        while table.match.to_act() == [0]:
            action = table.game.words.parse(labels(table, 0)[0])
            input_of(table, partial(match_lifecycle.act_for_seat, table, 0, [action], message="", bot=bot))
        lines = [line["text"] for line in ada.log if line["n"] > before and line["seat"] == 0]
        assert lines and all(text.startswith("Ada " if bot else "You ") for text in lines)


def test_another_device_is_the_same_person_and_a_name_is_todays(bench):
    table, ada = begun(bench, "factor_rummy")
    moves(table, 20, "Ada plays")
    own = heard(ada)
    page = Browser(bench, table, "tablet", watch=True)
    input_of(table, partial(person_commands.transfer_seats_to_key, table, "ada", "tablet", "Tablet"))
    assert heard(page) == own and any(YOU.search(text) for text in own)

    input_of(table, lambda now: bot_chairs.leave_seats(table, table.lobby.find_guest("tablet").who))
    eva = takes_over(bench, table, "eva")
    assert any(text.startswith("Ada ") for text in heard(eva))
    input_of(table, partial(person_commands.rename_person, table, "tablet", "Zoe"))
    again = Browser(bench, back(bench, table), "eva")
    assert any(text.startswith("Zoe ") for text in heard(again)) and not any("Ada" in text for text in heard(again))
    assert "Zoe" not in str(table.holders.to_lists()), "no name of a person is stored"


# Played on by others, these end: what their ending tells can be compared with the log.
TELLING = {"prime_daifugo": {}, "prime_challenge": {"referee": "program", "first_seconds": 0, "next_seconds": 0},
           "prime_climb": {}, "factor_rummy": {"target_score": 60}}


@pytest.mark.parametrize("name", sorted(TELLING))
def test_an_ending_calls_nobody_you_for_what_others_did_in_the_seat(bench, name):
    bench.thinking = False
    table = bench.table(name, seats=2, talk=True, options=TELLING[name])
    ada = Browser(bench, table, "ada")
    ada.say("start", id="start")
    moves(table, STEPS, "Ada plays")
    ada.say("stand", id="up")
    moves(table, STEPS, "a bot plays")
    eva = takes_over(bench, table, "eva")
    moves(table, 20_000, "Eva plays to the end")
    assert table.phase == "over"
    who = eva.visit.who
    account = table.holders.account_for(table.lobby, who)
    told = [TenureAccount(account), TenureAccount(json.loads(json.dumps(account)))]
    for n in range(1, table.n + 1):
        for one in told:
            assert one.names_at(n) == table.holders.names_at(n, table.lobby)
            assert [one.is_own(0, seat, n) for seat in (0, 1)] == \
                [table.holders.is_own(0, who, seat, n) for seat in (0, 1)]

    found = match_ending.describe_ending(table.history, table.lobby.seat_names(), 0, told[0])
    log, numbers = {line["step"]: line["text"] for line in eva.log}, {
        step: event.n for step, event in enumerate(table.history.events, 1)}
    own = [step for step, n in numbers.items() if table.holders.is_own(0, who, 0, n)]
    assert found["best"] is None or found["best"]["step"] in own or not table.history.events[
        found["best"]["step"] - 1].seat == 0
    assert found["missed"]["step"] in (0, *own)
    decided = found["decided"]
    if decided and decided["step"] not in own and not YOU.search(log.get(decided["step"], "")):
        line = decided["text"].partition(". ")[2] if " ahead" in decided["text"] else decided["text"]
        assert not YOU.search(line), decided
