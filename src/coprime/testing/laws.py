"""The laws that every game keeps.  Each is a function that raises AssertionError with what was broken.

`Walk` plays at random from a seed; the laws look at the positions it passes.  They work on compiled and on
plain rules alike, so both can be held to them.
"""

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np

from ..core.attr_view import to_object
from ..core.game import Game, Rules
from ..core.hint_steps import HintStep
from ..core.kernel import digest_of, specialize_source
from ..core.match import FACES, Event, draw_chance
from ..core.options import Option, Value
from ..core.seats import CHANCE, CLOCK, WATCHER

MANY = Path(__file__).with_name("many.py")
VARIED = 40                 # of an option's values that are tried: thousands of hands to a match would show nothing new


class Walk:
    """Random play of one match: the actor is drawn evenly from `to_act`, the action from the list."""

    def __init__(self, game: Game, rules: Rules, seats: int, options: dict[str, Value], seed: int) -> None:
        self.game, self.rules, self.seats, self.options = game, rules, seats, options
        self.random = random.Random(seed)
        self.state = game.new_state(seats, options, rules)
        self.out = np.zeros(rules.MAX_ACTIONS, np.int64)
        self.events: list[Event] = []

    def actors(self) -> list[int]:
        acting = int(self.rules.to_act(self.state))
        return [seat for seat in range(CLOCK + 1) if acting >> seat & 1]

    def listed(self, seat: int, state: Any = None) -> list[int]:
        state = self.state if state is None else state
        return list(map(int, self.out[:self.rules.sound_actions(state, seat, self.out)]))

    def choice(self) -> Event:
        seat = self.random.choice(self.actors())
        if seat == CHANCE:
            return Event(seat, draw_chance(self.rules, self.state, self.random.getrandbits))
        if seat == CLOCK:
            return Event(seat, int(self.rules.deadline(self.state)))
        return Event(seat, self.random.choice(self.listed(seat)))

    def step(self) -> Event:
        event = self.choice()
        self.rules.apply(self.state, *event)
        self.events.append(event)
        return event

    def positions(self, most: int) -> Iterator[Any]:
        """The state before each of at most `most` steps, and the last one."""
        for _ in range(most):
            yield self.state
            if not self.actors():
                return
            self.step()
        yield self.state


def random_options(game: Game, random_: random.Random) -> tuple[int, dict[str, Value]]:
    """Seats and options that go together, each option at its default or at random."""
    while True:
        seats = random_.randint(*game.seats)
        options = {option.name: random_value(option, seats, random_) for option in game.options}
        if not game.conflict(seats, options):
            return seats, options


def random_value(option: Option, seats: int, random_: random.Random) -> Value:
    if random_.random() < 0.5:
        return option.default_for(seats)
    if option.many:
        return tuple(one for one in option.values if random_.random() < 0.2)
    return option.values[random_.randrange(min(len(option.values), VARIED))]


def view_of(rules: Rules, state: Any, seat: int) -> Any:
    view = state.copy()
    rules.redact(view, seat)
    return view


def exactly_one(walk: Walk, actions: Any) -> None:
    """Every action is refused, a fault, or listed, and exactly one of the three."""
    rules, state = walk.rules, walk.state
    for seat in walk.actors():
        if seat in (CHANCE, CLOCK):
            continue
        listed = walk.listed(seat)
        assert len(set(listed)) == len(listed), f"listed twice: {sorted(listed)}"
        assert listed, f"seat {seat} is in to_act and has nothing to do"
        members = set(listed)
        for action in {*(int(a) for a in actions), *_neighbours(listed)}:
            refused = int(rules.refusal(state, seat, action)) != 0
            faulty = not refused and int(rules.violation(state, seat, action)) != 0
            named = walk.game.words.label(action) if not refused else action
            assert (action in members) == (not refused and not faulty), \
                f"seat {seat}, {named}: listed {action in members}, refused {refused}, fault {faulty}"


def exactly_one_of_all(walk: Walk) -> None:
    """`exactly_one` over all actions of a game whose encoding can be counted (rules.ACTIONS of them)."""
    rules, state = walk.rules, walk.state
    for seat in walk.actors() if hasattr(rules.module, "ACTIONS") else ():
        if seat in (CHANCE, CLOCK):
            continue
        members = set(walk.listed(seat))
        assert members, f"seat {seat} is in to_act and has nothing to do"
        sound = {action for action in range(rules.module.ACTIONS)
                 if not rules.refusal(state, seat, action) and not rules.violation(state, seat, action)}
        assert members == sound, f"seat {seat}: only listed {members - sound}, only sound {sound - members}"


def _neighbours(actions: list[int]) -> Iterator[int]:
    for action in actions:
        yield action
        for bit in range(max(20, action.bit_length())):
            yield action ^ 1 << bit


def only_who_may(walk: Walk) -> None:
    """A seat that is not asked is refused."""
    for seat in range(walk.seats):
        if seat not in walk.actors():
            assert int(walk.rules.refusal(walk.state, seat, 0)) != 0, f"seat {seat} may act out of turn"


def views_hold(walk: Walk, seed: int) -> None:
    """Redacting what was imagined gives the view again, and the world is one in which play can go on."""
    rules = walk.rules
    for seat in [*range(walk.seats), WATCHER]:
        view = view_of(rules, walk.state, seat)
        world = view.copy()
        rules.imagine(world, seat, seed)
        again = view_of(rules, world, seat)
        assert again.tobytes() == view.tobytes(), f"seat {seat}: {_difference(view, again)}"
        twice = view_of(rules, view, seat)
        assert twice.tobytes() == view.tobytes(), f"redact of redact, seat {seat}: {_difference(view, twice)}"
        assert int(rules.to_act(world)) == int(rules.to_act(walk.state))


def _difference(a: Any, b: Any) -> str:
    return "; ".join(f"{name}: {a[name]} != {b[name]}" for name in a.dtype.names
                     if not np.array_equal(a[name], b[name]))


def actions_follow_from_the_view(walk: Walk) -> None:
    """What a seat may do depends on its view alone."""
    for seat in walk.actors():
        if seat not in (CHANCE, CLOCK):
            view = view_of(walk.rules, walk.state, seat)
            assert walk.listed(seat, view) == walk.listed(seat), f"seat {seat}"


def events_do_not_leak(walk: Walk, event: Event, before: Any, seed: int) -> None:
    """What a watcher is told of an event is the same in another world that gives the same views.

    The imagined world must allow the action; where the actor's own hidden cards decide, it is left out.
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


def refused_means_unchanged(walk: Walk, actions: Any) -> None:
    """Asking whether something is refused, what is listed, or who acts changes nothing."""
    before = walk.state.tobytes()
    for seat in range(walk.seats):
        for action in actions:
            walk.rules.refusal(walk.state, seat, action)
            walk.rules.is_undoable(walk.state, seat, action) if not walk.rules.refusal(walk.state, seat,
                                                                                       action) else None
    for seat in walk.actors():
        if seat not in (CHANCE, CLOCK):
            walk.listed(seat)
    assert walk.state.tobytes() == before


def labels_round_trip(walk: Walk) -> None:
    """Every listed action prints and parses back to itself."""
    words = walk.game.words
    for seat in walk.actors():
        if seat not in (CHANCE, CLOCK):
            for action in walk.listed(seat):
                assert words.parse(words.label(action)) == action, words.label(action)


def replays(walk: Walk, rules: Rules) -> None:
    """The events played again, on the same or the other twin, give the same bytes."""
    state = walk.game.new_state(walk.seats, walk.options, rules)
    for event in walk.events:
        rules.apply(state, *event)
    assert state.tobytes() == walk.state.tobytes(), _difference(state, walk.state)


def returns_bounded(walk: Walk, before: list[float]) -> list[float]:
    """From rest to rest no seat's returns change by more than SWING."""
    out = np.zeros(walk.seats)
    walk.rules.returns(walk.state, out)
    now = out.tolist()
    assert all(np.isfinite(now))
    if walk.rules.is_between_hands(walk.state) or not walk.actors():
        for a, b in zip(before, now, strict=True):
            assert abs(a - b) <= walk.rules.SWING + 1e-9, f"{before} to {now}"
        return now
    return before


def time_adds_up(walk: Walk) -> None:
    """CLOCK(a) then CLOCK(b) is CLOCK(a + b)."""
    if CLOCK not in walk.actors():
        return
    deadline = int(walk.rules.deadline(walk.state))
    assert deadline > 0, "CLOCK is in to_act without a deadline"
    part = walk.random.randrange(deadline)
    once, twice = walk.state.copy(), walk.state.copy()
    walk.rules.apply(once, CLOCK, deadline)
    if part:
        walk.rules.apply(twice, CLOCK, part)
    walk.rules.apply(twice, CLOCK, deadline - part)
    assert once.tobytes() == twice.tobytes(), _difference(once, twice)


def order_of_commits(walk: Walk) -> None:
    """Two seats that may act at once and tell nobody anything may do so in either order."""
    seats = [seat for seat in walk.actors() if seat < walk.seats]
    if len(seats) < 2:
        return
    a, b = walk.random.sample(seats, 2)
    first, second = walk.random.choice(walk.listed(a)), walk.random.choice(walk.listed(b))
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
    assert one.tobytes() == other.tobytes(), _difference(one, other)


def keep_all(game: Game, rules: Rules, seed: int, most: int, every: int = 1) -> Walk:
    """Hold one random match to every law; `every` thins out the positions that are looked at closely."""
    random_ = random.Random(seed)
    seats, options = random_options(game, random_)
    walk = Walk(game, rules, seats, options, seed)
    returns = [0.0] * seats
    space = getattr(rules.module, "ACTIONS", 1 << 16)
    for _ in range(most):
        returns = returns_bounded(walk, returns)
        if not walk.actors():
            break
        if len(walk.events) % every == 0:
            actions = [random_.randrange(space) for _ in range(60)]
            exactly_one(walk, actions)
            only_who_may(walk)
            views_hold(walk, random_.getrandbits(62))
            actions_follow_from_the_view(walk)
            refused_means_unchanged(walk, actions[:10])
            labels_round_trip(walk)
            time_adds_up(walk)
            order_of_commits(walk)
        before = walk.state.copy()
        event = walk.step()
        events_do_not_leak(walk, event, before, random_.getrandbits(62))
    replays(walk, rules)
    replays(walk, game.pure_rules if rules is game.rules else game.rules)
    return walk


def hints_hold(walk: Walk, names: list[str]) -> int:
    """No hint names an action that is refused or a fault; returns to how many seats one was named.

    Several actions of a turn are followed one after the other, as far as nobody else comes between.
    """
    named = 0
    for seat in range(walk.seats):
        view = to_object(view_of(walk.rules, walk.state, seat))
        for rung in walk.game.hint_steps(view, seat, names):
            _can_be_followed(walk, seat, rung)
            named += bool(rung.actions)
        _lead_to(walk, view, seat)
    return named


def _lead_to(walk: Walk, view: Any, seat: int) -> None:
    """A ladder to an action ends with it, and with nothing else."""
    if not int(walk.rules.to_act(walk.state)) >> seat & 1:
        return
    listed = walk.listed(seat)
    for action in listed[::max(1, len(listed) // 5)]:
        rungs = walk.game.hint_steps_to(view, seat, action)
        assert not rungs or rungs[-1].actions == (action,), f"{walk.game.words.label(action)}: {rungs}"
        assert all(rung and "{" not in rung for rung in rungs) and not any(rung.actions for rung in rungs[:-1])


def _can_be_followed(walk: Walk, seat: int, rung: HintStep) -> None:
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


def many_end(game: Game, games: int) -> None:
    """Random matches of compiled rules over random options, each ending within `longest` actions."""
    many = specialize_source(MANY, f"coprime.testing._many_{game.name}", _free(game), _key(game)).many
    rules, random_ = game.rules, random.Random(games)
    out, weights = np.zeros(max(rules.MAX_ACTIONS, FACES), np.int64), np.zeros(FACES)
    blank, state = rules.State.new(1), rules.State.new(1)
    played, batch = 0, max(1, games // 200)
    while played < games:
        seats, options = random_options(game, random_)
        blank[0] = game.new_state(seats, options, rules)
        unfinished = many(blank, state, out, weights, batch, random_.getrandbits(62), game.longest)
        assert not unfinished, f"{seats} seats, {options}: {unfinished} of {batch} matches were not over in time"
        played += batch


def _free(game: Game) -> dict[str, Any]:
    names = ("to_act", "sound_actions", "apply", "chance_outcomes", "deadline")
    return {name: getattr(game.rules, name) for name in names}


def _key(game: Game) -> str:
    return game.name + digest_of(game.folder / "rules.py")
