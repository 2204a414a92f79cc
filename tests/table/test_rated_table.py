"""A rated table: which matches count, with the event that ends them, and what stays as it is."""

import pytest
from table_bench import Browser
from test_table import labels, play_out, turn

GAME = {"games_to_win": 1}


def results(bench):
    return [unit.rated for unit in bench.units if unit.rated]


def begun(bench, **settings):
    table = bench.table(options=GAME, rated=True, **settings)
    pages = [Browser(bench, table, "ada"), Browser(bench, table, "bo")]
    pages[0].say("start", id="start")
    return table, pages


def test_a_match_of_two_people_counts_once_with_its_last_event(bench):
    table, pages = begun(bench)
    play_out(table, pages)
    [found] = results(bench)
    won = [float(one) for one in table.match.returns()]
    assert (found.match, found.first, found.second) == (1, "ada", "bo")
    assert found.score == (2 if won[0] > won[1] else 0)
    assert next(unit for unit in bench.units if unit.rated).journal_rows, "in one piece with the end of the match"
    pages[0].say("chat", text="well played")
    assert len(results(bench)) == 1


def test_another_match_at_the_table_counts_by_itself(bench):
    table, pages = begun(bench)
    play_out(table, pages)
    for number, page in enumerate(pages):
        page.say("rematch", id=f"again {number}")
    assert table.match_count == 2 and table.phase == "playing"
    play_out(table, pages)
    assert [one.match for one in results(bench)] == [1, 2]


def test_a_match_in_which_a_bot_played_does_not_count(bench):
    table, (a, b) = begun(bench)
    while turn(table) == 0:
        a.act(labels(table, 0)[-1])
    b.leave()
    bench.run(table, 90)
    play_out(table, [a, Browser(bench, table, "bo")])
    assert table.phase == "over" and not results(bench)


def test_a_table_that_is_not_rated_counts_nothing(bench):
    table = bench.table(options=GAME)
    pages = [Browser(bench, table, "ada"), Browser(bench, table, "bo")]
    pages[0].say("start", id="start")
    play_out(table, pages)
    assert table.phase == "over" and not results(bench)


def test_it_begins_once_two_people_sit_there(bench):
    table = bench.table(options=GAME, rated=True)
    ada = Browser(bench, table, "ada")
    assert "two people" in ada.say("start", id="early")["sentence"] and table.phase == "lobby"
    Browser(bench, table, "bo")
    assert ada.say("start", id="now")["type"] == "done" and table.phase == "playing"


@pytest.mark.parametrize("message", [
    {"type": "hints", "on": True}, {"type": "takebacks", "on": True}, {"type": "game", "game": "prime_climb"},
    {"type": "options", "seats": 3}, {"type": "options", "deal": 7}, {"type": "rematch", "deal": 7}],
    ids=lambda message: " ".join(message))
def test_what_makes_a_result_doubtful_stays_off(bench, message):
    table = bench.table(options=GAME, rated=True, hints=False, take_back=False)
    ada = Browser(bench, table, "ada")
    Browser(bench, table, "bo")
    answer = ada.say(**message, id="x")
    assert answer["type"] == "refused" and "stays as it is" in answer["sentence"]
    assert not (table.settings.hints or table.settings.take_back or table.settings.deal)
    assert ada.say("options", options={"games_to_win": 2}, id="y")["type"] == "done"
