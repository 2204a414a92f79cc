"""An arena: for a time, whoever is free is paired with somebody free; every game counts by itself.

A player is free while their page waits for an opponent. Times of waiting are in milliseconds, all others in seconds of
the epoch. An arena may have thousands of pairings: the tournament holds those that run and the scores, and
`archive_finished_pairings` hands the others over. Whoever calls this stores both, and opens the tables.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

import msgspec

from .pairing import match_cheapest
from .sentences import wrong
from .standings import RankedPlayer
from .tournament import GRACE_SECONDS, Tournament
from .tournament_types import ArenaScore, Player, TablePairing, TournamentRound

WIN_POINTS, DRAW_POINTS = 2, 1
PRESENT_SECONDS = 20            # since a page waited last, after which its player is not paired
ARRIVAL_SECONDS = 60            # in which both must come to their table
REMATCH_SECONDS = 15            # that two who have just met wait at most, before they meet again
REMATCH_GAMES = 2.5             # or as long as so many games take to end: 8 times of 100 none does meanwhile
BOT_SECONDS = 5                 # that somebody waits for a person before a bot plays them
RECENT_OPPONENTS = 4            # before the last one: to meet one of these counts like a difference of so many points:
RECENT_PENALTY = 4
NEIGHBOURS = 12                 # in the ranking of those who are free, among whom somebody's opponent is looked for


class _PairCost(NamedTuple):
    """What it costs that two meet, or that one goes on waiting; the first number that differs decides."""

    rematch: int = 0
    waited: int = 0
    difference: int = 0
    distance: int = 0


def begin_arena(tournament: Tournament, now: int) -> None:
    """Begin the time of an arena. Raises BadInput."""
    if tournament.over:
        raise wrong("over")
    if tournament.rounds:
        raise wrong("itself")
    if sum(one.is_active for one in tournament.players) < 2:
        raise wrong("fewarena")
    tournament.drawn = [one.number for one in tournament.players if one.is_active]
    tournament.rounds.append(TournamentRound(now, []))
    tournament.note(now, "begun", minutes=tournament.minutes)


def players_in_running_pairings(tournament: Tournament) -> set[int]:
    """Return the numbers of those who are in a running pairing."""
    return {number for one in tournament.open_pairings() for number in one.players}


def mark_ready(tournament: Tournament, waiting: Mapping[int, int], now: int) -> None:
    """Note whose pages wait for an opponent: by number, since when at the earliest (milliseconds)."""
    if tournament.over or not tournament.rounds or now >= tournament.ends_at:
        return
    playing = players_in_running_pairings(tournament)
    for number, since in waiting.items():
        player = tournament.player(number)
        if player.is_active and not player.bot and not player.paused and number not in playing:
            player.ready, player.seen = player.ready or since, max(player.seen, now)


def set_paused(tournament: Tournament, player: Player, paused: bool) -> None:
    """Pause a player, or let them go on; a running game goes on in any case. Raises BadInput."""
    if not tournament.is_arena:
        raise wrong("onlyarena")
    if tournament.over:
        raise wrong("over")
    if player.withdrawn:
        raise wrong("removed")
    player.paused, player.ready = paused, 0


def archive_finished_pairings(tournament: Tournament) -> list[TablePairing]:
    """Take pairings that are over out of an arena, into the scores, and return them; those of other forms stay."""
    if not tournament.is_arena or not tournament.rounds:
        return []
    finished = [one for one in tournament.rounds[0].pairings if tournament.is_done(one)]
    if finished:
        tournament.rounds[0].pairings = tournament.open_pairings()
    for pairing in finished:
        _add_to_scores(tournament, pairing, 1)
        for n, number in enumerate(pairing.players):
            score = tournament.scores[number]
            score.first_seats += 1 - 2 * n
            score.opponents = [*score.opponents[-RECENT_OPPONENTS:], pairing.players[1 - n]]
    return finished


def _add_to_scores(tournament: Tournament, pairing: TablePairing, sign: int) -> None:
    for number in pairing.players:
        score = tournament.scores.setdefault(number, ArenaScore())
        worth = pairing.points_of(number)
        score.points += sign * round(WIN_POINTS * worth)
        score.won += sign * (worth == 1.0)
        score.played += sign * bool(pairing.games)


def correct_finished(tournament: Tournament, pairing: TablePairing, score: Sequence[float], reason: str,
                     now: int) -> None:
    """Set the result of a pairing that `archive_finished_pairings` gave, with a line in the log. Raises BadInput."""
    worth_before = msgspec.structs.replace(pairing)
    tournament.correct_pairing(1, pairing, score, reason, now)
    _add_to_scores(tournament, worth_before, -1)
    _add_to_scores(tournament, pairing, 1)


def rank_arena(tournament: Tournament) -> list[RankedPlayer]:
    """Return the standings: by points, then won games, then fewer games; who is equal then shares a place."""
    scores = entered_scores(tournament)
    ordered = sorted(scores, key=lambda number: (*_rank_key(scores[number]), number))
    found: list[RankedPlayer] = []
    for n, number in enumerate(ordered):
        score = scores[number]
        is_equal = n > 0 and _rank_key(score) == _rank_key(scores[ordered[n - 1]])
        found.append(RankedPlayer(number, found[-1].place if is_equal else n + 1, float(score.points), won=score.won,
                                  played=score.played))
    return found


def entered_scores(tournament: Tournament) -> dict[int, ArenaScore]:
    """Return the scores of all who have entered or played, by number."""
    return {one.number: tournament.scores.get(one.number) or ArenaScore() for one in tournament.players
            if one.has_entered or one.number in tournament.scores}


def _rank_key(score: ArenaScore) -> tuple[int, int, int]:
    return -score.points, -score.won, score.played


def free_players(tournament: Tournament, now_ms: int) -> tuple[list[Player], list[Player]]:
    """Return the people who wait for an opponent now, and the bots without one."""
    if tournament.over or not tournament.rounds or now_ms >= 1000 * tournament.ends_at:
        return [], []
    playing = players_in_running_pairings(tournament)
    idle = [one for one in tournament.players if one.is_active and not one.paused and one.number not in playing]
    people = [one for one in idle if one.ready and not one.bot and now_ms - 1000 * one.seen <= 1000 * PRESENT_SECONDS]
    return people, [one for one in idle if one.bot]


def plan_pairs(tournament: Tournament, now_ms: int) -> list[tuple[int, int]]:
    """Return who is paired now, by number, who has the first seat first.

    As many people as possible meet each other, with points as near as possible; of an odd number whoever has waited
    the shortest goes on waiting. Who has waited for a while meets a bot. Bots do not meet each other.
    """
    people, bots = free_players(tournament, now_ms)
    if len(people) + len(bots) < 2 or not people:
        return []
    scores = entered_scores(tournament)
    people.sort(key=lambda one: (*_rank_key(scores[one.number]), one.number))
    present = sum(one.is_active and not one.bot and not one.paused for one in tournament.players)
    # Where nobody else could become free, the same two meet again at once.
    pause_ms = 0 if present <= 2 and not bots else rematch_pause_ms(tournament, now_ms)
    pairs = _match_people(people, scores, now_ms, pause_ms)
    met = {number for pair in pairs for number in pair}
    pairs += _match_bots([one for one in people if one.number not in met], bots, scores, now_ms)
    return [pair if (scores[pair[0]].first_seats, n % 2) <= (scores[pair[1]].first_seats, 0) else pair[::-1]
            for n, pair in enumerate(pairs)]


def rematch_pause_ms(tournament: Tournament, now_ms: int) -> int:
    """How long two who have just met wait for others, in milliseconds.

    That is while REMATCH_GAMES games end at the pace of the arena so far, at most REMATCH_SECONDS. Until as many games
    are over as run, those that run count as if they ended now.
    """
    running = len(tournament.open_pairings())
    over = max(tournament.made - running, running, 1)
    return round(min(1000 * REMATCH_SECONDS, REMATCH_GAMES * (now_ms - 1000 * tournament.rounds[0].at) / over))


def _match_people(people: Sequence[Player], scores: Mapping[int, ArenaScore], now_ms: int, pause_ms: int,
                  ) -> list[tuple[int, int]]:
    """Pair people, the best first, by a matching of least cost."""
    count = len(people)
    costs = {(i, j): cost for i in range(count) for j in range(i + 1, min(count, i + 1 + NEIGHBOURS))
             if (cost := _pair_cost(people[i], people[j], j - i, scores, now_ms, pause_ms)) is not None}
    if count % 2:                                   # place `count` stands for going on waiting
        costs |= {(i, count): _PairCost(waited=max(0, now_ms - one.ready)) for i, one in enumerate(people)}
    if not costs:
        return []
    return [(people[i].number, people[j].number) for i, j in match_cheapest(costs, count) if j < count]


def _pair_cost(one: Player, other: Player, distance: int, scores: Mapping[int, ArenaScore], now_ms: int,
               pause_ms: int) -> _PairCost | None:
    """What it costs that two people meet, so many places apart; None where they have just met, and others may come."""
    mine, theirs = scores[one.number], scores[other.number]
    rematch = mine.opponents[-1:] == [other.number] and theirs.opponents[-1:] == [one.number]
    if rematch and now_ms - max(one.ready, other.ready) < pause_ms:
        return None
    recent = mine.opponents[-1 - RECENT_OPPONENTS:].count(other.number)
    recent = max(recent, theirs.opponents[-1 - RECENT_OPPONENTS:].count(one.number))
    difference = abs(mine.points - theirs.points) + RECENT_PENALTY * recent
    return _PairCost(rematch=int(rematch), difference=difference ** 2, distance=(distance - 1) ** 2)


def _match_bots(people: Iterable[Player], bots: Collection[Player], scores: Mapping[int, ArenaScore], now_ms: int,
                ) -> list[tuple[int, int]]:
    """Give bots to people who have waited long enough: a new one first, then one with points as near as possible."""
    left, pairs = list(bots), []
    for one in sorted(people, key=lambda one: one.ready):
        if not left or now_ms - one.ready < 1000 * BOT_SECONDS:
            break
        mine = scores[one.number]
        bot = min(left, key=lambda bot: (mine.opponents[-1:] == [bot.number],
                                         abs(mine.points - scores[bot.number].points), bot.number))
        left.remove(bot)
        pairs.append((one.number, bot.number))
    return pairs


def begin_pairs(tournament: Tournament, pairs: Iterable[tuple[int, int]], codes: Iterable[str], now: int,
                ) -> list[TablePairing]:
    """Begin planned pairings, as far as both players are still free; returns those."""
    people, bots = free_players(tournament, 1000 * now)
    free = {one.number for one in (*people, *bots)}
    made = []
    for pair, code in zip(pairs, codes, strict=True):
        if not free.issuperset(pair):
            continue
        free.difference_update(pair)
        for number in pair:
            tournament.player(number).ready = 0
        tournament.made += 1
        made.append(TablePairing(tournament.made, list(pair), code, at=now))
        tournament.rounds[0].pairings.append(made[-1])
    return made


def forfeit_absent(tournament: Tournament, absent: Mapping[str, Collection[int]]) -> list[TablePairing]:
    """Let players lose who have not come to their table, by its code, and pause them. Returns what ended by that."""
    ended = []
    for pairing in tournament.open_pairings():
        missing = [number for number in pairing.players if number in absent.get(pairing.code, ())]
        if missing:
            pairing.forfeited = missing
            ended.append(pairing)
        for number in missing:
            tournament.player(number).paused = True
    return ended


def is_time_to_end(tournament: Tournament, now: int) -> bool:
    """Tell whether the time and the grace are over, or the time and all games."""
    if tournament.over or not tournament.is_arena or not tournament.rounds or now < tournament.ends_at:
        return False
    return now >= tournament.ends_at + GRACE_SECONDS or not tournament.open_pairings()
