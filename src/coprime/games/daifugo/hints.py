"""Hints for Daifugo as a ladder: what to look at, what is still out, what to keep, an answer."""

from typing import Any

from ...core.hint_steps import HintStep
from ...core.messages import join_sentences, join_with_commas
from .bots import casual, gift
from .effects import ends_badly
from .exchange import choosing
from .faces import SAY, cards_text, play_text
from .labels import RANKS
from .plays import NATURAL, THREE_OF_SPADES, bag_jokers, bag_size, cards_of, gift_of, is_one_rank, jokers_of, low_of
from .rules import MAX_ACTIONS, Phase, can_pass, sound_actions
from .state import State, Verb


def ladder(view: State, seat: int) -> list[HintStep | str]:
    """Four rungs for a seat that has something to decide, or fewer where there is less to find."""
    say = SAY["hint"]
    out = [0] * MAX_ACTIONS
    if view.phase == Phase.EXCHANGE and choosing(view) >> seat & 1:
        return give_ladder(view, seat, out[:sound_actions(view, seat, out)])
    if view.phase != Phase.PLAY or view.turn != seat:
        return [say["none"]]
    plays = [action for action in out[:sound_actions(view, seat, out)] if action]
    if not plays:
        return [say["nudge_pass"], HintStep(say["answer_pass"], Verb.PASS)]
    best = casual(view, seat, plays, can_pass(view), Even())
    return play_ladder(view, seat, best, best or min(plays, key=low_of))


def ladder_to(view: State, seat: int, action: int) -> list[HintStep | str]:
    """The ladder that leads to this action, which the casual bot may not have chosen."""
    out = [0] * MAX_ACTIONS
    listed = out[:sound_actions(view, seat, out)]
    if view.phase == Phase.EXCHANGE:
        return give_ladder(view, seat, listed, action)
    plays = [play for play in listed if play]
    if not plays:
        return ladder(view, seat)
    return play_ladder(view, seat, action, action or min(plays, key=low_of), not breaks_up(view, seat, action))


def play_ladder(view: State, seat: int, best: int, shown: int, whole: bool = True) -> list[HintStep | str]:
    """The rungs to a play or a pass; `shown` is the play that is looked at, `whole`: it leaves groups whole."""
    say = SAY["hint"]
    return [say["nudge_follow" if view.meld else "nudge_lead"], still_out(view, seat, shown),
            keeping(view, seat, whole), HintStep(answer(view, seat, best, shown), best)]


def breaks_up(view: State, seat: int, action: int) -> bool:
    """Does a play take some cards of a rank and leave others?"""
    taken, hand = int(cards_of(action)) & NATURAL, int(view.hand[seat])
    return any(0 < (taken & 15 << 4 * rank).bit_count() < (hand & 15 << 4 * rank).bit_count()
               for rank in range(len(RANKS)))


def puzzle_kind(view: State, seat: int, action: int) -> str:
    """The sort of puzzle that an answer makes: what is given in the exchange, or what is played, if anything."""
    return "give" if view.phase == Phase.EXCHANGE else "play"


class Even:
    """No chance: of equal plays the first."""

    @staticmethod
    def random() -> int:
        return 0


def give_ladder(view: State, seat: int, listed: Any, best: int | None = None) -> Any:
    """What to give: by default as the casual bot does."""
    say, hand = SAY["hint"], int(view.hand[seat])
    alone = sum(1 << 4 * rank + s for rank in range(6) for s in range(4) if hand >> 4 * rank & 15 == 1 << s)
    best = gift(view, seat, "casual", listed, Even()) if best is None else best
    rungs = [say["give_nudge"]]
    if alone:
        rungs.append(say["give_clue"].format(singles=cards_text(alone)))
    return [*rungs, HintStep(say["give_answer"].format(cards=cards_text(gift_of(best))), best)]


def unseen(view: State, seat: int) -> int:
    """The bag of all cards that others may hold."""
    return NATURAL + (int(view.jokers) << 52) - int(view.played) - int(view.hand[seat])


def higher_out(view: State, seat: int, action: int) -> int:
    """The cards still out that are higher than a play's lowest rank, jokers among them."""
    low = int(low_of(action))
    mask = (1 << 4 * (low - 1)) - 1 if view.reversed else NATURAL & ~((1 << 4 * low) - 1)
    out = unseen(view, seat)
    return out & mask | out & ~NATURAL


def three_out(view: State, seat: int) -> bool:
    """May the 3 of spades, which beats a single joker, still be with others?"""
    return bool(view.three_of_spades and unseen(view, seat) & THREE_OF_SPADES)


def still_out(view: State, seat: int, action: int) -> str:
    """Which higher cards are still out, rank by rank."""
    say = SAY["hint"]
    if action & NATURAL == 0:
        return say["clue_out_three" if jokers_of(action) == 1 and three_out(view, seat) else "clue_out_none"]
    out = higher_out(view, seat, action)
    if not is_one_rank(action & NATURAL) or not out:
        return say["clue_out_none"] if not out else groups(view, seat)
    counted = [(out >> 4 * rank & 15).bit_count() for rank in range(len(RANKS))]
    found = {RANKS[rank]: n for rank, n in enumerate(counted)} | {SAY["card"]["joker"]: int(bag_jokers(out))}
    return say["clue_out"].format(out=join_with_commas(say["times"].format(n=n, card=card) for card,
                                                       n in found.items() if n))


def groups(view: State, seat: int) -> str:
    """What belongs together in the hand."""
    hand = int(view.hand[seat])
    found = [cards_text(hand & 15 << 4 * rank) for rank in range(len(RANKS)) if (hand >> 4 * rank & 15).bit_count() > 1]
    say = SAY["hint"]
    return say["clue_groups"].format(groups=say["between_groups"].join(found)) if found else say["clue_no_groups"]


def sure_cards(view: State, seat: int) -> int:
    """The cards of a hand that by themselves nobody can beat as the order stands."""
    hand = int(view.hand[seat])
    tops = sum(1 << i for i in range(52) if hand >> i & 1 and not higher_out(view, seat, 1 << i))
    return tops + (0 if three_out(view, seat) else hand & ~NATURAL)


def keeping(view: State, seat: int, whole: bool = True) -> str:
    """Keep groups whole, where that is the method, and something that wins the lead back."""
    say, sure = SAY["hint"], sure_cards(view, seat)
    rest = say["method_control"].format(control=cards_text(sure), n=int(bag_size(sure))) if sure else \
        say["method_no_control"]
    return join_sentences([say["method_keep"] if whole else "", rest])


def answer(view: State, seat: int, best: int, shown: int) -> str:
    say = SAY["hint"]
    if not best:
        return say["answer_pass_keep"].format(kept=play_text(shown))
    n = int(view.cards[seat] - bag_size(cards_of(best)))
    left = say["left_forbidden"] if ends_badly(view, seat, best) else \
        say[f"left_{n}"] if n < 2 else say["left"].format(n=n)
    return say["answer"].format(what=play_text(best), left=left)
