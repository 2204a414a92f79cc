"""Numbered deals: the same number gives the same cards, wherever and with whomever it is played."""

from hashlib import sha256

import pytest
from table_bench import Bench, Browser, labels

import coprime
from coprime.core import numbered_deals
from coprime.core.errors import Refused
from coprime.core.seats import CHANCE
from coprime.server.app.new_table import prepare_table
from coprime.table.settings import check_deal, has_numbered_deals

COUNTED = [name for name, game in coprime.all_games().items() if has_numbered_deals(game)]


def practised(seed, name="prime_daifugo", seats=2, **settings):
    """Somebody against bots, in a server with a chance of its own."""
    bench = Bench(seed=seed)
    table = bench.table(name, seats=seats, practice=True, **settings)
    somebody = Browser(bench, table, "ada")
    somebody.say("start", id="start")
    return bench, table, somebody


def play_on(bench, table, somebody, until=lambda table: table.match.over):
    """Ada does what comes first or last in the list, the bots what they like."""
    for step in range(4000):
        if until(table):
            return
        if table.is_resting():
            somebody.say("go", id=f"go{table.n}")
        elif table.acting_seats() & 1:
            assert somebody.act(labels(table, 0)[-(step % 2)])["type"] == "done"
        else:
            bench.run(table, 10)
    raise AssertionError("it does not end")


def chances(table):
    return [event.action for event in table.match.events if event.seat == CHANCE]


def test_its_bits_are_those_that_are_written_down():
    block = sha256(b"coprime deal 4711 3 0").digest()
    bits = numbered_deals.deal_bits(4711, 3)
    assert bits(62) == int.from_bytes(block, "big") >> 194
    assert bits(8) == sha256(b"coprime deal 4711 3 1").digest()[0]


@pytest.mark.parametrize("name", COUNTED)
def test_a_number_deals_the_same_in_every_server(name):
    seats = max(2, coprime.all_games()[name].seats[0])
    one, same, other = (practised(seed, name, seats, deal=number)[1] for seed, number in ((1, 7), (2, 7), (3, 8)))
    first = min(map(len, map(chances, (one, same, other))))
    assert first and chances(one)[:first] == chances(same)[:first]
    # What is no shuffle may come out alike by chance: then it is the sequence that differs.
    bits_of = numbered_deals.deal_bits
    assert [bits_of(7, n)(62) for n in range(4)] != [bits_of(8, n)(62) for n in range(4)]


def test_every_shuffle_of_a_match_is_the_deals_own():
    matches = []
    for seed in (1, 2):
        bench, table, somebody = practised(seed, "daifugo", 4, deal=20261122, options={"match_length": 2})
        play_on(bench, table, somebody)
        matches.append(chances(table))
    drawn = matches[0]
    assert len(drawn) > 1 and len(set(drawn)) == len(drawn)
    assert matches[1][0] == drawn[0]


def test_in_practice_every_deal_has_a_number_and_another_match_another():
    bench, table, somebody = practised(1)
    number = somebody.told["dealt"]
    assert 1 <= number <= numbered_deals.LAST_DEAL and somebody.told["deal"] == 0 and somebody.told["numbered"]
    assert [chip["value"] for chip in somebody.told["chips"] if not chip["option"]] == [number]
    assert somebody.told["chips"][0]["text"] == str(number), "the deal is the first of the rules"
    dealt = chances(table)
    play_on(bench, table, somebody)
    somebody.say("rematch", id="again", deal=number)
    assert somebody.told["dealt"] == number and chances(table)[0] == dealt[0]
    play_on(bench, table, somebody)
    somebody.say("rematch", id="fresh", deal=0)
    assert somebody.told["dealt"] != number


def test_people_among_themselves_are_dealt_from_secrets_unless_they_ask(two):
    _bench, table, a, b, _c = two
    assert a.told["dealt"] == b.told["dealt"] == 0
    assert chances(table)[0] != numbered_deals.deal_bits(0, 0)(62)


def test_the_host_asks_for_a_number_before_the_start(bench):
    table = bench.table(preset="family")
    a, b = Browser(bench, table, "ada"), Browser(bench, table, "bo")
    assert b.say("options", id="no", deal=5)["type"] == "refused"
    a.say("options", id="family", preset="family")
    a.say("options", id="yes", deal=5)
    assert b.told["deal"] == 5 and b.told["dealt"] == 0 and b.told["preset"] == "family"
    assert a.say("options", id="far", deal=numbered_deals.LAST_DEAL + 1)["sentence"] == \
        "The number of a deal is 1 to 99999999; 0 stands for a fresh one."
    a.say("start", id="start")
    assert b.told["dealt"] == 5 and chances(table)[0] == chances(practised(9, deal=5)[1])[0]


def test_what_is_taken_back_behind_a_draw_is_drawn_anew():
    bench, table, somebody = practised(1, "prime_climb", 1, deal=3)
    first = chances(table)
    play_on(bench, table, somebody, lambda table: len(chances(table)) > len(first))
    somebody.say("undo", to=len(first))
    assert somebody.told["dealt"] == 0 and table.settings.deal == 3


def test_a_second_person_ends_the_number_of_a_practice_deal():
    bench, table, somebody = practised(1, "prime_climb", 2)
    assert somebody.told["dealt"]
    other = Browser(bench, table, "bo")
    other.say("sit", seat=1, id="sit")
    somebody.say("admit", who=other.visit.who, id="yes")
    assert not other.told["practice"] and other.told["dealt"] == 0


def test_a_game_whose_rules_number_its_deals_keeps_its_option():
    game = coprime.all_games()["prime_solitaire"]
    assert "prime_solitaire" not in COUNTED
    with pytest.raises(Refused, match="choose the option deal"):
        check_deal(game, 5)
    _bench, _table, somebody = practised(1, "prime_solitaire", 1)
    assert somebody.told["dealt"] == 0 and not somebody.told["numbered"]


def test_a_new_table_asks_for_it():
    class Asked:
        game, seats, options, preset, bots, now = "prime_daifugo", None, {}, None, None, True
        practice, names, class_, calm, deal, hours = None, None, False, False, 12, 0
        rated = False
    assert prepare_table(Asked, "ada", "Ada").settings.deal == 12
    Asked.deal = -1
    with pytest.raises(Refused, match="1 to 99999999"):
        prepare_table(Asked, "ada", "Ada")
