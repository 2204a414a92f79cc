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
from ..table.event_history import EventWithStates
from ..table.journal_replay import journal_names, replay_journal
from ..table.ports import JournalRow
from ..table.wire import encoder
from .sentences import say

MOST_CHOICES = 4                # choices
WORLDS = 3              # that a view allows: what is said of an action in all of them depends on the view alone
MOST_TRIED = 40             # listed actions that are tried for choices


class MomentQuestion(Struct):
    """A question about a moment, in the language of whoever asked it.

    name      who played there;  names  of everybody at that table
    choices   what one could play, worded as the log would;  played  the index of the one that was played
    position  what the seat saw, as JSON, for `/position` of docs/protocol/classes.md
    """

    name: str
    names: list[str]
    choices: list[str]
    played: int
    position: str


def make_moment_question(game: str, rows: Sequence[Sequence[Any]], step: int) -> dict[str, Any]:
    """Return the fields of the `MomentQuestion` before a step of a match.

    Raises BadInput where it cannot be asked.
    """
    game_found, journal = find(game), [JournalRow(*row) for row in rows]
    history = replay_journal(game_found, journal, game_found.pure_rules)
    if history is None or not 1 <= step <= history.step_count:
        raise BadInput(say("no.moment"))
    step_taken, match, names = next(history.iterate_steps(step - 1)), history.match, journal_names(journal)
    if step_taken.event.seat >= match.seats:
        raise BadInput(say("no.moment"))
    seat, view = step_taken.event.seat, match.view(step_taken.event.seat, step_taken.before)
    choices, played = ChoiceMaker(match, view, seat, names).make_choices(step_taken)
    position = {"game": game_found.name, "title": game_found.localized_title, "seat": seat, "players": names,
                "options": {name: to_json_value(value) for name, value in match.options.items()},
                "chips": catalogue.rule_chips(game_found, match.seats, match.options),
                "scene": game_found.words.scene(to_object(view), seat, names)}
    return {"name": names[seat], "names": list(names), "choices": choices, "played": played,
            "position": encoder.encode(position).decode()}


class ChoiceMaker:
    """Makes the choices of a question: actions of a position, worded from what the seat could see alone.

    Each is tried in several positions that the view allows.
    """

    def __init__(self, match: Match, view: Any, seat: int, names: Sequence[str]) -> None:
        self.match, self.rules, self.words = copy(match), match.rules, match.game.words
        self.seat, self.names = seat, names
        self.worlds = [copy_state(view) for _ in range(WORLDS)]
        for seed, world in enumerate(self.worlds):
            self.rules.imagine(world, seat, seed)

    def make_choices(self, taken: EventWithStates) -> tuple[list[str], int]:
        """Return the texts of the played action and of some others, and the index of the played one.

        Actions of the same kind are preferred. Raises BadInput where there is nothing to choose from.
        """
        action = taken.event.action
        own_text, verb, others = self.action_text(action), self.action_verb(action), dict[str, None]()
        listed = self.list_actions()
        random.Random(action).shuffle(listed)
        for one in sorted(listed[:MOST_TRIED], key=lambda one: self.action_verb(one) != verb):
            text = self.action_text(one) if one != action and len(others) < MOST_CHOICES - 1 else ""
            if text and text != own_text:
                others[text] = None
        if not own_text or not others:
            raise BadInput(say("no.moment"))
        texts = sorted([own_text, *others], key=lambda text: (len(text), text))
        return texts, texts.index(own_text)

    def list_actions(self) -> list[int]:
        """Return the listed actions of the seat in one position that its view allows."""
        self.match.state = self.worlds[0]
        return self.match.sound_actions(self.seat)

    def action_verb(self, action: int) -> str:
        """Return the kind of an action: the first word of its label."""
        return str(self.words.label(action)).split(" ")[0]

    def action_text(self, action: int) -> str:
        """Return the log's words for an action; "" where they depend on what the seat cannot see."""
        texts = {self._action_text_in(world, action) for world in self.worlds}
        return texts.pop() if len(texts) == 1 else ""

    def _action_text_in(self, world: Any, action: int) -> str:
        after = copy_state(world)
        if self.rules.refusal(after, self.seat, action) or self.rules.is_undoable(after, self.seat, action):
            return ""
        self.rules.apply(after, self.seat, action)
        before, after = (self._view_of(state) for state in (world, after))
        return str(self.words.describe_event(before, self.seat, action, after, self.names, WATCHER).text)

    def _view_of(self, state: Any) -> Any:
        view = copy_state(state)
        self.rules.redact(view, self.seat)
        return to_object(view)
