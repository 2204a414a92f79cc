"""Put Daifugo into words: the log, and the table as text; other modules hold the rest."""

from collections.abc import Iterator, Sequence
from typing import Any

from ...core.errors import BadInput
from ...core.messages import Line, format_for, join_sentences, join_words, names_for_reader
from ...core.seats import CHANCE
from . import rules
from .actions import bag_size, cards_of, gift_of, kind_of, lowest_column, verb_of
from .card_names import (
    SAY,
    card_scenes,
    cards_text,
    order_message_key,
    play_card_scenes,
    play_phrase,
    rank_name,
    suit_names,
    suits_text,
)
from .effects import count_skipped, ends_on_forbidden, holds_eight, is_revolution, makes_eleven_back
from .exchange import cards_owed, exchange_partner, is_rich
from .labels import label, parse_action
from .play_validation import find_flaw
from .refusal_texts import explain_refusal
from .rules import Kind, Phase, Verb
from .screen import preview, scene
from .state import State

__all__ = ["describe_event", "label", "loss_text", "parse", "preview", "scene", "text", "explain_refusal"]


def parse(text: str) -> int:
    """The action of a label.  Raises BadInput."""
    action = parse_action(text)
    if action is None:
        raise BadInput(SAY["parse"]["bad"].format(text=text[:60]))
    return action


# The log.

def describe_event(before: State, seat: int, action: int, after: State, names: Sequence[str], watcher: int) -> Line:
    """Return the line of the log for an action, as `watcher` may know it."""
    action = int(action)
    if seat == CHANCE:
        return Line(join_sentences(chance_texts(before, after, names, watcher)), "", {"deal": int(after.hands)})
    if before.phase == Phase.EXCHANGE:
        return Line(join_sentences(gift_texts(before, seat, action, after, names, watcher)))
    if verb_of(action) == Verb.PASS or rules.violation(before, seat, action):
        text = pass_text(before, seat, action, names, watcher)
        return Line(join_sentences([text, *aftermath_texts(before, seat, action, after, names, watcher)]), "passed")
    say = SAY["event"]
    what = play_phrase(action)
    out = int(after.place[seat]) > 0
    text = format_for(say["play"], seat, watcher, names, what=what)
    return Line(join_sentences([text, *effect_texts(before, seat, action, after, names, watcher),
                                *aftermath_texts(before, seat, action, after, names, watcher)]),
                "won" if out and after.place[seat] == 1 else "", play_detail(before, seat, action, after))


def play_detail(before: State, seat: int, action: int, after: State) -> dict[str, Any]:
    """Return the detail of a play for the screen; going out first, and turning the order, is announced to all."""
    play, great = play_scene(before, seat, action, after), SAY["great"]
    if after.phase == Phase.PLAY and after.place[seat] == 1 and not before.place[seat]:
        return {"play": play, "great": great["first"], "crown": True}
    return {"play": play} | ({"great": great["turned"][int(is_revolution(before))]} if play["turned"] else {})


def play_scene(before: State, seat: int, action: int, after: State) -> dict[str, Any]:
    """Return a play for the screen: its cards, and what it did."""
    return {"seat": int(seat), "cards": play_card_scenes(action), "lead": bool(before.meld == 0),
            "turned": bool(is_revolution(before) != is_revolution(after) and after.phase == Phase.PLAY),
            "cut": has_cut(before, action, after),
            "locked": suit_names(int(after.lock)) if after.lock and not before.lock else []}


def cuts_by_eight(before: State, action: int) -> bool:
    """Does an 8 among the cards of a play clear them?  A play that nobody is left to answer is cleared, too (DF-8)."""
    held = holds_eight(kind_of(action), lowest_column(action), bag_size(cards_of(action)))
    return bool(before.eight_cut and held)


def chance_texts(before: State, after: State, names: Sequence[str], watcher: int) -> Iterator[str]:
    """Yield the sentences for a deal, with what is taken for the exchange, or for places drawn by lot."""
    say = SAY["event"]
    if before.phase == Phase.STALEMATE:
        yield say["stalemate"].format(n=before.stalemate_n)
        yield hand_end_text(after, names, watcher)
        return
    yield say["deal"].format(n=after.hands + 1, of=after.match_length)
    if any(before.after[i] != after.after[i] for i in range(after.seats)):
        yield say["seats"]
    if before.rank[0] and not after.rank[0]:
        yield say["forgotten"]
    for poor in range(after.seats):
        if after.phase == Phase.EXCHANGE and cards_owed(after, poor) and not is_rich(after, poor):
            yield collected_text(after, poor, names, watcher)
    if after.phase == Phase.PLAY:
        yield format_for(say["leads"], int(after.turn), watcher, names)


def collected_text(after: State, poor: int, names: Sequence[str], watcher: int) -> str:
    """Return what hinmin or daihinmin gave; only giver and taker learn which cards."""
    say, rich = SAY["event"], int(exchange_partner(after, poor))
    if watcher == poor:
        return say["collected_from_you"].format(rich=names[rich], cards=cards_text(after.gave[poor]))
    if watcher == rich:
        return say["collected_for_you"].format(poor=names[poor], cards=cards_text(after.gave[poor]))
    return say[f"collected_{cards_owed(after, poor)}"].format(poor=names[poor], rich=names[rich])


def gift_texts(before: State, seat: int, action: int, after: State, names: Sequence[str],
               watcher: int) -> Iterator[Any]:
    """Yield the sentences for a gift, and for the exchange if it ends with this one."""
    say = SAY["event"]
    mine = seat == watcher
    given = gift_of(action) if mine else 0
    if mine and bag_size(given) != cards_owed(before, seat):
        yield say["gift_replaced"]
    else:
        yield format_for(say["gift"], seat, watcher, names, cards=cards_text(given))
    if after.phase != Phase.EXCHANGE:
        yield say["exchanged"]
        rich = int(exchange_partner(after, watcher)) if watcher < after.seats and not is_rich(after, watcher) else -1
        if rich >= 0:
            yield say["got_back"].format(who=names[rich], cards=cards_text(after.gave[rich]))
        yield format_for(say["leads"], int(after.turn), watcher, names)


def pass_text(before: State, seat: int, action: int, names: Sequence[str], watcher: int) -> str:
    """Return the sentence for a pass, or for a wrong play that counts as one (UE-16)."""
    say = SAY["event"]
    if action and seat == watcher:
        why = explain_refusal(find_flaw(before, action), before, action)[0]
        return say["no_play"].format(what=play_phrase(action), why=SAY["fault"]["NO_PLAY"][0].format(why=why))
    return format_for(say["pass" if before.meld else "pass_lead"], seat, watcher, names)


def effect_texts(before: State, seat: int, action: int, after: State, names: Sequence[str],
                 watcher: int) -> Iterator[str]:
    """Yield sentences for what a play did at once: order, cut, locks, skipped players."""
    say = SAY["event"]
    if is_revolution(before) != is_revolution(after):
        yield say["turned" if is_revolution(after) else "turned_back"]
    if before.kind == Kind.JOKERS:
        yield say["three"]
        return
    if before.phase == after.phase and cuts_by_eight(before, action):
        yield say["eight"]
        return
    if after.lock and after.lock != before.lock:
        yield say["locked"].format(suits=suits_text(int(after.lock)))
    if after.stepped and not before.stepped:
        yield say["stepped"]
    play = int(kind_of(action)), int(lowest_column(action)), int(bag_size(cards_of(action)))
    if after.meld == action and makes_eleven_back(before, *play):
        yield say["eleven_again" if before.back else "eleven"]
    if before.phase == after.phase and count_skipped(before, *play):
        yield say["skipped"].format(n=int(count_skipped(before, *play)))


def has_cut(before: State, action: int, after: State) -> bool:
    """Tell whether a play cleared the table by itself (DF-10, DF-11)."""
    return before.played != after.played and (before.kind == Kind.JOKERS or cuts_by_eight(before, action))


def aftermath_texts(before: State, seat: int, action: int, after: State, names: Sequence[str],
                    watcher: int) -> Iterator[str]:
    """Yield sentences for who is out or exiled, who leads next, and how the hand ended."""
    say = SAY["event"]
    if after.phase not in (Phase.PLAY, Phase.STALEMATE):
        yield hand_end_text(after, names, watcher)
        return
    for other in range(after.seats):
        if after.place[other] and not before.place[other]:
            key = "exiled" if other != seat else "forbidden" if ends_on_forbidden(before, seat, action) else "out"
            yield format_for(say[key], other, watcher, names, place=place_text(after, other))
    if after.phase == Phase.PLAY and not after.meld and (before.meld or not after.passed):
        if not has_cut(before, action, after):
            yield say["all_skipped" if clears_by_skipping(before, seat, action) else "cleared"]
        yield format_for(say["leads"], int(after.turn), watcher, names)


def clears_by_skipping(before: State, seat: int, action: int) -> bool:
    """Tell whether the table was cleared because a play skipped all who could have answered (DF-30)."""
    if verb_of(action) != Verb.PLAY or rules.violation(before, seat, action):
        return False
    return bool(count_skipped(before, kind_of(action), lowest_column(action), bag_size(cards_of(action))))


def place_text(view: State, seat: int) -> str:
    """Return a seat's place in words."""
    return SAY["rank"]["places"][int(view.place[seat])]


def hand_end_text(after: State, names: Sequence[str], watcher: int) -> str:
    """Return the sentence with the ranks that a hand ended with."""
    order = sorted(range(after.seats), key=lambda seat: after.place[seat])
    called = names_for_reader(names, watcher, SAY["ask"]["you"])
    say = SAY["event"]
    ranked = [say["placed"].format(who=called[seat], rank=rank_name(after.seats, int(after.rank[seat])))
              for seat in order]
    return say["ended"].format(places=join_words(ranked))


# For a terminal.

def text(view: State, seat: int, names: Sequence[str]) -> str:
    """Return the table in a few lines of plain text, for a terminal."""
    say, lines = SAY["text"], []
    for i in range(view.seats):
        rank = rank_name(view.seats, int(view.rank[i]))
        named = say["rank"].format(rank=rank) if rank else ""
        state = say["out"].format(place=place_text(view, i)) if view.place[i] and view.phase == Phase.PLAY else \
            say["passed"] if view.passed >> i & 1 else ""
        lines.append(say["seat"].format(who=names[i], rank=named, n=int(view.cards[i]),
                                        points=int(view.points[i]), passed=state))
    if view.reversed or view.back:
        lines.append(say[order_message_key(view)])
    lines.append(say["table"].format(cards=" ".join(one["id"] for one in play_card_scenes(view.meld)),
                                     who=names[view.owner])
                 if view.meld else say["empty"])
    if view.lock:
        lines.append(say["lock"].format(suits=suits_text(int(view.lock))))
    if view.stepped:
        lines.append(say["stepped"])
    if seat < view.seats:
        lines.append(say["hand"].format(cards=" ".join(one["id"] for one in card_scenes(view.hand[seat]))))
    return "\n".join(lines)


def loss_text(view: State, value: float) -> str:
    """Return a difference of returns as points, for a review."""
    return str(SAY["review"]["lost"].format(n=f"{value:.1f}"))
