"""What a screen shows of a view of Daifugo, and what raised cards can be played as."""

from collections.abc import Sequence
from copy import copy
from typing import Any

from ...core.messages import format_for, join_sentences, join_with_commas, join_words, names_for_reader
from .effects import ends_badly, is_revolution
from .exchange import choosing, is_exchanging, is_rich, owes, partner
from .faces import (
    SAY,
    cards,
    cards_text,
    laid,
    order_key,
    place_name,
    play_text,
    rank_name,
    rank_word,
    suit_names,
    suits_text,
)
from .flaws import flaw
from .inforce import in_force
from .labels import JOKER_NAME, RANKS, bag_named, label, laid_out, names_of, play_named
from .places import HELD_HANDS
from .plays import NATURAL, bag_jokers, bag_size, cards_of, gift_of, give, low_of, verb_of
from .refusals import explain_refusal, leads
from .rules import (
    MAX_ACTIONS,
    Kind,
    Phase,
    Refusal,
    Verb,
    can_pass,
    cuts,
    places_in,
    put_down,
    refusal,
    sound_actions,
    to_act,
    turn_order,
)
from .state import State

CHART = 20                  # hands that the chart of points goes back, until the match is over


def scene(view: State, seat: int, names: Sequence[str]) -> dict[str, Any]:
    """The table as `seat` (or WATCHER) sees it."""
    playing = seat < view.seats
    acting = int(to_act(view))
    turn = [i for i in range(view.seats) if acting >> i & 1]
    mine = playing and seat in turn
    listed = actions(view, seat) if mine else []
    ask, why = sentence(view, seat, names, mine, listed)
    ended = ending(view, seat, names) if view.phase in (Phase.DEAL, Phase.OVER) and view.hands else None
    return {
        "ask": ask, "why": why, "turn": turn, "you": seat if playing else None,
        "phase": view_phase(view), "seats": [seat_scene(view, i) for i in range(view.seats)], "order": order(view),
        "hand": hand(view, seat, listed) if playing else [],
        "pit": pit(view), "bar": bar(view) if view.meld and view.phase == Phase.PLAY else "",
        "jokers": int(view.jokers), "reversed": bool(view.reversed),
        "ranks": list(RANKS[::-1] if view.reversed else RANKS),
        "lock": {"suits": suit_names(int(view.lock)), "text": suits_text(int(view.lock))} if view.lock else None,
        "back": bool(view.back), "stepped": bool(view.stepped),
        "canPass": bool(mine and view.phase == Phase.PLAY and can_pass(view)),
        "stuck": bool(mine and view.phase == Phase.PLAY and not any(listed)),
        "exchange": exchange(view, seat, names), "rules": in_force(view),
        "hands": int(view.hands), "length": int(view.match_length), "chart": chart(view),
        "over": ended if view.phase == Phase.OVER else None,
        "rest": ended if view.phase == Phase.DEAL else None,
    }


def view_phase(view: State) -> str:
    return {Phase.EXCHANGE: "exchange", Phase.PLAY: "play", Phase.OVER: "over"}.get(Phase(int(view.phase)), "deal")


def actions(view: State, seat: int) -> list[int]:
    """What is listed for a seat."""
    out = [0] * MAX_ACTIONS
    return out[:sound_actions(view, seat, out)]


def seat_scene(view: State, i: int) -> dict[str, Any]:
    in_play = view.phase in (Phase.PLAY, Phase.STALEMATE)
    rank, place = int(view.rank[i]), int(view.place[i])
    out = place if place and in_play else 0
    return {"cards": int(view.cards[i]), "rank": rank_name(view.seats, rank), "first": bool(rank == 1),
            "passed": bool(in_play and view.passed >> i & 1), "points": int(view.points[i]),
            "place": SAY["rank"]["places"][out], "exiled": bool(out and view.cards[i])}


def order(view: State) -> list[int]:
    """The seats in the order of play, from seat 0 on."""
    seats = [0]
    while len(seats) < view.seats:
        seats.append(int(view.after[seats[-1]]))
    return seats


def hand(view: State, seat: int, listed: list[int]) -> list[dict[str, Any]]:
    """The hand, lowest first, with what may be part of a play now: everybody could work that out."""
    may = 0
    jokers = False
    for action in listed:
        bag = int(gift_of(action) if verb_of(action) == Verb.GIVE else cards_of(action))
        may |= bag & NATURAL
        jokers = jokers or bool(bag_jokers(bag))
    shown = cards(view.hand[seat])
    fitting = {one["id"] for one in cards(may)}
    return [one | {"fits": jokers if one["joker"] else one["id"] in fitting} for one in shown]


def pit(view: State) -> dict[str, Any] | None:
    """What lies on the table."""
    if not view.meld or view.phase != Phase.PLAY:
        return None
    return {"cards": laid(view.meld), "owner": int(view.owner), "text": play_text(view.meld), "count": int(view.count),
            "kind": Kind(int(view.kind)).name.lower()}


def exchange(view: State, seat: int, names: Sequence[str]) -> Any:
    """Who gives whom how many, which cards where this seat knows them, and what it still has to choose."""
    if not is_exchanging(view) or view.phase not in (Phase.EXCHANGE, Phase.PLAY):
        return None
    pairs: list[dict[str, Any]] = []
    for poor in range(view.seats):
        if owes(view, poor) and not is_rich(view, poor):
            rich = int(partner(view, poor))
            known = seat in (poor, rich)
            chosen = bool(view.phase == Phase.PLAY or view.chosen >> rich & 1)
            pairs.append({"poor": poor, "rich": rich, "count": int(owes(view, poor)), "chosen": chosen,
                          "up": cards(view.gave[poor]) if known else [],
                          "down": cards(view.gave[rich]) if known and chosen and view.gave[rich] > 0 else []})
    pairs.sort(key=lambda pair: -pair["count"])
    mine = seat < view.seats and view.phase == Phase.EXCHANGE and choosing(view) >> seat & 1
    return {"pairs": pairs, "give": int(owes(view, seat)) if mine else 0}


def chart(view: State) -> dict[str, int | list[list[int]]]:
    """Points after each of the last hands, of more when the match is over, seat by seat, from the points before."""
    first = max(0, int(view.hands) - (HELD_HANDS if view.phase == Phase.OVER else CHART))
    gained = [[worth(view, int(places_in(view, n, seat))) for n in range(first, int(view.hands))]
              for seat in range(view.seats)]
    lines = []
    for seat, points in enumerate(gained):
        total = int(view.points[seat]) - sum(points)
        line = [total]
        for one in points:
            line.append(line[-1] + one)
        lines.append(line)
    return {"from": first, "lines": lines}


def worth(view: State, place: Any) -> Any:
    """DF-18: the points of a place."""
    return int(view.seats) - place + int(view.payoff)


# Sentences.

def sentence(view: State, seat: int, names: Sequence[str], mine: bool, listed: list[int]) -> tuple[str, str]:
    """What is asked, and what it costs or why."""
    say = SAY["ask"]
    if view.phase in (Phase.DEAL, Phase.OVER):
        if not view.hands:
            return say["before"], ""
        ended = ending(view, seat, names)
        return ended["title"], ended["text"]
    if view.phase == Phase.STALEMATE:
        return SAY["event"]["stalemate"].format(n=view.stalemate_n), ""
    if view.phase == Phase.EXCHANGE:
        return exchange_sentence(view, seat, names, mine)
    if not mine:
        return waiting(view, seat, names), circumstances(view, names, seat)
    if not any(listed):
        return say["your_turn"].format(what=say["none_fit"]), circumstances(view, names, seat)
    return say["your_turn"].format(what=asked(view)), circumstances(view, names, seat, free=True)


def exchange_sentence(view: State, seat: int, names: Sequence[str], mine: Any) -> Any:
    say = SAY["ask"]
    if not mine:
        who = [names[i] for i in range(view.seats) if choosing(view) >> i & 1]
        return say["give_wait"].format(who=join_words(who), n=len(who)), ""
    poor = int(partner(view, seat))
    n = say[f"card_{owes(view, seat)}"]
    return (say["your_turn"].format(what=say["give"].format(n=n, who=names[poor])),
            say["give_why"])


def waiting(view: State, seat: int, names: Sequence[str]) -> str:
    say, who = SAY["ask"], names[int(view.turn)]
    if seat < view.seats and view.place[seat]:
        key = "exiled" if view.cards[seat] else "out"
        return say[key].format(place=SAY["rank"]["places"][int(view.place[seat])], who=who)
    return say["waits" if seat < view.seats else "waits_watch"].format(who=who)


def asked(view: State) -> str:
    """What may be played, in a sentence."""
    say = SAY["ask"]
    if not view.meld:
        return say["lead_three" if view.opening else "lead"]
    if view.kind == Kind.JOKERS:
        return say["on_joker" if view.count == 1 else "on_jokers"]
    than = say["below" if view.reversed else "above"].format(what=rank_word(bar(view)))
    if view.stepped:
        than = say["next_below" if view.reversed else "next_above"].format(what=rank_word(bar(view)))
    key = "single" if view.count == 1 else "group" if view.kind == Kind.GROUP else "run"
    return say[key].format(n=say["numbers"][int(view.count)], than=than)


def bar(view: State) -> str:
    """The rank that has to be beaten: of a sequence the end that counts."""
    if view.kind == Kind.JOKERS:
        return JOKER_NAME
    if view.kind == Kind.GROUP:
        return RANKS[int(view.low) - 1]
    low, high = int(view.low), int(view.low + view.count - 1)
    column = (low if view.reversed else high) if view.seq_compare else (high if not view.reversed else low)
    return RANKS[min(max(column, 1), len(RANKS)) - 1]


def circumstances(view: State, names: Sequence[str], seat: int, free: bool = False) -> str:
    """What bears on the next play; `free` where the seat has something to choose from."""
    say, parts = SAY["ask"], []
    # One line is all there is room for below a sentence of two: which way the order goes is said in it ("below").
    if free and view.meld and view.owner == seat:
        parts.append(say["why_owner"])
    elif view.lock and view.stepped:
        parts.append(say["why_both"].format(suits=suits_text(int(view.lock))))
    elif view.lock:
        parts.append(say["why_locked"].format(suits=suits_text(int(view.lock))))
    elif view.stepped:
        parts.append(say["why_stepped"])
    elif view.reversed or view.back:
        parts.append(say["why_" + order_key(view)])
    if free and not view.meld:
        parts += [say["why_opening"]] * bool(view.opening)
        parts += [say["why_lead_pass"]] * bool(view.pass_on_lead and not view.opening)
    if not parts:
        few = [names[i] for i in range(view.seats) if i != seat and view.cards[i] == 1 and view.live >> i & 1]
        parts += [say["why_few"].format(who=who) for who in few[:1]]
    return join_sentences(parts)


def ending(view: State, seat: int, names: Sequence[str]) -> dict[str, Any]:
    """How a hand or the match ended."""
    say = SAY["ask"]
    by_points = sorted(range(view.seats), key=lambda i: (-view.points[i], i))
    called = names_for_reader(names, seat, say["you"])
    score = join_with_commas(say["points"].format(who=called[i], n=int(view.points[i])) for i in by_points)
    if view.phase == Phase.OVER:
        best = [i for i in by_points if view.points[i] == view.points[by_points[0]]]
        title = format_for(say["over"], best[0], seat, names) if len(best) == 1 else \
            say["over_tie"].format(who=join_words([called[i] for i in best]))
        n = say["hands_1"] if view.hands == 1 else say["hands"].format(n=view.hands)
        return {"title": title, "text": say["over_why"].format(score=score, of=n), "winners": best}
    first = next(i for i in range(view.seats) if view.rank[i] == 1)
    return {"title": format_for(say["rest"], first, seat, names), "winners": [first],
            "text": say["rest_why"].format(n=view.hands, of=view.match_length, score=score)}


# Raised cards.

def preview(view: State, seat: int, names: Sequence[str], called: Any) -> Any:
    """The scene, with what the cards named can be played as: one reading of a joker for each different sequel."""
    return scene(view, seat, called) | {"raised": raised(view, seat, names)}


def raised(view: State, seat: int, names: Sequence[str]) -> Any:
    bag = bag_named(names)
    if bag is None:
        plays, reason, action = [], Refusal.NO_SUCH_ACTION, 0
    elif view.phase == Phase.EXCHANGE:
        action = give(bag)
        reason = refusal(view, seat, action) if bag_size(bag) == owes(view, seat) else Refusal.GIFT_COUNT
        plays = [] if reason else [{"label": label(action), "text": cards_text(bag), "as": ""}]
    else:
        listed = [action for action in actions(view, seat) if action and cards_of(action) == bag]
        plays = readings(view, seat, listed)
        reason, action = (Refusal.NONE, 0) if listed else reason_against(view, bag)
    sentence_, rule = explain_refusal(reason, view, action) if reason else ("", "")
    return {"plays": plays, "sentence": sentence_, "rule": rule}


def readings(view: State, seat: int, listed: Any) -> Any:
    """One play for each different sequel, lowest first."""
    found: dict[Any, int] = {}
    for action in sorted(listed, key=lambda one: (low_of(one), one)):
        found.setdefault(sequel(view, seat, action), action)
    return [{"label": label(action), "text": play_text(action), "as": meanings(action), "stands": stands(action)}
            for action in found.values()]


def sequel(view: State, seat: int, action: int) -> Any:
    """All that a play changes for those who follow, beside the cards that are gone."""
    after = copy(view)
    n = int(bag_size(cards_of(action)))
    put_down(after, seat, action, n)
    turn_order(after)
    if cuts(after, view.kind):
        return is_revolution(after), after.kind
    lockable = after.lock_after and (after.lock_scope == 0 or n == 1)
    return (is_revolution(after), after.reversed, after.kind, after.low, after.lock, after.stepped,
            after.suits if lockable else 0, bool(ends_badly(view, seat, action)))


def meanings(action: int) -> Any:
    """What the jokers of a play stand for: `7 of diamonds`."""
    return join_words([place_name(name.partition("=")[2]) for _, name in laid_out(action) if "=" in name])


def stands(action: int) -> Any:
    """The same as it is drawn."""
    return [{"rank": one["rank"], "suit": one["suit"]} for one in laid(action) if one["joker"]]


def reason_against(view: State, bag: Any) -> Any:
    """Why cards cannot be played just now, however a joker among them is read: the reason, and the play it is of."""
    whole = leads(view, bag) or [play_named(names_of(bag))]
    return min((flaw(view, action), action) for action in whole)
