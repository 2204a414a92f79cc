"""How a puzzle is told from a position, with costs and bots that say what the test wants; nothing is searched."""

import json
import random
from types import SimpleNamespace

import pytest

import coprime
from coprime.core.match import Match
from coprime.core.record import GameRecorder, load_record, replay_record
from coprime.puzzles import puzzle_search
from coprime.puzzles.puzzle_search import PuzzleJob, PuzzleMaker, PuzzleSearch, find_puzzles, is_clearly_worse
from coprime.reviews.decision_cost import Cost
from coprime.reviews.review import TimeBudget

GAME = coprime.game("prime_daifugo")
CLEAR = Cost(1.0, 0.01, 1.0)


@pytest.fixture
def look(monkeypatch):
    """A position with several actions; `costs` are those of all other choices, and `asked` what was compared."""
    match, luck = Match(GAME, 2, {}, GAME.pure_rules), random.Random(4)
    while len(match.sound_actions(match.to_act()[0]) if match.to_act()[0] < 2 else ()) < 4:
        match.settle(luck.getrandbits)
        seat = match.to_act()[0]
        if len(match.sound_actions(seat)) < 4:
            match.act(seat, match.sound_actions(seat)[0])
    found = PuzzleSearch(match, match.to_act()[0], ["A", "B"], 7)
    found.asked, found.costs = [], {}

    def compare(answer, other, worlds, round_):
        found.asked.append((other, worlds, round_))
        return found.costs.get((other, round_), found.costs.get(other, CLEAR))
    monkeypatch.setattr(found, "compare_choices", compare)
    return found


def others(look, answer):
    return [action for action in look.sound_actions if action != answer]


@pytest.mark.parametrize(("cost", "worse"), [
    (CLEAR, True), (Cost(0.2, 0.01, 1.0), True), (Cost(0.19, 0.01, 1.0), False),
    (Cost(1.0, 0.4, 1.0), False),                                   # not certain
    (Cost(1.0, 0.01, 1.0, 0.5, 0.65), True), (Cost(1.0, 0.01, 1.0, 0.5, 0.64), False),
    (Cost(1.0, 0.01, 1.0, 0.5, 0.5), True),                         # as many games, more points
])
def test_a_choice_is_clearly_worse_by_a_share_of_the_results_and_of_the_games(cost, worse):
    assert is_clearly_worse(cost) is worse


def test_the_lead_is_that_before_the_next_best_in_most_worlds(look):
    answer = look.sound_actions[0]
    rest = others(look, answer)
    look.costs = {action: Cost(3.0 - i / 1000, 0.01, 1.0) for i, action in enumerate(rest)}
    nearest = rest[:-4:-1]
    look.costs |= {(nearest[1], 2): Cost(0.7, 0.01, 1.0)}
    assert look.answer_lead(answer) == 0.7
    expected = [(other, worlds, round_) for round_, worlds in enumerate(puzzle_search.WORLDS) for other in rest]
    assert look.asked == expected + [(other, puzzle_search.FINAL_WORLDS, 2) for other in nearest]


def test_another_choice_that_is_as_good_ends_the_search_at_once(look):
    answer = look.sound_actions[0]
    rest = others(look, answer)
    look.costs = {rest[1]: Cost(0.0, 0.0, 1.0)}
    assert look.answer_lead(answer) is None
    assert look.asked == [(rest[0], puzzle_search.WORLDS[0], 0), (rest[1], puzzle_search.WORLDS[0], 0)]


def test_a_near_choice_that_is_not_clearly_worse_leaves_no_puzzle(look):
    answer = look.sound_actions[0]
    look.costs = {(others(look, answer)[0], 2): Cost(0.1, 0.01, 1.0)}
    assert look.answer_lead(answer) is None


def answers_of(look, monkeypatch, hinted, bot):
    look.__dict__["hinted_action"] = hinted
    monkeypatch.setattr(look, "bot_answers", lambda level, times: [bot] if (level, times) == ("strong:1000", 1) else [])
    return list(look.candidate_answers())


def test_the_hints_answer_is_tried_before_that_of_the_best_bot(look, monkeypatch):
    one, other = look.sound_actions[:2]
    assert answers_of(look, monkeypatch, one, other) == [one, other]
    assert answers_of(look, monkeypatch, one, one) == [one]
    assert answers_of(look, monkeypatch, None, other) == [other]
    assert answers_of(look, monkeypatch, -5, None) == []


def test_bots_are_asked_with_other_seeds_and_one_that_thinks_only_once(look, monkeypatch):
    asked = []

    def player(game, level):
        return lambda view, seat, seed: asked.append((level, seat, seed)) or (5, 0)
    monkeypatch.setattr(puzzle_search, "make_player", player)
    assert look.bot_levels() == [*GAME.bots.LEVELS, "strong:1000"]
    assert look.bot_answers("casual") == [5, 5, 5] and look.bot_answers("strong:1000") == [5]
    assert asked == [("casual", look.seat, 7), ("casual", look.seat, 8), ("casual", look.seat, 9),
                     ("strong:1000", look.seat, 7)]


def made(look, monkeypatch, answer, right=()):
    """The puzzle of a position in which levels answer right as often as they are named."""
    wrong = others(look, answer)[0]
    monkeypatch.setattr(look, "candidate_answers", lambda: iter([answer]))
    monkeypatch.setattr(look, "bot_answers", lambda level: [answer] * right.count(level) +
                                                           [wrong] * (3 - right.count(level)))
    recorder = GameRecorder(Match(GAME, 2, {}, GAME.pure_rules), ["A", "B"])
    for event in look.match.events:
        recorder.act(*event)
    return look.make_puzzle(recorder.record)


def test_a_puzzle_says_who_fails_and_its_record_ends_before_the_answer(look, monkeypatch):
    answer = look.sound_actions[0]
    look.__dict__["hinted_action"] = answer
    puzzle = made(look, monkeypatch, answer, ["casual", "casual", "strong:1000"])
    failed = [level for level in look.bot_levels() if level != "casual"]
    assert puzzle.failed == tuple(level.partition(":")[0] for level in failed) and puzzle.grade == len(failed)
    assert (puzzle.seat, puzzle.step, puzzle.lead) == (look.seat, len(look.match.events), 1.0)
    assert puzzle.answer == GAME.words.label(answer) and puzzle.reason == tuple(map(str, look.hint_steps)) != ()
    at = replay_record(load_record(puzzle.record), GAME.pure_rules)
    assert at.view(look.seat).tobytes() == look.view.tobytes() and puzzle.kind == look.kind_of(answer)
    assert json.loads(puzzle.to_json_line())["lead"] == 1.0
    kept = json.loads(puzzle.to_bank_line())
    assert kept["options"] == {} and kept["answer"] == puzzle.answer and kept["seats"] == 2


def test_hints_that_lead_elsewhere_are_no_reason(look, monkeypatch):
    answer = look.sound_actions[0]
    look.__dict__["hinted_action"] = look.sound_actions[1]
    assert made(look, monkeypatch, answer).reason == ()


def test_where_there_is_no_choice_or_no_kind_there_is_no_puzzle(look, monkeypatch):
    answer, listed = look.sound_actions[0], look.sound_actions
    monkeypatch.setattr(look, "kind_of", lambda action: "")
    assert made(look, monkeypatch, answer) is None
    monkeypatch.setattr(look, "kind_of", lambda action: "a kind")
    look.sound_actions = listed[:2]
    assert made(look, monkeypatch, answer).kind == "a kind"
    look.sound_actions = listed[:1]
    monkeypatch.setattr(look, "candidate_answers", lambda: pytest.fail("there is nothing to choose from"))
    assert look.make_puzzle(SimpleNamespace()) is None


def test_the_hinted_action_is_that_of_the_last_hint_that_names_one(look):
    def hint(*actions):
        return SimpleNamespace(actions=actions)
    look.__dict__["hint_steps"] = [hint(3), hint(), hint(5, 6), hint()]
    assert look.hinted_action == 5


def test_a_match_has_at_most_two_puzzles_and_none_when_its_time_is_over(monkeypatch):
    seen = []

    class Found:
        def __init__(self, match, seat, names, seed):
            seen.append((seat, seed, len(match.events)))

        def make_puzzle(self, record):
            return "a puzzle"
    monkeypatch.setattr(puzzle_search, "PuzzleSearch", Found)
    maker = PuzzleMaker(GAME, random.Random(1), TimeBudget(None))
    assert maker.names == ["1", "2"] and maker.match.options == GAME.check_options(2, GAME.puzzle_options)
    assert list(maker.iterate_puzzles()) == ["a puzzle"] * puzzle_search.PER_MATCH
    assert len(seen) == 2 and all(seed == maker.seed + events for _, seed, events in seen)
    assert list(PuzzleMaker(GAME, random.Random(1), TimeBudget(0)).iterate_puzzles()) == []


def test_a_job_gives_the_same_match_for_its_number_and_none_when_its_time_is_over(monkeypatch):
    lucks = []

    class Maker:
        def __init__(self, game, rng, time_budget):
            lucks.append(rng.random())

        def iterate_puzzles(self):
            return iter([1])
    monkeypatch.setattr(puzzle_search, "PuzzleMaker", Maker)
    job = PuzzleJob(GAME.name, 3)
    job.begin()
    assert [job.do(5), job.do(6), job.do(5)] == [[1]] * 3 and lucks[0] == lucks[2] != lucks[1]
    late = PuzzleJob(GAME.name, 3, 0.0)
    late.begin()
    assert late.do(5) is None and len(lucks) == 3


def test_many_matches_without_a_puzzle_end_the_search_and_one_begins_the_count_anew(monkeypatch):
    monkeypatch.setattr(puzzle_search, "MAX_EMPTY_MATCHES", 3)
    coming = [[], [], ["one"], [], [], [], ["two"], ["three"]]
    monkeypatch.setattr(puzzle_search, "run_work", lambda job, numbers, hands, at_once: (one for one in coming))
    assert list(find_puzzles(GAME)) == ["one"]
    coming = [["a"], None, ["b"]]                           # None: the time is over
    monkeypatch.setattr(puzzle_search, "run_work", lambda job, numbers, hands, at_once: (one for one in coming))
    assert list(find_puzzles(GAME)) == ["a"]
