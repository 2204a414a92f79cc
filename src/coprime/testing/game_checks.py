"""All checks that every game has to pass: laws, rules, golden games, counts and sentences.

`python -m coprime.testing GAME` runs them for any game; Coprime's own tests run them for each of its games. A
failing check raises AssertionError or BadInput with a sentence that says what is wrong and where.
"""

import random
from collections.abc import Callable
from typing import Any

import numpy as np

from ..core.game import Game, Rules
from ..core.messages import load_messages
from ..core.seats import CHANCE
from . import golden, golden_choices, golden_observations, golden_scenes, laws, log_laws, perft, rulebook

REQUIRED_FILES = ("rules.md", "rules.py", "words.py", "game.py", "messages/en.toml", "tests/test_rules.py",
                  "tests/counts.txt",
                  "tests/golden")
YOUR_TURN = "Your turn."
Check = Callable[[Game], None]


def required_files_exist(game: Game) -> None:
    """Check that the game has the required files."""
    for room in REQUIRED_FILES:
        assert (game.folder / room).exists(), f"{game.folder} has no {room}"


def rules_are_tested(game: Game) -> None:
    """Check that every numbered rule has a test, and that every cited number exists."""
    folder = game.folder
    assert rulebook.rules_of(folder), f"{folder / 'rules.md'} numbers no rule; a rule is a line `- AB-1 ...`"
    without = rulebook.list_untested_rules(folder)
    name = _rule_in_test_name(without[0]) if without else ""
    assert not without, f"no test in {folder / 'tests'} is named after {without[0]}: def test_{name}_..."
    unknown = rulebook.unknown_rules(folder)
    assert not unknown, f"{unknown[0]} is cited in {folder}, but {folder / 'rules.md'} has no such rule"


def _rule_in_test_name(rule: str) -> str:
    return rule.replace("-", "_")


def options_are_explained(game: Game) -> None:
    """Check the titles, sentences and rules of options, presets and bots."""
    say, known = load_messages(game.folder), rulebook.rules_of(game.folder)
    assert say["game"]["tagline"] and say["game"]["about"]
    for option in game.options:
        words = say["option"][option.name]
        assert words["title"] and words["help"].endswith("."), f"the help of option {option.name} is a sentence"
        assert option.rule in known, f"{option.name}: {option.rule} is no rule"
        text = rulebook.read_rulebook(game.folder)
        assert option.name in text, f"rules.md does not speak of the option {option.name}"
    for name, values in game.presets.items():
        assert say["preset"][name]["title"]
        for seats in range(game.seats[0], game.seats[1] + 1):
            full = {option.name: option.default_for(seats) for option in game.options} | dict(values)
            assert game.conflict(seats, full) or game.check_options(seats, values)
    for level in game.bots.LEVELS:
        assert say["bot"][level]["title"] and say["bot"][level]["knows"]


def refusals_are_sentences(game: Game) -> None:
    """Check that every refusal near a listed action has a sentence, and every reason its own number."""
    for kind in ("Refusal", "Violation", "Verb"):
        names = getattr(getattr(game.pure_rules.module, kind, None), "__members__", {})
        twice = [name for name, member in names.items() if member.name != name]
        assert not twice, f"{kind}: {twice[0]} has the number of {names[twice[0]].name}"
    for seed in range(4):
        walk = _random_walk(game, game.pure_rules, seed)
        for state in walk.walk_positions(30):
            for seat in range(walk.seats):
                for action in (0, *walk.listed_actions(seat)[:5]) if seat in walk.acting_seats() else (0,):
                    for tried in (action, action ^ 1 << walk.random.randrange(12)):
                        if reason := int(walk.rules.refusal(state, seat, tried)):
                            sentence, _ = game.words.explain_refusal(reason, laws.view_of(walk.rules, state, seat),
                                                                     tried)
                            assert sentence.strip(), f"refusal {reason} has no sentence"


def the_sentence_says_whose_turn_it_is(game: Game) -> None:
    """Check that `ask` of a scene begins with "Your turn." exactly on one's own turn.

    Where all play at once nobody has a turn; a seat that is asked in another's turn, or can only `wait`, is exempt.
    """
    for seed in range(3):
        walk = _random_walk(game, game.pure_rules, seed)
        names = [f"P{seat}" for seat in range(walk.seats)]
        for state in walk.walk_positions(60):
            acting = [seat for seat in walk.acting_seats() if seat < CHANCE]
            for seat in range(walk.seats):
                asked = game.words.scene(laws.view_of(walk.rules, state, seat), seat, names)["ask"]
                if acting == [seat] and int(getattr(state, "turn", -1)) == seat and not _only_waits(game, walk, seat):
                    assert asked.startswith(YOUR_TURN), (
                        f"{game.name}: on one's turn `ask` begins “{YOUR_TURN}”, not “{asked}”")
                if seat not in acting:
                    assert not asked.startswith(YOUR_TURN), (
                        f"{game.name}: seat {seat} is not asked, and reads “{asked}”")


def _only_waits(game: Game, walk: laws.RandomWalk, seat: int) -> bool:
    return [game.words.label(action) for action in walk.listed_actions(seat)] == ["wait"]


def accounts_agree(game: Game, matches: int = 8) -> None:
    """Check that what all observers read of random matches agrees, violations included."""
    log_laws.check_accounts_of_matches(game, range(matches))


def hints_can_be_followed(game: Game, matches: int = 20, looks: int = 15) -> None:
    """Check that no hint recommends a refused action or a violation, and that most ladders name an action."""
    asked = named = 0
    for seed in range(matches if game.hints else 0):
        walk = _random_walk(game, game.pure_rules, f"hints {seed}", seed)
        names, looked = [f"P{seat}" for seat in range(walk.seats)], 0
        for _ in walk.walk_positions(400):
            if looked < looks and walk.random.random() < 0.2 and any(seat < walk.seats for seat in walk.acting_seats()):
                named += laws.hints_hold(walk, names)
                asked, looked = asked + 1, looked + 1
    assert not asked or named > asked / 2, f"{game.name}: in {asked} positions {named} actions were named"


def preferences_are_weights(game: Game, matches: int = 3, positions: int = 40) -> None:
    """Check that `prefer` of heuristics.py weighs each listed action, none below 0, and returns the sum."""
    prefer = getattr(game.load_module("heuristics", pure=True), "prefer", None)
    if prefer is None:
        return
    for seed in range(matches):
        walk = _random_walk(game, game.pure_rules, f"weights {seed}", seed)
        for state in walk.walk_positions(positions):
            for seat in (seat for seat in walk.acting_seats() if seat < CHANCE):
                actions, before = np.array(walk.listed_actions(seat), np.int64), state.copy()
                weights = np.full(len(actions) + 1, np.nan)
                total = prefer(before, seat, actions, len(actions), weights)
                assert np.isnan(weights[-1]), f"{game.name}: `prefer` writes more than the listed actions"
                wrong = [game.words.label(int(action)) for action, weight in zip(actions, weights[:-1], strict=True)
                         if not 0 <= weight < np.inf]
                assert not wrong, f"{game.name}: `prefer` gives {wrong[0]!r} no weight"
                assert total > 0 and np.isclose(total, weights[:-1].sum()), f"{game.name}: `prefer` returns another sum"
                assert before.tobytes() == state.tobytes(), f"{game.name}: `prefer` changes the position"


def bots_answer(game: Game) -> None:
    """Check that no bot's action is refused in random matches."""
    for level in game.bots.LEVELS:
        seats, options = laws.random_options(game, random.Random(level))
        golden.play_by_bots(game, seats, options, 1, level, most=60)


def check_perft_counts(game: Game, rules: Rules | None = None) -> None:
    """Check tests/counts.txt; `coprime counts GAME` writes it."""
    rules = rules or game.rules
    rows = perft.read_counts(game.folder / "tests" / "counts.txt", game)
    assert rows, f"{game.folder / 'tests/counts.txt'} is empty: coprime counts {game.name}"
    for seats, options, seed, depth, count in rows:
        found = perft.perft(rules, game.new_state(seats, options, rules), seed, depth)
        assert found == count, f"{seats} {options} seed {seed} depth {depth}: {found}, and not {count} as in counts.txt"


def golden_games(game: Game) -> None:
    """Check that golden games replay and show every ending; `coprime golden GAME ENDING` writes one."""
    for path in golden.golden_files(game):
        golden.check_golden(path, game)
    for ending in endings_without_golden(game):
        raise AssertionError(f"no golden game shows the ending {ending!r}: coprime golden {game.name} {ending}")


def scenes_have_not_changed(game: Game) -> None:
    """Check what golden games show, where `coprime golden GAME` has written digests of it."""
    if golden_scenes.scenes_file(game).exists():
        golden_scenes.check_golden_scenes(game)


def observations_have_not_changed(game: Game) -> None:
    """Check what golden games are as numbers for policies, where `coprime golden GAME` has written digests of it."""
    if golden_observations.observations_file(game).exists():
        golden_observations.check_golden_observations(game)


def choices_have_not_changed(game: Game) -> None:
    """Check what golden games say and choose, where `coprime golden GAME` has written digests of it."""
    if golden_choices.choices_file(game).exists():
        golden_choices.check_golden_choices(game)


def endings_without_golden(game: Game) -> list[str]:
    """Return the endings that no golden game of a game shows."""
    shown = {golden.read_heading(path) for path in golden.golden_files(game)}
    return [ending for ending in game.endings if f"ending: {ending}" not in shown]


def laws_plain(game: Game, matches: int = 4) -> None:
    """Check the laws of testing/laws.py on the pure-Python rules, whose array bounds are checked."""
    for seed in range(matches):
        laws.check_all_laws(game, game.pure_rules, seed, most=80, every=7)


def laws_compiled(game: Game, matches: int = 25) -> None:
    """Check the laws on the compiled rules."""
    for seed in range(matches):
        laws.check_all_laws(game, game.rules, seed, most=400, every=5)


def matches_end(game: Game, matches: int = 2_000) -> None:
    """Check that compiled random matches end within `longest` actions."""
    laws.random_matches_end(game, matches)


def _random_walk(game: Game, rules: Rules, seed: Any, match: int | None = None) -> laws.RandomWalk:
    seats, options = laws.random_options(game, random.Random(seed))
    return laws.RandomWalk(game, rules, seats, options, seed if match is None else match)


UNCOMPILED: tuple[Check, ...] = (required_files_exist, options_are_explained, rules_are_tested, laws_plain,
                                 refusals_are_sentences,
                                 the_sentence_says_whose_turn_it_is, accounts_agree, hints_can_be_followed, bots_answer,
                                 preferences_are_weights, golden_games, scenes_have_not_changed,
                                 observations_have_not_changed, choices_have_not_changed)
COMPILED: tuple[Check, ...] = (laws_compiled, check_perft_counts, matches_end)
