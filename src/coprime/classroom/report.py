"""What the pupils of a class have practised, computed from the journals of its tables."""

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from msgspec import Struct, field

from ..core.game import Game
from ..core.numbers import is_prime, prime_factors
from ..core.practice_item import KINDS, PracticeItem
from ..core.registry import find_game as find
from ..core.seats import CHANCE
from ..table.event_history import EventHistory
from ..table.journal_replay import replay_journal
from ..table.ports import JournalRow

NEXT_NUMBERS = 6                # numbers to practise next
NUMBER_POOLS = {1: range(20, 120), 2: range(40, 200), 3: range(100, 400)}   # and where they are looked for, by level
USUAL_LEVEL = 2
HARD_DIVISORS = (3, 7, 11, 13)   # divisors that are not seen by the last digit, and have multiples there


class MatchPractice(Struct):
    """What people have done in one match, by their number at the table: how many moves, and what these practised."""

    moves: dict[int, int] = field(default_factory=dict)
    items: list[tuple[int, PracticeItem]] = field(default_factory=list)


def list_practice(game: Game, history: EventHistory, rows: Sequence[JournalRow]) -> MatchPractice:
    """Return what people have done in one match; bots do not count."""
    practice, guest_by_event, found = game.practice, guests_by_event(rows), MatchPractice()
    for step in history.iterate_steps(0):
        who = guest_by_event.get(step.event.n)
        if who is None or step.event.seat >= CHANCE:
            continue
        found.moves[who] = found.moves.get(who, 0) + 1
        if practice is not None:
            seen = step.before, step.event.seat, step.event.action, step.after
            found.items += [(who, one) for one in practice.practice_items(*seen)]
    return found


def practice_from_journal(game: str, rows: Sequence[Sequence[Any]]) -> MatchPractice:
    """Return what people have done in one match of a journal. Raises BadRecord."""
    found, journal = find(game), [JournalRow(*row) for row in rows]
    history = replay_journal(found, journal, found.pure_rules)
    return MatchPractice() if history is None else list_practice(found, history, journal)


def guests_by_event(rows: Sequence[JournalRow]) -> dict[int, int]:
    """Return by event number which guest acted, from the senders of the messages in the rows.

    Only the last row of a turn names its message; the rows of the same seat before it belong to the same guest.
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


def practice_item_counts(items: Iterable[PracticeItem]) -> list[dict[str, Any]]:
    """Return the practised items with their counts: wrong ones first, then the most frequent."""
    counts = Counter(items)
    order = sorted(counts, key=lambda one: (one.right, -counts[one], KINDS.index(one.kind), one.number))
    return [{**one._asdict(), "n": counts[one]} for one in order]


def suggest_numbers(items: Iterable[PracticeItem], level: int = USUAL_LEVEL, seed: str = "") -> list[dict[str, Any]]:
    """Suggest numbers to test for primality: composites with factors that were missed, and primes.

    seed  pupils of other seeds get other numbers, and the same pupil the same again
    """
    missed = [one.number for one in items if one.kind == "prime" and not one.right and one.number > 1]
    divisors = [first for number in missed
                if (first := prime_factors(number)[0]) in HARD_DIVISORS] or list(HARD_DIVISORS[:2])
    pool = [n for n in NUMBER_POOLS[level] if n % 2 and n % 5]
    known, numbers = set(missed), list[int]()
    random.Random(seed).shuffle(pool)
    for i in range(NEXT_NUMBERS):
        wanted = divisors[i // 2 % len(divisors)]
        fits = (n for n in pool if n not in known
                and (is_prime(n) if i % 2 else prime_factors(n)[0] == wanted and not is_prime(n)))
        number = next(fits, None)
        if number is not None:
            known.add(number)
            numbers.append(number)
    return [{"n": n, "factors": prime_factors(n)} for n in sorted(numbers)]
