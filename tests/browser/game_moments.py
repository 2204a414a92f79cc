"""Moments of any game, each reached without playing in the browser: the game's own bots play a match, the server gets
its record, and "what if" opens a table at a step of it.

A game may say in `tests/pictures.toml` what shows it best; every key has a default:

    seats, seed, level      who plays, from which seed
    [options]               of the match
    at                      the share of the first hand after which the table is shown
    press                   keys that are pressed there, such as "1 3 7"
"""

import json
import os
import random
import re
import tomllib
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from coprime.arena.match import play_actions
from coprime.arena.players import make_player
from coprime.core.game import Game
from coprime.core.match import Match
from coprime.core.record import GameRecorder, dump_record
from coprime.core.registry import find_game as find

NAMES = ("Wren", "Heron", "Otter", "Badger", "Finch", "Vole")
MESSAGES = Path(__file__).parents[2] / "src/coprime/web/app/messages"
FEW = 3                     # seats of a picture, where the game has that many
MOST = 4_000                # actions of a hand
STORIES = "COPRIME_TEST_STORIES"    # the environment's name of the folder where stories are kept


@dataclass(frozen=True)
class Moment:
    """A step of a record, and whose eyes look."""

    step: int
    seat: int


@dataclass(frozen=True)
class Story:
    """A hand by bots.  `last` is what the one who ends it does, at the moment `end`.

    `first` is somebody's first turn, `fullest` the turn at which there is most to show.
    """

    name: str
    record: str
    first: Moment
    fullest: Moment
    play: Moment
    end: Moment
    last: str
    press: tuple[str, ...] = field(default=())

    @property
    def game(self) -> Game:
        return find(self.name)


def share_stories(folder: Path) -> None:
    """Keep every story in this folder, which other processes of the same run read, too."""
    os.environ[STORIES] = str(folder)


@cache
def story(name: str) -> Story:
    """The hand that shows a game: played once for all processes that share a folder."""
    if not (folder := os.environ.get(STORIES)):
        return play_story(find(name))
    kept = Path(folder, f"{name}.json")
    if not kept.exists():
        written = kept.with_suffix(f".{os.getpid()}")
        written.write_bytes(msgspec.json.encode(play_story(find(name))))
        written.replace(kept)                                       # at once: no other process reads half a story
    return msgspec.json.decode(kept.read_bytes(), type=Story)


def play_story(game: Game) -> Story:
    """Let bots play the hand that shows a game, and choose the moments to look at."""
    file = game.folder / "tests/pictures.toml"
    said = tomllib.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    seats = said.get("seats", min(game.seats[1], max(game.seats[0], FEW)))
    level = said.get("level", game.bots.LEVELS[-1])
    match = Match(game, seats, said.get("options", {}))
    for seat in play_actions(match, [make_player(game, level)] * seats, random.Random(str(said.get("seed", 1)))):
        played = seat < seats or any(event.seat < seats for event in match.events)
        if played and (match.rules.is_between_hands(match.state) or len(match.events) > MOST):
            break
    recorder = GameRecorder(Match(game, seats, match.options), list(NAMES[:seats]))
    turns = []
    for step, event in enumerate(match.events):
        if event.seat < seats:
            scene = game.words.scene(recorder.match.view(event.seat), event.seat, list(NAMES[:seats]))
            turns.append((len(msgspec.json.encode(scene, enc_hook=int)), Moment(step, event.seat)))
        recorder.act(*event)
    end = max(i for i, event in enumerate(match.events) if event.seat < seats)
    seat, action = match.events[end]
    ours = [i for i, event in enumerate(match.events) if event.seat == seat]
    wanted = said.get("at", 0.6) * len(match.events)
    play = Moment(min(ours, key=lambda i: abs(i - wanted)), seat)
    return Story(game.name, dump_record(recorder.record), turns[0][1], max(turns, key=lambda turn: turn[0])[1], play,
                 Moment(end, seat), game.words.label(action), tuple(said.get("press", "").split()))


def greet(page: Any, url: str) -> None:
    """Get a cookie and a name for that page's browser, which the home page would do at more cost."""
    answer = page.request.get(f"{url}/api/me", headers=headers(page, url))
    assert answer.ok, answer.text()


def headers(page: Any, url: str) -> dict[str, str]:
    """Those of a message that the page itself would send; names are drawn in its language."""
    return {"Origin": url, "Content-Type": "application/json", "Accept-Language": page.evaluate("navigator.language")}


def post(page: Any, url: str, path: str, data: Any) -> Any:
    """What the server answers to a message of that page's browser: a dict, or JSON as it is."""
    answer = page.request.post(f"{url}{path}", data=data, headers=headers(page, url))
    assert answer.ok, answer.text()
    return answer.json()


def spoken(*keys: str) -> re.Pattern[str]:
    """What the page says for any of these keys of its messages, in any language; a hole stands for anything."""
    texts = [json.loads(file.read_text(encoding="utf-8"))[key] for file in MESSAGES.glob("*.json") for key in keys]
    return re.compile("|".join(".+".join(map(re.escape, re.split(r"\{[^}]*\}", text))) for text in texts))


def lines_of(page: Any) -> Any:
    """The lines of the log that can be picked.  On a small screen they lie in a sheet, which is opened."""
    if page.locator(".news[aria-expanded=false]").count():
        page.locator(".news").click()
    page.locator(".log button").first.wait_for()
    return page.locator(".log button:not(.wide)")


class Opened:
    """A story in a server, for whoever holds that browser's cookie."""

    def __init__(self, page: Any, url: str, name: str) -> None:
        self.page, self.url, self.story = page, url, story(name)
        greet(page, url)
        self.id = post(self.page, self.url, "/api/replays", self.story.record)["id"]

    def _table(self, moment: Moment) -> str:
        asked = {"step": moment.step, "seat": moment.seat}
        return str(post(self.page, self.url, f"/api/replays/{self.id}/whatif", asked)["code"])

    def at(self, moment: Moment) -> Any:
        """At a table, at that moment, as the one whose turn it is."""
        self.page.goto(f"{self.url}/t/{self._table(moment)}")
        self.page.locator(".mat").first.wait_for()
        self.page.locator(".ask").first.wait_for()
        return self.page

    def table(self) -> Any:
        """In the middle of a hand, on our turn."""
        self.at(self.story.play)
        for key in self.story.press:
            self.page.keyboard.press(key)
        return self.page

    def past(self) -> Any:
        """An earlier moment of the running hand, in its place."""
        self.table()
        return self.look_back()

    def look_back(self) -> Any:
        """The same from the table, where it stands already."""
        lines = lines_of(self.page)
        lines.nth(lines.count() // 2).click()
        self.page.locator(".past").wait_for()
        return self.page

    def ending(self) -> Any:
        """The last action of the hand, and what comes of it."""
        code, seat = self._table(self.story.end), self.story.end.seat
        self.page.goto(f"{self.url}/t/{code}")
        self.page.locator(".ask").first.wait_for()
        # Where everybody plays at once, the hand may have ended without it.
        self.page.evaluate(ACT, [code, seat, self.story.last])
        self.page.locator(".btn", has_text=spoken("rest.go", "over.rematch")).first.wait_for(timeout=30_000)
        return self.page

    def replay(self) -> Any:
        """Looked at again, in its middle."""
        self.page.goto(f"{self.url}/replay/{self.id}?step={self.story.play.step}")
        self.page.get_by_role("slider").wait_for()
        self.page.locator(".mat").first.wait_for()
        return self.page

    def rules(self) -> Any:
        self.page.goto(f"{self.url}/rules/{self.story.game.name}")
        self.page.locator("main .rules[aria-busy=false]").wait_for()
        return self.page

    def puzzle(self) -> Any:
        self.page.goto(f"{self.url}/puzzles/{self.story.game.name}")
        self.page.locator(".ask").first.wait_for()
        return self.page

    def lesson(self) -> Any:
        """At the desk of the first lesson."""
        self.page.goto(f"{self.url}/learn/{self.story.game.name}")
        self.page.get_by_role("button", name=spoken("learn.begin")).click()
        self.page.locator(".desk .ask").first.wait_for()
        return self.page

    def lobby(self, seats: int = 0) -> Any:
        """A new table; with the most seats that the game has, unless told."""
        game = self.story.game
        code = post(self.page, self.url, "/api/tables", {"game": game.name, "seats": seats or game.seats[1]})["code"]
        self.page.goto(f"{self.url}/t/{code}")
        self.page.get_by_role("button", name=spoken("lobby.start")).wait_for()
        return self.page


# As another page of the same person: the labels are those of the record.
ACT = """([code, seat, label]) => new Promise((tell) => {
    const socket = new WebSocket(location.origin.replace('http', 'ws') + '/ws/' + code)
    socket.onopen = () => socket.send(JSON.stringify({ type: 'hello', seen: 0, as: 'seat' }))
    socket.onmessage = ({ data }) => {
        const message = JSON.parse(data)
        if (message.type === 'welcome')
            socket.send(JSON.stringify({ type: 'act', id: crypto.randomUUID(), seen: message.n, acts: [label], seat }))
        if (['done', 'refused', 'error'].includes(message.type)) {
            tell(message)
            socket.close()
        }
    }
})"""
