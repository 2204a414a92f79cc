"""The golden games: whole matches for the endings and for what is rare, each replayed with its result."""

from pathlib import Path

import pytest

from coprime.core.registry import find_game
from coprime.testing import golden

GAME = find_game("sosu_daifugo")
FOLDER = Path(__file__).parent / "golden"
FINCH, HERON, OTTER, NOBODY = 0, 1, 2, -1

# By file: who wins the last game, and a sentence that the log has.
SHOWN = {
    "burst": (HERON, "The cards go back. Finch holds 15 cards or more and loses. Heron wins the game."),    # SD-36
    "burst_of_three": (FINCH, "The cards go back. Otter holds 15 cards or more and loses."),
    "composite_finish": (HERON, "10 = 2 × 5. Right. Heron has no cards left."),                             # SD-27
    "cut_finish": (HERON, "Heron plays 57. 57 clears the table. Heron has no cards left."),
    "flow_deck": (HERON, "The cards of the table are shuffled into the deck."),                             # SD-33
    "flow_shuffled": (HERON, "The cards of the table are shuffled and go under the deck."),
    "joker_finish": (HERON, "Heron plays a joker alone, which beats everything. Heron has no"),
    "last_numbers": (FINCH, "Finch makes 1129 of all cards. Prime. Finch wins the game."),                  # SD-40
    "long_play": (HERON, "Heron plays 998777654QAJJ: 9 987 776 541 211 111. Prime. Heron has no cards left."),
    "places_all": (HERON, "Finch has no cards left. Heron wins the game."),                                 # SD-35
    "revolution_turned_back": (HERON, "Finch plays A729. The larger number wins again."),                   # SD-29
    "special_finish_off": (FINCH, "Finch plays 57. At this table nobody finishes by 57, 1729 or a joker alone."),
    "turn_finish": (HERON, "Revolution: now the smaller number wins. Heron has no cards left."),            # SD-46
    "void": (NOBODY, "All have passed 6 times in a row: the game is void."),                                # SD-37
    "won": (HERON, "Heron plays 7. Prime. Heron has no cards left. Heron wins the game."),
}


@pytest.mark.parametrize("name", SHOWN)
def test_a_golden_game_replays_to_its_result(name):
    path, (winner, sentence) = FOLDER / f"{name}.txt", SHOWN[name]
    match = golden.check_golden(path, GAME)
    lines = [line for *_, line in golden.read_events(path)]
    assert any(sentence in line for line in lines), lines
    if winner == NOBODY:
        assert any(line.endswith(sentence) for line in lines)
    else:
        assert match.over and match.state.winner == winner


def test_every_golden_game_is_looked_at():
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(SHOWN)


def test_SD_35_all_places_are_played_for():
    match = golden.check_golden(FOLDER / "places_all.txt", GAME)
    assert [int(place) for place in match.state.place[:4]] == [3, 1, 2, 0]


def test_SD_36_the_others_play_on_with_the_cards_of_a_hand_that_burst():
    match = golden.check_golden(FOLDER / "burst_of_three.txt", GAME)
    assert [int(place) for place in match.state.place[:3]] == [1, 0, -1] and match.state.cards[OTTER] == 0
    lines = [line for *_, line in golden.read_events(FOLDER / "burst_of_three.txt")]
    burst = next(i for i, line in enumerate(lines) if line.endswith("loses."))
    assert not any(line.startswith("Otter") for line in lines[burst + 1:]) and len(lines) > burst + 5


def test_SD_29_the_order_is_turned_twice_in_one_game():
    lines = [line for *_, line in golden.read_events(FOLDER / "revolution_turned_back.txt")]
    assert [lines.index(line) for line in lines if "A729" in line] == [1, 4]
    assert golden.check_golden(FOLDER / "revolution_turned_back.txt", GAME).state.revolution == 0


def test_SD_46_a_finish_that_fails_costs_cards_and_the_game_goes_on():
    events = golden.read_events(FOLDER / "special_finish_off.txt")
    at = next(i for i, (_, label, *_) in enumerate(events) if label == "play 57")
    assert events[at][3].endswith("The cards go back, and Finch draws 2.") and at < len(events) - 1
