"""Recorded games in the players' notation: each rare rule, and what a wrong record is told."""

from pathlib import Path

import pytest

from coprime.core.errors import BadRecord
from coprime.core.kernel import import_pure
from coprime.games.sosu_daifugo import record_replay
from coprime.games.sosu_daifugo.record_notation import format_record, format_signs, parse_record, parse_signs
from coprime.games.sosu_daifugo.record_replay import replay_record

RECORDS = sorted((Path(__file__).parent / "records").glob("*.txt"))


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_recorded_game_replays_and_is_written_as_it_was_read(path):
    text = path.read_text()
    record = parse_record(text)
    assert format_record(record) == text
    state = replay_record(record)
    assert state.winner == record.turns[-1].seat and record.turns[-1].wins


@pytest.mark.compiled
def test_compiled_rules_replay_to_the_same_states(monkeypatch):
    from coprime.games.sosu_daifugo import rules

    pure = import_pure("coprime.games.sosu_daifugo.rules")
    for path in RECORDS:
        record = parse_record(path.read_text())
        expected = [state.tobytes() for state in list_states(record)]
        monkeypatch.setattr(record_replay, "import_pure", lambda name: rules)
        assert [state.tobytes() for state in list_states(record)] == expected
        monkeypatch.setattr(record_replay, "import_pure", lambda name: pure)


def list_states(record):
    state = record_replay.set_up_game(record)
    return [state.copy() for _ in record_replay.iterate_states(record, state)]


@pytest.mark.parametrize("play", ["KK=A3*TX|X=A", "T48576=2^4*2^8*2^2^3", "X69=K^X|X=A|X=2", "X", "XX|X=0|X=Q"])
def test_plays_are_written_as_they_are_read(play):
    assert format_signs(parse_signs(play)) == play


GAME = (Path(__file__).parent / "records" / "finish_by_57.txt").read_text()


@pytest.mark.parametrize(("before", "after", "says"), [
    ("B:57[GC]#", "A:57[GC]#", "Line 6: it is another player's turn"),
    ("A:%", "A:K", "Line 5: the play is refused (wrong count)"),
    ("B:57[GC]#", "B:57[GC]", "Line 6: the hand is empty, so # was expected"),
    ("QTAXJJ|X=0", "QTAXJJ", "Line 4: the play is refused (undeclared)"),
    ("QTAXJJ|X=0", "QTAXJJ|X=2", "Line 4: the play fails, so P(...) was expected"),
    ("88552A269", "88552A269,P(9)", "Line 3: the play stands, so there is no P(...)"),
    ("A:%", "A:Z", "Line 5: 'Z' cannot be read"),
    ("A:%", "C:%", "Line 5: there is no hand of 'C' above"),
    ("A:%", "nothing", "Line 5: a line begins with a player's name and a colon"),
    ("A:(592A8288657)", "A:(592A8288888)", "The hands have more than the pack of 8"),
])
def test_a_wrong_record_names_the_line_and_what_was_expected(before, after, says):
    assert before in GAME
    with pytest.raises(BadRecord) as refused:
        replay_record(parse_record(GAME.replace(before, after, 1)))
    assert says in str(refused.value)


def test_a_card_that_the_deck_does_not_have():
    with pytest.raises(BadRecord, match=r"Line 3: D\(8\) cannot come from the deck, where 48 cards are unseen"):
        replay_record(parse_record("A:(8888)\nB:(23)\nA:D(8)8\n"))


@pytest.mark.parametrize("text", ["", "A:(23)\n", "A:(23)\nA:(45)\n", "x" * 100_001])
def test_what_is_no_record_gets_a_sentence(text):
    with pytest.raises(BadRecord):
        parse_record(text)
