"""Whether a record's chance follows from what was settled before: a secret with the seats' numbers, or a deal's number.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from . import deals
from .game import Rules
from .match import Match, chance_faces, draw_chance
from .messages import format_sentence, join_words
from .options import FOLDER
from .record import GameRecord, replay_record
from .sealed import commitment_of
from .seats import CHANCE


class ChanceDraw(NamedTuple):
    """An action of CHANCE.

    step  of the match, from 1;  draw  which draw it was;  action  what it drew;  due  what follows from its source
    faces among how many it chose by their weights, 0 for a seed
    """

    step: int
    draw: int
    action: int
    due: int
    faces: int

    @property
    def line(self) -> int:
        """Its line in the record."""
        return self.step + 1


@dataclass
class VerificationResult:
    """What a record shows of where its chance came from.

    kind     sealed, told (its secret is told only later), numbered, or none
    fits     the secret is the one that was committed to;  wrong  the first draw that does not follow, if one does not
    """

    kind: str
    sentences: list[str]
    fits: bool = True
    wrong: ChanceDraw | None = None
    drawn: list[ChanceDraw] = field(default_factory=list)

    @property
    def holds(self) -> bool:
        return self.fits and self.wrong is None


def verify_record(record: GameRecord, rules: Rules | None = None) -> VerificationResult:
    """Play a record and check what CHANCE did.  Raises BadRecord where it cannot be played."""
    match = replay_record(record, rules)
    return verify_events(record, match.rules, _played(match))


def _played(match: Match) -> Iterator[tuple[Any, int, int]]:
    """The events of a match, each with the position before it."""
    again = Match(match.game, match.seats, match.options, match.rules)
    for event in match.events:
        yield again.state, event.seat, event.action
        again.act(event.seat, event.action)


def verify_events(record: GameRecord, rules: Rules, played: Iterable[tuple[Any, int, int]]) -> VerificationResult:
    """The verdict on a record whose events, each with the position before it, are these."""
    sealed = record.sealed
    if sealed and sealed.secret:
        drawn = list(_drawn(rules, played, sealed.draws, sealed.seal.bits))
        return _of_sealed(record, drawn)
    if sealed:
        return VerificationResult("told", [_say("untold", commitment=sealed.commitment)])
    if record.deal:
        draws = range(len(record.events))
        return _of_numbered(record, list(_drawn(rules, played, draws, lambda nth: deals.deal_bits(record.deal, nth))))
    return VerificationResult("none", [_say("none")])


def _drawn(rules: Rules, played: Iterable[tuple[Any, int, int]], draws: Iterable[int],
           source: Callable[[int], Callable[[int], int]]) -> Iterator[ChanceDraw]:
    left = iter(draws)
    for step, (state, seat, action) in enumerate(played, 1):
        if seat == CHANCE:
            draw = next(left)
            due, faces = draw_chance(rules, state, source(draw)), len(chance_faces(rules, state)[0])
            yield ChanceDraw(step, draw, action, due, faces)


def _of_sealed(record: GameRecord, drawn: list[ChanceDraw]) -> VerificationResult:
    sealed = record.sealed
    assert sealed is not None
    wrong = next((one for one in drawn if one.action != one.due), None)
    found = VerificationResult("sealed", [], commitment_of(sealed.secret) == sealed.commitment, wrong, drawn)
    found.sentences.append(_say("fits" if found.fits else "unfit", commitment=sealed.commitment))
    added = [name for name, number in zip(record.players, sealed.numbers, strict=False) if number]
    found.sentences.append(_say("added", names=join_words(added)) if added else _say("nobody"))
    found.sentences += _checked(found, "follows", "differs")
    if sealed.taken_back:
        found.sentences.append(_say("back", n=sealed.taken_back))
    if record.note:
        found.sentences.append(record.note)
    return found


def _of_numbered(record: GameRecord, drawn: list[ChanceDraw]) -> VerificationResult:
    """A number holds for the draws from the first on, until one is drawn anew."""
    anew = next((n for n, one in enumerate(drawn) if one.action != one.due), len(drawn))
    wrong = drawn[0] if drawn and anew == 0 else None
    found = VerificationResult("numbered", [_say("numbered", n=str(record.deal))], True, wrong, drawn)
    found.sentences += _checked(found, "number", "unnumbered")
    if 0 < anew < len(drawn):
        found.sentences[-1] = _say("anew", n=anew, of=len(drawn))
    return found


def _checked(found: VerificationResult, follows: str, differs: str) -> list[str]:
    """What became of the draws."""
    if found.wrong:
        return [_say(differs, line=found.wrong.line, found=str(found.wrong.action), due=str(found.wrong.due))]
    if not found.drawn:
        return [_say("undrawn")]
    if all(one.faces == 1 for one in found.drawn):
        return [_say("forced")]
    return [_say(follows, n=len(found.drawn))]


def _say(key: str, /, **facts: object) -> str:
    return format_sentence(FOLDER, f"verify.{key}", **facts)
