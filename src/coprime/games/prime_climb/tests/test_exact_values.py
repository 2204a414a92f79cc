"""Exact values: the net against the rules position by position, the figures of the rules page, tables, the command."""

import json
import random

import numpy as np
import pytest
from numpy.lib.stride_tricks import as_strided
from typer.testing import CliRunner

from coprime.cli import app
from coprime.core.errors import BadInput
from coprime.core.seats import CHANCE
from coprime.games.prime_climb import tablebase
from coprime.games.prime_climb.board_and_card_data import CHANCES, FACES, HOME
from coprime.games.prime_climb.game import GAME

VARIANTS = [{}, {"sprint": "on"}, {"route": "decline", "doubles": 2}, {"route": "there_and_back"},
            {"way_stations": (37,)}, {"way_stations": (61,), "station_by": "touch", "sprint": "on"}]


def netted(seats=2, pawns=2, **options):
    from coprime.games.prime_climb.placement_graph import build_graph
    return build_graph(GAME.new_state(seats, {"deck": "none", **options}), pawns)


def race(bound, **options):
    from coprime.games.prime_climb.exact_values import TwoPlayerIteration
    found = TwoPlayerIteration(netted(pawns=1, **options), 4, jobs=1)
    found.run_until(bound, lambda _: None)
    return found


# Against the rules.

def by_the_rules(net, options, old, p, q):
    """A chance from those after the turn, by walking through every turn of a game for two."""
    from coprime.games.prime_climb import placement_transitions
    begun = GAME.new_state(2, {"deck": "none", **options})
    begun.turn, begun.phase = 0, 1
    for seat, way in ((0, p), (1, q)):
        placement_transitions.put_placement(begun, seat, net.placements[way])
    number = {way: i for i, way in enumerate(net.placements[:net.resting_count].tolist())}
    listed, total = np.zeros(GAME.rules.MAX_ACTIONS, np.int64), 0.0
    for face, weight in zip(FACES, CHANCES, strict=True):
        best, left, met = 0.0, [rolled(begun, face)], set()
        while left:
            at = left.pop()
            for action in listed[:GAME.rules.sound_actions(at, 0, listed)].tolist():
                after = at.copy()
                GAME.rules.apply(after, 0, action)
                if after.phase == 6:
                    best = 1.0
                elif after.turn == 1:
                    mine, theirs = (number[placement_transitions.encode_placement(after, seat)] for seat in (0, 1))
                    best = max(best, 1 - old[theirs, mine])
                elif after.tobytes() not in met:
                    met.add(after.tobytes())
                    left.append(after)
        total += weight / 100 * best
    return total


def rolled(begun, face):
    at = begun.copy()
    GAME.rules.apply(at, CHANCE, face)
    return at


def compare(options, pawns, count, seed):
    """Sweep from arbitrary values and compare some positions."""
    from coprime.games.prime_climb import value_iteration
    net, luck = netted(pawns=pawns, **options), random.Random(seed)
    n = net.resting_count
    row = np.random.default_rng(seed).random(8 * n)
    old = as_strided(row, (n, n), (56, 8))                  # all different, in little memory
    for _ in range(count):
        q = luck.randrange(n - value_iteration.LANES)
        new, end = np.zeros((n, q + value_iteration.LANES)), q + value_iteration.LANES
        value_iteration.sweep_two_players(net.sweep_arrays, options.get("doubles", 4), old, new, q, end,
                                          value_iteration.make_work_array(len(net.placements)))
        p = near(net, q, luck)
        assert np.isclose(new[p, q], by_the_rules(net, options, old, p, q), rtol=0, atol=1e-12), (options, p, q)


def near(net, q, luck):
    """A way that can be beside another one, with a pawn nearby: so that it can bump."""
    spaces = set(net.spaces[q].tolist()) - {0, 101, HOME}
    while True:
        p = luck.randrange(net.resting_count)
        own = net.spaces[p].tolist()
        if not spaces & set(own) and (not spaces or min(abs(a - b) for a in spaces for b in own) < 9):
            return p


def test_a_sweep_is_a_turn_of_the_rules_with_one_pawn_each():
    compare({}, 1, 5, 1)


@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_a_sweep_is_a_turn_of_the_rules(options, sample_size):
    compare(options, 2, sample_size(1, 3), 2)


def test_how_many_positions_two_players_have():
    """About 25.5 million: no pawn rests where an opponent's stands."""
    net = netted()
    stands = np.zeros((net.resting_count, HOME), np.float32)
    for mine in range(2):
        there = (0 < net.spaces[:, mine]) & (net.spaces[:, mine] < HOME)
        stands[there, net.spaces[there, mine]] = 1
    assert net.resting_count == 5152 and int((stands @ stands.T == 0).sum()) == 25_527_954


# Alone.

def test_one_pawn_alone_needs_as_many_rolls_as_the_rules_say():
    from coprime.games.prime_climb.exact_values import solve_one_player
    net = netted(1, 1)
    rolls, error = solve_one_player(net, 4)
    of = {int(space): float(n) for space, n in zip(net.spaces[:, 1], rolls, strict=True)}
    assert error < 1e-9 and abs(of[0] - 5.918264925) < 1e-9 and round(of[100], 3) == 3.083
    assert [space for space in sorted(of) if of[space] > of[0]] == [51, 52, 53, 57, 58, 59, 61, 62]


def test_pawns_alone_need_as_many_rolls_as_the_rules_say(sample_size):
    from coprime.games.prime_climb.exact_values import solve_one_player
    for pawns, doubles, expected in sample_size(((1, 2, 6.1712),),
                                                ((2, 4, 8.9805), (1, 2, 6.1712), (2, 2, 9.3622))):
        net = netted(1, pawns, doubles=doubles)
        rolls, error = solve_one_player(net, doubles)
        assert error < 1e-9 and round(float(rolls[net.start]), 4) == expected


def test_the_other_solver_finds_the_same():
    from coprime.games.prime_climb import solo_solver
    from coprime.games.prime_climb.exact_values import solve_one_player
    net = netted(2, 1, route="decline")
    rolls, error = solve_one_player(net, 4)
    others = solo_solver.solve_pair_rolls(GAME.options[0].encode("decline"), pawns=1)[HOME]
    assert error < 1e-9 and np.allclose(rolls, others[net.spaces[:, 1]], rtol=0, atol=1e-9)


# Two players.

def test_two_sweeps_hold_the_truth_between_them():
    sharp = race(1e-12)
    truth = sharp.midpoint_values()
    assert abs(truth[sharp.graph.start, sharp.graph.start] - 0.551923051) < 1e-9
    for bound in (0.3, 1e-2, 1e-6):
        blunt = race(bound)
        low, high = np.minimum(blunt.values, blunt.previous_values), np.maximum(blunt.values, blunt.previous_values)
        assert (low <= truth + 1e-12).all() and (truth <= high + 1e-12).all()
        assert np.abs(blunt.midpoint_values() - truth).max() <= blunt.bound + 1e-12 <= bound + 1e-12
        assert blunt.start_chance_bounds()[0] <= truth[blunt.graph.start,
                                                       blunt.graph.start] <= blunt.start_chance_bounds()[1]


def test_a_race_that_goes_on_ends_as_in_one_go():
    from coprime.games.prime_climb.exact_values import TwoPlayerIteration
    whole, part = race(1e-8), race(1e-3)
    more = TwoPlayerIteration(part.graph, 4, jobs=2, values=part.values, sweeps=part.sweeps)
    more.run_until(1e-8, lambda _: None)
    assert more.sweeps == whole.sweeps and more.midpoint_values().tobytes() == whole.midpoint_values().tobytes()


def test_an_estimate_of_sweeps_is_not_too_low_at_first_and_right_in_the_end():
    from coprime.games.prime_climb.exact_values import TwoPlayerIteration
    for bound in (0.05, 1e-3):
        solver = TwoPlayerIteration(netted(pawns=1), 4, jobs=1)
        told = [solver.expected_sweeps(bound)]
        solver.run_until(bound, lambda going, bound=bound, told=told: told.append(going.expected_sweeps(bound)))
        assert min(told[:3]) >= solver.sweeps and told[-1] == pytest.approx(solver.sweeps, abs=2)


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_the_full_game(tmp_path):
    """About five minutes of two cores."""
    told = asked(f"--table {tmp_path}/full --json")
    assert told["positions"] == 5152**2 and told["bound"] <= 1e-9
    table = tablebase.Tablebase(tmp_path / "full", GAME.version, tablebase.key_options(GAME.check_options(2, {})))
    for p, q in ((7, 4711), (1000, 3000), (0, 0)):
        assert abs(by_the_rules(netted(), {}, table.values, p, q) - table.values[p, q]) < 3 * table.bound


# The command, and tables.

def run(words):
    return CliRunner().invoke(app, ["solve", "prime_climb", *words.split()])


def asked(words):
    return json.loads(run(words).stdout)


def test_the_command():
    told = asked("--pawns 1 --json --jobs 1")
    assert abs(told["chance"] - 0.551923051) < 1e-9 and told["bound"] <= 1e-9 and told["positions"] == 101**2
    assert "5.918264925 rolls" in run("--seats 1 --pawns 1").output


def test_a_table_is_kept_and_read(tmp_path):
    file = tmp_path / "deep" / "one.table"
    made = asked(f"--pawns 1 --json --table {file}")
    again = asked(f"--pawns 1 --json --table {file}")
    assert again == {**made, "bound": again["bound"]} and made["bound"] < again["bound"] < 4e-8
    assert [path.name for path in file.parent.iterdir()] == ["one.table"]
    table = tablebase.Tablebase(file, GAME.version, tablebase.key_options(GAME.check_options(2, {})), 1)
    assert table.facts["whole"] and abs(table.values[table.indices[netted(pawns=1).placements[0]],
                                                     0] - made["chance"]) < 4e-8


@pytest.mark.parametrize("change, said", [
    (lambda text: text[:-100], "was cut short or damaged"),
    (lambda text: text[:-1] + bytes([text[-1] ^ 1]), "was cut short or damaged"),
    (lambda text: text.replace(b'"version": 1', b'"version": 0'), "is a table of another version"),
    (lambda text: text.replace(b'"rules": "', b'"rules": "x'), "is a table of another version"),
])
def test_a_table_of_no_use_is_made_anew(tmp_path, change, said):
    file = tmp_path / "one.table"
    asked(f"--pawns 1 --json --table {file}")
    file.write_bytes(change(file.read_bytes()))
    told = run(f"--pawns 1 --table {file}")
    assert said in told.output and "It is worked out anew." in told.output and told.exit_code == 0
    tablebase.Tablebase(file, GAME.version, tablebase.key_options(GAME.check_options(2, {})), 1)


@pytest.mark.parametrize("text",
                         [b"", b"hello\n", tablebase.FILE_MAGIC, tablebase.FILE_MAGIC + b"{}\n",
                          tablebase.FILE_MAGIC + b"[1\n"])
def test_a_file_that_is_no_table_stays_as_it_is(tmp_path, text):
    file = tmp_path / "mine"
    file.write_bytes(text)
    told = run(f"--pawns 1 --table {file}")
    assert told.exit_code == 2 and "is not a table" in told.output and file.read_bytes() == text


HEADER = {"version": 3, "rules": "1.0", "about": {}, "pawns": 1, "bound": 0.5, "sweeps": 9, "seconds": 1.5,
          "chance": 0.5, "chance_bound": 0.1, "whole": True, "ways": 7, "values": "float32", "checksum": "x"}


@pytest.mark.parametrize("changes", [{}, {"values": "float64"}, {"ways": 1}, {"ways": 65_535}, {"whole": False}])
def test_a_header_tells_what_a_table_is(changes):
    header = HEADER | changes
    assert tablebase.parse_header("x", tablebase.FILE_MAGIC, json.dumps(header).encode()) == header


@pytest.mark.parametrize("changes", [
    *({name: None} for name in HEADER), {"values": "float16"}, {"ways": 0}, {"ways": -1}, {"ways": 65_536},
    {"whole": 1}, {"pawns": 1.0}, {"bound": 1}])
def test_other_headers_are_of_no_table(changes):
    with pytest.raises(BadInput, match="x is not a table"):
        tablebase.parse_header("x", tablebase.FILE_MAGIC, json.dumps(HEADER | changes).encode())


def kept(tmp_path):
    """A small table: its file, its placements and its values."""
    file, placements, values = tmp_path / "kept.table", np.array([7, 3]), np.array([[0.5, 0.25], [0.75, 0.125]])
    facts = {name: value for name, value in HEADER.items() if name not in ("rules", "ways", "values", "checksum")}
    tablebase.save_table(file, facts | {"about": {"doubles": 4}}, placements, values)
    return file


def test_a_table_says_the_chance_of_whoever_is_to_roll(tmp_path):
    table = tablebase.Tablebase(kept(tmp_path), 3, {"doubles": 4}, 1)
    assert [table.winning_chance(own, other) for own in (7, 3) for other in (7, 3)] == [0.5, 0.25, 0.75, 0.125]
    assert table.bound == 0.5 and [path.name for path in tmp_path.iterdir()] == ["kept.table"]


@pytest.mark.parametrize("version, options, pawns, kind, said", [
    (4, {"doubles": 4}, 1, tablebase.UnusableTable, "is a table of another version"),
    (3, {"doubles": 2}, 1, BadInput, "is a table of other options"),
    (3, {"doubles": 4}, 2, BadInput, "is a table of other options"),
])
def test_a_table_is_for_one_version_one_set_of_options_and_so_many_pawns(tmp_path, version, options, pawns, kind, said):
    with pytest.raises(BadInput, match=said) as refused:
        tablebase.Tablebase(kept(tmp_path), version, options, pawns)
    assert type(refused.value) is kind


def test_a_table_of_other_rules_is_outdated(tmp_path, monkeypatch):
    file = kept(tmp_path)
    monkeypatch.setattr(tablebase, "rules_digest", lambda: "other")
    with pytest.raises(tablebase.UnusableTable, match="is a table of another version"):
        tablebase.Tablebase(file, 3, {"doubles": 4}, 1)


@pytest.mark.parametrize("change", [lambda text: text[:-1], lambda text: text + b"0",
                                    lambda text: text[:-1] + bytes([text[-1] ^ 1])])
def test_a_table_that_is_not_whole_is_of_no_use(tmp_path, change):
    file = kept(tmp_path)
    file.write_bytes(change(file.read_bytes()))
    with pytest.raises(tablebase.UnusableTable, match="was cut short or damaged"):
        tablebase.Tablebase(file, 3, {"doubles": 4}, 1)


def test_another_beginning_is_of_no_table():
    with pytest.raises(BadInput, match="x is not a table"):
        tablebase.parse_header("x", b"coprime\n", json.dumps(HEADER).encode())


def test_a_table_of_other_options_stays_as_it_is(tmp_path):
    file = tmp_path / "one.table"
    asked(f"--pawns 1 --json --table {file}")
    told = run(f"--pawns 1 -o doubles=2 --table {file}")
    assert told.exit_code == 2 and "is a table of other options" in told.output
    with pytest.raises(BadInput, match="cannot be written"):
        tablebase.save_table(tmp_path / "one.table" / "x", {}, np.zeros(1), np.zeros((1, 1)))
    told = run(f"--pawns 1 --table {file}/x")
    assert told.exit_code == 2 and "cannot be written" in told.output


def test_what_was_broken_off_goes_on(tmp_path, monkeypatch):
    from coprime.games.prime_climb.exact_values import TwoPlayerIteration
    file, step = tmp_path / "one.table", TwoPlayerIteration.step

    def stop(self):
        if self.sweeps == 30:
            raise KeyboardInterrupt
        step(self)

    monkeypatch.setattr(TwoPlayerIteration, "step", stop)
    told = run(f"--pawns 1 --table {file}")
    assert told.exit_code == 130 and "Broken off after 30 sweeps. What was found is in" in told.output
    monkeypatch.setattr(TwoPlayerIteration, "step", step)
    begun = tablebase.Tablebase(file, GAME.version, tablebase.key_options(GAME.check_options(2, {})), 1)
    assert not begun.facts["whole"] and begun.values.dtype == np.float64
    assert asked(f"--pawns 1 --json --table {file}")["chance"] == asked("--pawns 1 --json")["chance"]


@pytest.mark.parametrize("words, said", [
    ("--seats 3", "for one player and for two"), ("-o deck=full", "without Prime cards only"),
    ("-o double_time=on", "Double Time has no exact solution"), ("-o turn_limit=20", "With a turn limit"),
    ("--pawns 1 -o sprint=on", "With one pawn each"),
    ("--seats 1 --keep", "Alone no table is kept"), ("--seats 1 -o route=decline", "")])
def test_what_has_no_exact_solution_is_said(words, said):
    told = run(words)
    assert told.exit_code == 2 and said in told.output


def test_a_variant_that_is_too_large_is_refused():
    told = run("-o way_stations=37,61")
    assert told.exit_code == 2 and "positions, more than the memory is meant for" in told.output


def test_what_a_table_is_called():
    def name(**options):
        return tablebase.table_file_name(tablebase.key_options(GAME.check_options(2, options)))

    assert name() == name(station_by="touch") == name(deck="none") == "prime_climb-climb-off-none-end-4.table"
    assert name(way_stations=(37, 61), station_by="touch") == "prime_climb-climb-off-37_61-touch-4.table"


def test_without_a_home_a_file_must_be_named(monkeypatch):
    import platformdirs

    def homeless(*args, **kwargs):
        raise RuntimeError

    monkeypatch.delenv("COPRIME_TABLES", raising=False)
    monkeypatch.setattr(platformdirs, "user_cache_dir", homeless)
    assert tablebase.tables_folder() is None and "Name a file with --table" in run("--pawns 1 --keep").output
