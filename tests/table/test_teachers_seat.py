"""The seat that a game's rules give to a teacher, at a table of a class: theirs, and never waited for long."""

import pytest
from table_bench import Bench, Browser, labels

from coprime.core.registry import find_game as find
from coprime.core.seats import WATCHER
from coprime.games.prime_challenge.state import Phase
from coprime.table import bot_chairs, class_table, match_lifecycle, person_commands
from coprime.table.settings import Settings, choose_options
from coprime.table.table import Table


def lesson(bench, seated=True, factor=1, **options):
    """Ada and Bo, the first of whom is to act, and their teacher in the seat that deals."""
    game = find("prime_challenge")
    options = choose_options(game, 3, {"level": 1, "dealer": "teacher", **options}, None, {})
    settings = Settings(3, options, class_=True, talk=False, classroom="CLASS", deal=7, factor=factor)
    table = Table("TABLE", game, settings, bench)

    def prepare(table, now):
        host = table.lobby.add_guest("teacher", "Ms Frost")
        bot_chairs.set_up_chairs(table, None, 3)
        if seated:
            table.lobby.seat_person(host, table.teacher_seat)
        for seat, name in enumerate(("ada", "bo"), 1):
            table.lobby.seat_person(table.lobby.add_guest(name, name.title()), seat)
        match_lifecycle.begin_match(table, now)
        table.clock.set_factor(now, factor)
    bench.put(table, prepare)
    return table, Browser(bench, table, "teacher", watch=True), [Browser(bench, table, name) for name in ("ada", "bo")]


@pytest.fixture
def bench():
    return Bench()


def attends(teacher, table):
    assert teacher.say("watch", seat=table.teacher_seat, id=f"w{table.n}.{len(teacher.got)}")["type"] == "done"
    assert teacher.told["teaching"]["attends"]


def takes_something_wrong(table, person):
    """A pick-up of two cards: fewer than any set has."""
    first, second = [one["place"] for one in person.last("scene")["scene"]["main"] if one["face"]][:2]
    assert person.act(f"take {first} {second}")["type"] == "done"


def test_a_game_says_which_seat_is_for_a_teacher():
    game = find("prime_challenge")
    assert [game.teacher(choose_options(game, 3, {"dealer": dealer}, None, {})) for dealer in (
        "program", "dropout", "teacher", "playing")] == [None, None, 0, None]
    assert find("daifugo").teacher({}) is None


def test_the_teacher_of_a_class_is_its_dealer_and_still_its_teacher(bench):
    table, teacher, (ada, _) = lesson(bench)
    assert table.teacher == teacher.told["you"]["who"] and teacher.told["you"]["seats"] == [0]
    assert teacher.told["teaching"]["desk"] == 0 and ada.told["teaching"] is None
    assert table.list_shown_watchers(teacher.visit) == [WATCHER] and teacher.last("scene")["seat"] == "watcher"
    assert ada.told["seats"][0]["name"] == "Ms Frost" and not ada.told["seats"][0]["away"]
    assert table.match.state.turn in (1, 2) and int(table.match.state.deals) == 0
    assert teacher.say("watch", seat=1, id="w")["type"] == "done" and not teacher.told["teaching"]["attends"]


def test_who_deals_challenges_as_the_rules_have_it(bench):
    table, teacher, (ada, bo) = lesson(bench)
    attends(teacher, table)
    player = (ada, bo)[int(table.match.state.turn) - 1]
    takes_something_wrong(table, player)
    challenge = next(label for label in labels(table, 0) if label.startswith("challenge"))
    bench.now += 1
    assert teacher.act(challenge)["type"] == "done"
    bench.run(table, 0.1)
    paid = [int(n) for n in table.match.state.points[:3]]
    assert paid[0] > 0 and paid[player.told["you"]["seats"][0]] == -paid[0]
    assert teacher.act("hit")["type"] == "refused" and teacher.told["teaching"]["refused"] == []


def test_nobody_waits_for_a_teacher_who_is_at_another_table(bench):
    """Their page looks on at every table; without clocks a window closes when everybody has let it pass."""
    table, teacher, (ada, bo) = lesson(bench, factor=0)
    for _ in range(3):
        at = int(table.match.state.turn) - 1
        takes_something_wrong(table, (ada, bo)[at])
        assert 0 in table.match.to_act()
        bench.run(table, 5)
        assert 0 not in table.match.to_act() and table.match.state.points[0] == 0, "and no bot challenges for them"
        (bo, ada)[at].act("wait")
    assert table.match.state.stack_n == 6


def test_a_table_waits_a_while_for_its_teacher_and_then_not_until_they_look_again(bench):
    table, teacher, (ada, bo) = lesson(bench, factor=0)
    attends(teacher, table)
    at = int(table.match.state.turn) - 1
    takes_something_wrong(table, (ada, bo)[at])
    (bo, ada)[at].act("wait")
    bench.run(table, class_table.TEACHER_PATIENCE - 1)
    assert 0 in table.match.to_act() and teacher.told["teaching"]["attends"]
    bench.run(table, 6)
    assert 0 not in table.match.to_act() and not teacher.told["teaching"]["attends"]
    takes_something_wrong(table, (ada, bo)[at])
    (bo, ada)[at].act("wait")
    bench.run(table, 5)
    assert 0 not in table.match.to_act(), "without another wait"
    attends(teacher, table)
    takes_something_wrong(table, (ada, bo)[at])
    bench.run(table, 5)
    assert 0 in table.match.to_act()


@pytest.mark.parametrize("goes", ["leaves", "looks elsewhere", "pauses"])
def test_a_table_goes_on_when_its_teacher_leaves_in_the_middle(bench, goes):
    table, teacher, (ada, bo) = lesson(bench, factor=0)
    attends(teacher, table)
    takes_something_wrong(table, (ada, bo)[int(table.match.state.turn) - 1])
    if goes == "leaves":                                    # a reload, too: the new page looks on from outside
        teacher.leave()
    elif goes == "pauses":
        teacher.say("pause", on=True, id="p")
        bench.run(table, 60)
        assert 0 in table.match.to_act() and teacher.told["teaching"]["attends"], "a pause is no wait"
        teacher.say("pause", on=False, id="p2")
        teacher.say("watch", id="w")
    else:
        teacher.say("watch", seat=2, id="w")
    bench.run(table, 5)
    assert 0 not in table.match.to_act()


def test_a_teacher_who_challenged_and_went_away_holds_up_nobody(bench):
    table, teacher, (ada, bo) = lesson(bench)
    attends(teacher, table)
    at = int(table.match.state.turn)
    assert any(label.startswith("take") for label in labels(table, at))
    (ada, bo)[at - 1].act("hit")
    assert teacher.act("challenge 0")["type"] == "done"
    bench.run(table, 0.1)
    assert table.match.state.phase == Phase.TAKING and int(table.match.state.challenger) == 0
    teacher.leave()
    bench.run(table, 60)
    assert table.match.state.challenger != 0 and table.match.state.turn != at


def test_with_turns_a_bot_takes_them_where_the_teacher_is_not(bench):
    table, _, pupils = lesson(bench, teacher_plays="on", first_seconds=0)
    at = dict(enumerate(pupils, 1))
    for _ in range(40):
        turn = int(table.match.state.turn)
        if turn == 0:
            break
        at[turn].act(labels(table, turn)[0])
        bench.run(table, 3)
    assert turn == 0
    n = table.n
    bench.run(table, 30)
    assert table.n > n


def test_the_seat_is_for_the_teacher_alone_and_they_stand_up_and_sit_down(bench):
    table, teacher, (ada, _) = lesson(bench, seated=False)
    assert teacher.told["you"]["seats"] == [] and table.lobby.chairs[0].kind == "bot"
    stranger = Browser(bench, table, "cy")
    assert stranger.told["seats"][0]["sit"] == "" and teacher.told["seats"][0]["sit"] == "now"
    assert "for the teacher" in stranger.say("sit", seat=0, id="s")["sentence"]
    bench.put(table, person_commands.assign_seat, "dee", "Dee")
    assert table.lobby.seats_of(table.lobby.find_guest("dee").who) == []
    bench.put(table, person_commands.release_seats, "bo")
    assert "but one that" in teacher.say("sit", seat=2, id="t")["sentence"]
    assert teacher.say("sit", id="u")["type"] == "done" and teacher.told["you"]["seats"] == [0]
    attends(teacher, table)
    assert teacher.say("stand", id="v")["type"] == "done" and not teacher.told["teaching"]["attends"]
    assert table.lobby.chairs[0].kind == "bot" and table.teacher == teacher.told["you"]["who"]
    bench.put(table, person_commands.assign_seat, "teacher", "Ms Frost")
    assert teacher.told["you"]["seats"] == [0]


def test_a_newcomer_gets_the_place_of_who_went_and_not_the_teacher_s(bench):
    table, teacher, (ada, bo) = lesson(bench)
    bench.put(table, person_commands.release_seats, "ada")
    bench.put(table, person_commands.assign_seat, "cy", "Cy")
    assert person_commands.seat_or_promise_of(table, "cy") == 1 and person_commands.seat_or_promise_of(table,
                                                                                                   "teacher") == 0


def test_in_another_match_the_others_move_on_and_the_teacher_stays(bench):
    table, teacher, (ada, bo) = lesson(bench)
    bench.put(table, lambda table, now: bot_chairs.rotate_seats(table))
    assert [person_commands.seat_or_promise_of(table, key) for key in ("teacher", "ada", "bo")] == [0, 2, 1]
