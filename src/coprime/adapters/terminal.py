"""A real game in a terminal: one person, bots in the other seats, actions typed in the game's notation."""

import contextlib
import random
import secrets
import time
from pathlib import Path

from rich.console import Console

from ..arena.players import player
from ..core.cjk_wrap import wrap_text
from ..core.errors import BadInput, Refused
from ..core.game import Game
from ..core.match import Match
from ..core.messages import join_sentences, load_messages
from ..core.options import Value
from ..core.record import GameRecorder, dump_record
from ..core.seats import CHANCE, CLOCK
from ..core.typed import normalize_typed

# Where it is there, what is typed can be edited and called back with the arrows.
with contextlib.suppress(ImportError):
    import readline  # noqa: F401

SAY = load_messages(Path(__file__).parent)["terminal"]
WAIT_LIMIT = 600_000        # ms that pass at most while a person thinks


class Leave(Exception):
    """The person ends the game."""


class Terminal:
    """One match of a person in seat 0.  Raises BadInput for a level that the game's bots do not have."""

    def __init__(self, game: Game, seats: int, options: dict[str, Value], level: str, me: str, seed: int | None,
                 out: Console) -> None:
        self.game, self.bot, self.out = game, player(game, level), out
        self.names = [me, *SAY["bots"][:seats - 1]]
        self.match = Match(game, seats, options, game.pure_rules)
        self.recorder = GameRecorder(self.match, self.names)
        self.random = random.Random(secrets.randbits(62) if seed is None else seed)
        self.rungs = 0

    def say(self, text: str, style: str = "") -> None:
        self.out.print(wrap_text(text, self.out.width), style=style, highlight=False, markup=False)

    def play(self) -> str:
        """Play to the end, or until the person leaves; return the record."""
        self.say(SAY["welcome"].format(title=self.game.localized_title, help=self.help()), "bold")
        try:
            while not self.match.over:
                self.turn()
            self.ended()
        except (Leave, EOFError, KeyboardInterrupt):
            self.say(SAY["left"])
        return dump_record(self.recorder.record)

    def help(self) -> str:
        """How actions are typed: the game says it, or they stand above."""
        return str(self.game.words.SAY.get("text", {}).get("help", SAY["typed"]))

    def turn(self) -> None:
        """One thing happens: chance, the person, or the bot that is soonest."""
        acting = self.match.to_act()
        if acting == [CHANCE]:
            if self.match.rules.is_between_hands(self.match.state):
                self.ended()
                self.read(SAY["continue"])
            self.act(CHANCE, self.match.chance(self.random.getrandbits))
        elif 0 in acting:
            self.ask()
        else:
            self.others(WAIT_LIMIT)

    def act(self, seat: int, action: int) -> None:
        """Carry out an action and say what it was."""
        before, seen = self.match.view(0), int(self.match.rules.observe_action(self.match.state, seat, action, 0))
        self.recorder.act(seat, action)
        line = self.game.words.describe_event(before, seat, seen, self.match.view(0), self.names, 0)
        if line.text:
            self.say(f"  {line.text}")
        self.rungs = 0

    def others(self, most: int) -> int:
        """Let the earliest of bots and clock act; return the milliseconds that passed, `most` if nobody acted."""
        acting = self.match.to_act()
        clock = int(self.match.rules.deadline(self.match.state)) if CLOCK in acting else WAIT_LIMIT + 1
        chosen = [(after, seat, action) for seat in acting if 0 < seat < self.match.seats
                  for action, after in [self.bot(self.match.view(seat), seat, self.random.getrandbits(60))]
                  if action is not None]
        after, seat, action = min(chosen, default=(WAIT_LIMIT + 1, -1, 0))
        passed = min(after, clock, most)
        if CLOCK in acting and passed > 0:
            self.act(CLOCK, passed)
        if after <= passed and seat in self.match.to_act():
            self.act(seat, action)
        return passed

    def ask(self) -> None:
        """Show the table, read what the person types, and let what was quicker happen first."""
        view, words = self.match.view(0), self.game.words
        shown = words.scene(view, 0, self.names)
        self.say("")
        self.say(words.text(view, 0, self.names))
        if "text" in shown:                                 # the house's own scene: the table's text lists no actions
            self.say(SAY["choices"].format(labels=" · ".join(one["label"] for one in shown["choices"])))
        self.say(join_sentences([shown["ask"], shown["why"]]), "bold")
        began = time.monotonic()
        typed = self.read("> ")
        if self.match.to_act() != [0]:                      # a race: what was quicker happens first
            self.catch_up(int((time.monotonic() - began) * 1000) if typed else None)
        if typed:
            self.try_to(typed)

    def catch_up(self, passed: int | None) -> None:
        """Others act for as long as the person took; None: until the next of them has acted."""
        if passed is None:
            self.others(WAIT_LIMIT)
        while passed and passed > 0 and self.match.to_act():
            passed -= max(1, self.others(passed))

    def try_to(self, typed: str) -> None:
        try:
            self.act(0, self.match.read(0, typed))
        except Refused as wrong:
            self.say(SAY["refused"].format(sentence=wrong, rule=wrong.rule) if wrong.rule else str(wrong), "italic")
        except BadInput as wrong:
            self.say(str(wrong), "italic")

    def read(self, prompt: str) -> str:
        """What the person types; `hint`, `?` and `quit` are answered here."""
        while True:
            typed = normalize_typed(self.out.input(prompt, markup=False)).strip()
            if typed in ("quit", "exit"):
                raise Leave
            if typed == "?":
                self.say(join_sentences([SAY["help"], self.help()]))
            elif typed == "hint":
                self.hint()
            else:
                return typed

    def hint(self) -> None:
        rungs = self.game.hint_sentences(self.match.view(0), 0, self.names)
        if not rungs:
            return self.say(SAY["no_hints"])
        self.say(f"{self.rungs + 1}/{len(rungs)}  {rungs[self.rungs]}")
        self.rungs = min(self.rungs + 1, len(rungs) - 1)

    def ended(self) -> None:
        shown = self.game.words.scene(self.match.view(0), 0, self.names)
        end = shown["over"] or shown["rest"]
        if end:
            self.say("\n" + join_sentences([end["title"], end["text"]]), "bold")


def play(game: Game, seats: int, options: dict[str, Value], level: str, me: str, seed: int | None,
         out: Console) -> str:
    """Play one match in the terminal; return its record as text."""
    return Terminal(game, seats, options, level, me, seed, out).play()
