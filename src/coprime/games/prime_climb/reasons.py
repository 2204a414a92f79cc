"""Say why a turn was better in Prime Climb: it brings a pawn home, or sends others' pawns back."""

from collections.abc import Iterator, Sequence
from typing import Any

from ...core.messages import join_words
from ...core.reasons import MAX_REASONS, Reason, make_reason
from . import rules
from .board_and_card_data import HOME
from .phrases import SAY
from .state import State


def choice_reasons(view: State, seat: int, played: Sequence[int], better: Sequence[int]) -> list[Reason]:
    """Return why a turn, or a part of one, was better: a pawn comes home, or others' pawns go back."""
    return list(compare_turns(view, seat, played, better))[:MAX_REASONS]


def compare_turns(view: State, seat: int, played: Sequence[int], better: Sequence[int]) -> Iterator[Reason]:
    """Yield what is better about some actions than about others."""
    say, mine = SAY["reason"], (2 * seat, 2 * seat + 1)
    after, other = (position_after(view, seat, actions) for actions in (better, played))
    home, before = (sum(int(at.pawn[pawn]) == HOME for pawn in mine) for at in (after, other))
    if home > before:
        yield make_reason(say, "home", {"n": home})
    back, instead = (pawns_sent_back(view, seat, at) for at in (after, other))
    if back and len(back) > len(instead):
        spaces = [int(view.pawn[pawn]) for pawn in back]
        yield make_reason(say, "back", {"pawns": back}, n=len(back), spaces=join_words([str(n) for n in spaces]))


def position_after(view: Any, seat: int, actions: Sequence[int]) -> Any:
    """Return the position after a seat's actions, up to where somebody else, or chance, is asked."""
    at = view.copy()
    for action in actions:
        if int(rules.to_act(at)) != 1 << seat or rules.refusal(at, seat, action):
            break
        rules.apply(at, seat, action)
    return at


def pawns_sent_back(view: State, seat: int, after: State) -> list[int]:
    """Return the pawns of others that stand further behind than before."""
    return [pawn for pawn in range(2 * view.seats)
            if pawn // 2 != seat and int(after.pawn[pawn]) < int(view.pawn[pawn])]
