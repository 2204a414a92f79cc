"""Sure wins that were missed: written by a review, made again from text, and judged by the rules."""

from itertools import permutations

import pytest

import coprime
from coprime.core.bits import bag_size
from coprime.core.errors import BadInput
from coprime.core.language_selection import use_language
from coprime.exercises import load_sure_win
from coprime.games.sosu_daifugo.planning.prime_search import is_prime
from coprime.games.sosu_daifugo.sure_win_serialization import MAX_PLAYS
from coprime.games.sosu_daifugo.tests.playing import LIMBS, put
from coprime.reviews.turn_finds import TurnFinder, find_turns
from coprime.testing.golden import play_by_bots

GAME = coprime.game("sosu_daifugo")
TRAINER, FINDS = GAME.trainer, GAME.finds
NAMES = [f"Player {seat}" for seat in range(6)]
MATCHES = [(2, {"games_to_win": 1, "clock": "none"}, 4), (2, {}, 9),
           (3, {"lone_joker": "top", "two_jokers": "strongest"}, 3), (3, {"flow": "shuffled", "max_play": 4}, 5),
           (2, {"start_revolution": "on", "special_finish": "off"}, 4)]
CUT = "hand=57A9 cards=4,11 turn=0 deck=20 win=57,A9"


def kept(seat=0, **given):
    """Return the position of a state that is put, with the first certain win that is found in it."""
    s = put(*given.pop("hands"), **given.pop("options", {}))
    for name, value in given.items():
        setattr(s, name, value)
    found = FINDS.find_plays(s, seat, [1], s, 1, 2_000)
    return TRAINER.write_position(s, seat, next(one for one in found.finds if one.is_win))


def attempt(text, *labels):
    return load_sure_win("sosu_daifugo", text).run_attempt((), labels)


@pytest.mark.parametrize("seats, options, seed", MATCHES)
def test_every_missed_win_of_a_match_can_be_kept_and_won(seats, options, seed):
    match, told = play_by_bots(GAME, seats, options, seed, "casual"), 0
    for seat in range(seats):
        own = TurnFinder(match, seat, NAMES, FINDS).find_turns()
        views = {step: view for turn in own for step, view in turn.starts}
        for turn in find_turns(match, seat, NAMES, 1.0, 1):
            assert (turn.position is not None) == bool(turn.missed)
            if turn.position is None:
                continue
            told += 1
            made, view = load_sure_win("sosu_daifugo", turn.position.text), views[turn.step]
            again = made.match.view(seat)
            for name in ("held", "cards", "count", "number", "revolution", "owner", "left", "turn", "joker_zero"):
                assert (again[name] == view[name]).all(), name
            assert len(turn.position.text) < 400 and made.seat == seat
            labels = [label for play in next(one for one in turn.finds if one.is_win).plays for label in play.labels]
            assert made.run_attempt((), labels).verdict == "right"
            assert made.remaining_answer(()) == labels
    assert told


def test_nothing_that_the_seat_did_not_see_is_kept():
    usual = {"show_factors": 1}
    one = kept(hands=["A9", "234"], options=usual)
    assert one == kept(hands=["A9", "789"], options=usual) and one.title == "A9" and one.text == (
        "hand=A9 cards=2,3 turn=0 deck=0 win=A9")
    with use_language("ja"):
        assert kept(hands=["A9", "234"], options=usual) == one


def test_a_name_says_the_position_and_not_the_way_to_win():
    one, other = kept(hands=["37", "2"]), kept(hands=["37", "8"])
    assert one.name == other.name != kept(hands=["37", "22"]).name and one.name.startswith("win-")


def test_what_is_to_be_beaten_is_kept():
    one = kept(hands=["XA9", "234"], count=1, laid=1, owner=1, number=LIMBS.limbs_from_int(13), area=put("2", "2").area)
    assert " number=13 owner=1 area=" in one.text
    made = load_sure_win("sosu_daifugo", one.text.replace("area=" + one.text.split("area=")[1][0], "area=K"))
    scene = made.run_attempt((), ()).scene
    assert scene["area"]["number"] == "13" and scene["area"]["cards"] == ["K"] and scene["wanted"]["count"] == 1


def test_a_win_is_played_one_play_after_another():
    led = attempt(CUT, "play 57")
    assert led.verdict == "asked" and led.text.ask == "You lead again. Leave no card."
    assert attempt(CUT, "play 57", "play A9").verdict == "right"
    assert attempt(CUT, "add 5", "play 7", "add A", "play 9").verdict == "right"
    assert attempt(CUT, "add 5", "clear", "play 57").verdict == "asked"


def test_all_cards_at_once_win_as_well():
    for order in permutations("57A9"):
        number = int("".join(order).replace("A", "1"))
        assert attempt(CUT, f"play {''.join(order)}").verdict == ("right" if is_prime(number) else "wrong")


def test_another_way_than_the_one_that_was_kept_is_right_too():
    """With 57A9 and a joker the joker leads, or 57."""
    text = "hand=57A9X cards=5,11 turn=0 deck=20 win=57,A9X|X=3"
    assert attempt(text, "play 57", "play A9X|X=3").verdict == "right"
    led = attempt(text, "play X")
    assert led.verdict == "asked" and led.remaining_labels
    made = load_sure_win("sosu_daifugo", text)
    assert made.run_attempt(("play X",), made.remaining_answer(("play X",))).verdict == "right"


@pytest.mark.parametrize("label, verdict, part", [
    ("play 5", "wrong", "no sure win"), ("play 9", "wrong", "9"), ("draw", "wrong", "enough"),
    ("pass", "wrong", "enough"), ("play 2", "refused", ""), ("fly", "refused", ""), ("play 30", "refused", "")])
def test_what_does_not_win_is_told_and_changes_nothing(label, verdict, part):
    found = attempt(CUT, label)
    assert found.verdict == verdict and part in found.text.ask
    assert found.match.state.tobytes() == load_sure_win("sosu_daifugo", CUT).match.state.tobytes()


def test_to_lead_again_without_a_win_is_not_enough():
    """857 is prime; after 57 the 8 is left, which is none."""
    assert attempt(CUT, "play 57", "play 9").verdict == "wrong"
    text = "hand=578 cards=3,11 turn=0 deck=20 win=857"
    assert attempt(text, "play 857").verdict == "right"
    led = attempt(text, "play 57")
    assert led.verdict == "wrong" and "to no sure win" in led.text.ask


def test_a_joker_on_top_lets_everybody_pass():
    text = "hand=XA9 cards=3,4,5 turn=0 deck=20 number=13 owner=2 area=K lone_joker=top win=X,A9"
    found = attempt(text, "play X", "play A9")
    assert found.verdict == "right" and sum(" pass" in line["text"] for line in found.lines) == 2


def test_hints_lead_to_the_win_that_was_kept():
    made = load_sure_win("sosu_daifugo", CUT)
    assert "57" in str(made.hint_ladder(())[-1]) and str(made.hint_ladder(("play 57",))[-1]).startswith("Play A9")


@pytest.mark.parametrize("text", [
    "", "hand", "hand=", "x" * 5000, CUT.replace("cards=4,11", "cards=5,11"), CUT.replace("4,11", "4"),
    CUT.replace("4,11", "4," + "11," * 6 + "1"), CUT.replace("turn=0", "turn=2"), CUT.replace("turn=0", "turn=-1"),
    CUT.replace("hand=57A9", "hand=57A?"), CUT.replace("hand=57A9", "hand=55555"), CUT.replace("deck=20", "deck=99"),
    CUT.replace("deck=20", "deck=x"), CUT.replace("win=57,A9", "win="), CUT.replace("win=57,A9", "win=5,A9"),
    CUT.replace("win=57,A9", "win=57"), CUT.replace("win=57,A9", "win=57,9A"), CUT.replace("win=57,A9", "win=57,A9,A9"),
    CUT.replace("win=57,A9", "win=" + ",".join(["57"] * 9)), CUT.replace(" win=57,A9", ""), CUT + " hand2=3",
    CUT + " jokers=9", CUT + " clock=move", CUT + " number=13", CUT + " number=13 area=K owner=0",
    CUT + " number=13 area=K owner=7", CUT + " number=x area=K owner=1", CUT + f" number={'9' * 300} area=K owner=1",
    CUT + " smaller=2", CUT.replace("deck=20", "deck=٣"), CUT.replace(" ", "\n")])
def test_what_was_not_written_by_a_review_is_refused_with_a_sentence(text):
    with pytest.raises(BadInput) as refused:
        load_sure_win("sosu_daifugo", text)
    assert str(refused.value).endswith(".")


def test_a_game_without_kept_positions_says_so():
    with pytest.raises(BadInput, match="no trainer that keeps"):
        load_sure_win("prime_climb", CUT)


def test_the_world_of_a_position_has_all_its_cards():
    state = load_sure_win("sosu_daifugo", CUT).match.state
    assert [bag_size(int(state["held"][seat])) for seat in (0, 1)] == [4, 11] and int(state["left"]) == 20
    assert min(state["deck"][:20]) >= 0


def test_a_win_has_at_most_so_many_plays():
    longest = CUT.replace("win=57,A9", "win=" + ",".join(["5"] * MAX_PLAYS))
    assert len(TRAINER.read_position(longest).plays) == MAX_PLAYS
    with pytest.raises(BadInput):
        TRAINER.read_position(f"{longest},5")
