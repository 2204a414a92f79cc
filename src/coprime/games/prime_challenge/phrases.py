"""Small words: cards, points, and why something is refused."""

from ...core.messages import joined
from ...core.seats import WATCHER
from ...decks.primepak.explain import explain_set, told
from ...decks.primepak.names import name
from ...decks.primepak.sets import NO_SET, set_of
from .labels import SAY, places_of
from .lying import unpacked
from .state import Offence, Refusal

EXPLAINED = (Refusal.WRONG_PRODUCT, Refusal.MANY_WILDS, Refusal.FEW_NATURALS)


def why_not(reason, view=None, action=None):
    """The sentence of a refusal, and its rule; the arithmetic of a wrong set where it is known."""
    sentence, rule = SAY["refusal"][Refusal(reason).name]
    if view is None or action is None:
        return sentence, rule
    if reason in EXPLAINED:
        return explain_set(kinds_of(view, action)), rule
    if reason == Refusal.WRONG_ORDER:
        return f"{sentence} {equation(kinds_of(view, action))}", rule
    return sentence, rule


def kinds_of(view, action):
    """The kinds that lie at the places of a pick-up, in the order taken."""
    return [int(view.face_up[place]) for place in places_of(action)]


def kinds_in(packed):
    kinds = [0] * 7
    return kinds[:unpacked(int(packed), kinds)]


def equation(kinds):
    """`42 = 6 × 7.` of a set; the arithmetic of what is none."""
    row = set_of(kinds, len(kinds))
    return told(row) if row != NO_SET else explain_set(kinds)


def in_order(kinds):
    """`42, then 6 and 7`: what was taken, without a word on whether it is right."""
    first, *others = [SAY["card"]["wild"] if name(kind) == "W" else name(kind) for kind in kinds]
    return SAY["card"]["taken"].format(first=first, others=joined(others))


def offence_list(offences):
    return joined([SAY["offence"][one.name.lower()] for one in Offence if offences >> one & 1])


def signed(points):
    return f"−{-points}" if points < 0 else str(points)


def points_word(points):
    return SAY["ask"]["points"][min(abs(points), 2)].format(n=signed(points))


def you_or(seat, watcher, names):
    return SAY["ask"]["you"] if seat == watcher else names[seat]


def score_line(points, watcher, names):
    """`you 12, Otter −1`."""
    return ", ".join(SAY["event"]["points"].format(who=you_or(i, watcher, names), points=signed(int(n)))
                     for i, n in enumerate(points))


def paid(giver, taker, points, watcher, names):
    """`3 points go from you to Otter.`"""
    if watcher == WATCHER or watcher not in (giver, taker):
        key = "pays"
    else:
        key = "you_pay" if watcher == giver else "pays_you"
    return SAY["event"][key].format(giver=names[giver], taker=names[taker], points=points_word(points))
