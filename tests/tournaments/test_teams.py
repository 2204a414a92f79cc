"""A team league without a server: teams, line-ups, meetings, the table, and what is refused."""

import msgspec
import pytest

from coprime.core.errors import BadInput
from coprime.table.pairing_outcome import TableOutcome
from coprime.tournaments import rounds, teams
from coprime.tournaments.standings import RoundOutcome, rank_teams
from coprime.tournaments.team_rounds import (
    empty_boards_sentence,
    list_meetings,
    list_schedule,
    next_meetings,
    order_seats,
    player_scores,
)
from coprime.tournaments.tournament import Tournament


def league_of(count, boards=2, reserves=0, **fields):
    """A league of teams "Team A", "Team B" ... with players "A1", "A2" ..., everybody in."""
    found = Tournament("League", "director", "prime_daifugo", {}, None, "team_league", boards=boards, **fields)
    letters = [chr(65 + n) for n in range(count)]
    size = boards + reserves
    teams.add_lines(found, [f"Team {letter}; {letter}{n}" for letter in letters for n in range(1, size + 1)])
    for one in found.players:
        found.enter(f"key {one.name}", one.name, 0)
    return found


def begin(league, empty=False):
    """Begin the next round; its tables are called by round and number."""
    plan = rounds.plan_round(league, empty)
    number = len(league.rounds) + 1
    rounds.begin_round(league, plan, [f"R{number}T{n}" for n in range(1, plan.table_count + 1)], 0)
    return league.rounds[-1]


def boards_of(league):
    """The players of the boards of the last round by name, meeting by meeting."""
    return [[[league.player(number).name for number in board.players] for board in one.boards]
            for one in list_meetings(league, league.rounds[-1])]


def play(league, *shares):
    """The open boards of the last round end, in order: the share of the first team's player in each game."""
    for pairing, share in zip(league.open_pairings(), shares, strict=True):
        games = [TableOutcome(n, pairing.players, [share, 1 - share]) for n in (1, 2)]      # two draws are a draw
        assert rounds.count_games(league, pairing.code, games) and league.is_done(pairing)


def table(league):
    return [(one.place, league.teams[one.player - 1].name[-1], one.points, one.board_points)
            for one in rounds.rank_tournament(league)]


def test_a_league_of_four_teams_as_it_is_counted_by_hand():
    """Round 1: A-D 2:0, B-C 1:1.  Round 2: C-A 1½:½, D-B ½:1½.  Round 3: A-B 1:1, C-D 0:2.

    Match points: A 2+0+1, B 1+2+1, C 1+2+0, D 0+0+2 (12 in all). Board points: A 2+½+1, B 1+1½+1, C 1+1½+0, D 0+½+2.
    """
    league = league_of(4)
    begin(league)
    assert boards_of(league) == [[["A1", "D1"], ["A2", "D2"]], [["B1", "C1"], ["B2", "C2"]]]
    assert league.total_rounds == 3 and table(league)[0][:2] == (1, "A")
    play(league, 1, 1, 1, 0)
    begin(league)
    assert boards_of(league) == [[["C1", "A1"], ["C2", "A2"]], [["D1", "B1"], ["D2", "B2"]]]
    play(league, 1, 0.5, 0, 0.5)
    begin(league)
    assert boards_of(league) == [[["A1", "B1"], ["A2", "B2"]], [["C1", "D1"], ["C2", "D2"]]]
    play(league, 0, 1, 0, 0)
    assert table(league) == [(1, "B", 4, 3.5), (2, "A", 3, 3.5), (3, "C", 3, 2.5), (4, "D", 2, 2.5)]
    assert player_scores(league)[league.require_player("A1").number] == (1, 3)
    assert player_scores(league)[league.require_player("B2").number] == (0.5, 3)
    assert "All rounds are played" in league.why_no_round()


def outcomes_of(*meetings):
    """Match points and board points from meetings of (one, other, board points of one) at two boards."""
    found, boards = {}, {}
    for one, other, points in meetings:
        for own, met, won in ((one, other, points), (other, one, 2 - points)):
            worth = 2 if won > 1 else 1 if won == 1 else 0
            found.setdefault(own, []).append(RoundOutcome(met, worth))
            boards[own] = boards.get(own, 0) + won
    return found, boards


def test_direct_encounter_comes_after_board_points():
    """1 beats 2 and 4 and loses to 3 (1½, 1½, ½); 2 beats 3 and 4 (½, 1½, 1½); 3 beats 4 by 2:0 (1½, ½, 2).

    1, 2 and 3 have 4 match points; 3 has 4 board points, 1 and 2 have 3½, and 1 has beaten 2.
    """
    found = rank_teams(*outcomes_of((1, 2, 1.5), (1, 3, 0.5), (1, 4, 1.5), (2, 3, 1.5), (2, 4, 1.5), (3, 4, 2)))
    assert [(one.place, one.player, one.points, one.board_points, one.direct) for one in found] == [
        (1, 3, 4, 4, 0), (2, 1, 4, 3.5, 2), (3, 2, 4, 3.5, 0), (4, 4, 0, 1, 0)]


def test_sonneborn_berger_comes_last():
    """1 and 2 draw; 1 beats 3 and loses to 4 (2:0, 0:2), 2 beats 4 and loses to 3; 3 beats 4 by 2:0.

    Match points: 3, 3, 4, 2; board points of 1 and 2: 3.  Sonneborn-Berger: 1 has 1 · 3 + 2 · 4, 2 has 1 · 3 + 2 · 2.
    """
    found = rank_teams(*outcomes_of((1, 2, 1), (1, 3, 2), (1, 4, 0), (2, 3, 0), (2, 4, 2), (3, 4, 2)))
    assert [(one.place, one.player, one.points, one.sonneborn_berger) for one in found] == [
        (1, 3, 4, 10), (2, 1, 3, 11), (3, 2, 3, 7), (4, 4, 2, 6)]


@pytest.mark.parametrize("count, double", [(2, False), (5, False), (6, False), (3, True), (4, True), (16, True)])
def test_all_teams_meet_as_often_as_they_should(count, double):
    league = league_of(count, double=double)
    met, first, byes = {}, dict.fromkeys(range(1, count + 1), 0), []
    while not league.why_no_round():
        for one in list_meetings(league, begin(league)):
            if len(one.teams) == 1:
                byes += one.teams
                continue
            met[frozenset(one.teams)] = met.get(frozenset(one.teams), 0) + 1
            first[one.teams[0]] += 1
        play(league, *[1] * len(league.open_pairings()))
    assert [round.meetings for round in league.rounds] == list_schedule(league) and not next_meetings(league)
    times = 2 if double else 1
    assert set(met.values()) == {times} and len(met) == count * (count - 1) // 2
    assert sorted(byes) == sorted([*range(1, count + 1)] * times if count % 2 else [])
    assert not double or set(first.values()) == {count - 1}
    assert len(league.rounds) == league.total_rounds


def test_a_bye_counts_nothing():
    league = league_of(3)
    begin(league)
    assert [len(one.teams) for one in list_meetings(league, league.rounds[0])].count(1) == 1
    play(league, 1, 1)
    assert sorted(one[2:] for one in table(league)) == [(0, 0), (0, 0), (2, 2)]


def test_boards_have_the_first_seat_in_turn():
    league = league_of(2, boards=3)
    seats = [order_seats(league, one) for one in begin(league).pairings]
    assert [[league.player(number).name for number in pair] for pair in seats] == [["A1", "B1"], ["B2", "A2"],
                                                                                  ["A3", "B3"]]


def test_a_reserve_moves_up_and_an_empty_board_is_lost():
    league = league_of(2, boards=3, reserves=1)
    a2, b1 = league.require_player("A2"), league.require_player("B1")
    teams.set_sitting_out(league, a2, True, 0)
    for name in ("B1", "B3"):
        league.withdraw(name, 0)
    assert empty_boards_sentence(league).startswith("Fewer players than the 3 boards: Team B (2).")
    with pytest.raises(BadInput, match="Team B"):
        rounds.plan_round(league)
    begin(league, empty=True)
    assert boards_of(league) == [[["A1", "B2"], ["A3", "B4"], ["A4"]]]
    assert [one.key for one in league.log] == ["sitsout", "withdrew", "withdrew", "paired", "empty"]
    assert len(league.open_pairings()) == 2 and b1.withdrawn
    play(league, 0, 0.5)
    assert table(league) == [(1, "A", 1, 1.5), (1, "B", 1, 1.5)]
    assert player_scores(league).get(league.require_player("A4").number) is None


def test_a_reserve_comes_in_at_a_board_that_has_not_begun():
    league = league_of(2, boards=2, reserves=2)
    begin(league)
    first, a3 = league.rounds[0].pairings[0], league.require_player("A3")
    league.substitute_bot(1, "A1", 0)
    found = teams.replace_on_board(league, 1, "A1", "A3", "NEW", False, 5)
    assert found is first and (first.code, first.substituted) == ("NEW", [])
    assert boards_of(league)[0][0] == ["A3", "B1"] and league.pairing_of(a3) is first
    assert [one.name for one in teams.list_reserves(league, 1)] == ["A1", "A4"], "who was replaced may come in again"
    line = league.log[-1]
    assert (line.key, line.facts) == ("replaced", {"name": "A3", "other": "A1", "table": 1})
    teams.set_sitting_out(league, league.require_player("A4"), True, 0)
    for who, reserve, begun, why in (("A2", "A3", False, "A3 cannot"), ("A2", "A4", False, "A4 cannot"),
                                     ("A2", "B3", False, "B3 cannot"), ("A2", "A1", True, "has begun"),
                                     ("A1", "A4", False, "No running table"), ("A2", "Nobody", False, "Nobody")):
        with pytest.raises(BadInput, match=why):
            teams.replace_on_board(league, 2 if who == "A2" else 1, who, reserve, "X", begun, 5)
    assert first.code == "NEW" and boards_of(league)[0][1] == ["A2", "B2"]


def test_a_meeting_counts_once_all_its_boards_are_over():
    league = league_of(2)
    begin(league)
    one, other = league.rounds[0].pairings
    rounds.count_games(league, one.code, [TableOutcome(1, one.players, [1, 0])])
    meeting = list_meetings(league, league.rounds[0])[0]
    assert (meeting.board_points, meeting.is_over) == ([1, 0], False) and table(league)[0][2:] == (0, 0)
    rounds.count_games(league, other.code, [TableOutcome(1, other.players, [0, 1])])
    assert table(league) == [(1, "A", 1, 1), (1, "B", 1, 1)]
    league.correct(1, 2, [1, 0], "misread", 0)
    assert table(league) == [(1, "A", 2, 2), (2, "B", 0, 0)]


def test_a_team_withdraws_and_comes_back():
    league = league_of(3, double=True)
    begin(league)                                       # the circle gives the first one a bye
    meeting = next(one for one in list_meetings(league, league.rounds[0]) if len(one.teams) == 2)
    gone, stays = meeting.teams
    lost = teams.withdraw_team(league, gone, 0)
    assert [one.table for one in lost] == [1, 2] and not league.open_pairings()
    assert table(league)[0] == (1, league.teams[stays - 1].name[-1], 2, 2)
    for _ in range(2):                                  # its later meetings are lost, too
        begin(league)
        play(league, *[1] * len(league.open_pairings()))
    assert next(one for one in rounds.rank_tournament(league) if one.player == gone).points == 0
    teams.readmit_team(league, gone, 0)
    begin(league)
    assert list_meetings(league, league.rounds[-1])[1].teams == [stays, gone] and len(league.open_pairings()) == 2
    with pytest.raises(BadInput, match="has not withdrawn"):
        teams.readmit_team(league, gone, 0)


def test_where_neither_team_has_anybody_the_board_is_worth_nothing():
    league = league_of(2)
    for name in ("A2", "B2"):
        league.withdraw(name, 0)
    begin(league, empty=True)
    assert boards_of(league) == [[["A1", "B1"], []]]
    play(league, 1)
    assert table(league) == [(1, "A", 2, 1), (2, "B", 0, 0)]


def test_the_order_of_the_boards():
    league = league_of(2, reserves=1)
    teams.change_order(league, 1, ["A3", "A1", "A2"], by_captain=True, now=0)
    begin(league)
    assert boards_of(league) == [[["A3", "B1"], ["A1", "B2"]]] and [one.key for one in league.log] == ["paired"]
    with pytest.raises(BadInput, match="Only the director"):
        teams.change_order(league, 1, ["A1", "A2", "A3"], by_captain=True, now=0)
    teams.change_order(league, 1, ["A1", "A2", "A3"], by_captain=False, now=0)
    assert boards_of(league)[0][0] == ["A3", "B1"] and league.log[-1].key == "ordered"
    for names in (["A1"], ["A1", "A2", "B3"], ["A1", "A2", "A2"]):
        with pytest.raises(BadInput, match="each player of Team A once"):
            teams.change_order(league, 1, names, by_captain=False, now=0)


def test_a_plan_that_a_line_up_has_changed_since_is_not_carried_out():
    league = league_of(2, reserves=1)
    plan = rounds.plan_round(league)
    teams.set_sitting_out(league, league.require_player("A1"), True, 0)
    with pytest.raises(rounds.PlanOutdated):
        rounds.begin_round(league, plan, ["T1", "T2"], 0)


def test_a_list_is_pasted():
    league = league_of(2)
    league.enter("z", "Zoe", 0)
    teams.add_lines(league, ["team a ; Zoe", "Foxes\tAki", "狐；さくら"])
    assert [one.name for one in league.teams] == ["Team A", "Team B", "Foxes", "狐"]
    assert [one.name for one in teams.list_members(league, 1)] == ["A1", "A2", "Zoe"]
    assert not league.require_player("Aki").has_entered


@pytest.mark.parametrize("line, why", [
    ("Ada", "“Ada”"), ("; Ada", "“Team; Name”"), ("Team A;", "“Team; Name”"), ("Team A; A1", "is called A1"),
    ("Team B; a1", "is called A1"), (f"{'x' * 25}; Ada", "24"), (f"Team A; {'x' * 25}", "24")])
def test_a_line_that_is_none(line, why):
    with pytest.raises(BadInput, match=why):
        teams.add_lines(league_of(2), [line])


def test_a_name_that_stands_twice_in_the_list():
    with pytest.raises(BadInput, match="Ada stands twice"):
        teams.add_lines(league_of(2), ["Team A; Ada", "Team B; Ada"])


def in_team(name, team):
    return lambda league: teams.put_in_team(league, league.require_player(name), team)


@pytest.mark.parametrize("change, why", [
    (lambda league: teams.require_team(league, "Team Z"), "no team called Team Z"),
    (lambda league: teams.add_teams(league, ["TEAM a"]), "a team called Team A already"),
    (lambda league: teams.add_teams(league, [f"T{n}" for n in range(15)]), "at most 16 teams"),
    (lambda league: teams.rename_team(league, 1, "team B"), "a team called Team B already"),
    (lambda league: teams.change_boards(league, 1, None), "2 to 8 boards"),
    (lambda league: teams.change_boards(league, 9, None), "2 to 8 boards"),
    (lambda league: teams.name_captain(league, 1, "B1"), "B1 is no player of Team A"),
    (lambda league: teams.choose_team(league, league.require_player("A1"), 2), "You are in Team A already"),
    (lambda league: teams.add_lines(league, [f"Team A; N{n}" for n in range(11)]), "12 players already")])
def test_what_is_refused_before_the_first_round(change, why):
    with pytest.raises(BadInput, match=why):
        change(league_of(2))


@pytest.mark.parametrize("change, why", [
    (in_team("A1", 2), "A1 has played for Team A"), (in_team("A1", 0), "A1 has played for Team A"),
    (lambda league: teams.add_teams(league, ["Foxes"]), "no team comes in or goes"),
    (lambda league: teams.remove_team(league, 1), "no team comes in or goes"),
    (lambda league: teams.change_boards(league, 3, None), "stay as they are")])
def test_what_is_refused_once_a_round_is_paired(change, why):
    league = league_of(2)
    begin(league)
    with pytest.raises(BadInput, match=why):
        change(league)


def test_people_change_teams_before_the_first_round():
    league = league_of(3, reserves=1)
    teams.name_captain(league, 1, "A1")
    in_team("A1", 2)(league)
    in_team("A2", 0)(league)
    assert [one.name for one in teams.list_members(league, 2)] == ["B1", "B2", "B3", "A1"]
    assert league.teams[0].captain == 0 and league.require_player("A2").team == 0
    teams.remove_team(league, 1)
    assert [one.name for one in league.teams] == ["Team B", "Team C"]
    assert [one.name for one in teams.list_members(league, 1)] == ["B1", "B2", "B3", "A1"]
    assert league.require_player("A3").team == 0 and league.require_player("C1").team == 2


def seat_out(name, paused=True):
    return lambda league: teams.set_sitting_out(league, league.require_player(name), paused, 5)


def ended(league):
    league.over = True
    return league


@pytest.mark.parametrize("change", [
    in_team("A1", 2), lambda league: teams.change_order(league, 1, ["A2", "A1"], False, 5), seat_out("A1"),
    lambda league: teams.add_teams(league, ["Foxes"]), lambda league: teams.withdraw_team(league, 1, 5),
    lambda league: teams.readmit_team(league, 1, 5)])
def test_a_league_that_is_over_stays_as_it_is(change):
    league = ended(league_of(2))
    before = msgspec.to_builtins(league)
    with pytest.raises(BadInput, match="has ended"):
        change(league)
    assert msgspec.to_builtins(league) == before


def test_boards_and_double_meetings_are_set_one_by_one():
    league = league_of(2, reserves=1)
    teams.change_boards(league, 3, None)
    assert (league.boards, league.double) == (3, False)
    teams.change_boards(league, None, True)
    assert (league.boards, league.double) == (3, True)
    begin(league)
    teams.change_boards(league, None, None)                 # asks for nothing, so that nothing is refused
    assert (league.boards, league.double) == (3, True)


def test_who_sits_out_leaves_the_board_to_the_next_one_and_each_change_is_noted_once():
    league = league_of(2, reserves=1)
    for _ in range(2):
        seat_out("A1")(league)
    assert [league.player(number).name for number in teams.line_up(league, 1)] == ["A2", "A3"]
    for _ in range(2):
        seat_out("A1", False)(league)
    assert [league.player(number).name for number in teams.line_up(league, 1)] == ["A1", "A2"]
    facts = {"name": "A1", "team": "Team A"}
    assert [(one.key, one.facts) for one in league.log[-2:]] == [("sitsout", facts), ("playsagain", facts)]
    assert noted(league).count("sitsout") == noted(league).count("playsagain") == 1


@pytest.mark.parametrize(("prepare", "name", "why"), [
    (lambda league: league.withdraw("A1", 0), "A1", "A1 has withdrawn"),
    (in_team("A1", 0), "A1", "A1 is in no team")])
def test_who_is_not_in_a_line_up_cannot_leave_it(prepare, name, why):
    league = league_of(2)
    prepare(league)
    with pytest.raises(BadInput, match=why):
        seat_out(name)(league)


def test_a_team_whose_place_is_kept_is_not_filled_twice_and_a_captain_who_leaves_is_none():
    league = league_of(3)
    teams.name_captain(league, 2, "B2")
    in_team("B1", 1)(league)
    assert league.teams[1].captain == league.require_player("B2").number and not teams.is_captain(league, None, 2)
    assert teams.is_captain(league, league.require_player("B2"), 2)
    assert not teams.is_captain(league, league.require_player("B1"), 2)
    assert not teams.is_captain(league, league.require_player("B2"), 0)
    in_team("B2", 1)(league)
    assert league.teams[1].captain == 0
    assert [one.position for one in teams.list_members(league, 1)] == [1, 2, 3, 4]
    in_team("B2", 2)(league)
    assert league.require_player("B2").position == 1
    in_team("B2", 0)(league)
    assert (league.require_player("B2").team, league.require_player("B2").position) == (0, 0)


def test_an_order_that_is_none_changes_nothing_and_a_new_one_is_noted_in_a_season():
    league = league_of(2)
    for names in (["A1"], ["A1", "A1"], ["A1", "B1"], ["A1", "A2", "B1"]):
        with pytest.raises(BadInput, match="Team A"):
            teams.change_order(league, 1, names, False, 5)
    teams.change_order(league, 1, ["A2", "A1"], True, 5)
    assert [one.name for one in teams.list_members(league, 1)] == ["A2", "A1"] and "ordered" not in noted(league)
    begin(league)
    with pytest.raises(BadInput):
        teams.change_order(league, 1, ["A1", "A2"], True, 6)
    teams.change_order(league, 1, ["A2", "A1"], False, 6)
    assert "ordered" not in noted(league)
    teams.change_order(league, 1, ["A1", "A2"], False, 7)
    assert league.log[-1].key == "ordered" and league.log[-1].facts == {"team": "Team A"}


def noted(league):
    return [one.key for one in league.log]


def test_a_team_that_withdraws_loses_its_boards_and_may_come_back_once():
    league = league_of(3)
    begin(league)
    playing = {league.player(number).team for one in league.open_pairings() for number in one.players}
    team = min(playing)
    lost = teams.withdraw_team(league, team, 5)
    assert len(lost) == league.boards
    assert all([league.player(number).team for number in one.forfeited] == [team] for one in lost)
    with pytest.raises(BadInput, match="withdrawn"):
        teams.withdraw_team(league, team, 6)
    teams.readmit_team(league, team, 7)
    assert not league.teams[team - 1].withdrawn
    assert league.log[-1].key == "returned" and league.log[-1].facts["round"] == 2
    with pytest.raises(BadInput):
        teams.readmit_team(league, team, 8)


def test_a_team_that_has_never_been_drawn_does_not_come_in_late():
    league = league_of(3)
    teams.withdraw_team(league, 3, 0)
    begin(league)
    with pytest.raises(BadInput, match="no team comes in or goes"):
        teams.readmit_team(league, 3, 1)
    assert league.teams[2].withdrawn


def test_bots_fill_a_named_team_or_all_boards_that_have_nobody():
    league = league_of(3, boards=2)
    teams.change_boards(league, 4, None)
    seat_out("B1")(league)
    teams.withdraw_team(league, 3, 0)
    assert teams.choose_bot_teams(league, "team b", 3) == [2, 2, 2]
    assert teams.choose_bot_teams(league, "", 1) == [1, 1, 2, 2, 2]
    swiss = Tournament("Club", "director", "prime_daifugo", {}, None, "swiss")
    assert teams.choose_bot_teams(swiss, "", 2) == [0, 0]
    with pytest.raises(BadInput, match="Only a team league"):
        teams.choose_bot_teams(swiss, "Team A", 2)


def test_a_round_needs_two_teams():
    league = league_of(2)
    teams.withdraw_team(league, 1, 0)
    assert league.why_no_round() == "A round needs at least two teams."


def test_a_league_takes_reserves_late():
    league = league_of(2)
    begin(league)
    late = league.enter("late", "Late", 0)
    teams.choose_team(league, late, 1)
    play(league, 1, 1)
    assert late.from_round == 2 and teams.line_up(league, 1) == [1, 2]


def test_other_forms_have_no_teams():
    swiss = Tournament("Club", "director", "prime_daifugo", {}, None, "swiss")
    for change in (lambda: teams.add_teams(swiss, ["A"]), lambda: teams.change_boards(swiss, 4, None),
                   lambda: teams.require_team(swiss, "A")):
        with pytest.raises(BadInput, match="Only a team league"):
            change()


def test_a_tournament_from_before_team_leagues_is_read():
    swiss = Tournament("Club", "director", "prime_daifugo", {}, None, "swiss")
    for name in ("Aiko", "Ben"):
        swiss.enter(name, name, 0)
    begin(swiss)
    stored = msgspec.to_builtins(swiss)
    for field in ("boards", "double", "teams"):
        del stored[field]
    del stored["rounds"][0]["meetings"]
    assert msgspec.convert(stored, Tournament) == swiss


def test_a_league_is_kept_as_it_is():
    league = league_of(3, reserves=1)
    teams.name_captain(league, 2, "B1")
    teams.set_sitting_out(league, league.require_player("A1"), True, 0)
    begin(league)
    assert msgspec.json.decode(msgspec.json.encode(league), type=Tournament) == league
