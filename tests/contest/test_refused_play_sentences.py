"""What the log says of a play or a gift that does not count: the cards, what lay there, and why, with the rule."""

import socket

import pytest

import coprime
from coprime.contest.codec import encode_table, hand_table, meld_table
from coprime.contest.contest_match import ContestMatch
from coprime.contest.seats import AbsentSeat, ClientSeat
from coprime.contest.server import make_sentence_log
from coprime.core.language_selection import use_language
from coprime.core.match import Match, restore_state
from coprime.games.daifugo.tests.test_rules import HANDS, UECDA, bag, before_exchange, do, hand, uecda

GAME = coprime.game("daifugo")
HELD = ("4s 6s 6h Kd Ad Jo", "9s 5d 2c", "Js 5c", "3c 4c", "9c Qc")
PASSES = ["pass"] * 3


class Held:
    """A position, and a client on seat 0 that sends one table."""

    def __init__(self, position, table):
        ours, self.theirs = socket.socketpair()
        match = Match(GAME, 5, UECDA)
        match.state = restore_state(position.tobytes(), GAME.rules.State.layout)
        self.told = []
        seats = [ClientSeat(ours, "Ann", 0), *map(AbsentSeat, "BCDE")]
        self.contest = ContestMatch(match, seats, None, log=make_sentence_log(self.told.append))
        self.theirs.sendall(encode_table(table))
        self.state = match.state

    def close(self):
        self.theirs.close()
        self.contest.seats[0].close()


@pytest.fixture
def held():
    """Call it with a position and a table."""
    opened = []

    def hold(*given):
        opened.append(Held(*given))
        return opened[-1]
    yield hold
    for one in opened:
        one.close()


def lying(*texts):
    """Seat 1 leads 9s, and so on; when nobody has raised it seat 0 is to play."""
    return do(uecda(*HELD, turn=1), *texts)


TO_SPADES = lying("play 9s", "play Js", "pass", "pass")
REVOLUTION = do(uecda("6s Kd", "Qs Qh Qd Qc 3d", turn=1), "play Qs Qh Qd Qc", *["pass"] * 5, "play 3d",
                *["pass"] * 3)
SAID = "Game 1: Ann on seat 0 played {cards} on {lying}. {why} It counts as a pass (UE-16)."


@pytest.mark.parametrize("position, sent, lay, why", [
    (lying("play 9s", *PASSES), "4s", "9s", "The 4 of spades is not higher than the 9 of spades. (DF-4)"),
    (lying("play 9s", *PASSES), "6s 6h", "9s", "One card lies there, so play one card, not 2. (DF-4)"),
    (lying("play 9s", *PASSES), "2d", "9s", "You do not hold 2♦. (DF-2)"),
    (TO_SPADES, "Kd", "Js", "Locked to spades: the king of diamonds may not follow. (DF-15)"),
    (REVOLUTION, "6s", "3d",
     "In a revolution lower cards win, and the 6 of spades is not lower than the 3 of diamonds. (DF-12)"),
    (uecda(*HELD), "Kd Ad", "an empty table",
     "Two cards played together must be of one rank, and these are king and ace. (DF-2)"),
    (lying("play 9s", *PASSES), "6s 6h Jo=6d", "9s", "One card lies there, so play one card, not 3. (DF-4)")])
def test_UE_16_a_play_that_counts_as_a_pass_is_told_with_cards_and_reason(held, position, sent, lay, why):
    one = held(position, meld_table(GAME.words.parse(f"play {sent}")))
    one.contest.play_turn()
    one.contest.flush_seat(0)
    assert one.told == [SAID.format(cards=sent, lying=lay, why=why)]
    assert one.theirs.recv(2000)[480:484] == b"\0\0\0\x08" and hand(one.state, 0) == hand(position, 0)


@pytest.mark.parametrize("cells, named", [
    ({0: 1, 16: 1, 33: 2, 74: 7}, "1 at row 0, column 0, 3h, Jo at row 2, column 3, 7 at row 4, column 14"),
    (dict.fromkeys(range(10), 5), ", ".join(f"5 at row 0, column {n}" for n in range(8)) + " and 2 more")])
def test_cells_that_are_no_cards_are_named(held, cells, named):
    one = held(lying("play 9s", *PASSES), [cells.get(at, 0) for at in range(120)])
    one.contest.play_turn()
    assert one.told == [SAID.format(cards=named, lying="9s", why="That cannot be read as cards.")]


@pytest.mark.parametrize("gift, cards, why", [
    ("3s", "3s", "You were given 2 cards, so give 2 back, not 1. (DF-17)"),
    ("3s Kd", "3s Kd", "You do not hold K♦. (DF-17)"),
    ("", "nothing", "It owes 2 cards.")])
def test_UE_19_a_gift_that_is_replaced_is_told_with_cards_and_reason(held, gift, cards, why):
    one = held(before_exchange(*HANDS, ranks=(1, 2, 4, 5, 3), **UECDA), hand_table(bag(gift)))
    one.contest.take_gift(0)
    assert one.told == [f"Game 2: Ann on seat 0 gave {cards}. {why} Its strongest cards go instead (UE-19)."]
    assert one.state.gave[0] == bag("2h Jo")


def test_the_log_is_told_in_the_language_that_is_spoken(held):
    cells = held(lying("play 9s", *PASSES), [5 if at < 10 else 0 for at in range(120)])
    play = held(TO_SPADES, meld_table(GAME.words.parse("play Kd")))
    with use_language("ja"):
        cells.contest.play_turn()
        play.contest.play_turn()
    assert cells.told[0].endswith("0行7列の 5、ほか2個 を出しました。カードとして読めません。パスになります（UE-16）。")
    assert play.told == ["第1ゲーム：席 0 の Ann が、Js に Kd を出しました。"
                         "スペードでしばりです。ダイヤのKは出せません。（DF-15）パスになります（UE-16）。"]
