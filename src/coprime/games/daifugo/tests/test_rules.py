"""rules.md, rule by rule.  A test is named after the rule it proves."""

import numpy as np
import pytest

import coprime
from coprime.core.errors import BadInput
from coprime.core.kernel import import_pure
from coprime.core.seats import CHANCE

GAME = coprime.game("daifugo")
RULES, WORDS = GAME.pure_rules, GAME.words
rules = RULES.module
plays, labels = import_pure("coprime.games.daifugo.actions"), import_pure("coprime.games.daifugo.labels")
Refusal, Phase, Kind, Violation = rules.Refusal, rules.Phase, rules.Kind, rules.Violation
UECDA = GAME.presets["uecda"]


def bag(text):
    return labels.parse_bag(text.split())


def table(*hands, turn=0, ranks=(), **options):
    """A hand being played, written down: table("3s 4s", "8d Jo", ...), seat `turn` to lead."""
    s = GAME.new_state(len(hands), options, RULES)
    for seat, hand in enumerate(hands):
        s.hand[seat], s.cards[seat] = bag(hand), len(hand.split())
    for seat, rank in enumerate(ranks):
        s.rank[seat] = rank
    s.live = (1 << len(hands)) - 1
    s.phase = Phase.PLAY
    rules.set_leader(s, turn)
    return s


def four(*hands, **options):
    return table(*[*hands, "3c 4c", "3h 4h", "3d 4d"][:4], **options)


def uecda(*hands, **more):
    return table(*[*hands, "3c 4c", "3h 4h", "3d 4d", "9c Qc"][:5], **(dict(UECDA) | more))


def do(s, *texts):
    """Carry out actions of whoever is on turn."""
    for text in texts:
        action = WORDS.parse(text)
        reason = RULES.refusal(s, s.turn, action)
        assert not reason, f"{text}: {WORDS.explain_refusal(reason, s)}"
        RULES.apply(s, s.turn, action)
    return s


def why(s, text):
    """Why an action of the player on turn is refused, or wrong; NONE when it is neither."""
    action = WORDS.parse(text)
    reason = RULES.refusal(s, s.turn, action)
    if not reason and RULES.violation(s, s.turn, action):
        reason = rules.find_flaw(s, action)
    return Refusal(reason)


def moves(s, seat=None):
    out = np.zeros(RULES.MAX_ACTIONS, np.int64)
    n = RULES.sound_actions(s, s.turn if seat is None else seat, out)
    return {WORDS.label(action) for action in out[:n]}


def hand(s, seat):
    return " ".join(labels.bag_card_labels(int(s.hand[seat])))


def dealt(seats=4, seed=1, ranks=(), hands=0, **options):
    s = GAME.new_state(seats, options, RULES)
    s.hands = hands
    for seat, rank in enumerate(ranks):
        s.rank[seat] = rank
    RULES.apply(s, CHANCE, seed)
    return s


# Cards and plays.

def test_DF_1_cards_and_order():
    for jokers in (0, 1, 2):
        s = dealt(jokers=jokers)
        assert sum(s.cards) == 52 + jokers
        assert sum(int(h) for h in s.hand) == plays.NATURAL + (jokers << 52)
    s = four("3s 10s", "4d Js", "2s Jo")
    order = ["3s", "4s", "5s", "6s", "7s", "8s", "9s", "10s", "Js", "Qs", "Ks", "As", "2s", "Jo"]
    for low, high in zip(order, order[1:], strict=False):
        s = four(low, f"{high} {low[:-1]}h" if low != "Jo" else high)
        assert do(s, f"play {low}").turn == 1 or s.place[0]
    s = do(four("5s 9s", "5h 6h"), "play 5s")
    assert why(s, "play 5h") == Refusal.NOT_HIGHER                  # suits are equal
    assert why(s, "play 6h") == Refusal.NONE


def test_DF_2_kinds_of_plays():
    s = four("5s 5h 5d 5c 6s 7s 8s 9s Jo Jo")
    for text in ("5s", "5s 5h", "5s 5h 5d", "5s 5h 5d 5c", "5s 6s 7s", "5s 6s 7s 8s", "5s Jo=5h", "6s Jo=5s Jo=7s",
                 "5s 5h Jo=5d Jo=5c", "Jo Jo", "Jo"):
        assert why(s, f"play {text}") == Refusal.NONE, text
    assert why(s, "play 5s 6s") == Refusal.NO_COMBINATION
    assert why(s, "play 5s 6h") == Refusal.NOT_IN_HAND
    assert why(s, "play 5s 6s 8s") == Refusal.NO_COMBINATION
    assert why(s, "play 5s 6s 7s 8s 9s") == Refusal.TOO_LONG
    assert why(s, "play 5s 5h 5d 5c Jo=5") == Refusal.GROUP_TOO_LARGE
    s.max_group, s.seq_max = 6, 0
    assert why(s, "play 5s 5h 5d 5c Jo=5") == Refusal.NONE
    assert why(s, "play 5s 5h 5d 5c Jo=5 Jo=5") == Refusal.NONE
    assert why(s, "play 5s 6s 7s 8s 9s Jo=10s Jo=Js") == Refusal.NONE
    s.seq_min = 0
    assert why(s, "play 5s 6s 7s") == Refusal.NO_SEQUENCES
    assert not any("6s 7s" in label for label in moves(s))


def test_DF_2_the_list_is_what_is_not_refused():
    """Against every subset and every reading of a small hand, for all forms of groups and sequences."""
    for cards, options in (("5s 6h 7s Jo Jo", {}), ("5s 5h 6h Jo Jo", {"seq_suit": "any"}),
                           ("5s 5h 5d 5c Jo Jo", {"max_group": 6}), ("Ks As 2s Jo Jo", {"joker_off_end": "on"})):
        s = four(cards, **options)
        assert moves(s) == every_reading(s, cards.split())


def every_reading(s, names):
    """All plays of a hand that are sound, by trying every set of cards and everything jokers can stand for."""
    natural = [name for name in names if name != "Jo"]
    near = {"high" if column == "2" else labels.COLUMN_NAMES[labels.COLUMN_NAMES.index(column) + step]
            for column in (name[:-1] for name in natural) for step in (-2, -1, 0, 1, 2 - (column == "A"))}
    stands = ["Jo", *(f"Jo={rank}{suit}" for rank in sorted(near) for suit in ("", *"shdc")
                      if rank != "high" or not suit)]
    found = set()
    for chosen in range(1 << len(natural)):
        some = [name for i, name in enumerate(natural) if chosen >> i & 1]
        for jokers in [[], *([one] for one in stands), *([a, b] for i, a in enumerate(stands) for b in stands[i:])]:
            action = labels.parse_action(" ".join(["play", *some, *jokers]))
            if action is not None and not RULES.refusal(s, s.turn, action) and not RULES.violation(s, s.turn, action):
                found.add(WORDS.label(action))
    return found


def test_DF_3_one_suit():
    s = four("5s 6h 7s Jo")
    assert why(s, "play 5s 6h 7s") == Refusal.MIXED_SUITS
    assert why(s, "play 5s Jo=6s 7s") == Refusal.NONE
    s.seq_suit = 1
    assert why(s, "play 5s 6h 7s") == Refusal.NONE
    assert why(s, "play 5s 6h Jo=7") == Refusal.NONE
    assert WORDS.label(WORDS.parse("play 5s 6h Jo=7h")) == "play 5s 6h Jo=7"      # a rank only


def test_DF_4_same_kind_and_number_and_higher():
    s = do(four("5s 5h Ks", "6s 7s 7h 4s 4h Jo"), "play 5s 5h")
    assert why(s, "play 6s") == Refusal.WRONG_COUNT
    assert why(s, "play 4s 4h") == Refusal.NOT_HIGHER
    assert why(s, "play 7s 7h") == Refusal.NONE
    assert moves(s) == {"play 7s 7h", "pass"} | {f"play {card} Jo={card[0]}{suit}" for card in ("6s", "7s", "7h")
                                                 for suit in "shdc" if suit != card[1]}
    s = do(four("3s 4s 5s Ks", "4h 5h 6h 7h"), "play 3s 4s 5s")
    assert why(s, "play 4h 5h 6h") == Refusal.NONE                  # 4-5-6 beats 3-4-5
    s.seq_compare = 1
    assert why(s, "play 4h 5h 6h") == Refusal.NOT_HIGHER
    assert moves(s) == {"pass"}


def test_DF_4_sequences_in_a_revolution():
    s = four("5s 6s 7s Ks", "4h 5h 6h 2h 3h")
    s.reversed = 1
    do(s, "play 5s 6s 7s")
    assert moves(s) == {"play 4h 5h 6h", "play 3h 4h 5h", "pass"}
    s.seq_compare = 1
    assert moves(s) == {"pass"}


def test_DF_5_who_leads():
    for seed in range(5):
        s = dealt(seed=seed)
        assert s.hand[s.turn] & plays.THREE_OF_DIAMONDS and s.meld == 0
        assert len(moves(s)) > sum("3d" in label for label in moves(s))     # and need not play it
    s = dealt(opener="must_play_3d")
    assert all("3d" in label.replace("Jo=3d", "") for label in moves(s))
    assert why(s, "play " + hand(s, s.turn).split()[-1]) in (Refusal.NO_THREE, Refusal.NONE)
    assert why(do(s, "play 3d"), "pass") == Refusal.NONE and not s.opening
    s = dealt(opener="daihinmin", ranks=(2, 4, 1, 3), hands=1, exchange="off")
    assert s.turn == 1
    first = dealt(opener="daihinmin")
    assert first.hand[first.turn] & plays.THREE_OF_DIAMONDS


def test_DF_5_opening_with_the_three_may_not_be_passed():
    s = dealt(opener="must_play_3d", pass_on_lead="on", illegal_play="pass")
    assert why(s, "pass") == Refusal.MUST_LEAD
    assert RULES.refusal(s, s.turn, WORDS.parse("play " + hand(s, s.turn).split()[-1])) == Refusal.NO_THREE


def test_DF_6_passing():
    s = four("5s 6s", "7s 9s", "4s Ks", "3c 4c")
    assert why(s, "pass") == Refusal.MUST_LEAD
    do(s, "play 5s", "play 7s", "pass", "pass")
    assert s.turn == 0
    do(s, "pass")
    assert s.turn == 1 and s.meld == 0
    s = four("5s 9s", "7s 10s", "4s Ks", "3c 4c")
    do(s, "play 5s", "pass", "play Ks", "pass", "pass")
    assert s.meld == 0 and s.turn == 2                              # seat 1 is not asked again
    s = four("5s 9s", "7s 10s", "4s Ks 3d", "3c 4c", pass_is_final="off")
    do(s, "play 5s", "pass", "play Ks", "pass", "pass")
    assert s.turn == 1 and s.meld
    s = four("5s 9s", pass_on_lead="on")
    assert do(s, "pass").turn == 1 and s.meld == 0


def test_DF_7_the_last_to_play_leads():
    s = do(four("5s 9s 9h", "7s 10s"), "play 9s", "pass", "pass", "pass")
    assert s.turn == 0 and s.meld == 0
    s = do(four("5s 9s 9h Ks", "7s 10s", owner_must_pass="on"), "play 9s", "pass", "pass", "pass")
    assert s.turn == 0 and s.meld
    do(s, "play Ks")
    assert s.turn == 0 and s.meld == WORDS.parse("play Ks")
    assert do(s, "pass").meld == 0 and s.turn == 0


def test_DF_8_and_DF_27_cards_of_a_player_who_is_out():
    s = do(four("9s", "7s 10s", "3s Ks"), "play 9s")
    assert s.place[0] == 1 and s.turn == 1 and s.meld
    do(s, "pass", "pass", "pass")
    assert s.turn == 1 and s.meld == 0


def test_DF_27_who_is_out_need_not_pass():
    s = do(four("9s", "10s", "3s Js", "4s 5s"), "play 9s", "play 10s")
    assert s.turn == 2
    do(s, "pass", "pass")
    assert s.turn == 2 and s.meld == 0                              # next with cards after seat 1, though it passed


def test_DF_9_the_joker_is_the_highest_single():
    for turned in (0, 1):
        s = four("3s 2s 9s", "Jo 4s")
        s.reversed = turned
        do(s, f"play {'3s' if turned else '2s'}")
        assert "play Jo" in moves(s)
        do(s, "play Jo")
        assert moves(s) == {"pass"}


def test_DF_19_sequences_do_not_go_round():
    s = four("Ks As 2s 3s Jo")
    assert why(s, "play Ks As 2s") == Refusal.NONE
    assert why(s, "play As 2s 3s") == Refusal.NO_COMBINATION
    s.reversed = 1
    assert why(s, "play As 2s 3s") == Refusal.NO_COMBINATION
    assert why(s, "play Ks As 2s") == Refusal.NONE
    assert why(s, "play As 2s Jo=high") == Refusal.OFF_END
    s.joker_off_end = 1
    assert why(s, "play As 2s Jo=high") == Refusal.NONE
    s = do(four("5s 5h 5d 9s", "6s 7s 8s 9h 9d 9c"), "play 5s 5h 5d")
    assert why(s, "play 6s 7s 8s") == Refusal.WRONG_KIND
    s = do(four("5s 6s 7s 2h", "9s 9h 9d"), "play 5s 6s 7s")
    assert why(s, "play 9s 9h 9d") == Refusal.WRONG_KIND


def test_DF_19_places_beyond_the_ends_count_when_comparing():
    s = four("Ks As 2s 4h", "As 2d Ad Jo", joker_off_end="on")
    do(s, "play Ks As 2s")
    assert moves(s) == {"play Ad 2d Jo=high", "pass"}


def test_DF_20_jokers_and_their_readings():
    s = do(four("Jo 5s", "Jo 3c 2s"), "play Jo")
    assert why(s, "play Jo") == Refusal.JOKER_STANDS
    assert WORDS.explain_refusal(Refusal.JOKER_STANDS, s)[1] == "DF-11"
    s = do(four("2s 2h 3s", "Jo Jo 4s"), "play 2s 2h")
    assert moves(s) == {"play Jo Jo", "pass"}
    do(s, "play Jo Jo")
    assert moves(s) == {"pass"}
    s = four("5s Jo", "3s 4s")
    assert why(s, "play 5s Jo") == Refusal.NO_READING
    assert moves(s) == {"play 5s", "play Jo", "play 5s Jo=5h", "play 5s Jo=5d", "play 5s Jo=5c"}
    with pytest.raises(BadInput):
        WORDS.parse("play Jo=5s")


def test_DF_21_what_is_public():
    s = dealt(5, seed=3)
    view = s.copy()
    RULES.redact(view, 2)
    for name in ("cards", "played", "passed", "reversed", "lock", "live", "points"):
        assert np.array_equal(view[name], s[name])
    assert list(view.hand[:5]) == [-1, -1, s.hand[2], -1, -1]


def test_DF_22_dealing():
    assert sorted(dealt(4).cards[:4]) == [13, 13, 14, 14]
    assert sorted(dealt(5).cards[:5]) == [10, 11, 11, 11, 11]
    starts = set()
    for seed in range(30):
        cards = list(dealt(5, seed=seed).cards)
        starts.add((cards.index(10) + 1) % 5)
    assert starts == set(range(5))
    s = dealt(5, ranks=(3, 1, 2, 5, 4), hands=1, deal_start="daifugo", exchange="off")
    assert list(s.cards[:5]) == [10, 11, 11, 11, 11]


# Special rules.

def test_DF_10_an_eight_clears():
    s = do(four("7s 3s 4s", "8c Ks 5h"), "play 7s", "play 8c")
    assert s.meld == 0 and s.turn == 1
    s = do(four("9s 3s", "8c Ks"), "play 9s")
    assert why(s, "play 8c") == Refusal.NOT_HIGHER
    s = four("9s 3s", "8c Ks")
    s.reversed = 1
    assert why(do(s, "play 9s"), "play 8c") == Refusal.NONE
    s = do(four("7s 3s", "8c"), "play 7s", "play 8c")
    assert s.place[1] == 1 and s.turn == 2 and s.meld == 0          # the last card: the next one leads
    s = do(four("6s 7s 8s 3s"), "play 6s 7s 8s")
    assert s.meld == 0 and s.turn == 0
    s = do(four("7s 3s", "8c Ks", eight_cut="off"), "play 7s", "play 8c")
    assert s.meld and s.turn == 2


def test_DF_11_three_of_spades():
    s = four("Jo 5s", "4s 6s", "3s 7s 3h")
    do(s, "play Jo", "pass")
    assert moves(s) == {"play 3s", "pass"}
    assert why(s, "play 3h") == Refusal.JOKER_STANDS
    do(s, "play 3s")
    assert s.meld == 0 and s.turn == 2
    s = do(four("Jo 5s", "3s"), "play Jo", "play 3s")
    assert s.place[1] == 1 and s.turn == 2
    s = do(four("Jo 5s", "3s 4s", three_of_spades="off"), "play Jo")
    assert moves(s) == {"pass"} and WORDS.explain_refusal(why(s, "play 3s"), s)[1] == "DF-9"
    s = do(four("Jo Jo 5s", "3s 3h"), "play Jo Jo")
    assert moves(s) == {"pass"}                                     # on no combination


def test_DF_11_neither_lock_nor_pass():
    s = four("4h 9s", "6h 9d", "7h 3s Qs", "Jo 3d 4d")
    do(s, "play 4h", "play 6h", "play 7h", "play Jo", "pass", "pass")
    assert s.turn == 2 and "play 3s" in moves(s)                    # though hearts were locked
    s = do(four("5s Jo 9s", "3s 6s", "7s 9h", "4d 9d"), "play 5s", "pass", "play 7s", "play 9d")
    do(s, "play Jo")
    assert s.turn == 2                                              # seat 1 has passed for good
    s = do(four("4d 9s", "Jo 6s", "3s 9h"), "play 4d", "play Jo")
    assert do(s, "play 3s").turn == 2


def test_DF_12_revolution():
    s = do(four("5s 5h 5d 5c 9s", "3s Ks 4h As 2d"), "play 5s 5h 5d 5c", "pass", "pass", "pass")
    assert s.reversed and s.turn == 0
    do(s, "play 9s")
    assert {label for label in moves(s) if label != "pass"} == {"play 3s", "play 4h"}
    assert do(four("5s 5h 5d Jo 9s"), "play 5s 5h 5d Jo=5c").reversed
    assert not do(four("5s 6s 7s 4s 9s"), "play 4s 5s 6s 7s").reversed
    assert do(four("5s 6s 7s 4s 9s", rev_seq_n=4), "play 4s 5s 6s 7s").reversed
    assert not do(four("5s 6s 7s 4s 9s", rev_seq_n=5), "play 4s 5s 6s 7s").reversed
    assert not do(four("5s 5h 5d 5c 9s", revolution="off"), "play 5s 5h 5d 5c").reversed


def test_DF_12_lasts_to_the_end_of_the_hand():
    s = do(four("5s 5h 5d 5c", "3s", "Ks 7h", "4d 4h"), "play 5s 5h 5d 5c", "pass", "pass", "pass")
    assert s.reversed and s.turn == 1
    do(s, "play 3s", "pass", "pass", "play 7h", "pass", "play Ks")
    assert s.phase == Phase.DEAL
    RULES.apply(s, CHANCE, 5)
    assert not s.reversed


def test_DF_13_counter_revolution():
    s = four("5s 5h 5d 5c 9s", "4s 4h 4d 4c Ks")
    do(s, "play 5s 5h 5d 5c", "play 4s 4h 4d 4c")                   # in a revolution 4 beats 5
    assert not s.reversed
    s = four("5s 5h 5d 5c 9s", "4s 4h 4d 4c Ks", counter_revolution="off")
    assert do(s, "play 5s 5h 5d 5c", "play 4s 4h 4d 4c").reversed


def ends(s):
    """Play what is highest until the hand ends."""
    while s.phase == Phase.PLAY:
        out = np.zeros(RULES.MAX_ACTIONS, np.int64)
        RULES.apply(s, s.turn, out[:RULES.sound_actions(s, s.turn, out)][0])
    return s


def test_DF_14_exile():
    s = table("5s 6s", "9s", "4s 7s", "3s 8d", turn=1, ranks=(1, 2, 3, 4))
    do(s, "play 9s")
    assert s.place[0] == 4 and not s.live & 1 and s.cards[0] == 2   # at once, the cards laid aside
    ends(s)
    assert sorted(s.rank[:4]) == [1, 2, 3, 4] and s.rank[0] == 4
    s = table("5s Ks", "9s", "4s 7s", "3s 8d", turn=1, ranks=(1, 2, 3, 4), exile="end")
    do(s, "play 9s", "pass", "pass", "play Ks")
    assert s.turn == 0 and s.place[0] == 0
    do(s, "play 5s")
    assert s.place[0] == 2
    ends(s)
    assert s.rank[0] == 4 and s.rank[1] == 1 and sorted(s.rank[2:4]) == [2, 3]
    s = table("5s Ks", "9s", "4s 7s", "3s 8d", turn=1, ranks=(1, 2, 3, 4), exile="off")
    assert do(s, "play 9s").live & 1


def test_DF_14_a_daifugo_who_comes_first_stays():
    s = table("9s", "5s 6s", "4s 7s", "3s 8d", ranks=(1, 2, 3, 4))
    assert do(s, "play 9s").place[0] == 1 and s.live == 0b1110


def test_DF_15_suit_lock():
    s = do(four("4c 3s", "7c 3d", "9c 3h", "10s Jc Jo 3c"), "play 4c", "play 7c", "play 9c")
    assert moves(s) == {"play Jc", "play Jo", "pass"}
    assert why(s, "play 10s") == Refusal.LOCKED
    s = do(four("4c 3s", "7c 3d", "9c 9s", lock_after=2), "play 4c", "play 7c")
    assert moves(s) == {"play 9c", "pass"}
    s = do(four("4c 3s", "7c 3d", "9c 3h", "10s 3c", lock_after=0), "play 4c", "play 7c", "play 9c")
    assert "play 10s" in moves(s)
    s = do(four("4c 3s", "7s 3d", "9c 3h", "10s 3c"), "play 4c", "play 7s", "play 9c")
    assert s.lock == 0


def test_DF_15_pairs_lock_the_set_of_suits():
    s = do(four("4c 4s 3s", "7c 7s 3d", "9c 9s 3h", "Jc Js Jd Jo Jo 3c"), "play 4c 4s", "play 7c 7s", "play 9c 9s")
    assert moves(s) == {"play Js Jc", "play Jc Jo=Js", "play Js Jo=Jc", "play Jo Jo", "pass"}


def test_DF_23_eights():
    s = do(four("8s 8h 8d 8c 3s"), "play 8s 8h 8d 8c")
    assert s.reversed and s.meld == 0 and s.turn == 0
    s = do(four("7s 9s Jo 3s"), "play 7s Jo=8s 9s")
    assert s.meld == 0 and s.turn == 0
    s = do(four("8s Jo 3s"), "play 8s Jo=8h")
    assert s.meld == 0
    assert do(four("Jo 3s"), "play Jo").meld                        # a single joker is no 8


def test_DF_24_lock_with_jokers_and_passes():
    s = four("4c Jo 3s", "7c 7d 3d", "9c 9d Ks", "3c 4d", lock_after=2)
    do(s, "play 4c Jo=4d", "play 7c 7d")
    assert s.lock == plays.play_suits(WORDS.parse("play 9c 9d"))
    assert moves(s) == {"play 9d 9c", "pass"}
    s = do(four("4c 10c 3s", "6s 3d", "5h 9s", "7c Ad", lock_after=3), "play 4c", "pass", "pass", "play 7c")
    do(s, "play 10c")                                               # seat 0 made two of the three
    assert s.lock == 8
    s = do(four("4c Jo 3s", "7c 7d 3d", lock_after=2, lock_scope="single"), "play 4c Jo=4d", "play 7c 7d")
    assert s.lock == 0
    s = do(four("4c 10c 3s", "7c 3d", "Jo 9s", lock_after=2), "play 4c", "play 7c", "play Jo")
    assert s.lock == 0
    s = do(four("4c 3s", "7c 3d", "5h 9s", "3c 4d", lock_after=2), "play 4c", "play 7c", "pass", "pass", "pass")
    assert s.lock == 0 and s.alike == 0


def test_DF_25_turns_of_the_exiled():
    s = table("10s 6s", "9s 4h", "4s 7s", "3s 8d", turn=1, ranks=(3, 4, 1, 2))
    do(s, "play 9s", "pass", "pass", "play 10s", "pass")
    assert s.turn == 0
    do(s, "play 6s")                                                # seat 0 is out first, seat 2 exiled
    assert s.place[2] == 4 and s.turn == 1
    s = table("9s 6s", "10s", "4s 7s", "3s 8d", ranks=(1, 2, 3, 4))
    do(s, "play 9s", "play 10s")
    assert s.place[0] == 4 and s.meld == WORDS.parse("play 10s")    # stays to be beaten
    do(s, "pass", "pass")
    assert s.turn == 2
    s = table("9s 6s", "10s", "4s 7s", "3s 8d")
    assert do(s, "play 9s", "play 10s").live & 1                    # the first hand has no exile


# Finishing, ranks and exchange.

def test_DF_26_the_last_takes_the_lowest_free_place():
    s = table("2s", "Jo", "3s", "4s 5s")
    do(s, "play 2s", "play Jo", "play 3s")
    assert s.phase == Phase.DEAL and list(s.rank[:4]) == [1, 2, 3, 4]
    assert list(s.points[:4]) == [3, 2, 1, 0]


def test_DF_16_names_of_ranks():
    faces = import_pure("coprime.games.daifugo.card_names")
    assert [faces.rank_name(4, rank) for rank in range(1, 5)] == ["daifugo", "fugo", "hinmin", "daihinmin"]
    assert [faces.rank_name(5, rank) for rank in range(1, 6)] == ["daifugo", "fugo", "heimin", "hinmin", "daihinmin"]


def before_exchange(*hands, ranks, **options):
    """An exchange just after dealing these hands."""
    s = table(*hands, ranks=ranks, **options)
    exchange = import_pure("coprime.games.daifugo.exchange")
    s.phase, s.hands = Phase.EXCHANGE, 1
    exchange.collect_gifts(s)
    return s


HANDS = ("3s 4s 5s", "3h 4h 5h", "Ks 2c 2d", "Jo As 2h", "3d 4d 5d")


def test_DF_17_exchange():
    s = before_exchange(*HANDS, ranks=(1, 2, 4, 5, 3))
    assert hand(s, 0) == "3s 4s 5s 2h Jo" and hand(s, 3) == "As"
    assert hand(s, 1) == "3h 4h 5h 2d" and hand(s, 2) == "Ks 2c"
    assert RULES.to_act(s) == 0b11
    assert RULES.refusal(s, 0, WORDS.parse("give 3s")) == Refusal.GIFT_COUNT
    assert RULES.refusal(s, 0, WORDS.parse("give 3s Ks")) == Refusal.NOT_IN_HAND
    assert RULES.refusal(s, 0, WORDS.parse("pass")) == Refusal.EXCHANGING
    RULES.apply(s, 1, WORDS.parse("give 2d"))                       # what came may go back
    assert RULES.refusal(s, 1, WORDS.parse("give 3h")) == Refusal.NOT_YOUR_TURN
    RULES.apply(s, 0, WORDS.parse("give 3s 4s"))
    assert hand(s, 3) == "3s 4s As" and hand(s, 2) == "Ks 2d 2c" and hand(s, 4) == "3d 4d 5d"
    assert s.turn == 4 and s.phase == Phase.PLAY                    # the holder after the exchange
    s = dealt(5, ranks=(1, 2, 4, 5, 3), hands=1, exchange="off")
    assert s.phase == Phase.PLAY


def test_DF_28_equal_cards_go_by_suit_and_choices_are_hidden():
    exchange = import_pure("coprime.games.daifugo.exchange")
    for held, given in (("2c 2d 2h 2s", "2s 2h"), ("2c 2d Jo 3s", "2d Jo"), ("Jo Jo 2s", "Jo Jo"),
                        ("Kc Kd As", "Kd As")):
        assert " ".join(labels.bag_card_labels(exchange.strongest_cards(bag(held), 2))) == given
    s = before_exchange(*HANDS, ranks=(1, 2, 4, 5, 3))
    assert RULES.is_undoable(s, 0, WORDS.parse("give 3s 4s"))
    RULES.apply(s, 0, WORDS.parse("give 3s 4s"))
    assert not RULES.is_undoable(s, 1, WORDS.parse("give 3h"))            # the last choice moves the cards
    for seat in (1, 2, 3, 4):
        view = s.copy()
        RULES.redact(view, seat)
        assert view.gave[0] == -1 and view.chosen == 1
        assert RULES.observe_action(s, 0, WORDS.parse("give 3s 4s"), seat) == plays.encode_swap(2)
    assert WORDS.label(plays.encode_swap(2)) == "give ? ?" and WORDS.parse("give ? ?") == plays.encode_swap(2)


def test_DF_18_points_and_ties():
    for payoff, seats, points in (("place", 4, [3, 2, 1, 0]), ("place", 5, [4, 3, 2, 1, 0]),
                                  ("uecda", 5, [5, 4, 3, 2, 1])):
        s = GAME.new_state(seats, {"payoff": payoff, "match_length": 1}, RULES)
        s.place[:seats] = range(1, seats + 1)
        rules.end_hand(s)
        assert list(s.points[:seats]) == points and s.phase == Phase.OVER and RULES.to_act(s) == 0
    s = GAME.new_state(4, {"match_length": 2}, RULES)
    for places in ([1, 2, 3, 4], [2, 1, 4, 3]):
        s.place[:4] = places
        rules.end_hand(s)
    assert WORDS.scene(s, 0, ["A", "B", "C", "D"])["over"]["winners"] == [0, 1]
    with pytest.raises(BadInput):
        GAME.new_state(4, {"payoff": "uecda"}, RULES)


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_options_that_hold_places(seats):
    """The last hundred hands' places stand in the state, the oldest overwritten."""
    s = GAME.new_state(seats, {"match_length": 150}, RULES)
    for n in range(130):
        s.place[:seats] = [(seat + n) % seats + 1 for seat in range(seats)]
        rules.end_hand(s)
    for n in range(30, 130):
        assert [rules.place_in_hand(s, n, seat) for seat in range(seats)] == [
            (seat + n) % seats + 1 for seat in range(seats)]


# What mutants of the rules had got past.

def test_DF_15_a_sequence_of_mixed_suits_follows_in_the_locked_suits_only():
    s = four("3s 4h 5s Ks", "4s 5h 6s Kh", "7s 8h 9s 7d 8d 9d", seq_suit="any", lock_after=2)
    do(s, "play 3s 4h 5s", "play 4s 5h 6s")
    assert s.lock and [move for move in moves(s) if move != "pass"] == ["play 7s 8h 9s"]
