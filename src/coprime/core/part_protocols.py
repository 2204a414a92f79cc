"""The files of a game beside its rules: what each has to define, and what holds where one leaves something out.

A part is a module of the game's folder.  Its required names are those of the Protocol here, checked by mypy where a
game's `game.py` declares them.  What a part may leave out has its default in OPTIONAL; `Game.load_module` gives it to
the module, so that nobody has to ask whether a game defines it.  Views are read-only states; an action is the number
that `Rules.apply` takes.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from types import ModuleType, SimpleNamespace
from typing import Any, Protocol

from .best_moment import BestMoment
from .deprecated import accept_old_names
from .drills import DrillDeck, DrillItem, DrillPosition, SureWin
from .finds import Find, Stake, TurnFinds
from .hint_steps import HintStep
from .messages import Line
from .met_numbers import MetNumber
from .practice_item import PracticeItem
from .reasons import Reason


class WordsPart(Protocol):
    """words.py: labels, sentences and scenes; pure functions of views.

    `Game.words` is complete: what a game's file leaves out of these comes from `core.default_words`.
    """

    SAY: Mapping[str, Any]
    text: Callable[[Any, int, Sequence[str]], str]
    """(view, seat, names): the table in a few lines of plain text, for a terminal."""
    label: Callable[[int], str]
    """(action): the action in the game's notation."""
    parse: Callable[[str], int]
    """(text): the action of a label.  Raises BadInput with a sentence."""
    explain_refusal: Callable[..., tuple[str, str]]
    """(reason, view, action): the sentence of a refusal or violation, with the facts of that action, and its rule."""
    describe_event: Callable[[Any, int, int, Any, Sequence[str], int], Line]
    """(before, seat, action, after, names, watcher): a line of the log as `watcher` may know it.

    Both states are the watcher's views and `action` is what `observe_action` gives; Line("") for what has no line.
    A seat that sees what a spectator sees, and whose name the line for a spectator does not read, is told the same.
    """
    scene: Callable[..., dict[str, Any]]
    """(view, seat, names): what the browser draws, as JSON; a further argument is what `shared_scene` returned."""
    scene_fields: Callable[[Any, int, Sequence[str]], dict[str, Any]]
    """Optional (view, seat, names): what the default scene holds besides; with a `scene` of its own a game needs none.
    """
    shared_scene: Callable[[Any, Sequence[str]], dict[str, Any]] | None
    """Optional (spectator's view, names): what all seats' scenes have in common, made once for all."""
    preview: Callable[[Any, int, Any, Sequence[str]], Any] | None
    """Optional (view, seat, labels, names): the scene after undoable actions that are not yet sent."""
    loss_text: Callable[[Any, float], str]
    """Optional (view, value): a difference of returns as people count it, "12 points"; "" where games won count."""
    missed_play_text: Callable[[Any, int, int, Sequence[str]], str]
    """Optional (before, seat, action, names): what somebody overlooked with this action; "" for nothing."""
    is_silent: Callable[[Any], bool]
    """Optional (spectator's view): do the rules let nobody talk now?"""


class HintsPart(Protocol):
    """hints.py: a ladder of hints: where to look, why, what to do."""

    ladder: Callable[..., Sequence[HintStep | str]]
    """(view, seat), or (view, seat, names): the steps; the one that says what to do is a HintStep with its actions."""
    ladder_to: Callable[[Any, int, int], Sequence[HintStep | str]]
    """Optional (view, seat, action): steps to an action that somebody else advises; empty where there are none."""
    action_value: Callable[[Any, int, int | None], float] | None
    """Optional (view, seat, action): what an action, or None for doing nothing, is worth in the game's returns."""
    win_probability: Callable[[Any, int, Sequence[int]], float | None] | None
    """Optional (view, seat, actions): the exact probability to win after these actions; None where it is unknown."""
    cards_used: Callable[[Any, int, int], Sequence[str]]
    """Optional (view, seat, action): the cards that an action uses, in order, as the scene calls them."""
    puzzle_kind: Callable[[Any, int, int], str] | None
    """Optional (view, seat, action): the sort of puzzle that this answer makes, "" for none; if None, the first word of
    its label."""
    AHEAD: int
    """Optional: so many actions a review plays on for, where points are made all the time; 0: to the next rest."""


class FindsPart(Protocol):
    """finds.py: what could have been played in a turn, for the review of a match that is over."""

    find_plays: Callable[[Any, int, Sequence[int], Any, int, int], TurnFinds]
    """(view, seat, actions, after, seed, work): what was better than these actions, after which the seat saw `after`.

    `work` bounds how many numbers or positions are tested, so that the same arguments give the same finds in about the
    same time; a seat's hints, words and refusals use no more than `view`, and neither does this.
    """
    ends_turn: Callable[[Any, int, int], bool]
    """Optional (view, seat, action): does this action end the seat's turn?"""
    lost_stake: Callable[[Any, int, Any], Stake]
    """Optional (view, seat, end): what the seat, which could go out for certain at `view`, has lost at `end`, its view
    when that game was over."""


class ReasonsPart(Protocol):
    """reasons.py: why a choice was better than another one, for the review of a match that is over."""

    choice_reasons: Callable[[Any, int, Sequence[int], Sequence[int]], Sequence[Reason]]
    """(view, seat, played, better): what makes `better` better than `played`, the seat's own actions one by one.

    Facts about the position that are certain in every world that the view allows, at most `MAX_REASONS`, the weightiest
    first; none rather than a guess.
    """


class BotsPart(Protocol):
    """bots.py: the rule-of-thumb levels."""

    LEVELS: Sequence[str]
    """Names of the levels, weakest first."""
    choose: Callable[[Any, int, str, int], tuple[int | None, int]]
    """(view, seat, level, seed): an action, or None to wait, and after how many milliseconds; deterministic."""
    stand_in: Callable[[Any, int, str, int], tuple[int | None, int]] | None
    """Optional, the same arguments: what is played for a teacher who is at another table."""


class EndingPart(Protocol):
    """ending.py, all optional: what the end of a match tells of it."""

    standings: Callable[[Any], list[int]] | None
    """(spectator's view): one number per seat."""
    score_title: Callable[[Any], str] | None
    """(spectator's view): the title under which the standings are drawn as lines; None: they are not drawn."""
    moment_value: Callable[[Any, int, int, Any, int], tuple[int, ...] | None] | None
    """(before, actor, action, after, seat): by which a seat's moments are compared; None for none."""
    best_moment: Callable[[Any, int, int, Any, int], BestMoment] | None
    """The same arguments: the moment with the highest value, told."""
    decided_text: Callable[[Any, int, int, Any, Sequence[str], int], str]
    """(before, seat, action, after, names, watcher): what decided the match in few words; "" for the log's line."""
    LEADS: bool
    """Points decide: the match was decided by the step since which the winner was ahead."""
    BY_HAND: bool
    """The standings change only where a hand ends."""
    weekly_score: Callable[[Any], int | None] | None
    """(state): what a match of the weekly deal was worth to its one seat, less being better; None for no result."""
    EACH_GAME: bool
    """The lines are drawn of the last game only, since each game begins anew."""


class EncodingModule(Protocol):
    """encoding.py: the game as numbers for reinforcement learning (docs/batch.md)."""

    FIELDS: Any
    LEFT_OUT: Mapping[str, str]
    actions: Callable[[Any], Sequence[int]]
    """(state): every action that can be listed under the options of a state that has begun, in a fixed order."""
    NEEDS: Mapping[str, Any]
    """Optional: options without which the actions cannot be numbered."""
    label: Callable[[int], str] | None
    """Optional (code): a code in words, where codes.py numbers the actions; the game's labels if None."""
    CARD_NAMES: Sequence[str]
    """Optional: the kinds of cards by number, as the state counts them, in the game's notation."""


class ReportEventsPart(Protocol):
    """report_events.py, all optional: what a design report asks of a game."""

    rule_events: Callable[[Any, int, int, Any], Iterable[str]]
    """(before, seat, action, after): which lines under `[rule_event]` of the messages an event is an instance of."""
    card_gains: Callable[[Any, int, int, Any], Iterable[tuple[int, str]]] | None
    """(before, seat, action, after): the cards that come to seats, as (seat, card)."""
    OPTIONS: Mapping[str, Any]
    """Options under which the cards are counted."""
    SECONDS: Mapping[str, float]
    """What people take for a kind of action, by the first word of its label, where `simulated_ms` does not say it."""


class PracticePart(Protocol):
    """practice_items.py: what actions exercise, for a teacher's report."""

    practice_items: Callable[[Any, int, int, Any], Iterator[PracticeItem]]
    """(before, seat, action, after): the judgements and calculations in an action."""


class MetNumbersPart(Protocol):
    """met_numbers.py: the primes and products that a seat meets, for the numbers that its device remembers."""

    met_numbers: Callable[[Any, int, int, Any, int], Iterator[MetNumber]]
    """(before, actor, action, after, seat): what `seat` met in an event; both states are its views."""


class TrainerPart(Protocol):
    """trainer.py: decks of items that a page asks again and again until they stay."""

    list_decks: Callable[[], Sequence[DrillDeck]]
    """(): all decks in the current language, in the order in which they are offered; names never change."""
    read_item: Callable[[str], DrillItem] | None
    """Optional (text): an item of somebody's own, such as `479`.  Raises BadInput."""
    write_position: Callable[[Any, int, Find], DrillPosition] | None
    """Optional (view, seat, find): a position with a sure win, to be kept by a device; the next three belong to it."""
    read_position: Callable[[str], SureWin] | None
    """(text): the position of such a text.  Raises BadInput."""
    find_win: Callable[[Any, int], Sequence[str]]
    """(view, seat): the labels of a sure win, none where none was found; the same for the same view."""
    holds_lead: Callable[[Any, int], bool]
    """(the seat's view after its play, seat): nobody can beat it, so that the others pass, with the label `pass`."""


class RecordsPart(Protocol):
    """records.py: matches in a notation that the game's players use."""

    is_notated: Callable[[str], bool]
    """(text): is this meant as a record in the notation?"""
    narrate_notated_record: Callable[[str], Iterator[str]]
    """(text): a sentence for each event of the record.  Raises BadRecord with the line that disagrees."""
    write_match: Callable[[Any], str]
    """(match): the games of a match in the notation."""


class FiguresPart(Protocol):
    """figures.py: pictures of the game's notation on the rules pages."""

    def draw_notation(self, name: str) -> dict[str, Any]:
        """Return what is drawn for a name in the notation."""


def _no_text(*_: Any) -> str:
    return ""


def _nothing(*_: Any) -> tuple[()]:
    return ()


def _never(*_: Any) -> bool:
    return False


def _always(*_: Any) -> bool:
    return True


def _no_fields(*_: Any) -> dict[str, Any]:
    return {}


def _no_stake(*_: Any) -> Stake:
    return Stake.NONE


OPTIONAL: Mapping[str, Mapping[str, Any]] = {
    "words": {"scene_fields": _no_fields, "shared_scene": None, "preview": None, "loss_text": _no_text,
              "missed_play_text": _no_text, "is_silent": _never},
    "hints": {"ladder_to": _nothing, "cards_used": _nothing,
              "action_value": None, "win_probability": None, "puzzle_kind": None, "AHEAD": 0},
    "finds": {"ends_turn": _always, "lost_stake": _no_stake},
    "bots": {"stand_in": None},
    "ending": {"standings": None, "score_title": None, "moment_value": None, "best_moment": None, "weekly_score": None,
               "decided_text": _no_text, "LEADS": False, "BY_HAND": False, "EACH_GAME": False},
    "encoding": {"NEEDS": {}, "label": None, "CARD_NAMES": ()},
    "report_events": {"rule_events": _nothing, "card_gains": None, "OPTIONS": {}, "SECONDS": {}},
    "observation": {"settled": None},
    "trainer": {"read_item": None, "write_position": None, "read_position": None, "find_win": _nothing,
                "holds_lead": _never},
    "expert": {"TIMED": False, "check_weights": None},
}
# What games that were written for older versions call them.
OLD_NAMES: Mapping[str, Mapping[str, str]] = {
    "words": {"why_not": "explain_refusal", "event": "describe_event", "lost": "loss_text",
              "missed": "missed_play_text", "hush": "is_silent", "shared": "shared_scene"},
    "hints": {"worth": "action_value", "chance": "win_probability", "kind": "puzzle_kind"},
    "ending": {"standing": "standings", "counted": "score_title", "worth": "moment_value", "best": "best_moment",
               "decided": "decided_text"},
    "report_events": {"fired": "rule_events", "came": "card_gains"},
    "practice_items": {"practised": "practice_items"},
    "figures": {"drawn": "draw_notation"},
    "study": {"answer": "answer_question"},
    "tiny": {"deals": "enumerate_deals"},
    "expert": {"ready": "is_ready"},
}


def empty_part(name: str, **required: Any) -> SimpleNamespace:
    """Return what stands for the part of a game that has no such file: its defaults, and values of required names."""
    return SimpleNamespace(**OPTIONAL[name], **required)


def complete_part(name: str, module: ModuleType) -> ModuleType:
    """Give a game's module the defaults of what it leaves out, and new names for what it defines under old ones."""
    accept_old_names(module, OLD_NAMES.get(name, {}))
    for attribute, default in OPTIONAL.get(name, {}).items():
        if not hasattr(module, attribute):
            setattr(module, attribute, default)
    return module
