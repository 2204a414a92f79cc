"""Tell what a row of signs is as a play: refused, special, right or wrong (SD-7 to SD-13, SD-28 to SD-31, SD-44)."""
# mypy: ignore-errors, implicit-reexport

import numpy as np

from ...core.big_numbers import compare_limbs
from ...core.kernel import compile_rules
from ...core.seats import UNKNOWN
from .actions import count_signs, sign_at
from .card_signs import BARE_JOKER, JOKER, NONE, SIGN_KIND
from .play_reading import FIVE_SEVEN, TAXICAB, count_shown, form_refusal, judge_play, read_number, shows_values
from .state import LINE, Effect, Phase, Refusal, Violation

BOTH, CUT_ONLY, REVOLUTION_ONLY, OFF = range(4)             # `specials`
FLOWS, ON_TOP, NOT_ALONE = range(3)     # `lone_joker`


def append_to_line(s, action):
    """Return the signs on the line with those of an action after them, and how many these are."""
    signs, n = np.zeros(LINE, np.int64), s.length
    for place in range(n):
        signs[place] = s.line[place]
    for place in range(count_signs(action)):
        signs[n] = sign_at(action, place)
        n += 1
    return signs, n


def clear_line(s):
    """Take back the signs on the line."""
    s.line[:] = NONE
    s.length = 0


def play_refusal(s, signs, n):
    """Return why a play is refused: form, count and size, never primality (SD-7 to SD-13)."""
    if is_lone_joker(s, signs, n):
        if s.count and s.count != n:
            return Refusal.LONE_JOKER
        return Refusal.NOT_LARGER if has_joker_on_top(s) else Refusal.NONE
    if n == 1 and signs[0] == BARE_JOKER:
        return Refusal.UNDECLARED if s.lone_joker == NOT_ALONE or s.phase == Phase.LAST else Refusal.LONE_JOKER
    if n == 1 and SIGN_KIND[signs[0]] == JOKER and s.lone_joker != NOT_ALONE and s.phase != Phase.LAST:
        return Refusal.VALUE_ALONE
    form = form_refusal(signs, n, s.joker_zero == 0)
    if form != Refusal.NONE:
        return form
    shown = count_shown(signs, n)
    if s.phase == Phase.LAST:
        return Refusal.WHOLE_HAND if shown < n or n != s.cards[s.turn] else Refusal.NONE
    if shown < n and s.composites:
        return Refusal.NO_COMPOSITES
    if s.count and shown != s.count:
        return Refusal.WRONG_COUNT
    if s.max_play and shown > s.max_play:
        return Refusal.TOO_MANY_CARDS
    if s.count == 0:
        return Refusal.NONE
    if has_joker_on_top(s):
        return Refusal.NOT_LARGER
    order = compare_limbs(read_number(signs, 0, shown), s.number)
    if s.revolution:
        return Refusal.NONE if order < 0 else Refusal.NOT_SMALLER
    return Refusal.NONE if order > 0 else Refusal.NOT_LARGER


def is_lone_joker(s, signs, n):
    """Tell whether a play is a joker without a value that beats everything, or two of them (SD-44, SD-45)."""
    if signs[0] != BARE_JOKER or s.lone_joker == NOT_ALONE or s.phase == Phase.LAST:
        return False
    if n == 2:
        return s.two_jokers == 1 and signs[1] == BARE_JOKER
    return n == 1


def has_joker_on_top(s):
    """Tell whether a joker without a value lies on top, which nothing beats (`lone_joker` top)."""
    return s.count > 0 and s.number[0] == UNKNOWN


def effect_of(s, signs, n):
    """Return what a play does instead of being judged; last numbers have no effect (SD-28, SD-29, SD-31, SD-40)."""
    if is_lone_joker(s, signs, n):
        return Effect.JOKER
    if s.specials == OFF or s.phase == Phase.LAST:
        return Effect.NONE
    if s.specials != REVOLUTION_ONLY and shows_values(signs, n, FIVE_SEVEN):
        return Effect.CUT
    if s.specials != CUT_ONLY and shows_values(signs, n, TAXICAB):
        return Effect.TURN
    return Effect.NONE


def play_violation(s, seat, signs, n):
    """Return what is wrong with the play of a row of signs."""
    if effect_of(s, signs, n) != Effect.NONE:
        finishes = s.cards[seat] == n
        return Violation.SPECIAL_FINISH if finishes and s.special_finish else Violation.NONE
    return judge_play(signs, n)


compile_rules(globals(), makers="append_to_line play_refusal")
