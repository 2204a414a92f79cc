"""A moment of a game as a question to a class: what would one play there?

What is asked is made of what the seat could see alone, so that nothing tells what was hidden from it.
"""

import random
from collections.abc import Sequence
from copy import copy
from typing import Any

from msgspec import Struct

from ..core.attr_view import to_object
from ..core.errors import BadInput
from ..core.match import Match, copy_state
from ..core.options import to_json_value
from ..core.registry import find_game as find
from ..core.seats import WATCHER
from ..table import catalogue
from ..table.history import EventWithStates
from ..table.journal import journal_names, replay_journal
from ..table.ports import Row
from ..table.wire import encoder
from .sentences import say

MOST = 4                # choices
WORLDS = 3              # that a view allows: what is said of an action in all of them depends on the view alone
LOOKED = 40             # listed actions that are tried for choices


class Moment(Struct):
    """What is asked about a moment, in the language of whoever asked.

    name      who played there;  names  of everybody at that table
    choices   what one could play, as the log would say it;  played  which of them was
    position  what the seat saw, as JSON, for `/position` of docs/protocol.md
    """

    name: str
    names: list[str]
    choices: list[str]
    played: int
    position: str


def posed(game: str, rows: Sequence[Sequence[Any]], step: int) -> dict[str, Any]:
    """The `Moment` before a step of one match of a journal.  Raises BadInput where it cannot be asked about."""
    found, journal = find(game), [Row(*row) for row in rows]
    history = replay_journal(found, journal, found.pure_rules)
    if history is None or not 1 <= step <= history.step:
        raise BadInput(say("no.moment"))
    taken, match, names = next(history.steps(step - 1)), history.match, journal_names(journal)
    if taken.event.seat >= match.seats:
        raise BadInput(say("no.moment"))
    seat, view = taken.event.seat, match.view(taken.event.seat, taken.before)
    choices, played = Choosing(match, view, seat, names).choices(taken)
    position = {"game": found.name, "title": found.localized_title, "seat": seat, "players": names,
                "options": {name: to_json_value(value) for name, value in match.options.items()},
                "chips": catalogue.rule_chips(found, match.seats, match.options),
                "scene": found.words.scene(to_object(view), seat, names)}
    return {"name": names[seat], "names": list(names), "choices": choices, "played": played,
            "position": encoder.encode(position).decode()}


class Choosing:
    """What could be played in a position as a seat sees it, in worlds that it could be in."""

    def __init__(self, match: Match, view: Any, seat: int, names: Sequence[str]) -> None:
        self.match, self.rules, self.words = copy(match), match.rules, match.game.words
        self.seat, self.names = seat, names
        self.worlds = [copy_state(view) for _ in range(WORLDS)]
        for seed, world in enumerate(self.worlds):
            self.rules.imagine(world, seat, seed)

    def choices(self, taken: EventWithStates) -> tuple[list[str], int]:
        """What was played among some others, and which it is; like it where there are such.  Raises BadInput."""
        action = taken.event.action
        own, verb, others = self.told(action), self.verb(action), dict[str, None]()
        listed = self.listed()
        random.Random(action).shuffle(listed)
        for one in sorted(listed[:LOOKED], key=lambda one: self.verb(one) != verb):
            text = self.told(one) if one != action and len(others) < MOST - 1 else ""
            if text and text != own:
                others[text] = None
        if not own or not others:
            raise BadInput(say("no.moment"))
        told = sorted([own, *others], key=lambda text: (len(text), text))
        return told, told.index(own)

    def listed(self) -> list[int]:
        """The listed actions."""
        self.match.state = self.worlds[0]
        return self.match.sound_actions(self.seat)

    def verb(self, action: int) -> str:
        return str(self.words.label(action)).split(" ")[0]

    def told(self, action: int) -> str:
        """What the log says of an action; "" where that depends on what the seat cannot see."""
        said = {self._said(world, action) for world in self.worlds}
        return said.pop() if len(said) == 1 else ""

    def _said(self, world: Any, action: int) -> str:
        after = copy_state(world)
        if self.rules.refusal(after, self.seat, action) or self.rules.is_undoable(after, self.seat, action):
            return ""
        self.rules.apply(after, self.seat, action)
        before, after = (self._seen(state) for state in (world, after))
        return str(self.words.describe_event(before, self.seat, action, after, self.names, WATCHER).text)

    def _seen(self, state: Any) -> Any:
        view = copy_state(state)
        self.rules.redact(view, self.seat)
        return to_object(view)
