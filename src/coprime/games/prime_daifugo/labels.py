"""How actions of Prime Daifugo are written: `draw`, `D`, `discard 7`, `play 12 7`, `play 5/9=5 3`, `pass`, `skip`."""

from pathlib import Path

from ...core.errors import BadInput
from ...core.messages import join_words, load_messages
from .actions import count_of, discard, face_of, play, verb_of
from .state import Verb
from .tables import FACES, FIVE_NINE, FOUR_SIX_EIGHT, MULTI, NUMBERS

SAY = load_messages(Path(__file__).parent)
NAMES = [str(number) for number in NUMBERS] + ["D", "5/9", "4/6/8", "SKIP"]
MEANS = {FIVE_NINE: (5, 9), FOUR_SIX_EIGHT: (4, 6, 8)}
VERBS = {Verb.DRAW: "draw", Verb.D: "D", Verb.PASS: "pass", Verb.SKIP: "skip"}
MOST = 3                # cards of a play


def face_name(face: int) -> str:
    """A face as a label writes it: 12, or 5/9=5."""
    kind, number = FACES[face]
    return f"{NAMES[kind]}={number}" if face >= MULTI else NAMES[kind]


FACE_OF = {face_name(face): face for face in range(len(FACES))}


def label(action: int) -> str:
    verb = verb_of(action)
    if verb == Verb.PLAY:
        return "play " + " ".join(face_name(face_of(action, i)) for i in range(count_of(action)))
    if verb == Verb.DISCARD:
        return f"discard {NAMES[face_of(action, 0)]}"
    return VERBS[verb]


def parse(text: str) -> int:
    """The action of a label.  Raises BadInput."""
    verb, *cards = text.split()[:MOST + 2] or [""]
    for action, name in VERBS.items():
        if verb == name and not cards:
            return int(action)
    if verb == "discard" and len(cards) == 1 and cards[0] in NAMES:
        return int(discard(NAMES.index(cards[0])))
    if verb == "play" and cards:
        return parse_play(cards)
    raise BadInput(SAY["parse"]["bad"].format(text=text[:60]))


def parse_play(cards: list[str]) -> int:
    say = SAY["parse"]
    if len(cards) > MOST:
        raise BadInput(say["many"])
    for card in cards:
        if card in NAMES and NAMES.index(card) in MEANS:
            raise BadInput(say["which"].format(card=card, ways=join_words(
                [f"{card}={number}" for number in MEANS[NAMES.index(card)]], "or")))
        if card not in FACE_OF:
            raise BadInput(say["special" if card in NAMES else "unknown"].format(card=card[:20]))
    return int(play(*([FACE_OF[card] for card in cards] + [-1, -1])[:MOST]))
