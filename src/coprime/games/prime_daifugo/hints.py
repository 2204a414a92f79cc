"""Hints for Prime Daifugo as a ladder: a nudge, a clue of the cards, a method, an answer."""

from typing import Any

from ...core.bits import count_kind
from ...core.hint_steps import HintStep
from ...core.messages import join_sentences, join_words
from . import rules
from .bots import plays_of
from .clues import PARTNERS
from .labels import MEANS, NAMES, SAY, face_name
from .rules import Phase, Verb
from .state import State
from .tables import FACES, FIVE_NINE, FOUR_SIX_EIGHT, ICONS, KINDS, NUMBERS, PRIME, SKIP, ZERO, D
from .words import draws_on_pass, number_word


def ladder(view: State, seat: int) -> list[HintStep | str]:
    """Up to four rungs for the seat on turn, or one that says that there is nothing to find."""
    say = SAY["hint"]
    if view.phase not in (Phase.DRAW, Phase.PLAY, Phase.DISCARD) or view.turn != seat:
        return [say["none"]]
    if view.phase == Phase.DISCARD:
        return discard_ladder(view, seat)
    if view.cards[seat] == 0:
        return empty_ladder(view, seat)
    primes = primes_of(view, seat)
    return prime_ladder(view, primes) if primes else idle_ladder(view, seat)


def ladder_to(view: State, seat: int, action: int) -> list[HintStep | str]:
    """The ladder that leads to this action, which need not be the longest prime; empty for a play that is none."""
    if view.phase == Phase.DISCARD:
        return discard_rungs("nudge_discard_to", int(rules.face_of(action, 0)))
    primes = primes_of(view, seat)
    if rules.verb_of(action) == Verb.PLAY:
        found = sorted(primes, key=lambda play: as_action(play[1]) != action)
        return prime_ladder(view, found) if found and as_action(found[0][1]) == action else []
    if not primes:
        idle = idle_ladder(view, seat) if view.cards[seat] else empty_ladder(view, seat)
        return [*idle[:-1], without(view, seat, action)]
    return [SAY["hint"]["nudge_wait"], without(view, seat, action)]


def primes_of(view: State, seat: int) -> list[tuple[int, tuple[int, ...]]]:
    """The primes that can be played, those of most cards first."""
    return sorted((play for play in plays_of(view, seat) if PRIME[play[0]]), key=lambda play: -len(play[1]))


def prime_ladder(view: State, primes: list[tuple[int, tuple[int, ...]]]) -> list[HintStep | str]:
    """The rungs to the first of some primes."""
    number, faces = primes[0]
    answer = SAY["hint"]["answer"].format(label=" ".join(map(face_name, faces)), number=number)
    return [nudge(view, faces), clue(primes), method(number), HintStep(answer, as_action(faces))]


def as_action(faces: tuple[int, ...]) -> int:
    return int(rules.play(*[*faces, -1, -1][:3]))


def puzzle_kind(view: State, seat: int, action: int) -> str:
    """The sort of puzzle that an answer makes: the last cards, a prime of so many cards, or what else is done."""
    if rules.verb_of(action) != Verb.PLAY:
        return "without"
    cards = int(rules.count_of(action))
    return "last" if cards == view.cards[seat] else ("one", "two", "three")[cards - 1]


# With a prime to be found.

def nudge(view: State, faces: tuple[int, ...]) -> str:
    """Where to look."""
    say = SAY["hint"]
    if len(faces) > 1:
        return say["nudge_end"]
    return say["nudge_single_above"].format(number=view.number) if view.count else say["nudge_single"]


def clue(primes: list[tuple[int, tuple[int, ...]]]) -> str:
    """What the print of the cards tells of the play: for two cards a partner, not the order."""
    say, faces = SAY["hint"], primes[0][1]
    numbers = [FACES[face][1] for face in faces]
    if len(faces) == 1:
        n = len({number for number, some in primes if len(some) == 1})
        return say["clue_single"].format(n=n)
    if len(faces) == 2:
        return say["clue_pair"].format(card=numbers[0], partner=numbers[1])
    icon = next(n for n in numbers if n in ICONS)
    return say["clue_three"].format(card=icon, last=numbers[-1])


def method(number: int) -> str:
    """How to see that a number is prime: the divisors worth trying, and two of the trials."""
    say = SAY["hint"]
    small = [p for p in range(2, 45) if PRIME[p]]
    beyond = next(p for p in [*small, 47] if p * p > number)
    tried = [p for p in small if p < beyond]
    facts = {"number": number, "beyond": beyond, "limit": tried[-1] if tried else 0}
    tests = []
    if len(tried) > 1:
        tests.append(say["test_digits"].format(total=sum(map(int, str(number)))))
    if 7 in tried:
        tests.append(say["test_seven"].format(number=number, q=number // 7, r=number % 7))
    return join_sentences([say["method"][min(len(tried), 2)].format(**facts), *tests])


# Without one.

def empty_ladder(view: State, seat: int) -> Any:
    """PD-26: the turn still has to end, and a 10 works before the win is looked at."""
    say, drawn = SAY["hint"], draws_on_pass(view, seat)
    why = say["empty_draw"].format(n=number_word(drawn)) if drawn else say["empty"]
    return [why, HintStep(say["answer_pass"], Verb.PASS)]


def idle_ladder(view: State, seat: int) -> list[HintStep | str]:
    """No prime can be played: draw, or leave the turn at the least cost."""
    say = SAY["hint"]
    if rules.skip_alone(view, seat):
        return [say["nudge_skip_alone"], way_out(view, seat)]
    drawn = draws_on_pass(view, seat)
    cost = say["cost_draw"].format(n=number_word(drawn)) if drawn else say["cost_none"]
    return [say["nudge_idle"].format(cost=cost), falls_short(view, seat), way_out(view, seat)]


def falls_short(view: Any, seat: int) -> str:
    """How far the primes in hand reach."""
    say, below = SAY["hint"], view.copy()
    if not view.count:
        return say["clue_none"]
    below.number = 0
    made = [number for number, _ in plays_of(below, seat) if PRIME[number]]
    count = SAY["ask"]["counts"][view.count]
    if not made:
        return say["clue_none_of"].format(count=count)
    return say["clue_short"].format(count=count, largest=max(made), number=view.number)


def way_out(view: State, seat: int) -> HintStep:
    """D, a card, SKIP where it spares a draw, or a pass."""
    if view.phase == Phase.DRAW and count_kind(view.hand[seat], D):
        return without(view, seat, Verb.D)
    if view.phase == Phase.DRAW and rules.can_draw(view, seat):
        return without(view, seat, Verb.DRAW)
    spares = draws_on_pass(view, seat) and not rules.refusal(view, seat, int(Verb.SKIP))
    return without(view, seat, Verb.SKIP if spares else Verb.PASS)


def without(view: State, seat: int, verb: int) -> HintStep:
    """What can be done other than to play a number."""
    say, drawn = SAY["hint"], draws_on_pass(view, seat)
    if verb in (Verb.D, Verb.DRAW):
        return HintStep(say["answer_d" if verb == Verb.D else "answer_draw"], verb)
    if not drawn:
        return HintStep(say["answer_skip_free" if verb == Verb.SKIP else "answer_pass"], verb)
    return HintStep(say["answer_skip" if verb == Verb.SKIP else "answer_pass_draw"].format(n=number_word(drawn)), verb)


# After D.

def discard_ladder(view: State, seat: int) -> list[HintStep | str]:
    """Which card is hardest to place."""
    kinds = [kind for kind in range(KINDS) if count_kind(view.hand[seat], kind)
             and not rules.refusal_to_discard(view, seat, kind)]
    return discard_rungs("nudge_discard", min(kinds, key=chances))


def discard_rungs(nudge: str, kind: int) -> list[HintStep | str]:
    say = SAY["hint"]
    rungs = [say[nudge]]
    if kind < len(NUMBERS) and kind != ZERO:
        number = NUMBERS[kind]
        rungs.append(say["clue_partners"].format(card=number, partners=join_words([str(n) for n in PARTNERS[number]])))
    return [*rungs, HintStep(say["answer_discard"].format(card=NAMES[kind]), rules.discard(kind))]


def chances(kind: int) -> int:
    """With how many numbers a card makes a prime; D and SKIP are worth a good one, a 0 hardly anything."""
    if kind in (D, SKIP):
        return 8
    if kind in (FIVE_NINE, FOUR_SIX_EIGHT):
        return len({other for number in MEANS[kind] for other in PARTNERS[number]})
    return len(PARTNERS[NUMBERS[kind]]) if kind != ZERO else 1
