"""Prime Climb in words: lines of the log, and the table as text.

Labels, refusals and the screen have their own files.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from ...core.bits import has_member
from ...core.messages import Line, format_for, join_sentences, join_with_commas, join_words
from ...core.numbers import is_prime
from ...core.seats import CHANCE, UNKNOWN
from . import rules
from .actions import NOBODY, first_pawn_of, kind_of, number_of, pawn_of, seat_of, target_of, verb_of
from .board import is_red
from .board_and_card_data import AGAIN, CLEAR_KEEPER, HOME, LIMIT_KEEPER, STATIONS
from .labels import label, parse, pawn_name
from .phrases import SAY, card_scene, equation_text, goal_space, pawn_owner_text, rolls_text, you_or_name
from .refusal_texts import explain_refusal
from .rules import Phase, Verb
from .screen import preview, scene, shared_scene, static_board_scene
from .state import State

__all__ = ["SAY", "describe_event", "label", "loss_text", "parse", "preview", "scene", "shared_scene",
           "static_board_scene", "text", "explain_refusal"]


# The log.

def describe_event(before: State, seat: int, action: int, after: State, names: Sequence[str], watcher: int) -> Line:
    """Return the line of the log for an action, as `watcher` may know it."""
    actor = int(before.turn)
    if seat == CHANCE and before.phase == Phase.OPENING:
        return opening_line(before, action, after, names, watcher)
    if seat == CHANCE and before.phase == Phase.ROLL:
        return roll_line(actor, action, after, names, watcher)
    told_first, mover, detail = (describe_card_draw if before.phase == Phase.DRAW else describe_seat_action)(
        before, actor, action, after, names, watcher)
    path = find_moved_pawns(before, after, mover)
    detail |= {"moves": [{"pawn": pawn_name(pawn), "from": a, "to": goal_space(before, pawn) if b == HOME else b,
                          "home": b == HOME} for pawn, a, b in path]}
    detail |= landed_prime_detail(before, mover, path)
    texts = [*told_first, *consequence_texts(before, after, actor, mover, path, names, watcher),
             *ending_texts(before, after, actor, names, watcher)]
    if not path and ((before.phase == Phase.DRAW and has_no_effect(after, action)) or
                     (before.phase == Phase.CARD and not texts)):
        texts.append(SAY["event"]["nothing"])
    return Line(join_sentences(texts), event_mark(before, after, actor, mover), detail)


def opening_line(before: State, action: int, after: State, names: Sequence[str], watcher: int) -> Line:
    """Return the line for a throw for the start."""
    low, high = action // 100, action % 100
    texts = [format_for(SAY["event"]["for_start"], int(before.turn), watcher, names, low=low, high=high,
                        total=low + high)]
    if after.phase != Phase.OPENING:
        texts.append(format_for(SAY["event"]["starts"], int(after.turn), watcher, names))
    elif not any(before.opening[i] == 0 for i in range(before.seats) if i != before.turn):
        texts.append(SAY["event"]["tie"])
    return Line(join_sentences(texts), "", {"dice": [low, high]})


def roll_line(actor: int, action: int, after: State, names: Sequence[str], watcher: int) -> Line:
    """Return the line for a throw."""
    low, high = action // 100, action % 100
    times = SAY["word"]["times"][after.doubles]
    text = format_for(SAY["event"]["roll_double" if low == high else "roll"], actor, watcher, names, low=low, high=high,
                      times=times)
    return Line(text, "", {"dice": [low, high]})


def describe_card_draw(before: State, actor: int, action: int, after: State, names: Sequence[str],
                       watcher: int) -> tuple[list[str], int, dict[str, Any]]:
    """Return for a drawn card its sentences, the pawn that it moves and the facts for the screen."""
    drawn = card_scene(after, action)
    texts = [SAY["event"]["reshuffled"]] if before.stock == 0 else []
    key = "keeps" if drawn["keeper"] else "draws"
    texts.append(format_for(SAY["event"][key], actor, watcher, names, card=drawn["title"]))
    single = before.landed in (1, 2) and rules.moves_own_pawn(before, action)
    return texts, 2 * actor + before.landed - 1 if single else UNKNOWN, {"card": drawn}


def describe_seat_action(before: State, actor: int, action: int, after: State, names: Sequence[str],
                         watcher: int) -> tuple[list[str], int, dict[str, Any]]:
    """Return for an action (or a stolen Keeper) its sentences, the pawn moved and facts for the screen."""
    say, verb, d, pawn = SAY["event"], verb_of(action), number_of(action), 2 * actor + pawn_of(action)
    facts: dict[str, Any] = {}
    mover = pawn if verb <= Verb.SPEND else UNKNOWN
    if verb <= Verb.KEEPER_SUBTRACT:
        key, facts = "use" if verb < Verb.KEEPER_ADD else "keeper", {"equation": equation_text(before, actor, action)}
    elif verb <= Verb.LOSE:
        key, facts = ("spend" if verb == Verb.SPEND else "lose"), {"d": d, "space": int(before.pawn[pawn])}
    elif verb == Verb.CLEAR:
        key = "clear_one" if before.near_bump else "clear"
        facts = {"card": card_scene(before, CLEAR_KEEPER)["title"], "space": space_or_blank(before, target_of(action))}
    elif verb == Verb.LIMIT:
        key, facts = "limit", {"card": card_scene(before, LIMIT_KEEPER)["title"],
                               "victim": you_or_name(target_of(action), watcher, names)}
    elif verb == Verb.TAKE:
        victim = you_or_name(seat_of(action), watcher, names)
        key, facts = "takes", {"card": card_scene(before, kind_of(action))["title"], "victim": victim}
    elif verb == Verb.SWAP:
        key = "swaps"
    else:
        mover = {Verb.CHOOSE: 2 * actor + first_pawn_of(action), Verb.SEND: first_pawn_of(action)}.get(verb, UNKNOWN)
        return [], mover, {}
    return [format_for(say[key], actor, watcher, names, **facts)], mover, {}


def space_or_blank(view: State, pawn: Any) -> Any:
    """Return the space of a pawn, or "" where no pawn is named."""
    return int(view.pawn[pawn]) if pawn != NOBODY else ""


def find_moved_pawns(before: State, after: State, mover: int) -> list[tuple[int, int, int]]:
    """Return the pawns that stand elsewhere than before as (pawn, from, to), the mover first."""
    path = [(pawn, a, b) for pawn, (a, b) in enumerate(zip(before.pawn.tolist(), after.pawn.tolist(), strict=True))
            if a != b]
    return sorted(path, key=lambda part: part[0] != mover)


def landed_prime_detail(before: State, mover: int, path: list[tuple[int, int, int]]) -> dict[str, Any]:
    """Return the prime that the mover's own move has reached, the goal among them; {} for none."""
    if before.phase != Phase.MOVE or not path or path[0][0] != mover:
        return {}
    space = goal_space(before, mover) if path[0][2] == HOME else path[0][2]
    return {"primes": [space]} if is_prime(space) else {}


def consequence_texts(before: State, after: State, actor: int, mover: int, path: list[tuple[int, int, int]],
                      names: Sequence[str], watcher: int) -> Iterator[str]:
    """Yield a sentence for each pawn bumped or home, pawns that turn, and stations ticked."""
    say = SAY["event"]
    exchanged = len(path) == 2 and (path[0][1], path[0][2]) == (path[1][2], path[1][1]) and mover == UNKNOWN
    for pawn, a, b in path:
        if b == HOME and pawn == mover:
            yield format_for(say[home_message_key(after, pawn // 2)], pawn // 2, watcher, names)
        elif b != HOME and (pawn != mover or before.phase != Phase.MOVE):
            key = "moves" if pawn == mover or exchanged else "bumped"
            yield say[key].format(pawn=pawn_owner_text(pawn, watcher, names), before=a, after=b)
    if after.back != before.back:
        both = (after.back ^ before.back).bit_count() == 2
        yield format_for(say["turns" if both else "turns_one"], actor, watcher, names)
    new = int(after.ticks[actor] & ~before.ticks[actor])
    if new:
        yield say["ticks"].format(stations=join_words([str(n) for i, n in enumerate(STATIONS) if has_member(new, i)]))


def home_message_key(after: State, seat: int) -> str:
    """Return the key of the sentence for a pawn that comes home: the first of two, the last, the only one."""
    if after.sprint:
        return "home_only"
    return "home_last" if all(after.pawn[pawn] == HOME for pawn in (2 * seat, 2 * seat + 1)) else "home"


def ending_texts(before: State, after: State, actor: int, names: Sequence[str], watcher: int) -> Iterator[Any]:
    """Yield the sentence for a seat that wins or gets its place, or for a match without a winner."""
    say = SAY["event"]
    if after.place[actor] and not before.place[actor]:
        if after.seats == 1:
            yield format_for(say["alone"], actor, watcher, names, rolls=rolls_text(after.rolls))
        else:
            first = after.place[actor] == 1
            yield format_for(say["wins" if first else "placed"], actor, watcher, names, place=int(after.place[actor]))
    elif after.phase == Phase.OVER:
        yield say["draw"]


def has_no_effect(after: State, kind: int) -> bool:
    """Return whether a drawn Action asks for nothing; it may still have moved a pawn."""
    return kind > LIMIT_KEEPER and kind != AGAIN and after.phase not in (Phase.CARD, Phase.STEALING)


def event_mark(before: State, after: State, actor: int, mover: int) -> str:
    """Return the mark of a line in the log: "won", "prime" for a pawn moved onto a prime, or ""."""
    if after.place[actor] and not before.place[actor]:
        return "won"
    landed = mover != UNKNOWN and before.pawn[mover] != after.pawn[mover] and is_red(after.pawn[mover])
    return "prime" if landed and before.phase == Phase.MOVE else ""


def text(view: State, seat: int, names: Sequence[str]) -> str:
    """Return the table in a few lines of plain text, for a terminal."""
    shown, say = scene(view, seat, names), SAY["text"]
    lines = []
    for i, one in enumerate(shown["seats"]):
        pawns = join_with_commas(say["home"] if pawn["home"] else f"{pawn['name']} {pawn['space']}"
                                 for pawn in one["pawns"])
        keepers = say["keepers"].format(cards=join_with_commas(card_["text"] for card_ in one["keepers"]))
        lines.append(say["seat"].format(who=names[i], pawns=pawns, keepers=keepers if one["keepers"] else "").rstrip())
    lines += [say["choice"].format(label=one["label"], text=one.get("equation") or one.get("text", ""),
                                   effect=one.get("effect", "")).rstrip()
              for one in shown["choices"] if one["ok"]]
    return "\n".join(lines)


def loss_text(view: State, value: float) -> str:
    """Return a difference of returns in rolls, for a review of a match alone; "" for others (games won)."""
    return str(SAY["review"]["lost"].format(n=f"{20 * value:.1f}")) if view.seats == 1 else ""
