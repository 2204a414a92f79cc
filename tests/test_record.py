"""Records save, load and replay byte for byte; damage is named with its line."""

import json

import pytest

import coprime
from coprime.core.errors import BadInput, BadRecord
from coprime.core.kernel import struct
from coprime.core.match import Match
from coprime.core.record import GameRecorder, digest_state, dump_record, load_record, replay_record
from coprime.testing import golden

GAMES = list(coprime.all_games().values())
GAME = coprime.game("prime_daifugo")


def record_of(game, seed=3):
    match = golden.play_by_bots(game, game.seats[1], {}, seed, most=60)
    return golden.record_match(match, golden.NAMES[:match.seats]), match


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_record_replays_byte_for_byte(game):
    record, match = record_of(game)
    text = dump_record(record)
    again = load_record(text)
    assert dump_record(again) == text
    assert replay_record(again, game.pure_rules).state.tobytes() == match.state.tobytes()
    assert replay_record(again, game.rules).state.tobytes() == match.state.tobytes()
    json.loads(text)


def test_a_record_is_replayed_in_part():
    record, match = record_of(GAME)
    assert replay_record(record, GAME.pure_rules, most_events=5).events == match.events[:5]


def damaged(change):
    lines = dump_record(record_of(GAME)[0]).splitlines()
    change(lines)
    return "\n".join(lines)


@pytest.mark.parametrize(("change", "says"), [
    (lambda lines: lines.clear(), "Line 1"),
    (lambda lines: lines.__setitem__(0, "{}"), "Line 1"),
    (lambda lines: lines.__setitem__(0, lines[0].replace("prime_daifugo", "chess")), "no game 'chess'"),
    (lambda lines: lines.__setitem__(0, lines[0].replace('"coprime": 1', '"coprime": 9')), "format 9"),
    (lambda lines: lines.__setitem__(0, lines[0].replace('"seats": 3', '"seats": 7')), "Line 1: Prime Daifugo Lv. 0"),
    (lambda lines: lines.__setitem__(0, lines[0].replace('"assist": "none"', '"assist": "all"')), "assist cannot be"),
    (lambda lines: lines.__setitem__(5, '["0", "pass"],'), "Line 6: not an event"),
    (lambda lines: lines.__setitem__(5, "rubbish"), "Line 6: not an event"),
    (lambda lines: lines.__setitem__(5, '["9", "pass", "", ""],'), "Line 6: there is no seat"),
    (lambda lines: lines.__setitem__(5, '["0", "play 4 4 4", "", ""],'), "Line 6: "),
    (lambda lines: lines.__setitem__(1, '["chance", "-5", "", ""],'), "Line 2: '-5' is not a number"),
    (lambda lines: lines.__setitem__(1, lines[1].replace('", "', '1", "', 1)), "Line 2: "),
    (lambda lines: lines.pop(), "cut short")])
def test_damage_is_named_with_its_line(change, says):
    with pytest.raises(BadInput) as wrong:
        replay_record(load_record(damaged(change)), GAME.pure_rules)
    assert says in str(wrong.value), str(wrong.value)


def test_a_changed_digest_is_found():
    lines = dump_record(record_of(GAME)[0]).splitlines()
    event = json.loads(lines[4].rstrip(","))
    event[2] = "0" * 16
    lines[4] = json.dumps(event) + ","
    with pytest.raises(BadRecord, match="Line 5: the position after it"):
        replay_record(load_record("\n".join(lines)), GAME.pure_rules)


def test_numbers_that_a_state_got_later_count_once_they_are_set():
    class Before:
        turn: int
        hand: [2]

    class After:
        turn: int
        late: int
        hand: [3]
        LATER = {"late": 0, "hand": 2}

    before, after = struct(Before).new(), struct(After).new()
    for state in before, after:
        state.turn, state.hand[1] = 3, 5
    assert digest_state(after) == digest_state(before)
    known = digest_state(after)
    for name, at in (("late", ()), ("hand", 2)):
        changed = after.copy()
        changed[name] = 7 if at == () else [0, 5, 7]
        assert digest_state(changed) != known
    with pytest.raises(TypeError, match="'gone'"):
        struct(type("State", (), {"__annotations__": {"turn": int}, "LATER": {"gone": 0}}))


def test_an_older_version_is_read_as_far_as_it_goes():
    record, _ = record_of(GAME)
    record.version = 0
    record.events[6] = (record.events[6][0], "play 19 19", "", "")
    match = replay_record(record, GAME.pure_rules)
    assert len(match.events) == 6 and "version 0" in record.note and "line 8" in record.note


def test_a_record_too_large_is_refused():
    with pytest.raises(BadRecord, match="at most"):
        load_record("x" * 4_000_001)


def test_refused_is_not_recorded():
    recorder = GameRecorder(Match(GAME, 2, {}, GAME.pure_rules), ["A", "B"])
    with pytest.raises(BadInput, match="nobody plays just now"):
        recorder.act(0, GAME.words.parse("pass"))
    assert recorder.record.events == [] and recorder.match.events == []
