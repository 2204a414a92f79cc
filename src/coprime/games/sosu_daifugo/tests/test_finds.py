"""What a review says could have been played: legal from the seat's own view, and true by a second computation."""

import re
from functools import reduce

import pytest
from flint import fmpz

import coprime
from coprime.core.attr_view import to_object
from coprime.core.finds import CARD, MAX_FINDS, SIGN, WILD, Stake
from coprime.core.match import Match, copy_state
from coprime.core.seats import CHANCE
from coprime.games.sosu_daifugo.tests.playing import LIMBS, RULES, Verb, actions, put
from coprime.reviews import turn_finds
from coprime.reviews.turn_finds import PlayedTurn, TurnFinder, find_last_missed_win, find_turns, review_turn
from coprime.testing.golden import play_by_bots

GAME = coprime.game("sosu_daifugo")
FINDS = GAME.finds
WORK = 1_500
MOST_TURNS = 40             # of a match and a seat
CARDS = ["A", *map(str, range(2, 11)), "J", "Q", "K", "X"]
NAMES = [f"Player {seat}" for seat in range(6)]
MATCHES = [("casual", 2, {}, 1), ("casual", 3, {"max_play": 4, "lone_joker": "top", "games_to_win": 1}, 2),
           ("strong", 2, {"burst": 20}, 3),
           ("casual", 2, {"start_revolution": "on", "special_finish": "off", "joker_zero": "off"}, 4),
           ("casual", 4, {"places": "all", "composites": "off", "jokers": 1}, 5),
           ("casual", 2, {"two_jokers": "strongest", "hand": 5, "flow": "deck"}, 6),
           ("casual", 2, {"game_limit": 1, "clock": "none"}, 7)]


def bare(seat=0, work=WORK, did="%", seed=1, after=None, **given):
    """What is found for a seat of a position, where it then passed, or left the position `after`."""
    s = put(*given.pop("hands"), **given.pop("options", {}))
    for name, value in given.items():
        setattr(s, name, value)
    if after is None:
        after = s.copy()
        for action in actions(did):
            RULES.apply(after, seat, action)
    return FINDS.find_plays(s, seat, actions(did), after, seed, work)


def titles(found):
    return [one.title for one in found.finds]


# By hand.

def test_57_and_then_a_prime_wins_as_all_cards_at_once_do():
    found = bare(hands=["A4556677889JJ"[:8] + "9J", "A23"])
    assert titles(found)[:2] == ["57 first, then the other 8", "All 10 cards at once"] and found.is_complete
    assert found.situation == "You had the lead and 10 cards."
    assert [one.note for one in found.finds[:2]] == ["Wins now.", "Prime. Wins now."]
    assert all(one.is_win for one in found.finds[:2])


def test_a_composite_takes_many_cards_and_what_stays_is_named():
    """KK = A3 x TX, or 13 x 101 (SD-24), beats QJ; 8 and 2 stay."""
    found = bare(hands=["KKA3TA82", "A23"], count=2, owner=1, number=LIMBS.limbs_from_int(1213), laid=2)
    many = found.finds[-1]
    assert many.title == "A composite of 6 cards" and many.note == "2 and 8 stay." and not many.is_win
    assert many.plays[0].figure == "1313 = 13 × 101" and found.situation.startswith("You had 8 cards. To beat: 1213, 2")


def test_who_did_what_is_best_is_told_nothing():
    assert bare(hands=["7", "23"], did="7") .finds == ()
    assert bare(hands=["57A9", "23"], did="57").finds == ()


def test_a_joker_first_then_the_rest():
    found = bare(hands=["XA9", "234"], count=1, owner=1, number=LIMBS.limbs_from_int(13), laid=1)
    assert "The joker first, then the other 2" in titles(found)
    found = bare(hands=["XA9", "234"], count=1, owner=1, number=LIMBS.limbs_from_int(13), laid=1,
                 options={"lone_joker": 2})
    assert not found.finds


def test_two_plays_that_may_be_beaten_are_both_named():
    """JQJ beats 293, then 9371 leads with four cards, the most, and 7 is left."""
    found = bare(hands=["JJQ9377A", "234"], count=3, owner=1, number=LIMBS.limbs_from_int(293), laid=3,
                 options={"max_play": 4})
    plan = next(one for one in found.finds if len(one.plays) == 3)
    first, second, last = (play.figure for play in plan.plays)
    assert plan.title == f"{first} and {second} first, then the other card" and not plan.is_win and last == "7"
    assert plan.note == f"Wins if nobody beats {first}, and then nobody beats {second}."


def test_a_cut_after_a_play_that_may_be_beaten_is_no_risk():
    """JJQ above 111111, then 57, then 3: 5, 7 and 3 together are no prime in any order."""
    found = bare(hands=["JJQ573", "234"], count=3, owner=1, number=LIMBS.limbs_from_int(111111), laid=3,
                 options={"composites": 1})
    plan = found.finds[0]
    assert [play.figure for play in plan.plays] == ["111 211", "57", "3"] and not plan.is_win
    assert plan.title == "111 211 and 57 first, then the other card" and plan.note == "Wins if nobody beats 111 211."


def test_nothing_beats_a_joker_on_top():
    number = LIMBS.limbs_from_int(0)
    number[0] = -1
    found = bare(hands=["XA9", "234"], count=1, owner=1, number=number, laid=1, options={"lone_joker": 1})
    assert not found.finds and found.is_complete and "nothing beats the joker" in found.situation


@pytest.mark.parametrize("letters, complete", [("2468", True), ("24688T", False), ("22446688TTQQ", False)])
def test_a_search_that_ended_says_so(letters, complete):
    found = bare(hands=[letters, "A23"], options={"composites": 1})
    assert found.is_complete == complete and not any(one.is_win for one in found.finds)


def test_a_last_number_takes_all_cards():
    found = bare(hands=["A37", "24"], phase=RULES.Phase.LAST)
    assert titles(found) == ["All 3 cards at once"] and not found.finds[0].is_win
    assert found.finds[0].plays[0].figure in ("137", "173", "317")


def test_somebody_has_gone_out_before():
    s = put("A37", "24", "24", places=1)
    s.place[1] = 1
    after = s.copy()
    RULES.apply(after, 0, Verb.PASS)
    assert FINDS.find_plays(s, 0, [Verb.PASS], after, 1, WORK).finds[0].note == "Prime. Goes out now."


def test_the_same_again():
    given = {"hands": ["A2344568TJQ", "A23"]}
    assert bare(**given) == bare(**given) and bare(**given, seed=2).situation == bare(**given).situation


# Whole matches of bots: every find is made by the rules, and what is said is computed another way.

def played_turns(level, seats, options, seed):
    match = play_by_bots(GAME, seats, options, seed, level)
    for seat in range(min(seats, 2)):
        yield seat, TurnFinder(match, seat, NAMES, FINDS).find_turns()


@pytest.mark.parametrize("level, seats, options, seed", MATCHES)
def test_every_find_could_have_been_played_and_is_told_truly(level, seats, options, seed):
    told = 0
    for seat, own in played_turns(level, seats, options, seed):
        assert own
        for turn in own[:MOST_TURNS]:
            found = review_turn(FINDS, turn, seat, seed, WORK)
            view = next(view for step, view in turn.starts if step == found.step)
            assert len(found.finds) <= MAX_FINDS
            assert sorted(piece.figure for piece in found.hand) == sorted(cards_of(view, seat))
            for one in found.finds:
                check_find(one, view, seat)
                told += 1
    assert told or options.get("game_limit")


def check_find(find, view, seat):
    """Play a find in three worlds that the view allows, where the others pass, and compare what is said."""
    for world_seed in (1, 2, 3):
        state = copy_state(view)
        GAME.pure_rules.imagine(state, seat, world_seed)
        rules, held, out = GAME.pure_rules, sorted(cards_of(view, seat)), False
        for play in find.plays:
            assert int(state["turn"]) == seat
            for label in play.labels:
                action = GAME.words.parse(label)
                assert not rules.refusal(state, seat, action), (find, label)
                assert not rules.violation(state, seat, action), (find, label)
                rules.apply(state, seat, action)
            for piece in play.pieces:
                if piece.kind != SIGN:
                    held.remove(piece.figure)
            check_number(play)
            out = not held
            if not out:
                others_pass(rules, state, seat, must_lead=find.is_win)
        names_stay(find, held)
        says_win = find.note.endswith(("now.", "beats it.")) or " if nobody beats " in find.note
        assert says_win == out or "counts" in find.note
        assert find.is_win == (out and find.note.endswith("now."))


def others_pass(rules, state, seat, must_lead):
    """Let the others pass until the seat leads; with a certain win the first of them that could play cannot."""
    while True:
        other = int(state["turn"])
        if int(rules.to_act(state)) == 1 << CHANCE:
            rules.apply(state, CHANCE, 1)
            continue
        if other == seat:
            assert int(state["count"]) == 0
            return
        assert not must_lead or state["number"][0] == -1, "somebody may come between"
        rules.apply(state, other, Verb.PASS)


def check_number(play):
    """Compute the number from what the cards stand for, and its factors or that it is prime, with FLINT."""
    sides = [""]
    for piece in play.pieces:
        if piece.figure == "=":
            sides.append("")
        elif piece.kind == SIGN:
            sides[-1] += {"×": "*", "^": "^"}[piece.figure]
        else:
            assert piece.kind in (CARD, WILD) and (piece.kind == CARD) != (piece.figure == "X")
            assert piece.value == str(CARDS.index(piece.figure) + 1) or piece.kind == WILD
            sides[-1] += piece.value
    digits = play.figure.replace(" ", "").replace("\u202f", "").replace("×", "*")
    if not digits:
        assert set(sides) == {""}
        return
    assert digits == "=".join(sides)
    number = fmpz(sides[0])
    if len(sides) == 1:
        assert number.is_prime() or number in (57, 1729)
        return
    product, parts = fmpz(1), sides[1].split("*")
    for part in parts:
        base, *tower = map(int, part.split("^"))
        assert fmpz(base).is_prime()
        product *= fmpz(base) ** reduce(lambda high, low: low ** high, reversed(tower), 1)
    assert product == number and not number.is_prime()


def names_stay(find, held):
    """What is said to stay is what is left."""
    if " stay" in find.note:
        said = re.sub(r" stays?\.$", "", find.note).replace(" and ", ", ").split(", ")
        assert sorted(said) == sorted(held) or said == [f"{len(held)} cards"]


def cards_of(view, seat):
    view = to_object(view)
    return [CARDS[kind - 1] for kind in range(14) for _ in range(int(view.held[seat]) >> 3 * kind & 7)]


def test_what_others_hold_does_not_matter():
    """The finds of a turn are the same in every world that the view allows."""
    match = play_by_bots(GAME, 2, {}, 8, "casual")
    for turn in TurnFinder(match, 0, NAMES, FINDS).find_turns()[:6]:
        one = review_turn(FINDS, turn, 0, 1, WORK)
        views = []
        for seed in (1, 2):
            world = copy_state(turn.starts[0][1])
            GAME.pure_rules.imagine(world, 0, seed)
            GAME.pure_rules.redact(world, 0)
            views.append(world.tobytes())
        assert views[0] == views[1] == turn.starts[0][1].tobytes()
        assert one == review_turn(FINDS, turn, 0, 1, WORK)


def test_a_drawn_card_does_not_hide_the_win_before_it():
    """Seat 0 leads with A9, which is 19, draws 8 and passes: the position before the draw is told."""
    views = [put("A9", "234", deck="82")]
    for action in (Verb.DRAW, Verb.PASS):
        views.append(views[-1].copy())
        RULES.apply(views[-1], 0, action)
    turn = PlayedTurn(1, 1, [(5, views[0]), (6, views[1])], [(5, Verb.DRAW), (6, Verb.PASS)], ["..."], False, views[2])
    told = review_turn(FINDS, turn, 0, 1, WORK)
    assert told.step == 5 and told.finds[0].is_win and told.finds[0].plays[0].labels == ("play A9",)


def test_turns_are_counted_by_game():
    match = play_by_bots(GAME, 2, {}, 9, "casual")
    told = find_turns(match, 0, NAMES, 1.0, 1)
    counted = [(turn.game, turn.number) for turn in told]
    assert counted == [(game, n + 1) for game in sorted({game for game, _ in counted})
                       for n in range(sum(one == game for one, _ in counted))]
    assert counted[-1][0] == int(match.state["game"]) > 1
    assert [turn.step for turn in told] == sorted({turn.step for turn in told})
    assert told == find_turns(match, 0, NAMES, 1.0, 1)


def play_win(match, turn, seat):
    """Play the certain win of a turn on the true position, where the others pass, and return what comes of it."""
    rules, again = GAME.pure_rules, Match(GAME, match.seats, match.options, GAME.pure_rules)
    for event in match.events[:turn.step]:
        again.act(event.seat, event.action)
    state = again.state
    won = next(one for one in turn.finds if one.is_win)
    for label in (label for play in won.plays for label in play.labels):
        while CHANCE in again.to_act() or int(state["turn"]) != seat:
            again.act(*((CHANCE, 1) if CHANCE in again.to_act() else (int(state["turn"]), Verb.PASS)))
        assert not rules.violation(state, seat, GAME.words.parse(label))
        again.act(seat, GAME.words.parse(label))
    return again


@pytest.mark.parametrize("options, seed", [
    ({"games_to_win": 1, "clock": "none"}, 4), ({}, 9), ({}, 1), ({"games": 2, "clock": "none"}, 3),
    ({"games": 3, "hand": 5}, 6), ({"games_to_win": 3, "hand": 5}, 2)])
def test_a_missed_win_would_have_won_what_was_lost(options, seed):
    """Who says that a turn decided the match has the match won when the find is played instead."""
    match = play_by_bots(GAME, 2, options, seed, "casual")
    wins, told = [int(won) for won in match.state["wins"][:2]], 0
    for seat in (0, 1):
        own = find_turns(match, seat, NAMES, 1.0, 1)
        for turn in own:
            assert not turn.missed or any(one.is_win for one in turn.finds)
            if turn.missed:
                told += 1
                again = play_win(match, turn, seat)
                assert int(again.state["winner"]) == seat
                if turn.missed == Stake.MATCH:
                    assert again.over and wins[seat] <= wins[1 - seat], "the match was lost, or nobody won it"
                    assert again.state["wins"][seat] > again.state["wins"][1 - seat]
        last = find_last_missed_win(own)
        assert last is None or not any(turn.missed for turn in own[last + 1:])
    assert told


def ended(winner, wins, **options):
    """A view when a game is over, and one of a turn in it."""
    view = put("A9", "23", **options)
    end = view.copy()
    end.winner, end.phase = winner, RULES.Phase.DEAL
    end.wins[:len(wins)] = wins
    over = options.get("games") == sum(wins) if options.get("games") else max(wins) == view.games_to_win
    end.phase = RULES.Phase.OVER if over else RULES.Phase.DEAL
    return view, end


@pytest.mark.parametrize("winner, wins, options, stake", [
    (1, (0, 1), {}, "game"), (1, (1, 2), {}, "match"), (1, (0, 2), {}, "game"), (0, (2, 1), {}, ""),
    (-1, (1, 1), {}, ""), (1, (0, 1), {"games_to_win": 1}, "match"),
    (1, (1, 2), {"games": 3}, "match"), (1, (1, 1), {"games": 2}, "match"), (1, (0, 2), {"games": 2}, "game"),
    (1, (2, 1), {"games": 3}, "game")])
def test_what_was_lost_is_the_match_only_if_that_game_would_have_won_it(winner, wins, options, stake):
    view, end = ended(winner, wins, **options)
    assert FINDS.lost_stake(view, 0, end) == stake


def test_to_go_out_after_somebody_else_is_no_win():
    view, end = ended(1, (0, 1), games_to_win=1)
    view.place[1] = 1
    assert FINDS.lost_stake(view, 0, end) == Stake.NONE


def test_of_a_long_match_the_last_turns_are_told(monkeypatch):
    match = play_by_bots(GAME, 2, {}, 9, "casual")
    every = find_turns(match, 0, NAMES, 0.5, 1)
    monkeypatch.setattr(turn_finds, "MAX_TURNS", 5)
    assert [turn.step for turn in find_turns(match, 0, NAMES, 0.5, 1)] == [turn.step for turn in every[-5:]]


def test_a_game_without_finds_has_no_turns():
    game = coprime.game("prime_daifugo")
    assert game.finds is None and find_turns(play_by_bots(game, 3, {}, 1, "casual"), 0, NAMES, 1.0, 1) == []
