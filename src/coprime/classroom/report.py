"""What the pupils of a class have practised, computed from the journals of its tables."""

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
from ..table.ports import JournalRow

NEXT_NUMBERS = 6                # numbers to practise next
NUMBER_POOL = range(40, 200)   # and where they are looked for
HARD_DIVISORS = (3, 7, 11, 13)   # divisors that are not seen by the last digit, and have multiples there


class GuestPractice(NamedTuple):
    """One item that a guest of a table, given by their number there, has practised."""

    who: int
    item: PracticeItem


def list_practice(game: Game, history: History, rows: Sequence[JournalRow]) -> list[GuestPractice]:
    """Return what people have practised in one match; bots do not count."""
    practice, guest_by_event = game.practice, guests_by_event(rows)
    if practice is None:
        return []
    found = []
    for step in history.iterate_steps(0):
        who = guest_by_event.get(step.event.n)
        if who is not None and step.event.seat < CHANCE:
            seen = step.before, step.event.seat, step.event.action, step.after
            found += [GuestPractice(who, one) for one in practice.practice_items(*seen)]
    return found


def practice_from_journal(game: str, rows: Sequence[Sequence[Any]]) -> list[tuple[int, PracticeItem]]:
    """Return (guest, item) for all that was practised in one match of a journal. Raises BadRecord."""
    found, journal = find(game), [JournalRow(*row) for row in rows]
    history = replay_journal(found, journal, found.pure_rules)
    return [] if history is None else [(one.who, one.item) for one in list_practice(found, history, journal)]


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


def count_practice(items: Iterable[PracticeItem]) -> list[dict[str, Any]]:
    """Return the practised items with their counts: wrong ones first, then the most frequent."""
    counts = Counter(items)
    order = sorted(counts, key=lambda one: (one.right, -counts[one], KINDS.index(one.kind), one.number))
    return [{**one._asdict(), "n": counts[one]} for one in order]


def suggest_numbers(items: Iterable[PracticeItem]) -> list[dict[str, Any]]:
    """Suggest numbers to test for primality: composites with factors that were missed, and primes."""
    missed = [one.number for one in items if one.kind == "prime" and not one.right and one.number > 1]
    divisors = [first for number in missed
                if (first := prime_factors(number)[0]) in HARD_DIVISORS] or list(HARD_DIVISORS[:2])
    known, numbers = set(missed), list[int]()
    for i in range(NEXT_NUMBERS):
        wanted = divisors[i // 2 % len(divisors)]
        fits = (n for n in NUMBER_POOL if n not in known and n % 2 and n % 5
                and (is_prime(n) if i % 2 else prime_factors(n)[0] == wanted and not is_prime(n)))
        number = next(fits, None)
        if number is not None:
            known.add(number)
            numbers.append(number)
    return [{"n": n, "factors": prime_factors(n)} for n in sorted(numbers)]
