"""Sure wins that were missed in a match, as text that a person's browser keeps, and made again for the trainer.

A sure win is a sequence of plays that empties the hand whatever the others hold.  Plays are written in signs: a card, a
joker with its value, or one of = × ^; the kinds of cards in a hand have no order.

A text is `hand=A9 cards=2,3 turn=0 deck=40 win=A9` and more such parts: `number` and `area` where something is to be
beaten, `owner` for who played it, `smaller=1` in revolution, and the options that are not defaults.  It holds only
what the seat saw.
"""

from collections.abc import Mapping, Sequence
from hashlib import blake2b
from typing import Any

from ...core.big_numbers import append_digits, limbs_to_int
from ...core.bits import add_to_bag, bag_size, count_kind
from ...core.drills import DrillPosition, SureWin
from ...core.errors import BadInput
from ...core.finds import Find
from ...core.kernel import import_pure
from ...core.options import Value, option_text
from ...core.seats import UNKNOWN
from .card_signs import KINDS
from .game import GAME
from .labels import NAMES, SAY, parse, play_labels, signs_of
from .planning.card_orders import Signs, counts_of_bag, list_cards
from .planning.review_search import TurnSearch
from .play_verdicts import has_joker_on_top
from .record_notation import RANKS, format_signs, parse_signs
from .state import Phase, State

MAX_TEXT = 800              # characters of a kept position
MAX_NUMBER = 100            # digits of a number to beat
MAX_PLAYS = 8               # of a win, one after another
SHOWN_CARDS = 12            # of a hand in a title
SEED = 1                    # of a search for another way to win
TEST_BUDGET = 6_000         # that search tests at most so many numbers for primality
# What decides whether a play wins, and what the judge tells of one that fails.
OPTIONS = ("jokers", "even_copies", "max_play", "penalty", "composites", "specials", "joker_zero", "lone_joker",
           "two_jokers", "special_finish", "show_factors")
FIXED: Mapping[str, Value] = {"clock": "none", "games_to_win": 1}
NUMBERS = {"turn": 0, "deck": 0, "owner": 0, "smaller": 0}      # whole numbers, and what they are where nothing is said
TEXTS = ("hand", "cards", "area", "number", "win")


def write_position(view: State, seat: int, find: Find) -> DrillPosition:
    """Return a position and a sure win in it as a device keeps it; see `part_protocols.TrainerPart`."""
    seats, usual = int(view.seats), GAME.check_options(int(view.seats))
    hand = _cards_text(list_cards(counts_of_bag(int(view.held[seat]))))
    parts = {"hand": hand, "cards": ",".join(str(int(n)) for n in view.cards[:seats]), "turn": str(seat),
             "deck": str(int(view.left))}
    if view.count:
        parts |= {"number": str(limbs_to_int(view.number)), "owner": str(int(view.owner)),
                  "area": _cards_text([int(kind) for kind in view.area[view.laid - view.count:view.laid]])}
    if view.revolution:
        parts["smaller"] = "1"
    for option in GAME.options:
        if option.name in OPTIONS and (value := option.decode(int(getattr(view, option.name)))) != usual[option.name]:
            parts[option.name] = option_text(value)
    identity = " ".join(f"{name}={value}" for name, value in parts.items())         # without the win
    parts["win"] = ",".join(format_signs([sign for label in play.labels for sign in signs_of(parse(label))])
                            for play in find.plays)
    text = " ".join(f"{name}={value}" for name, value in parts.items())
    title = hand if len(hand) <= SHOWN_CARDS else f"{hand[:SHOWN_CARDS]}…"
    return DrillPosition(f"win-{blake2b(identity.encode(), digest_size=8).hexdigest()}", title, text)


def read_position(text: str) -> SureWin:
    """Return the position of a kept text and the win in it, which is not tried here.  Raises BadInput."""
    say = SAY["trainer"]
    if len(text) > MAX_TEXT:
        raise BadInput(say["position_long"].format(most=MAX_TEXT))
    try:
        return _read_parts(dict(part.split("=", 1) for part in text.split(" ")))
    except (ValueError, KeyError):
        raise BadInput(str(say["position_unread"])) from None


def _read_parts(parts: dict[str, str]) -> SureWin:
    """Return a position by its parts.  Raises BadInput, ValueError or KeyError for what is none."""
    numbers = {name: _read_number(parts.get(name, str(usual))) for name, usual in NUMBERS.items()}
    known = {option.name: option for option in GAME.options if option.name in OPTIONS}
    chosen = {name: known[name].parse(value) for name, value in parts.items() if name not in (*NUMBERS, *TEXTS)}
    cards = [_read_number(one) for one in parts["cards"].split(",")]
    options = GAME.check_options(len(cards), {**chosen, **FIXED})
    hand, area, seat = _read_cards(parts["hand"]), _read_cards(parts.get("area", "")), numbers["turn"]
    digits = parts.get("number", "")
    if not 0 <= seat < len(cards) or len(hand) != cards[seat] or min(cards) < 1 or numbers["smaller"] > 1:
        raise ValueError("cards")
    if area and (numbers["owner"] == seat or numbers["owner"] >= len(cards)) or bool(area) != bool(digits):
        raise ValueError("area")
    if digits and not (digits.isascii() and digits.isdigit() and len(digits) <= MAX_NUMBER):
        raise ValueError("number")
    rules: Any = import_pure("coprime.games.sosu_daifugo.rules")
    observation: Any = import_pure("coprime.games.sosu_daifugo.observation")
    state: Any = GAME.new_state(len(cards), options, rules)
    state.game, state.phase, state.turn, state.first, state.left = 1, Phase.TURN, seat, seat, numbers["deck"]
    state.cards[:len(cards)] = cards
    for kind in hand:
        state.held[seat] = add_to_bag(int(state.held[seat]), kind, 1)
    state.revolution = numbers["smaller"]
    state.area[:len(area)] = area
    state.laid = state.count = len(area)
    state.owner = numbers["owner"] if area else UNKNOWN
    for digit in digits:
        if not append_digits(state.number, 1, int(digit)):
            raise ValueError("number")
    unseen = int(observation.unseen_cards(state, seat))
    unplaced = [count_kind(int(rules.whole_pack(state)), kind) - [*hand, *area].count(kind) for kind in range(KINDS)]
    if min(unplaced) < 0 or bag_size(unseen) < sum(cards) - len(hand) + numbers["deck"]:
        raise ValueError("pack")
    observation.imagine(state, seat, SEED)
    plays = [parse_signs(play) for play in parts["win"].split(",")]
    if len(plays) > MAX_PLAYS:
        raise ValueError("win")
    return SureWin(len(cards), options, state, seat, tuple(tuple(play_labels(signs)) for signs in plays))


def find_win(view: State, seat: int) -> tuple[str, ...]:
    """Return the actions of a sure win in a view, as labels; none where the review's search finds none."""
    search = TurnSearch(view, seat, SEED, TEST_BUDGET)
    whole = search.find_whole_hand()
    plan = None if whole else search.find_cut_plan()
    plays: Sequence[Signs] = (whole,) if whole else plan.plays if plan else ()
    return tuple(label for signs in plays for label in play_labels(signs))


def holds_lead(after: State, seat: int) -> bool:
    """Tell whether nobody can beat what a seat has just played: the area is gone, or a joker lies on top."""
    return bool(after.turn == seat or has_joker_on_top(after))


def _cards_text(kinds: Sequence[int]) -> str:
    """Return cards in notation, A to K and then the jokers."""
    return "".join(NAMES[kind] for kind in sorted(kinds, key=lambda kind: kind or KINDS))


def _read_cards(text: str) -> list[int]:
    """Return the kinds of cards in notation.  Raises ValueError."""
    return [RANKS.index(letter) for letter in text]


def _read_number(text: str) -> int:
    """Return a small whole number.  Raises ValueError."""
    if not (text.isascii() and text.isdigit() and len(text) < 3):
        raise ValueError(text)
    return int(text)
