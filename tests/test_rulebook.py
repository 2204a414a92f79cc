"""Every rule has a test, every rule that is cited exists, every option is explained."""

import pytest

import coprime
from coprime.core.kernel import PACKAGE
from coprime.core.messages import messages
from coprime.testing import golden, perft, rulebook

GAMES = list(coprime.shelf().values())
each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)


DECKS = sorted(path.parent for path in PACKAGE.glob("decks/*/rules.md"))
each_folder = pytest.mark.parametrize("folder", [*(game.folder for game in GAMES), *DECKS], ids=lambda path: path.name)


@each_folder
def test_every_rule_has_a_test(folder):
    assert rulebook.rules_of(folder), "rules.md numbers no rule"
    assert rulebook.untested(folder) == []


@each_folder
def test_every_rule_cited_exists(folder):
    assert rulebook.unknown(folder) == []


@each_game
def test_every_option_and_preset_is_explained(game):
    say = messages(game.folder)
    known = rulebook.rules_of(game.folder)
    for option in game.options:
        assert say["option"][option.name]["title"] and say["option"][option.name]["help"].endswith("."), option.name
        assert option.rule in known, f"{option.name}: {option.rule}"
        assert option.name in rulebook.text_of(game.folder), option.name
    for name, values in game.presets.items():
        assert say["preset"][name]["title"]
        for seats in range(game.seats[0], game.seats[1] + 1):
            full = {option.name: option.default_for(seats) for option in game.options} | dict(values)
            assert game.conflict(seats, full) or game.check(seats, values)


@each_game
def test_counts(game):
    rows = perft.read(game.folder / "tests" / "counts.txt", game)
    assert rows, "counts.txt is empty"
    for seats, options, seed, depth, count in rows:
        state = game.new(seats, options, game.rules)
        assert perft.perft(game.rules, state, seed, depth) == count, f"{seats} {options} seed {seed} depth {depth}"


@each_game
def test_golden_games(game):
    shown = set()
    for path in sorted((game.folder / "tests" / "golden").glob("*.txt")):
        golden.check(path, game)
        shown.add(path.read_text(encoding="utf-8").partition("\n")[0].removeprefix("# "))
    for ending in game.endings:
        assert f"ending: {ending}" in shown, f"no golden game shows the ending {ending!r}"
