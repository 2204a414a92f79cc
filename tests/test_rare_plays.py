"""A rare play is named in its line, so that the others are shown it for a moment: that one, and no other."""

import pytest

import coprime
from coprime.core.match import Match, copy_state
from coprime.core.record import load_record, parse_event_action, parse_seat
from coprime.core.seats import WATCHER
from coprime.games.daifugo.state import Phase
from coprime.games.prime_canasta.sides import count_sides
from coprime.games.prime_canasta.tables import BONUS, COUNT
from coprime.games.prime_challenge.rules import Referee


def canastas(state):
    return [[row for row in state.laid[side, :state.laid_n[side]].tolist() if BONUS[row]]
            for side in range(count_sides(state))]


def of_canasta(before, after):
    """The best canasta that has come to lie on a side."""
    made = [row for had, has in zip(canastas(before), canastas(after), strict=True) for row in has if row not in had]
    if not made:
        return None
    return "The royal canasta" if any(COUNT[row] == 8 for row in made) else "A canasta"


def of_daifugo(before, after):
    playing = before.phase == after.phase == Phase.PLAY and before.hands == after.hands
    if after.phase == Phase.PLAY and 1 in after.place and 1 not in before.place:
        return "Out first"
    if not playing or before.reversed == after.reversed:
        return None
    return "The revolution ends" if before.reversed else "Revolution"


def of_challenge(before, after):
    if after.sets <= before.sets:
        return None
    cards = after.stack_n - before.stack_n
    is_large = before.referee == Referee.PROGRAM and cards > 4
    return f"{after.sets} sets in one turn" if after.sets > 2 else f"{cards} cards in one set" if is_large else None


EXPECTED = {"prime_canasta": of_canasta, "daifugo": of_daifugo, "prime_challenge": of_challenge}


def told(path, game, watcher=WATCHER):
    """Each step of a golden game: before, after, and the title that its line has for a watcher."""
    record = load_record(path.read_text(encoding="utf-8").partition("\n")[2])
    options = {name: tuple(value) if isinstance(value, list) else value for name, value in record.options.items()}
    match = Match(game, record.seats, options, game.pure_rules)
    for seat, label, *_ in record.events:
        actor = parse_seat(seat)
        before, action = copy_state(match.state), parse_event_action(game.words, actor, label)
        shown = int(match.rules.observe_action(before, actor, action, watcher))
        match.act(actor, action)
        line = game.words.describe_event(match.view(watcher, before), actor, shown, match.view(watcher),
                                         record.players, watcher)
        yield before, match.state, (line.detail or {}).get("great")


@pytest.mark.parametrize("name", EXPECTED)
def test_rare_plays_are_named_and_no_others(name):
    game, found = coprime.game(name), set()
    for path in sorted((game.folder / "tests/golden").iterdir()):
        for before, after, title in told(path, game):
            expected = EXPECTED[name](before, after)
            assert bool(title) == bool(expected), (path.name, title, expected)
            assert (title or "").startswith(expected or ""), (path.name, title, expected)
            found.add(title)
    assert len(found) > 1, "no golden game has one"


@pytest.mark.parametrize("name", sorted(set(coprime.all_games()) - set(EXPECTED)))
def test_other_games_name_none(name):
    game = coprime.game(name)
    path = sorted((game.folder / "tests/golden").iterdir())[0]
    assert {title for _, _, title in told(path, game)} == {None}


def test_an_initial_laydown_is_named_to_its_own_side_alone():
    game, own = coprime.game("prime_canasta"), set()
    for path in sorted((game.folder / "tests/golden").iterdir()):
        for before, after, title in told(path, game, 0):
            for side in range(count_sides(before)):
                if after.made[side] <= before.made[side]:
                    continue
                assert title if side == 0 else title != "Your sets are on the table"
                own |= {title} if side == 0 else set()
    assert own >= {"Your sets are on the table", "A canasta"}
