"""Digests of what golden games show notice every change; test_laws.py holds each game to its own."""

import json

import pytest

import coprime
from coprime.core.seats import WATCHER
from coprime.testing import golden_scenes
from coprime.testing.golden_scenes import check_golden_scenes, digest_golden_game, golden_files


@pytest.fixture
def game():
    return coprime.game("secret_number")


def test_another_scene_of_one_observer_is_noticed(game, monkeypatch):
    scene = game.words.scene

    def changed(view, seat, names):
        return scene(view, seat, names) | ({"why": "Another."} if seat == WATCHER else {})
    monkeypatch.setattr(game.words, "scene", changed)
    with pytest.raises(AssertionError, match=r"line 3: a page gets something else.*coprime golden secret_number"):
        check_golden_scenes(game)


def test_another_line_of_one_observer_is_noticed(game, monkeypatch):
    describe = game.words.describe_event

    def changed(before, seat, action, after, names, watcher):
        line = describe(before, seat, action, after, names, watcher)
        return line._replace(mark="won") if watcher == 1 else line
    monkeypatch.setattr(game.words, "describe_event", changed)
    with pytest.raises(AssertionError, match="line 3: a page gets something else"):
        check_golden_scenes(game)


@pytest.mark.parametrize(("change", "said"), [
    (lambda kept: kept | {"gone.txt": "00000000"}, "golden games that are gone"),
    (lambda kept: dict(list(kept.items())[1:]), "a page gets something else"),
    (lambda kept: {name: f"{text} 00000000" for name, text in kept.items()}, "digests of other events")])
def test_digests_of_other_games_or_events_are_noticed(game, monkeypatch, tmp_path, change, said):
    kept = json.loads(golden_scenes.scenes_file(game).read_text())
    file = tmp_path / "kept.json"
    file.write_text(json.dumps(change(kept)))
    monkeypatch.setattr(golden_scenes, "scenes_file", lambda game: file)
    with pytest.raises(AssertionError, match=said):
        check_golden_scenes(game)


def test_every_seventh_event_and_the_last_ones_are_looked_at(game):
    path = golden_files(game)[0]
    lines = [number for number, _ in digest_golden_game(path, game)]
    last = len(path.read_text().splitlines()) - 1                   # the last event; a line ends the record
    assert lines == sorted({*range(3, last + 1, 7), last - 2, last - 1, last})


def test_the_command_writes_them_again(game, monkeypatch, tmp_path):
    """As it writes golden games."""
    from coprime.testing import commands

    file = tmp_path / "kept.json"
    monkeypatch.setattr(golden_scenes, "scenes_file", lambda game: file)
    monkeypatch.setattr(commands, "rewrite_golden", lambda game, skipped_name: [])
    commands.golden(game.name)
    assert json.loads(file.read_text()) == json.loads((game.folder / "tests" / golden_scenes.FILE).read_text())
