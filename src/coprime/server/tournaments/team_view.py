"""What the answers about a team league say of its teams: players in board order, meetings, and the table."""

from collections.abc import Sequence
from typing import Any

from ...tournaments.sentences import say as tournament_say
from ...tournaments.standings import RankedPlayer
from ...tournaments.team_rounds import empty_boards_sentence, list_all_meetings, list_schedule, player_scores
from ...tournaments.teams import line_up, list_members
from ...tournaments.tournament import Tournament, number_text
from ...tournaments.tournament_types import Player, TournamentRound
from ..app.csv_files import escape_formula
from .result_memory import compute_once


def team_name(tournament: Tournament, player: Player) -> str:
    """Return the name of a player's team, "" for none."""
    return tournament.teams[player.team - 1].name if player.team else ""


def serialize_league(tournament: Tournament, is_director: bool) -> dict[str, Any]:
    """Return the teams of a league as JSON; to its director also whether only empty boards keep a round from being
    paired."""
    scores = compute_once(player_scores, tournament)
    empty = is_director and not tournament.why_no_round() and bool(empty_boards_sentence(tournament))
    schedule = list_schedule(tournament)[len(tournament.rounds):] if tournament.drawn and not tournament.over else []
    return {"boards": tournament.boards, "double": tournament.double, "empty": empty,
            "schedule": [[[tournament.teams[team - 1].name for team in meeting] for meeting in meetings]
                         for meetings in schedule],
            "teams": [_serialize_team(tournament, n, scores) for n in range(1, len(tournament.teams) + 1)]}


def _serialize_team(tournament: Tournament, number: int, scores: dict[int, tuple[float, int]]) -> dict[str, Any]:
    team = tournament.teams[number - 1]
    members = []
    for one in list_members(tournament, number):
        points, played = scores.get(one.number, (0.0, 0))
        members.append({"name": one.name, "points": points, "played": played})
    return {"name": team.name, "captain": tournament.player(team.captain).name if team.captain else "",
            "withdrawn": team.withdrawn, "members": members,
            "next": [tournament.player(one).name for one in line_up(tournament, number)]}


def serialize_meetings(tournament: Tournament) -> list[list[dict[str, Any]]]:
    """Return the meetings of all rounds as JSON, with the numbers of their tables in the order of the boards."""
    return [[{"teams": [tournament.teams[team - 1].name for team in one.teams], "score": one.board_points,
              "tables": [board.table for board in one.boards], "over": one.is_over} for one in meetings]
            for meetings in compute_once(list_all_meetings, tournament)]


def name_board(tournament: Tournament, round: TournamentRound, table: int, names: Sequence[str]) -> list[str]:
    """Return both names of a board, those of the first team first; "" where a team has nobody for it."""
    if len(names) == 2:
        return list(names)
    first = [pair for pair in round.meetings if len(pair) == 2][(table - 1) // tournament.boards][0]
    players = round.pairings[table - 1].players
    name = names[0] if names else ""
    return [name, ""] if players and tournament.player(players[0]).team == first else ["", name]


def league_rows(tournament: Tournament) -> list[list[list[Any]]]:
    """Return rows for a spreadsheet: the meetings, then the players of the teams in board order, each with a head."""
    meetings: list[list[Any]] = [[tournament_say(f"sheet.{key}") for key in ("round", "team", "team", "board_points")]]
    for number, found in enumerate(serialize_meetings(tournament), 1):
        for one in found:
            names = [escape_formula(name) for name in one["teams"]]
            score = ":".join(number_text(points) for points in one["score"]) if len(names) == 2 else ""
            meetings.append([number, *names, *[tournament_say("state.bye")] * (2 - len(names)), score])
    head = ("team", "board", "name", "points", "boards")
    players: list[list[Any]] = [[tournament_say(f"sheet.{key}") for key in head]]
    for team in serialize_league(tournament, False)["teams"]:
        players += [[escape_formula(team["name"]), n, escape_formula(one["name"]), one["points"], one["played"]]
                    for n, one in enumerate(team["members"], 1)]
    return [meetings, players]


def serialize_team_row(tournament: Tournament, one: RankedPlayer) -> dict[str, Any]:
    """Return a line of the table of teams as JSON."""
    team = tournament.teams[one.player - 1]
    return {"place": one.place, "name": team.name, "points": one.points, "board_points": one.board_points,
            "direct": one.direct, "sonneborn_berger": one.sonneborn_berger, "withdrawn": team.withdrawn}
