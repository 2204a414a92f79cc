"""Build what the screen shows of a view of Daifugo, and what raised cards can be played as."""

from collections.abc import Sequence
from copy import copy
from typing import Any

from ...core.messages import format_for, join_sentences, join_with_commas, join_words, names_for_reader
from .actions import NATURAL, bag_size, cards_of, count_bag_jokers, encode_give, gift_of, lowest_column, verb_of
from .card_names import (
    SAY,
    card_scenes,
    cards_text,
    joker_meaning_text,
    order_message_key,
    play_card_scenes,
    play_phrase,
    rank_name,
    rank_text,
    suit_names,
    suits_text,
)
from .effects import ends_on_forbidden, is_revolution
from .exchange import cards_owed, choosing_seats, exchange_partner, is_exchanging, is_rich
from .finishing_places import REMEMBERED_HANDS
from .labels import JOKER_NAME, RANKS, bag_card_labels, label, list_play_cards, parse_bag, parse_play
from .play_validation import find_flaw
from .refusal_texts import explain_refusal, list_readings
from .rule_summaries import rule_scenes
from .rules import (
    MAX_ACTIONS,
    Kind,
    Phase,
    Refusal,
    Verb,
    can_pass,
    has_cleared_table,
    place_in_hand,
    put_on_table,
    refusal,
    sound_actions,
    to_act,
    update_card_order,
)
from .state import State

CHART_HANDS = 20                  # hands that the chart of points goes back, until the match is over


def scene(view: State, seat: int, names: Sequence[str]) -> dict[str, Any]:
    """The table as `seat` (or WATCHER) sees it."""
    playing = seat < view.seats
    acting = int(to_act(view))
    turn = [i for i in range(view.seats) if acting >> i & 1]
    mine = playing and seat in turn
    listed = list_actions(view, seat) if mine else []
    ask, why = prompt_texts(view, seat, names, mine, listed)
    ended = ending_summary(view, seat, names) if view.phase in (Phase.DEAL, Phase.OVER) and view.hands else None
    return {
        "ask": ask, "why": why, "turn": turn, "you": seat if playing else None,
        "phase": phase_name(view), "seats": [seat_scene(view, i) for i in range(view.seats)],
        "order": seats_in_order(view),
        "hand": hand_scene(view, seat, listed) if playing else [],
        "pit": table_scene(view), "bar": rank_to_beat(view) if view.meld and view.phase == Phase.PLAY else "",
        "jokers": int(view.jokers), "reversed": bool(view.reversed),
        "ranks": list(RANKS[::-1] if view.reversed else RANKS),
        "lock": {"suits": suit_names(int(view.lock)), "text": suits_text(int(view.lock))} if view.lock else None,
        "back": bool(view.back), "stepped": bool(view.stepped),
        "canPass": bool(mine and view.phase == Phase.PLAY and can_pass(view)),
        "stuck": bool(mine and view.phase == Phase.PLAY and not any(listed)),
        "exchange": exchange_scene(view, seat, names), "rules": rule_scenes(view),
        "hands": int(view.hands), "length": int(view.match_length), "chart": chart_scene(view),
        "over": ended if view.phase == Phase.OVER else None,
        "rest": ended if view.phase == Phase.DEAL else None,
    }


def phase_name(view: State) -> str:
    """Return the name of the phase for the screen."""
    return {Phase.EXCHANGE: "exchange", Phase.PLAY: "play", Phase.OVER: "over"}.get(Phase(int(view.phase)), "deal")


def list_actions(view: State, seat: int) -> list[int]:
    """Return the listed actions of a seat."""
    out = [0] * MAX_ACTIONS
    return out[:sound_actions(view, seat, out)]


def standing_text(seats: int, rank: int) -> str:
    """Return what a rank means in plain words, its place of how many; "" for none."""
    return str(SAY["rank"]["standing"].format(place=SAY["rank"]["places"][rank], seats=seats)) if rank else ""


def crown_icon(seats: int, rank: int) -> str:
    """Return the crown that the screen draws for a rank: `whole`, `bare` (the second of four and more), or ""."""
    return "whole" if rank == 1 else "bare" if rank == 2 and seats > 3 else ""


def seat_scene(view: State, i: int) -> dict[str, Any]:
    """Return what everybody sees of one seat."""
    in_play = view.phase in (Phase.PLAY, Phase.STALEMATE)
    rank, place = int(view.rank[i]), int(view.place[i])
    out = place if place and in_play else 0
    return {"cards": int(view.cards[i]), "rank": rank_name(view.seats, rank), "first": bool(rank == 1),
            "standing": standing_text(view.seats, rank), "crown": crown_icon(view.seats, rank),
            "passed": bool(in_play and view.passed >> i & 1), "points": int(view.points[i]),
            "place": SAY["rank"]["places"][out], "exiled": bool(out and view.cards[i])}


def seats_in_order(view: State) -> list[int]:
    """Return the seats in the order of play, from seat 0 on."""
    seats = [0]
    while len(seats) < view.seats:
        seats.append(int(view.after[seats[-1]]))
    return seats


def hand_scene(view: State, seat: int, listed: list[int]) -> list[dict[str, Any]]:
    """Return the hand, lowest first; `fits` marks the cards that a listed action holds."""
    may = 0
    jokers = False
    for action in listed:
        bag = int(gift_of(action) if verb_of(action) == Verb.GIVE else cards_of(action))
        may |= bag & NATURAL
        jokers = jokers or bool(count_bag_jokers(bag))
    shown = card_scenes(view.hand[seat])
    fitting = {one["id"] for one in card_scenes(may)}
    return [one | {"fits": jokers if one["joker"] else one["id"] in fitting} for one in shown]


def table_scene(view: State) -> dict[str, Any] | None:
    """Return what lies on the table; None if it is empty."""
    if not view.meld or view.phase != Phase.PLAY:
        return None
    return {"cards": play_card_scenes(view.meld), "owner": int(view.owner), "text": play_phrase(view.meld),
            "count": int(view.count),
            "kind": Kind(int(view.kind)).name.lower()}


def exchange_scene(view: State, seat: int, names: Sequence[str]) -> Any:
    """Return who gives whom how many cards, and which, where this seat knows them; None without exchange."""
    if not is_exchanging(view) or view.phase not in (Phase.EXCHANGE, Phase.PLAY):
        return None
    pairs: list[dict[str, Any]] = []
    for poor in range(view.seats):
        if cards_owed(view, poor) and not is_rich(view, poor):
            rich = int(exchange_partner(view, poor))
            known = seat in (poor, rich)
            chosen = bool(view.phase == Phase.PLAY or view.chosen >> rich & 1)
            pairs.append({"poor": poor, "rich": rich, "count": int(cards_owed(view, poor)), "chosen": chosen,
                          "up": card_scenes(view.gave[poor]) if known else [],
                          "down": card_scenes(view.gave[rich]) if known and chosen and view.gave[rich] > 0 else []})
    pairs.sort(key=lambda pair: -pair["count"])
    mine = seat < view.seats and view.phase == Phase.EXCHANGE and choosing_seats(view) >> seat & 1
    return {"pairs": pairs, "give": int(cards_owed(view, seat)) if mine else 0}


def chart_scene(view: State) -> dict[str, int | list[list[int]]]:
    """Return the points after each of the last hands, seat by seat, from the points before them.

    When the match is over, all hands that are remembered.
    """
    first = max(0, int(view.hands) - (REMEMBERED_HANDS if view.phase == Phase.OVER else CHART_HANDS))
    gained = [[place_points(view, int(place_in_hand(view, n, seat))) for n in range(first, int(view.hands))]
              for seat in range(view.seats)]
    lines = []
    for seat, points in enumerate(gained):
        total = int(view.points[seat]) - sum(points)
        line = [total]
        for one in points:
            line.append(line[-1] + one)
        lines.append(line)
    return {"from": first, "lines": lines}


def place_points(view: State, place: Any) -> Any:
    """Return the points that a place brings (DF-18)."""
    return int(view.seats) - place + int(view.payoff)


# Sentences.

def prompt_texts(view: State, seat: int, names: Sequence[str], mine: bool, listed: list[int]) -> tuple[str, str]:
    """Return what is asked of the viewer, and what it costs or why."""
    say = SAY["ask"]
    if view.phase in (Phase.DEAL, Phase.OVER):
        if not view.hands:
            return say["before"], ""
        ended = ending_summary(view, seat, names)
        return ended["title"], ended["text"]
    if view.phase == Phase.STALEMATE:
        return SAY["event"]["stalemate"].format(n=view.stalemate_n), ""
    if view.phase == Phase.EXCHANGE:
        return exchange_prompt_texts(view, seat, names, mine)
    if not mine:
        return waiting_text(view, seat, names), prompt_reason_text(view, names, seat)
    if not any(listed):
        return say["your_turn"].format(what=say["none_fit"]), prompt_reason_text(view, names, seat)
    return say["your_turn"].format(what=turn_prompt_text(view)), prompt_reason_text(view, names, seat, can_choose=True)


def exchange_prompt_texts(view: State, seat: int, names: Sequence[str], mine: Any) -> Any:
    """Return what is asked in the exchange, and why."""
    say = SAY["ask"]
    if not mine:
        who = [names[i] for i in range(view.seats) if choosing_seats(view) >> i & 1]
        return say["give_wait"].format(who=join_words(who), n=len(who)), ""
    poor = int(exchange_partner(view, seat))
    n = say[f"card_{cards_owed(view, seat)}"]
    return (say["your_turn"].format(what=say["give"].format(n=n, who=names[poor])),
            say["give_why"])


def waiting_text(view: State, seat: int, names: Sequence[str]) -> str:
    """Return for whom the viewer waits, or how it went out."""
    say, who = SAY["ask"], names[int(view.turn)]
    if seat < view.seats and view.place[seat]:
        key = "exiled" if view.cards[seat] else "out"
        return say[key].format(place=SAY["rank"]["places"][int(view.place[seat])], who=who)
    return say["waits" if seat < view.seats else "waits_watch"].format(who=who)


def turn_prompt_text(view: State) -> str:
    """Return what may be played now, in a sentence."""
    say = SAY["ask"]
    if not view.meld:
        return say["lead_three" if view.opening else "lead"]
    if view.kind == Kind.JOKERS:
        return say["on_joker" if view.count == 1 else "on_jokers"]
    than = say["below" if view.reversed else "above"].format(what=rank_text(rank_to_beat(view)))
    if view.stepped:
        than = say["next_below" if view.reversed else "next_above"].format(what=rank_text(rank_to_beat(view)))
    key = "single" if view.count == 1 else "group" if view.kind == Kind.GROUP else "run"
    return say[key].format(n=say["numbers"][int(view.count)], than=than)


def rank_to_beat(view: State) -> str:
    """Return the rank that has to be beaten: of a sequence the end that counts."""
    if view.kind == Kind.JOKERS:
        return JOKER_NAME
    if view.kind == Kind.GROUP:
        return RANKS[int(view.low) - 1]
    low, high = int(view.low), int(view.low + view.count - 1)
    column = (low if view.reversed else high) if view.seq_compare else (high if not view.reversed else low)
    return RANKS[min(max(column, 1), len(RANKS)) - 1]


def prompt_reason_text(view: State, names: Sequence[str], seat: int, can_choose: bool = False) -> str:
    """Return what bears on the next play, in one line.

    can_choose  the seat has something to choose from
    """
    say, parts = SAY["ask"], []
    # One line is all there is room for below a sentence of two: which way the order goes is said in it ("below").
    if can_choose and view.meld and view.owner == seat:
        parts.append(say["why_owner"])
    elif view.lock and view.stepped:
        parts.append(say["why_both"].format(suits=suits_text(int(view.lock))))
    elif view.lock:
        parts.append(say["why_locked"].format(suits=suits_text(int(view.lock))))
    elif view.stepped:
        parts.append(say["why_stepped"])
    elif view.reversed or view.back:
        parts.append(say["why_" + order_message_key(view)])
    if can_choose and not view.meld:
        parts += [say["why_opening"]] * bool(view.opening)
        parts += [say["why_lead_pass"]] * bool(view.pass_on_lead and not view.opening)
    if not parts:
        few = [names[i] for i in range(view.seats) if i != seat and view.cards[i] == 1 and view.live >> i & 1]
        parts += [say["why_few"].format(who=who) for who in few[:1]]
    return join_sentences(parts)


def ending_summary(view: State, seat: int, names: Sequence[str]) -> dict[str, Any]:
    """Return how a hand or the match ended: title, text and winners."""
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
    """Return the scene with what the named cards can be played as, once for each different outcome."""
    return scene(view, seat, called) | {"raised": describe_raised_cards(view, seat, names)}


def describe_raised_cards(view: State, seat: int, names: Sequence[str]) -> Any:
    """Return what the named cards can be played as, or the sentence and rule that forbid it."""
    bag = parse_bag(names)
    if bag is None:
        plays, reason, action = [], Refusal.NO_SUCH_ACTION, 0
    elif view.phase == Phase.EXCHANGE:
        action = encode_give(bag)
        reason = refusal(view, seat, action) if bag_size(bag) == cards_owed(view, seat) else Refusal.GIFT_COUNT
        plays = [] if reason else [{"label": label(action), "text": cards_text(bag), "as": ""}]
    else:
        listed = [action for action in list_actions(view, seat) if action and cards_of(action) == bag]
        plays = distinct_play_scenes(view, seat, listed)
        reason, action = (Refusal.NONE, 0) if listed else find_cards_flaw(view, bag)
    sentence_, rule = explain_refusal(reason, view, action) if reason else ("", "")
    return {"plays": plays, "sentence": sentence_, "rule": rule}


def distinct_play_scenes(view: State, seat: int, listed: Any) -> Any:
    """Return one play for each different outcome, lowest first."""
    found: dict[Any, int] = {}
    for action in sorted(listed, key=lambda one: (lowest_column(one), one)):
        found.setdefault(outcome_key(view, seat, action), action)
    return [{"label": label(action), "text": play_phrase(action), "as": jokers_text(action),
             "stands": joker_faces(action)}
            for action in found.values()]


def outcome_key(view: State, seat: int, action: int) -> Any:
    """Return all that a play changes for those who follow, beside the cards that are gone, as a key."""
    after = copy(view)
    n = int(bag_size(cards_of(action)))
    put_on_table(after, seat, action, n)
    update_card_order(after)
    if has_cleared_table(after, view.kind):
        return is_revolution(after), after.kind
    lockable = after.lock_after and (after.lock_scope == 0 or n == 1)
    return (is_revolution(after), after.reversed, after.kind, after.low, after.lock, after.stepped,
            after.suits if lockable else 0, bool(ends_on_forbidden(view, seat, action)))


def jokers_text(action: int) -> Any:
    """Return what the jokers of a play stand for, in words: `7 of diamonds`."""
    return join_words([joker_meaning_text(name.partition("=")[2]) for _,
                       name in list_play_cards(action) if "=" in name])


def joker_faces(action: int) -> Any:
    """Return the rank and suit that each joker of a play stands for, to be drawn."""
    return [{"rank": one["rank"], "suit": one["suit"]} for one in play_card_scenes(action) if one["joker"]]


def find_cards_flaw(view: State, bag: Any) -> Any:
    """Return why cards cannot be played now, however jokers are read: (Refusal, the play it is of)."""
    whole = list_readings(view, bag) or [parse_play(bag_card_labels(bag))]
    return min((find_flaw(view, action), action) for action in whole)
