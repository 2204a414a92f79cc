"""Labels, lines of the log, scenes and planned moves."""

import json

import pytest

from coprime.core.attr_view import to_object
from coprime.core.errors import BadInput, Refused
from coprime.core.seats import CHANCE, WATCHER
from coprime.games.prime_climb import screen
from coprime.testing.laws import RandomWalk, random_options

from .test_rules import GAME, KIND, NAMES, RULES, WORDS, Phase, Refusal, do, draw, landed, roll, rules, table


def test_every_label_parses_back():
    for action in range(rules.ACTIONS):
        try:
            again = WORDS.parse(WORDS.label(action))
        except (KeyError, ValueError, StopIteration):
            continue                                                    # no action at all
        assert WORDS.parse(WORDS.label(again)) == again


@pytest.mark.parametrize("text, label", [
    ("a+3", "a+3"), (" A × 3 ", "a*3"), ("b÷10", "b/10"), ("b−2", "b-2"), ("keeper a – 4", "keeper a-4"),
    ("Swap 1b 0a", "swap 0a 1b"), ("clear none", "clear none"), ("take 2 limit", "take 2 limit")])
def test_labels_as_people_write_them(text, label):
    assert WORDS.label(WORDS.parse(text)) == label


@pytest.mark.parametrize("text", ["", "c+3", "a+0", "a+11", "keeper a*3", "keeper a+10", "swap 0a 0a", "swap 0a 4a",
                                  "take 1 again", "limit 4", "a+3 b+4", "spend 0 a", "x" * 500, "a+٣"])
def test_what_is_no_label(text):
    with pytest.raises(BadInput, match="is not a move"):
        WORDS.parse(text)


def test_every_refusal_has_a_sentence():
    for reason in Refusal:
        if reason:
            sentence, rule = WORDS.explain_refusal(reason)
            assert sentence.endswith(".") and (not rule or rule.startswith("CL-"))


def told(s, *labels, watcher=0):
    """The log lines of some actions."""
    lines = []
    for text in labels:
        before, seat = s.copy(), int(s.turn)
        do(s, text)
        lines.append(WORDS.describe_event(before, seat, WORDS.parse(text), s, NAMES, watcher))
    return lines


def test_lines_of_moves():
    s = table("78 0", "42 0", dice=(2, 2))
    lines = told(s, "a+2", "a+2", "a+2", "a/2")
    assert lines[0].text == "You: 78 + 2 = 80."
    assert lines[3].text == "You: 84 ÷ 2 = 42. Heron’s pawn on 42 goes back to 0."
    s = table("64 99", "0 0", dice=(2, 3))
    assert told(s, "b+2", watcher=1)[0].text == "Ada: 99 + 2 = 101. One of Ada’s pawns is home."
    line = told(s, "a+3")[0]
    assert line == ("You: 64 + 3 = 67.", "prime", {
        "moves": [{"pawn": "0a", "from": 64, "to": 67, "home": False}], "primes": [67]})


def test_lines_of_a_win():
    s = table("99 home", "0 0", dice=(2, 3))
    line = told(s, "a+2", watcher=WATCHER)[0]
    assert line.text == "Ada: 99 + 2 = 101. Ada’s last pawn is home. Ada wins." and line.mark == "won"


def test_the_only_pawn_of_a_sprint_is_home():
    line = told(table("99", "0", dice=(2, 3), sprint="on"), "a+2")[0]
    assert line.text == "You: 99 + 2 = 101. Your pawn is home. You win."


def test_places_are_words():
    say = WORDS.SAY["event"]["placed"]
    assert [say[1].format(who="Cy", place=place) for place in (2, 3)] == ["Cy comes second.", "Cy comes third."]


def test_lines_of_chance():
    s = table("9 40", "0 0")
    before = s.copy()
    roll(s, 4, 2)
    assert WORDS.describe_event(before, CHANCE, 204, s, NAMES, 1).text == "Ada rolls 2 and 4."
    do(s, "a+4", "b+2")
    before = s.copy()
    draw(s, "reverse")
    line = WORDS.describe_event(before, CHANCE, KIND["reverse"], s, NAMES, 0)
    assert line.text == "You draw “Turn the digits”. Your pawn goes from 13 to 31."
    assert line.detail["card"]["kind"] == "reverse"
    s = GAME.new_state(2, {}, RULES)
    before = s.copy()
    roll(s, 4, 2)
    assert WORDS.describe_event(before, CHANCE, 204, s, NAMES, 1).text == "Ada rolls 2 and 4 for the start: 6."


def test_lines_of_cards():
    s = landed("send", 31, "60 64")
    assert told(s, "send 1a")[0].text == "Heron’s pawn goes from 60 to 64. Heron’s pawn on 64 goes back to 0."
    s = landed("steal", 31, keepers=["", "5"])
    assert told(s, "take 1 5", watcher=1)[0].text == "Ada takes the Keeper “± 5” from you."
    s = landed("swap", 31, "60 0")
    assert told(s, "swap 0a 1a")[0].text == (
        "You swap two pawns. Your pawn goes from 31 to 60. Heron’s pawn goes from 60 to 31.")


def choice(shown, label):
    return next(one for one in shown["choices"] if one["label"] == label)


def test_a_scene_offers_equations_with_what_they_bring():
    s = table("26 4", "78 51", "64 0", dice=(3, 9))
    shown = WORDS.scene(to_object(s), 0, NAMES)
    assert shown["ask"] == "Your turn. Use the 3 and the 9." and shown["turn"] == [0]
    assert choice(shown, "a+3") == {
        "kind": "use", "pawn": "0a", "number": 3, "op": "+", "from": 26, "target": 29, "tag": "+3", "ok": True,
        "why": "", "label": "a+3", "equation": "26 + 3 = 29", "effect": "a card"}
    assert choice(shown, "a*3")["effect"] == "bumps Heron"
    impossible = [one for one in shown["choices"] if not one["ok"] and one["pawn"] == "0a"]
    assert [(one["equation"], one["why"]) for one in impossible] == [
        ("26 ÷ 3", "not whole"), ("26 × 9", "over 101"), ("26 ÷ 9", "not whole")]
    assert shown["commit"] is None and shown["dice"] == [{"number": 3, "uses": 1, "left": 1},
                                                         {"number": 9, "uses": 1, "left": 1}]
    other = WORDS.scene(to_object(s), 1, NAMES)
    assert other["ask"] == "Ada is thinking." and other["choices"] == []
    assert other["seats"][1]["pawns"][0]["space"] == 78 and other["deck"] == 24


def test_a_scene_of_home_and_own_pawn():
    shown = WORDS.scene(table("99 95", "0 0", dice=(2, 4)), 0, NAMES)
    assert choice(shown, "a+2")["effect"] == "home"
    assert choice(shown, "b+4")["effect"].startswith("your other pawn")
    shown = WORDS.scene(table("99 home", "0 0", dice=(2, 4), route="climb"), 0, NAMES)
    assert choice(shown, "a+2")["effect"] == "wins"


def test_a_scene_of_a_card():
    shown = WORDS.scene(landed("send", 31, "60 64"), 0, NAMES)
    assert shown["ask"] == "Your turn. Choose a pawn." and shown["card"]["title"] == "To 64"
    assert choice(shown, "send 1a")["effect"] == "Heron 60 → 64, Heron 64 → 0"


def test_a_planned_turn_is_shown_before_it_ends():
    s = table("26 4", "78 51", dice=(3, 9))
    start = s.tobytes()
    shown = WORDS.preview(s, 0, ["a*3"], NAMES)
    assert shown["ask"] == "Your turn. Use the 9." and shown["pending"] == ["a*3"] and shown["commit"] is None
    assert shown["seats"][0]["pawns"][0]["space"] == 78
    shown = WORDS.preview(s, 0, ["b + 9", "a × 3"], NAMES)
    assert shown["commit"] == {"labels": ["b+9", "a*3"], "text": "End turn: bump Heron, draw a card"}
    assert shown["ask"] == "Your turn. End it, or take a move back." and shown["choices"] == []
    assert [pawn["space"] for pawn in shown["seats"][0]["pawns"]] == [78, 13]
    assert shown["seats"][1]["pawns"][0]["space"] == 78
    assert s.tobytes() == start


def test_a_planned_turn_with_a_keeper_left():
    s = table("26 4", "78 51", dice=(3, 9), keepers=["5"])
    shown = WORDS.preview(s, 0, ["a*3", "b*9"], NAMES)
    assert shown["commit"] == {"labels": ["a*3", "b*9", "done"], "text": "End turn: bump Heron"}
    assert shown["ask"] == "Your turn. Play a Keeper, or end it." and choice(shown, "keeper a+5")
    shown = WORDS.preview(s, 0, ["a*3", "b*9", "keeper b-5"], NAMES)
    assert shown["commit"]["text"] == "End turn: bump Heron, draw a card"
    do(s, *shown["commit"]["labels"])
    assert s.phase == Phase.DRAW


def test_a_planned_win():
    shown = WORDS.preview(table("97 home", "0 0", dice=(3, 9), keepers=["4"]), 0, ["keeper a+4"], NAMES)
    assert shown["commit"] == {"labels": ["keeper a+4"], "text": "Win"}
    assert shown["ask"] == "Your turn. You can win now."


def test_a_plan_in_double_time_ends_with_a_card():
    s = table("9 40", "14 0", dice=(2, 4), double_time="on")
    shown = WORDS.preview(s, 0, ["a+2"], NAMES)
    assert shown["commit"] == {"labels": ["a+2"], "text": "Move: draw a card"}
    with pytest.raises(Refused):
        WORDS.preview(s, 0, ["a+2", "b+4"], NAMES)


def test_a_plan_may_not_go_beyond_the_turn():
    s = table("26 4", "78 51", dice=(3, 9))
    with pytest.raises(Refused):
        WORDS.preview(s, 0, ["a*3", "b*9", "a+3"], NAMES)
    with pytest.raises(Refused, match="not your turn"):
        WORDS.preview(s, 1, ["a+3"], NAMES)


def test_quiet_actions_keep_the_turn():
    for seed in range(20):
        walk = RandomWalk(GAME, RULES, 3, {option.name: option.default_for(3) for option in GAME.options}, seed)
        for s in walk.walk_positions(150):
            seat = int(s.turn)
            if s.phase == Phase.MOVE:
                for action in walk.listed_actions(seat):
                    if RULES.is_undoable(s, seat, action):
                        after = s.copy()
                        RULES.apply(after, seat, action)
                        assert (after.phase, after.turn, after.stock) == (Phase.MOVE, seat, s.stock)
                        assert after.pawn.tolist()[:2 * seat] == s.pawn.tolist()[:2 * seat]


def test_scenes_and_lines_of_random_games():
    """Everything is JSON, the choices are the listed actions, and every line can be written."""
    for seed in range(12):
        random_ = __import__("random").Random(seed)
        seats, options = random_options(GAME, random_)
        walk = RandomWalk(GAME, RULES, seats, options, seed)
        for _ in range(80):
            if not walk.acting_seats():
                break
            before, actor = walk.state.copy(), walk.acting_seats()[0]
            for seat in (*range(seats), WATCHER):
                json.dumps(WORDS.scene(to_object(before), seat, NAMES))
            if actor != CHANCE:
                shown = WORDS.scene(to_object(before), actor, NAMES)
                offered = {one["label"] for one in shown["choices"] if one["ok"]}
                assert offered == {WORDS.label(action) for action in walk.listed_actions(actor)} - {"done"}
                assert bool(shown["commit"]) == ("done" in map(WORDS.label, walk.listed_actions(actor)))
            event = walk.play_event()
            line = WORDS.describe_event(to_object(before), event.seat, event.action, to_object(walk.state), NAMES, 0)
            json.dumps(line)


def test_a_hint_to_end_the_turn_is_a_sentence():
    s = do(table("20 50", "0 0", dice=(2, 3), keepers=["clear"]), "a+2", "a+3")
    *_, why, answer = GAME.hints.ladder(to_object(s), 0, NAMES)
    assert why.endswith("Your Keepers are worth more later.") and answer.startswith("End your turn.")


def test_a_hint_says_what_becomes_of_a_number_without_a_use():
    def answer(**options):
        start = "101 101" if options else "0 0"
        return GAME.hints.ladder(to_object(table("3 home", start, dice=(7, 8), limited=[0], **options)), 0, NAMES)[-1]

    assert answer().startswith("3 → 0, then ")
    assert answer(route="decline").startswith("The 7 is lost, then the 8 is lost.")


def test_a_hint_names_a_keeper():
    s = do(table("40 50", "41 0", dice=(2, 3), keepers=["clear"]), "b+2", "b+3")
    clear = WORDS.parse("clear 0a")
    assert GAME.hints.keeper_text(s, clear, NAMES) == "the Keeper “within 2” at 40"
    assert GAME.hints.action_text(s, 0, clear, NAMES, True) == "Play the Keeper “within 2” at 40"
    assert GAME.hints.action_text(s, 0, clear, NAMES) == "play the Keeper “within 2” at 40"


@pytest.mark.parametrize(("seats", "said"), [(1, "The turns ran out before you were home."),
                                             (2, "Everybody has had 40 turns.")])
def test_an_ending_that_nobody_won_says_that_the_turns_are_over(seats, said):
    s = table(*["0 0"] * seats)
    s.turn_limit = 40
    assert screen.ending_summary(s, 0, NAMES) == {"title": "The game is a draw.", "text": said, "winners": []}
