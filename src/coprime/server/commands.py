"""Commands for the operator of a server: `coprime backup`, `coprime doctor` and `coprime ratings`."""

import json
from pathlib import Path
from typing import Annotated

import typer

from . import PORT
from .sentences import say

Data = Annotated[Path | None, typer.Option(help="Folder of the database.")]
Database = Annotated[str | None, typer.Option(help="Another database, as a URL that SQLAlchemy knows.")]


def run_backup(folder: Annotated[Path, typer.Argument(help="The new folder that the copy is written into.")],
               data: Data = None, database: Database = None) -> None:
    """Copy the server's data, open or closed, into a folder that `coprime serve --data` opens."""
    from .store.backup import back_up

    made = back_up(folder, data, database)
    size = f"{made.size / 1e6:.1f} MB"
    print(say("backup.done", folder=made.source, copy=made.folder, tables=made.tables, size=size))
    if made.faulty:
        print(say("backup.faulty", codes=", ".join(made.faulty), copy=made.folder))


def run_doctor(data: Data = None, database: Database = None,
               port: Annotated[int, typer.Option(help="The port of the server.")] = PORT,
               as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of words.")] = False) -> None:
    """Say what is wrong with this installation and what to do about it; nothing is changed."""
    from .diagnostics.doctor import print_findings, run_checks

    raise typer.Exit(print_findings(run_checks(data, database, port), as_json))


def run_ratings(data: Data = None, database: Database = None,
                as_json: Annotated[bool, typer.Option("--json", help="Print JSON instead of words.")] = False) -> None:
    """Compute the club ratings of a stopped server again from the results of its rated events, and print them."""
    from .diagnostics.journal_repair import open_closed_store
    from .store import rating_rows

    folder, store = open_closed_store(data, database)
    try:
        counts = store.run_transaction(rating_rows.rate_all)
        found = store.read(lambda connection: rating_rows.read_ratings(connection, all_people=True))
    finally:
        store.close()
        folder.close()
    if as_json:
        print(json.dumps([{"game": one.game, "name": one.name, "rating": round(one.rating, 2),
                           "deviation": round(one.deviation, 2), "results": one.results} for one in found], indent=2,
                         ensure_ascii=False))
        return
    if not found:
        print(say("ratings.none"))
    for game, count in counts.items():
        if rows := [one for one in found if one.game == game]:
            print(say("ratings.game", game=game, n=count))
        for place, one in enumerate(rows, 1):
            print(say("ratings.line", place=place, name=one.name, rating=round(one.rating),
                      deviation=round(one.deviation), n=one.results))


COMMANDS = {"backup": run_backup, "doctor": run_doctor, "ratings": run_ratings}
