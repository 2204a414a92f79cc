"""What every game is held to, by name: the laws, the rules' numbers and tests, golden games and counts, sentences.

`python -m coprime.testing GAME` goes through all of it, wherever the game's folder is; the house's own tests do the
same for each of its games.  Every check raises with a sentence that says what is wrong and where.
"""

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

from ..core.game import Game, Rules
from ..core.messages import load_messages
from ..core.seats import CHANCE
from . import accounts, golden, laws, perft, rulebook

ROOMS = ("rules.md", "rules.py", "words.py", "game.py", "messages/en.toml", "tests/test_rules.py", "tests/counts.txt",
         "tests/golden")
YOURS = "Your turn."
Check = Callable[[Game], None]


def rooms(game: Game) -> None:
    """Check that a game has the files that every game has; others are there where needed."""
    for room in ROOMS:
        assert (game.folder / room).exists(), f"{game.folder} has no {room}"


def rules_are_tested(game: Game) -> None:
    """Every numbered rule has a test, and every number that is cited exists."""
    folder = game.folder
    assert rulebook.rules_of(folder), f"{folder / 'rules.md'} numbers no rule; a rule is a line `- AB-1 ...`"
    without = rulebook.untested(folder)
    assert not without, f"no test in {folder / 'tests'} is named after {without[0]}: def test_{_under(without[0])}_..."
    unknown = rulebook.unknown(folder)
    assert not unknown, f"{unknown[0]} is cited in {folder}, but {folder / 'rules.md'} has no such rule"


def _under(rule: str) -> str:
    return rule.replace("-", "_")


def options_are_explained(game: Game) -> None:
    """Options have a title, a sentence and a rule; presets a title and sound options; bots say what they know."""
    say, known = load_messages(game.folder), rulebook.rules_of(game.folder)
    assert say["game"]["tagline"] and say["game"]["about"]
    for option in game.options:
        words = say["option"][option.name]
        assert words["title"] and words["help"].endswith("."), f"the help of option {option.name} is a sentence"
        assert option.rule in known, f"{option.name}: {option.rule} is no rule"
        assert option.name in rulebook.text_of(game.folder), f"rules.md does not speak of the option {option.name}"
    for name, values in game.presets.items():
        assert say["preset"][name]["title"]
        for seats in range(game.seats[0], game.seats[1] + 1):
            full = {option.name: option.default_for(seats) for option in game.options} | dict(values)
            assert game.conflict(seats, full) or game.check_options(seats, values)
    for level in game.bots.LEVELS:
        assert say["bot"][level]["title"] and say["bot"][level]["knows"]


def refusals_are_sentences(game: Game) -> None:
    """Whatever is refused near a listed action has a sentence, and every reason a number of its own."""
    for kind in ("Refusal", "Fault", "Verb"):
        names = getattr(getattr(game.pure_rules.module, kind, None), "__members__", {})
        twice = [name for name, member in names.items() if member.name != name]
        assert not twice, f"{kind}: {twice[0]} has the number of {names[twice[0]].name}"
    for seed in range(4):
        walk = _walk(game, game.pure_rules, seed)
        for state in walk.positions(30):
            for seat in range(walk.seats):
                for action in (0, *walk.listed(seat)[:5]) if seat in walk.actors() else (0,):
                    for tried in (action, action ^ 1 << walk.random.randrange(12)):
                        if reason := int(walk.rules.refusal(state, seat, tried)):
                            sentence, _ = game.words.explain_refusal(reason, laws.view_of(walk.rules, state, seat),
                                                                     tried)
                            assert sentence.strip(), f"refusal {reason} has no sentence"


def the_sentence_says_whose_turn_it_is(game: Game) -> None:
    """On one's own turn `ask` of words.scene begins with "Your turn.", and never for a seat that is not asked.

    Where all play at once nobody has a turn; whoever is asked in another's turn, or can only `wait`, reads what about.
    """
    for seed in range(3):
        walk = _walk(game, game.pure_rules, seed)
        names = [f"P{seat}" for seat in range(walk.seats)]
        for state in walk.positions(60):
            acting = [seat for seat in walk.actors() if seat < CHANCE]
            for seat in range(walk.seats):
                asked = game.words.scene(laws.view_of(walk.rules, state, seat), seat, names)["ask"]
                if acting == [seat] and int(getattr(state, "turn", -1)) == seat and not _only_waits(game, walk, seat):
                    assert asked.startswith(YOURS), f"{game.name}: on one's turn `ask` begins “{YOURS}”, not “{asked}”"
                if seat not in acting:
                    assert not asked.startswith(YOURS), f"{game.name}: seat {seat} is not asked, and reads “{asked}”"


def _only_waits(game: Game, walk: laws.Walk, seat: int) -> bool:
    return [game.words.label(action) for action in walk.listed(seat)] == ["wait"]


def accounts_agree(game: Game, matches: int = 8) -> None:
    """Every observer of a random match reads of each event, violations included, and their accounts agree."""
    accounts.hold_matches(game, range(matches))


def hints_can_be_followed(game: Game, matches: int = 20, looks: int = 15) -> None:
    """What a hint tells a person to do is neither refused nor a fault, and most ladders tell something."""
    asked = named = 0
    for seed in range(matches if game.hints else 0):
        walk = _walk(game, game.pure_rules, f"hints {seed}", seed)
        names, looked = [f"P{seat}" for seat in range(walk.seats)], 0
        for _ in walk.positions(400):
            if looked < looks and walk.random.random() < 0.2 and any(seat < walk.seats for seat in walk.actors()):
                named += laws.hints_hold(walk, names)
                asked, looked = asked + 1, looked + 1
    assert not asked or named > asked / 2, f"{game.name}: in {asked} positions {named} actions were named"


def bots_answer(game: Game) -> None:
    """What a bot does in its turn is not refused."""
    for level in game.bots.LEVELS:
        seats, options = laws.random_options(game, random.Random(level))
        golden.played(game, seats, options, 1, level, most=60)


def counts(game: Game, rules: Rules | None = None) -> None:
    """tests/counts.txt is right; `coprime counts GAME` writes it."""
    rules = rules or game.rules
    rows = perft.read(game.folder / "tests" / "counts.txt", game)
    assert rows, f"{game.folder / 'tests/counts.txt'} is empty: coprime counts {game.name}"
    for seats, options, seed, depth, count in rows:
        found = perft.perft(rules, game.new_state(seats, options, rules), seed, depth)
        assert found == count, f"{seats} {options} seed {seed} depth {depth}: {found}, and not {count} as in counts.txt"


def golden_games(game: Game) -> None:
    """Golden games replay, and there is one for each ending; `coprime golden GAME` writes them."""
    shown = set()
    for path in golden_files(game.folder):
        golden.check(path, game)
        shown.add(golden.shows(path))
    for ending in game.endings:
        assert f"ending: {ending}" in shown, f"no golden game shows the ending {ending!r}: coprime golden {game.name}"


def golden_files(folder: Path) -> list[Path]:
    return sorted((folder / "tests" / "golden").glob("*.txt"))


def laws_plain(game: Game, matches: int = 4) -> None:
    """The laws of testing/laws.py on the uncompiled rules, whose arrays have ends."""
    for seed in range(matches):
        laws.keep_all(game, game.pure_rules, seed, most=80, every=7)


def laws_compiled(game: Game, matches: int = 25) -> None:
    """The laws on the compiled rules."""
    for seed in range(matches):
        laws.keep_all(game, game.rules, seed, most=400, every=5)


def matches_end(game: Game, matches: int = 2_000) -> None:
    """Compiled random matches end within `longest` actions."""
    laws.many_end(game, matches)


def _walk(game: Game, rules: Rules, seed: Any, match: int | None = None) -> laws.Walk:
    seats, options = laws.random_options(game, random.Random(seed))
    return laws.Walk(game, rules, seats, options, seed if match is None else match)


UNCOMPILED: tuple[Check, ...] = (rooms, options_are_explained, rules_are_tested, laws_plain, refusals_are_sentences,
                                 the_sentence_says_whose_turn_it_is, accounts_agree, hints_can_be_followed, bots_answer,
                                 golden_games)
COMPILED: tuple[Check, ...] = (laws_compiled, counts, matches_end)
