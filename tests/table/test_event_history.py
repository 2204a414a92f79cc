"""Positions and numbers of a match: any step can be looked at, what is hidden is left out of the numbers."""

import random

from coprime.core.match import Match
from coprime.core.registry import find_game as find
from coprime.core.seats import CHANCE, WATCHER
from coprime.table.event_history import CHECKPOINT_STEPS, RECENT_POSITIONS, EventHistory, HistoryEvent, Trial


def played(steps=80, seed=3):
    """A history at random, and the true state after each step."""
    chance, game = random.Random(seed), find("prime_daifugo")
    match = Match(game, 2, None, game.pure_rules)
    history = EventHistory(match, 10)
    states = [match.state.tobytes()]
    for _ in range(steps):
        trial, acting = Trial(match), match.to_act()
        if not acting:
            break
        seat = chance.choice(acting)
        dealt = match.chance(chance.getrandbits) if seat == CHANCE else None
        trial.apply_action(seat, chance.choice(match.sound_actions(seat)) if dealt is None else dealt)
        history.commit_trial(trial)
        states.append(match.state.tobytes())
    return history, states


def test_every_position_is_found_and_few_are_kept():
    history, states = played()
    assert history.step_count == len(states) - 1 > 2 * CHECKPOINT_STEPS and history.n == 10 + history.step_count
    for step, state in enumerate(states):
        assert history.position_at(step).tobytes() == state
    kept = set(history._positions)
    assert kept == {step for step in range(history.step_count + 1) if step % CHECKPOINT_STEPS == 0
                    or step > history.step_count - RECENT_POSITIONS}
    for step in history.iterate_steps(5):
        assert (step.before.tobytes(), step.after.tobytes()) == (states[step.step - 1], states[step.step])
    assert [step.step for step in history.iterate_steps(5)] == list(range(6, history.step_count + 1))


def test_what_is_cut_is_gone_and_the_numbers_go_on():
    history, states = played(40)
    n = history.n
    history.cut_back(33)
    assert history.step_count == len(history.match.events) == 33 and history.n == n + 1
    assert history.match.state.tobytes() == states[33] and max(history._positions) == 33
    assert history.cut_since(n) == 33 and history.cut_since(n + 1) is None and history.cut_since(9) == 0
    history.cut_back(30)
    assert history.cut_since(n) == 30 and history.cut_since(n + 1) == 30 and history.cut_since(n + 2) is None


def test_a_refused_action_leaves_nothing():
    history, states = played(10)
    trial = Trial(history.match)
    try:
        trial.apply_action(0, 1 << 50)
    except ValueError:
        pass
    assert trial.entries == [] and history.match.state.tobytes() == states[-1]


def hiding(*hidden):
    """A history of which these events are hidden from sets of watchers."""
    game = find("prime_daifugo")
    history = EventHistory(Match(game, 2, None, game.pure_rules), 5)
    for bits in hidden:
        history.n += 1
        history.events.append(HistoryEvent(history.n, 0, 0, bits > 0, False, bits))
        if bits:
            history._hidden_numbers.append((history.n, bits))
            history._hidden_steps.append(history.step_count)
        history._positions[history.step_count] = history.match.state
    return history


def test_numbers_leave_out_what_is_hidden():
    history = hiding(0, 2, 2 | 4, 0, 4)
    assert [history.visible_number(1, n) for n in range(5, 11)] == [5, 6, 7, 8, 9,
                                                                    10] and history.visible_number(1) == 10
    assert [history.visible_number(2, n) for n in range(5, 11)] == [5, 6, 6, 6, 7, 8] and history.visible_number(2) == 8
    assert [history.visible_number(4, n) for n in range(5, 11)] == [5, 6, 7, 7, 8, 8] and history.visible_number(4) == 8
    assert history.visible_number(2 | 4) == 9, "hidden from a page is what all its eyes do not see"
    assert [history.visible_number_of_step(2, step)
            for step in range(6)] == [0, 1, 1, 1, 2, 3] and history.visible_number_of_step(2) == 3
    assert history.visible_number_of_step(2 | 4, 3) == 2 and history.visible_number_of_step(1) == 5
    assert history.has_hidden_events and not hiding(0, 0).has_hidden_events


def test_what_was_hidden_is_taken_back_unseen():
    history = hiding(0, 2, 2 | 4)
    history.cut_back(1)                                      # both were hidden from 2, one of them from 4
    assert history.visible_number(2) == 6 and history.visible_number(4) == 8 and history.visible_number(1) == 9
    assert history.cut_since(8, 2) is None and history.cut_since(8, 4) == 1 == history.cut_since(8)
    assert history.visible_number_of_step(2) == history.visible_number_of_step(4) == 1 and history._hidden_steps == []
    again = hiding(0, 2)
    again.cut_back(2)
    assert again.cut_since(7, 2) == 2, "where nothing was cut nothing is hidden"


def test_who_cannot_know_of_a_staging():
    chance, game = random.Random(4), find("prime_canasta")
    match = Match(game, 4, None, game.pure_rules)
    found = set()
    for _ in range(300):
        acting, trial = match.to_act(), Trial(match)
        seat = acting[0]
        if seat == CHANCE:
            trial.apply_action(seat, match.chance(chance.getrandbits))
        else:
            listed = match.sound_actions(seat)
            staged = [action for action in listed if match.rules.is_undoable(match.state, seat, action)]
            trial.apply_action(seat, chance.choice(staged or listed))
            _, _, quiet, _, hidden, _ = trial.entries[-1]
            others = sum(1 << other for other in [*range(4), WATCHER] if other != seat)
            assert hidden in (0, others) and (quiet or not hidden)
            found.add(hidden)
        match.state = trial.state
    assert len(found) > 2
