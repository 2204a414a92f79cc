"""Rows as Parquet: the same as in the other forms, group by group, readable whenever the series ends."""

import json
import sys
from contextlib import closing
from dataclasses import replace

import pytest
from pyarrow import parquet as reading

import coprime
from coprime.arena import commands, parquet_writer
from coprime.arena.row_writer import RowFile, plan_json
from coprime.arena.series import GameRow, plan_series
from coprime.arena.simulate import play_series
from coprime.core.errors import BadInput

QUICK = {"games_to_win": 1}
GAME = coprime.game("prime_daifugo")
PLAN = plan_series(GAME, ["casual", "novice"], 5, QUICK, None)


def series(file, games=6, **more):
    with closing(RowFile(file, PLAN)) as rows:
        return play_series(GAME, PLAN.bots, games, PLAN.seed, QUICK, rows=rows, **more)


def test_a_table_is_that_of_the_spreadsheet(tmp_path):
    for name in ("some.parquet", "some.csv"):
        series(tmp_path / name)
    table = reading.read_table(tmp_path / "some.parquet")
    first, *lines = (tmp_path / "some.csv").read_text().splitlines()
    rows = [["" if value is None else str(value) for value in row.values()] for row in table.to_pylist()]
    assert ",".join(table.column_names) == first
    assert [",".join(row) for row in rows] == lines and len(lines) == 6
    assert json.loads(table.schema.metadata[b"coprime"]) == plan_json(PLAN)
    assert sorted(one.name for one in tmp_path.iterdir()) == ["some.csv", "some.parquet"]


def test_nobody_need_have_begun_alone(tmp_path):
    with closing(RowFile(tmp_path / "some.parquet", PLAN)) as rows:
        rows.add([GameRow(0, PLAN.bots, [1.0, -1.0], 30, None), GameRow(0, PLAN.bots, [0.0, 0.0], 31, 1)])
    assert reading.read_table(tmp_path / "some.parquet")["began"].to_pylist() == [None, 1]


def test_rows_are_written_as_groups_fill(tmp_path, monkeypatch):
    """So memory does not grow with the games."""
    monkeypatch.setattr(parquet_writer, "ROWS_PER_GROUP", 10)
    with closing(RowFile(tmp_path / "some.parquet", PLAN)) as rows:
        for deal in range(52):
            rows.add([GameRow(deal, PLAN.bots, [1.0, -1.0], 30, 0)] * 2)
            assert len(rows._file._waiting) < 10
    about = reading.ParquetFile(tmp_path / "some.parquet").metadata
    assert (about.num_rows, about.num_row_groups) == (104, 11)


def test_a_series_that_is_broken_off_can_be_read(tmp_path):
    def interrupt(done):
        if done == 4:
            raise KeyboardInterrupt
    assert series(tmp_path / "some.parquet", 100, progress=interrupt).stopped
    assert reading.read_table(tmp_path / "some.parquet")["deal"].to_pylist() == [0, 0, 1, 1]


def test_ctrl_c_while_a_group_is_written_loses_and_doubles_nothing(tmp_path, monkeypatch):
    write = reading.ParquetWriter.write_batch

    def interrupted(writer, batch):
        write(writer, batch)
        monkeypatch.undo()
        raise KeyboardInterrupt
    monkeypatch.setattr(parquet_writer, "ROWS_PER_GROUP", 4)
    monkeypatch.setattr(reading.ParquetWriter, "write_batch", interrupted)
    assert series(tmp_path / "some.parquet", 100).games == 4
    assert reading.read_table(tmp_path / "some.parquet")["deal"].to_pylist() == [0, 0, 1, 1]


def test_what_cannot_be_written_gets_a_sentence(tmp_path, monkeypatch):
    with pytest.raises(BadInput, match=r"Only rows in \.jsonl"):
        RowFile(tmp_path / "some.parquet", PLAN, resume=True)
    (tmp_path / "some.parquet.new").mkdir()
    with pytest.raises(BadInput, match=r"some\.parquet cannot be written"):
        series(tmp_path / "some.parquet")
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(BadInput, match=r"pyarrow, which is not installed.*coprime\[lab\]"):
        series(tmp_path / "other.parquet")


def test_only_what_can_go_on_is_told_to(tmp_path, monkeypatch, capsys):
    stopped = replace(play_series(GAME, PLAN.bots, 2, PLAN.seed, QUICK), stopped=True)
    monkeypatch.setattr(commands, "play_series", lambda *given: stopped)
    for name, told in {"some.jsonl": True, "some.csv": False, "some.parquet": False}.items():
        commands.simulate("prime_daifugo", bots=["casual,novice"], rows=tmp_path / name)
        said = capsys.readouterr().out
        assert "Broken off" in said and ("With --resume" in said) == told
