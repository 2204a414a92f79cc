"""Verify that a record's chance follows from a sealed secret or from the number of a deal."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from . import numbered_deals
from .game import Rules
from .match import Match, chance_faces, draw_chance
from .messages import format_sentence, join_words
from .options import FOLDER
from .record import GameRecord, replay_record
from .sealed import commitment_of
from .seats import CHANCE


class ChanceDraw(NamedTuple):
    """An action of CHANCE in a record.

    step   of the match, from 1;  draw  number of the draw;  action  the recorded outcome;  due  the outcome that
           follows from the source
    faces  number of listed outcomes, 0 for a seed
    """

    step: int
    draw: int
    action: int
    due: int
    faces: int

    @property
    def line_number(self) -> int:
        """The line of the draw in the record."""
        return self.step + 1


@dataclass
class VerificationResult:
    """The verdict on where a record's chance came from.

    kind     "sealed", "told" (the secret is not published yet), "numbered" or "none"
    fits_commitment  whether the secret fits the commitment;  wrong  the first draw that does not follow, or None
    """

    kind: str
    sentences: list[str]
    fits_commitment: bool = True
    wrong: ChanceDraw | None = None
    drawn: list[ChanceDraw] = field(default_factory=list)

    @property
    def is_verified(self) -> bool:
        """Whether the secret fits and every draw follows."""
        return self.fits_commitment and self.wrong is None


def verify_record(record: GameRecord, rules: Rules | None = None) -> VerificationResult:
    """Replay a record and verify the draws of CHANCE.  Raises BadRecord where it cannot be replayed."""
    match = replay_record(record, rules)
    return verify_events(record, match.rules, _replay_events(match))


def _replay_events(match: Match) -> Iterator[tuple[Any, int, int]]:
    """Yield the events of a match, each with the position before it."""
    again = Match(match.game, match.seats, match.options, match.rules)
    for event in match.events:
        yield again.state, event.seat, event.action
        again.act(event.seat, event.action)


def verify_events(record: GameRecord, rules: Rules,
                  events_with_states: Iterable[tuple[Any, int, int]]) -> VerificationResult:
    """Verify a record given its events, each with the position before it."""
    sealed = record.sealed
    if sealed and sealed.secret:
        drawn = list(_find_draws(rules, events_with_states, sealed.draws, sealed.seal.make_bit_source))
        return _verify_sealed(record, drawn)
    if sealed:
        return VerificationResult("told", [_message_text("untold", commitment=sealed.commitment)])
    if record.deal:
        draws = range(len(record.events))
        return _verify_numbered(record, list(_find_draws(rules, events_with_states, draws,
                                                         lambda nth: numbered_deals.deal_bits(record.deal, nth))))
    return VerificationResult("none", [_message_text("none")])


def _find_draws(rules: Rules, played: Iterable[tuple[Any, int, int]], draws: Iterable[int],
                source: Callable[[int], Callable[[int], int]]) -> Iterator[ChanceDraw]:
    left = iter(draws)
    for step, (state, seat, action) in enumerate(played, 1):
        if seat == CHANCE:
            draw = next(left)
            due, faces = draw_chance(rules, state, source(draw)), len(chance_faces(rules, state)[0])
            yield ChanceDraw(step, draw, action, due, faces)


def _verify_sealed(record: GameRecord, drawn: list[ChanceDraw]) -> VerificationResult:
    sealed = record.sealed
    assert sealed is not None
    wrong = next((one for one in drawn if one.action != one.due), None)
    found = VerificationResult("sealed", [], commitment_of(sealed.secret) == sealed.commitment, wrong, drawn)
    found.sentences.append(_message_text("fits" if found.fits_commitment else "unfit", commitment=sealed.commitment))
    added = [name for name, number in zip(record.players, sealed.numbers, strict=False) if number]
    found.sentences.append(_message_text("added", names=join_words(added)) if added else _message_text("nobody"))
    found.sentences += _draw_sentences(found, "follows", "differs")
    if sealed.undone_draws:
        found.sentences.append(_message_text("back", n=sealed.undone_draws))
    if record.note:
        found.sentences.append(record.note)
    return found


def _verify_numbered(record: GameRecord, drawn: list[ChanceDraw]) -> VerificationResult:
    """Verify a numbered deal: the number fixes all draws up to the first one that was drawn anew."""
    anew = next((n for n, one in enumerate(drawn) if one.action != one.due), len(drawn))
    wrong = drawn[0] if drawn and anew == 0 else None
    found = VerificationResult("numbered", [_message_text("numbered", n=str(record.deal))], True, wrong, drawn)
    found.sentences += _draw_sentences(found, "number", "unnumbered")
    if 0 < anew < len(drawn):
        found.sentences[-1] = _message_text("anew", n=anew, of=len(drawn))
    return found


def _draw_sentences(found: VerificationResult, follows: str, differs: str) -> list[str]:
    """Return the sentence that sums up the draws."""
    if found.wrong:
        return [_message_text(differs, line=found.wrong.line_number, found=str(found.wrong.action),
                              due=str(found.wrong.due))]
    if not found.drawn:
        return [_message_text("undrawn")]
    if all(one.faces == 1 for one in found.drawn):
        return [_message_text("forced")]
    return [_message_text(follows, n=len(found.drawn))]


def _message_text(key: str, /, **facts: object) -> str:
    return format_sentence(FOLDER, f"verify.{key}", **facts)
