"""The meetings of a team league: who meets whom on which board, how they ended, and the table of the teams.

A meeting is won by more board points (1, ½ or 0 for a board).  It counts for the table once all its boards are over.
"""

from itertools import zip_longest
from typing import NamedTuple

from ..core.messages import join_with_commas
from .pairing import circle_rounds
from .sentences import say
from .standings import RankedPlayer, RoundOutcome, rank_teams
from .teams import line_up
from .tournament import Tournament
from .tournament_types import TablePairing, TournamentRound

WON_MEETING, DRAWN_MEETING, LOST_MEETING = 2.0, 1.0, 0.0        # match points


class Meeting(NamedTuple):
    """A meeting of two teams, or the bye of one: their numbers, the boards in order, and the points of boards that are
    over."""

    teams: list[int]
    boards: list[TablePairing]
    board_points: list[float]
    is_over: bool

    @property
    def match_points(self) -> list[float]:
        """What it is worth to each team; nothing to both where neither has any board point."""
        one, other = self.board_points
        if one == other:
            return [DRAWN_MEETING if one else LOST_MEETING] * 2
        return [WON_MEETING, LOST_MEETING] if one > other else [LOST_MEETING, WON_MEETING]


def list_schedule(tournament: Tournament) -> list[list[list[int]]]:
    """Return which teams meet in each round by the circle method, one alone for a bye.

    Where teams meet twice, the second half is the first one with who comes first changed.
    """
    teams = tournament.drawn or [n for n, one in enumerate(tournament.teams, 1) if not one.withdrawn]
    found = [[[one for one in pair if one is not None] for pair in pairs] for pairs in circle_rounds(teams)]
    return [*found, *([pair[::-1] for pair in pairs] for pairs in found if tournament.double)]


def next_meetings(tournament: Tournament) -> list[list[int]]:
    """Return which teams meet in the next round, none after the last one."""
    return [meeting for meetings in list_schedule(tournament)[len(tournament.rounds):][:1] for meeting in meetings]


def plan_boards(tournament: Tournament, meetings: list[list[int]]) -> list[list[int]]:
    """Return the pairings of all boards of meetings, in order; a board that a team has nobody for has one player."""
    found: list[list[int]] = []
    for meeting in meetings:
        if len(meeting) == 2:
            boards = list(zip_longest(*(line_up(tournament, team) for team in meeting)))
            boards += [()] * (tournament.boards - len(boards))
            found += [[number for number in board if number is not None] for board in boards]
    return found


def empty_boards_sentence(tournament: Tournament) -> str:
    """Return the sentence that names the teams with too few players for the next round; "" where there is none."""
    short = []
    for meeting in next_meetings(tournament):
        if len(meeting) == 2 and not any(tournament.teams[team - 1].withdrawn for team in meeting):
            short += [(tournament.teams[team - 1].name, count) for team in meeting
                      if (count := len(line_up(tournament, team))) < tournament.boards]
    if not short:
        return ""
    names = join_with_commas([f"{name} ({count})" for name, count in short])
    return say("no.short", teams=names, boards=tournament.boards)


def list_meetings(tournament: Tournament, round: TournamentRound) -> list[Meeting]:
    """Return the meetings of a round, as they stand."""
    found, start = [], 0
    for teams in round.meetings:
        boards = round.pairings[start:start + tournament.boards] if len(teams) == 2 else []
        start += len(boards)
        points = [sum(one.points_of(number) for one in boards if tournament.is_done(one)
                      for number in one.players if tournament.player(number).team == team) for team in teams]
        found.append(Meeting(teams, boards, points, all(tournament.is_done(one) for one in boards)))
    return found


def list_all_meetings(tournament: Tournament) -> list[list[Meeting]]:
    """Return the meetings of all rounds, as they stand."""
    return [list_meetings(tournament, round) for round in tournament.rounds]


def order_seats(tournament: Tournament, pairing: TablePairing) -> list[int]:
    """Return the players of a pairing in the order of their seats in its first game.

    The teams of a meeting have the first seat in turn, board by board.
    """
    board = (pairing.table - 1) % tournament.boards if tournament.is_league else 0
    return pairing.players[::-1] if board % 2 else pairing.players


def rank_league(tournament: Tournament) -> list[RankedPlayer]:
    """Return the table of the teams, by numbers of teams, as far as meetings are over; a bye counts nothing."""
    teams = tournament.drawn or [n for n, one in enumerate(tournament.teams, 1) if not one.withdrawn]
    outcomes: dict[int, list[RoundOutcome]] = {team: [] for team in teams}
    board_points = dict.fromkeys(teams, 0.0)
    for meetings in list_all_meetings(tournament):
        for meeting in meetings:
            if len(meeting.teams) == 2 and meeting.is_over:
                for team, other, own, worth in zip(meeting.teams, meeting.teams[::-1], meeting.board_points,
                                                   meeting.match_points, strict=True):
                    outcomes[team].append(RoundOutcome(other, worth))
                    board_points[team] += own
    return rank_teams(outcomes, board_points)


def player_scores(tournament: Tournament) -> dict[int, tuple[float, int]]:
    """Return board points and played boards of players, by number; boards that the other team left empty are none."""
    found: dict[int, tuple[float, int]] = {}
    for round in tournament.rounds:
        for one in round.pairings:
            for number in one.players if len(one.players) == 2 and tournament.is_done(one) else ():
                points, played = found.get(number, (0.0, 0))
                found[number] = points + one.points_of(number), played + 1
    return found
