"""What looks back on a match is compiled by a child process, once, and nobody waits for it in vain."""

import coprime
from coprime.server.bots import compile_queue


class FakeCompiler:
    """A child process that has not ended yet."""

    def __init__(self, game_name, is_background):
        assert is_background, "it gives way to the tables"
        self.requests, self.ended = [game_name], None

    def request(self, part):
        self.requests.append(part)

    def finish(self):
        self.requests.append("end")

    def exit_code(self):
        return self.ended

    def kill(self):
        self.ended = -9


def warmed(monkeypatch, ready):
    begun = []
    monkeypatch.setattr(compile_queue.kernel, "PURE", False)
    monkeypatch.setattr(compile_queue.paired_playouts, "ready", lambda game: ready)
    monkeypatch.setattr(compile_queue, "CompilerProcess",
                        lambda name, is_background: begun.append(FakeCompiler(name, is_background)) or begun[-1])
    return compile_queue.CompileQueue(False), begun


def test_what_is_kept_needs_no_compiling(monkeypatch):
    server, begun = warmed(monkeypatch, ready=True)
    assert server.is_review_ready(coprime.game("prime_daifugo")) and not begun


def test_a_game_that_says_what_a_choice_is_worth_needs_none_either(monkeypatch):
    server, begun = warmed(monkeypatch, ready=False)
    assert server.is_review_ready(coprime.game("secret_number")) and not begun


def test_one_child_compiles_and_what_it_could_not_keep_is_not_tried_for_ever(monkeypatch):
    server, begun = warmed(monkeypatch, ready=False)
    game = coprime.game("prime_daifugo")
    assert not server.is_review_ready(game) and not server.is_review_ready(game)
    assert [child.requests for child in begun] == [["prime_daifugo", "review", "end"]]
    begun[0].ended = 1
    assert server.is_review_ready(game) and len(begun) == 1


def test_it_ends_with_the_server(monkeypatch):
    server, begun = warmed(monkeypatch, ready=False)
    server.is_review_ready(coprime.game("daifugo"))
    server.stop()
    assert begun[0].ended == -9
