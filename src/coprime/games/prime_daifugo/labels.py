"""Actions of Prime Daifugo Lv. 0 in their notation.

`draw`, `D`, `discard 7`, `play 12 7`, `play 5/9=5 3`, `pass`, `skip`.
"""

from pathlib import Path

from ...core.errors import BadInput
from ...core.messages import join_words, load_messages
from .actions import card_count_of, encode_discard, encode_play, face_of, verb_of
from .state import Verb
from .tables import FACES, FIRST_MULTI_FACE, FIVE_NINE, FOUR_SIX_EIGHT, NUMBERS

SAY = load_messages(Path(__file__).parent)
NAMES = [str(number) for number in NUMBERS] + ["D", "5/9", "4/6/8", "SKIP"]
MEANS = {FIVE_NINE: (5, 9), FOUR_SIX_EIGHT: (4, 6, 8)}
VERB_NAMES = {Verb.DRAW: "draw", Verb.D: "D", Verb.PASS: "pass", Verb.SKIP: "skip"}
MAX_CARDS = 3                # cards of a play


def face_name(face: int) -> str:
    """Return a face as a label writes it: 12, or 5/9=5."""
    kind, number = FACES[face]
    return f"{NAMES[kind]}={number}" if face >= FIRST_MULTI_FACE else NAMES[kind]


FACES_BY_NAME = {face_name(face): face for face in range(len(FACES))}


def label(action: int) -> str:
    """Return an action in the game's notation."""
    verb = verb_of(action)
    if verb == Verb.PLAY:
        return "play " + " ".join(face_name(face_of(action, i)) for i in range(card_count_of(action)))
    if verb == Verb.DISCARD:
        return f"discard {NAMES[face_of(action, 0)]}"
    return VERB_NAMES[verb]


def parse(text: str) -> int:
    """The action of a label.  Raises BadInput."""
    verb, *cards = text.split()[:MAX_CARDS + 2] or [""]
    for action, name in VERB_NAMES.items():
        if verb == name and not cards:
            return int(action)
    if verb == "discard" and len(cards) == 1 and cards[0] in NAMES:
        return int(encode_discard(NAMES.index(cards[0])))
    if verb == "play" and cards:
        return parse_play(cards)
    raise BadInput(SAY["parse"]["bad"].format(text=text[:60]))


def parse_play(cards: list[str]) -> int:
    """Return the play of some card names.  Raises BadInput."""
    say = SAY["parse"]
    if len(cards) > MAX_CARDS:
        raise BadInput(say["many"])
    for card in cards:
        if card in NAMES and NAMES.index(card) in MEANS:
            raise BadInput(say["which"].format(card=card, ways=join_words(
                [f"{card}={number}" for number in MEANS[NAMES.index(card)]], "or")))
        if card not in FACES_BY_NAME:
            raise BadInput(say["special" if card in NAMES else "unknown"].format(card=card[:20]))
    return int(encode_play(*([FACES_BY_NAME[card] for card in cards] + [-1, -1])[:MAX_CARDS]))
