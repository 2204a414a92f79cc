"""What a person is answered does not depend on what they cannot see.

At positions of random games, for every seat, the true state is exchanged for another one that gives the same view;
every answer, also to actions, must stay the same to the byte.
"""

import copy
import json
import random

import pytest
from table_bench import Bench, Browser

from coprime.core.registry import all_games
from coprime.core.seats import CHANCE, CLOCK


def random_table(game, seats, chance, steps):
    """A table after some random play, with a page for every seat and a spectator's."""
    bench = Bench(seed=chance.getrandbits(32))
    table = bench.table(game.name, seats=seats)
    pages = [Browser(bench, table, f"p{seat}") for seat in range(seats)] + [Browser(bench, table, "w", watch=True)]
    pages[0].say("start", id="s")
    for k in range(steps):
        acting = table.match.to_act()
        people = [seat for seat in acting if seat < CHANCE]
        if not acting:
            break
        if CLOCK in acting and (chance.random() < 0.1 or not people):
            bench.run(table, chance.uniform(0, 40))
        elif people:
            seat = chance.choice(people)
            pages[seat].act(game.words.label(chance.choice(table.match.sound_actions(seat))))
        else:
            pages[0].say("go", id=f"go{k}")
    return bench, table, pages


def in_another_world(bench, table, seat, seed):
    """The same table with a true state that this seat cannot tell from the real one."""
    match = table.match
    world = match.view(seat)
    match.rules.imagine(world, seat, seed)
    twin = copy.copy(table)
    twin.history = copy.copy(table.history)
    twin.history.match = copy.copy(match)
    twin.history.match.state = world
    twin.history.match.events = list(match.events)
    twin.history.events = list(table.history.events)
    twin.history._positions = dict(table.history._positions)
    return twin


def answers(bench, table, page, seat, labels):
    """Everything that this seat is answered at this position, without carrying anything out."""
    told = []
    for label in labels:
        told.append(page.say("ask", acts=[label], seat=seat, id="a"))
    view = table.history.match.view(seat)
    told.append(json.loads(json.dumps(table.game.words.scene(view, seat, table.lobby.seat_names()), default=int)))
    return told


@pytest.mark.parametrize("name", list(all_games()))
def test_answers_depend_on_the_view_alone(name, sample_size):
    game, chance = all_games()[name], random.Random(5)
    for _ in range(sample_size(3, 4)):
        seats = chance.randint(*game.seats)
        bench, table, pages = random_table(game, seats, chance, chance.randint(0, 30))
        if table.match.over or table.is_resting():
            continue
        labels = {game.words.label(action) for seat in range(seats) if seat in table.match.to_act()
                  for action in table.match.sound_actions(seat)[:30]}
        for seat, page in enumerate(pages[:-1]):
            real = answers(bench, table, page, seat, sorted(labels))
            twin = in_another_world(bench, table, seat, chance.getrandbits(62))
            page.table = twin
            assert answers(bench, twin, page, seat, sorted(labels)) == real
            page.table = table


def followers(game, table, seat, chance):
    """What could follow one more action in some world that this seat holds possible."""
    found = set()
    for _ in range(20):
        world = table.match.view(seat)
        table.match.rules.imagine(world, seat, chance.getrandbits(62))
        twin = copy.copy(table.match)
        twin.state, twin.events = world, []
        twin.act(seat, chance.choice(twin.sound_actions(seat)))
        if seat in twin.to_act():
            found |= {game.words.label(action) for action in twin.sound_actions(seat)[:40]}
    return sorted(found)


@pytest.mark.parametrize("name", list(all_games()))
def test_whether_a_message_is_refused_depends_on_the_view_alone(name, sample_size):
    game, chance = all_games()[name], random.Random(6)
    for _ in range(3):
        seats = chance.randint(*game.seats)
        bench, table, pages = random_table(game, seats, chance, chance.randint(0, 25))
        seat = next((seat for seat in table.match.to_act() if seat < CHANCE), None)
        if seat is None:
            continue
        listed = [game.words.label(action) for action in table.match.sound_actions(seat)]
        doubtful = followers(game, table, seat, chance)
        for _ in range(sample_size(4, 8)):
            acts = [chance.choice(listed), *([chance.choice(doubtful)] if doubtful else [])]
            found = []
            for seed in range(sample_size(3, 5)):
                twin = in_another_world(bench, table, seat, seed)
                page = Browser(bench, twin, f"p{seat}", hello=False)
                page.visit.who = table.lobby.chairs[seat].who
                answer = page.act(*acts, seat=seat, id="x")
                twin.dirty.seen_message_ids.clear()
                found.append((answer["type"], answer.get("sentence")))
            assert len(set(found)) == 1, (acts, found)
