"""A file of several records: split, chosen from, and told apart where one is damaged."""

import json

import pytest

from coprime.core.errors import BadInput
from coprime.core.match import Match
from coprime.core.record import GameRecorder, dump_record, load_record, replay_record
from coprime.core.record_splitting import choose_record, split_records
from coprime.core.registry import find_game
from coprime.core.seats import CHANCE


@pytest.fixture(scope="module")
def records():
    """Three short records: two of one game, one of another; only the first has an event."""
    def record(name, draws):
        recorder = GameRecorder(Match(find_game(name), 2, rules=find_game(name).pure_rules), ["Ada", "Bo"])
        for number in range(draws):
            recorder.act(CHANCE, number)
        return dump_record(recorder.record)
    return [record("prime_daifugo", 1), record("prime_daifugo", 0), record("prime_climb", 0)]


def test_records_one_after_another_are_split_and_each_loads(records):
    for text in ("".join(records), "\n\n".join(records) + "\n\n", "\r\n".join(records)):
        found = split_records(text)
        assert [replay_record(load_record(one.text)).game.name for one in found] == [
            "prime_daifugo", "prime_daifugo", "prime_climb"]
    assert [one.text for one in split_records("".join(records))] == records
    lines = "".join(records).splitlines()
    assert all(lines[one.line - 1].startswith('{"coprime"') for one in split_records("".join(records)))


def test_one_record_is_one_and_what_is_none_stays_as_it_is(records):
    assert [one.text for one in split_records(records[0])] == records[:1]
    for nothing in ("", "chess", "[]\n", "\n" + "a\n" * 3):
        (found,) = split_records(nothing)
        with pytest.raises(BadInput, match="Line 1"):
            load_record(found.text)


def test_a_record_that_is_cut_short_costs_no_other(records):
    cut = records[0].splitlines(keepends=True)[:-1]
    first, second = split_records("".join(cut) + records[2])
    with pytest.raises(BadInput, match="cut short"):
        load_record(first.text)
    assert load_record(second.text).game == "prime_climb"


def test_one_is_chosen_by_its_number(records):
    text = "".join(records)
    assert json.loads(choose_record(text, 3))["game"] == "prime_climb"
    assert choose_record(records[2]) == choose_record(records[2], 1) == records[2]
    with pytest.raises(BadInput, match="holds 3 records"):
        choose_record(text)
    for number in (0, 4, -1):
        with pytest.raises(BadInput, match=f"no record {number} in the file; it holds 3"):
            choose_record(text, number)
