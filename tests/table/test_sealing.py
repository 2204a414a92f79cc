"""Sealed matches at a table: what is told when, what follows from what, and that no secret is told before the end."""

import json
import random
from dataclasses import replace

import pytest
from independent_seal import committed, due
from table_bench import Bench, Browser, labels

import coprime
from coprime.core.match import Match
from coprime.core.record import dump_record, load_record, parse_event_action, parse_seat
from coprime.core.seats import CHANCE, CLOCK
from coprime.core.verification import verify_record
from coprime.table.journal_replay import journal_record, rows_of_match
from coprime.table.snapshot import restore_table, serialize_snapshot

GAMES = list(coprime.all_games())


def heads(bench):
    """The first rows of all matches."""
    return [json.loads(row.action) for row in bench.rows if row.seat == "start"]


def back(bench, table):
    """The table, made again from what was kept."""
    found = json.loads(json.dumps([unit.settings for unit in bench.units if unit.settings][-1]))
    return restore_table("TABLE", table.game, found, bench.rows, [], bench)


def record(bench, table, match=1):
    """The record as it can be had now, saved and loaded."""
    return load_record(dump_record(journal_record(table.game, rows_of_match(bench.rows, match),
                                                  table.game.pure_rules)))


def verdict(found):
    return verify_record(found, coprime.game(found.game).pure_rules)


def at_table(name="prime_daifugo", seats=2, seed=1, **settings):
    """A lobby with a person in every seat."""
    bench = Bench(seed=seed)
    table = bench.table(name, seats=seats, **settings)
    return bench, table, [Browser(bench, table, f"p{seat}") for seat in range(seats)]


def play(bench, table, pages, steps, luck, back_too=False):
    """Random play, and in practice sometimes back to an earlier step."""
    for k in range(steps):
        acting = table.match.to_act()
        people = [seat for seat in acting if seat < CHANCE]
        if not acting:
            return
        if back_too and luck.random() < 0.2:
            pages[0].say("undo", id=f"u{k}", to=luck.randrange(table.history.step_count + 1), seat=0)
        elif CLOCK in acting and (luck.random() < 0.1 or not people):
            bench.run(table, luck.uniform(0, 40))
        elif people:
            seat = luck.choice(people)
            pages[seat].act(table.game.words.label(luck.choice(table.match.sound_actions(seat))))
        else:
            pages[0].say("go", id=f"go{k}")


def test_the_commitment_is_told_in_the_lobby_and_the_deal_follows_from_secret_and_numbers():
    bench, table, (a, b) = at_table()
    told = a.told["seal"]
    assert told["next"] == b.told["seal"]["next"] == committed(table.secret) and told["now"] == ""
    assert a.say("add", id="a", number="  17  and 4 ")["type"] == "done"
    assert a.told["seal"] == {"now": "", "next": told["next"], "added": [True, False], "yours": {"0": "17 and 4"}}
    assert b.told["seal"] == {"now": "", "next": told["next"], "added": [True, False], "yours": {"1": ""}}
    a.say("start", id="start")
    assert a.told["seal"]["now"] == told["next"] and a.told["seal"]["next"] == ""
    assert any(chip["title"] == "Sealed" and chip["text"] == told["next"][:8] for chip in a.told["chips"])
    [head] = heads(bench)
    assert head["sealed"]["numbers"] == ["17 and 4", ""] and committed(head["sealed"]["secret"]) == told["next"]
    first = table.match.events[0]
    begun = Match(table.game, 2, table.settings.options, table.game.pure_rules)
    assert first.seat == CHANCE and first.action == due(
        begun.rules, begun.state, head["sealed"]["secret"], ["17 and 4", ""], 0)


def test_a_number_is_added_before_a_match_and_by_whoever_sits_there():
    _bench, table, (a, b) = at_table()
    watcher = Browser(a.bench, table, "w", watch=True)
    assert watcher.say("add", id="w", number="1")["type"] == "refused"
    assert b.say("add", id="b", number="1", seat=0)["type"] == "refused"
    assert b.say("add", id="c", number="x" * 41)["sentence"] == \
        "A number of one’s own is any text of up to 40 characters that can be printed."
    a.say("add", id="1", number="one")
    a.say("add", id="1", number="two")                                 # sent again: it is carried out once
    assert table.lobby.chairs[0].added == "one"
    a.say("add", id="2", number="")
    assert a.told["seal"]["added"] == [False, False]
    a.say("add", id="3", number="three")
    a.say("stand", id="4")
    assert a.told["seal"]["added"] == [False, False]
    a.say("sit", id="5")
    assert a.told["seal"]["yours"] == {"0": ""}
    a.say("start", id="start")
    late = a.say("add", id="6", number="late")
    assert late["sentence"].startswith("A number can be added to a match before it begins")


def test_several_people_at_one_device_each_have_a_number():
    bench = Bench()
    table = bench.table(hotseat=True)
    page = Browser(bench, table, "ada", hello=False)
    guest = table.lobby.add_guest("ada", "Ada")
    for seat, name in enumerate(("Ada", "Bo")):
        table.lobby.seat_person(guest, seat, name)
    page.say("hello", **{"as": "seat"})
    assert page.say("add", id="1", number="7")["type"] == "refused"
    page.say("add", id="2", number="7", seat=0)
    page.say("add", id="3", number="8", seat=1)
    assert page.told["seal"]["yours"] == {"0": "7", "1": "8"}


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("practice", [False, True])
def test_every_draw_of_random_games_follows(name, practice, sample_size):
    """Also where things were taken back, which anybody may do in practice: those draws are never made again."""
    game, luck = coprime.game(name), random.Random(f"{name} {practice}")
    for seed in range(sample_size(1, 3)):
        seats = luck.randint(*game.seats)
        bench, table, pages = at_table(name, seats, seed)
        pages[0].say("add", id="n", number=f"{seed}")
        pages[0].say("start", id="start")
        table.settings.practice = practice
        play(bench, table, pages, 60, luck, back_too=practice)
        seal = heads(bench)[0]["sealed"]
        drawn = sum(row.seat == "chance" for row in bench.rows)
        assert table.history.draw_count == drawn
        found = record(bench, table)
        if found.sealed is None:                                       # it was over, and was taken back
            assert practice
            continue
        assert follow(game, found, seal) == len(found.sealed.draws)
        assert found.sealed.secret == (seal["secret"] if table.match.over else "")
        whole = replace(found, sealed=replace(found.sealed, secret=seal["secret"]))
        assert verdict(whole).is_verified and verdict(found).kind == ("sealed" if table.match.over else "told")


def follow(game, found, seal):
    """Play a record again; how many draws of chance follow from its seal, all of them."""
    match, draws = Match(game, found.seats, found.options, game.pure_rules), iter(found.sealed.draws)
    for n, (seat, text, _, _) in enumerate(found.events):
        actor = parse_seat(seat)
        action = parse_event_action(game.words, actor, text)
        if actor == CHANCE:
            assert action == due(match.rules, match.state, seal["secret"], seal["numbers"], next(draws)), n
        match.act(actor, action)
    return len(found.sealed.draws)


def climbing(practice=True):
    """A short match of Prime Climb, whose dice are drawn again and again, at a table of one person."""
    bench, table, [page] = at_table("prime_climb", 1)
    page.say("add", id="n", number="5")
    page.say("start", id="start")
    table.settings.practice = practice
    return bench, table, page


def test_what_is_taken_back_is_drawn_anew_and_the_record_says_so():
    bench, table, page = climbing()
    first = [event.action for event in table.match.events]
    play(bench, table, [page], 200, random.Random(1), back_too=True)
    seal = heads(bench)[0]["sealed"]
    found = record(bench, table)
    assert found.sealed.undone_draws > 0 and follow(table.game, found, seal) == len(found.sealed.draws)
    assert [event.action for event in table.match.events[:len(first)]] == first, "the first deal stays"


def ended(bench, table, pages):
    """The match is played to its end."""
    luck = random.Random(3)
    for _ in range(40):
        play(bench, table, pages, 200, luck)
        if table.match.over:
            return
    raise AssertionError("it does not end")


def test_after_the_end_the_record_tells_all_and_another_secret_waits():
    bench, table, pages = at_table("secret_number")
    pages[0].say("add", id="n", number="11")
    pages[1].say("add", id="n", number="13")
    pages[0].say("start", id="start")
    ended(bench, table, pages)
    first = heads(bench)[0]["sealed"]
    assert pages[0].told["seal"]["now"] == committed(first["secret"])
    assert pages[0].told["seal"]["next"] == committed(table.secret) != committed(first["secret"])
    assert pages[0].told["seal"]["added"] == [False, False]
    found = record(bench, table)
    assert found.sealed.secret == first["secret"] and found.sealed.numbers == ("11", "13")
    assert verdict(found).is_verified and "added by P0 and P1." in " ".join(verdict(found).sentences)
    pages[0].say("add", id="m", number="17")
    told = pages[0].told["seal"]["next"]
    pages[0].say("rematch", id="again", rotate=True)
    second = heads(bench)[1]["sealed"]
    assert committed(second["secret"]) == told and second["numbers"] == ["", "17"], "the number goes with its chair"
    assert pages[0].told["seal"]["now"] == told


def test_taking_back_the_end_ends_the_seal():
    """By then the secret may be known, and with it what comes: so that is drawn elsewhere, and is not called sealed."""
    bench, table, page = climbing()
    ended(bench, table, [page])
    assert record(bench, table).sealed.secret
    step = max(n for n, event in enumerate(table.match.events) if event.seat == CHANCE)
    page.say("undo", id="back", to=step)
    assert table.match.to_act() == [0], "chance has drawn anew"
    assert table.history.seal is None and page.told["seal"]["now"] == ""
    assert back(bench, table).history.seal is None
    bench.random = random.Random(99)
    ended(bench, table, [page])
    found = record(bench, table)
    assert found.sealed is None and verdict(found).kind == "none"


def test_a_table_comes_back_with_its_secret_and_goes_on_with_its_draws():
    bench, table, pages = at_table("prime_climb", 2)
    pages[0].say("add", id="n", number="5")
    again = back(bench, table)
    assert again.secret == table.secret and again.lobby.chairs[0].added == "5"
    pages[0].say("start", id="start")
    assert heads(bench)[0]["sealed"]["secret"] == again.secret
    play(bench, table, pages, 30, random.Random(2))
    again = back(bench, table)
    assert again.secret == table.secret and again.history.seal == table.history.seal
    assert (again.history.draw_count, again.history.draw_numbers) == (table.history.draw_count,
                                                                      table.history.draw_numbers)


def test_the_secret_of_a_match_and_the_next_one_are_kept_together():
    bench, _table, pages = at_table()
    pages[0].say("start", id="start")
    [unit] = [unit for unit in bench.units if any(row.seat == "start" for row in unit.journal_rows)]
    assert unit.settings["secret"] != heads(bench)[0]["sealed"]["secret"]


def test_what_was_kept_before_there_were_seals_goes_on_unsealed():
    bench, table, pages = at_table("prime_climb", 2)
    pages[0].say("start", id="start")
    for unit in bench.units:
        unit.journal_rows = [row._replace(action=json.dumps({name: part for name, part in json.loads(row.action).items()
                                                             if name != "sealed"})) if row.seat == "start" else row
                             for row in unit.journal_rows]
    old = {name: part for name, part in serialize_snapshot(table).items() if name != "secret"}
    old["chairs"] = [{name: part for name, part in chair.items() if name != "added"} for chair in old["chairs"]]
    again = restore_table("TABLE", table.game, old, bench.rows, [], bench)
    assert again.history.seal is None and len(again.secret) == 64
    units = len(bench.units)
    page = Browser(bench, again, "p0")
    assert bench.units[units].settings["secret"] == again.secret, "kept before anything of it is told"
    assert page.told["seal"]["now"] == ""
    while 0 not in again.match.to_act():
        bench.run(again, 100)
    assert page.act(labels(again, 0)[0], seat=0)["type"] == "done"
    assert verdict(record(bench, again)).kind == "none"


def test_a_numbered_deal_is_not_sealed_and_leaves_the_secret_for_later():
    bench, table, pages = at_table(deal=4711)
    pages[0].say("add", id="n", number="5")
    secret = table.secret
    pages[0].say("start", id="start")
    assert pages[0].told["seal"]["now"] == "" and table.secret == secret and table.lobby.chairs[0].added == "5"
    assert "sealed" not in heads(bench)[0] and heads(bench)[0]["deal"] == 4711
    found = record(bench, table)
    assert found.deal == 4711 and found.sealed is None
    assert verdict(found).kind == "numbered" and verdict(found).is_verified


def test_what_is_drawn_anew_in_a_numbered_deal_is_told_apart():
    bench = Bench()
    table = bench.table("prime_climb", seats=1, practice=True, deal=3)
    page = Browser(bench, table, "ada")
    page.say("start", id="start")
    drawn = table.history.draw_count
    while table.history.draw_count == drawn:
        page.act(labels(table, 0)[0])
    page.say("undo", id="u", to=drawn)
    play(bench, table, [page], 30, random.Random(5))
    assert table.settings.dealt == 0 and table.history.draw_count > drawn + 1
    found = verdict(record(bench, table))
    assert found.kind == "numbered" and found.is_verified and "The others were drawn anew" in found.sentences[-1]


@pytest.mark.parametrize("name", GAMES)
def test_nobody_is_told_a_secret_before_the_end(name, sample_size):
    game, luck = coprime.game(name), random.Random(name)
    bench, table, pages = at_table(name, game.seats[1])
    pages.append(Browser(bench, table, "w", watch=True))
    secrets = {table.secret}
    pages[0].say("add", id="n", number="a number of mine")
    pages[0].say("start", id="start")
    for _ in range(sample_size(4, 8)):
        play(bench, table, pages[:-1], 10, luck)
        secrets.add(table.secret)
        for seat in table.match.to_act():
            if seat < CHANCE:
                pages[seat].say("hint", seat=seat)
                pages[seat].say("ask", acts=labels(table, seat)[:1], seat=seat)
    secrets |= {head["sealed"]["secret"] for head in heads(bench)}
    assert len(secrets) == 2
    for page in pages:
        everything = json.dumps(page.got)
        assert not [secret for secret in secrets if secret in everything or str(int(secret, 16)) in everything]
    for page in pages[1:]:
        assert "a number of mine" not in json.dumps(page.got)
    if not table.match.over:
        assert not [secret for secret in secrets if secret in dump_record(record(bench, table))]
