"""Play a match between programs: ask whoever may act, let chance draw and time pass, until nobody acts any more.

`match` is a `core.match.Match`, which offers this as `play`; so nothing is imported from there.
"""

import random
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from .errors import BadInput
from .messages import format_sentence
from .options import FOLDER
from .seats import CHANCE, CLOCK

Player = Callable[[Any, int, int], tuple[int | None, int]]
"""(view, seat, seed) -> (action, after so many milliseconds); the action None: it waits."""


def play_actions(match: Any, players: Sequence[Player], rng: random.Random,
                 chance_rng: random.Random | None = None) -> Iterator[int]:
    """Play to the end; yield after each action who acted.

    `chance_rng` is for dice and shuffles, `rng` by default.
    """
    while (seat := play_action(match, players, rng, chance_rng)) is not None:
        yield seat


def play_action(match: Any, players: Sequence[Player], rng: random.Random,
                chance_rng: random.Random | None = None) -> int | None:
    """Carry out the next action; return who acted, or None where nobody acts any more."""
    acting = match.to_act()
    if not acting:
        return None
    if acting == [CHANCE]:
        match.act(CHANCE, match.chance((chance_rng or rng).getrandbits))
        return CHANCE
    seat, action = _choose_next_action(match, acting, players, rng)
    if seat is not None:
        match.act(seat, action)
    return seat


def _choose_next_action(match: Any, acting: list[int], players: Sequence[Player],
                        rng: random.Random) -> tuple[int | None, int]:
    """Choose who acts next and what: the earliest answer, after CLOCK has passed that time.

    Nobody where all wait.
    """
    asked = [seat for seat in acting if seat != CLOCK]
    answers = []
    for seat in asked:
        action, after = _answer_of(players[seat], match, seat, rng.getrandbits(62))
        if action is not None:
            answers.append((after, rng.random(), seat, action))
    deadline = int(match.rules.deadline(match.state)) if CLOCK in acting else 0
    if not answers:
        return (CLOCK, deadline) if CLOCK in acting else (None, 0)
    after, _, seat, action = min(answers)
    if CLOCK in acting and after >= deadline:
        return CLOCK, deadline
    if CLOCK in acting and after:
        match.act(CLOCK, after)
    return seat, action


def _answer_of(player: Player, match: Any, seat: int, seed: int) -> tuple[int | None, int]:
    """Return a player's action and time.  Raises BadInput for an answer of another form."""
    answer = player(match.view(seat), seat, seed)
    if isinstance(answer, tuple) and len(answer) == 2:
        return answer
    raise BadInput(format_sentence(FOLDER, "match.answer", seat=seat, answer=repr(answer)[:40]))


def check_players(match: Any, players: Player | Sequence[Player]) -> Sequence[Player]:
    """Return a player for each seat; one alone plays for all.  Raises BadInput for another number of them."""
    each = [players] * match.seats if callable(players) else list(players)
    if len(each) != match.seats:
        raise BadInput(format_sentence(FOLDER, "match.players", seats=match.seats, n=len(each)))
    return each
