"""Hints for Sosu Daifugo: where to look, why the number is a prime, what to play.

They look for primes of up to four cards, 57, 1729 and a lone joker (`rules.sound_actions`); longer plays and composites
are explained where somebody else advises them (`ladder_to`).
"""

from collections.abc import Sequence
from typing import Any

import numpy as np

from ...core.big_numbers import limbs_to_int
from ...core.bits import count_kind
from ...core.hint_steps import HintStep
from ...core.messages import join_sentences
from . import rules
from .actions import verb_of
from .card_signs import JOKER, SIGN_KIND, is_card
from .judge_texts import expression_text, number_text, recall_judgement, shown_number
from .labels import NAMES, SAY, cards_text, signs_of
from .planning.turn_planner import may_draw
from .play_reading import count_cards, count_shown
from .play_verdicts import clear_line, effect_of
from .prime_orders import MAX_LISTED_CARDS
from .refusal_texts import laid_signs
from .screen import list_play_actions
from .state import Effect, Phase, State, Verb

Signs = Sequence[int]
EFFECT_KEYS = {Effect.NONE: "", Effect.JOKER: "joker", Effect.CUT: "cut", Effect.TURN: "turn"}
FULL_TRIALS = 1000          # below, the primes worth trying are named
PUZZLE_CARDS = range(3, 7)   # in hand


def ladder(view: State, seat: int) -> list[HintStep | str]:
    """Return up to three hints for the seat on turn, or one that says that there is nothing to find."""
    if view.phase not in (Phase.TURN, Phase.LAST) or view.turn != seat:
        return [SAY["hint"]["none"]]
    view, before = view_with_cleared_line(view)
    plays = listed_plays(view, seat)
    if not plays:
        return idle_ladder(view, seat)
    best = min(plays, key=lambda signs: rank_play(view, seat, signs))
    others = [signs for signs in plays if count_cards(signs, 0, len(signs)) == len(best)]
    return play_steps(view, seat, best, others, before)


def ladder_to(view: State, seat: int, action: int) -> list[HintStep | str]:
    """Return the hints that lead to an action; empty for one that is refused, fails, or plays nothing."""
    verb = verb_of(action)
    if verb in (Verb.ADD, Verb.CLEAR) or view.turn != seat or rules.refusal(view, seat, action):
        return []
    if verb == Verb.PLAY:
        signs = laid_signs(view, action)
        if rules.violation(view, seat, action):
            return []
        return play_steps(view, seat, signs, [signs], (), action)
    cleared, _ = view_with_cleared_line(view)
    if listed_plays(cleared, seat):
        return [SAY["hint"]["nudge_wait"], draw_or_pass_step(verb)]
    return [*idle_sentences(cleared, seat), draw_or_pass_step(verb)]


def cards_used(view: State, seat: int, action: int) -> list[str]:
    """Return the cards that an action plays, in their order, as the scene calls them."""
    return card_names(signs_of(action)) if verb_of(action) in (Verb.PLAY, Verb.ADD) else []


def puzzle_kind(view: State, seat: int, action: int) -> str:
    """Return the sort of puzzle that a position makes: a lead, or an answer to so many cards; "" for none.

    A joker has several values that are as good; in a draw, or a play of one card, there is little to be found, and of
    many cards luck decides.
    """
    if verb_of(action) != Verb.PLAY or len(signs_of(action)) < 2:
        return ""
    if view.cards[seat] not in PUZZLE_CARDS or count_kind(view.held[seat], JOKER):
        return ""
    return {0: "lead", 2: "two", 3: "three", 4: "four"}.get(int(view.count), "")


def view_with_cleared_line(view: Any) -> tuple[State, tuple[int, ...]]:
    """Return a view without cards on the line, and the actions that take these back."""
    if not view.length:
        return view, ()
    cleared = view.copy()
    clear_line(cleared)
    return cleared, (int(Verb.CLEAR),)


def listed_plays(view: State, seat: int) -> list[list[int]]:
    """Return the signs of the plays of up to four cards that are taken and do not fail."""
    return [list(signs_of(action)) for action in list_play_actions(view, seat)]


def rank_play(view: State, seat: int, signs: Signs) -> tuple[int, ...]:
    """Return the rank of a play, the least being the best to play.

    All cards come first.  A lead takes many cards, even ones and no jokers; an answer takes no jokers and the number
    that leaves most of the order to play in.
    """
    jokers = sum(SIGN_KIND[sign] == JOKER for sign in signs)
    even = sum(sign % 2 == 0 for sign in signs if SIGN_KIND[sign] != JOKER)
    special = bool(special_key(view, signs))
    number = shown_number(signs)
    strength = -number if view.revolution else number
    last = len(signs) == view.cards[seat]
    if view.count:
        return (not last, special, jokers, strength)
    return (not last, special, jokers, -len(signs), -even, -strength)


def special_key(view: State, signs: Signs) -> str:
    """Return which effect a play has: `cut`, `turn`, `joker`, or "" for none."""
    return EFFECT_KEYS[effect_of(view, signs, len(signs))]


def card_names(signs: Signs) -> list[str]:
    """Return the names of the cards among some signs, as the scene calls them."""
    return [NAMES[SIGN_KIND[sign]] for sign in signs if is_card(sign)]


# With a play to be found.

def play_steps(view: State, seat: int, signs: Signs, others: Sequence[Signs], before: Sequence[int],
               action: int | None = None) -> list[HintStep | str]:
    """Return the hints to a play.

    others  the plays of as many cards, from which the cards are taken that may stand last
    before  actions that come first
    action  the last action of the play; None where its signs are one action
    """
    say, n = SAY["hint"], len(signs)
    played = rules.encode_signs(Verb.PLAY, np.array(signs, np.int64), 0, n) if action is None else action
    answer = HintStep(answer_text(view, signs), *before, int(played), cards=card_names(signs))
    if key := special_key(view, signs):
        return [HintStep(say["nudge_special"], cards=list(dict.fromkeys(card_names(signs)))), say[f"clue_{key}"],
                answer]
    shown = count_shown(signs, n)
    if shown < n:
        facts = {"number": number_text(shown_number(signs)), "factors": expression_text(signs)}
        return [HintStep(say["nudge_composite"], cards=list(dict.fromkeys(card_names(signs[:shown])))),
                say["clue_composite"].format(**facts), answer]
    lasts = [one[-1] for one in others if not special_key(view, one)]
    return [HintStep(nudge_text(view, n), cards=list(dict.fromkeys(card_names(lasts)))),
            join_sentences([say["clue_last"].format(n=n, card=NAMES[SIGN_KIND[signs[-1]]]) if n > 1 else "",
                            method_text(shown_number(signs))]), answer]


def nudge_text(view: State, n: int) -> str:
    """Return a hint at where to look for a prime of n cards."""
    say = SAY["hint"]
    what = say["fits_lead"].format(n=n)
    if view.count:
        what = say["fits_below" if view.revolution else "fits_above"].format(
            n=n, number=number_text(limbs_to_int(view.number)))
    return join_sentences([what, say["nudge_single" if n == 1 else "nudge_end"]])


def answer_text(view: State, signs: Signs) -> str:
    """Return the sentence that says what to play, and what it makes."""
    key = special_key(view, signs) or ("composite" if count_shown(signs, len(signs)) < len(signs) else "prime")
    return str(SAY["hint"][f"answer_{key}"].format(cards=cards_text(signs), number=number_text(shown_number(signs))))


def method_text(number: int) -> str:
    """Return how to see that a prime is one: trials of a small one, and for a large one the checks by head."""
    say = SAY["hint"]
    facts = {"number": number_text(number), "total": sum(map(int, str(number)))}
    if number < FULL_TRIALS:
        small = [p for p in range(2, 38) if recall_judgement(p).prime]
        beyond = next(p for p in small if p * p > number)
        tried = [p for p in small if p < beyond]
        facts |= {"beyond": beyond, "limit": tried[-1] if tried else 0}
        tests = [say["test_digits"].format(**facts)] if len(tried) > 1 else []
        return join_sentences([say["method"][min(len(tried), 2)].format(**facts), *tests])
    return join_sentences([say["test_digits_of"].format(**facts), say["test_1001"].format(**facts_of_1001(number))])


def facts_of_1001(number: int) -> dict[str, Any]:
    """Return the facts of the check by 1001: every other group of three digits as sums, and how far these are apart."""
    digits = str(number)
    groups = [int(digits[max(0, end - 3):end]) for end in range(len(digits), 0, -3)]
    return {"odd": " + ".join(map(str, groups[::2])), "even": " + ".join(map(str, groups[1::2])),
            "difference": abs(sum(groups[::2]) - sum(groups[1::2]))}


# Without one.

def idle_ladder(view: State, seat: int) -> list[HintStep | str]:
    """Return the hints where no prime of up to four cards fits: draw, or pass."""
    sentences = idle_sentences(view, seat)
    if view.phase == Phase.LAST and view.cards[seat] > MAX_LISTED_CARDS:
        return [*sentences]
    return [*sentences, draw_or_pass_step(Verb.DRAW if may_draw(view, seat) else Verb.PASS)]


def idle_sentences(view: State, seat: int) -> list[str]:
    """Return what is said before a draw or a pass."""
    say = SAY["hint"]
    if view.phase == Phase.LAST:
        return [say["last_long" if view.cards[seat] > MAX_LISTED_CARDS else "last_none"], say["last_ends"]]
    if view.count > MAX_LISTED_CARDS:
        return [say["nudge_long"].format(n=int(view.count), most=MAX_LISTED_CARDS), say["clue_long"]]
    return [say["nudge_idle"].format(most=MAX_LISTED_CARDS), say["clue_idle"]]


def draw_or_pass_step(verb: Any) -> HintStep:
    """Return the hint that answers with a draw or a pass."""
    return HintStep(SAY["hint"]["answer_draw" if verb == Verb.DRAW else "answer_pass"], int(verb))
