"""Matches side by side: what a learner is told is what the rules say, and nothing else."""

import copy
import gzip
import inspect
import os
import pickle
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import coprime
from coprime.core.encoding import RowLayout
from coprime.core.errors import BadInput
from coprime.core.game import Game
from coprime.core.match import copy_state
from coprime.core.observation_writer import encode_row
from coprime.core.packed_layout import PackedLayout
from coprime.core.seats import CLOCK
from coprime.core.state_packer import NO_COUNT, pack_spans, unpack_spans
from coprime.env.batch import Batch
from coprime.env.encoder import Encoder
from coprime.env.episode_limit import MAX_STEPS

ENCODED = [game for game in coprime.all_games().values() if (game.folder / "encoding.py").is_file()]
CLOCKLESS = {"prime_challenge": {"referee": "program", "first_seconds": 0, "next_seconds": 0},
             "sosu_daifugo": {"clock": "none"}}
# Steps are compiled for each game, which takes as long as most tests of this file together. A deal by a seed; open
# windows and seats that act together. Those of all games run in each run uncompiled, further below.
COMPILED = ("prime_daifugo", "secret_number")
EACH = [pytest.param(game, id=game.name, marks=[pytest.mark.long] * (game.name not in COMPILED)) for game in ENCODED]


def drawn(luck, mask):
    """A choice that each row allows."""
    return np.array([luck.choice(np.flatnonzero(row)) for row in mask])


def acting(rules, state):
    seats = int(rules.to_act(state))
    return [seat for seat in range(CLOCK + 1) if seats >> seat & 1]


def listed(rules, state, seat):
    out = np.zeros(rules.MAX_ACTIONS, np.int64)
    return out[:rules.sound_actions(state, seat, out)].tolist()


def told(batch, row):
    """What the rules' plain twin says of a match that the batch asks about: its observation and its mask."""
    rules, encoder = batch.game.pure_rules, batch.encoder
    state, seat = batch.state(row), int(batch.now.seat[row])
    view, mask = copy_state(state), np.zeros(batch.choices, np.bool_)
    rules.redact(view, seat)
    actions = listed(rules, state, seat)
    mask[[encoder.choice(state, action) for action in actions]] = True
    assert mask.sum() == len(actions)
    some = actions[::len(actions) // 20 + 1]                # to find one takes as long as the list
    assert some == [encoder.action(actions, view, encoder.choice(view, action)) for action in some]
    mask[-1] = CLOCK in acting(rules, state)
    return encoder.observation(view, seat), mask


@pytest.mark.parametrize("game", EACH)
def test_it_tells_what_the_rules_say(game, sample_size):
    """Seat, mask and observation of every question, what a choice does where nobody else acts after it, and rewards."""
    rows, steps = sample_size(2, 8), sample_size(20, 40)
    for seats in {*game.seats}:
        alone = follow(Batch(game, rows, seats, seed=seats), np.random.default_rng(seats), steps)
        if game.name in CLOCKLESS:              # CLOCK acts after everything
            assert not alone
            clockless = Batch(game, rows, seats, CLOCKLESS[game.name], seed=seats)
            alone = follow(clockless, np.random.default_rng(seats), steps)
        assert alone


def follow(batch, luck, steps):
    rules, alone = batch.game.pure_rules, 0
    for _ in range(steps):
        for row in range(batch.n):
            seat = int(batch.now.seat[row])
            assert seat in acting(rules, batch.state(row)) and seat < batch.seats
            observation, mask = told(batch, row)
            assert np.array_equal(batch.now.mask[row], mask)
            assert np.array_equal(batch.now.observation[row], observation)
        before, asked = [batch.state(row) for row in range(batch.n)], batch.now.seat.copy()
        chosen = drawn(luck, batch.now.mask)
        batch.step(chosen)
        for row, state in enumerate(before):
            if chosen[row] == batch.choices - 1:
                continue
            gained = worth(batch, state)
            seat = int(asked[row])
            rules.apply(state, seat, batch.encoder.action(listed(rules, state, seat), state, chosen[row]))
            if acting(rules, state) and max(acting(rules, state)) < batch.seats:
                alone += 1
                assert state.tobytes() == batch.state(row).tobytes() and not batch.now.done[row]
                assert np.allclose(batch.now.reward[row], worth(batch, state) - gained)
    return alone


def worth(batch, state):
    out = np.zeros(batch.seats)
    batch.game.pure_rules.returns(state, out)
    return out


@pytest.mark.parametrize("game", EACH)
def test_what_a_seat_cannot_tell_apart_looks_the_same(game, sample_size):
    """A world that the seat's view allows, in place of the true one."""
    rules = game.pure_rules
    batch, luck = Batch(game, sample_size(3, 16), game.seats[1], seed=5), np.random.default_rng(5)
    others = 0
    for _ in range(12):
        batch.step(drawn(luck, batch.now.mask))
        for row in range(batch.n):
            state, seat = batch.state(row), int(batch.now.seat[row])
            view, world = copy_state(state), copy_state(state)
            rules.redact(view, seat)
            rules.redact(world, seat)
            rules.imagine(world, seat, int(luck.integers(1 << 62)))
            others += world.tobytes() != state.tobytes()
            again = copy_state(world)
            rules.redact(again, seat)
            assert np.array_equal(batch.encoder.observation(again, seat), batch.now.observation[row])
    assert others or not (game.folder / "observation.py").is_file() or game.name == "prime_climb"


@pytest.mark.parametrize("game", ENCODED, ids=lambda game: game.name)
def test_every_field_is_told_or_said_to_be_left_out(game):
    encoding = game.load_module("encoding", pure=False)
    options = {"seats"} | {option.name for option in game.options}
    told_of, left_out = {part.field for part in encoding.FIELDS}, set(encoding.LEFT_OUT)
    assert told_of | left_out == set(game.rules.State.layout.names) - options
    assert not told_of & left_out and all(encoding.LEFT_OUT.values())


@pytest.mark.parametrize("game", EACH)
def test_every_number_lies_within_its_bounds(game):
    batch = Batch(game, 8, game.seats[1], seed=3)
    low, high = batch.encoder.low, batch.encoder.high
    assert low.shape == high.shape == (batch.size,) and low.dtype == high.dtype == np.float32
    for _ in range(200):
        seen = batch.step(batch.sample()).observation
        assert ((low <= seen) & (seen <= high)).all()
    assert np.isfinite(high).any() and (low[np.isfinite(low)] == 0).all()


def test_hands_of_seats_that_nobody_has_are_not_stored():
    encoder = Encoder(coprime.game("factor_rummy"), 2)
    layout = PackedLayout(encoder.game.rules.State, encoder.options, 2)
    hands = encoder.game.rules.State.layout.fields["hand"][1] // 8
    inside = np.zeros(encoder.game.rules.State.layout.itemsize // 8, np.bool_)
    for start, end, *_ in (*layout.narrow_spans, *layout.wide_spans):
        assert start < end and not inside[start:end].any()
        inside[start:end] = True
    assert inside[hands:hands + 2 * 78].all() and not inside[hands + 2 * 78:hands + 6 * 78].any()
    assert sum(part.nbytes for part in layout.make_rows(1)) < encoder.game.rules.State.layout.itemsize / 6


def test_a_number_beyond_its_range_is_an_error():
    words, spans = np.array([7, 40_000, -2]), np.array([(0, 3, 0, NO_COUNT, 0)])
    assert pack_spans(words, spans, np.zeros(1, np.int64), np.zeros(3, np.int16)) != 0
    words[1] = -32_768
    packed, again = np.zeros(3, np.int16), np.zeros(3, np.int64)
    assert pack_spans(words, spans, np.zeros(1, np.int64), packed) == 0
    unpack_spans(packed, spans, np.zeros(1, np.int64), again)
    assert again.tolist() == [7, -32_768, -2]
    batch = Batch(coprime.game("prime_daifugo"), 2)
    batch._arrays.lost[0] = True
    with pytest.raises(RuntimeError, match="prime_daifugo: a number of a state lies beyond what its RANGES say"):
        batch.step(batch.sample())


def test_what_lay_beyond_a_list_of_another_match_is_cleared():
    spans = np.array([(1, 5, 0, 0, -1)])                # four places, the word before them counts, -1 beyond
    words, filled, packed = np.array([3, 7, 8, 9, -1]), np.zeros(1, np.int64), np.zeros((2, 4), np.int16)
    pack_spans(words, spans, filled, packed[0])
    words[:] = 1, 5, -1, -1, -1
    pack_spans(words, spans, filled, packed[1])
    for count, row, wanted in (3, 0, [3, 7, 8, 9, -1]), (1, 1, [1, 5, -1, -1, -1]):
        words[:] = count, 6, 6, -1, -1                  # as another match has left it, whose list had two
        filled[:] = 2
        unpack_spans(packed[row], spans, filled, words)
        assert words.tolist() == wanted


@pytest.mark.parametrize("game", ENCODED, ids=lambda game: game.name)
def test_actions_have_one_number_each(game):
    encoder = Encoder(game)
    assert len(encoder.choice_by_code) == len(encoder.codes) == encoder.choices - 1
    assert all(0 <= start < stop <= encoder.size for _, start, stop in encoder.stretches)
    assert [stretch.start for stretch in encoder.stretches[1:]] == [stretch.stop for stretch in encoder.stretches[:-1]]


def played(threads, seed=7, steps=300, n=50):
    batch, luck, seen = Batch(coprime.game("prime_daifugo"), n, 3, seed=seed, threads=threads), None, []
    luck = np.random.default_rng(1)
    for _ in range(steps):
        step = batch.step(drawn(luck, batch.now.mask))
        seen.append([part.tobytes() for part in step])
    return seen


def test_the_same_matches_with_any_number_of_threads():
    one = played(1)
    assert one == played(3) == played(50)
    assert one != played(1, seed=8)


def test_beginning_anew():
    batch = Batch(coprime.game("prime_daifugo"), 20, seed=3)
    first = batch.now.observation.copy()
    assert not np.array_equal(batch.reset().observation, first), "other matches than before"
    assert np.array_equal(batch.reset(3).observation, first)
    assert len(np.unique(first, axis=0)) == 20, "every match has its own deal"


def test_resets_never_walk_into_another_seed():
    game = coprime.game("prime_daifugo")
    deals = [row.tobytes() for seed in range(5) for row in Batch(game, 20, seed=seed).now.observation]
    batch = Batch(game, 20, seed=0)
    for _ in range(20):
        deals += [row.tobytes() for row in batch.reset().observation]
    assert len(set(deals)) > 0.99 * len(deals), "views of two matches may be alike by chance, never whole batches"
    again = Batch(game, 20, seed=0)
    resets = [again.reset().observation.copy() for _ in range(2)]
    assert not np.array_equal(*resets)
    again.reset(0)
    assert np.array_equal(again.reset().observation, resets[0]), "the same resets after the same seed"


def test_a_match_that_is_over_begins_anew():
    batch, luck = Batch(coprime.game("prime_daifugo"), 32, seed=2), np.random.default_rng(2)
    gained, over = np.zeros((32, 2)), 0
    for _ in range(1500):
        step = batch.step(drawn(luck, batch.now.mask))
        gained += step.reward
        for row in np.flatnonzero(step.done):
            state = batch.state(row)
            assert sorted(gained[row].tolist()) in ([-2, 2], [-1, 1]), "two games won, and none or one by the other"
            assert int(state.wins.sum()) == 0 and int(state.game) == 1
            gained[row] = 0
            over += 1
    assert over > 20


def test_waiting_lets_time_pass():
    """Where all wait the window closes in the end."""
    batch = Batch(coprime.game("secret_number"), 4, 3, {"round_seconds": 30}, seed=1)
    luck, closed = np.random.default_rng(1), 0
    for _ in range(400):
        mask = batch.now.mask
        lefts = [(int(state.stage), int(state.left)) for state in map(batch.state, range(4))]
        waits = mask[:, -1]
        batch.step(np.where(waits, batch.choices - 1, drawn(luck, mask)))
        for row, (stage, left) in enumerate(lefts):
            now = batch.state(row)
            if waits[row] and int(now.stage) == stage:
                assert int(now.left) <= left
            closed += bool(waits[row]) and int(now.stage) != stage
    assert batch.encoder.label(batch.choices - 1) == "wait" and closed > 5


def test_what_may_not_be_chosen_changes_nothing():
    batch = Batch(coprime.game("prime_daifugo"), 5)
    before = [batch.state(row).tobytes() for row in range(5)], batch.now.observation.copy()
    good = drawn(np.random.default_rng(1), batch.now.mask)
    barred = good.copy()
    barred[3] = np.flatnonzero(~batch.now.mask[3])[0]
    with pytest.raises(BadInput, match="Match 3 was given choice"):
        batch.step(barred)
    for wrong in (-1, batch.choices, batch.choices - 1):
        with pytest.raises(BadInput, match=f"choice {wrong}, which its mask does not allow"):
            batch.step(np.where(np.arange(5) == 2, wrong, good))
    for wrong in (good[:4], good * 1.0, "pass", None, [[1] * 5]):
        with pytest.raises(BadInput, match="A step takes 5 whole numbers"):
            batch.step(wrong)
    assert ([batch.state(row).tobytes() for row in range(5)], ) == before[:1]
    assert np.array_equal(batch.now.observation, before[1])


def test_every_game_of_the_server_is_numbered():
    assert ENCODED == [*coprime.all_games().values()]


def test_what_cannot_be_had_is_said(monkeypatch):
    with monkeypatch.context() as other, pytest.raises(BadInput, match="have not been numbered"):
        other.setattr(Game, "load_module", lambda *_, **__: None)
        Batch(coprime.game("prime_daifugo"), 4)
    with pytest.raises(BadInput, match="numbered only where foundation is columns; here it is pyramid"):
        Batch(coprime.game("prime_solitaire"), 4, options={"foundation": "pyramid"})
    with pytest.raises(BadInput, match="numbered only where seq_suit is same; here it is any"):
        Batch(coprime.game("daifugo"), 4, options={"seq_suit": "any"})
    for n in (0, -1, 1.5, 1 << 21):
        with pytest.raises(BadInput, match="whole number from 1 to 1048576"):
            Batch(coprime.game("prime_daifugo"), n)
    with pytest.raises(BadInput, match="whole number from 1 to 256"):
        Batch(coprime.game("prime_daifugo"), 4, threads=0)
    with pytest.raises(BadInput, match="2 or 3|2 to 3"):
        Batch(coprime.game("prime_daifugo"), 4, seats=9)
    encoder = Encoder(coprime.game("prime_daifugo"), 2)
    for seat in (-1, 2, 31):
        with pytest.raises(BadInput, match=f"no seat {seat}; the seats are 0 to 1"):
            encoder.observation(encoder.begun, seat)


@pytest.mark.parametrize("room", [0, 3, 60])
def test_a_row_is_made_zeros_again(room):
    """Numbers of sparse lines are noted and wiped by their places, or with the whole row where there were too many."""
    game, luck = coprime.game("prime_canasta"), np.random.default_rng(room)
    layout = RowLayout(game.pure_rules.State, game.load_module("encoding").FIELDS, 2)
    assert layout.spans[-1, 1] == layout.size > (layout.spans[:, 1] - layout.spans[:, 0]).sum() + 5000
    sparse = np.ones(layout.size, np.bool_)
    for start, end in layout.spans:
        sparse[start:end] = False
    row, nonzero, views = np.zeros(layout.size, np.float32), np.zeros(1 + room, np.int32), game.pure_rules.State.new(1)
    for laid in (7, 0, 30, 2, 2, 57, 1):
        view = views[0]
        view.laid_n[:2], view.staged, view.piled = laid, laid // 2, laid
        for array in (view.laid, view.stage, view.pile, view.hand):
            array[:] = luck.integers(0, 70, array.shape)
        for one in (row, alone := np.zeros(layout.size, np.float32)):
            encode_row(views.view(np.int64), layout.table, layout.scale, layout.spans, 1, 2, one,
                       nonzero if one is row else np.zeros(1, np.int32))
        assert np.array_equal(row, alone) and row.any() and nonzero[0] == np.count_nonzero(row[sparse])


def test_of_a_pile_the_uppermost_cards_are_told():
    """Each has a place by how many cards lie above it."""
    encoder, cards = Encoder(coprime.game("prime_solitaire"), 1), (5, 2, 9, 0, 7)
    rows = [slice(start, stop) for field, start, stop in encoder.stretches if field == "stack"][:-1]
    for height in range(len(cards) + 1):
        view = copy_state(encoder.begun)
        view.stack[:len(cards)], view.height = cards, height
        seen = encoder.observation(view, 0)
        told = [np.flatnonzero(seen[row]).tolist() for row in rows]
        assert told == ([[card] for card in cards[:height][::-1]] + [[]] * len(rows))[:len(rows)] and len(rows) > 1


DRAWN = """
import coprime
from coprime.env.batch import Batch
batch = Batch(coprime.game("prime_daifugo"), 3, 2, seed=1)
drawn = []
for _ in range(5):
    drawn.append(batch.sample().tolist())
    batch.step(drawn[-1])
print(drawn)
"""


def test_what_is_drawn_is_the_same_compiled_and_plain():
    told = [subprocess.run([sys.executable, "-W", "error::RuntimeWarning", "-c", DRAWN], capture_output=True, text=True,
                           env={**os.environ, "COPRIME_PURE": plain}) for plain in "01"]
    assert told[0].stdout.startswith("[[") and told[0].stdout == told[1].stdout, told[1].stderr[-2000:]


PLAIN = """
import numpy as np, test_batch
from coprime.env.batch import Batch
luck = np.random.default_rng(1)
for game in test_batch.ENCODED:
    for seats in game.seats:
        batch = Batch(game, 3, seats, seed=seats)
        test_batch.follow(batch, luck, {compared})
        for _ in range({steps}):
            batch.step(test_batch.drawn(luck, batch.now.mask))
"""


def run_uncompiled(code):
    """Run code that imports this file in a pure-Python process; fails where it fails."""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True,
                          env={**os.environ, "COPRIME_PURE": "1", "PYTHONPATH": str(Path(__file__).parent)})
    assert done.returncode == 0, done.stderr[-2000:]


def test_uncompiled_it_tells_what_the_rules_say_and_nothing_is_written_beyond_its_place(sample_size):
    """Of every game. Compiled code writes beyond an array without a word; the pure-Python variant says so."""
    run_uncompiled(PLAIN.format(compared=sample_size(4, 12), steps=sample_size(21, 48)))


@pytest.mark.parametrize("make_copy", [copy.deepcopy, lambda one: pickle.loads(pickle.dumps(one))],
                         ids=["copied", "pickled"])
@pytest.mark.parametrize("threads", [1, 3])
def test_a_batch_can_be_copied_and_goes_on_like_its_original(make_copy, threads):
    game = coprime.game("secret_number")
    batch = Batch(game, 8, seed=5, threads=threads, max_steps=20)
    for _ in range(9):
        batch.step(batch.sample())
    twin = make_copy(batch)
    for _ in range(60):
        choices = batch.sample()
        assert np.array_equal(choices, twin.sample()) and twin.n == 8
        for ours, theirs in zip(batch.step(choices), twin.step(choices), strict=True):
            assert np.array_equal(ours, theirs)
        for ours, theirs in zip(batch.final, twin.final, strict=True):
            assert np.array_equal(ours, theirs)
    before = twin.now.observation.copy()
    batch.reset()
    assert np.array_equal(before, twin.now.observation), "a copy is of its own"
    assert np.array_equal(batch.now.observation, twin.reset().observation)


def first_allowed(step):
    return step.mask.argmax(axis=1)


def last_allowed(step):
    return step.mask.shape[1] - 1 - step.mask[:, ::-1].argmax(axis=1)


@pytest.mark.parametrize(("name", "choose"), [("secret_number", last_allowed), ("prime_daifugo", first_allowed)])
def test_a_policy_that_never_ends_a_match_is_truncated(name, choose):
    batch, done = coprime.batch(name, 3, seed=1, max_steps=300), 0
    for step in range(1, 901):
        now = batch.step(choose(batch.now))
        assert now.truncated.all() == now.done.all() == (step % 300 == 0) and len(batch.final.row) == 3 * now.done[0]
        done += int(now.done.sum())
    assert done == 9


def test_the_default_limit_is_that_of_the_page():
    batch = coprime.batch("prime_daifugo", 2, options={"games_to_win": 10_000}, seed=1)
    for _ in range(9_999):
        assert not batch.step(first_allowed(batch.now)).done.any()
    assert batch.step(first_allowed(batch.now)).truncated.all()
    assert inspect.signature(coprime.batch).parameters["max_steps"].default == MAX_STEPS == 10_000


@pytest.mark.parametrize("threads", [1, 3])
def test_a_truncated_match_says_what_it_would_have_asked(threads):
    """As the same match without a limit goes on; afterwards another one, which no limit had changed, begins."""
    game = coprime.game("prime_daifugo")
    limited = Batch(game, 7, seed=4, threads=threads, max_steps=5)
    free = Batch(game, 7, seed=4, threads=threads, max_steps=None)
    for _ in range(4):
        free.step(first_allowed(free.now))
        limited.step(first_allowed(limited.now))
        assert np.array_equal(free.now.observation, limited.now.observation) and not limited.final.row.size
    free.step(first_allowed(free.now))
    limited.step(first_allowed(limited.now))
    cut = limited.now.truncated
    assert cut.any() and np.array_equal(limited.now.done, cut) and not free.now.done.any()
    assert np.array_equal(limited.final.row, np.flatnonzero(cut))
    assert np.array_equal(limited.final.observation, free.now.observation[cut])
    assert np.array_equal(limited.final.seat, free.now.seat[cut])
    assert np.array_equal(limited.now.reward, free.now.reward), "no reward is invented"
    assert not np.array_equal(limited.now.observation[cut], free.now.observation[cut])
    assert all(limited.state(row).left == 26 and free.state(row).left < 26 for row in limited.final.row), "dealt anew"
    assert not limited.step(first_allowed(limited.now)).truncated.any() and not limited.final.row.size


def test_an_end_within_the_limit_is_no_truncation():
    batch, luck, ended = Batch(coprime.game("prime_daifugo"), 16, seed=2, max_steps=60), np.random.default_rng(2), 0
    lengths = np.zeros(16, int)
    for _ in range(600):
        step = batch.step(drawn(luck, batch.now.mask))
        lengths += 1
        assert ((lengths == 60) <= step.done).all() and not (step.truncated & (lengths < 60)).any()
        ended += int((step.done & ~step.truncated).sum())
        lengths[step.done] = 0
    assert ended > 5


@pytest.mark.parametrize("wrong", [0, -1, 1.5, "many"])
def test_a_limit_that_is_none_is_said(wrong):
    with pytest.raises(BadInput, match="“max_steps” is .*; it is a whole number from 1 on, or None for no limit"):
        Batch(coprime.game("prime_daifugo"), 1, max_steps=wrong)


@pytest.mark.parametrize("threads", [1, 3])
def test_a_state_can_be_saved_and_restored_as_often_as_wanted(threads):
    batch = Batch(coprime.game("prime_daifugo"), 8, seed=5, threads=threads, max_steps=20)

    def go_on(steps=60):
        for _ in range(steps):
            yield [part.tobytes() for part in (*batch.step(batch.sample()), *batch.final)]

    list(go_on(19))
    state, before = pickle.loads(pickle.dumps(batch.save_state())), batch.now.observation.copy()
    first = list(go_on())
    for _ in range(2):
        assert np.array_equal(batch.restore_state(state).observation, before) and list(go_on()) == first
    batch.reset(9)
    batch.restore_state(state)
    resets = batch.reset().observation.copy()
    batch.restore_state(state)
    assert np.array_equal(batch.reset().observation, resets), "resets go on too"
    for other in (Batch(coprime.game("prime_daifugo"), 7), Batch(coprime.game("prime_daifugo"), 8, seats=3),
                  Batch(coprime.game("prime_daifugo"), 8, options={"games_to_win": 1})):
        with pytest.raises(BadInput, match="This state was saved by another game, or with other options"):
            other.restore_state(state)


# Of games whose steps no other test needs compiled.

def test_a_state_is_restored_in_a_batch_of_other_matches():
    run_uncompiled("import test_batch; test_batch.restore_in_a_batch_of_other_matches()")


def restore_in_a_batch_of_other_matches():
    """A batch remembers the actions of coded choices and where observations are not 0; a saved state has neither."""
    batch, other = (Batch(coprime.game("prime_solitaire"), 4, seed=seed) for seed in (5, 6))
    for _ in range(20):
        batch.step(batch.sample())
        other.step(other.sample())
    other.restore_state(batch.save_state())
    for _ in range(30):
        for part, same in zip(batch.step(batch.sample()), other.step(other.sample()), strict=True):
            assert np.array_equal(part, same)


def test_a_state_that_an_older_version_has_saved_is_restored():
    run_uncompiled("import test_batch; test_batch.restore_state_of_an_older_version()")


def restore_state_of_an_older_version():
    """Saved by commit 68c1916f after 30 steps of `Batch(factor_rummy, 2, seed=5, max_steps=20)`: states of int64."""
    saved = Path(__file__).parent / "data" / "rummy_batch_68c1916f.pickle.gz"
    batch = Batch(coprime.game("factor_rummy"), 2, max_steps=20)
    with pytest.warns(DeprecationWarning, match="FinalObservations"):
        batch.restore_state(pickle.loads(gzip.decompress(saved.read_bytes())))
    again = Batch(coprime.game("factor_rummy"), 2, seed=5, max_steps=20)
    for _ in range(30):
        again.step(again.sample())
    for _ in range(60):
        assert batch.state(1).tobytes() == again.state(1).tobytes()
        for part, other in zip(batch.step(batch.sample()), again.step(again.sample()), strict=True):
            assert np.array_equal(part, other)


def test_without_a_seed_one_is_drawn():
    game = coprime.game("secret_number")
    first, second = (Batch(game, 50, seed=None).now for _ in range(2))
    assert not np.array_equal(first.observation, second.observation)
    for wrong in ("x", 1.5, [1]):
        with pytest.raises(BadInput, match="seed"):
            Batch(game, 1, seed=wrong)
        with pytest.raises(BadInput, match="seed"):
            Batch(game, 1).reset(wrong)
