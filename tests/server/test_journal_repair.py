"""A table's journal is shown, and cut where it cannot be replayed; the lines that go are kept in a file."""

import json
import random
import threading
from types import SimpleNamespace

import pytest
import sqlalchemy as sa
from typer.testing import CliRunner

import coprime
from coprime.cli import app
from coprime.core.errors import BadInput
from coprime.core.options import to_json_value
from coprime.core.seats import CHANCE
from coprime.server.diagnostics import journal_repair
from coprime.server.store import schema
from coprime.server.store.data_folder import DATABASE_FILE
from coprime.server.store.store import Store, WriteJob
from coprime.table.ports import ChangeSet, JournalRow

GAME = coprime.game("prime_daifugo")
CODE, OTHER, KEPT = "AAAAA", "BBBBB", {"begun": True, "matches": 2, "guests": [], "settings": {"seats": 2}}


def play_rows(first, match, actions):
    """The lines of a match that begins at a line: its start, its deal, and so many actions at random."""
    luck = random.Random(match)
    played = coprime.Match(GAME, 2, None, GAME.pure_rules)
    options = {name: to_json_value(value) for name, value in played.options.items()}
    start = {"seats": 2, "options": options, "players": [[0, "Ada"], [1, "Bo"]], "game": GAME.name}
    rows = [JournalRow(first, match, "start", json.dumps(start), "")]
    while len(rows) <= actions:
        seat = played.to_act()[0]
        action = played.chance(luck.getrandbits) if seat == CHANCE else luck.choice(played.sound_actions(seat))
        played.act(seat, action)
        said = str(action) if seat == CHANCE else GAME.words.label(action)
        actor, n = "chance" if seat == CHANCE else str(seat), first + len(rows)
        rows.append(JournalRow(n, match, actor, said, f"1:{n}"))
    return rows


@pytest.fixture
def data(tmp_path):
    """A folder with a table of two matches, of six lines each; `write` stores them, some with other actions."""
    folder = tmp_path / "data"
    folder.mkdir(mode=0o700)

    def write(**lines):
        store = Store(f"sqlite:///{folder / DATABASE_FILE}")
        row = {"game": GAME.name, "phase": "playing", "opened": 0, "touched": 0, "address": "",
               "kept": json.dumps(KEPT)}
        store.run_transaction(lambda c: c.execute(sa.insert(schema.tables), [{"code": code, **row}
                                                                             for code in (CODE, OTHER)]))
        rows = [row._replace(action=lines.get(f"line{row.n}", row.action))
                for row in play_rows(1, 1, 5) + play_rows(7, 2, 5) if lines.get(f"line{row.n}") != "lost"]
        written = threading.Event()
        job = WriteJob(None, CODE, ChangeSet(journal_rows=rows))
        job.on_done = lambda wrong: written.set()
        store.enqueue_write(job)
        assert written.wait(20)
        store.close()
    return SimpleNamespace(folder=folder, write=write)


def run(data, *words):
    done = CliRunner().invoke(app, ["journal", CODE.lower(), "--data", str(data.folder), *words])
    return done.exit_code, " ".join(done.output.split())


def stored(data):
    """The table, and the numbers of its lines; the other table has stayed as it was."""
    store = Store(f"sqlite:///{data.folder / DATABASE_FILE}")
    try:
        other = store.load_table(OTHER)
        assert (other.phase, other.snapshot) == ("playing", KEPT)
        return store.load_table(CODE), store.read(lambda c: [*c.execute(sa.select(schema.events.c.n)).scalars()])
    finally:
        store.close()


def test_a_journal_that_can_be_replayed_is_shown_and_left_alone(data, tmp_path):
    data.write()
    code, said = run(data, "--cut", str(tmp_path / "gone"))
    assert code == 0 and not (tmp_path / "gone").exists()
    assert " 12 2 " in said and said.index(" 7 2 start") > said.index("1 1 start") and said.endswith("sound.")
    assert stored(data)[1] == [*range(1, 13)]


@pytest.mark.parametrize(("line", "phase", "rest"), [(10, "playing", 9), (7, "lobby", 6)])
def test_what_cannot_be_replayed_is_told_and_then_cut_into_a_file(data, tmp_path, line, phase, rest):
    data.write(**{f"line{line}": "no such action"})
    code, said = run(data)
    assert code == 0 and f"With --cut FILE the lines from {line} on are taken out" in said
    assert stored(data)[1] == [*range(1, 13)], "it is only told"
    gone = tmp_path / "gone"
    code, said = run(data, "--cut", str(gone))
    assert code == 0 and said.endswith(f"gone: {13 - line}. The table goes on from line {rest}.")
    assert [json.loads(row)["n"] for row in gone.read_text().splitlines()] == [*range(line, 13)]
    table, numbers = stored(data)
    assert numbers == [*range(1, rest + 1)] and table.phase == phase
    assert (table.snapshot["begun"], table.snapshot["matches"]) == ((True, 2) if phase == "playing" else (False, 1))
    code, said = run(data)
    assert code == 0 and said.endswith("sound."), "and the chain of the lines goes with it"


def test_a_missing_line_is_where_it_cannot_be_replayed(data):
    data.write(line9="lost")
    code, said = run(data)
    assert code == 0 and "Missing lines: 9." in said and "the lines from 9 on are taken out" in said


def test_nothing_is_written_over(data, tmp_path):
    data.write(line10="no such action")
    (tmp_path / "gone").write_text("mine")
    code, said = run(data, "--cut", str(tmp_path / "gone"))
    assert code == 2 and (tmp_path / "gone").read_text() == "mine" and stored(data)[1] == [*range(1, 13)]


def test_a_table_that_is_not_there_and_a_game_that_is_not_installed_are_sentences(data):
    data.write()
    store = Store(f"sqlite:///{data.folder / DATABASE_FILE}")
    with pytest.raises(BadInput, match="There is no table CCCCC"):
        journal_repair.read_journal(store, "CCCCC")
    store.run_transaction(lambda c: c.execute(sa.update(schema.events).where(schema.events.c.n == 7).values(
        action='{"game": "stones"}')))
    with pytest.raises(BadInput, match="stones"):
        journal_repair.read_journal(store, CODE)
    store.close()
