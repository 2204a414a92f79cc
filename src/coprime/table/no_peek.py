"""Several actions in one message: only the last one may show who acts anything new."""

from typing import Any

from ..core.match import Match, copy_state
from .history import Trial
from .sentences import refusal

WORLDS = 6              # in which an action that others follow must show its actor the same


def act_without_reveal(trial: Trial, seat: int, action: int) -> None:
    """Carry out an action that another one follows: it may show its actor nothing new, or sending a doubtful follower
    after it would be a way to peep and take it back.  Raises Refused."""
    match = trial.match
    words = match.game.words
    view = match.view(seat, trial.state)
    others = [_otherwise(match, view, seat, action, seed) for seed in range(WORLDS)]
    trial.act(seat, action)
    if not trial.acting(seat):
        raise refusal("ended", label=words.label(action))
    try:
        match.rules.apply(view, seat, action)
        match.rules.redact(view, seat)
    except Exception:                                   # what was not in the view was needed
        view = None
    after = match.view(seat, trial.state).tobytes()
    if view is None or view.tobytes() != after or any(one != after for one in others):
        raise refusal("reveals", label=words.label(action))


def _otherwise(match: Match, view: Any, seat: int, action: int, seed: int) -> bytes:
    """What a seat would see after an action in another world that its view allows."""
    world = copy_state(view)
    match.rules.imagine(world, seat, seed)
    if match.rules.refusal(world, seat, action):
        return b""
    match.rules.apply(world, seat, action)
    return bytes(match.view(seat, world).tobytes())
