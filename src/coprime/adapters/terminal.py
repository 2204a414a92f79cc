"""Play a game in a terminal: one person against bots, actions typed in the game's notation."""

import contextlib
import random
import secrets
import time
from pathlib import Path

from rich.console import Console

from ..arena.players import make_player
from ..core.cjk_wrap import wrap_text
from ..core.errors import BadInput, Refused
from ..core.game import Game
from ..core.match import Match
from ..core.messages import join_sentences, load_messages
from ..core.options import Value
from ..core.record import GameRecorder, dump_record
from ..core.seats import CHANCE, CLOCK
from ..core.text_normalization import normalize_typed

# Where it is there, what is typed can be edited and called back with the arrows.
with contextlib.suppress(ImportError):
    import readline  # noqa: F401

SAY = load_messages(Path(__file__).parent)["terminal"]
WAIT_LIMIT_MS = 600_000        # ms that pass at most while a person thinks


class PlayerLeft(Exception):
    """The person ends the game."""


class TerminalGame:
    """One match of a person in seat 0.  Raises BadInput for a level that the game's bots do not have."""

    def __init__(self, game: Game, seats: int, options: dict[str, Value], level: str, me: str, seed: int | None,
                 out: Console) -> None:
        self.game, self.bot, self.out = game, make_player(game, level), out
        self.names = [me, *SAY["bots"][:seats - 1]]
        self.match = Match(game, seats, options, game.pure_rules)
        self.recorder = GameRecorder(self.match, self.names)
        self.rng = random.Random(secrets.randbits(62) if seed is None else seed)
        self.next_hint = 0

    def print_text(self, text: str, style: str = "") -> None:
        """Print a text, wrapped to the terminal's width."""
        self.out.print(wrap_text(text, self.out.width), style=style, highlight=False, markup=False)

    def play_match(self) -> str:
        """Play to the end, or until the person leaves; return the record as text."""
        self.print_text(SAY["welcome"].format(title=self.game.localized_title, help=self.help_text()), "bold")
        try:
            while not self.match.over:
                self.play_turn()
            self.print_ending()
        except (PlayerLeft, EOFError, KeyboardInterrupt):
            self.print_text(SAY["left"])
        return dump_record(self.recorder.record)

    def help_text(self) -> str:
        """Return how actions are typed: the game's own text, or a general one."""
        return str(self.game.words.SAY.get("text", {}).get("help", SAY["typed"]))

    def play_turn(self) -> None:
        """Let one thing happen: chance, the person's action, or that of the earliest bot."""
        acting = self.match.to_act()
        if acting == [CHANCE]:
            if self.match.rules.is_between_hands(self.match.state):
                self.print_ending()
                self.read_line(SAY["continue"])
            self.act_and_print(CHANCE, self.match.chance(self.rng.getrandbits))
        elif 0 in acting:
            self.ask_person()
        else:
            self.let_earliest_act(WAIT_LIMIT_MS)

    def act_and_print(self, seat: int, action: int) -> None:
        """Apply an action and print what happened."""
        before, seen = self.match.view(0), int(self.match.rules.observe_action(self.match.state, seat, action, 0))
        self.recorder.act(seat, action)
        line = self.game.words.describe_event(before, seat, seen, self.match.view(0), self.names, 0)
        if line.text:
            self.print_text(f"  {line.text}")
        self.next_hint = 0

    def let_earliest_act(self, limit_ms: int) -> int:
        """Let the earliest of bots and clock act.

        Return the milliseconds that passed, `limit_ms` if nobody acted.
        """
        acting = self.match.to_act()
        clock = int(self.match.rules.deadline(self.match.state)) if CLOCK in acting else WAIT_LIMIT_MS + 1
        chosen = [(after, seat, action) for seat in acting if 0 < seat < self.match.seats
                  for action, after in [self.bot(self.match.view(seat), seat, self.rng.getrandbits(60))]
                  if action is not None]
        after, seat, action = min(chosen, default=(WAIT_LIMIT_MS + 1, -1, 0))
        passed = min(after, clock, limit_ms)
        if CLOCK in acting and passed > 0:
            self.act_and_print(CLOCK, passed)
        if after <= passed and seat in self.match.to_act():
            self.act_and_print(seat, action)
        return passed

    def ask_person(self) -> None:
        """Print the table, read what the person types, and let quicker players act before it is applied."""
        view, words = self.match.view(0), self.game.words
        shown = words.scene(view, 0, self.names)
        self.print_text("")
        self.print_text(words.text(view, 0, self.names))
        if "text" in shown:                                 # the default scene: the table's text lists no actions
            self.print_text(SAY["choices"].format(labels=" · ".join(one["label"] for one in shown["choices"])))
        self.print_text(join_sentences([shown["ask"], shown["why"]]), "bold")
        began = time.monotonic()
        typed = self.read_line("> ")
        if self.match.to_act() != [0]:                      # a race: what was quicker happens first
            self.catch_up(int((time.monotonic() - began) * 1000) if typed else None)
        if typed:
            self.try_typed_action(typed)

    def catch_up(self, passed_ms: int | None) -> None:
        """Let others act for as long as the person took; None: until the next of them has acted."""
        if passed_ms is None:
            self.let_earliest_act(WAIT_LIMIT_MS)
        while passed_ms and passed_ms > 0 and self.match.to_act():
            passed_ms -= max(1, self.let_earliest_act(passed_ms))

    def try_typed_action(self, typed: str) -> None:
        """Apply a typed action, or print why it is refused."""
        try:
            self.act_and_print(0, self.match.read(0, typed))
        except Refused as wrong:
            self.print_text(SAY["refused"].format(sentence=wrong, rule=wrong.rule) if wrong.rule else str(wrong),
                            "italic")
        except BadInput as wrong:
            self.print_text(str(wrong), "italic")

    def read_line(self, prompt: str) -> str:
        """Return what the person types; `hint`, `?` and `quit` are handled here."""
        while True:
            typed = normalize_typed(self.out.input(prompt, markup=False)).strip()
            if typed in ("quit", "exit"):
                raise PlayerLeft
            if typed == "?":
                self.print_text(join_sentences([SAY["help"], self.help_text()]))
            elif typed == "hint":
                self.print_hint()
            else:
                return typed

    def print_hint(self) -> None:
        """Print the next of the game's hints."""
        hint_texts = self.game.hint_sentences(self.match.view(0), 0, self.names)
        if not hint_texts:
            return self.print_text(SAY["no_hints"])
        self.print_text(f"{self.next_hint + 1}/{len(hint_texts)}  {hint_texts[self.next_hint]}")
        self.next_hint = min(self.next_hint + 1, len(hint_texts) - 1)

    def print_ending(self) -> None:
        """Print how the hand or the match ended, if it has."""
        shown = self.game.words.scene(self.match.view(0), 0, self.names)
        end = shown["over"] or shown["rest"]
        if end:
            self.print_text("\n" + join_sentences([end["title"], end["text"]]), "bold")


def play_in_terminal(game: Game, seats: int, options: dict[str, Value], level: str, me: str, seed: int | None,
                     out: Console) -> str:
    """Play one match in the terminal; return its record as text."""
    return TerminalGame(game, seats, options, level, me, seed, out).play_match()
