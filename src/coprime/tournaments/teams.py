"""The teams of a team league: their players in board order, captains, who sits out, and whole teams that withdraw."""

import re
from collections.abc import Sequence

from ..table import player_names
from .sentences import wrong
from .tournament import Tournament
from .tournament_types import Player, TablePairing, Team

MOST_TEAMS = 16
MOST_MEMBERS = 12               # of a team, reserves included
BOARDS_RANGE = (2, 8)
USUAL_BOARDS = 4
SEPARATOR = re.compile("[;；\t]")


def change_boards(tournament: Tournament, boards: int | None, double: bool | None) -> None:
    """Set how many players of a team play in a round, and whether teams meet twice; None leaves it. Raises BadInput."""
    if boards is None and double is None:
        return
    if not tournament.is_league:
        raise wrong("onlyleague")
    if tournament.rounds:
        raise wrong("boardsfixed")
    if boards is not None:
        fewest, most = BOARDS_RANGE
        if not fewest <= boards <= most:
            raise wrong("boards", fewest=fewest, most=most)
        tournament.boards = boards
    if double is not None:
        tournament.double = double


def find_team(tournament: Tournament, name: str) -> int:
    """Return the number of the team of a name, however its letters are cased and typed; 0 for none."""
    identity = player_names.name_identity(name)
    return next((n for n, one in enumerate(tournament.teams, 1)
                 if player_names.name_identity(one.name) == identity), 0)


def require_team(tournament: Tournament, name: str) -> int:
    """Return the number of the team of a name. Raises BadInput where there is none, and in other forms."""
    if not tournament.is_league:
        raise wrong("onlyleague")
    number = find_team(tournament, name)
    if not number:
        raise wrong("noteam", name=name[:player_names.LONGEST_NAME])
    return number


def list_members(tournament: Tournament, team: int) -> list[Player]:
    """Return the players of a team in board order, reserves last."""
    return sorted((one for one in tournament.players if one.team == team), key=lambda one: (one.position, one.number))


def line_up(tournament: Tournament, team: int) -> list[int]:
    """Return the numbers of those who play the next round for a team, the first board first: who sits out or has not
    entered leaves the board to the next one."""
    if tournament.teams[team - 1].withdrawn:
        return []
    playing = [one.number for one in list_members(tournament, team) if one.is_active and not one.paused]
    return playing[:tournament.boards]


def add_teams(tournament: Tournament, names: Sequence[str]) -> None:
    """Add teams. Raises BadInput."""
    if not tournament.is_league:
        raise wrong("onlyleague")
    for name in map(player_names.clean_name, names):
        if tournament.over:
            raise wrong("over")
        if tournament.rounds:
            raise wrong("teamsfixed")
        _check_team_name(tournament, name)
        if len(tournament.teams) >= MOST_TEAMS:
            raise wrong("manyteams", most=MOST_TEAMS)
        tournament.teams.append(Team(name))


def _check_team_name(tournament: Tournament, name: str) -> None:
    if number := find_team(tournament, name):
        raise wrong("teamtaken", name=tournament.teams[number - 1].name)


def rename_team(tournament: Tournament, team: int, name: str) -> None:
    """Give a team another name. Raises BadInput."""
    name = player_names.clean_name(name)
    if find_team(tournament, name) not in (0, team):
        _check_team_name(tournament, name)
    tournament.teams[team - 1].name = name


def remove_team(tournament: Tournament, team: int) -> None:
    """Remove a team before the first round; its players stay without one. Raises BadInput."""
    if tournament.rounds:
        raise wrong("teamsfixed")
    del tournament.teams[team - 1]
    for one in tournament.players:
        if one.team == team:
            one.team = one.position = 0
        elif one.team > team:
            one.team -= 1


def put_in_team(tournament: Tournament, player: Player, team: int) -> None:
    """Put a player into a team as its last one, or with 0 into none. Raises BadInput.

    Once a round has been paired whoever has a team stays in it, so that its earlier results stay its own.
    """
    if tournament.over:
        raise wrong("over")
    if player.team == team:
        return
    if player.team:
        if tournament.rounds:
            raise wrong("staysinteam", name=player.name, team=tournament.teams[player.team - 1].name)
        before = tournament.teams[player.team - 1]
        before.captain = 0 if before.captain == player.number else before.captain
    members = list_members(tournament, team) if team else []
    if len(members) >= MOST_MEMBERS:
        raise wrong("fullteam", team=tournament.teams[team - 1].name, most=MOST_MEMBERS)
    player.team, player.position = team, members[-1].position + 1 if members else 1 if team else 0


def choose_team(tournament: Tournament, player: Player, team: int) -> None:
    """Let a player who has no team choose one, while people may enter. Raises BadInput."""
    if player.team and player.team != team:
        raise wrong("hasteam", team=tournament.teams[player.team - 1].name)
    if not tournament.entry:
        raise wrong("closed")
    put_in_team(tournament, player, team)


def add_lines(tournament: Tournament, lines: Sequence[str]) -> None:
    """Add players of a pasted list, one "Team; Name" a line, or put those into teams who are in and have none; teams
    that there are not yet are added, too. Raises BadInput.
    """
    for line in lines:
        team, *names = SEPARATOR.split(line, maxsplit=1)
        if not team.strip() or not names or not names[0].strip():
            raise wrong("line", line=" ".join(line.split())[:60])
        if not find_team(tournament, team):
            add_teams(tournament, [team])
        player = tournament.find_by_name(names[0])
        if player is None or player.team or player not in tournament.players:
            tournament.add_names(names)
            player = tournament.players[-1]
        put_in_team(tournament, player, find_team(tournament, team))


def change_order(tournament: Tournament, team: int, names: Sequence[str], by_captain: bool, now: int) -> None:
    """Set the board order of a team by the names of all its players. Raises BadInput.

    The field plays a season in one order: a captain sets it before the first round, then only the director changes it.
    """
    if tournament.over:
        raise wrong("over")
    if by_captain and tournament.rounds:
        raise wrong("orderfixed")
    members, title = list_members(tournament, team), tournament.teams[team - 1].name
    found = [tournament.require_player(name) for name in names]
    if sorted(one.number for one in found) != sorted(one.number for one in members):
        raise wrong("order", team=title)
    if found == members:
        return
    for n, one in enumerate(found, 1):
        one.position = n
    if tournament.rounds:
        tournament.note(now, "ordered", team=title)


def name_captain(tournament: Tournament, team: int, name: str) -> None:
    """Name the captain of a team, "" for nobody. Raises BadInput."""
    number = 0
    if name:
        player = tournament.require_player(name)
        if player.team != team or player.bot:
            raise wrong("captain", name=player.name, team=tournament.teams[team - 1].name)
        number = player.number
    tournament.teams[team - 1].captain = number


def is_captain(tournament: Tournament, player: Player | None, team: int) -> bool:
    """Tell whether a player is the captain of a team."""
    return player is not None and bool(team) and tournament.teams[team - 1].captain == player.number


def set_sitting_out(tournament: Tournament, player: Player, paused: bool, now: int) -> None:
    """Let a player sit out from the next round on, or play again; a running game goes on. Raises BadInput."""
    if tournament.over:
        raise wrong("over")
    if player.withdrawn:
        raise wrong("withdrawn", name=player.name)
    if not player.team:
        raise wrong("teamless", name=player.name)
    if player.paused != paused:
        player.paused = paused
        tournament.note(now, "sitsout" if paused else "playsagain", name=player.name,
                        team=tournament.teams[player.team - 1].name)


def find_open_board(tournament: Tournament, table: int, name: str) -> tuple[TablePairing, Player]:
    """Return a board of the running round that is not over, and the player of a name there. Raises BadInput."""
    if not tournament.is_league:
        raise wrong("onlyleague")
    player = tournament.require_player(name)
    pairing = next((one for one in tournament.open_pairings() if one.table == table and player.number in one.players),
                   None)
    if pairing is None or tournament.over:
        raise wrong("running", name=player.name)
    return pairing, player


def list_reserves(tournament: Tournament, team: int) -> list[Player]:
    """Return who may still come in for somebody in the running round: a player of the team who has no board in it."""
    playing = {number for one in tournament.rounds[-1:] for pairing in one.pairings for number in pairing.players}
    return [one for one in list_members(tournament, team)
            if one.is_active and not one.paused and one.number not in playing]


def replace_on_board(tournament: Tournament, table: int, name: str, reserve_name: str, code: str, has_begun: bool,
                     now: int) -> TablePairing:
    """Let a reserve play for somebody of their team in the running round, at a table of the given code.

    has_begun  the board's game has

    Returns the pairing. Raises BadInput.
    """
    pairing, player = find_open_board(tournament, table, name)
    reserve = tournament.require_player(reserve_name)
    if has_begun:
        raise wrong("boardbegun", name=player.name)
    if reserve not in list_reserves(tournament, player.team):
        raise wrong("noreserve", name=reserve.name, team=tournament.teams[player.team - 1].name)
    pairing.players[pairing.players.index(player.number)] = reserve.number
    pairing.substituted = [one for one in pairing.substituted if one != player.number]
    pairing.code = code
    tournament.note(now, "replaced", name=reserve.name, other=player.name, table=table)
    return pairing


def withdraw_team(tournament: Tournament, team: int, now: int) -> list[TablePairing]:
    """Withdraw a team: its running boards, which are returned, and its later meetings are lost. Raises BadInput."""
    found = tournament.teams[team - 1]
    if tournament.over:
        raise wrong("over")
    if found.withdrawn:
        raise wrong("withdrawn", name=found.name)
    found.withdrawn = True
    tournament.note(now, "withdrew", name=found.name)
    lost = [one for one in tournament.open_pairings()
            if any(tournament.player(number).team == team for number in one.players)]
    for one in lost:
        one.forfeited += [number for number in one.players if tournament.player(number).team == team]
    return lost


def readmit_team(tournament: Tournament, team: int, now: int) -> None:
    """Let a team that has withdrawn play again, from the next round on. Raises BadInput."""
    found = tournament.teams[team - 1]
    if tournament.over:
        raise wrong("over")
    if not found.withdrawn:
        raise wrong("stays", name=found.name)
    if tournament.rounds and team not in tournament.drawn:
        raise wrong("teamsfixed")
    found.withdrawn = False
    tournament.note(now, "returned", name=found.name, round=len(tournament.rounds) + 1)


def choose_bot_teams(tournament: Tournament, name: str, count: int) -> list[int]:
    """Return for each of `count` bots the number of the team that it fills in, 0 in other forms than a team league.

    Without a name, bots take all boards that teams have no player for, however many. Raises BadInput.
    """
    if not tournament.is_league and not name:
        return [0] * count
    if name:
        return [require_team(tournament, name)] * count
    return [team for team, one in enumerate(tournament.teams, 1) if not one.withdrawn
            for _ in range(tournament.boards - len(line_up(tournament, team)))]
