"""The house rules, each off by default: what they do, what is said of them, and that bots reckon with them."""

import random
from itertools import product

import pytest

from coprime.arena.series import plan_series
from coprime.core.attr_view import to_object
from coprime.core.errors import BadInput
from coprime.core.kernel import import_pure
from coprime.core.seats import WATCHER
from coprime.games.daifugo.card_names import rank_name
from coprime.testing import laws

from .test_refusals import told
from .test_rule_summaries import names
from .test_rules import GAME, RULES, WORDS, Phase, Refusal, dealt, do, four, moves, plays, rules, table, why

SURE, STYLE, BELIEF, FEATURES, exchange = (import_pure(f"coprime.games.daifugo.{name}") for name in
                                           ("forced_win", "fitted_policy", "opponent_model", "heuristics", "exchange"))
bots, hints = GAME.bots, GAME.hints
NAMES = ["Ada", "Ben", "Cy", "Di"]
ALL = {"counter_seq": "on", "eleven_back": "on", "five_skip": "on", "number_lock": "on",
       "forbidden_last": ("strongest", "joker", "eight", "three_of_spades")}


def line(s, text):
    """Carry out an action of whoever is on turn; what a spectator reads of it."""
    before, seat, action = s.copy(), int(s.turn), WORDS.parse(text)
    do(s, text)
    return WORDS.describe_event(to_object(before), seat, action, to_object(s), NAMES[:s.seats], WATCHER).text


def test_all_house_rules_are_off_by_default():
    s = four("5s")
    assert not any(s[name] for name in ALL)


def seen_by(s, seat):
    return laws.view_of(RULES, s, seat)


# DF-13: any four cards turn the order back.

def test_DF_13_a_sequence_of_four_turns_the_order_back_only_with_counter_seq():
    for on, after in (("off", 1), ("on", 0)):
        s = four("5s 5h 5d 5c 9h 10h Jh Qh 3c", "9s", "10s", "Js", counter_seq=on)
        do(s, "play 5s 5h 5d 5c", "pass", "pass", "pass", "play 9h 10h Jh Qh")
        assert s.reversed == after
    s = do(four("4s 5s 6s 7s 3c", counter_seq="on"), "play 4s 5s 6s 7s")
    assert s.reversed == 0, "without a revolution there is nothing to turn back"
    s = four("5s 5h 5d 5c 9h 10h Jh Qh 3c", counter_seq="on", counter_revolution="off")
    do(s, "play 5s 5h 5d 5c", "pass", "pass", "pass", "play 9h 10h Jh Qh")
    assert s.reversed == 1
    s = four("5s 5h 5d 5c 9h 10h Jh 3c", counter_seq="on")
    assert do(s, "play 5s 5h 5d 5c", "pass", "pass", "pass", "play 9h 10h Jh").reversed == 1, "three cards do nothing"


# DF-29: 11-back.

def test_DF_29_a_jack_turns_the_order_until_the_cards_are_cleared():
    s = four("Js 3s", "10h 4d", "Qd Jd", "9c 2c", eleven_back="on")
    do(s, "play Js")
    assert s.reversed and moves(s) == {"play 10h", "play 4d", "pass"}
    do(s, "play 10h")
    assert moves(s) == {"pass"}
    do(s, "pass", "play 9c", "pass", "pass")
    assert s.meld == 0 and not s.reversed and not s.back and s.turn == 3


def test_DF_29_another_jack_turns_it_back():
    s = do(four("Js 3s", "2h 4d", "Qd 5d", eleven_back="on", jokers=2), "play Js", "pass", "pass", "pass")
    assert not s.back
    s = four("10s 3s", "Jh 4d", "9d 5d", "Jc 8c", eleven_back="on")
    do(s, "play 10s", "play Jh", "play 9d")
    assert s.reversed and why(s, "play Jc") == Refusal.NOT_HIGHER
    s = four("Js Jh 3s", "10s Jo 4d", "Qd Kd 5d", "9s 9h 6c", eleven_back="on")
    s.reversed = 1
    do(s, "play Js Jh")
    assert not s.reversed and s.back, "in a revolution the order is the normal one until the cards are cleared"
    do(s, "pass", "pass", "pass")
    assert s.reversed and not s.back


def test_DF_29_jokers_and_sequences_with_a_jack_in_them_count():
    assert do(four("10s Jo Qs 3s", eleven_back="on"), "play 10s Jo=Js Qs").back
    assert do(four("Jo 3s", eleven_back="on"), "play Jo").back == 0
    assert do(four("Js 3s", eleven_back="off"), "play Js").back == 0
    s = do(four("Js Jh Jd Jc 3s", eleven_back="on"), "play Js Jh Jd Jc")
    assert not s.reversed and s.back, "a revolution of jacks is turned back until the cards are cleared"
    assert do(s, "pass", "pass", "pass").reversed
    s = do(four("8s 9s 10s Js 3s", eleven_back="on"), "play 8s 9s 10s Js")
    assert s.meld == 0 and not s.reversed, "an 8 clears the cards, and with them what the jack has turned"


def test_DF_29_is_told_and_refused_with_its_number():
    s = four("Js 3s", "Qh 4d", "10d 5d", eleven_back="on")
    assert "The jack turns the order round until the cards are cleared." in line(s, "play Js")
    assert told(s, "play Qh") == ("After a jack lower cards win until the cards are cleared, and the queen of hearts "
                                  "is not lower than the jack of spades.", "DF-29")
    assert "11-back" in WORDS.scene(seen_by(s, 1), 1, NAMES)["why"] and "11-back" in WORDS.text(s, 1, NAMES)
    s.reversed = 0
    assert "high cards are high" in WORDS.scene(seen_by(s, 1), 1, NAMES)["why"]


# DF-30: 5-skip.

@pytest.mark.parametrize(("play", "turn", "options"), [
    ("play 5s", 2, {}), ("play 5s 5h", 3, {}), ("play 4s 5s 6s", 2, {}), ("play 5s Jo=5h", 3, {}),
    ("play 6s", 1, {}), ("play 5s", 1, {"five_skip": "off"})])
def test_DF_30_each_five_skips_a_player(play, turn, options):
    s = do(four("4s 5s 5h 6s Jo 3c", **{"five_skip": "on", **options}), play)
    assert s.turn == turn and s.passed == 0


def test_DF_30_skipping_all_others_clears_the_cards():
    s = four("5s 5h 5d 3c", five_skip="on")
    assert "The 5s skip 3 players. Everyone else is skipped, the cards are cleared." in line(s, "play 5s 5h 5d")
    assert s.meld == 0 and s.turn == 0
    s = do(four("5s 5h 5d", five_skip="on"), "play 5s 5h 5d")
    assert s.place[0] == 1 and s.meld == 0 and s.turn == 1, "the player of the 5s is out, so the next one leads"


def test_DF_30_who_has_passed_is_not_skipped_again():
    s = four("3s 3h", "4s 4h", "5d 6d", "4d 7c", five_skip="on")
    do(s, "play 3s", "pass", "play 5d")
    assert s.turn == 0, "seat 3 is skipped"
    s = four("3s 6h", "4s 4h", "5d 6d", "4d 7c", five_skip="on")
    do(s, "play 3s", "pass", "play 5d", "pass")
    assert s.turn == 3, "whoever is skipped has not passed"


def test_DF_30_is_told():
    assert "The 5 skips the next player." in line(four("5s 3s", five_skip="on"), "play 5s")


# DF-31: forbidden last cards.

@pytest.mark.parametrize(("cards", "play", "chosen", "forbidden", "turned"), [
    ("2s", "play 2s", ("strongest",), True, 0), ("3s", "play 3s", ("strongest",), False, 0),
    ("3s", "play 3s", ("strongest",), True, 1), ("2s", "play 2s", ("strongest",), False, 1),
    ("8s", "play 8s", ("eight",), True, 0), ("7s 8s 9s", "play 7s 8s 9s", ("eight",), True, 0),
    ("Jo", "play Jo", ("joker",), True, 0), ("7s Jo", "play 7s Jo=7h", ("joker",), True, 0),
    ("3s", "play 3s", ("three_of_spades",), True, 0), ("3h", "play 3h", ("three_of_spades",), False, 0),
    ("7s Jo 9s", "play 7s Jo=8s 9s", ("eight",), True, 0), ("2s", "play 2s", ("eight", "joker"), False, 0)])
def test_DF_31_whoever_goes_out_with_a_forbidden_card_is_last(cards, play, chosen, forbidden, turned):
    s = four(cards, forbidden_last=chosen)
    s.reversed = turned
    do(s, play)
    assert s.place[0] == (4 if forbidden else 1) and s.top == (0 if forbidden else 1) and not s.live & 1


def test_DF_31_the_first_to_do_so_ranks_lowest_and_places_go_on_from_the_first():
    s = four("2s", "Jo", "4s 5s", "7s 9s", forbidden_last=("strongest", "joker"), three_of_spades="off")
    assert "Ada goes out with a forbidden card, in fourth place." in line(s, "play 2s")
    do(s, "play Jo")
    assert list(s.place[:4]) == [4, 3, 0, 0] and s.turn == 2
    do(s, "pass", "pass", "play 4s", "play 7s", "pass")
    do(s, "play 9s")
    assert list(s.rank[:4]) == [4, 3, 2, 1]


def test_DF_31_exile_takes_the_lowest_place_that_is_left():
    s = table("4s 6s", "2s", "5s", "7s 9s", turn=1, ranks=(1, 2, 3, 4), forbidden_last=("strongest",))
    do(s, "play 2s")
    assert s.place[1] == 4 and s.live & 1, "nobody has come first yet"
    do(s, "pass", "pass", "pass", "play 5s")
    assert s.place[2] == 1 and s.place[0] == 3 and s.place[3] == 2 and s.phase == Phase.DEAL


def test_DF_31_the_last_but_one_who_goes_out_first_ends_the_hand():
    s = table("7s 9s", "2s", "2d", "5s", turn=1, ranks=(1, 2, 3, 4), forbidden_last=("strongest",))
    do(s, "play 2s", "pass", "pass", "pass")        # seat 1 is out with a 2, so fourth
    do(s, "play 2d", "pass", "pass")                # seat 2 too, so third
    do(s, "play 5s")                                # seat 3 comes first, and the former daifugo alone is left
    assert list(s.rank[:4]) == [2, 4, 3, 1] and s.phase == Phase.DEAL


def test_DF_31_bots_and_hints_keep_clear_of_it():
    options = {"forbidden_last": ("strongest", "eight")}
    s = do(table("2s", "10h 4d", "Jd 5d", "Qc 6c", turn=3, **options), "play Qc")
    assert bots.choose(seen_by(s, 0), 0, "casual", 1)[0] == 0, "it passes rather than go out with a 2"
    s = do(table("2s 8s Ks", "10h 4d", "Jd 5d", "7c 6c", turn=3, **options), "play 7c")
    s.hand[0], s.cards[0] = plays.NATURAL & WORDS.parse("play 8s"), 1
    assert bots.choose(seen_by(s, 0), 0, "casual", 1)[0] == 0
    listed = [WORDS.parse("play 2s"), 0]
    for prefer in (FEATURES.prefer, STYLE.prefer, BELIEF.expect):
        weights = [0.0, 0.0]
        prefer(s, 0, listed, 2, weights)
        assert 0 < weights[0] < weights[1], prefer
    lead = table("2s", "10h 4d", "Jd 5d", "Qc 6c", **options)
    answer = hints.ladder(seen_by(lead, 0), 0)[-1]
    assert answer.actions and "forbidden as a last card" in str(answer)


def test_DF_31_no_sure_way_out_ends_with_a_forbidden_card():
    def found(**options):
        s = table("Jo 2s", "10h 4d", "Jd 5d", "Qc 6c", three_of_spades="off", **options)
        listed = [WORDS.parse(text) for text in ("play Jo", "play 2s")]
        return SURE.certain(s.copy(), 0, [*listed, *[0] * rules.MAX_ACTIONS], 2)
    assert found() == WORDS.parse("play Jo")
    assert found(forbidden_last=("strongest",)) < 0


# DF-32: number lock.

def test_DF_32_after_a_step_only_the_next_rank_may_follow():
    s = four("5s 3s", "6h 4d", "7d 8d Jo 9d", "8c 7c 9c", number_lock="on", jokers=1, eight_cut="off")
    do(s, "play 5s", "play 6h")
    assert s.stepped and moves(s) == {"play 7d", "play Jo", "pass"}
    assert why(s, "play 8d") == Refusal.OUT_OF_STEP
    do(s, "play 7d")
    assert moves(s) == {"play 8c", "pass"}
    do(s, "pass", "pass", "pass")
    assert s.stepped == 0
    s = do(four("5s 3s", "7h 4d", "8d 9d", "10c Jc", number_lock="on", eight_cut="off"), "play 5s", "play 7h")
    assert s.stepped == 0 and why(s, "play 9d") == Refusal.NONE
    s = do(four("5s 3s", "6h 4d", "8d 9d", number_lock="off"), "play 5s", "play 6h")
    assert s.stepped == 0 and why(s, "play 9d") == Refusal.NONE


def test_DF_32_groups_sequences_and_both_orders():
    s = do(four("5s 5h 3s", "6h 6d 4d", "7d 7c 9d 9c", number_lock="on"), "play 5s 5h", "play 6h 6d")
    assert moves(s) == {"play 7d 7c", "pass"}
    s = four("3s 4s 5s 9h", "4h 5h 6h 9s", "5d 6d 7d 8d 9d", number_lock="on")
    do(s, "play 3s 4s 5s", "play 4h 5h 6h")
    assert moves(s) == {"play 5d 6d 7d", "pass"}
    s = four("3s 4s 5s 9h", "6h 7h 8h 9s", "9d 10d Jd Qd Kd", number_lock="on", seq_compare="all_above",
             eight_cut="off")
    do(s, "play 3s 4s 5s", "play 6h 7h 8h")
    assert moves(s) == {"play 9d 10d Jd", "pass"}
    s = four("7s 3s", "6h 9d", "5d 4d 3d", number_lock="on")
    s.reversed = 1
    do(s, "play 7s", "play 6h")
    assert moves(s) == {"play 5d", "pass"}
    s = do(four("Ks 3s", "Ah 9d", "2d 4d", "5c 6c", number_lock="on"), "play Ks", "play Ah", "play 2d")
    assert moves(s) == {"pass"}, "nothing but a joker comes after the 2"


def test_DF_32_is_told_and_refused_with_its_number():
    s = do(four("5s 3s", "6h 4d", "9d 7d", number_lock="on"), "play 5s")
    assert "The numbers are locked: only the next rank may follow." in line(s, "play 6h")
    assert told(s, "play 9d") == ("The numbers are locked: only what comes next above the 6 of hearts may follow, and "
                                  "the 9 of diamonds does not.", "DF-32")
    scene = WORDS.scene(seen_by(s, 2), 2, NAMES)
    assert scene["ask"] == "Your turn. One card next above the 6, or pass." and scene["stepped"]
    assert scene["why"] == "The numbers are locked: the next rank, or a joker."
    s.lock = plays.play_suits(WORDS.parse("play 6h"))
    assert WORDS.scene(seen_by(s, 2), 2, NAMES)["why"] == "Locked to hearts and to the next rank, or a joker."


# DF-33: three and six players.

@pytest.mark.parametrize(("seats", "cards", "gifts", "ranks"), [
    (3, [18] * 3, [2, 0, 2], ["daifugo", "heimin", "daihinmin"]),
    (4, [13, 13, 14, 14], [2, 1, 1, 2], ["daifugo", "fugo", "hinmin", "daihinmin"]),
    (6, [9] * 6, [2, 1, 0, 0, 1, 2], ["daifugo", "fugo", "heimin", "heimin", "hinmin", "daihinmin"])])
def test_DF_33_ranks_cards_and_exchange(seats, cards, gifts, ranks):
    assert sorted(dealt(seats).cards[:seats]) == cards
    s = dealt(seats, ranks=range(1, seats + 1))
    assert [int(exchange.cards_owed(s, seat)) for seat in range(seats)] == gifts
    assert s.phase == Phase.EXCHANGE and int(exchange.choosing_seats(s)) == sum(1 << i for i in (0, 1) if gifts[i])
    assert [rank_name(seats, place) for place in range(1, seats + 1)] == ranks


@pytest.mark.parametrize("seats", [3, 6])
def test_DF_33_a_hand_to_its_end(seats):
    hands = ["4s", "5h", "6d", "7c", "9s", "10h"][:seats]
    s = table(*hands, jokers=0)
    for n, name in enumerate(hands[:-1]):
        do(s, f"play {name}")
        assert s.place[n] == n + 1
    assert s.phase == Phase.DEAL and list(s.rank[:seats]) == list(range(1, seats + 1))
    assert list(s.points[:seats]) == list(range(seats - 1, -1, -1))


def test_DF_33_sequences_of_any_suits_are_short_with_three_players():
    for seq_max in (0, 6):
        with pytest.raises(BadInput, match=f"has at most five: seq_max must be 3, 4 or 5, not {seq_max} [(]DF-33[)]"):
            GAME.check_options(3, {"seq_suit": "any", "seq_max": seq_max})
        for seats, options in ((4, {}), (3, {"seq_min": 0}), (3, {"seq_suit": "same"})):
            GAME.check_options(seats, {"seq_suit": "any", "seq_max": seq_max} | options)
    GAME.check_options(3, {"seq_suit": "any", "seq_max": 5})
    with pytest.raises(BadInput, match="payoff must be place with 6"):
        GAME.check_options(6, {"payoff": "uecda"})


def test_DF_33_tables_have_four_players_where_nobody_says():
    assert GAME.default_seats == 4 and plan_seats(["novice", "casual"]) == 4 and plan_seats(["novice"] * 6) == 6


def plan_seats(names):
    return len(plan_series(GAME, names, 1, None, None).bots)


def test_no_way_out_is_proved_by_listing_all_sequences_of_any_suits():
    """They are more than there is room for; compiled code would write past the end."""
    s = table("3s 4h 5d 6s 7h 9d", "10h", "Jd", "Qc", seq_suit="any", seq_max=0)
    s.cards[1:4] = 13
    play = WORDS.parse("play 3s 4h 5d 6s 7h")
    assert SURE.certain(s, 0, [play, *[0] * rules.MAX_ACTIONS], 1) < 0


# All of them together.

def test_the_rules_in_force_say_so():
    found = names(**ALL)
    assert found["counter_revolution"] == ("_seq", 0) and found["forbidden_last"] == ("", 15)
    assert {"eleven_back", "five_skip", "number_lock"} <= set(found)


@pytest.mark.parametrize(("seats", "seed"), [*product((3, 4, 6), range(2))])
def test_the_laws_hold_with_all_house_rules(seats, seed, monkeypatch):
    def all_on(game, random_):
        usual = {option.name: option.default_for(seats) for option in game.options}
        return seats, usual | ALL | {"number_lock": "on" if seed else "off", "match_length": 3,
                                     "pass_is_final": random_.choice(("on", "off"))}
    monkeypatch.setattr(laws, "random_options", all_on)
    laws.check_all_laws(GAME, RULES, seed, most=150, every=9)


@pytest.mark.parametrize("seed", range(3))
def test_simple_bots_finish_a_hand_with_all_house_rules(seed):
    s, chance = GAME.new_state(4, ALL | {"match_length": 1}, RULES), random.Random(seed)
    for _ in range(400):
        acting = int(RULES.to_act(s))
        if not acting:
            break
        seat = acting.bit_length() - 1
        if s.phase == Phase.DEAL:
            RULES.apply(s, seat, chance.getrandbits(62))
            continue
        action = bots.choose(seen_by(s, seat), seat, bots.LEVELS[seed % 2], seed)[0]
        assert not RULES.refusal(s, seat, action)
        RULES.apply(s, seat, action)
    assert s.phase == Phase.OVER
