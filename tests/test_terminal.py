"""A game in the terminal, with what somebody types read from a list and everything printed into a text."""

import io

import pytest
from rich.console import Console

import coprime
from coprime.adapters.terminal import WAIT_LIMIT_MS, TerminalGame
from coprime.core.record import load_record


class TypedConsole(Console):
    """A console in which somebody types these lines, and then ends the input."""

    def __init__(self, *lines):
        super().__init__(file=io.StringIO(), width=100)
        self.lines = iter(lines)

    def input(self, prompt="", **_):
        self.print(prompt, end="", markup=False)
        line = next(self.lines, None)
        if line is None:
            raise EOFError
        return line

    @property
    def text(self):
        return self.file.getvalue()


def begin(*lines, name="prime_daifugo"):
    game = coprime.game(name)
    return TerminalGame(game, 2, {}, "novice", "Ann", 3, TypedConsole(*lines))


def test_hints_come_one_by_one_and_the_last_stays():
    played = begin(*["hint"] * 9)
    played.play_match()
    told = [line for line in played.out.text.splitlines() if line.lstrip("> ")[:2] in ("1/", "2/", "3/", "4/")]
    count = int(told[0].lstrip("> ")[2])
    assert count > 1
    assert [line.lstrip("> ")[0] for line in told] == [str(min(n, count)) for n in range(1, 10)]


def test_a_hint_is_of_the_position_not_of_the_one_before():
    played = begin("hint", "hint", "draw", "hint", "quit")
    played.play_match()
    told = [line.lstrip("> ")[0] for line in played.out.text.splitlines() if line.lstrip("> ")[1:2] == "/"]
    assert told == ["1", "2", "1"]


@pytest.mark.parametrize("typed", ["quit", "exit", None])
def test_whoever_leaves_gets_the_record_of_what_was_played(typed):
    played = begin("draw", *filter(None, [typed]))
    record = load_record(played.play_match())
    assert [label for seat, label, _, _ in record.events if seat == "0"] == ["draw"]
    assert record.players[0] == "Ann" and "--save keeps the record" in played.out.text


def test_a_refusal_names_its_rule_and_nothing_happens():
    played = begin("play 4")
    record = load_record(played.play_match())
    assert "0" not in [seat for seat, _, _, _ in record.events]
    assert "You hold no 4. (PD-5)" in played.out.text


def test_a_question_mark_tells_how_actions_are_typed():
    played = begin("?")
    played.play_match()
    assert " ".join(played.out.text.split()).count("draw · D · discard 7") == 2     # at the beginning, and when asked


def test_others_act_for_as_long_as_somebody_thought():
    played, limits = begin(), []

    def let_act(passed):
        played.let_earliest_act = lambda limit: limits.append(limit) or passed
        limits.clear()

    played.match.to_act = lambda: [0, 1]
    let_act(0)
    played.catch_up(3)
    assert limits == [3, 2, 1]              # what takes no time takes a millisecond, so that it ends
    let_act(2)
    played.catch_up(5)
    assert limits == [5, 3, 1]
    played.catch_up(0)
    played.catch_up(-1)
    assert limits == [5, 3, 1]
    let_act(7)
    played.catch_up(None)
    assert limits == [WAIT_LIMIT_MS]
    played.match.to_act = lambda: []
    let_act(1)
    played.catch_up(5)
    assert not limits
