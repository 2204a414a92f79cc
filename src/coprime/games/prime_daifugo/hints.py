"""Hints for Prime Daifugo as a ladder: a nudge, a clue of the cards, a method, an answer."""

from . import rules
from .bots import PARTNERS, plays_of
from .rules import Phase
from .tables import FACES, NUMBERS, PRIME
from .words import NAMES, SAY, face_name


def ladder(view, seat):
    """Four rungs for the seat on turn, or one that says that there is nothing to find."""
    say = SAY["hint"]
    if view.phase not in (Phase.DRAW, Phase.PLAY, Phase.DISCARD) or view.turn != seat:
        return [say["none"]]
    if view.phase == Phase.DISCARD:
        return discard_ladder(view, seat)
    primes = sorted((play for play in plays_of(view, seat) if PRIME[play[0]]), key=lambda play: -len(play[1]))
    if not primes:
        drawing = view.phase == Phase.DRAW and rules.can_draw(view, seat)
        return [say["nudge_draw"], say["clue_none"], say["answer_draw" if drawing else "answer_pass"]]
    number, faces = primes[0]
    return [nudge(view, faces), clue(view, primes), method(number),
            say["answer"].format(label=" ".join(map(face_name, faces)), number=number)]


def nudge(view, faces):
    say = SAY["hint"]
    return say["nudge_single"].format(number=view.number) if len(faces) == 1 else say["nudge_end"]


def clue(view, primes):
    """Some partners of one card of the play, as its print tells them; the order is not given."""
    say, (_, faces) = SAY["hint"], primes[0]
    kinds = [FACES[face] for face in faces]
    if len(faces) == 1:
        return say["clue_single"].format(n=len({number for number, some in primes if len(some) == 1}))
    card, partner = kinds[0][1], kinds[1][1]
    known = [str(n) for n in partners_of(card)][:3] or [str(partner)]
    shown = sorted({*known[:2], str(partner)}, key=int) if len(faces) == 2 else [str(n) for _, n in kinds[1:]]
    return say["clue"].format(card=card, partners=", ".join(shown))


def partners_of(number):
    """The numbers that make a prime with a number in some order."""
    return [other for other in NUMBERS[1:] if PRIME[int(f"{number}{other}")] or PRIME[int(f"{other}{number}")]]


def method(number):
    """How to see that a number is prime: the divisors worth trying, and two of the trials."""
    say = SAY["hint"]
    limit = max([p for p in range(2, 44) if PRIME[p] and p * p <= number], default=2)
    total = sum(map(int, str(number)))
    tests = [say["test_digits"].format(total=total, does=say["does" if total % 3 == 0 else "does_not"])]
    if number > 49:
        tests.append(say["test_seven"].format(number=number, q=number // 7, r=number % 7))
    return say["method"].format(number=number, limit=limit, tests=" ".join(tests))


def discard_ladder(view, seat):
    """Which card is hardest to place."""
    say = SAY["hint"]
    kinds = [kind for kind in range(len(NAMES)) if view.hand[seat] >> 3 * kind & 7
             and not rules.refusal_to_discard(view, seat, kind)]
    worst = min(kinds, key=lambda kind: PARTNERS.get(kind, 5))
    rungs = [say["nudge_discard"]]
    if worst in PARTNERS:
        rungs.append(say["clue"].format(card=NAMES[worst], partners=", ".join(map(str, partners_of(NUMBERS[worst])))))
    return [*rungs, say["answer_discard"].format(card=NAMES[worst])]
