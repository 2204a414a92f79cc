"""What is wrong with what a seat sent: the cards, and the rule that they break."""

from collections.abc import Sequence

from ..core.match import Match
from ..core.messages import join_with_commas
from .cells import ABOVE, CARD, COLUMNS, JOKER_CELL, JOKER_ROW, LYING, SUIT_ROWS
from .daifugo import RANKS as NAMES
from .daifugo import SUITS, Phase, Refusal, flaw, label, names_of, owes
from .sentences import say

MOST_CELLS = 8              # of a table, that are named one by one


def reason(match: Match, seat: int, action: int) -> str:
    """Why a seat may not do this, or why it counts as something else, with the rule; "" where it may (UE-16, UE-19)."""
    s, rules = match.state, match.rules
    found = int(rules.refusal(s, seat, action))
    if not found and rules.violation(s, seat, action):
        found = int(flaw(s, action)) if s.phase == Phase.PLAY else int(Refusal.GIFT_COUNT)
    if not found:
        return ""
    sentence, rule = match.game.words.explain_refusal(found, match.view(seat), action)
    return say("by_rule", why=sentence, rule=rule) if rule else sentence


def played(match: Match, seat: int, action: int, sent: Sequence[int]) -> dict[str, str]:
    """A play that counts as a pass, for the log; `sent` is the table of one that cannot be read (action < 0)."""
    meld = int(match.state.meld)
    return {"cards": cards_in(action, sent), "lying": cards_in(meld, []) if meld else say("empty"),
            "why": say("unreadable") if action < 0 else reason(match, seat, action)}


def given(match: Match, seat: int, action: int, sent: Sequence[int]) -> dict[str, str]:
    """A gift that is replaced, for the log."""
    if action < 0:
        return {"cards": cells_in(sent), "why": say("unreadable")}
    cards = cards_in(action, [])
    why = reason(match, seat, action) if cards else say("no_gift", n=owes(match.state, seat))
    return {"cards": cards or say("nothing"), "why": why}


def cards_in(action: int, sent: Sequence[int]) -> str:
    """Cards as labels call them, without the verb."""
    return cells_in(sent) if action < 0 else " ".join(label(action).split()[1:])


def cells_in(table: Sequence[int]) -> str:
    """What stands in the cells of a table that is no play."""
    cells = [(at, value) for at, value in enumerate(table[:LYING]) if value]
    named = [cell_named(*divmod(at, COLUMNS), value) for at, value in cells[:MOST_CELLS]]
    if len(cells) > MOST_CELLS:
        return say("more_cells", cells=join_with_commas(named), n=len(cells) - MOST_CELLS)
    return join_with_commas(named)


def cell_named(row: int, column: int, value: int) -> str:
    if value == CARD and row < SUIT_ROWS and 0 < column < ABOVE:
        return NAMES[column - 1] + SUITS[row]
    name = names_of(1 << 52)[0] if value == JOKER_CELL and row <= JOKER_ROW else str(value)
    return say("cell", value=name, row=row, column=column)
