"""Write a data folder with an older Coprime: tables in play of every game, a finished match, a class, a club.

What that version has not is left out.  What people of the club were told is in `told.json`.

    git worktree add /tmp/older COMMIT
    python tests/server/data/make.py /tmp/older tests/server/data/COMMIT

The older code runs its own server from its own tests' `House`; what it wrote is compacted and copied to the folder.
`test_upgrade.py` opens each of these folders under today's code.  They are never made again: they are what people have.
"""

import json
import os
import shutil
import sqlite3
import sys
import tempfile
import time
from contextlib import closing
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

# Of every game two tables: one person against bots, and two people.  (seats, options) as both old versions know them.
TABLES = {
    "prime_daifugo": [(2, {"assist": "clues", "games_to_win": 1}), (3, {"cards_5_9": "on", "hand_limit": 13})],
    "prime_climb": [(3, {}), (2, {"way_stations": [37, 61], "sprint": "on"})],
    "secret_number": [(3, {"round_seconds": 0}), (2, {"round_seconds": 0, "match_length": 1})],
    "prime_challenge": [(2, {"level": 1, "referee": "program", "overlook": "off", "first_seconds": 0,
                             "next_seconds": 0}), (3, {"first_seconds": 0, "next_seconds": 0})],
    "prime_solitaire": [(1, {"level": 1}), (1, {"foundation": "pyramid"})],
    "factor_rummy": [(3, {"level": 2, "assist": "deadwood"}), (2, {"referee": "strict", "rediscard": "off"})],
    "prime_canasta": [(2, {"level": 3, "target_score": 1000}), (4, {"partnerships": "on"})],
    "daifugo": [(4, {}), (5, {"rev_seq_n": 4, "lock_after": 2})],
    "sosu_daifugo": [(2, {"games_to_win": 1, "clock": "none"}), (3, {"hand": 5, "clock": "none"})],
}
ACTIONS = 5             # that people take at each table
LONGEST = 300           # and in a match that is played to its end
PATIENCE = 20.0         # seconds for bots to come to a person's turn
TOURNAMENT_KEYS = ("name", "format", "state", "rounds", "rated", "standings", "past", "log", "director")


def main(checkout: Path, out: Path) -> None:
    """Make the folder `out` with the code of `checkout`."""
    sys.path[:0] = [str(checkout / "src"), str(checkout / "tests" / "server")]
    with tempfile.TemporaryDirectory() as folder:
        path = os.pathsep.join([str(checkout / "src"), os.environ.get("PYTHONPATH", "")])
        os.environ |= {"PYTHONPATH": path, "COPRIME_PURE": "1", "COPRIME_CACHE": f"{folder}/cache"}
        data = Path(folder) / "data"
        told = play(data)
        out.mkdir(parents=True, exist_ok=True)
        if told:
            (out / "told.json").write_text(json.dumps(told, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        with closing(sqlite3.connect(data / "coprime.db")) as database:
            database.execute("PRAGMA journal_mode=DELETE")
            database.execute("VACUUM")
        for name in ("coprime.db", "secret"):
            shutil.copyfile(data / name, out / name)


def play(data: Path) -> dict[str, Any]:
    """Play in a data folder; return what people of the club were told."""
    from server_process import GENEROUS, Person, ServerProcess

    from coprime.core.registry import all_games

    has_club = find_spec("coprime.tournaments") is not None
    settings = {"limits": {**GENEROUS, "tournaments": 40, "listed": 40}} if has_club else {}
    server = ServerProcess(data, quick=0.01, **settings).start()
    games = set(all_games())
    try:
        ada, bo = Person(server, "Ada"), Person(server, "Bo")
        for game, ((seats, options), (more, others)) in TABLES.items():
            if game not in games:
                continue
            bots = [None] + [{"pace": "quick"}] * (seats - 1)
            act(data, game, ada.open(game, seats=seats, options=options, bots=bots, now=True), [ada])
            bots = [None] + [{"pace": "quick"}] * (more - 1)
            code = ada.open(game, seats=more, options=others, bots=bots)
            pages = [ada.page(code), bo.page(code)]
            if more > 1:
                pages[1].say("sit", seat=1)
            pages[0].say("start")
            for page in pages:
                page.close()
            act(data, game, code, [ada, bo])
        for game, options in (("prime_daifugo", {"games_to_win": 1}), ("prime_solitaire", {"level": 1})):
            seats = 2 if game == "prime_daifugo" else 1
            code = ada.open(game, seats=seats, options=options, bots=[None] + [{"pace": "quick"}] * (seats - 1),
                            now=True, practice=False)
            act(data, game, code, [ada], LONGEST)
        ada.open("prime_canasta", seats=3, options={"discard_view": "all"})                 # a lobby
        classroom(ada)
        return club(server, ada, bo) if has_club else {}
    finally:
        server.stop()


def classroom(teacher: Any) -> None:
    """A class with a round, where this version has classes."""
    from server_process import Person

    answer = teacher.http.post("/api/classes", json={"name": "Class 6b"})
    if answer.status_code in (404, 405):
        return
    code = answer.json()["code"]
    for name in ("Nia", "Max"):
        Person(teacher.server).post(f"/api/classes/{code}/pupils", name=name, picture="owl")
    teacher.post(f"/api/classes/{code}", plan={"game": "prime_daifugo", "seats": 2})
    teacher.post(f"/api/classes/{code}/round")


def club(server: Any, ada: Any, bo: Any) -> dict[str, Any]:
    """A rated tournament that is over and one that runs, a table over days, and what two people have in the settings.

    Returns what they were told of it, and how each is known.
    """
    from server_process import Person

    def tournament(**fields: Any) -> str:
        code = dora.post("/api/tournaments", name="Club", game="prime_daifugo", **fields)["code"]
        for person in (ada, bo, cem):
            person.post(f"/api/tournaments/{code}/enter", name=person.name)
        return f"/api/tournaments/{code}"

    def play_round(path: str, number: int) -> None:
        pairings = dora.post(f"{path}/round")["round"]["pairings"]
        table = next(one["table"] for one in pairings if len(one["players"]) == 2)
        dora.post(f"{path}/result", round=number, table=table, score=[1, 0], reason="played on a board")

    dora, cem = Person(server, "Dora"), Person(server, "Cem")
    over, running = tournament(rated=True, rounds=2), tournament(format="round_robin")
    play_round(over, 1)
    play_round(over, 2)
    dora.post(f"{over}/end")
    play_round(running, 1)
    dora.post(f"{running}/round")
    dora.post("/api/tournaments", name="Hour", game="prime_climb", format="arena", minutes=20)
    code = ada.open("prime_daifugo", seats=2, hours=24)
    pages = [ada.page(code), bo.page(code)]
    pages[0].say("start")
    for page in pages:
        page.catch_up()
    bo.post(f"/api/tables/{code}/mutes", status=204, who=1)
    for page in pages:
        page.close()
    feed, phrase = ada.post("/api/feed")["url"], ada.post("/api/me/phrase")["words"]
    people = {"Ada": ada, "Bo": bo, "Dora": dora}
    return {"days": code, "feed": urlsplit(feed).path, "phrase": phrase,
            "cookies": {name: person.http.cookies["coprime"] for name, person in people.items()},
            "tournaments": {path: {name: {key: person.get(path)[key] for key in TOURNAMENT_KEYS}
                                   for name, person in people.items()} for path in (over, running)},
            "ratings": {name: person.get("/api/ratings") for name, person in people.items()},
            "mutes": {name: person.get("/api/mutes") for name, person in people.items()}}


def act(data: Path, game: str, code: str, people: list, most: int = ACTIONS) -> None:
    """Let people act as the game's bots would, `most` times in all."""
    from stored_tables import advice

    pages = [person.page(code) for person in people]
    seats = {seat: page for page in pages for seat in page.told["you"]["seats"]}
    done, end = 0, time.monotonic() + PATIENCE
    while done < most and time.monotonic() < end:
        found = advice(data / "coprime.db", game, code, seats)
        if found == "over":
            break
        answer = seats[found[0]].act(found[1], seat=found[0]) if found else None
        if answer and answer["type"] == "done":
            done, end = done + 1, time.monotonic() + PATIENCE
        else:
            pages[0].hear(0.2)
    if done == 0 and most == ACTIONS:
        print(f"nobody acted at {game} {code}", file=sys.stderr)
    for page in pages:
        if game == "prime_climb" and page is pages[0]:
            page.say("undo", seat=min(seats))
        page.send("chat", text="hello")
        page.send("ping")
        page.wait("pong")
        page.close()
    print(game, code, done, flush=True)


if __name__ == "__main__":
    sys.path.append(str(Path(__file__).resolve().parents[1]))
    main(Path(sys.argv[1]).resolve(), Path(sys.argv[2]))
