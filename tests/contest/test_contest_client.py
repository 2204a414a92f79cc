"""A guest at a server that is nothing but a script, its cells written down from the protocol's description."""

import contextlib
import random
import socket
import struct

import pytest

import coprime
from coprime.contest.contest_client import ContestClient
from coprime.games.daifugo.state import Phase
from coprime.games.daifugo.tests.test_rules import bag

GAME = coprime.game("daifugo")
COLUMNS = "low 3 4 5 6 7 8 9 10 J Q K A 2 high".split()
ME, FIRST = 2, (11, 11, 11, 10, 10)
NOTHING = ()
SEATING = (0, 1, 2, 3, 4)


def at(row, column):
    return 15 * row + column


def table(cards="", cells=NOTHING):
    """120 cells: the cards of a hand or of a play (Jo=7d: a joker in that cell), and others by (row, column)."""
    told = [0] * 120
    for card in cards.split():
        name = card.removeprefix("Jo=")
        place = (4, 1) if card == "Jo" else ("shdc".index(name[-1]), COLUMNS.index(name[:-1]))
        told[at(*place)] = 2 if card.startswith("Jo") else 1
    for place, value in dict(cells).items():
        told[at(*place)] = value
    return told


def players(counts, ranks, seating=SEATING):
    return {(6, i): value for i, value in enumerate([*counts, *ranks, *seating])}


def deal(hand, give=0, counts=FIRST, ranks=(0,) * 5, seating=SEATING):
    return table(hand, {(5, 0): 1, (5, 1): give, (5, 3): 6, (5, 4): 1, **players(counts, ranks, seating)})


def state(hand, mover, counts, empty=0, turned=0, lock=0, ranks=(0,) * 5, seating=SEATING):
    return table(hand, {(5, 2): mover == ME, (5, 3): mover, (5, 4): empty, (5, 6): turned, (5, 7): lock,
                        **players(counts, ranks, seating)})


def lies(cards, mover, counts, **more):
    """What lies there after a move, and how things are, as contest servers send them in one table."""
    now = state(cards, mover, counts, **more)
    now[at(5, 2)] = 0
    return now


def told(*messages):
    """A script of tables and ints as bytes."""
    return b"".join(struct.pack(">i", one) if isinstance(one, int) else struct.pack(">120i", *one) for one in messages)


def hear(script, choose=lambda view, seat: 0):
    """Let a guest play from a script; returns it and the tables that it sent after its login."""
    ours, theirs = socket.socketpair()
    with ours, theirs:
        ours.sendall(script)
        ours.shutdown(socket.SHUT_WR)
        guest = ContestClient(GAME, theirs, choose)
        try:
            guest.play_contest("Ann", lambda: None)
        finally:
            theirs.shutdown(socket.SHUT_WR)
            sent = b"".join(iter(lambda: ours.recv(65536), b""))
            guest.sent = [list(struct.unpack(">120i", sent[i:i + 480])) for i in range(0, len(sent), 480)]
    return guest


HAND = "3d 4d 5d 6s 6h 9s 9h Kd Ad 2s Jo"
LEFT = "3d 4d 5d 6s 6h Kd Ad 2s Jo"
GAME_OF_PAIRS = (
    deal(HAND),
    state(HAND, 0, FIRST, empty=1), lies("7s 7h", 0, (9, 11, 11, 10, 10)), 0,
    state(HAND, 1, (9, 11, 11, 10, 10)), lies("7s 7h", 1, (9, 11, 11, 10, 10)), 0,
    state(HAND, ME, (9, 11, 11, 10, 10)), 9, lies("9s 9h", ME, (9, 11, 9, 10, 10), lock=1), 0,
    state(LEFT, 3, (9, 11, 9, 10, 10), lock=1), lies("9s 9h", 3, (9, 11, 9, 10, 10), lock=1), 0,
    state(LEFT, 4, (9, 11, 9, 10, 10), lock=1), lies("Js Jh", 4, (9, 11, 9, 10, 8), lock=1), 0,
    state(LEFT, 0, (9, 11, 9, 10, 8), lock=1), lies("Js Jh", 0, (9, 11, 9, 10, 8), lock=1), 0,
    state(LEFT, ME, (9, 11, 9, 10, 8), lock=1), 8, lies("Js Jh", ME, (9, 11, 9, 10, 8), lock=1), 2)


def test_a_script_of_the_description_is_played():
    """Rows 5 and 6 beside what lies there change with every pass, and a pass is answered 8; neither means anything."""
    views = []

    def choose(view, seat):
        views.append(view.copy())
        return GAME.words.parse("play 9s 9h") if len(views) == 1 else 0

    guest = hear(told(ME, *GAME_OF_PAIRS), choose)
    first, second = views
    assert guest.sent[0][:1] == [20070] and guest.sent[1:] == [table("9s 9h"), table()]
    assert first.hand[ME] == bag(HAND) and first.meld == GAME.words.parse("play 7s 7h") and first.lock == 0
    assert list(first.cards[:5]) == [9, 11, 11, 10, 10] and first.passed == 0b00010 and first.owner == 0
    assert second.hand[ME] == bag(LEFT) and second.lock == 0b0011 and second.owner == 4
    assert second.passed == 0b01011 and second.turn == ME and second.played == bag("7s 7h 9s 9h Js Jh")
    assert (guest.games, guest.refused_moves, guest.seat) == (1, 0, ME)


def test_what_is_played_and_refused_is_counted():
    guest = hear(told(ME, deal(HAND), state(HAND, ME, FIRST, empty=1), 8, lies("", ME, FIRST, empty=1), 0,
                      state(HAND, ME, FIRST, empty=1), 9, lies("", ME, FIRST, empty=1), 2),
                 lambda view, seat: 0 if view.dry else GAME.words.parse("play 9s 9h"))
    assert guest.refused_moves == 1 and guest.view.dry == 2


def test_a_pass_on_an_empty_table_shows_nothing_there_or_what_was_cleared():
    """Contest servers show an empty table then; others still what was cleared before.  Both are a pass."""
    for after in ("", "Js Jh"):
        guest = hear(told(ME, *GAME_OF_PAIRS[:-1], 0, state(LEFT, 4, (9, 11, 9, 10, 8), empty=1),
                          lies(after, 4, (9, 11, 9, 10, 8), empty=1), 2))
        assert guest.view.passed == 0b10000 and guest.view.meld == 0 and guest.view.dry == 3


RANKS = {"daifugo": (4, 3, 0, 1, 2), "fugo": (4, 2, 1, 0, 3), "hinmin": (4, 0, 3, 1, 2), "daihinmin": (0, 1, 4, 2, 3)}


@pytest.mark.parametrize("rich", ["daifugo", "fugo"])
def test_the_rich_see_what_came_and_choose_what_goes(rich):
    ranks, give = RANKS[rich], 2 if rich == "daifugo" else 1
    views, got = [], "3d 4d 5d 6s 6h 9s 9h Kd Ad 2s 2h Jo Qs".split()[:11 + give]
    gift = got[:give]

    def choose(view, seat):
        views.append(view.copy())
        return GAME.words.parse("give " + " ".join(gift) if view.phase == Phase.EXCHANGE else "pass")

    kept = " ".join(got[give:])
    guest = hear(told(ME, deal(" ".join(got), give, ranks=ranks),
                      state(kept, ME, FIRST, empty=1, ranks=ranks), 9, table(), 2), choose)
    exchange, play = views
    partner = ranks.index(4 if rich == "daifugo" else 3)
    assert exchange.hand[ME] == bag(" ".join(got)) and exchange.cards[ME] == 11 + give
    assert exchange.cards[partner] == FIRST[partner] - give
    assert guest.sent[1:] == [table(" ".join(gift)), table()]
    assert play.hand[ME] == bag(kept) and list(play.cards[:5]) == list(FIRST)
    assert play.sure[partner] == bag(" ".join(gift))


@pytest.mark.parametrize("poor", ["hinmin", "daihinmin"])
def test_the_poor_see_their_strongest_go_and_what_comes_back(poor):
    ranks, views = RANKS[poor], []
    gone, come = {"hinmin": ("Jo", "5s"), "daihinmin": ("2s Jo", "2s 5s")}[poor]
    kept = " ".join([card for card in HAND.split() if card not in gone.split()] + come.split())
    hear(told(ME, deal(HAND, -1 if poor == "hinmin" else -2, ranks=ranks),
              state(kept, ME, FIRST, empty=1, ranks=ranks), 9, table(), 2),
         lambda view, seat: views.append(view.copy()) or 0)
    partner = ranks.index(1 if poor == "hinmin" else 0)
    assert views[0].hand[ME] == bag(kept) and views[0].gave[ME] == bag(gone) and views[0].gave[partner] == bag(come)
    assert views[0].sure[ME] == bag(come)
    assert views[0].sure[partner] == bag("Jo")                   # the 2 of spades came back


def test_a_revolution_a_cleared_table_and_the_seats_are_as_the_server_says():
    views, seating = [], (3, 1, 4, 0, 2)
    hear(told(ME, deal(HAND, seating=seating),
              state(HAND, 0, FIRST, empty=1, seating=seating), table("Qs Qh Qd Qc"), 0,
              state(HAND, ME, (7, 11, 11, 10, 10), turned=1, seating=seating), 9, table("Qs Qh Qd Qc"), 0,
              state(HAND, ME, (7, 11, 11, 10, 10), empty=1, turned=1, seating=seating), 9, table("Qs Qh Qd Qc"), 2),
         lambda view, seat: views.append(view.copy()) or 0)
    assert [int(view.reversed) for view in views] == [1, 1] and [view.meld == 0 for view in views] == [False, True]
    assert list(views[0].after[:5]) == [2, 4, 3, 1, 0] and [view.turn for view in views] == [ME, ME]


@pytest.mark.parametrize("script", [
    told(7), told(-1),
    told(ME, deal(HAND, seating=(0, 1, 2, 3, 999_999))), told(ME, deal(HAND, seating=(0, 0, 1, 2, 3))),
    told(ME, deal(HAND, counts=(53, 0, 0, 0, 0))), told(ME, deal("3d 4d")), told(ME, deal(HAND, give=2)),
    told(ME, deal(HAND), state(HAND, 9, FIRST)), told(ME, deal(HAND), state(HAND, 1, (11, 11, 11, 11, 11))),
    told(ME, deal(HAND), state(HAND, 0, FIRST, empty=1), table("3d"), 0),
    told(ME, *GAME_OF_PAIRS[:-4], table("10s Jo=10h"), 0)])
def test_a_server_that_tells_what_cannot_be_is_left(script):
    with pytest.raises(OSError, match="cannot be|there are 0 to 4"):
        hear(script)


def test_whatever_a_server_sends_is_played_or_a_broken_line():
    """A good script with a few cells changed, again and again."""
    chance = random.Random(1)
    good = list(struct.unpack(f">{len(told(ME, *GAME_OF_PAIRS)) // 4}i", told(ME, *GAME_OF_PAIRS)))
    filled = [i for i, value in enumerate(good) if value]

    def choose(view, seat):
        return GAME.bots.choose(view, seat, "casual", 1)[0]

    for _ in range(400):
        cells = good.copy()
        for _ in range(chance.randrange(1, 4)):
            cells[chance.choice(filled) if chance.random() < 0.7 else chance.randrange(len(cells))] = chance.choice(
                [0, 1, 2, 3, 4, 5, 6, 9, 15, -1, -2**31, 2**31 - 1, chance.randrange(-100, 100)])
        with contextlib.suppress(OSError):
            hear(struct.pack(f">{len(cells)}i", *cells), choose)
