"""What a table asks, in random games: it has its place above the seats on a phone."""

import random

from coprime.core.attr_view import to_object
from coprime.core.language_selection import use_language
from coprime.core.registry import find_game as find
from coprime.core.seats import WATCHER
from coprime.testing.laws import RandomWalk, random_options, view_of

NAMES = ("Nuthatch", "Dormouse", "Kestrel", "Badger", "Heron", "Sparrow")
MATCHES, LOOKS = 6, 60
FREE = 4                    # pixels between that place and the seats
# By how much what is asked is higher than its place, with smaller letters where it has to be; then all is as before.
HIGHER = """(pairs) => {
    const before = document.querySelector('.fixed .sentence .ask'), ask = before.cloneNode(true)
    before.replaceWith(ask)
    const [first, second] = [ask.querySelector('span'), ask.appendChild(document.createElement('small'))]
    ask.querySelectorAll('small').forEach((one) => one === second || one.remove())
    const higher = () => ask.scrollHeight - ask.clientHeight
    const found = pairs.map(([asked, why]) => {
        first.textContent = asked
        second.textContent = why
        ask.classList.remove('tight')
        ask.classList.toggle('tight', higher() > 1)
        return higher()
    })
    ask.replaceWith(before)
    return found
}"""


def list_questions(name, language):
    """What is asked of a seat or told to it, and why, in random games."""
    it, found = find(name), set()
    for seed in range(MATCHES):
        seats, options = random_options(it, random.Random(f"fits {seed}"))
        walk = RandomWalk(it, it.pure_rules, seats, options, seed)
        names = list(NAMES[:seats])
        for state in walk.walk_positions(LOOKS):
            for seat in (*range(seats), WATCHER):
                with use_language(language):
                    scene = it.words.scene(to_object(view_of(walk.rules, state, seat)), seat, names)
                if not scene["over"] and not scene["rest"]:
                    found.add((scene["ask"], scene["why"]))
            if walk.acting_seats():
                walk.draw_event()
    return sorted(found)


def assert_questions_have_their_place(page, name, language):
    """Whatever a table of that game may ask has its place on this page of one, in a window of 360 x 640."""
    pairs = list_questions(name, language)
    tall = [(by, *pair) for pair, by in zip(pairs, page.evaluate(HIGHER, pairs), strict=True) if by > FREE]
    assert not tall, f"{len(tall)} of {len(pairs)}: " + "\n".join(map(str, sorted(tall, reverse=True)[:12]))
