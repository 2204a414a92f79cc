"""Prime Canasta.  First to the target wins.  Numbers like CA-12 are those of rules.md."""
# mypy: ignore-errors, implicit-reexport

import numpy as np

from ...core.kernel import compile_rules
from ...core.seats import CHANCE, UNKNOWN
from ...decks.primepak.cards import KINDS
from .actions import (
    ACTIONS,
    FITTED,
    SHOWN,
    WITH_TOP,
    encode_choose,
    encode_discard,
    encode_extend,
    encode_lay,
    encode_take,
    encode_take_onto_set,
    is_well_formed,
    misfit_set,
    operand_of,
    read_shown_card,
    verb_of,
)
from .discard_pile import (
    begin_pile_choice,
    card_choice_refusal,
    done_reason,
    list_choices,
    list_takes,
    onto_reason,
    pick_card,
    take_chosen,
    take_reason,
    take_top_onto,
    take_top_with,
    top_of,
)
from .going_out import ask_reason, is_bound_to_go_out, may_go_out, out_reason
from .hands import note_shown_cards
from .laying import (
    down_reason,
    extend_reason,
    grow_set,
    has_laid,
    lay_reason,
    lay_set,
    list_growths,
    list_lays,
    may_lay_now,
    put_down,
    take_back,
)
from .rounds import PENALTY, deal_round, draw_cards, end_turn, go_out, leading_side, reshuffle_pile
from .set_checks import makes_pair, makes_set
from .sides import STRICT, canastas_needed, cards_in_hand, count_sides, is_barred, laydown_minimum, partner_of, side_of
from .state import Answer, Column, Phase, Refusal, State, Verb, Violation
from .tables import ADDED_CARDS, ALL, CARDS, COUNT, PAIR_COUNT, PAIRS

__all__ = ["ACTIONS", "ALL", "MAX_ACTIONS", "SWING", "Answer", "Column", "Violation", "Phase", "Refusal",
           "State", "Verb", "encode_choose", "encode_discard", "encode_extend", "encode_lay", "leading_side",
           "may_go_out", "laydown_minimum", "canastas_needed",
           "encode_take_onto_set", "encode_take"]

MAX_ACTIONS = ALL + len(PAIRS) + KINDS + Verb.DISCARD
SWING = 2.0


def begin(s):
    s.deck[:] = UNKNOWN
    s.pile[:] = UNKNOWN
    s.dealt[:] = UNKNOWN
    s.went_out, s.dealer = UNKNOWN, UNKNOWN


def to_act(s):
    if s.phase == Phase.OVER:
        return 0
    if s.phase == Phase.DEAL or s.phase == Phase.RESHUFFLE:
        return 1 << CHANCE
    return 1 << (partner_of(s, s.turn) if s.phase == Phase.ANSWER else s.turn)


def is_between_hands(s):
    """Between two rounds, and at the end of the match."""
    return s.phase == Phase.OVER or (s.phase == Phase.DEAL and s.rounds > 0)


# Why something may not be done.

def refusal(s, seat, action):
    why = find_refusal(s, seat, action)
    return Refusal.NONE if s.referee == STRICT and violation_for_refusal(why) != Violation.NONE else why


def violation(s, seat, action):
    """Return the violation of an action that the table takes but the search does not list (CA-19).

    With the strict referee what it punishes; at any table laying again after taking back.
    """
    why = find_refusal(s, seat, action)
    if why == Refusal.NONE:
        return Violation.AGAIN if seat != CHANCE and repeats_laying(s, seat, verb_of(action)) else Violation.NONE
    return violation_for_refusal(why) if s.referee == STRICT else Violation.NONE


def repeats_laying(s, seat, verb):
    """Tell whether an action would lay or take back again after sets were taken back in this turn.

    Laying others is allowed, but listed only for who must go out (CA-35), and then taking back is not: who follows
    the list would go round in circles.
    """
    if s.back == 0 or s.made[side_of(s, seat)]:
        return False
    if verb == Verb.BACK:
        return is_bound_to_go_out(s, seat)
    return (verb == Verb.LAY or verb == Verb.TAKE) and not is_bound_to_go_out(s, seat)


def violation_for_refusal(why):
    """Return the violation that the strict referee punishes instead of refusing, by the refusal; or NONE."""
    if why == Refusal.NO_SET or why == Refusal.NO_GROWTH:
        return Violation.NO_SET
    if why == Refusal.BELOW_MINIMUM:
        return Violation.BELOW_MINIMUM
    if why == Refusal.DEADWOOD or why == Refusal.TOO_FEW_CANASTAS:
        return Violation.CHANGED_MIND
    if (why == Refusal.PILE_SMALL or why == Refusal.TOP_WILD or why == Refusal.FROZEN_WILDS
            or why == Refusal.FROZEN_GROWTH):
        return Violation.NOT_ENTITLED
    return Violation.NONE


def find_refusal(s, seat, action):
    """Return what is wrong with an action, whoever the referee is."""
    if to_act(s) >> seat & 1 == 0:
        return Refusal.NOT_YOUR_TURN
    if seat == CHANCE:
        return Refusal.NONE if action >= 0 else Refusal.NO_SUCH_ACTION
    if not is_well_formed(action):
        return Refusal.NO_SUCH_ACTION
    verb = verb_of(action)
    if s.phase == Phase.ANSWER or verb == Verb.YES or verb == Verb.NO:
        asked = s.phase == Phase.ANSWER
        return Refusal.NONE if asked and (verb == Verb.YES or verb == Verb.NO) else Refusal.NOT_ASKED
    if s.phase == Phase.CHOOSE and verb != Verb.CHOOSE and verb != Verb.DONE:
        return Refusal.CHOOSE_FIRST
    if s.announced and verb != Verb.DISCARD:
        return Refusal.ONLY_DISCARD
    return verb_refusal(s, seat, verb, action)


def verb_refusal(s, seat, verb, action):
    """Return what is wrong with an action at the right time, by its verb."""
    what = operand_of(action)
    if verb == Verb.DISCARD:
        return kind_discard_refusal(s, seat, what, is_bound_to_go_out(s, seat))
    if verb == Verb.LAY:
        return lay_reason(s, seat, what, is_bound_to_go_out(s, seat))
    if verb == Verb.EXTEND:
        return extend_reason(s, seat, what, is_bound_to_go_out(s, seat))
    if verb == Verb.TAKE:
        return take_reason(s, seat, what)
    if verb == Verb.ONTO:
        return onto_reason(s, seat, what)
    if verb == Verb.CHOOSE:
        return card_choice_refusal(s, action)
    if verb == Verb.SHOW or verb == Verb.MISFIT:
        return refusal_to_show(s, seat, verb, action)
    if verb == Verb.DOWN:
        return down_reason(s, seat)
    if verb == Verb.BACK:
        return Refusal.NONE if s.staged else Refusal.NOTHING_STAGED
    if verb == Verb.DONE:
        return done_reason(s)
    if verb == Verb.ASK:
        return ask_reason(s, seat)
    if verb == Verb.OUT:
        return out_reason(s, seat)
    return draw_card_refusal(s)


def draw_card_refusal(s):
    """Return why a card may not be drawn; NONE where it may."""
    if s.phase != Phase.DRAW:
        return Refusal.DRAWN_ALREADY
    return Refusal.STAGED if s.staged else Refusal.NONE


def kind_discard_refusal(s, seat, kind, must_go_out):
    """Return why a kind may not be discarded; NONE where it may."""
    if s.phase == Phase.DRAW:
        return Refusal.STAGED if s.staged else Refusal.DRAW_FIRST
    if s.staged:
        return Refusal.STAGED
    if s.hand[seat, kind] == 0:
        return Refusal.NOT_IN_HAND
    if cards_in_hand(s, seat) == 1 and not s.announced:
        return Refusal.ANNOUNCE_FIRST if may_go_out(s, seat) and not is_barred(s) else Refusal.LAST_CARD
    return Refusal.MUST_GO_OUT if must_go_out and not s.announced else Refusal.NONE


def refusal_to_show(s, seat, verb, action):
    """Return why cards may not be shown that make no set or do not extend a laid set.

    NO_SET or NO_GROWTH where they can be shown; NO_SUCH_ACTION where they do make a set.
    """
    misfit, top = verb == Verb.MISFIT, action & WITH_TOP != 0
    cards = np.empty(SHOWN, np.int64)
    n = 0
    for i in range(SHOWN):
        cards[i] = UNKNOWN if misfit and i >= FITTED else read_shown_card(action, i)
        n += cards[i] >= 0
    if makes_pair(misfit_set(action), cards, n) if misfit else makes_set(cards, n):
        return Refusal.NO_SUCH_ACTION
    if top and s.phase != Phase.DRAW:
        return Refusal.DRAWN_ALREADY
    if not top and not may_lay_now(s):
        return Refusal.DRAW_FIRST
    if top and not includes_top_card(s, cards, n):
        return Refusal.TOP_UNUSED
    if not has_cards(s, seat, cards, n, top):
        return Refusal.NOT_IN_HAND
    if misfit and not has_laid(s, seat, misfit_set(action)):
        return Refusal.NOT_LAID
    return Refusal.NO_GROWTH if misfit else Refusal.NO_SET


def includes_top_card(s, cards, n):
    """Tell whether the pile's top card is one of n cards."""
    for i in range(n):
        if s.piled and cards[i] == top_of(s):
            return True
    return False


def has_cards(s, seat, cards, n, top):
    """Tell whether the hand holds n cards, one of them being the pile's top card if `top`."""
    counts = s.hand[seat].copy()
    if top:
        counts[top_of(s)] += 1
    for i in range(n):
        counts[cards[i]] -= 1
        if counts[cards[i]] < 0:
            return False
    return True


# What may be done.

def sound_actions(s, seat, out):
    if s.phase == Phase.ANSWER:
        out[0], out[1] = Verb.YES, Verb.NO
        return 2
    if s.phase == Phase.CHOOSE:
        n = list_choices(s, out)
        if done_reason(s) == Refusal.NONE:
            out[n] = Verb.DONE
            n += 1
        return n
    if s.phase == Phase.DRAW and not s.staged:
        out[0] = Verb.DRAW
        return 1 if repeats_laying(s, seat, Verb.TAKE) else list_takes(s, seat, out, 1)
    return list_actions_after_draw(s, seat, out)


def list_actions_after_draw(s, seat, out):
    """Write the actions after drawing, or while the pile's top card is staged; return how many."""
    must, n = is_bound_to_go_out(s, seat), 0
    if not s.announced:
        if not repeats_laying(s, seat, Verb.LAY):
            n = list_lays(s, seat, must, out, n)
        if s.made[side_of(s, seat)]:
            n = list_growths(s, seat, must, out, n)
        if s.staged:
            if not repeats_laying(s, seat, Verb.BACK):
                out[n] = Verb.BACK
                n += 1
            if down_reason(s, seat) == Refusal.NONE:
                out[n] = Verb.DOWN
                n += 1
            return n
        if ask_reason(s, seat) == Refusal.NONE:
            out[n] = Verb.ASK
            n += 1
        if out_reason(s, seat) == Refusal.NONE:
            out[n] = Verb.OUT
            n += 1
    return list_discards(s, seat, must, out, n)


def list_discards(s, seat, must, out, n):
    """Append every discard that may be made; return how many actions there are now."""
    for kind in range(KINDS):
        if s.hand[seat, kind] and kind_discard_refusal(s, seat, kind, must) == Refusal.NONE:
            out[n] = encode_discard(kind)
            n += 1
    return n


# What happens.

def apply(s, seat, action):
    if seat == CHANCE:
        if s.phase == Phase.DEAL:
            deal_round(s, action)
        else:
            reshuffle_pile(s, action)
    elif s.referee == STRICT and violation_for_refusal(find_refusal(s, seat, action)) != Violation.NONE:
        note_penalty(s, seat, action)
    elif s.phase == Phase.ANSWER:
        s.answer = Answer.YES if action == Verb.YES else Answer.NO
        s.phase = Phase.LAY
    else:
        carry_out_action(s, seat, verb_of(action), action)


def carry_out_action(s, seat, verb, action):
    """Apply an action that breaks no rule, by its verb."""
    what = operand_of(action)
    if verb == Verb.DISCARD:
        end_turn(s, seat, what)
    elif verb == Verb.LAY:
        lay_set(s, seat, what)
    elif verb == Verb.EXTEND:
        grow_set(s, seat, what, UNKNOWN)
    elif verb == Verb.TAKE:
        take_top_with(s, seat, what)
    elif verb == Verb.ONTO:
        take_top_onto(s, seat, what)
    elif verb == Verb.CHOOSE:
        pick_card(s, action)
    elif verb == Verb.DRAW:
        draw_cards(s, seat)
    elif verb == Verb.DONE:
        take_chosen(s, seat)
    elif verb == Verb.ASK:
        s.phase = Phase.ANSWER
    else:
        apply_staging(s, seat, verb)


def apply_staging(s, seat, verb):
    """Apply DOWN, BACK or OUT."""
    top = top_of(s) if s.taking else UNKNOWN
    if verb == Verb.OUT:
        if s.cards[seat]:
            s.announced = 1
        else:
            go_out(s, seat)
    elif verb == Verb.DOWN:
        put_down(s, seat, top)
        if top >= 0:
            begin_pile_choice(s)
    else:
        if s.referee == STRICT:                                         # CA-19: showing cards and taking them back
            s.penalty[side_of(s, seat)] += PENALTY
        take_back(s, seat, top)


def note_penalty(s, seat, action):
    """Note the penalty of a violation; the cards shown go back, and the turn goes on (CA-19, CA-34)."""
    s.penalty[side_of(s, seat)] += PENALTY
    verb, what = verb_of(action), operand_of(action)
    if verb == Verb.DOWN:
        take_back(s, seat, top_of(s) if s.taking else UNKNOWN)
        return
    shown = np.zeros(KINDS, np.int64)
    if verb == Verb.TAKE:
        for i in range(COUNT[what]):
            shown[CARDS[what, i]] += 1
    elif verb == Verb.ONTO:
        for i in range(PAIR_COUNT[what]):
            shown[ADDED_CARDS[what, i]] += 1
    elif verb != Verb.OUT:
        for i in range(FITTED if verb == Verb.MISFIT else SHOWN):
            if read_shown_card(action, i) >= 0:
                shown[read_shown_card(action, i)] += 1
    if verb == Verb.TAKE or verb == Verb.ONTO or (verb != Verb.OUT and action & WITH_TOP):
        shown[top_of(s)] -= 1
    for kind in range(KINDS):
        note_shown_cards(s, seat, kind, shown[kind])


def is_undoable(s, seat, action):
    """Tell whether an action only stages sets or takes them back where nobody sees it."""
    verb = verb_of(action)
    return s.referee != STRICT and s.made[side_of(s, seat)] == 0 \
        and (verb == Verb.LAY or verb == Verb.TAKE or verb == Verb.BACK)


def returns(s, out):
    """Write how far a seat's side is ahead of the mean of the others, as a share of the target, -1 to 1."""
    total = 0.0
    for side in range(count_sides(s)):
        total += s.score[side]
    for seat in range(s.seats):
        own = s.score[side_of(s, seat)]
        ahead = (own - (total - own) / (count_sides(s) - 1)) / s.target_score
        out[seat] = min(1.0, max(-1.0, ahead))


# Milliseconds that people take: to look at the pile, for a set or a discard, to answer.
DRAW_PACE, PLAY_PACE, ANSWER_PACE = 6_000, 9_000, 4_000


def simulated_ms(s, seat):
    """Return how many milliseconds a simulated seat takes for an action."""
    return DRAW_PACE if s.phase == Phase.DRAW else ANSWER_PACE if s.phase == Phase.ANSWER else PLAY_PACE


compile_rules(globals(), makers="refusal_to_show has_cards note_penalty")
