"""An arena without a server: who meets whom, what counts, pauses, the end, and every refusal."""

import random
from collections import Counter

import msgspec
import pytest

from coprime.core.errors import BadInput
from coprime.table.pairing_outcome import TableOutcome, is_decided
from coprime.tournaments import arena, rounds
from coprime.tournaments.sentences import say
from coprime.tournaments.tournament import GRACE_SECONDS, Tournament
from coprime.tournaments.tournament_types import ArenaScore

START = 1_000_000               # when the arenas of these tests begin, in seconds of the epoch


def arena_of(count, bots=0, minutes=20, begun=True):
    found = Tournament("Hour", "director", "prime_daifugo", {}, None, "arena", minutes=minutes)
    for n in range(1, count + 1):
        found.enter(f"key{n}", f"Player {n}", START)
    for n in range(bots):
        found.add_bot(f"Bot {n}", "novice", START)
    if begun:
        arena.begin_arena(found, START)
    return found


def wait(tournament, *numbers, at=START, since=None):
    """Pages wait for an opponent."""
    arena.mark_ready(tournament, dict.fromkeys(numbers, 1000 * (at if since is None else since)), at)


def pair(tournament, at=START):
    """Pair who is free; the tables are called by their numbers. Returns the pairs, lower number first."""
    pairs = arena.plan_pairs(tournament, 1000 * at)
    first = tournament.made + 1
    made = arena.begin_pairs(tournament, pairs, [f"T{first + n}" for n in range(len(pairs))], at)
    return sorted(tuple(sorted(one.players)) for one in made)


def finish(tournament, *winners, drawn=False):
    """The running games of these players end: they have won, or drawn. Returns the pairings."""
    for number in winners:
        pairing = next(one for one in tournament.open_pairings() if number in one.players)
        shares = [0.5, 0.5] if drawn else [float(one == number) for one in pairing.players]
        assert rounds.count_games(tournament, pairing.code, [TableOutcome(1, pairing.players, shares)])
    return arena.archive_finished_pairings(tournament)


def standings(tournament):
    return [(one.place, one.player, one.points, one.won, one.played) for one in rounds.rank_tournament(tournament)]


def simulate(seed, count, bots=0, minutes=20):
    """An arena of people who play games of a minute or so, and come and go.

    Yields each second: the time, the tournament, the pairings that have begun, and all that were over before.
    """
    rng = random.Random(seed)
    tournament, over = arena_of(count, bots, minutes), []
    ends, back = {}, dict.fromkeys(range(1, count + 1), START)
    for now in range(START, START + 60 * minutes + GRACE_SECONDS + 2):
        for pairing in tournament.open_pairings():
            if ends[pairing.code] <= now:
                over += finish(tournament, rng.choice(pairing.players), drawn=rng.random() < 0.1)
                back |= {number: now + rng.randint(0, 5) for number in pairing.players}
        for player in tournament.players:
            if not player.bot and rng.random() < 0.002:
                arena.set_paused(tournament, player, not player.paused)
        if rng.random() < 0.01 and now < tournament.ends_at:
            back[tournament.enter(f"late{now}", f"Late {now}", now).number] = now
        playing = arena.players_in_running_pairings(tournament)
        wait(tournament, *[number for number, at in back.items() if at <= now and number not in playing], at=now)
        running = len(tournament.rounds[0].pairings)
        pair(tournament, now)
        made = tournament.rounds[0].pairings[running:]
        ends |= {one.code: now + rng.randint(20, 90) for one in made}
        if arena.is_time_to_end(tournament, now):
            tournament.end(now)
            over += arena.archive_finished_pairings(tournament)
        yield now, tournament, made, over
        if tournament.over:
            return


@pytest.mark.parametrize("seed", range(6))
def test_any_arena_keeps_its_rules(seed):
    """Nobody is in two games, no rematch at once while others are free, no new pairing after the end, points add up."""
    rng = random.Random(seed)
    count, bots = rng.randint(2, 14), rng.choice((0, 0, 1, 3))
    latest, ended = {}, {}
    for now, tournament, made, over in simulate(seed, count, bots, minutes=5):
        assert not made or now < tournament.ends_at
        playing = Counter(number for one in tournament.open_pairings() for number in one.players)
        assert max(playing.values(), default=1) == 1
        people = [one for one in tournament.players if one.is_active and not one.bot and not one.paused]
        for one in over[len(ended):]:
            ended[one.table] = now
        for one in made:
            assert not all(tournament.player(number).bot for number in one.players)
            before = {latest.get(number, 0) for number in one.players}
            if len(before) == 1 and before != {0} and (len(people) > 2 or bots):
                bot = any(tournament.player(number).bot for number in one.players)
                assert bot or now - ended[before.pop()] >= arena.REMATCH_SECONDS, "a rematch at once"
            latest |= dict.fromkeys(one.players, one.table)
    assert tournament.over and now <= tournament.ends_at + GRACE_SECONDS
    assert tournament.rounds[0].pairings == [] and sorted(one.table for one in over) == [*range(1, 1 + tournament.made)]
    for one in rounds.rank_tournament(tournament):      # what is handed over adds up to the standings
        games = [pairing for pairing in over if one.player in pairing.players and pairing.games]
        assert one.points == 2 * sum(pairing.points_of(one.player) for pairing in games)
        assert (one.won, one.played) == (sum(pairing.winner == one.player for pairing in games), len(games))
    assert sum(one.points for one in rounds.rank_tournament(tournament)) > 0
    again = msgspec.json.decode(msgspec.json.encode(tournament), type=Tournament)
    assert again == tournament and standings(again) == standings(tournament)


@pytest.mark.parametrize("seed", range(3))
def test_whoever_is_free_is_paired_at_once_with_somebody_near(seed):
    """Among many who are free nobody waits but one of an odd number, and points are near."""
    differences = []
    for now, tournament, made, _ in simulate(seed, 60, minutes=5):
        scores = arena.entered_scores(tournament)
        people, _ = arena.free_players(tournament, 1000 * now)
        if len(people) > 1 and now < tournament.ends_at:
            (one, other) = people
            assert scores[one.number].opponents[-1:] == [other.number], "only two who have just met wait on together"
        if len(made) > 1:
            differences += [abs(scores[first].points - scores[second].points) for first, second in
                            (pairing.players for pairing in made)]
    assert sum(differences) / len(differences) < 2, "drawn at random they would be about 3 apart"


def test_a_win_is_two_points_and_a_draw_one():
    tournament = arena_of(4)
    wait(tournament, 1, 2, 3, 4)
    assert pair(tournament) == [(1, 2), (3, 4)]
    finish(tournament, 1)
    finish(tournament, 3, drawn=True)
    assert standings(tournament) == [(1, 1, 2, 1, 1), (2, 3, 1, 0, 1), (2, 4, 1, 0, 1), (4, 2, 0, 0, 1)]
    assert is_decided([0.5, 0.5], 0, False), "at the table, too, one game is all"
    assert not rounds.count_games(tournament, "T1", [TableOutcome(2, [1, 2], [0, 1])]), "sent twice, or one more"


def test_two_who_have_just_met_wait_for_somebody_else_and_meet_again_at_last():
    tournament = arena_of(4)
    wait(tournament, 1, 2, 3, 4)
    pair(tournament)
    finish(tournament, 1)
    wait(tournament, 1, 2, at=START + 60)
    assert pair(tournament, START + 60) == []
    wait(tournament, 1, 2, at=START + 60 + arena.REMATCH_SECONDS - 1)
    assert pair(tournament, START + 60 + arena.REMATCH_SECONDS - 1) == []
    assert pair(tournament, START + 60 + arena.REMATCH_SECONDS) == [(1, 2)]
    # And where they are the only ones, at once.
    two = arena_of(2)
    for n in range(3):
        wait(two, 1, 2, at=START + n)
        assert pair(two, START + n) == [(1, 2)]
        finish(two, 1)


@pytest.mark.parametrize(("running", "over", "after", "pause"), [
    (0, 2, 60, 15),             # nobody else plays: 75 s by the pace so far, so the longest
    (1, 2, 60, 15),
    (9, 0, 36, 10),             # none is over yet: as if nine ended now
    (99, 2000, 960, 1.2),       # two games end each second
])
def test_two_who_have_just_met_wait_as_long_as_a_few_games_take_to_end(running, over, after, pause):
    tournament = arena_of(2 * running + 4)
    wait(tournament, *range(3, 2 * running + 3))
    arena.begin_pairs(tournament, [(2 * n + 3, 2 * n + 4) for n in range(running)], map(str, range(running)), START)
    tournament.made += over
    at = START + after
    assert arena.rematch_pause_ms(tournament, 1000 * at) == 1000 * pause
    for number, other in ((1, 2), (2, 1)):
        tournament.scores[number] = ArenaScore(opponents=[other])
    wait(tournament, 1, 2, at=at)
    later = 1000 * at + arena.rematch_pause_ms(tournament, 1000 * at)
    while arena.rematch_pause_ms(tournament, later) > later - 1000 * at:        # it grows meanwhile
        assert arena.plan_pairs(tournament, later) == []
        later += 100
    assert arena.plan_pairs(tournament, later) in ([(1, 2)], [(2, 1)])


def test_two_who_have_just_met_do_not_meet_again_while_somebody_else_is_free():
    tournament = arena_of(8)
    for number, other in ((1, 2), (2, 1), (3, 4), (4, 3)):
        tournament.scores[number] = ArenaScore(points=8 * (number > 2), opponents=[other])
    wait(tournament, 1, 2, 3, 4, at=START + 100)
    assert {frozenset(one) for one in arena.plan_pairs(tournament, 1000 * (START + 119))} in (
        {frozenset((1, 3)), frozenset((2, 4))}, {frozenset((1, 4)), frozenset((2, 3))}), "however long they have waited"


def test_of_many_people_99_of_100_are_paired_within_two_seconds_and_seldom_with_the_same():
    """Two games end each second; a look five times a second, and nobody knows how long the others will play."""
    rng, tournament = random.Random(7), arena_of(120)
    back, ends, waits, latest, rematches = dict.fromkeys(range(1, 121), 1000 * START), {}, [], {}, 0
    for now_ms in range(1000 * START, 1000 * (START + 180), 200):
        now = now_ms // 1000
        for pairing in [one for one in tournament.open_pairings() if ends[one.code] <= now_ms]:
            finish(tournament, rng.choice(pairing.players))
            back |= {number: now_ms + rng.randint(0, 600) for number in pairing.players}
        arena.mark_ready(tournament, {number: at for number, at in back.items() if at <= now_ms}, now)
        pairs = arena.plan_pairs(tournament, now_ms)
        for one in arena.begin_pairs(tournament, pairs, [f"{now_ms} {n}" for n in range(len(pairs))], now):
            waits += [now_ms - back.pop(number) for number in one.players]
            ends[one.code] = now_ms + rng.randint(12_000, 45_000)
            rematches += latest.get(one.players[0], 0) == latest.get(one.players[1], -1)
            latest |= dict.fromkeys(one.players, one.table)
    assert len(waits) > 700
    assert sum(one <= 2000 for one in waits) >= 0.99 * len(waits), max(waits)
    assert rematches <= 0.1 * len(waits) / 2, rematches


def test_of_an_odd_number_the_one_who_came_last_goes_on_waiting():
    tournament = arena_of(5)
    wait(tournament, 1, 2, 4, 5, since=START)
    wait(tournament, 3, at=START + 1)
    assert pair(tournament, START + 1) == [(1, 2), (4, 5)]


def test_the_first_seat_goes_round():
    tournament, firsts = arena_of(2), []
    for n in range(4):
        wait(tournament, 1, 2, at=START + n)
        pair(tournament, START + n)
        firsts.append(tournament.rounds[0].pairings[0].players[0])
        finish(tournament, 1)
    assert firsts in ([1, 2, 1, 2], [2, 1, 2, 1])


def test_bots_play_whoever_waits_and_never_each_other():
    tournament = arena_of(1, bots=3)
    wait(tournament, 1)
    assert pair(tournament) == []
    later = START + arena.BOT_SECONDS
    assert pair(tournament, later) == [(1, 2)]
    finish(tournament, 2)
    wait(tournament, 1, at=later + 30)
    assert pair(tournament, later + 30 + arena.BOT_SECONDS) == [(1, 3)], "another bot than before"


def test_who_is_not_there_is_not_paired():
    tournament = arena_of(3)
    wait(tournament, 1, 2)
    assert pair(tournament, START + arena.PRESENT_SECONDS + 1) == [], "their pages have gone"
    wait(tournament, 1, 2, 3, at=START + 60)
    arena.set_paused(tournament, tournament.player(1), True)
    tournament.withdraw("Player 2", START + 60)
    assert pair(tournament, START + 60) == []
    with pytest.raises(BadInput, match="director has taken you out"):
        arena.set_paused(tournament, tournament.player(2), False)
    arena.set_paused(tournament, tournament.player(1), False)
    wait(tournament, 1, at=START + 61)
    assert pair(tournament, START + 61) == [(1, 3)]
    arena.set_paused(tournament, tournament.player(3), True)
    finish(tournament, 3)
    assert standings(tournament)[0][1:3] == (3, 2), "a game that runs counts for whoever pauses"


def test_who_does_not_come_to_the_table_loses_and_is_paused():
    tournament = arena_of(4)
    wait(tournament, 1, 2, 3, 4)
    assert pair(tournament) == [(1, 2), (3, 4)]
    ended = arena.forfeit_absent(tournament, {"T1": [2], "T2": [3, 4], "T9": [1]})
    assert [one.code for one in ended] == ["T1", "T2"] and not tournament.open_pairings()
    arena.archive_finished_pairings(tournament)
    assert standings(tournament) == [(1, 1, 2, 1, 0), (2, 2, 0, 0, 0), (2, 3, 0, 0, 0), (2, 4, 0, 0, 0)]
    assert [one.paused for one in tournament.players] == [False, True, True, True]


def test_nobody_is_paired_after_the_end_and_games_count_within_the_grace():
    tournament = arena_of(6, minutes=5)
    end = tournament.ends_at
    assert end == START + 300
    wait(tournament, 1, 2, 3, 4, at=end - 1)
    assert len(pair(tournament, end - 1)) == 2
    wait(tournament, 5, 6, at=end - 1)
    assert pair(tournament, end) == [] and arena.begin_pairs(tournament, [(5, 6)], ["X"], end) == []
    with pytest.raises(BadInput, match="time of this arena is over"):
        tournament.enter("late", "Late", end)
    assert not arena.is_time_to_end(tournament, end), "games still run"
    finish(tournament, 1)
    assert not arena.is_time_to_end(tournament, end + GRACE_SECONDS - 1)
    assert arena.is_time_to_end(tournament, end + GRACE_SECONDS)
    tournament.end(end + GRACE_SECONDS)
    assert not rounds.count_games(tournament, "T2", [TableOutcome(1, [3, 4], [1, 0])]), "too late"
    assert sum(one.points for one in rounds.rank_tournament(tournament)) == 2
    # Where all games have ended before, it is over with the time.
    other = arena_of(2, minutes=5)
    assert arena.is_time_to_end(other, end) and not arena.is_time_to_end(other, end - 1)


def test_the_director_sets_results_right():
    tournament = arena_of(2)
    wait(tournament, 1, 2)
    pair(tournament)
    pairing, = finish(tournament, 1)
    arena.correct_finished(tournament, pairing, [0.5, 0.5], "misread", START)
    assert standings(tournament) == [(1, 1, 1, 0, 1), (1, 2, 1, 0, 1)]
    one, other = (tournament.player(number).name for number in pairing.players)
    line = say(f"log.{tournament.log[-1].key}", **tournament.log[-1].facts)
    assert line.startswith(f"Table 1 was corrected: {one} ½ : ½ {other}, not ") and "misread" in line
    arena.correct_finished(tournament, pairing, [0, 0], "never played", START)
    assert [one.points for one in rounds.rank_tournament(tournament)] == [0, 0]
    for score in ([2, 1], [1, 1], [0.5, 0]):
        with pytest.raises(BadInput, match="1 : 0, 0 : 1 or ½ : ½"):
            arena.correct_finished(tournament, pairing, score, "x", START)
    assert [one.points for one in rounds.rank_tournament(tournament)] == [0, 0]
    # A running game, too, which then counts no more.
    wait(tournament, 1, 2, at=START + 9)
    pair(tournament, START + 9)
    tournament.correct(1, 2, [1, 0] if tournament.rounds[0].pairings[0].players[0] == 2 else [0, 1], "given up", START)
    arena.archive_finished_pairings(tournament)
    assert standings(tournament) == [(1, 2, 2, 1, 1), (2, 1, 0, 0, 1)]


def test_what_is_refused():
    tournament = arena_of(1, begun=False)
    with pytest.raises(BadInput, match="at least two players"):
        arena.begin_arena(tournament, START)
    for minutes in (4, 181, 0, -1):
        with pytest.raises(BadInput, match="5 to 180 minutes"):
            tournament.change_minutes(minutes)
    with pytest.raises(BadInput, match="one won game"):
        tournament.change_length(None, 2)
    tournament.change_length(None, 1)
    tournament.enter("key2", "Player 2", START)
    arena.begin_arena(tournament, START)
    for refused, why in ((lambda: arena.begin_arena(tournament, START), "pairs by itself"),
                         (lambda: tournament.change_minutes(30), "time stays"),
                         (lambda: tournament.substitute_bot(1, "Player 1", START), "No running table")):
        with pytest.raises(BadInput, match=why):
            refused()
    assert tournament.why_no_round() == say("no.itself")
    wait(tournament, 1, 2)
    pair(tournament)
    with pytest.raises(BadInput, match="nobody is waited for"):
        tournament.substitute_bot(1, "Player 1", START)
    swiss = Tournament("Club", "director", "prime_daifugo", {}, None, "swiss")
    swiss.enter("key1", "Player 1", START)
    with pytest.raises(BadInput, match="Only an arena"):
        arena.set_paused(swiss, swiss.player(1), True)
    with pytest.raises(BadInput, match="Only an arena"):
        swiss.change_minutes(20)
    tournament.end(START)
    with pytest.raises(BadInput, match="has ended"):
        arena.set_paused(tournament, tournament.player(1), True)


def test_there_is_room_for_more_people_than_in_a_round():
    tournament = arena_of(250)
    with pytest.raises(BadInput, match="at most 250"):
        tournament.enter("one more", "One more", START)


def test_somebody_who_is_forgotten_loses_only_the_running_game():
    tournament, over = arena_of(2), []
    for n in range(2):
        wait(tournament, 1, 2, at=START + n)
        pair(tournament, START + n)
        over += [] if n else finish(tournament, 1)
    assert tournament.forget_person("key1", "Somebody")
    over += arena.archive_finished_pairings(tournament)
    assert [one.forfeited for one in over] == [[], [1]]
    assert sorted(standings(tournament)) == [(1, 1, 2, 1, 1), (1, 2, 2, 1, 1)]
    assert b"Player 1" not in msgspec.json.encode(tournament)
