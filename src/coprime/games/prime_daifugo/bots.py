"""Rule-of-thumb bots for Prime Daifugo Lv. 0, told apart by which primes they know."""

import random
from functools import cache
from itertools import product
from types import SimpleNamespace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...core.bits import count_kind
from . import printed_clues, rules
from .rules import Phase, Verb
from .state import State
from .tables import FACE_KIND, FACES, KINDS, NUMBERS, PRIME, SKIP, TEN, TWELVE, D

LEVELS = ("novice", "casual")

# With how many others each number card makes a prime: what the cards themselves tell.
PARTNER_COUNTS = {kind: len(printed_clues.PARTNERS[NUMBERS[kind]]) for kind in range(1, len(NUMBERS))}


def choose(view: State, seat: int, level: str, seed: int) -> tuple[int, int]:
    """Return an action of the seat whose view it is, and milliseconds (0); it may be a fault."""
    chance = random.Random(seed)
    if view.phase == Phase.DISCARD:
        return choose_discard(view, seat, chance), 0
    plays = [play for play in list_possible_plays(view, seat) if believes_prime(level, *play)
             and not has_failed(view, seat, *play)]
    wins = [play for play in plays if len(play[1]) == view.cards[seat]]
    if wins:
        return action_of_play(wins[0]), 0
    if view.phase == Phase.DRAW and (draws := choose_draw(view, seat, level, plays, chance)) is not None:
        return draws, 0
    if plays and not (level == "novice" and chance.random() < 0.1):
        return action_of_play(choose_play(view, seat, level, plays, chance)), 0
    return choose_without_play(view, seat, chance), 0


class PlayTable(NamedTuple):
    """Plays of some number of cards that may stand side by side, by row, by rising faces.

    numbers  what each makes
    cards    by place: a row of the cards' kinds, and one of how many cards of that kind have to be held
    faces    what each shows
    """

    numbers: NDArray[np.int64]
    cards: list[tuple[NDArray[np.int64], NDArray[np.int64]]]
    faces: list[tuple[int, ...]]


@cache
def make_play_table(n: int, allows_multi_in_three: int) -> PlayTable:
    """Make the table of plays of n cards for a setting of the option (PD-6 to PD-8)."""
    options = SimpleNamespace(multi_in_three=allows_multi_in_three)
    faces = [some for some in product(range(len(FACES)), repeat=n)
             if not rules.form_refusal(options, encode_faces(some), n)]
    kinds = [[int(FACE_KIND[face]) for face in some] for some in faces]
    cards = [(np.array([row[place] for row in kinds]), np.array([row[:place + 1].count(row[place]) for row in kinds]))
             for place in range(n)]
    return PlayTable(np.array([rules.number_of(encode_faces(some)) for some in faces]), cards, faces)


def list_possible_plays(view: State, seat: int) -> list[tuple[int, tuple[int, ...]]]:
    """Return every play, prime or not, that would not be refused, as (number, faces)."""
    hand = int(view.hand[seat])
    held = np.array([count_kind(hand, kind) for kind in range(KINDS)])
    plays: list[tuple[int, tuple[int, ...]]] = []
    for n in (int(view.count),) if view.count else (1, 2, 3):
        table = make_play_table(n, int(view.multi_in_three))
        fits = table.numbers > view.number
        for kinds, needs in table.cards:
            fits &= held[kinds] >= needs
        plays += [(int(table.numbers[row]), table.faces[row]) for row in np.flatnonzero(fits).tolist()]
    if not view.skip_last:
        return plays
    return [play for play in plays if not rules.play_refusal(view, seat, action_of_play(play))]


def believes_prime(level: str, number: int, faces: tuple[int, ...]) -> bool:
    """Return whether a bot of this level takes a number for a prime.

    A novice tries division by 2, 3 and 5 only.
    """
    if number < 2:
        return False
    if level == "casual" and len(faces) < 3:
        return bool(PRIME[number])
    tests = (2, 3, 5, 7) if level == "casual" else (2, 3, 5)
    return all(number % p or number == p for p in tests)


def has_failed(view: State, seat: int, number: int, faces: tuple[int, ...]) -> bool:
    """Return whether all cards of a play were shown in failed plays, so that the bot knows the verdict."""
    return not PRIME[number] and all(count_kind(view.known[seat], int(FACE_KIND[face])) for face in faces)


def action_of_play(play: tuple[int, tuple[int, ...]]) -> int:
    """Return the action of a play given as (number, faces)."""
    return encode_faces(play[1])


def encode_faces(faces: tuple[int, ...]) -> int:
    """Return the action that plays faces side by side."""
    return int(rules.encode_play(*[*faces, -1, -1][:3]))


def choose_play(view: State, seat: int, level: str, plays: list[tuple[int, tuple[int, ...]]],
                chance: random.Random) -> tuple[int, tuple[int, ...]]:
    """Return the play to make: a novice takes any, a casual bot sheds cards that are hard to place."""
    if level == "novice":
        return chance.choice(plays)
    danger = min(view.cards[i] for i in range(view.seats) if i != seat) <= 3

    def worth(play: tuple[int, tuple[int, ...]]) -> tuple[float, float]:
        number, faces = play
        kinds = [int(FACE_KIND[face]) for face in faces]
        hard = sum(10 - PARTNER_COUNTS.get(kind, 6) for kind in kinds)
        kept = sum(kind in (TEN, TWELVE) for kind in kinds) * (0 if danger else 3)
        return 6 * len(faces) + hard - kept + (number / 200 if danger else -number / 400), chance.random()
    return max(plays, key=worth)


def choose_draw(view: State, seat: int, level: str, plays: list[tuple[int, tuple[int, ...]]],
                chance: random.Random) -> int | None:
    """Return D or a draw at the start of a turn; None to go on without."""
    if count_kind(view.hand[seat], D) and (level == "casual" or chance.random() < 0.5):
        return int(Verb.D)
    if rules.can_draw(view, seat) and (not plays or (level == "novice" and chance.random() < 0.25)):
        return int(Verb.DRAW)
    return None


def choose_without_play(view: State, seat: int, chance: random.Random) -> int:
    """Return SKIP where it helps, else pass."""
    tens = TEN in view.last[:view.count]
    skip = count_kind(view.hand[seat], SKIP) and not rules.refusal(view, seat, int(Verb.SKIP))
    return int(Verb.SKIP) if skip and (tens or chance.random() < 0.5) else int(Verb.PASS)


def choose_discard(view: State, seat: int, chance: random.Random) -> int:
    """Return the discard of the card that is hardest to place."""
    kinds = [kind for kind in range(KINDS) if count_kind(view.hand[seat], kind)
             and not rules.discard_refusal(view, seat, kind)]
    return int(rules.encode_discard(min(kinds, key=lambda kind: (PARTNER_COUNTS.get(kind, 1 if kind == 0 else 5),
                                                                 chance.random()))))
