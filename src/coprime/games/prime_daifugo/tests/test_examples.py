"""The worked examples of the rules' page, and its cards, tried by the rules."""

import pytest

from coprime.core.rulebook_parser import CardRows, RuleTable, parse_page
from coprime.games.prime_daifugo import printed_clues
from coprime.games.prime_daifugo import tables as cards
from coprime.games.prime_daifugo.tests.test_rules import GAME, WORDS, Refusal, do, table, why
from coprime.testing import rulebook

SPARE = " 2 2 8 8"


def play(drawn):
    return "play " + " ".join(drawn)


def fits(case):
    """May be put side by side, whatever they make."""
    s = table(" ".join(case.drawn) + SPARE, "1", cards_0="on")
    return why(s, play(case.drawn)) == Refusal.NONE


def is_prime(case):
    """Played on an empty table it stands."""
    s = do(table(" ".join(case.drawn) + SPARE, "1 3 4 5"), play(case.drawn))
    return int(s.count) == len(case.drawn)


def stands_on(case):
    """What lies there, and what stands on it; the sentence says which number it is or why it does not."""
    below, above = rulebook.split_at_sign(case.drawn)
    s = table(" ".join(above) + SPARE, "1 3 4 5", last=" ".join(below), owner=1, deck="1 1 1 1")
    if why(s, play(above)) != Refusal.NONE:
        assert "judged" not in case.text
        return False
    hand = int(s.cards[0])
    s = do(s, play(above))
    stood = int(s.cards[0]) == hand - len(above)
    assert stood or "judged" in case.text and int(s.cards[0]) == hand + 2 * ("10" in below)
    return stood


TRIES = {"prime": is_prime, "fits": fits, "beats": stands_on}


@pytest.mark.parametrize(("kind", "case"), rulebook.list_worked_cases(GAME.folder))
def test_examples(kind, case):
    rulebook.check_case(case, TRIES[kind])


def test_the_drawn_cards_are_the_deck():
    (drawn,) = [block for block in parse_page(GAME.folder / "rules.md").iter_blocks() if isinstance(block, CardRows)]
    cut = [one.partition("*") for _, names in drawn.rows for one in names]
    found = {name: int(copies or 1) for name, _, copies in cut}
    copies = dict(enumerate(cards.COPIES)) | cards.SPECIAL_COPIES
    assert found == {WORDS.NAMES[kind]: copies[kind] for kind in range(cards.KINDS)}
    added = drawn.rows[2][1]
    assert sorted(one.partition("*")[0] for one in added) == ["0", "4/6/8", "5/9", "SKIP"]


def test_the_advice_counts_partners_and_names_all_primes_of_10_and_12():
    page = parse_page(GAME.folder / "pages/strategy.md")
    partners, powers = [block.rows for block in page.iter_blocks() if isinstance(block, RuleTable)]
    counted = {int(card): int(number) for number, named in partners[1:] for card in named.split(", ")}
    assert counted == {number: len(others) for number, others in printed_clues.PARTNERS.items()}
    named = {int(card): tuple(map(int, primes.split(", "))) for card, primes in powers[1:]}
    assert named == {10: printed_clues.HINT_CARDS["ten"], 12: printed_clues.HINT_CARDS["twelve"]}


def test_the_advice_names_the_largest_primes():
    """1913 of two cards and 997 of three."""
    text = parse_page(GAME.folder / "pages/strategy.md").path.read_text(encoding="utf-8")
    assert f"{printed_clues.HINT_CARDS['largest']}, the largest of all" in text
    assert f"{max(printed_clues.THREE_CARD_PRIMES)} is the largest prime of three cards" in text
    listed = [int(one) for one in text.split("beat nearly everything: ")[1].split(", the largest")[0]
              .replace(", and ", ", ").split(", ")]
    assert listed == sorted(listed) and all(printed_clues.PRIME[number] for number in listed)
