"""The worked examples and tables of the rules' pages, tried by the rules."""

import pytest

from coprime.core.errors import BadInput
from coprime.core.kernel import import_pure
from coprime.core.rulebook_parser import RuleTable, parse_page
from coprime.games.daifugo.card_names import rank_name
from coprime.games.daifugo.tests.test_rules import GAME, RULES, WORDS, bag, do, four, labels, table
from coprime.testing import rulebook

exchange = import_pure("coprime.games.daifugo.exchange")


SPARE = ["Qd Kd", "Qh Kh", "Qs Ks", "Qc Kc"]


def play_label(drawn):
    return "play " + " ".join(drawn)


def takes(s, drawn):
    """The play of the player on turn is neither refused nor wrong."""
    try:
        action = WORDS.parse(play_label(drawn))
    except BadInput:
        return False
    return not RULES.refusal(s, s.turn, action) and not RULES.violation(s, s.turn, action)


def is_a_play(case):
    """It may be led."""
    return takes(four(" ".join(name.partition("=")[0] for name in case.drawn) + " Kc", jokers=1), case.drawn)


def played(case):
    """The plays of a row, each by the next player; the last one is tried."""
    *below, last = rulebook.split_at_sign(case.drawn)
    hands = [" ".join(part) + f" {spare}" for part, spare in zip([*below, last], SPARE, strict=False)]
    s = table(*[*hands, *SPARE[len(hands):]])
    for part in below:
        do(s, play_label(part))
    return s, last


def beats(case):
    s, last = played(case)
    ok = takes(s, last)
    if ok and "cleared" in case.text:
        seat = int(s.turn)
        do(s, play_label(last))
        assert s.turn == seat and s.meld == 0, "the player leads again"
    return ok


def in_a_revolution(case):
    below, last = rulebook.split_at_sign(case.drawn)
    s = table(" ".join(below) + " 5d 6d", " ".join(last) + " 5h 6h", "Qc Qd", "Qh Qs")
    s.reversed = 1
    do(s, play_label(below))
    return takes(s, last)


def strongest(case):
    """What the daihinmin gives away."""
    held, given = rulebook.split_at_sign(case.drawn)
    return set(given) == set(labels.bag_card_labels(int(exchange.strongest_cards(bag(" ".join(held)), len(given)))))


TRIES = {"play": is_a_play, "beats": beats, "special": beats, "turned": in_a_revolution, "best": strongest}


@pytest.mark.parametrize(("kind", "case"), rulebook.list_worked_cases(GAME.folder))
def test_examples(kind, case):
    rulebook.check_case(case, TRIES[kind])


def test_the_table_of_ranks():
    (table_,) = [block for block in parse_page(GAME.folder / "rules.md").iter_blocks() if isinstance(block, RuleTable)]
    for place, *names in table_.rows[1:]:
        assert names == [rank_name(seats, int(place)) if int(place) <= seats else "" for seats in (3, 4, 5, 6)]
