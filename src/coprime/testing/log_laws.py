"""Laws of the log: what every observer of a random match reads of each event.

An observer is a seat or a spectator.  The matches hold violations that the table takes, as well as sound actions, and
every preset of a game has its own.  Used by `testing.game` and by the project's own tests.
"""

import random
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple

from ..core.attr_view import to_object
from ..core.game import Game
from ..core.match import Event
from ..core.messages import Line
from ..core.options import Value
from ..core.seats import CHANCE, UNKNOWN, WATCHER
from .laws import RandomWalk, random_options, view_of

NAMES = ["Ada", "Bo", "Cy", "Di", "Ed", "Flo"]      # no digits: the numbers of a line are the event's own
NUMBER = re.compile(r"\d+")
UNFILLED = re.compile(r"[{}]|\bNone\b|\bnan\b")
HIDDEN = re.compile(rf"(?<![\w)\]]){UNKNOWN}\b")     # UNKNOWN as it is printed; a loss is written with "−"
VIOLATIONS = 0.3        # of the actions, where the table takes one
Tries = Callable[[RandomWalk, int], Iterable[int]]


class Account(NamedTuple):
    """What one observer reads of an event, the action as they see it, and their views before and after, as bytes."""

    observer: int
    seen: int
    line: Line
    views: tuple[bytes, bytes]


def nearby_actions(walk: RandomWalk, seat: int) -> Iterator[int]:
    """Actions that differ from a listed one in a bit or two, or are any number of the game's."""
    listed, rng = walk.listed_actions(seat), walk.random
    for action in rng.sample(listed, min(len(listed), 8)):
        bits = max(12, action.bit_length())
        yield action ^ 1 << rng.randrange(bits)
        yield action ^ 1 << rng.randrange(bits) ^ 1 << rng.randrange(bits)
    space = getattr(walk.rules.module, "ACTIONS", 0)
    yield from (rng.randrange(space) for _ in range(20 if space else 0))


def choose_event(walk: RandomWalk, tries: Tries) -> Event:
    """Any sound action, or now and then a violation that the table takes."""
    event = walk.draw_event()
    if event.seat >= CHANCE or walk.random.random() > VIOLATIONS:
        return event
    taken = [action for action in tries(walk, event.seat)
             if not walk.rules.refusal(walk.state, event.seat, action)
             and walk.rules.violation(walk.state, event.seat, action)]
    return Event(event.seat, walk.random.choice(taken)) if taken else event


def accounts_of(walk: RandomWalk, event: Event) -> list[Account]:
    """Carry out an event, and return what each observer reads of it."""
    rules, state = walk.rules, walk.state
    before, observers = state.copy(), [*range(walk.seats), WATCHER]
    rules.apply(state, *event)
    walk.events.append(event)
    found = []
    for observer in observers:
        seen = int(rules.observe_action(before, event.seat, event.action, observer))
        views = [view_of(rules, one, observer) for one in (before, state)]
        shown = [to_object(view) for view in views]
        try:
            line = walk.game.words.describe_event(shown[0], event.seat, seen, shown[1], NAMES[:walk.seats], observer)
        except Exception as wrong:
            raise AssertionError(f"{_about(walk, event)}: observer {observer} gets {wrong!r}") from wrong
        found.append(Account(observer, seen, line, (views[0].tobytes(), views[1].tobytes())))
    return found


def check_accounts(walk: RandomWalk, event: Event, accounts: list[Account]) -> None:
    """Hold the accounts of one event to the laws.

    Every line is filled in and names no hidden value.  All lines have one mark, and hold every number that a spectator
    reads.  Where all see the same action, all or none read a line, whoever does not act reads the same numbers, and the
    actor reads these at least.  Who sees all that a spectator sees, and no more, and is not named, reads the same line:
    a server makes it once for all of these.
    """
    about = _about(walk, event)
    for observer, _, line, _ in accounts:
        assert not UNFILLED.search(line.text), f"{about}: observer {observer} reads “{line.text}”"
        assert not HIDDEN.search(line.text), f"{about}: observer {observer} reads a hidden value: “{line.text}”"
    read = [account for account in accounts if account.line.text]
    marks = {account.line.mark for account in read}
    assert len(marks) < 2, f"{about}: {_quote(read)} have the marks {sorted(marks)}"
    spectator = next(account for account in accounts if account.observer == WATCHER)
    for account in read:
        assert not _numbers(spectator) - _numbers(account), f"{about}: numbers lack in {_quote([account, spectator])}"
    actions = {account.seen for account in accounts}
    if len(actions) == 1 and UNKNOWN not in actions:
        assert len(read) in (0, len(accounts)), f"{about}: only some read of it, {_quote(read)}"
        for account in accounts:
            alike = _numbers(account) == _numbers(spectator)
            assert alike or account.observer == event.seat, f"{about}: they differ, {_quote([account, spectator])}"
    for account in accounts:
        if account.observer != event.seat and (account.seen, account.views) == (spectator.seen, spectator.views):
            named = account.observer < WATCHER and NAMES[account.observer] in spectator.line.text
            assert named or account.line == spectator.line, f"{about}: unlike lines, {_quote([account, spectator])}"


def check_match_accounts(game: Game, seats: int, options: Mapping[str, Value], seed: int, most: int,
               tries: Tries = nearby_actions) -> RandomWalk:
    """Hold the accounts of a random match of at most `most` events to the laws."""
    walk = RandomWalk(game, game.pure_rules, seats, game.check_options(seats, options), seed)
    while walk.acting_seats() and len(walk.events) < most:
        event = choose_event(walk, tries)
        check_accounts(walk, event, accounts_of(walk, event))
    return walk


def check_accounts_of_matches(game: Game, seeds: Iterable[int], most: int = 80, tries: Tries = nearby_actions) -> None:
    """Hold two random matches for each seed to the laws: with options at random, and with a preset."""
    presets: list[Mapping[str, Value]] = list(game.presets.values()) or [{}]
    for seed in seeds:
        rng = random.Random(f"accounts {seed}")
        seats, options = random_options(game, rng)
        check_match_accounts(game, seats, options, seed, most, tries)
        preset = presets[seed % len(presets)]
        allowed = [n for n in range(game.seats[0], game.seats[1] + 1) if goes_together(game, n, preset)]
        check_match_accounts(game, rng.choice(allowed), preset, seed, most, tries)


def goes_together(game: Game, seats: int, values: Mapping[str, Value]) -> bool:
    """Say whether so many seats may play with these options."""
    return not game.conflict(seats, {option.name: option.default_for(seats) for option in game.options} | dict(values))


def _numbers(account: Account) -> Counter[str]:
    return Counter(NUMBER.findall(account.line.text))


def _quote(accounts: list[Account]) -> str:
    return ", ".join(f"{account.observer}: “{account.line.text}”" for account in accounts)


def _about(walk: RandomWalk, event: Event) -> str:
    label = walk.game.words.label(event.action) if event.seat < walk.seats else event.action
    return f"{walk.game.name}, {walk.seats} seats, {walk.options}, event {len(walk.events)}, seat {event.seat}: {label}"
