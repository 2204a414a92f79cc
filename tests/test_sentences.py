"""One voice in the server: what the sentence over a table begins with, and how everything that is said is formed."""

import random
import re

import pytest

from coprime.core.attr_view import to_object
from coprime.core.messages import names_for_reader
from coprime.core.registry import all_games, find_game
from coprime.core.seats import CHANCE, WATCHER
from coprime.testing.game_checks import refusals_are_sentences, the_sentence_says_whose_turn_it_is
from coprime.testing.laws import RandomWalk, random_options, view_of


@pytest.mark.parametrize("name", list(all_games()))
def test_on_ones_turn_the_sentence_says_so_first(name):
    the_sentence_says_whose_turn_it_is(find_game(name))


@pytest.mark.parametrize("name", list(all_games()))
def test_every_reason_has_a_sentence_and_a_number_of_its_own(name):
    refusals_are_sentences(find_game(name))


def test_ones_own_name_is_you():
    assert names_for_reader(["Ada", "Bo"], 1, "you") == ["Ada", "you"]
    assert names_for_reader(["Ada", "Bo"], 7, "you") == ["Ada", "Bo"]


# Whatever is said in random games, read for what a machine can see.

THINGS = ("card|point|player|seat|game|round|turn|roll|set|hand|step|discard|second|minute|Keeper|wild|copy|copie|pawn|"
          "program|hint|canasta|space")
WRONG = {
    "a hole": r"[{}]|\bNone$|\bnan\b|np\.|\(\)|  | [,.;:!?](?!\.)|\[\]|UNKNOWN",
    "a word twice": r"(?i)\b([a-z]{2,}) \1\b",
    "one of many": rf"(?<![\d.,×÷+−=/-] )(?<!\d[.,])\b(?:1|[Oo]ne) (?:more |other |whole |last )?(?:{THINGS})s\b",
    "many of one": rf"(?<![\d.,×÷+−=/-] )\b(?:0|[2-9]|\d\d+) (?:more |other |whole )?(?:{THINGS})\b(?![’'-])",
    "the article": r"\b[Aa] (?:8\d*|11|18|ace|eight|eleven|even|odd|answer)\b|\b[Aa]n [1-79]\b",
    "the verb": r"(?<!of )(?<!to )(?<!for )(?<!by )\b[Yy]ou "
                r"(?:is|has|was|draws|plays|goes|takes|passes|lays|holds|rolls|wins|gives|discards)\b",
}
LOOKS = 40


def texts(value):
    """Every sentence in a scene."""
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, (list, tuple)) else ()
    return [value] if isinstance(value, str) else [text for part in parts for text in texts(part)]


def said(it, seed):
    """What is said in one random match: scenes and lines of every seat and a watcher, hints, and refusals of actions
    that are nearly those on the list."""
    random_ = random.Random(f"said {seed}")
    seats, options = random_options(it, random_)
    walk = RandomWalk(it, it.pure_rules, seats, options, seed)
    names = ["Ada", "Bo", "Cy", "Di", "Ed", "Flo"][:seats]
    for state in walk.walk_positions(LOOKS):
        before = {seat: to_object(view_of(walk.rules, state, seat)) for seat in (*range(seats), WATCHER)}
        for seat, view in before.items():
            yield from texts(it.words.scene(view, seat, names))
        for seat in (seat for seat in walk.acting_seats() if seat < CHANCE):
            if random_.random() < 0.3:
                yield from map(str, it.hint_steps(before[seat], seat, names))
            for action in walk.listed_actions(seat)[:20]:
                other = action ^ 1 << random_.randrange(12)
                if reason := int(walk.rules.refusal(state, seat, other)):
                    yield it.words.explain_refusal(reason, before[seat], other)[0]
        if walk.acting_seats():
            last = state.copy()
            event = walk.draw_event()
            after = last.copy()
            walk.rules.apply(after, *event)
            for seat, view in before.items():
                shown = int(walk.rules.observe_action(last, event.seat, event.action, seat))
                yield it.words.describe_event(view, event.seat, shown, to_object(view_of(walk.rules, after, seat)),
                                              names,
                                              seat).text


@pytest.mark.parametrize("name", list(all_games()))
def test_what_is_said_is_well_formed(name, sample_size):
    found = {text for seed in range(sample_size(3, 6)) for text in said(find_game(name), seed) if " " in text}
    assert len(found) > 100
    wrong = [f"{what}: {text}" for text in sorted(found) for what, pattern in WRONG.items() if re.search(pattern, text)]
    assert not wrong, "\n".join(wrong[:20])
