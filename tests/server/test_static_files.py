"""The files that the server sends: those of a game's own folder."""

import pytest

from coprime.core import registry
from coprime.server.app import static_files


@pytest.fixture
def server(monkeypatch, tmp_path):
    """A server with one game, whose folder has a part for the browser."""
    folder = tmp_path / "nim"
    (folder / "web").mkdir(parents=True)
    (folder / "rules.py").touch()
    (folder / "web/Table.svelte").touch()
    game = registry.find_game("prime_climb")
    monkeypatch.setattr(static_files, "known_games",
                        lambda: {"nim": type("G", (), {"folder": folder}), "prime_climb": game})
    return static_files.StaticFiles(tmp_path)


def test_a_games_module_is_sent_as_it_is(server, tmp_path):
    (tmp_path / "nim/web/table.js").write_text("export const mount = 1")
    found = server.find_file("/games/nim/table.js")
    assert found.body == b"export const mount = 1" and found.kind.startswith("text/javascript")
    assert found.cache_control == static_files.REVALIDATE


def test_a_game_without_one_has_an_empty_module(server):
    assert server.find_file("/games/nim/table.js").body == b"export {}\n"
    assert server.find_file("/games/prime_climb/table.js").body == b"export {}\n"


@pytest.mark.parametrize("path", ["/games/nim/Table.svelte", "/games/nim/../rules.py", "/games/nim/%2e%2e/rules.py",
                                  "/games/other/table.js", "/games/nim/other.js", "/games/", "/games/nim"])
def test_nothing_else_of_its_folder_is_sent(server, path):
    assert server.find_file(path) is None
