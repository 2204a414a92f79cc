"""The rounds of a tournament: pair the next one, count games that tables have finished, and rank."""

from collections import Counter
from collections.abc import Iterable, Sequence

from msgspec import Struct

from ..core.errors import BadInput
from ..table.pairing_outcome import TableOutcome
from .arena import rank_arena
from .pairing import bracket_order, circle_rounds, pair_swiss, usual_rounds
from .sentences import say
from .standings import RankedPlayer, RoundOutcome, rank_players
from .team_rounds import empty_boards_sentence, next_meetings, plan_boards, rank_league
from .teams import line_up
from .tournament import Tournament
from .tournament_types import GameResult, TablePairing, TournamentRound


class PlanOutdated(BadInput):
    """Somebody has come, gone or been given another result since a round was planned."""


class RoundPlan(Struct):
    """Pairs of a round as players' numbers, who has the first seat first; a bye is one number.

    In a knock-out they stand in the order of its lines, and a line that has ended is empty.
    basis  what they were planned from;  meetings  of a team league: the numbers of the teams
    """

    pairs: list[list[int]]
    basis: list[object]
    meetings: list[list[int]] = []

    @property
    def table_count(self) -> int:
        """How many tables it needs."""
        return sum(len(pair) == 2 for pair in self.pairs)


def plan_round(tournament: Tournament, empty: bool = False) -> RoundPlan:
    """Plan the next round; a Swiss round of many players takes a good part of a second. Raises BadInput.

    empty  in a team league, boards may stay empty that a team has no player for
    """
    if why := tournament.why_no_round():
        raise BadInput(why)
    if tournament.is_league:
        if not empty and (why := empty_boards_sentence(tournament)):
            raise BadInput(why)
        meetings = next_meetings(tournament)
        return RoundPlan(plan_boards(tournament, meetings), _plan_basis(tournament), meetings)
    active = [one.number for one in tournament.players if one.is_active]
    if tournament.format == "knockout":
        pairs = _plan_knockout(tournament, active)
    elif tournament.format == "round_robin":
        circle = circle_rounds(tournament.drawn or active)[len(tournament.rounds)]
        pairs = [[one for one in pair if one is not None] for pair in circle]
    else:
        pairs = _plan_swiss(tournament, active)
    return RoundPlan(pairs, _plan_basis(tournament))


def _plan_basis(tournament: Tournament) -> list[object]:
    """What a plan depends on: who plays, and what every pairing was worth."""
    pairings = [[one.players, one.score, one.forfeited] for found in tournament.rounds for one in found.pairings]
    line_ups = [line_up(tournament, n) for n in range(1, len(tournament.teams) + 1)]
    return [len(tournament.rounds), [one.number for one in tournament.players if one.is_active], pairings, line_ups]


def _plan_swiss(tournament: Tournament, active: list[int]) -> list[list[int]]:
    standings = {one.player: one for one in rank_tournament(tournament)}
    ranked = sorted(active, key=lambda number: list(standings).index(number))
    points = {number: standings[number].points for number in active}
    pairings = [one for found in tournament.rounds for one in found.pairings]
    meetings = Counter(frozenset(one.players) for one in pairings if len(one.players) == 2)
    byes = [one.players[0] for one in pairings if len(one.players) == 1]
    pairs, bye = pair_swiss(ranked, points, meetings, byes)
    firsts = Counter(one.players[0] for one in pairings if len(one.players) == 2)
    firsts.subtract(one.players[1] for one in pairings if len(one.players) == 2)
    # Who has had the first seat less often has it; of equal ones the higher and the lower in turn, by table.
    seated = [[one, other] if (firsts[one], n % 2) <= (firsts[other], 0) else [other, one]
              for n, (one, other) in enumerate(pairs)]
    return seated + ([] if bye is None else [[bye]])


def _plan_knockout(tournament: Tournament, active: list[int]) -> list[list[int]]:
    if not tournament.rounds:
        lines = [active[seed - 1] if seed <= len(active) else None for seed in bracket_order(len(active))]
    else:
        lines = [one.winner for one in tournament.rounds[-1].pairings]
        lines = [number if number is not None and not tournament.player(number).withdrawn else None for number in lines]
    return [[number for number in pair if number is not None] for pair in zip(lines[::2], lines[1::2], strict=True)]


def begin_round(tournament: Tournament, plan: RoundPlan, codes: Sequence[str], now: int) -> None:
    """Begin a planned round; `codes` has one of a table for each two players.

    Raises BadInput where it cannot begin, and PlanOutdated.
    """
    if why := tournament.why_no_round():
        raise BadInput(why)
    if _plan_basis(tournament) != plan.basis:
        raise PlanOutdated(say("no.changed"))
    met = {frozenset(one.players) for found in tournament.rounds for one in found.pairings}
    if not tournament.rounds:
        tournament.drawn = sorted(team for pair in plan.meetings for team in pair) if tournament.is_league else [
            one.number for one in tournament.players if one.is_active]
        if tournament.format == "swiss" and not tournament.planned:
            tournament.planned = usual_rounds(len(tournament.drawn))
    left = iter(codes)
    made = [TablePairing(table, pair, next(left) if len(pair) == 2 else "") for table, pair in enumerate(plan.pairs, 1)]
    for one in made:
        if len(one.players) == 2:
            one.forfeited = [number for number in one.players if tournament.player(number).withdrawn]
    tournament.rounds.append(TournamentRound(now, made, meetings=plan.meetings))
    if tournament.is_league:
        tournament.note(now, "paired", round=len(tournament.rounds), n=plan.table_count)
        if empty := len(plan.pairs) - plan.table_count:
            tournament.note(now, "empty", round=len(tournament.rounds), n=empty)
        return
    repeats = sum(len(pair) == 2 and frozenset(pair) in met for pair in plan.pairs)
    if repeats:
        tournament.note(now, "again", round=len(tournament.rounds), n=plan.table_count, repeats=repeats)
    else:
        tournament.note(now, "paired", round=len(tournament.rounds), n=plan.table_count)


def count_games(tournament: Tournament, code: str, outcomes: Iterable[TableOutcome]) -> bool:
    """Count the games that a table has finished, each once and none after the pairing is over.

    Returns whether there were new ones.
    """
    pairing = next((one for found in tournament.rounds for one in found.pairings if code and one.code == code), None)
    if pairing is None:
        return False
    changed = False
    for outcome in sorted(outcomes, key=lambda one: one.match):
        known = any(game.match == outcome.match for game in pairing.games)
        if known or tournament.is_done(pairing) or sorted(outcome.entrants) != sorted(pairing.players):
            continue
        shares = [outcome.shares[outcome.entrants.index(number)] for number in pairing.players]
        pairing.games.append(GameResult(outcome.match, shares))
        changed = True
    return changed


def rank_tournament(tournament: Tournament) -> list[RankedPlayer]:
    """Return the standings of everybody who has entered, in a team league of the teams, as far as pairings are over."""
    if tournament.is_arena:
        return rank_arena(tournament)
    if tournament.is_league:
        return rank_league(tournament)
    if tournament.format == "knockout" and tournament.rounds:
        return _rank_knockout(tournament)
    outcomes: dict[int, list[RoundOutcome]] = {}
    rounds = [{number: one for one in round.pairings for number in one.players} for round in tournament.rounds]
    paired = {number for pairings in rounds for number in pairings}
    for player in tournament.players:
        if player.has_entered or player.number in paired:
            found = [_outcome_of(tournament, pairings.get(player.number), player.number) for pairings in rounds]
            outcomes[player.number] = [one for one in found if one is not None]
    return rank_players(outcomes)


def _outcome_of(tournament: Tournament, pairing: TablePairing | None, number: int) -> RoundOutcome | None:
    """What a player had from a round; None while their pairing is not over, and for a free round of a round robin."""
    if pairing is None or len(pairing.players) == 1:
        if tournament.format == "round_robin":
            return None
        return RoundOutcome(0, 0.0 if pairing is None else 1.0)
    if not tournament.is_done(pairing):
        return None
    other = next(one for one in pairing.players if one != number)
    return RoundOutcome(other, pairing.points_of(number))


def _rank_knockout(tournament: Tournament) -> list[RankedPlayer]:
    """Rank by rounds that were won, byes included; of equal ones those who are still in stand first."""
    won, still_in = dict.fromkeys(tournament.drawn, 0), set(tournament.drawn)
    for round in tournament.rounds:
        for pairing in round.pairings:
            for number in pairing.players if tournament.is_done(pairing) else ():
                if number == pairing.winner:
                    won[number] += 1
                else:
                    still_in.discard(number)
    still_in = {number for number in still_in if not tournament.player(number).withdrawn}
    keys = {number: (won[number], number in still_in) for number in won}
    found = [RankedPlayer(number, 1 + sum(other > keys[number] for other in keys.values()), float(won[number]))
             for number in won]
    return sorted(found, key=lambda one: (one.place, one.player))
