"""Sosu Daifugo in words: the log, the table as text, and what a pass overlooked.

Labels, refusals, verdicts and the scene have their own files.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from ...core.big_numbers import limbs_to_int
from ...core.messages import Line, format_for, join_sentences, join_words
from ...core.seats import CHANCE, CLOCK, UNKNOWN
from . import rules
from .actions import verb_of
from .judge_texts import (
    expression_text,
    not_prime_text,
    number_text,
    recall_judgement,
    shown_number,
    told_factors,
    why_wrong,
)
from .labels import SAY, cards_text, label, parse, played_signs
from .play_reading import count_cards, count_shown
from .play_verdicts import FLOWS, effect_of, has_joker_on_top
from .record_notation import format_signs
from .refusal_texts import explain_refusal
from .screen import names_in_bag, numbered_plays, scene
from .state import Effect, Phase, State, Verb, Violation

__all__ = ["SAY", "describe_event", "explain_refusal", "label", "missed_play_text", "parse", "scene", "text"]

MAX_LISTED = 6                          # plays that the review lists of one pass
LARGEST_EXACT = 2**53                   # numbers up to here are numbers in a browser, too


# The log.

def describe_event(before: State, seat: int, action: int, after: State, names: Sequence[str], watcher: int) -> Line:
    """Return the line of the log for an action, as `watcher` may know it; "" for what happens on the line."""
    say = SAY["event"]
    if seat == CHANCE:
        return chance_line(before, after, names, watcher)
    if seat == CLOCK:
        return clock_line(before, after, names, watcher)
    if action == UNKNOWN or verb_of(action) in (Verb.ADD, Verb.CLEAR):
        return Line("")
    if verb_of(action) == Verb.PLAY and before.phase == Phase.LAST:
        return last_number_line(before, seat, after, names, watcher)
    if verb_of(action) == Verb.PLAY:
        return play_line(before, seat, action, after, names, watcher)
    drawn = verb_of(action) == Verb.DRAW
    key = "draw" if drawn else "last_none" if before.phase == Phase.LAST else "pass"
    said = format_for(say[key], seat, watcher, names)
    followed = aftermath_texts(before, seat, after, names, watcher)
    return Line(join_sentences([said, *followed]), "" if drawn else "passed")


def chance_line(before: State, after: State, names: Sequence[str], watcher: int) -> Line:
    """Return the line for a deal, or for cards that are shuffled before they go under the deck."""
    say = SAY["event"]
    if before.phase == Phase.DEAL:
        return Line(format_for(say["deal"], int(after.turn), watcher, names), "", {"deal": int(after.game)})
    return Line(say["shuffled" if after.flow == 1 else "reshuffled"])


def clock_line(before: State, after: State, names: Sequence[str], watcher: int) -> Line:
    """Return the line for time that is up; "" where it only passes."""
    say, seat = SAY["event"], int(before.turn)
    if before.phase == Phase.THINK:
        return Line(format_for(say["think_over"], seat, watcher, names) if after.phase == Phase.TURN else "")
    if after.phase == Phase.LAST and before.phase == Phase.TURN:
        return Line(say["game_time_over"])
    if after.turn == before.turn and after.passes == before.passes and after.resting == before.resting \
            and after.phase == before.phase:
        return Line("")
    key = "last_none" if before.phase == Phase.LAST else "time_out"
    followed = aftermath_texts(before, seat, after, names, watcher)
    return Line(join_sentences([format_for(say[key], seat, watcher, names), *followed]), "passed")


def last_number_line(before: State, seat: int, after: State, names: Sequence[str], watcher: int) -> Line:
    """Return the line of a last number (SD-40)."""
    say, signs = SAY["event"], played_signs(after)
    number = shown_number(signs)
    prime = recall_judgement(number).prime
    said = format_for(say["last_prime" if prime else "last_failed"], seat, watcher, names, number=number_text(number))
    why = "" if prime else not_prime_text(before.show_factors, number)
    followed = aftermath_texts(before, seat, after, names, watcher)
    return Line(join_sentences([said, why, *followed]), "prime" if prime else "failed")


def play_line(before: State, seat: int, action: int, after: State, names: Sequence[str], watcher: int) -> Line:
    """Return the line of a play, with the judge's verdict for the screen."""
    signs = played_signs(after)
    wrong = int(rules.play_violation(before, seat, signs, len(signs)))
    key, mark = verdict_key(before, signs, wrong)
    number = shown_number(signs)
    shown, cards = count_shown(signs, len(signs)), cards_text(signs)
    facts = {"cards": cards, "number": number_text(number), "factors": expression_text(signs)}
    if key == "prime" and str(number) == cards:
        key = "prime_plain"
    # Whoever goes out leads no more.
    goes_out = key in ("cut", "joker") and count_cards(signs, 0, len(signs)) == before.cards[seat]
    said = [format_for(SAY["event"][f"{key}_last" if goes_out else key], seat, watcher, names, **facts)]
    why = why_wrong(before, signs, wrong) if wrong else ""
    if wrong:
        said += [why, penalty_text(before, seat, after, names, watcher)]
    said += aftermath_texts(before, seat, after, names, watcher)
    if after.winner == seat and before.winner != seat:
        mark = "won"
    detail: dict[str, Any] = {"verdict": {
        "cards": cards, "count": shown, "all": int(count_cards(signs, 0, len(signs))), "number": str(number),
        "factors": facts["factors"], "stands": not wrong, "kind": key, "seat": seat,
        "why": why, "line": format_signs(signs),
        "primes": [str(prime) for prime in told_factors(before.show_factors, number)]
        if wrong == Violation.NOT_PRIME else []}}
    if not wrong and key.startswith("prime") and number < LARGEST_EXACT:
        detail |= {"primes": [number], "judge": {"number": number, "prime": True, "seat": seat}}
    return Line(join_sentences(said), mark, detail)


def verdict_key(before: State, signs: Sequence[int], wrong: int) -> tuple[str, str]:
    """Return the key of the sentence that tells a play, and the mark of its line."""
    n = len(signs)
    if wrong:
        return "failed", "failed"
    effect = effect_of(before, signs, n)
    if effect == Effect.JOKER:
        return ("joker" if before.lone_joker == FLOWS else "joker_top"), "prime"
    if effect == Effect.CUT:
        return "cut", "prime"
    if effect == Effect.TURN:
        return ("turned_back" if before.revolution else "turned"), "prime"
    return ("composite" if count_shown(signs, n) < n else "prime"), "prime"


def penalty_text(before: State, seat: int, after: State, names: Sequence[str], watcher: int) -> str:
    """Return the sentence on cards that come back and are drawn (SD-15 to SD-18)."""
    drawn = int(after.cards[seat] - before.cards[seat]) if after.place[seat] >= 0 else 0
    key = "back_draw" if drawn > 0 else "back"
    return str(format_for(SAY["event"][key], seat, watcher, names, n=drawn))


def aftermath_texts(before: State, seat: int, after: State, names: Sequence[str], watcher: int) -> Iterator[str]:
    """Yield what an action ended: a hand, a game, a round."""
    say = SAY["event"]
    if after.place[seat] < 0 and before.place[seat] == 0:
        yield format_for(say["burst"], seat, watcher, names, n=int(before.burst))
    elif after.place[seat] > 0 and before.place[seat] == 0:
        yield format_for(say["finish"], seat, watcher, names, place=int(after.place[seat]))
    over = after.phase in (Phase.DEAL, Phase.OVER)
    if over and after.winner >= 0:
        yield format_for(say["wins"], int(after.winner), watcher, names)
    elif over and before.phase == Phase.LAST:
        yield str(say["draw_game"])
    elif over:
        yield str(say["void"].format(n=int(after.stalemate_n)))
    elif before.count and not after.count and after.turn != seat:
        yield format_for(say["round"], int(after.turn), watcher, names)


def missed_play_text(view: State, seat: int, action: int, names: Sequence[str]) -> str:
    """Return the plays of few cards that a pass overlooked, for the review; "" when it overlooked none."""
    if verb_of(action) != Verb.PASS:
        return ""
    numbers = [number_text(one["number"]) for one in numbered_plays(view, seat)
               if recall_judgement(one["number"]).prime]
    if not numbers:
        return ""
    shown = list(dict.fromkeys(numbers))
    more = len(shown) - MAX_LISTED
    listed = shown[:MAX_LISTED] + ([SAY["review"]["more"].format(n=more)] if more > 0 else [])
    return str(SAY["review"]["missed"].format(who=names[seat], numbers=join_words(listed)))


# A terminal.

def text(view: State, seat: int, names: Sequence[str]) -> str:
    """Return the table in a few lines of plain text, for a terminal."""
    say = SAY["text"]
    lines = [say["seat"].format(who=names[i], n=int(view.cards[i]), wins=int(view.wins[i]))
             for i in range(view.seats) if i != seat]
    lines.append(say["deck"].format(n=int(view.left)))
    if view.count:
        number = say["joker"] if has_joker_on_top(view) else number_text(limbs_to_int(view.number))
        lines.append(say["area"].format(number=number, n=int(view.count), who=names[view.owner]))
    if view.revolution:
        lines.append(say["revolution"])
    if seat < view.seats:
        lines.append(say["hand"].format(cards=" ".join(names_in_bag(view.held[seat]))))
        if view.length:
            lines.append(say["line"].format(cards=cards_text(list(view.line[:view.length]))))
    return "\n".join(lines)
