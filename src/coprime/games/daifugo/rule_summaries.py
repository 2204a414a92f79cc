"""Describe the rules in force at a table, each with a plain sentence and an example in cards."""

from collections.abc import Iterator
from typing import Any

from ...core.language_selection import cache_per_language
from ...core.messages import join_words
from .card_names import SAY, card_scene
from .state import State

CACHED_RULES = 64              # sentences that are remembered


def rule_scenes(view: State) -> list[dict[str, Any]]:
    """Return what a beginner should know of the table's options, most striking first, as JSON."""
    return [rule_scene(name, form, n) for name, form, n in rules_in_force(view)]


def rules_in_force(view: State) -> Iterator[tuple[str, str, int]]:
    """Yield (name, form of the sentence, number in it) for every rule in force."""
    if view.eight_cut:
        yield "eight_cut", "", 0
    if view.three_of_spades and view.jokers:
        yield "three_of_spades", "", 0
    if view.revolution:
        yield "revolution", "", 0
        if view.counter_revolution:
            yield "counter_revolution", "_seq" if view.counter_seq and view.seq_min else "", 0
        if view.rev_seq_n and view.seq_min:
            yield "rev_seq", "", int(view.rev_seq_n)
    if view.eleven_back:
        yield "eleven_back", "", 0
    if view.five_skip:
        yield "five_skip", "", 0
    if view.forbidden_last:
        yield "forbidden_last", "", int(view.forbidden_last)
    if view.number_lock:
        yield "number_lock", "", 0
    if view.lock_after:
        yield "lock", "", int(view.lock_after)
    if view.seq_min:
        yield "sequence", "_any" if view.seq_suit else "", 0
        if view.seq_compare:
            yield "all_above", "", 0
    if view.exile < 2:
        yield "exile", "_end" if view.exile else "", 0
    yield "pass_is_final", "" if view.pass_is_final else "_off", 0
    if view.owner_must_pass:
        yield "owner_must_pass", "", 0
    if view.exchange:
        yield "exchange", "", 0


@cache_per_language(CACHED_RULES)
def rule_scene(name: str, form: str, n: int) -> dict[str, Any]:
    """Return a rule as the screen shows it.  The result is cached: do not change it."""
    say = SAY["rule"][name]
    example = say.get("example" + form, say["example"])
    example = example[:n] if n else example
    cards = SAY["option"]["forbidden_last"]["values"].values()
    which = join_words([text for i, text in enumerate(cards) if n >> i & 1], "or")
    text = say["text" + form].format(n=n, which=which)
    return {"title": say["title"].format(n=n), "text": text, "rule": say["number"],
            "example": [[card_scene(name) for name in play.split()] for play in example]}
