"""Hints for Prime Daifugo Lv. 0: where to look, why the number is a prime, what to play."""

from typing import Any

from ...core.bits import count_kind
from ...core.hint_steps import HintStep
from ...core.messages import join_sentences, join_words
from . import rules
from .bots import list_possible_plays
from .labels import MEANS, NAMES, SAY, face_name
from .printed_clues import PARTNERS
from .rules import Phase, Verb
from .state import State
from .tables import FACES, FIVE_NINE, FOUR_SIX_EIGHT, ICONS, KINDS, NUMBERS, PRIME, SKIP, ZERO, D
from .words import cards_drawn_on_pass, number_word


def ladder(view: State, seat: int) -> list[HintStep | str]:
    """Return up to three hints for the seat on turn, or one that says that there is nothing to find."""
    say = SAY["hint"]
    if view.phase not in (Phase.DRAW, Phase.PLAY, Phase.DISCARD) or view.turn != seat:
        return [say["none"]]
    if view.phase == Phase.DISCARD:
        return discard_ladder(view, seat)
    if view.cards[seat] == 0:
        return empty_ladder(view, seat)
    primes = playable_primes(view, seat)
    return prime_ladder(view, seat, primes) if primes else idle_ladder(view, seat)


def ladder_to(view: State, seat: int, action: int) -> list[HintStep | str]:
    """Return the hints that lead to an action; empty for a play that is no prime."""
    if view.phase == Phase.DISCARD:
        return discard_steps("nudge_discard_to", int(rules.face_of(action, 0)))
    primes = playable_primes(view, seat)
    if rules.verb_of(action) == Verb.PLAY:
        found = sorted(primes, key=lambda play: action_of_faces(play[1]) != action)
        return prime_ladder(view, seat, found) if found and action_of_faces(found[0][1]) == action else []
    if not primes:
        idle = idle_ladder(view, seat) if view.cards[seat] else empty_ladder(view, seat)
        return [*idle[:-1], other_action_step(view, seat, action)]
    return [SAY["hint"]["nudge_wait"], other_action_step(view, seat, action)]


def playable_primes(view: State, seat: int) -> list[tuple[int, tuple[int, ...]]]:
    """Return the primes that can be played, those of most cards first."""
    return sorted((play for play in list_possible_plays(view, seat) if PRIME[play[0]]), key=lambda play: -len(play[1]))


def prime_ladder(view: State, seat: int, primes: list[tuple[int, tuple[int, ...]]]) -> list[HintStep | str]:
    """Return the hints to the first of some primes."""
    number, faces = primes[0]
    answer = SAY["hint"]["answer"].format(label=" ".join(map(face_name, faces)), number=number)
    return [HintStep(nudge_text(view, faces), cards=last_cards(view, seat, len(faces))),
            join_sentences([clue_text(primes), method_text(number)]), HintStep(answer, action_of_faces(faces))]


def last_cards(view: State, seat: int, count: int) -> list[str]:
    """Return the cards that can stand last in a play of so many cards: of several, those that are not ruled out."""
    plays = [play for play in list_possible_plays(view, seat) if len(play[1]) == count]
    kinds = {FACES[faces[-1]][0] for number, faces in plays if count == 1 or number % 2 and number % 5}
    return [NAMES[kind] for kind in sorted(kinds)]


def cards_used(view: State, seat: int, action: int) -> list[str]:
    """Return the cards that an action plays, in their order, as the scene calls them."""
    verb = rules.verb_of(action)
    if verb == Verb.PLAY:
        faces = [rules.face_of(action, i) for i in range(rules.card_count_of(action))]
        return [NAMES[FACES[int(face)][0]] for face in faces]
    if verb == Verb.DISCARD:
        return [NAMES[int(rules.face_of(action, 0))]]
    return {Verb.D: ["D"], Verb.SKIP: ["SKIP"]}.get(verb, [])


def action_of_faces(faces: tuple[int, ...]) -> int:
    """Return the action that plays some faces."""
    return int(rules.encode_play(*[*faces, -1, -1][:3]))


def puzzle_kind(view: State, seat: int, action: int) -> str:
    """Return the sort of puzzle that an action answers: the last cards, a prime of so many, no play."""
    if rules.verb_of(action) != Verb.PLAY:
        return "without"
    cards = int(rules.card_count_of(action))
    return "last" if cards == view.cards[seat] else ("one", "two", "three")[cards - 1]


# With a prime to be found.

def nudge_text(view: State, faces: tuple[int, ...]) -> str:
    """Return a hint at where to look."""
    say = SAY["hint"]
    if len(faces) > 1:
        return say["nudge_end"]
    return say["nudge_single_above"].format(number=view.number) if view.count else say["nudge_single"]


def clue_text(primes: list[tuple[int, tuple[int, ...]]]) -> str:
    """Return what the print of the cards tells of the play: for two cards a partner, not the order."""
    say, faces = SAY["hint"], primes[0][1]
    numbers = [FACES[face][1] for face in faces]
    if len(faces) == 1:
        n = len({number for number, some in primes if len(some) == 1})
        return say["clue_single"].format(n=n)
    if len(faces) == 2:
        return say["clue_pair"].format(card=numbers[0], partner=numbers[1])
    icon = next(n for n in numbers if n in ICONS)
    return say["clue_three"].format(card=icon, last=numbers[-1])


def method_text(number: int) -> str:
    """Return how to see that a number is prime: the divisors worth trying, and two of the trials."""
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
    """Return the hints for an empty hand: the turn still has to end, and a 10 comes first (PD-26)."""
    say, drawn = SAY["hint"], cards_drawn_on_pass(view, seat)
    why = say["empty_draw"].format(n=number_word(drawn)) if drawn else say["empty"]
    return [why, HintStep(say["answer_pass"], Verb.PASS)]


def idle_ladder(view: State, seat: int) -> list[HintStep | str]:
    """Return the hints where no prime can be played: draw, or end the turn at the least cost."""
    say = SAY["hint"]
    if rules.has_only_skip(view, seat):
        return [say["nudge_skip_alone"], nonplay_hint_step(view, seat)]
    drawn = cards_drawn_on_pass(view, seat)
    cost = say["cost_draw"].format(n=number_word(drawn)) if drawn else say["cost_none"]
    return [say["nudge_idle"].format(cost=cost), falls_short_text(view, seat), nonplay_hint_step(view, seat)]


def falls_short_text(view: Any, seat: int) -> str:
    """Return how far the primes in hand reach."""
    say, below = SAY["hint"], view.copy()
    if not view.count:
        return say["clue_none"]
    below.number = 0
    made = [number for number, _ in list_possible_plays(below, seat) if PRIME[number]]
    count = SAY["ask"]["counts"][view.count]
    if not made:
        return say["clue_none_of"].format(count=count)
    return say["clue_short"].format(count=count, largest=max(made), number=view.number)


def nonplay_hint_step(view: State, seat: int) -> HintStep:
    """Return the hint to D, a draw, SKIP where it spares a draw, or a pass."""
    if view.phase == Phase.DRAW and count_kind(view.hand[seat], D):
        return other_action_step(view, seat, Verb.D)
    if view.phase == Phase.DRAW and rules.can_draw(view, seat):
        return other_action_step(view, seat, Verb.DRAW)
    spares = cards_drawn_on_pass(view, seat) and not rules.refusal(view, seat, int(Verb.SKIP))
    return other_action_step(view, seat, Verb.SKIP if spares else Verb.PASS)


def other_action_step(view: State, seat: int, verb: int) -> HintStep:
    """Return the hint that answers with an action other than a play."""
    say, drawn = SAY["hint"], cards_drawn_on_pass(view, seat)
    if verb in (Verb.D, Verb.DRAW):
        return HintStep(say["answer_d" if verb == Verb.D else "answer_draw"], verb)
    if not drawn:
        return HintStep(say["answer_skip_free" if verb == Verb.SKIP else "answer_pass"], verb)
    return HintStep(say["answer_skip" if verb == Verb.SKIP else "answer_pass_draw"].format(n=number_word(drawn)), verb)


# After D.

def discard_ladder(view: State, seat: int) -> list[HintStep | str]:
    """Return the hints to the card that is hardest to place, after D."""
    kinds = [kind for kind in range(KINDS) if count_kind(view.hand[seat], kind)
             and not rules.discard_refusal(view, seat, kind)]
    return discard_steps("nudge_discard", min(kinds, key=partner_count))


def discard_steps(nudge: str, kind: int) -> list[HintStep | str]:
    """Return the hints to discard a kind, from the nudge of a key to the answer."""
    say = SAY["hint"]
    rungs = [say[nudge]]
    if kind < len(NUMBERS) and kind != ZERO:
        number = NUMBERS[kind]
        rungs.append(say["clue_partners"].format(card=number, partners=join_words([str(n) for n in PARTNERS[number]])))
    return [*rungs, HintStep(say["answer_discard"].format(card=NAMES[kind]), rules.encode_discard(kind))]


def partner_count(kind: int) -> int:
    """Return with how many numbers a card makes a prime; D, SKIP and 0 get a fixed rank."""
    if kind in (D, SKIP):
        return 8
    if kind in (FIVE_NINE, FOUR_SIX_EIGHT):
        return len({other for number in MEANS[kind] for other in PARTNERS[number]})
    return len(PARTNERS[NUMBERS[kind]]) if kind != ZERO else 1
