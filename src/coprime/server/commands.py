"""Commands for the operator of a server: `coprime backup` and `coprime doctor`."""

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


COMMANDS = {"backup": run_backup, "doctor": run_doctor}
