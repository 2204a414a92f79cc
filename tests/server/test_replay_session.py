"""What can be asked about a record, without a server and its readers: steps, limits, names, notation, a new table."""

import json

import msgspec
import pytest

import coprime
from coprime.core.errors import BadRecord
from coprime.core.match import Match
from coprime.core.record import load_record, parse_event_action, parse_seat
from coprime.core.seats import WATCHER
from coprime.server.replays.session import MOST_STEPS, MatchUpTo, ReplaySession
from coprime.server.request_error import RequestError
from coprime.table.observer_log import seat_to_json

GAME = coprime.game("prime_daifugo")


def golden(name="failed", game=GAME):
    return (game.folder / f"tests/golden/{name}.txt").read_text(encoding="utf-8").partition("\n")[2]


@pytest.fixture(scope="module")
def session():
    return ReplaySession(golden())


@pytest.fixture(scope="module")
def positions():
    """The views of a seat, and a spectator's, after so many steps: played here without a history."""
    record = load_record(golden())
    match, found = Match(GAME, record.seats, record.options, GAME.pure_rules), []
    for actor, label, *_ in [(None, None), *record.events]:
        if actor is not None:
            seat = parse_seat(actor)
            match.act(seat, parse_event_action(GAME.words, seat, label))
        found.append({who: GAME.words.scene(match.view(who), who, record.players) for who in (1, WATCHER)})
    return found


@pytest.mark.parametrize("watcher", [1, WATCHER])
@pytest.mark.parametrize(("first", "last"), [(0, 0), (0, 3), (1, 1), (17, 20), (46, 46), (0, 46)])
def test_steps_show_what_was_seen_then(session, positions, watcher, first, last):
    found = session.describe_steps(watcher, first, last)
    assert [one["step"] for one in found] == list(range(first, last + 1))
    assert [one["scene"] for one in found] == [positions[step][watcher] for step in range(first, last + 1)]
    assert {one["seat"] for one in found} == {seat_to_json(watcher)}
    told = {one["step"]: one["text"] for one in session.events}
    for one in found:
        for line in one["lines"]:
            assert line["step"] == line["n"] == one["step"]
            assert watcher != WATCHER or line["text"] == told[one["step"]]


@pytest.mark.parametrize(("watcher", "first", "last", "why"), [
    (1, -1, 3, "46"), (1, 3, 47, "46"), (1, 5, 4, "46"), (3, 0, 1, "2"), (-2, 0, 1, "2")])
def test_steps_and_seats_that_are_none(session, watcher, first, last, why):
    with pytest.raises(RequestError) as refused:
        session.describe_steps(watcher, first, last)
    assert refused.value.status == 400 and why in str(refused.value)


def test_so_many_steps_are_told_at_once():
    session = ReplaySession(golden("five"))
    assert len(session.describe_steps(WATCHER, 0, MOST_STEPS - 1)) == MOST_STEPS
    with pytest.raises(RequestError, match=str(MOST_STEPS)):
        session.describe_steps(WATCHER, 1, MOST_STEPS + 1)


def test_events_come_once_with_the_first_steps(session):
    whole, more = (json.loads(session.encode_steps("id", WATCHER, *span)) for span in ((0, 2), (3, 4)))
    assert len(whole["events"]) == 46 and whole["over"] and whole["moment"] == 46 and len(whole["steps"]) == 3
    assert more["events"] == [] and set(more) == {"id", "events", "steps"} and len(more["steps"]) == 2
    text, encoded = session.record_and_replay("id")
    assert text == golden() and json.loads(encoded) == {**whole, "steps": []}


def test_a_new_table_has_the_match_so_far(session):
    record = load_record(golden())
    names = ["Ann", "Bo", "Cy", "nobody more"]
    found = msgspec.json.decode(session.encode_match_up_to(9, 1, names), type=MatchUpTo)
    assert (found.game, found.seats) == ("prime_daifugo", 3) and found.options == record.options
    assert found.labels == [label for _, label, *_ in record.events[:9]]
    assert [event.n for event in found.events] == list(range(2, 11)), "number 1 is the beginning of the match"
    assert set(found.log_lines) == {1, WATCHER} and max(found.positions) == 9
    said = " ".join(line.text for line in found.log_lines[WATCHER])
    assert "Ann" in said and not set(record.players) & set(said.replace(":", " ").split())


@pytest.mark.parametrize(("step", "seat", "status"), [
    (-1, 0, 400), (47, 0, 400), (9, -1, 400), (9, 3, 400), (46, 0, 409)])
def test_no_new_table_from_what_is_none_or_over(session, step, seat, status):
    with pytest.raises(RequestError) as refused:
        session.encode_match_up_to(step, seat, ["Ann", "Bo", "Cy"])
    assert refused.value.status == status


def test_notation_is_that_of_the_game_or_none(session):
    with pytest.raises(RequestError) as refused:
        session.write_notation()
    assert refused.value.status == 404 and GAME.title in str(refused.value)
    sosu = coprime.game("sosu_daifugo")
    noted = ReplaySession(golden("won", sosu))
    assert sosu.records.is_notated(noted.write_notation()) and noted.replay_json("id")["notated"]


def test_names_that_cannot_be_shown_are_somebodys():
    lines = golden().split("\n")
    head = json.loads(lines[0] + "]}")

    def with_players(*players):
        return "\n".join([json.dumps(head | {"players": players})[:-2], *lines[1:]])
    assert ReplaySession(with_players("Ann", "\u202e", "  Cy  ")).names == ["Ann", "Somebody", "Cy"]
    for players in (["Ann"], ["Ann", "Bo", "Cy", "Di"]):
        with pytest.raises(BadRecord, match=f"{len(players)}.*3|3.*{len(players)}"):
            ReplaySession(with_players(*players))


def test_of_several_records_none_is_taken():
    with pytest.raises(BadRecord, match="2"):
        ReplaySession(golden() + golden())
    with pytest.raises(BadRecord):
        ReplaySession(golden(), events=45)
    assert ReplaySession(golden(), events=46).history.step_count == 46
