"""Play recorded games of Sosu Daifugo by the rules, and name the first line that does not agree."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from ...core.bits import add_to_bag, count_kind
from ...core.errors import BadInput, BadRecord
from ...core.kernel import import_pure
from ...core.options import Value
from ...core.seats import CHANCE, CLOCK, UNKNOWN
from .card_signs import KINDS
from .clock import deadline
from .game import GAME
from .record_notation import RANKS, Record, Turn, format_kinds, play_actions

Hearing = Callable[[Any, int, int, Any], None]


def read_options(record: Record) -> list[Value]:
    """Return the values of a record's options, in the order of the game's.  Raises BadRecord."""
    known = {option.name: option for option in GAME.options}
    try:
        if unknown := [name for name in record.options if name not in known]:
            raise BadInput(f"there is no option {unknown[0]!r}")
        given = {name: known[name].parse(text) for name, text in record.options.items()}
        for name, value in given.items():
            known[name].encode(value)
    except (BadInput, ValueError) as wrong:
        raise BadRecord(f"Options: {wrong}.") from None
    return [given.get(option.name, option.default_for(len(record.players))) for option in GAME.options]


def set_up_game(record: Record, **options: int) -> Any:
    """Return the state before the first turn, with the cards that nobody has seen yet in the deck by rank.

    Raises BadRecord where the hands are more than the pack has.
    """
    rules = import_pure("coprime.games.sosu_daifugo.rules")
    state = rules.State.new()
    state.seats = len(record.players)
    if not 2 <= state.seats <= GAME.seats[1]:
        raise BadRecord(f"A record has two to {GAME.seats[1]} players.")
    for option, value in zip(GAME.options, read_options(record), strict=True):
        state[option.name] = option.encode(value)
    state.hand = len(record.hands[0])
    for name, value in options.items():
        setattr(state, name, value)
    rules.begin(state)
    rules.deal_game(state, 0)
    state.phase = rules.Phase.TURN
    pack = rules.whole_pack(state)
    left = [count_kind(pack, kind) - sum(hand.count(kind) for hand in record.hands) for kind in range(KINDS)]
    if missing := [RANKS[kind] for kind in range(KINDS) if left[kind] < 0]:
        raise BadRecord(f"The hands have more than the pack of {', '.join(missing)}.")
    deck = [kind for kind in range(KINDS) for _ in range(left[kind])]
    state.deck[:] = UNKNOWN
    state.deck[:len(deck)] = deck
    state.left, state.first, state.turn = len(deck), 0, record.turns[0].seat if record.turns else 0
    for seat, hand in enumerate(record.hands):
        state.held[seat], state.cards[seat] = 0, len(hand)
        for kind in hand:
            state.held[seat] = add_to_bag(state.held[seat], kind, 1)
    return state


def _arrange_deck(state: Any, drawn: Sequence[int]) -> bool:
    """Put the cards that a line draws on top of the deck, and return whether they can come from there.

    The lower part of the deck has flowed and keeps its order; a line may name the cards of a penalty in any order.
    """
    wanted = list(drawn)
    if len(wanted) > state.left:
        return False
    unseen = int(min(len(wanted), state.left - state.seen))
    for place in range(int(state.left) - unseen - 1, int(state.left) - len(wanted) - 1, -1):
        if state.deck[place] not in wanted:
            return False
        wanted.remove(state.deck[place])
    for i, kind in enumerate(wanted):
        top = int(state.left) - 1 - i
        place = next((at for at in range(top, int(state.seen) - 1, -1) if state.deck[at] == kind), -1)
        if place < 0:
            return False
        state.deck[place], state.deck[top] = state.deck[top], kind
    return True


def replay_record(record: Record, **options: int) -> Any:
    """Play a record by the rules and return the last state.  Raises BadRecord with the first line that disagrees."""
    state = set_up_game(record, **options)
    for _ in iterate_states(record, state):
        pass
    return state


def iterate_states(record: Record, state: Any, hear: Hearing | None = None) -> Iterator[Turn]:
    """Play a record by the rules, one turn a step.  Raises BadRecord with the first line that disagrees.

    A record has no times: a pass that the clock forced is carried out as a pass, and heard as the end of the turn's
    time.

    hear  called with each event: the state before, seat, action, the state after
    """
    rules = import_pure("coprime.games.sosu_daifugo.rules")
    for turn in record.turns:
        for action in _turn_actions(rules, state, turn):
            before = state.copy()
            rules.apply(state, turn.seat, action)
            if hear and turn.time_out and action == rules.Verb.PASS:
                hear(before, CLOCK, int(deadline(before)), state)
            elif hear:
                hear(before, turn.seat, action, state)
        if turn.signs and (state.place[turn.seat] > 0) != turn.wins:
            expected = "the game is not won" if turn.wins else "the hand is empty, so # was expected"
            raise BadRecord(f"Line {turn.line}: {expected}.")
        yield turn


def _turn_actions(rules: Any, state: Any, turn: Turn) -> Iterator[int]:
    """Yield the actions of a turn, each checked when the one before has been carried out."""
    def fail(expected: str) -> BadRecord:
        return BadRecord(f"Line {turn.line}: {expected}.")

    seat = turn.seat
    if state.phase == rules.Phase.FLOW:
        rules.apply(state, CHANCE, 0)                       # nobody sees the order
    if state.phase != rules.Phase.TURN:
        raise fail("the game was over before")
    if state.turn != seat:
        raise fail("it is another player's turn")
    for kind in turn.drawn:
        if rules.refusal(state, seat, rules.Verb.DRAW):
            raise fail("no card may be drawn")
        if not _arrange_deck(state, turn.drawn):
            raise fail(f"D({RANKS[kind]}) cannot come from the deck, {_deck_text(state)}")
        yield int(rules.Verb.DRAW)
    if not turn.signs:
        yield int(rules.Verb.PASS)
        return
    *parts, action = play_actions(turn.signs)
    yield from parts
    if reason := rules.refusal(state, seat, action):
        raise fail(f"the play is refused ({rules.Refusal(reason).name.lower().replace('_', ' ')})")
    fails = rules.violation(state, seat, action) != rules.Violation.NONE
    if fails != (turn.penalty is not None):
        raise fail("the play fails, so P(...) was expected" if fails else "the play stands, so there is no P(...)")
    if fails:
        n = rules.penalty_due(state, seat, turn.signs, len(turn.signs))
        if len(turn.penalty or ()) != n:
            raise fail(f"a penalty of {n} cards was expected")
        if not _arrange_deck(state, turn.penalty or ()):
            raise fail(f"P({format_kinds(turn.penalty or ())}) cannot come from the deck, {_deck_text(state)}")
    yield action


def _deck_text(state: Any) -> str:
    if not state.left:
        return "which is empty"
    seen = format_kinds([int(state.deck[place]) for place in range(int(state.seen) - 1, -1, -1)])
    return f"where {state.left - state.seen} cards are unseen and then {seen or 'none'} follow"
