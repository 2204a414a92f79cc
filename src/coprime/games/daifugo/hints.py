"""Give hints for Daifugo: where to look, why (what is still out, what to keep), and what to play."""

from collections.abc import Iterable
from typing import Any

from ...core.hint_steps import HintStep
from ...core.messages import join_sentences, join_with_commas
from .actions import (
    JOKER,
    NATURAL,
    THREE_OF_SPADES,
    bag_size,
    cards_of,
    count_bag_jokers,
    count_play_jokers,
    gift_of,
    is_one_rank,
    lowest_column,
)
from .bots import choose_by_cost
from .card_names import SAY, cards_text, play_phrase
from .effects import ends_on_forbidden
from .exchange import choosing_seats
from .labels import RANKS, bag_card_labels, label
from .rules import MAX_ACTIONS, Phase, sound_actions
from .state import State, Verb

MOST_LISTED = 4             # ranks that a hint lists: of more it says only how many cards they are


def ladder(view: State, seat: int) -> list[HintStep | str]:
    """Return three hints for a seat that has something to decide, fewer where there is less to find."""
    say = SAY["hint"]
    out = [0] * MAX_ACTIONS
    if view.phase == Phase.EXCHANGE and choosing_seats(view) >> seat & 1:
        return gift_hint_steps(view, seat, out[:sound_actions(view, seat, out)])
    if view.phase != Phase.PLAY or view.turn != seat:
        return [say["none"]]
    plays = [action for action in out[:sound_actions(view, seat, out)] if action]
    if not plays:
        return [say["nudge_pass"], HintStep(say["answer_pass"], Verb.PASS)]
    best = choose_by_cost(view, seat, "casual", ZeroRandom())
    return play_hint_steps(view, seat, best, best or min(plays, key=lowest_column))


def ladder_to(view: State, seat: int, action: int) -> list[HintStep | str]:
    """Return the hints that lead to this action, which the casual bot may not have chosen."""
    out = [0] * MAX_ACTIONS
    listed = out[:sound_actions(view, seat, out)]
    if view.phase == Phase.EXCHANGE:
        return gift_hint_steps(view, seat, listed, action)
    plays = [play for play in listed if play]
    if not plays:
        return ladder(view, seat)
    return play_hint_steps(view, seat, action, action or min(plays, key=lowest_column),
                           not breaks_up_group(view, seat, action))


def play_hint_steps(view: State, seat: int, best: int, shown_play: int,
                    keeps_groups: bool = True) -> list[HintStep | str]:
    """Return the hints that lead to a play or a pass.

    shown_play    the play that is looked at
    keeps_groups  it leaves groups whole
    """
    say = SAY["hint"]
    look = bag_card_labels(cards_to_consider(view, seat, shown_play))
    return [HintStep(say["nudge_follow" if view.meld else "nudge_lead"], cards=look),
            join_sentences([still_out_text(view, seat, shown_play), keep_cards_text(view, seat, keeps_groups)]),
            HintStep(answer_text(view, seat, best, shown_play), best)]


def cards_to_consider(view: State, seat: int, shown_play: int) -> int:
    """Return the bag of cards that a hint points at: those that can follow, or to lead with the weak ones."""
    hand = int(view.hand[seat])
    if view.meld:
        out = [0] * MAX_ACTIONS
        return merge_bags(int(cards_of(action)) for action in out[:sound_actions(view, seat, out)] if action)
    edge = int(lowest_column(shown_play)) - 1
    weak = sum(15 << 4 * rank for rank in range(len(RANKS)) if (rank >= edge if view.reversed else rank <= edge))
    return merge_bags((hand & NATURAL & weak, int(cards_of(shown_play))))


def merge_bags(bags: Iterable[int]) -> int:
    """Return the bag of all cards that are in any of some bags."""
    natural, jokers = 0, 0
    for bag in bags:
        natural, jokers = natural | bag & NATURAL, max(jokers, int(count_bag_jokers(bag)))
    return natural + jokers * JOKER


def cards_used(view: State, seat: int, action: int) -> list[str]:
    """Return the cards that an action plays or gives, as the scene calls them."""
    return [name.split("=")[0] for name in label(action).split()[1:]]


def breaks_up_group(view: State, seat: int, action: int) -> bool:
    """Tell whether a play takes some cards of a rank and leaves others."""
    taken, hand = int(cards_of(action)) & NATURAL, int(view.hand[seat])
    return any(0 < (taken & 15 << 4 * rank).bit_count() < (hand & 15 << 4 * rank).bit_count()
               for rank in range(len(RANKS)))


def puzzle_kind(view: State, seat: int, action: int) -> str:
    """Return the sort of puzzle that an action answers: a gift in the exchange, or a play."""
    return "give" if view.phase == Phase.EXCHANGE else "play"


class ZeroRandom:
    """Stand in for chance: of equal plays the first is taken."""

    @staticmethod
    def random() -> int:
        """Return 0."""
        return 0


def gift_hint_steps(view: State, seat: int, listed: Any, best: int | None = None) -> Any:
    """Return the hints that lead to a gift; by default to the one that the casual bot chooses."""
    say, hand = SAY["hint"], int(view.hand[seat])
    alone = sum(1 << 4 * rank + s for rank in range(6) for s in range(4) if hand >> 4 * rank & 15 == 1 << s)
    best = choose_by_cost(view, seat, "casual", ZeroRandom()) if best is None else best
    rungs: list[HintStep | str] = [HintStep(say["give_nudge"], cards=bag_card_labels(merge_bags(map(gift_of, listed))))]
    if alone:
        rungs.append(say["give_clue"].format(singles=cards_text(alone)))
    return [*rungs, HintStep(say["give_answer"].format(cards=cards_text(gift_of(best))), best)]


def unplaced_cards_bag(view: State, seat: int) -> int:
    """Return the bag of all cards that others may hold."""
    return NATURAL + (int(view.jokers) << 52) - int(view.played) - int(view.hand[seat])


def higher_cards_out(view: State, seat: int, action: int) -> int:
    """Return the cards still out that are higher than a play's lowest rank, jokers among them."""
    low = int(lowest_column(action))
    mask = (1 << 4 * (low - 1)) - 1 if view.reversed else NATURAL & ~((1 << 4 * low) - 1)
    out = unplaced_cards_bag(view, seat)
    return out & mask | out & ~NATURAL


def is_spade_three_unplaced(view: State, seat: int) -> bool:
    """Tell whether others may still hold the 3 of spades, which beats a single joker."""
    return bool(view.three_of_spades and unplaced_cards_bag(view, seat) & THREE_OF_SPADES)


def still_out_text(view: State, seat: int, action: int) -> str:
    """Return which higher cards are still out, rank by rank, in a sentence; of many ranks only how many cards."""
    say = SAY["hint"]
    if action & NATURAL == 0:
        is_three_feared = count_play_jokers(action) == 1 and is_spade_three_unplaced(view, seat)
        return say["clue_out_three" if is_three_feared else "clue_out_none"]
    out = higher_cards_out(view, seat, action)
    if not is_one_rank(action & NATURAL) or not out:
        return say["clue_out_none"] if not out else groups_text(view, seat)
    counted = [(out >> 4 * rank & 15).bit_count() for rank in range(len(RANKS))]
    found = {RANKS[rank]: n for rank, n in enumerate(counted)} | {SAY["card"]["joker"]: int(count_bag_jokers(out))}
    listed = {card: n for card, n in found.items() if n}
    if len(listed) > MOST_LISTED:
        return say["clue_out_many"].format(n=sum(listed.values()))
    return say["clue_out"].format(out=join_with_commas(say["times"].format(n=n, card=card) for card,
                                                       n in listed.items()))


def groups_text(view: State, seat: int) -> str:
    """Return which cards of the hand belong together, in a sentence."""
    hand = int(view.hand[seat])
    found = [cards_text(hand & 15 << 4 * rank) for rank in range(len(RANKS)) if (hand >> 4 * rank & 15).bit_count() > 1]
    say = SAY["hint"]
    return say["clue_groups"].format(groups=say["between_groups"].join(found)) if found else say["clue_no_groups"]


def unbeatable_cards(view: State, seat: int) -> int:
    """Return the cards of a hand that by themselves nobody can beat as the order stands."""
    hand = int(view.hand[seat])
    tops = sum(1 << i for i in range(52) if hand >> i & 1 and not higher_cards_out(view, seat, 1 << i))
    return tops + (0 if is_spade_three_unplaced(view, seat) else hand & ~NATURAL)


def keep_cards_text(view: State, seat: int, keeps_groups: bool = True) -> str:
    """Return the advice what to keep: whole groups, and something that wins the lead back."""
    say, sure = SAY["hint"], unbeatable_cards(view, seat)
    rest = say["method_control"].format(control=cards_text(sure), n=int(bag_size(sure))) if sure else \
        say["method_no_control"]
    return join_sentences([say["method_keep"] if keeps_groups else "", rest])


def answer_text(view: State, seat: int, best: int, shown_play: int) -> str:
    """Return the recommended play or pass in a sentence."""
    say = SAY["hint"]
    if not best:
        return say["answer_pass_keep"].format(kept=play_phrase(shown_play))
    n = int(view.cards[seat] - bag_size(cards_of(best)))
    left = say["left_forbidden"] if ends_on_forbidden(view, seat, best) else \
        say[f"left_{n}"] if n < 2 else say["left"].format(n=n)
    return say["answer"].format(what=play_phrase(best), left=left)
