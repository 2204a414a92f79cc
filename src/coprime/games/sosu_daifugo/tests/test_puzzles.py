"""The puzzles of the package, looked at without the search that found them."""

from coprime.exercises import load_puzzle
from coprime.exercises.puzzle_bank import puzzle_lines
from coprime.games.sosu_daifugo.game import GAME
from coprime.games.sosu_daifugo.labels import signs_of
from coprime.games.sosu_daifugo.planning.card_orders import counts_of_bag, remove_play
from coprime.games.sosu_daifugo.planning.short_primes import list_prime_plays_of_hand

CUT = (5, 7)                # 57


def can_go_out(rest):
    """Tell whether all of some cards make a prime of up to four, or 57."""
    n = sum(rest)
    cut = n == 2 and all(rest[kind] for kind in CUT)
    return n <= 4 and (cut or bool(list_prime_plays_of_hand(rest, n)))


def sort_plays(match, seat):
    """Return the listed plays after which no card is left, and those after which the rest can go out at once."""
    hand, wins, plans = counts_of_bag(int(match.state.held[seat])), [], []
    for action in match.sound_actions(seat):
        label = GAME.words.label(action)
        if label.startswith("play "):
            rest = remove_play(hand, signs_of(action))
            if not any(rest):
                wins.append(label)
            elif can_go_out(rest):
                plans.append(label)
    return wins, plans


def test_an_answer_is_the_only_play_that_wins_or_prepares_to():
    lines = puzzle_lines(GAME.name)
    sorts = {"wins": 0, "plans": 0}
    for number in range(0, len(lines), 2):
        match, line = load_puzzle(GAME.name, number).match, lines[number]
        wins, plans = sort_plays(match, line["seat"])
        sorts["wins" if wins else "plans"] += 1
        assert wins == [line["answer"]] or (not wins and line["answer"] in plans), number
    assert min(sorts.values()) > 10


def test_no_hand_is_asked_for_the_same_answer_twice():
    seen = set()
    for number, line in enumerate(puzzle_lines(GAME.name)):
        hand = int(load_puzzle(GAME.name, number).match.state.held[line["seat"]])
        assert (hand, line["answer"]) not in seen, number
        seen.add((hand, line["answer"]))


def test_only_listed_plays_are_sound_where_puzzles_are():
    """So nothing as good can have been left out: no composites, four cards at most, and no jokers to be valued."""
    for line in puzzle_lines(GAME.name):
        assert line["options"] == GAME.puzzle_options
