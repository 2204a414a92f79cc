"""What could have been played in a turn of Sosu Daifugo, for the review: a plan that wins, the whole hand, many cards.

"Best" and "most" are never said, since no search of many cards is complete.
"""

from collections.abc import Sequence

from ...core.big_numbers import limbs_to_int
from ...core.bits import count_kind
from ...core.finds import CARD, SIGN, WILD, Find, FoundPlay, PlayPiece, Stake, TurnFinds
from ...core.messages import join_sentences, join_words
from ...core.seats import UNKNOWN
from .actions import verb_of
from .card_signs import EQUALS, JOKER, POWER, SIGN_KIND, SIGN_VALUE, TIMES, is_card
from .judge_texts import expression_text, number_text, shown_number
from .labels import SAY, play_labels, printed_rank_text, signs_of
from .planning.card_orders import Signs, counts_of_bag, list_cards, remove_play
from .planning.review_search import TurnPlan, TurnSearch
from .play_reading import count_cards, count_shown
from .play_verdicts import effect_of, has_joker_on_top
from .screen import HAND_ORDER, asked_number
from .state import Effect, Phase, State, Verb

LEAST_MANY = 2              # cards of a play that is told for its many cards
MOST_NAMED = 8              # cards that stay, by name
FIGURES = {EQUALS: "=", TIMES: "×", POWER: "^"}


def find_plays(view: State, seat: int, actions: Sequence[int], after: State, seed: int, work: int) -> TurnFinds:
    """Return what could have been played instead of some actions; see `part_protocols.FindsPart`."""
    situation, hand = situation_text(view, seat), hand_pieces(view, seat)
    if after.cards[seat] == 0 and after.place[seat] >= 0:
        return TurnFinds(situation, hand, (), True)         # the seat went out
    search, done = TurnSearch(view, seat, seed, work), played_signs_of(actions)
    whole, plan = search.find_whole_hand(), search.find_cut_plan()
    if plan and plan.plays[0] == done:
        return TurnFinds(situation, hand, (), True)
    is_sure = bool(whole or plan)
    plan = plan or (None if whole else search.find_plan() or search.find_two_lead_plan())
    finds = [plan_find(view, seat, plan)] if plan and plan.plays[0] != done else []
    if whole:
        finds.append(whole_find(view, seat, whole))
    many = search.find_longest_play(max(count_laid(view, actions, after, seat), LEAST_MANY - 1), not is_sure)
    if many:
        finds.append(many_find(view, seat, many))
    is_sure = is_sure or any(one.is_win for one in finds)
    return TurnFinds(situation, hand, tuple(finds), is_sure or search.is_complete)


def ends_turn(view: State, seat: int, action: int) -> bool:
    """Tell whether an action ends a turn: all but a drawn card, and what happens on the line."""
    return verb_of(action) in (Verb.PLAY, Verb.PASS)


def lost_stake(view: State, seat: int, end: State) -> Stake:
    """Return what a seat that could go out for certain has lost; see `part_protocols.FindsPart`."""
    winner = int(end.winner)
    if winner in (seat, UNKNOWN) or any(place > 0 for place in view.place):
        return Stake.NONE
    if end.phase != Phase.OVER:
        return Stake.GAME
    wins = [int(won) + (other == seat) - (other == winner) for other, won in enumerate(end.wins[:end.seats])]
    others = [won for other, won in enumerate(end.wins[:end.seats]) if other != seat]
    if end.games:                                           # most games win the match (SD-43)
        was_lost = max(others) >= end.wins[seat]
        return Stake.MATCH if was_lost and all(wins[seat] > won for other, won in enumerate(wins)
                                               if other != seat) else Stake.GAME
    return Stake.MATCH if wins[seat] == end.games_to_win else Stake.GAME


# What was done.

def played_signs_of(actions: Sequence[int]) -> tuple[int, ...]:
    """Return the signs that actions of one turn play; none where they play nothing."""
    signs: tuple[int, ...] = ()
    for action in actions:
        verb = verb_of(action)
        signs = (*signs, *signs_of(action)) if verb in (Verb.ADD, Verb.PLAY) else ()
    return signs if actions and verb_of(actions[-1]) == Verb.PLAY else ()


def count_laid(view: State, actions: Sequence[int], after: State, seat: int) -> int:
    """Return how many cards left the hand in a turn; 0 where it grew."""
    drawn = sum(verb_of(action) == Verb.DRAW for action in actions)
    return max(0, int(view.cards[seat]) + drawn - int(after.cards[seat])) if played_signs_of(actions) else 0


# Finds in words.

def plan_find(view: State, seat: int, plan: TurnPlan) -> Find:
    """Return a plan: one play or more, and then all other cards."""
    say = SAY["find"]
    *first, last = plan.plays
    names = [play_name(view, signs) for signs in first]
    title = say["plan"].format(first=join_words(names), n=count_cards(last, 0, len(last)))
    key = outcome_key(view)
    risks = dict(zip(("number", "second"), (play_name(view, signs) for signs in plan.beatable), strict=False))
    note = say[f"{key}{('', '_unless', '_unless_two')[len(risks)]}"].format(**risks) if risks else say[key]
    return Find(str(title), tuple(map(found_play, plan.plays)), str(note), plan.is_certain)


def whole_find(view: State, seat: int, signs: Signs) -> Find:
    """Return the play of all cards."""
    say, n = SAY["find"], int(view.cards[seat])
    if view.phase == Phase.LAST:
        return Find(str(say["whole"].format(n=n)), (found_play(signs),), str(say["last"]), False)
    note = say[outcome_key(view)]
    if effect_of(view, signs, len(signs)) == Effect.NONE:
        note = join_sentences([say["is_prime"], note])
    return Find(str(say["whole"].format(n=n)), (found_play(signs),), str(note), True)


def many_find(view: State, seat: int, signs: Signs) -> Find:
    """Return a play of many cards, and what stays in the hand."""
    say, n = SAY["find"], count_cards(signs, 0, len(signs))
    composite = count_shown(signs, len(signs)) < len(signs)
    rest = list_cards(remove_play(counts_of_bag(int(view.held[seat])), signs))
    if not rest:
        return Find(str(say["composite"].format(n=n)), (found_play(signs),), str(say[outcome_key(view)]), True)
    names = [printed_rank_text(kind) for kind in sorted(rest, key=HAND_ORDER.index)]
    stays = say["stay"].format(cards=join_words(names), n=len(names)) if len(names) <= MOST_NAMED \
        else say["stay_many"].format(n=len(names))
    return Find(str(say["composite" if composite else "prime"].format(n=n)), (found_play(signs),), str(stays), False)


def outcome_key(view: State) -> str:
    """Return whether who goes out wins, or follows somebody who did before (SD-35)."""
    return "out" if any(place > 0 for place in view.place) else "wins"


def play_name(view: State, signs: Signs) -> str:
    """Return what a play is called in a title: its number, or the joker."""
    number = shown_number(signs)
    return number_text(number) if number else str(SAY["find"]["joker" if len(signs) == 1 else "jokers"])


def situation_text(view: State, seat: int) -> str:
    """Return what lay there and how many cards the seat held."""
    say, n = SAY["find"], int(view.cards[seat])
    if view.phase == Phase.LAST:
        return str(say["last_turn"].format(n=n))
    if not view.count:
        return str(say["lead"].format(n=n))
    if has_joker_on_top(view):
        return str(say["under_joker"].format(n=n))
    key = "below" if view.revolution else "above"
    return str(say[key].format(n=n, shown=int(view.count), number=asked_number(limbs_to_int(view.number))))


# Cards.

def hand_pieces(view: State, seat: int) -> tuple[PlayPiece, ...]:
    """Return the cards of a hand, A to K and then the jokers."""
    return tuple(card_piece(kind, kind or -1)
                 for kind in HAND_ORDER for _ in range(count_kind(view.held[seat], kind)))


def found_play(signs: Signs) -> FoundPlay:
    """Return a play as a review tells it."""
    number, figure = shown_number(signs), ""
    if number:
        factors = expression_text(signs) if EQUALS in signs else ""
        figure = f"{number_text(number)} = {factors}" if factors else number_text(number)
    pieces = tuple(card_piece(int(SIGN_KIND[sign]), int(SIGN_VALUE[sign])) if is_card(sign)
                   else PlayPiece(SIGN, FIGURES[sign]) for sign in signs)
    return FoundPlay(pieces, figure, tuple(play_labels(signs)))


def card_piece(kind: int, value: int) -> PlayPiece:
    """Return a card that stands for a value; for -1, a joker without one."""
    if kind == JOKER:
        return PlayPiece(WILD, printed_rank_text(kind), str(value) if value >= 0 else "")
    return PlayPiece(CARD, printed_rank_text(kind), str(value))
