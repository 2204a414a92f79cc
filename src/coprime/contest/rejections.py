"""Describe an action that a contest does not take.

The cards that were sent, and the rule that they break.
"""

from collections.abc import Sequence

from ..core.match import Match
from ..core.messages import join_with_commas
from .daifugo import RANKS as NAMES
from .daifugo import SUITS, Phase, Refusal, bag_card_labels, cards_owed, find_flaw, label
from .protocol_tables import ABOVE, CARD, CARD_CELLS, COLUMNS, JOKER_CELL, JOKER_ROW, SUIT_ROWS
from .sentences import say

MAX_NAMED_CELLS = 8              # of a table, that are named one by one


def rejection_text(match: Match, seat: int, action: int) -> str:
    """Return why an action is not allowed, with its rule (UE-16, UE-19); "" if it is."""
    s, rules = match.state, match.rules
    found = int(rules.refusal(s, seat, action))
    if not found and rules.violation(s, seat, action):
        found = int(find_flaw(s, action)) if s.phase == Phase.PLAY else int(Refusal.GIFT_COUNT)
    if not found:
        return ""
    sentence, rule = match.game.words.explain_refusal(found, match.view(seat), action)
    return say("by_rule", why=sentence, rule=rule) if rule else sentence


def describe_rejected_play(match: Match, seat: int, action: int, sent: Sequence[int]) -> dict[str, str]:
    """Return the log's facts about a play that counts as a pass.

    `sent` is the table of an unreadable one (action < 0).
    """
    meld = int(match.state.meld)
    return {"cards": cards_text(action, sent), "lying": cards_text(meld, []) if meld else say("empty"),
            "why": say("unreadable") if action < 0 else rejection_text(match, seat, action)}


def describe_rejected_gift(match: Match, seat: int, action: int, sent: Sequence[int]) -> dict[str, str]:
    """Return the log's facts about a gift that is replaced."""
    if action < 0:
        return {"cards": cells_text(sent), "why": say("unreadable")}
    cards = cards_text(action, [])
    why = rejection_text(match, seat, action) if cards else say("no_gift", n=cards_owed(match.state, seat))
    return {"cards": cards or say("nothing"), "why": why}


def cards_text(action: int, sent: Sequence[int]) -> str:
    """Return an action's cards in the game's notation, or the cells of a table that cannot be read."""
    return cells_text(sent) if action < 0 else " ".join(label(action).split()[1:])


def cells_text(table: Sequence[int]) -> str:
    """Return a description of the cells of a table that is no play."""
    cells = [(at, value) for at, value in enumerate(table[:CARD_CELLS]) if value]
    named = [cell_text(*divmod(at, COLUMNS), value) for at, value in cells[:MAX_NAMED_CELLS]]
    if len(cells) > MAX_NAMED_CELLS:
        return say("more_cells", cells=join_with_commas(named), n=len(cells) - MAX_NAMED_CELLS)
    return join_with_commas(named)


def cell_text(row: int, column: int, value: int) -> str:
    """Return the name of a card, or of any other value with its row and column."""
    if value == CARD and row < SUIT_ROWS and 0 < column < ABOVE:
        return NAMES[column - 1] + SUITS[row]
    name = bag_card_labels(1 << 52)[0] if value == JOKER_CELL and row <= JOKER_ROW else str(value)
    return say("cell", value=name, row=row, column=column)
