"""Somebody who plays a whole match of any game by pointer: reads the hints, then taps cards and buttons.

What is known of the position comes from the scenes and hints that the page itself has heard, so it holds in every
language.
"""

import json
import os
import re
from contextlib import suppress
from pathlib import Path

from game_moments import spoken
from page_motion import SCROLL_NEAREST
from page_waits import wait_until
from playwright.sync_api import TimeoutError as TooLong
from prime_climb_play import ByPointer as ClimbPointer
from prime_climb_play import take
from screen_checks import CLIPPED, LAID_OUT, SMALL_TARGETS
from test_secret_number import ByPointer as SecretPointer
from test_secret_number import what_is_asked
from test_small_screen import UNSEEN
from test_sosu_daifugo import ByPointer as SosuPointer
from test_sosu_match import find_prime

MOST_TURNS = 400
PICTURES = "COPRIME_PICTURES"           # the environment's name of a folder where pictures are kept for somebody's eyes
HINTED_TURNS = 3                        # of these the hints are read in the open; later ones are read as well, unseen
BULB = ".left > .foot .btn.icon"
STEP = ".ladder li > button:enabled"
UP = ":is(.hand, .mat, .own) :is([data-card], [data-place], [data-pick], [data-value], .card)[aria-pressed=true]"
PICK = ".mat [data-pick]"               # a card of a fanned pile, of which some are chosen
TOP = ".mat [data-top]"                 # the top of a pile of discards that can be taken
GREYED = ".left > .foot .acts .btn[aria-disabled=true]"
SMALLEST = 43.5                         # px, of what is pressed
STRIP = 23.5                            # px, of a card that lies under the next one
# Where a card is tapped: in a hand of many, all but its left strip of 28 px may lie under the next one.
CORNER = {"x": 12, "y": 14}
# On a laptop the page may be longer than the window; what a turn needs is in sight at its beginning.
OUT_OF_SIGHT = """() => [...document.querySelectorAll(
        '.ask, .mat, .hand [data-card], .hand [data-value], .foot .acts .btn')]
    .filter(e => e.checkVisibility()).filter(e => {
        const {top, bottom, left, right} = e.getBoundingClientRect()
        return top < -1 || bottom > innerHeight + 1 || left < -1 || right > innerWidth + 1
    }).map(e => e.className + ' ' + e.textContent.trim().slice(0, 40))"""


class Guest:
    """Somebody at a table, with what the page has heard."""

    def __init__(self, somebody, name):
        self.me, self.page, self.name = somebody, somebody.page, name
        self.scene, self.hint, self.is_hint_fresh = None, None, False
        self.turns, self.refused, self.shown = 0, False, set()
        self.page.on("websocket", lambda line: line.on("framereceived", self._hear))

    def _hear(self, frame):
        told = json.loads(frame)
        if told.get("type") == "scene":
            self.scene, self.is_hint_fresh = told["scene"], False
        elif told.get("type") == "answer" and "rungs" in told:
            self.hint, self.is_hint_fresh = told, True

    @property
    def is_asked(self):
        scene = self.scene
        return bool(scene) and not scene["rest"] and not scene["over"] and scene["you"] in scene["turn"]

    def picture(self, moment):
        """Keep a picture of this moment, the first time, where a folder is named for them."""
        if moment in self.shown:
            return
        self.shown.add(moment)
        if folder := os.environ.get(PICTURES):
            size = "x".join(str(self.page.viewport_size[side]) for side in ("width", "height"))
            self.page.screenshot(path=Path(folder, f"{self.name}-{size}-{moment}.png"))

    def tap(self, found, position=None, smallest=SMALLEST):
        """Press what is large enough for a finger and not covered."""
        box = found.bounding_box()
        if not box:                                     # somebody was quicker
            raise TooLong("it is gone")
        assert box["height"] >= SMALLEST and box["width"] >= smallest, (box, found.inner_text())
        found.click(position=position)

    def tap_card(self, found):
        self.tap(found, CORNER, STRIP)

    def play_out(self):
        """Play until the match is over; whatever goes wrong is kept as a picture."""
        try:
            self.play_turns()
        except BaseException:
            self.picture("fault")
            raise

    def play_turns(self):
        while self.turns < MOST_TURNS:
            wait_until(self.page, lambda: self.is_asked or self.scene and (self.scene["rest"] or self.scene["over"]),
                       "somebody asks for something", 60)
            if self.scene["over"]:
                return
            if self.scene["rest"]:
                self.go_on()
            else:
                self.close_hints()
                self.answer_sound_question()
                self.page.evaluate(LAID_OUT, list(self.page.viewport_size.values()))
                if self.is_asked:
                    self.look_at_turn()
                    self.take_turn()
        raise AssertionError(f"the match does not end: {self.scene['ask']}")

    def see_ending(self):
        """Read the moment of a win, then what the match was like."""
        again = self.page.get_by_role("button", name=spoken("over.rematch"), exact=True)
        win = self.page.locator("dialog.win")
        win.or_(again).first.wait_for()
        if win.count():
            self.picture("win")
            with suppress(TooLong):                     # it goes by itself after four seconds
                win.click(timeout=4000)
            win.wait_for(state="detached")
        again.first.wait_for()
        self.picture("ending")
        self.me.is_sound()
        self.me.is_whole()

    def go_on(self):
        before = self.scene
        go = self.page.locator(".ending .btn.go")
        go.wait_for()
        self.picture("rest")
        self.tap(go)
        wait_until(self.page, lambda: self.scene is not before, "the next hand begins")

    def look_at_turn(self):
        """What a turn needs is in sight, whole and large enough."""
        where = (self.scene["ask"], self.turns)
        self.picture("first" if not self.turns else "middle" if self.turns == 6 else "turn")
        if self.page.locator(".fixed").count():
            found = self.page.evaluate(UNSEEN)
            assert found == [], (found, where)
        else:
            found = self.page.evaluate(OUT_OF_SIGHT)
            assert found == [] and self.page.evaluate("scrollY") == 0, (found, where)
        assert self.page.evaluate(SMALL_TARGETS) == [], where
        assert self.page.evaluate(CLIPPED) == [], where
        if self.turns == 6:
            self.me.is_sound()

    def take_turn(self):
        """Do one thing that is asked, and wait until the server has answered."""
        before = self.scene
        self.turns += 1
        self.answer_sound_question()
        if not self.refused and self.turns > 1:         # the question of the first tap is answered by then
            self.be_refused()
        if self.scene is not before:
            return
        act = {"prime_climb": self.climb, "secret_number": self.find_secret, "sosu_daifugo": self.lay_line}
        try:
            act.get(self.name, self.follow_hints)()
        except TooLong:
            if self.scene is before:        # else somebody was quicker
                raise
            return
        wait_until(self.page, lambda: self.scene is not before, f"answered: {before['ask']} {self.hint}")

    def answer_sound_question(self):
        """Say that sounds are not wanted, where that is asked."""
        no = self.page.locator(".question .btn").last
        if no.count():
            self.picture("sound")
            self.tap(no)

    def be_refused(self):
        """Press what is greyed, where anything is, and read why it cannot be."""
        greyed = self.page.locator(GREYED).filter(visible=True)
        if not greyed.count():
            return
        before = self.page.locator("main").inner_text()
        greyed.last.click(force=True)
        wait_until(self.page, lambda: self.page.locator("main").inner_text() != before, "something is said")
        self.refused = True
        self.picture("refusal")
        assert self.page.evaluate(CLIPPED) == []
        close = self.page.locator(".sentence .no button").filter(visible=True)
        if close.count():
            self.tap(close)
            close.wait_for(state="hidden")

    def read_hints(self):
        """Open all steps; says what is to be done, and which cards it uses."""
        sheet = bool(self.page.locator(".fixed").count())
        if sheet:
            self.tap(self.page.locator(BULB).first)
        self.page.locator(".ladder").wait_for()
        steps = self.page.locator(STEP)
        opened = self.page.locator(".ladder .on")
        # Those that stand there from the last move are asked for anew.
        wait_until(self.page, lambda: self.is_hint_fresh or not opened.count(), "hints of this position")
        while steps.count():
            n = opened.count()
            steps.first.evaluate(SCROLL_NEAREST)
            self.tap(steps.first)
            opened.nth(n).wait_for()
            self.picture(f"hint{n + 1}")
        assert self.page.evaluate(CLIPPED) == [], "hints"
        if not self.hint["cards"]:                      # somebody was quicker: these are of the next position
            raise TooLong("the hints are of another position")
        return self.hint.get("acts", []), self.hint["cards"][-1]

    def close_hints(self):
        """Close the sheet; a play closes it by itself."""
        close = self.page.locator(".sheet .top button")
        if close.count():
            with suppress(TooLong):
                close.click(timeout=2000)
            self.page.locator(".sheet").wait_for(state="detached")

    def follow_hints(self):
        """Tap the cards that the hints name oneself; a thing without cards is done from the hints."""
        acts, cards = self.read_hints()
        if not acts:
            return self.let_pass()
        up = self.page.locator(UP)
        if not (cards and up.count()):
            self.page.locator(".ladder .btn").evaluate(SCROLL_NEAREST)
            return self.tap(self.page.locator(".ladder .btn"))
        self.close_hints()
        self.answer_sound_question()                    # it may lie over cards
        top = self.page.locator(f"{TOP}[aria-pressed=true]").count()
        while up.count():
            self.tap_card(up.first)
        for card in self.page.locator(TOP).all()[:top]:
            self.tap_card(card)
        for card in cards:
            if self.find_card(card).count():
                self.tap_card(self.find_card(card))
        if run := re.search(r" \+(\d+)$", acts[0]):     # so many cards from the top of a stack
            self.tap_card(self.page.locator(f"[data-stack='{run[1]}']"))
        self.picture("raised")
        go = self.page.locator(".left > .foot .go:enabled:not([aria-disabled=true])")
        if card := self.page.locator(f"{PICK}[aria-pressed=false]").all()[:1]:      # the hints name one of two or more
            self.tap_card(card[0])
        go.wait_for()
        self.tap(go)
        return None

    def find_card(self, name):
        """The first card or place of that name which is not raised."""
        hand = f".hand [data-card^='{name}#'][aria-pressed=false]"
        place = f".mat [data-place='{name}']"
        pick = f"{PICK}[data-pick='{name}'][aria-pressed=false]"
        return self.page.locator(f"{hand}, {pick}, {place}[aria-pressed=false], {place} [aria-pressed=false]").first

    def let_pass(self):
        """Nothing can be advised: let it pass, where that can be said."""
        self.close_hints()
        passing = self.page.locator(".acts .pass:not([aria-disabled=true])")
        if passing.count():
            self.tap(passing.first)

    def climb(self):
        """A whole turn: moves are planned on the board or in their list, then it is ended."""
        hands, before = ClimbPointer(self.page), self.scene
        if self.turns <= HINTED_TURNS:
            self.read_hints()
            self.close_hints()
        while self.scene is before:
            take(self.page, hands)
            self.picture("planned")

    def find_secret(self):
        """Cover, show, say what the hints advise, else agree to end the round; others may be quicker."""
        hands, page = SecretPointer(self.page), self.page
        asked = what_is_asked(page)
        if asked in ("cover", "show"):
            if self.turns == 1:
                self.read_hints()
                self.close_hints()
            return getattr(hands, asked)()
        if asked != "race":
            return None
        acts, cards = self.read_hints()
        self.close_hints()
        if acts and page.locator(UP).count():
            self.picture("raised")
            return self.tap(page.locator(".left > .foot .go:not(.agree)"))
        agree = page.locator(".agree:not([aria-disabled=true])")
        return self.tap(agree) if agree.count() else None

    def lay_line(self):
        hands, play = SosuPointer(self.page), find_prime(self.scene)
        if self.turns <= HINTED_TURNS:
            self.read_hints()
            self.close_hints()
            if self.page.locator("[data-tile]").count():
                hands.clear()
        if play:
            hands.lay(play)
            self.picture("raised")
            self.tap(self.page.locator(".acts .go:not([aria-disabled=true])"))
        elif self.scene["canDraw"]:
            hands.draw()
        else:
            hands.give_up()
