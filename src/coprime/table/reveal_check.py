"""Several actions in one message: none but the last may show the acting seat anything new."""

from typing import Any

import numpy as np

from ..core.match import Match, copy_state
from ..core.seats import WATCHER
from .event_history import Trial
from .sentences import refusal

WORLDS = 6              # in which an action that others follow must show its actor the same


def shows_something_new(match: Match, before: Any, seat: int, action: int) -> bool:
    """Tell whether an action has shown anybody what its actor did not know: a card, a die, somebody's hand.

    What it changes in everybody's view must be the same in every world that the actor's view allows.
    """
    view = match.view(seat, before)
    try:
        worlds = [before, *(_imagine_world(match, view, seat, seed) for seed in range(WORLDS))]
        return len({_changes_in_views(match, world, seat, action) for world in worlds}) > 1
    except Exception:                                   # what was not in the view was needed
        return True


def _imagine_world(match: Match, view: Any, seat: int, seed: int) -> Any:
    world = copy_state(view)
    match.rules.imagine(world, seat, seed)
    return world


def _changes_in_views(match: Match, world: Any, seat: int, action: int) -> tuple[bytes, ...]:
    """What an action changes in the view of every seat and of a spectator; nothing where it is refused."""
    if match.rules.refusal(world, seat, action):
        return ()
    after = copy_state(world)
    match.rules.apply(after, seat, action)
    views = [[np.frombuffer(match.view(watcher, state).tobytes(), np.int64) for state in (world, after)]
             for watcher in (*range(match.seats), WATCHER)]
    return tuple((now - then).tobytes() for then, now in views)


def act_without_reveal(trial: Trial, seat: int, action: int) -> None:
    """Carry out an action that another one in the same message follows.

    Raises Refused where it shows its seat something new: with a bad follower, which cancels both, people could peek.
    """
    match = trial.match
    words = match.game.words
    view = match.view(seat, trial.state)
    expected_views = [_view_in_other_world(match, view, seat, action, seed) for seed in range(WORLDS)]
    trial.apply_action(seat, action)
    if not trial.may_act(seat):
        raise refusal("ended", label=words.label(action))
    try:
        match.rules.apply(view, seat, action)
        match.rules.redact(view, seat)
    except Exception:                                   # what was not in the view was needed
        view = None
    after = match.view(seat, trial.state).tobytes()
    if view is None or view.tobytes() != after or any(one != after for one in expected_views):
        raise refusal("reveals", label=words.label(action))


def _view_in_other_world(match: Match, view: Any, seat: int, action: int, seed: int) -> bytes:
    """What a seat would see after an action in another world that its view allows."""
    world = _imagine_world(match, view, seat, seed)
    if match.rules.refusal(world, seat, action):
        return b""
    match.rules.apply(world, seat, action)
    return bytes(match.view(seat, world).tobytes())
