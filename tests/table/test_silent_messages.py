"""What tells nobody anything tells nobody that it happened: every message of the others is the same without it."""

import random

import pytest
from table_bench import Bench, Browser
from test_journal_replay import back

from coprime.core.seats import CHANCE
from coprime.table.wire import encoder


def staged(table, seat):
    """A listed action of a seat that others cannot know of."""
    words = table.game.words
    for action in table.match.sound_actions(seat):
        state = table.match.state
        if table.match.rules.is_undoable(state, seat, action) and words.label(action).startswith("lay"):
            return words.label(action)
    return None


def played(secretly, seats=3, seed=4, steps=120):
    """A game of Prime Canasta, in which one seat tries out before every action (and takes back), or nobody does.

    Returns the table, its pages, and how often something was tried out.
    """
    bench, chance = Bench(seed=seed), random.Random(seed)
    table = bench.table("prime_canasta", seats=seats)
    pages = [Browser(bench, table, f"p{seat}") for seat in range(seats)] + [Browser(bench, table, "w", watch=True)]
    pages[0].say("start", id="s")
    tried = 0
    for k in range(steps):
        if table.match.over or table.is_resting():
            break
        seat = next(seat for seat in table.match.to_act() if seat < CHANCE)
        listed = [table.game.words.label(action) for action in table.match.sound_actions(seat)]
        chosen = chance.choice([label for label in listed if label.startswith("lay")] or listed)
        asks = [chance.randrange(9) == 0 for _ in pages[:-1]]
        if seat == secretly and (label := staged(table, seat)) is not None:
            assert pages[seat].act(label, id=f"t{k}")["type"] == "done"
            ask_hints(pages, asks, seat, f"{k}x")
            assert pages[seat].say("undo", id=f"u{k}")["type"] == "done"
            tried += 1
        else:
            ask_hints(pages, asks, seat, f"{k}x")
        assert pages[seat].act(chosen, id=f"a{k}", seen=pages[seat].scene["n"])["type"] == "done"
        if k % 20 == 10:                                # a page comes back, another one comes fresh
            other = (seat + 1) % seats
            pages.append(Browser(bench, table, f"p{other}", seen=pages[other].scene["n"]))
            pages.append(Browser(bench, table, "v", watch=True))
    return bench, table, pages, tried


def ask_hints(pages, asks, actor, id):
    for seat, asked in enumerate(asks):
        if asked and seat != actor:
            pages[seat].say("hint", id=f"{id}{seat}")


@pytest.fixture(scope="module")
def openly():
    """The same game in which nobody tries anything out."""
    return played(None)


@pytest.fixture(scope="module")
def first():
    """The same game in which the first seat tries something out."""
    return played(0)


@pytest.mark.parametrize("secretly", [0, 1, 2])
def test_nobody_can_tell_that_something_was_staged(secretly, openly, first):
    _, table, pages, tried = first if secretly == 0 else played(secretly)
    _, plain, others, none = openly
    assert tried >= 2 and none == 0 and table.n > plain.n
    assert table.match.state.tobytes() == plain.match.state.tobytes()
    for page, other in zip(pages, others, strict=True):
        if page.visit.who != pages[secretly].visit.who:
            assert page.got == other.got


def test_numbers_have_no_gaps_and_the_actor_counts_everything(first):
    _, table, pages, tried = first
    assert tried
    scenes = [m for m in pages[0].got if m["type"] == "scene"]
    assert scenes[-1]["n"] > pages[3].scene["n"] and scenes[-1]["undo"] in (True, False)
    dones = [m["n"] for m in pages[0].got if m["type"] == "done"]
    assert dones == sorted(dones) and dones[-1] == scenes[-1]["n"]
    seen = [m["n"] for m in pages[3].got if m["type"] == "scene"]
    assert seen == sorted(seen)
    assert {line["step"] for line in pages[3].log} <= set(range(pages[3].scene["step"] + 1))
    assert table.history.visible_number(1 << 0) > table.history.visible_number(1 << 29)


def test_a_restart_counts_as_before():
    bench, table, pages, tried = played(1)
    assert tried
    again = back(bench, table)
    for watchers in (1, 2, 4, 1 << 29, 3):
        assert again.history.visible_number(watchers) == table.history.visible_number(watchers)
        assert again.history.visible_number_of_step(watchers) == table.history.visible_number_of_step(watchers)
    page = Browser(bench, again, "p2", seen=pages[2].scene["n"])
    assert page.scene["n"] == pages[2].scene["n"] and page.scene["scene"] == pages[2].scene["scene"]
    assert page.log == Browser(bench, table, "p2").log


def test_once_the_record_is_open_the_steps_are_the_records():
    bench, table, pages, tried = played(1)
    assert tried
    before = pages[2].log
    table.settings.practice = True                      # as at the end: nothing is hidden any more
    table.dirty.scene = True
    bench.wake(table)
    bench.settle()
    told = pages[2].scene
    assert told["cut"] == 0 and told["step"] == table.history.step_count and pages[2].log == told["lines"]
    assert [(line["n"], line["text"]) for line in told["lines"]] == [(line["n"], line["text"]) for line in before]
    assert told["lines"][-1]["step"] > before[-1]["step"]
    again = encoder.encode(told)
    pages[1].act("nothing of the kind", id="z")
    assert encoder.encode(pages[2].scene) == again
