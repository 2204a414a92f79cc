"""The page "Train on a batch": what it prints is so, and its learner learns."""

import re
import runpy
import shutil
from pathlib import Path

import numpy as np
import pytest
from doctest_examples import tried

import coprime
from coprime.arena.simulate import play_series
from coprime.env.encoder import Encoder

PAGE = Path(__file__).resolve().parents[2] / "docs/batch.md"
TEXT = PAGE.read_text(encoding="utf-8")


def test_what_it_prints_is_so():
    assert tried(PAGE) > 10


def test_the_table_of_games():
    rows = re.findall(r"^\| ([A-Z][\w. ]+) \| ([\d,]+) \| ([\d,]+) \| (?:`(\w+)=)?", TEXT, re.M)
    encoded = [game for game in coprime.all_games().values() if (game.folder / "encoding.py").is_file()]
    assert len(rows) == len(encoded)
    for game in encoded:
        encoder = Encoder(game)
        needs = getattr(game.load_module("encoding", pure=False), "NEEDS", {})
        assert (game.title, f"{encoder.size:,}", f"{encoder.choices:,}", next(iter(needs), "")) in rows


def test_its_learner_learns(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("train.py", "learned.py"):
        shutil.copy(PAGE.parent / "examples" / name, name)
    train = runpy.run_path("train.py")
    nothing = np.zeros((223, 180))
    assert train["against_chance"](nothing, steps=100) == pytest.approx(0.5, abs=0.07)
    weights = train["learn"](rounds=4)
    assert train["against_chance"](weights, steps=100) > 0.6
    np.savez("policy.npz", weights=weights)
    game = coprime.game("prime_daifugo")
    result = play_series(game, ["learned.py", "random"], 60, seed=1, options={"games_to_win": 1})
    assert result.standings[0].rate.mean > 0.6 and not result.standings[0].slips
