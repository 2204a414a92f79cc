"""Write a data folder with an older Coprime: tables in play of every game, a finished match, a class where it has them.

    git worktree add /tmp/older COMMIT
    python tests/server/data/make.py /tmp/older tests/server/data/COMMIT

The older code runs its own server from its own tests' `House`; what it wrote is compacted and copied to the folder.
`test_upgrade.py` opens each of these folders under today's code.  They are never made again: they are what people have.
"""

import os
import shutil
import sqlite3
import sys
import tempfile
import time
from contextlib import closing
from pathlib import Path
from typing import Any

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
}
ACTIONS = 5             # that people take at each table
LONGEST = 300           # and in a match that is played to its end
PATIENCE = 20.0         # seconds for bots to come to a person's turn


def main(checkout: Path, out: Path) -> None:
    """Make the folder `out` with the code of `checkout`."""
    sys.path[:0] = [str(checkout / "src"), str(checkout / "tests" / "server")]
    with tempfile.TemporaryDirectory() as folder:
        path = os.pathsep.join([str(checkout / "src"), os.environ.get("PYTHONPATH", "")])
        os.environ |= {"PYTHONPATH": path, "COPRIME_PURE": "1", "COPRIME_CACHE": f"{folder}/cache"}
        data = Path(folder) / "data"
        play(data)
        out.mkdir(parents=True, exist_ok=True)
        with closing(sqlite3.connect(data / "coprime.db")) as database:
            database.execute("PRAGMA journal_mode=DELETE")
            database.execute("VACUUM")
        for name in ("coprime.db", "secret"):
            shutil.copyfile(data / name, out / name)


def play(data: Path) -> None:
    from server_process import Person, ServerProcess

    server = ServerProcess(data, quick=0.01).start()
    try:
        ada, bo = Person(server, "Ada"), Person(server, "Bo")
        for game, ((seats, options), (more, others)) in TABLES.items():
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
