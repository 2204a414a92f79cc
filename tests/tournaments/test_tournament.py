"""A tournament without a server: entering, rounds of every form, results, corrections, and what is refused."""

import random

import msgspec
import pytest

from coprime.core.errors import BadInput
from coprime.core.language_selection import use_language
from coprime.table.pairing_outcome import TableOutcome, is_decided
from coprime.tournaments import rounds
from coprime.tournaments.director_notice import (
    MOST_NOTICES,
    NOTICE_SECONDS,
    clean_notice,
    is_notice_limit_reached,
    set_notice,
)
from coprime.tournaments.sentences import say
from coprime.tournaments.tournament import Tournament, number_text, parse_names, score_text
from coprime.tournaments.tournament_types import TablePairing


def tournament_of(count, format="swiss", **fields):
    found = Tournament("Club", "director", "prime_daifugo", {}, None, format, **fields)
    for n in range(1, count + 1):
        found.enter(f"key{n}", f"Player {n}", 0)
    return found


def begin(tournament):
    """Begin the next round; its tables are called by round and number."""
    plan = rounds.plan_round(tournament)
    codes = [f"R{len(tournament.rounds) + 1}T{n}" for n in range(1, plan.table_count + 1)]
    rounds.begin_round(tournament, plan, codes, 0)
    return list(tournament.rounds[-1].pairings)


def finish(tournament, rng=None, draws=0.2):
    """All tables of the round play: the lower number wins, or by chance."""
    for pairing in tournament.open_pairings():
        match = 0
        while not tournament.is_done(pairing):
            match += 1
            entrants = pairing.players if match % 2 else pairing.players[::-1]
            best = min(entrants) if rng is None else rng.choice(entrants)
            drawn = rng is not None and rng.random() < draws
            shares = [0.5, 0.5] if drawn else [float(one == best) for one in entrants]
            assert rounds.count_games(tournament, pairing.code, [TableOutcome(match, entrants, shares)])


def standings(tournament):
    return [(one.place, one.player, one.points) for one in rounds.rank_tournament(tournament)]


@pytest.mark.parametrize("seed", range(30))
def test_a_swiss_of_any_size_with_late_entries_and_withdrawals(seed):
    rng = random.Random(seed)
    tournament = tournament_of(rng.randint(2, 13), wins=rng.randint(1, 3), planned=rng.randint(1, 6))
    had_bye = set()
    while not tournament.why_no_round():
        pairings = begin(tournament)
        active = {one.number for one in tournament.players if one.is_active}
        assert {number for one in pairings for number in one.players} == active
        byes = {one.players[0] for one in pairings if len(one.players) == 1}
        assert len(byes) == len(active) % 2 and (not byes & had_bye or active <= had_bye)
        had_bye |= byes
        if rng.random() < 0.3:
            tournament.enter(f"late{len(tournament.rounds)}", f"Late {len(tournament.rounds)}", 0)
        if rng.random() < 0.3 and len(active) > 3:
            tournament.withdraw(tournament.player(rng.choice(sorted(active))).name, 0)
        finish(tournament, rng)
        # Every pairing hands out one point, but for two who have both withdrawn and pairings without a won game.
        points = sum(points for _, _, points in standings(tournament))
        given = sum(one.points_of(number) for found in tournament.rounds for one in found.pairings
                    for number in one.players)
        assert points == given
    again = msgspec.json.decode(msgspec.json.encode(tournament), type=Tournament)
    assert again == tournament and standings(again) == standings(tournament)


def test_the_stronger_one_wins_a_swiss_of_eight():
    tournament = tournament_of(8)
    for expected in ([(1, 5), (2, 6), (3, 7), (4, 8)], [(1, 3), (2, 4), (5, 7), (6, 8)]):
        assert sorted(tuple(sorted(one.players)) for one in begin(tournament)) == expected
        finish(tournament)
    begin(tournament)
    finish(tournament)
    assert tournament.total_rounds == 3 and standings(tournament)[0] == (1, 1, 3.0)
    assert tournament.why_no_round().startswith("All rounds are played")


@pytest.mark.parametrize("count", [2, 5, 6])
def test_in_a_round_robin_everybody_meets_everybody(count):
    tournament = tournament_of(count, "round_robin")
    while not tournament.why_no_round():
        begin(tournament)
        finish(tournament)
    assert len(tournament.rounds) == tournament.total_rounds == count - (count % 2 == 0)
    assert standings(tournament) == [(n, n, float(count - n)) for n in range(1, count + 1)]


def test_who_leaves_a_round_robin_loses_what_is_left_of_it():
    tournament = tournament_of(4, "round_robin")
    begin(tournament)
    tournament.withdraw("Player 1", 0)
    finish(tournament)
    while not tournament.why_no_round():
        begin(tournament)
        finish(tournament)
    assert standings(tournament)[-1] == (4, 1, 0.0)
    assert [points for _, _, points in standings(tournament)] == [3, 2, 1, 0]
    with pytest.raises(BadInput, match="takes no late entries"):
        tournament.enter("late", "Late", 0)


def test_a_knock_out_of_six():
    tournament = tournament_of(6, "knockout")
    first = begin(tournament)
    assert [one.players for one in first] == [[1], [4, 5], [2], [3, 6]] and tournament.total_rounds == 3
    finish(tournament)
    assert [one.players for one in begin(tournament)] == [[1, 4], [2, 3]]
    finish(tournament)
    assert [one.players for one in begin(tournament)] == [[1, 2]]
    assert standings(tournament) == [(1, 1, 2), (1, 2, 2), (3, 3, 1), (3, 4, 1), (5, 5, 0), (5, 6, 0)]
    finish(tournament)
    assert standings(tournament)[:3] == [(1, 1, 3), (2, 2, 2), (3, 3, 1)]
    assert tournament.why_no_round().startswith("All rounds")


def test_a_line_of_a_knock_out_whose_players_both_leave_is_empty():
    tournament = tournament_of(4, "knockout")
    begin(tournament)
    tournament.withdraw("Player 1", 0)
    tournament.withdraw("Player 4", 0)
    finish(tournament)
    assert [one.players for one in begin(tournament)] == [[2]]
    assert standings(tournament)[0] == (1, 2, 2)
    with pytest.raises(BadInput, match="cannot come back"):
        tournament.readmit("Player 1", 0)


def test_a_pairing_is_decided_by_won_games():
    assert not is_decided([1.5, 0.5], 2, False) and is_decided([2, 1], 2, False) and is_decided([2, 2], 2, False)
    assert not is_decided([2, 2], 2, True) and is_decided([2.5, 1.5], 2, True) and not is_decided([], 1, False)


def test_a_game_is_counted_once_and_none_after_the_pairing_is_over():
    tournament = tournament_of(2, wins=2)
    pairing = begin(tournament)[0]
    one, other = pairing.players
    games = [TableOutcome(1, [one, other], [1, 0]), TableOutcome(2, [other, one], [1, 0]),
             TableOutcome(3, [one, other], [1, 0]), TableOutcome(4, [other, one], [1, 0])]
    assert rounds.count_games(tournament, pairing.code, games[:1]) and pairing.score == [1, 0]
    assert not rounds.count_games(tournament, pairing.code, games[:1])
    assert rounds.count_games(tournament, pairing.code, games[1::-1]) and pairing.score == [1, 1]
    assert rounds.count_games(tournament, pairing.code, games) and pairing.score == [2, 1]
    assert not rounds.count_games(tournament, pairing.code, games) and not rounds.count_games(tournament, "", games)
    assert not rounds.count_games(tournament, "other", games)


def test_games_of_others_are_not_counted():
    tournament = tournament_of(4)
    pairing = begin(tournament)[0]
    assert not rounds.count_games(tournament, pairing.code, [TableOutcome(1, [1, 9], [1, 0])])


def test_a_plan_that_something_has_changed_since_is_not_carried_out():
    tournament = tournament_of(4)
    plan = rounds.plan_round(tournament)
    tournament.withdraw("Player 2", 0)
    with pytest.raises(rounds.PlanOutdated):
        rounds.begin_round(tournament, plan, ["A", "B"], 0)
    assert tournament.rounds == []


def test_the_same_plan_begins_one_round():
    tournament = tournament_of(4)
    plan = rounds.plan_round(tournament)
    rounds.begin_round(tournament, plan, ["A", "B"], 0)
    with pytest.raises(BadInput, match="2 tables of this round are not finished"):
        rounds.begin_round(tournament, plan, ["C", "D"], 0)
    assert len(tournament.rounds) == 1


def test_a_withdrawal_loses_the_running_pairing_alone():
    tournament = tournament_of(4)
    first = begin(tournament)
    loser = first[0].players[0]
    assert tournament.withdraw(tournament.player(loser).name, 0) is first[0]
    assert first[0].winner == first[0].players[1] and tournament.is_done(first[0])
    finish(tournament)
    assert tournament.withdraw(tournament.player(first[1].players[0]).name, 0) is None
    with pytest.raises(BadInput, match="has withdrawn already"):
        tournament.withdraw(tournament.player(loser).name, 0)
    tournament.readmit(tournament.player(loser).name, 0)
    assert tournament.player(loser).from_round == 2
    with pytest.raises(BadInput, match="has not withdrawn"):
        tournament.readmit(tournament.player(loser).name, 0)


def test_a_correction_is_logged_and_counts():
    tournament = tournament_of(4, wins=2)
    pairing = begin(tournament)[0]
    one, other = (tournament.player(number).name for number in pairing.players)
    tournament.correct(1, 1, [0.5, 1.5], "  wrong\nbutton ", 5)
    assert tournament.is_done(pairing) and pairing.winner == pairing.players[1]
    line = tournament.log[-1]
    assert say(f"log.{line.key}", **line.facts) == (
        f"Table 1 in round 1 was corrected: {one} ½ : 1½ {other}, not 0 : 0. Reason: “wrong button”.")
    finish(tournament)
    begin(tournament)
    tournament.correct(1, 1, [1, 1], "both", 6)             # of a Swiss also later
    assert {points for _, number, points in standings(tournament) if number in pairing.players} == {0.5}
    tournament.correct(1, 1, [0, 0], "neither", 7)
    assert {points for _, number, points in standings(tournament) if number in pairing.players} == {0.0}


@pytest.mark.parametrize(("given", "why"), [
    ((2, 1, [1, 0], "x"), "Round 2 has no table 1"), ((1, 9, [1, 0], "x"), "no table 9"),
    ((0, 1, [1, 0], "x"), "no table 1"), ((-1, 1, [1, 0], "x"), "no table 1"),
    ((1, 3, [1, 0], "x"), "no table 3 with two players"), ((1, 1, [1], "x"), "two numbers"),
    ((1, 1, [10, 0], "x"), "0 to 9"), ((1, 1, [-1, 0], "x"), "0 to 9"), ((1, 1, [0.3, 0], "x"), "in halves"),
    ((1, 1, [float("nan"), 0], "x"), "in halves"), ((1, 1, [1, 0], "  "), "needs a reason"),
    ((1, 1, [1, 0], "x" * 121), "120 characters")])
def test_what_cannot_be_corrected(given, why):
    tournament = tournament_of(5)
    begin(tournament)
    with pytest.raises(BadInput, match=why):
        tournament.correct(*given, 0)
    assert tournament.log[-1].key == "paired"


def test_in_a_knock_out_a_correction_may_not_change_who_went_on():
    tournament = tournament_of(4, "knockout")
    begin(tournament)
    with pytest.raises(BadInput, match="needs a winner"):
        tournament.correct(1, 1, [1, 1], "x", 0)
    finish(tournament)
    begin(tournament)
    with pytest.raises(BadInput, match="rests on who won table 1"):
        tournament.correct(1, 1, [0, 1], "x", 0)
    tournament.correct(1, 1, [2, 1], "x", 0)


def test_names_of_the_list_are_taken_by_entering():
    tournament = tournament_of(0)
    tournament.add_names(parse_names(["Aiko", "", "  Ben "]))
    assert tournament.why_no_round().startswith("A round needs at least two")
    assert tournament.enter("a", "aiko", 3).name == "Aiko" and tournament.find_player("a").number == 1
    assert tournament.enter("a", "Other", 4).name == "Aiko"
    for key, name, why in (("b", "AIKO", "Somebody else"), ("b", "", "name")):
        with pytest.raises(BadInput, match=why):
            tournament.enter(key, name, 0)
    with pytest.raises(BadInput, match="Ben stands twice"):
        tournament.add_names(["Carla", "ben"])
    with pytest.raises(BadInput, match="Somebody else in this tournament is called Aiko"):
        tournament.add_names(["Aiko"])
    with pytest.raises(BadInput, match="at most 128"):
        parse_names([f"N{n}" for n in range(129)])


def test_with_approval_people_wait_for_the_director():
    tournament = tournament_of(2, approval=True)
    assert [one.name for one in tournament.waiting] == ["Player 1", "Player 2"] and tournament.players == []
    assert tournament.enter("key1", "Else", 0).name == "Player 1"
    tournament.admit(["Player 2"], True, 0)
    with pytest.raises(BadInput, match="nobody called Player 2"):
        tournament.admit(["Player 2"], True, 0)
    tournament.admit(None, False, 0)
    assert [one.name for one in tournament.players] == ["Player 2"] and tournament.waiting == []
    tournament.entry = False
    with pytest.raises(BadInput, match="closed the entry"):
        tournament.enter("c", "Carla", 0)


def test_a_late_entry_plays_from_the_next_round():
    tournament = tournament_of(4)
    begin(tournament)
    late = tournament.enter("late", "Late", 0)
    assert late.from_round == 2 and tournament.log[-1].key == "late" and tournament.pairing_of(late) is None
    finish(tournament)
    assert any(late.number in one.players for one in begin(tournament))


@pytest.mark.parametrize(("planned", "wins", "format", "why"), [
    (31, None, "swiss", "1 to 30 rounds"), (-1, None, "swiss", "1 to 30"), (3, None, "knockout", "Only a Swiss"),
    (None, 0, "swiss", "1 to 9 games"), (None, 10, "round_robin", "1 to 9")])
def test_a_length_that_there_is_not(planned, wins, format, why):
    with pytest.raises(BadInput, match=why):
        tournament_of(0, format).change_length(planned, wins)


def test_the_length_stays_once_a_round_is_paired():
    tournament = tournament_of(4)
    tournament.change_length(5, 3)
    begin(tournament)
    assert tournament.total_rounds == 5
    with pytest.raises(BadInput, match="stay as they are"):
        tournament.change_length(4, None)
    tournament.change_length(None, None)


def test_the_end_counts_won_games_and_no_running_one():
    tournament = tournament_of(4, wins=3)
    first, second = begin(tournament)
    rounds.count_games(tournament, first.code, [TableOutcome(1, first.players, [1, 0])])
    assert tournament.end(0) == [first, second] and tournament.state == "over"
    assert sorted(points for _, _, points in standings(tournament)) == [0, 0, 0, 1]
    for change in (lambda: tournament.end(0), lambda: tournament.enter("x", "X", 0),
                   lambda: tournament.withdraw("Player 1", 0), lambda: tournament.readmit("Player 1", 0),
                   lambda: tournament.add_names(["X"]), lambda: rounds.plan_round(tournament),
                   lambda: tournament.add_bot("X", "novice", 0)):
        with pytest.raises(BadInput, match="has ended"):
            change()
    assert not rounds.count_games(tournament, first.code, [TableOutcome(2, first.players, [1, 0])])


def test_a_bot_sits_down_for_somebody_of_the_running_round():
    tournament = tournament_of(3)
    pairing = next(one for one in begin(tournament) if len(one.players) == 2)
    name = tournament.player(pairing.players[1]).name
    assert tournament.substitute_bot(pairing.table, name, 0)[0] is pairing
    assert pairing.substituted == [pairing.players[1]]
    with pytest.raises(BadInput, match="by a bot already"):
        tournament.substitute_bot(pairing.table, name, 0)
    with pytest.raises(BadInput, match="No running table"):
        tournament.substitute_bot(7, name, 0)
    with pytest.raises(BadInput, match="nobody called"):
        tournament.substitute_bot(1, "Zoe", 0)


def test_a_person_is_forgotten():
    tournament = tournament_of(4)
    pairing = begin(tournament)[0]
    number = pairing.players[0]
    name = tournament.player(number).name
    tournament.substitute_bot(1, name, 0)
    assert tournament.forget_person(f"key{number}", "Somebody") and tournament.forget_person("stranger", "x") is False
    assert name not in msgspec.json.encode(tournament).decode()
    assert tournament.is_done(pairing) and tournament.player(number).withdrawn


def test_of_those_who_wait_one_is_forgotten_and_the_others_wait_on():
    tournament = tournament_of(0, approval=True)
    for name in ("Ada", "Ben", "Cem"):
        tournament.enter(f"key {name}", name, 0)
    assert tournament.forget_person("key Ben", "Somebody")
    assert [one.name for one in tournament.waiting] == ["Ada", "Cem"]
    assert not tournament.forget_person("key Ben", "Somebody")


def test_numbers_as_they_are_written():
    assert [number_text(one) for one in (0, 0.5, 1, 1.5, 10)] == ["0", "½", "1", "1½", "10"]
    assert score_text([2, 0.5]) == "2 : ½"


def test_points_of_pairings():
    assert TablePairing(1, [4]).points_of(4) == 1 and TablePairing(1, []).winner is None
    lost = TablePairing(1, [4, 5], forfeited=[4, 5])
    assert lost.points_of(4) == lost.points_of(5) == 0 and lost.winner is None
    assert TablePairing(1, [4, 5], forfeited=[4], corrected=[1, 0]).winner == 4


def test_reasons_are_told_in_japanese_too():
    with use_language("ja"):
        assert tournament_of(1).why_no_round().startswith("組み合わせを決めるには")


def test_a_notice_stands_until_another_one_and_is_logged():
    tournament = tournament_of(2)
    for now, text in enumerate(("Tea at eight", "Tea at eight", "Tea at nine", "", "")):
        set_notice(tournament, text, now)
        assert tournament.notice == text
    assert [(one.at, one.key, one.facts) for one in tournament.log] == [
        (0, "wrote", {"text": "Tea at eight"}), (2, "wrote", {"text": "Tea at nine"}), (3, "unwrote", {})]
    assert msgspec.json.decode(msgspec.json.encode(tournament), type=Tournament) == tournament
    assert clean_notice(" Tea\n at\u202e eight ") == "Tea at eight" and clean_notice("x" * 120) == "x" * 120
    with pytest.raises(BadInput, match="at most 120 characters"):
        clean_notice("x" * 121)


def test_only_so_many_notices_are_written_in_a_minute():
    tournament = tournament_of(2)
    for n in range(MOST_NOTICES):
        assert not is_notice_limit_reached(tournament, 100 + n)
        set_notice(tournament, f"Line {n}", 100 + n)
    assert is_notice_limit_reached(tournament, 99 + NOTICE_SECONDS)
    assert not is_notice_limit_reached(tournament, 100 + NOTICE_SECONDS)


def test_a_tournament_from_before_notices_is_read():
    stored = msgspec.json.decode(msgspec.json.encode(tournament_of(2)))
    del stored["notice"]
    assert msgspec.convert(stored, Tournament).notice == ""
