"""What the pupils of a class have practised: read out of the journals of its tables."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from ..core.game import Game
from ..core.numbers import is_prime, prime_factors
from ..core.practice_items import KINDS, PracticeItem
from ..core.registry import find_game as find
from ..core.seats import CHANCE
from ..table.history import History
from ..table.journal import replay_journal
from ..table.ports import Row

NEXT = 6                # numbers to practise next
NEAR = range(40, 200)   # and where they are looked for
HARD = (3, 7, 11, 13)   # divisors that are not seen by the last digit, and have multiples there


class Done(NamedTuple):
    """What a guest of a table has practised, by their number there."""

    who: int
    what: PracticeItem


def done(game: Game, history: History, rows: Sequence[Row]) -> list[Done]:
    """What people have practised in one match, bots left out."""
    tell, whose = game.practice, actors(rows)
    if tell is None:
        return []
    found = []
    for step in history.steps(0):
        who = whose.get(step.event.n)
        if who is not None and step.event.seat < CHANCE:
            seen = step.before, step.event.seat, step.event.action, step.after
            found += [Done(who, one) for one in tell.practice_items(*seen)]
    return found


def practised(game: str, rows: Sequence[Sequence[Any]]) -> list[tuple[int, PracticeItem]]:
    """What each guest has practised in one match of a journal.  Raises BadRecord."""
    found, journal = find(game), [Row(*row) for row in rows]
    history = replay_journal(found, journal, found.pure_rules)
    return [] if history is None else [(one.who, one.what) for one in done(found, history, journal)]


def actors(rows: Sequence[Row]) -> dict[int, int]:
    """Which guest has done what, by the numbers of the journal's rows: a message is known by who sent it.

    Only the last row of a turn of several actions names it; those before it are of the same seat.
    """
    found: dict[int, int] = {}
    last: tuple[str, int] | None = None
    for row in reversed(rows):
        sender = row.message.partition(":")[0]
        if sender.isdecimal():
            last = row.seat, int(sender)
        elif last is not None and row.seat != last[0]:
            last = None
        if last is not None:
            found[row.n] = last[1]
    return found


def counted(found: Iterable[PracticeItem]) -> list[dict[str, Any]]:
    """What was practised and how often, what was not right first, then by how often."""
    counts = Counter(found)
    order = sorted(counts, key=lambda one: (one.right, -counts[one], KINDS.index(one.kind), one.number))
    return [{**one._asdict(), "n": counts[one]} for one in order]


def to_practise(found: Iterable[PracticeItem]) -> list[dict[str, Any]]:
    """Numbers for a pencil: is it prime?  Composites by the factors that were missed, and primes beside them."""
    missed = [one.number for one in found if one.kind == "prime" and not one.right and one.number > 1]
    divisors = [first for number in missed if (first := prime_factors(number)[0]) in HARD] or list(HARD[:2])
    known, numbers = set(missed), list[int]()
    for i in range(NEXT):
        wanted = divisors[i // 2 % len(divisors)]
        fits = (n for n in NEAR if n not in known and n % 2 and n % 5
                and (is_prime(n) if i % 2 else prime_factors(n)[0] == wanted and not is_prime(n)))
        number = next(fits, None)
        if number is not None:
            known.add(number)
            numbers.append(number)
    return [{"n": n, "factors": prime_factors(n)} for n in sorted(numbers)]
