"""The laws that every game keeps, each a function that raises AssertionError.

`RandomWalk` plays at random from a seed; the laws check the positions on its way. They work on compiled and
pure-Python rules, so both can be checked.
"""

import random
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np

from ..core.attr_view import to_object
from ..core.game import Game, Rules
from ..core.hint_steps import MOST_OLD_STEPS, MOST_STEPS, HintStep
from ..core.kernel import digest_source, specialize_source
from ..core.match import Event, draw_chance
from ..core.options import Option, Value
from ..core.registry import GAMES
from ..core.seats import CHANCE, CLOCK, MAX_OUTCOMES, WATCHER
from .storage_law import StorageLaw

LOOP_SOURCE = Path(__file__).with_name("random_matches.py")
STORAGE_EVERY = 4       # positions from one at which it is checked what a batch stores to the next
# Of an option's values that are tried: thousands of hands to a match would show nothing new.
MOST_VARIED = 40


class RandomWalk:
    """A random match: the actor is drawn uniformly from `to_act`, the action from the listed ones."""

    def __init__(self, game: Game, rules: Rules, seats: int, options: dict[str, Value], seed: int) -> None:
        self.game, self.rules, self.seats, self.options = game, rules, seats, options
        self.random = random.Random(seed)
        self.state = game.new_state(seats, options, rules)
        self.out = np.zeros(rules.MAX_ACTIONS, np.int64)
        self.events: list[Event] = []

    def acting_seats(self) -> list[int]:
        """Return who may act now, CHANCE and CLOCK included."""
        acting = int(self.rules.to_act(self.state))
        return [seat for seat in range(CLOCK + 1) if acting >> seat & 1]

    def listed_actions(self, seat: int, state: Any = None) -> list[int]:
        """Return the listed actions of a seat in the current or another position."""
        state = self.state if state is None else state
        return list(map(int, self.out[:self.rules.sound_actions(state, seat, self.out)]))

    def draw_event(self) -> Event:
        """Draw the next event without carrying it out."""
        seat = self.random.choice(self.acting_seats())
        if seat == CHANCE:
            return Event(seat, draw_chance(self.rules, self.state, self.random.getrandbits))
        if seat == CLOCK:
            return Event(seat, int(self.rules.deadline(self.state)))
        return Event(seat, self.random.choice(self.listed_actions(seat)))

    def play_event(self) -> Event:
        """Draw the next event and carry it out."""
        event = self.draw_event()
        self.rules.apply(self.state, *event)
        self.events.append(event)
        return event

    def walk_positions(self, most: int) -> Iterator[Any]:
        """Yield the position before each of at most `most` events, and the last one."""
        for _ in range(most):
            yield self.state
            if not self.acting_seats():
                return
            self.play_event()
        yield self.state


def random_options(game: Game, random_: random.Random) -> tuple[int, dict[str, Value]]:
    """Draw seats and options that go together, each option at its default or at random."""
    while True:
        seats = random_.randint(*game.seats)
        options = {option.name: random_option_value(option, seats, random_) for option in game.options}
        if not game.conflict(seats, options):
            return seats, options


def random_option_value(option: Option, seats: int, random_: random.Random) -> Value:
    """Draw a value of an option: half the time the default."""
    if random_.random() < 0.5:
        return option.default_for(seats)
    if option.many:
        return tuple(one for one in option.values if random_.random() < 0.2)
    return option.values[random_.randrange(min(len(option.values), MOST_VARIED))]


def view_of(rules: Rules, state: Any, seat: int) -> Any:
    """Return the redacted copy of a state for a seat."""
    view = state.copy()
    rules.redact(view, seat)
    return view


def actions_are_partitioned(walk: RandomWalk, actions: Any) -> None:
    """Check that each action is exactly one of refused, violation, listed, or of those that the game does not list."""
    rules, state = walk.rules, walk.state
    for seat in walk.acting_seats():
        if seat in (CHANCE, CLOCK):
            continue
        listed = walk.listed_actions(seat)
        assert len(set(listed)) == len(listed), f"listed twice: {sorted(listed)}"
        assert listed, f"seat {seat} is in to_act and has nothing to do"
        members = set(listed)
        for action in {*(int(a) for a in actions), *_nearby_actions(listed)}:
            refused = int(rules.refusal(state, seat, action)) != 0
            faulty = not refused and int(rules.violation(state, seat, action)) != 0
            sound = not refused and not faulty
            assert (action in members) == (sound and bool(rules.is_listed(state, seat, action))), \
                f"seat {seat}, {action if refused else walk.game.words.label(action)}: " \
                f"listed {action in members}, refused {refused}, fault {faulty}"


def all_actions_are_partitioned(walk: RandomWalk) -> None:
    """Check the same for all actions of a game that numbers its actions below ACTIONS."""
    rules, state = walk.rules, walk.state
    for seat in walk.acting_seats() if hasattr(rules.module, "ACTIONS") else ():
        if seat in (CHANCE, CLOCK):
            continue
        members = set(walk.listed_actions(seat))
        assert members, f"seat {seat} is in to_act and has nothing to do"
        sound = {action for action in range(rules.module.ACTIONS)
                 if not rules.refusal(state, seat, action) and not rules.violation(state, seat, action)}
        assert members == sound, f"seat {seat}: only listed {members - sound}, only sound {sound - members}"


def _nearby_actions(actions: list[int]) -> Iterator[int]:
    for action in actions:
        yield action
        for bit in range(max(20, action.bit_length())):
            yield action ^ 1 << bit


def only_asked_seats_may_act(walk: RandomWalk) -> None:
    """Check that a seat that is not to act is refused."""
    for seat in range(walk.seats):
        if seat not in walk.acting_seats():
            assert int(walk.rules.refusal(walk.state, seat, 0)) != 0, f"seat {seat} may act out of turn"


def views_hold(walk: RandomWalk, seed: int) -> None:
    """Check that redacting an imagined world gives the view again, and that play can go on in that world."""
    rules = walk.rules
    for seat in [*range(walk.seats), WATCHER]:
        view = view_of(rules, walk.state, seat)
        world = view.copy()
        rules.imagine(world, seat, seed)
        again = view_of(rules, world, seat)
        assert again.tobytes() == view.tobytes(), f"seat {seat}: {_difference_text(view, again)}"
        twice = view_of(rules, view, seat)
        assert twice.tobytes() == view.tobytes(), f"redact of redact, seat {seat}: {_difference_text(view, twice)}"
        assert int(rules.to_act(world)) == int(rules.to_act(walk.state))


def _difference_text(a: Any, b: Any) -> str:
    return "; ".join(f"{name}: {a[name]} != {b[name]}" for name in a.dtype.names
                     if not np.array_equal(a[name], b[name]))


def actions_follow_from_the_view(walk: RandomWalk) -> None:
    """Check that a seat's listed actions depend only on its view."""
    for seat in walk.acting_seats():
        if seat not in (CHANCE, CLOCK):
            view = view_of(walk.rules, walk.state, seat)
            assert walk.listed_actions(seat, view) == walk.listed_actions(seat), f"seat {seat}"


def events_do_not_leak(walk: RandomWalk, event: Event, before: Any, seed: int) -> None:
    """Check that what a watcher sees of an event is the same in another world with the same view.

    Worlds that refuse the action are skipped, where the actor's hidden cards decide.
    """
    rules = walk.rules
    for watcher in [*range(walk.seats), WATCHER]:
        if watcher == event.seat or event.seat == CHANCE:
            continue
        seen = int(rules.observe_action(before, event.seat, event.action, watcher))
        view = view_of(rules, before, watcher)
        world = view.copy()
        rules.imagine(world, watcher, seed)
        if not int(rules.refusal(world, event.seat, event.action)):
            assert int(rules.observe_action(world, event.seat, event.action, watcher)) == seen


def refused_means_unchanged(walk: RandomWalk, actions: Any) -> None:
    """Check that asking for refusals, lists and actors changes no byte of the state."""
    before = walk.state.tobytes()
    for seat in range(walk.seats):
        for action in actions:
            walk.rules.refusal(walk.state, seat, action)
            walk.rules.is_undoable(walk.state, seat, action) if not walk.rules.refusal(walk.state, seat,
                                                                                       action) else None
    for seat in walk.acting_seats():
        if seat not in (CHANCE, CLOCK):
            walk.listed_actions(seat)
    assert walk.state.tobytes() == before


def labels_round_trip(walk: RandomWalk) -> None:
    """Check that every listed action's label parses back to the action."""
    words = walk.game.words
    for seat in walk.acting_seats():
        if seat not in (CHANCE, CLOCK):
            for action in walk.listed_actions(seat):
                assert words.parse(words.label(action)) == action, words.label(action)


def replay_is_exact(walk: RandomWalk, rules: Rules) -> None:
    """Check that replaying the events, on this or the other variant of the rules, gives the same bytes."""
    state = walk.game.new_state(walk.seats, walk.options, rules)
    for event in walk.events:
        rules.apply(state, *event)
    assert state.tobytes() == walk.state.tobytes(), _difference_text(state, walk.state)


def check_return_swing(walk: RandomWalk, before: list[float]) -> list[float]:
    """Check that no seat's returns change by more than SWING between rests; return those of the last rest."""
    out = np.zeros(walk.seats)
    walk.rules.returns(walk.state, out)
    now = out.tolist()
    assert all(np.isfinite(now))
    if walk.rules.is_between_hands(walk.state) or not walk.acting_seats():
        for a, b in zip(before, now, strict=True):
            assert abs(a - b) <= walk.rules.SWING + 1e-9, f"{before} to {now}"
        return now
    return before


def clock_is_additive(walk: RandomWalk) -> None:
    """Check that CLOCK(a) followed by CLOCK(b) equals CLOCK(a + b)."""
    if CLOCK not in walk.acting_seats():
        return
    deadline = int(walk.rules.deadline(walk.state))
    assert deadline > 0, "CLOCK is in to_act without a deadline"
    part = walk.random.randrange(deadline)
    once, twice = walk.state.copy(), walk.state.copy()
    walk.rules.apply(once, CLOCK, deadline)
    if part:
        walk.rules.apply(twice, CLOCK, part)
    walk.rules.apply(twice, CLOCK, deadline - part)
    assert once.tobytes() == twice.tobytes(), _difference_text(once, twice)


def order_of_commits(walk: RandomWalk) -> None:
    """Check that two simultaneous actions that tell nobody anything commute."""
    seats = [seat for seat in walk.acting_seats() if seat < walk.seats]
    if len(seats) < 2:
        return
    a, b = walk.random.sample(seats, 2)
    first, second = walk.random.choice(walk.listed_actions(a)), walk.random.choice(walk.listed_actions(b))
    rules = walk.rules
    if not (rules.is_undoable(walk.state, a, first) and rules.is_undoable(walk.state, b, second)):
        return
    one, other = walk.state.copy(), walk.state.copy()
    rules.apply(one, a, first)
    rules.apply(other, b, second)
    if int(rules.refusal(one, b, second)) or int(rules.refusal(other, a, first)):
        return
    rules.apply(one, b, second)
    rules.apply(other, a, first)
    assert one.tobytes() == other.tobytes(), _difference_text(one, other)


def check_all_laws(game: Game, rules: Rules, seed: int, most: int, every: int = 1) -> RandomWalk:
    """Check every law on one random match; `every` thins out the positions that get all checks."""
    random_ = random.Random(seed)
    seats, options = random_options(game, random_)
    walk = RandomWalk(game, rules, seats, options, seed)
    storage = StorageLaw(game, rules, seats, walk.state)
    returns = [0.0] * seats
    space = getattr(rules.module, "ACTIONS", 1 << 16)
    for _ in range(most):
        returns = check_return_swing(walk, returns)
        if not walk.acting_seats():
            break
        if len(walk.events) % (STORAGE_EVERY * every) == 0 and min(walk.acting_seats()) < CHANCE:
            storage.check(walk.state)
        if len(walk.events) % every == 0:
            actions = [random_.randrange(space) for _ in range(60)]
            actions_are_partitioned(walk, actions)
            only_asked_seats_may_act(walk)
            views_hold(walk, random_.getrandbits(62))
            actions_follow_from_the_view(walk)
            refused_means_unchanged(walk, actions[:10])
            labels_round_trip(walk)
            clock_is_additive(walk)
            order_of_commits(walk)
        before = walk.state.copy()
        event = walk.play_event()
        events_do_not_leak(walk, event, before, random_.getrandbits(62))
    replay_is_exact(walk, rules)
    replay_is_exact(walk, game.pure_rules if rules is game.rules else game.rules)
    return walk


def hints_hold(walk: RandomWalk, names: list[str]) -> int:
    """Check that no hint names a refused action or a violation; return how many steps named actions.

    Several actions of one turn are followed one after the other, until somebody else may act.
    """
    named = 0
    for seat in range(walk.seats):
        view = to_object(view_of(walk.rules, walk.state, seat))
        steps = walk.game.hint_steps(view, seat, names)
        _are_plain_steps(walk, view, seat, steps, names)
        for rung in steps:
            _can_be_followed(walk, seat, rung)
            named += bool(rung.actions)
        _lead_to(walk, view, seat)
    return named


def _are_plain_steps(walk: RandomWalk, view: Any, seat: int, steps: list[HintStep], names: list[str]) -> None:
    """Where to look, why, what to do; the last alone has actions, and the cards of a step are in the scene."""
    most = MOST_STEPS if walk.game.folder.is_relative_to(GAMES) else MOST_OLD_STEPS
    assert len(steps) <= most, f"seat {seat} gets {len(steps)} hints, and {most} are the most: {steps}"
    assert not any(step.actions for step in steps[:-1]), f"a step before the last says what to do: {steps}"
    named = {card for step in steps for card in step.cards}
    if named:
        unknown = named - set(_list_texts(walk.game.words.scene(view, seat, names)))
        assert not unknown, f"the scene of seat {seat} has no {sorted(unknown)}, and hints name it"


def _list_texts(scene: Any) -> Iterator[str]:
    """Yield every text and number of a scene, as text."""
    if isinstance(scene, dict):
        scene = list(scene.values())
    if isinstance(scene, list | tuple):
        for part in scene:
            yield from _list_texts(part)
    elif scene is not None:
        yield str(scene)


def _lead_to(walk: RandomWalk, view: Any, seat: int) -> None:
    """A ladder to an action ends with it, and with nothing else."""
    if not int(walk.rules.to_act(walk.state)) >> seat & 1:
        return
    listed = walk.listed_actions(seat)
    for action in listed[::max(1, len(listed) // 5)]:
        rungs = walk.game.hint_steps_to(view, seat, action)
        assert not rungs or rungs[-1].actions == (action,), f"{walk.game.words.label(action)}: {rungs}"
        assert all(rung and "{" not in rung for rung in rungs) and not any(rung.actions for rung in rungs[:-1])


def _can_be_followed(walk: RandomWalk, seat: int, rung: HintStep) -> None:
    rules, state = walk.rules, walk.state.copy()
    for step, action in enumerate(rung.actions):
        if step and not int(rules.to_act(state)) >> seat & 1:
            return
        about = f"seat {seat} is told {rung!r}"
        label, refused = walk.game.words.label(action), int(rules.refusal(state, seat, action))
        why = walk.game.words.explain_refusal(refused, state, action) if refused else ""
        assert not refused, f"{about}, and {label} is refused: {why}"
        assert not int(rules.violation(state, seat, action)), f"{about}, and {label} is a violation"
        rules.apply(state, seat, action)


def random_matches_end(game: Game, games: int) -> None:
    """Check that random compiled matches with random options end within `longest` actions.

    Options of which the game warns are left out: some of them let a game go on for ever.
    """
    module = specialize_source(LOOP_SOURCE, f"coprime.testing._many_{game.name}", _free_names(game), _code_key(game))
    rules, random_ = game.rules, random.Random(games)
    out, weights = np.zeros(max(rules.MAX_ACTIONS, MAX_OUTCOMES), np.int64), np.zeros(MAX_OUTCOMES)
    blank, state = rules.State.new(1), rules.State.new(1)
    batch = max(1, games // 200)
    for seats, options in islice(_settings_without_warning(game, random_), -(-games // batch)):
        blank[0] = game.new_state(seats, options, rules)
        unfinished = module.count_unfinished(blank, state, out, weights, batch, random_.getrandbits(62), game.longest)
        assert not unfinished, f"{seats} seats, {options}: {unfinished} of {batch} matches were not over in time"


def random_walks_end(game: Game, matches: int) -> None:
    """Check the same of a few matches that are driven from Python, each with options of its own.

    The compiled loop is for thousands: to compile it takes longer than hundreds of matches.
    """
    random_ = random.Random(matches)
    for seats, options in islice(_settings_without_warning(game, random_), matches):
        walk = RandomWalk(game, game.rules, seats, options, random_.getrandbits(62))
        while walk.acting_seats():
            assert len(walk.events) < game.longest, f"{seats} seats, {options}: a match was not over in time"
            walk.play_event()


def _settings_without_warning(game: Game, random_: random.Random) -> Iterator[tuple[int, dict[str, Value]]]:
    """Draw numbers of seats and options without end, but none of which the game warns."""
    while True:
        seats, options = random_options(game, random_)
        if not game.warnings(seats, options):
            yield seats, options


def _free_names(game: Game) -> dict[str, Any]:
    names = ("to_act", "sound_actions", "apply", "chance_outcomes", "deadline")
    return {name: getattr(game.rules, name) for name in names}


def _code_key(game: Game) -> str:
    return game.name + digest_source(game.folder / "rules.py")
