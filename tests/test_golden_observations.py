"""Digests of golden games as numbers notice every change; test_laws.py holds each game to its own."""

import json
from dataclasses import replace

import pytest

import coprime
from coprime.testing import golden_observations
from coprime.testing.golden_observations import check_golden_observations, digest_golden_observations


@pytest.fixture
def game():
    return coprime.game("secret_number")


def change_field(fields, name, **changes):
    """The fields with one of them declared otherwise."""
    return tuple(replace(one, **changes) if one.field == name else one for one in fields)


@pytest.mark.parametrize("change", [
    lambda encoding: {"FIELDS": encoding.FIELDS[1:]}, lambda encoding: {"FIELDS": encoding.FIELDS[::-1]},
    lambda encoding: {"FIELDS": change_field(encoding.FIELDS, "left", most=7.0)},
    lambda encoding: {"actions": lambda s, listed=encoding.actions: [*listed(s), 0]}],
    ids=["a field less", "another order", "another scale", "an action more"])
def test_other_numbers_are_noticed(game, monkeypatch, change):
    encoding = game.load_module("encoding", pure=True)
    for name, value in change(encoding).items():
        monkeypatch.setattr(encoding, name, value)
    with pytest.raises(AssertionError, match=r"\w+\.txt: observations .*no longer fit.*coprime golden secret_number"):
        check_golden_observations(game)


@pytest.mark.parametrize("change", [lambda kept: kept | {"gone.txt": "1 0"}, lambda kept: dict(list(kept.items())[1:])])
def test_digests_of_other_games_are_noticed(game, monkeypatch, tmp_path, change):
    file = tmp_path / "kept.json"
    file.write_text(json.dumps(change(digest_golden_observations(game))))
    monkeypatch.setattr(golden_observations, "observations_file", lambda game: file)
    with pytest.raises(AssertionError, match="no longer fit"):
        check_golden_observations(game)


def test_games_that_the_encoding_does_not_take_are_left_out():
    canasta = coprime.game("prime_canasta")
    assert canasta.load_module("encoding").NEEDS == {"partnerships": "off"}
    found = digest_golden_observations(canasta)
    assert "partners.txt" not in found and "dry.txt" in found
    assert all(int(text.split()[0]) > 1000 for text in found.values())


def test_the_command_writes_them(game, monkeypatch, tmp_path):
    from coprime.testing import commands, golden_scenes

    file = tmp_path / "kept.json"
    monkeypatch.setattr(golden_observations, "observations_file", lambda game: file)
    monkeypatch.setattr(golden_scenes, "write_golden_scenes", lambda game: None)
    monkeypatch.setattr(commands, "rewrite_golden", lambda game, skipped_name: [])
    commands.golden(game.name)
    assert json.loads(file.read_text()) == digest_golden_observations(game)


def test_a_game_without_an_encoding_has_none(game, monkeypatch, tmp_path):
    monkeypatch.setattr(golden_observations, "observations_file", lambda game: tmp_path / "kept.json")
    monkeypatch.setattr(type(game), "load_module", lambda self, name, pure=False: None)
    golden_observations.write_golden_observations(game)
    assert not list(tmp_path.iterdir())
