"""A match of Sosu Daifugo with a clock between two browsers: to its end, and its record."""

import json
import re
from itertools import permutations

import pytest
from page_waits import wait_until
from playwright.sync_api import expect
from screen_checks import resized
from test_sosu_daifugo import SIZES, ByKeys, ByPointer, wait_for_own_turn

import coprime
from coprime.core.record import load_record, replay_record

pytestmark = pytest.mark.browser
FIGURES = "A23456789TJQK"
OPTIONS = {"hand": 5, "jokers": 0, "clock": "bank", "bank_seconds": 600, "move_seconds": 60, "games_to_win": 2}
DEAL = 4711
MOST_TURNS = 200


class Player:
    """Plays what it sees: the most cards that make a prime, else a drawn card, else a pass."""

    def __init__(self, somebody, way):
        self.page, self.way, self.scene, self.done = somebody.page, way(somebody.page), None, 0
        self.page.on("websocket", lambda line: line.on("framereceived", self._hear))

    def _hear(self, frame):
        told = json.loads(frame)
        if told.get("type") == "scene":
            self.scene = told["scene"]
        self.done += told.get("type") == "done"

    @property
    def is_asked(self):
        return self.scene["you"] in self.scene["turn"] and not self.scene["rest"]

    def take_turn(self):
        """Do what ends a turn, or draw; waits until the server has answered.

        The page is not asked before it shows the turn, and takes no key before it has heard that the last act is done.
        """
        wait_for_own_turn(self.page)
        before, done = self.scene, self.done
        play = find_prime(before)
        if play:
            self.way.lay(play)
            expect(self.page.locator("[data-tile]")).to_have_count(len(play))
            self.way.play()
        elif before["canDraw"]:
            self.way.draw()
        else:
            self.way.give_up()
        wait_until(self.page, lambda: self.scene is not before and self.done > done, "the server has answered")


def are_all(players, *fields):
    """Whether one of these is so in everybody's scene."""
    return any(all(one.scene[field] for one in players) for field in fields)


def find_prime(scene):
    """The cards of the longest and then largest prime of at most four cards that stands; "" for none."""
    hand = "".join(figure * n for figure, n in zip(FIGURES, scene["hand"], strict=False))
    wanted, found = scene["wanted"], []
    for n in [wanted["count"]] if wanted["count"] else range(1, 5):
        for cards in set(permutations(hand, n)):
            number = int("".join(str(FIGURES.index(card) + 1) for card in cards))
            stands = int(wanted["above"] or 0) < number < int(wanted["below"] or 10**99)
            if stands and number > 1 and all(number % d for d in range(2, int(number**0.5) + 1)):
                found.append((n, number, "".join(cards)))
    return max(found, default=(0, 0, ""))[2]


@pytest.mark.parametrize(("locale", "sizes", "ways"), [
    ("en-US", ("phone", "laptop"), (ByPointer, ByKeys)),
    pytest.param("ja-JP", ("laptop", "phone"), (ByKeys, ByPointer), marks=pytest.mark.long)])
def test_a_match_to_two_games_with_a_clock_ends_with_a_record_that_replays(people, locale, sizes, ways):
    both = [people(locale=locale), people(locale=locale)]
    players = [Player(one, way) for one, way in zip(both, ways, strict=True)]
    ada, bo = both
    ada.opens("sosu_daifugo", 2, now=False, deal=DEAL, options=OPTIONS)
    bo.go(f"/t/{ada.code()}")
    bo.page.locator("main .btn").first.wait_for()
    ada.page.locator("main .btn.go:enabled").last.click()
    for one, size in zip(both, sizes, strict=True):
        one.page.locator("[data-card]").first.wait_for()
        resized(one.page, *SIZES[size])
    wait_until(ada.page, lambda: all(one.scene and "hand" in one.scene for one in players), "both are told")
    expect(ada.page.locator(".clock")).to_have_count(1)
    for turn in range(MOST_TURNS):
        wait_until(ada.page, lambda: any(one.is_asked for one in players) or are_all(players, "rest", "over"),
                   "somebody is asked, or both are told of an end")
        if are_all(players, "over"):
            break
        if are_all(players, "rest"):
            ada.page.locator(".btn.go:enabled").last.click()
            wait_until(ada.page, lambda: not players[0].scene["rest"], "the next game begins")
            continue
        next(one for one in players if one.is_asked).take_turn()
        if turn % 10 == 0:
            for one in both:
                one.is_sound(axe=False)
    scene = players[1].scene
    assert max(seat["wins"] for seat in scene["seats"]) == 2 and scene["game"] >= 2
    for one in both:
        one.page.get_by_role("link", name=re.compile("Save the record|記録を保存")).wait_for()
    text = ada.page.evaluate("code => fetch(`/api/tables/${code}/record`).then(answer => answer.text())", ada.code())
    match = replay_record(load_record(text), coprime.game("sosu_daifugo").pure_rules)
    assert match.over and match.options["games_to_win"] == 2
    assert [seat["wins"] for seat in scene["seats"]].index(2) == int(match.returns()[1] > match.returns()[0])
