"""The page of states: it is current, and leaves no field and no place of an array without a meaning."""

import importlib.util
from pathlib import Path

import pytest

import coprime
from coprime.arena.match import play_one
from coprime.arena.players import make_player
from coprime.core.bits import count_kind
from coprime.core.encoding import FieldKind
from coprime.lab.match_stats import replay_events

ROOT = Path(__file__).resolve().parents[1]
GAMES = list(coprime.all_games())


@pytest.fixture(scope="module")
def reference():
    spec = importlib.util.spec_from_file_location("state_reference", ROOT / "tools/state_reference.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_page_is_current(reference):
    assert reference.write_page() == reference.PAGE.read_text(encoding="utf-8"), "python tools/state_reference.py"


@pytest.mark.parametrize("name", GAMES)
def test_every_field_has_a_meaning_and_is_observed_or_left_out_for_a_reason(reference, name):
    game = coprime.game(name)
    for field, _shape, meaning, observed in reference.field_rows(game):
        is_option = field.strip("`") in {option.name for option in game.options}
        assert meaning, field
        assert observed or is_option or field == "`seats`", field
    assert {field.strip("`") for field, *_ in reference.field_rows(game)} == set(game.new_state(
        game.default_seat_count(2)).dtype.names)


@pytest.mark.parametrize("name", GAMES)
def test_every_kind_of_a_bag_has_a_name_of_its_own(name):
    encoding = coprime.game(name).load_module("encoding")
    bags = {field.size for field in encoding.FIELDS if field.write == FieldKind.BAG}
    assert bags <= {len(encoding.CARD_NAMES)} and len(set(encoding.CARD_NAMES)) == len(encoding.CARD_NAMES)


@pytest.mark.parametrize(("name", "verb", "count"), [
    ("prime_daifugo", "discard", lambda state, seat, kind: count_kind(int(state.hand[seat]), kind)),
    ("factor_rummy", "discard", lambda state, seat, kind: int(state.hand[seat, kind])),
    ("prime_canasta", "discard", lambda state, seat, kind: int(state.hand[seat, kind])),
    ("daifugo", "play", lambda state, seat, kind: int(state.hand[seat]) >> kind & 1),
    ("sosu_daifugo", "play", lambda state, seat, kind: count_kind(int(state.held[seat]), kind)),
], ids=["prime_daifugo", "factor_rummy", "prime_canasta", "daifugo", "sosu_daifugo"])
def test_a_place_of_a_hand_is_the_card_of_its_name(name, verb, count):
    """Whoever plays or discards one card has one less at the place that is called like it."""
    game = coprime.game(name)
    names, seats, met = game.load_module("encoding").CARD_NAMES, game.default_seat_count(2), set()
    players, options = [make_player(game, "casual")] * seats, game.check_options(seats)
    for deal in range(4):
        for step in replay_events(play_one(game, players, f"places {deal}", options).match):
            words = game.words.label(step.action).split() if step.seat < seats else []
            if words[:1] == [verb] and len(words) == 2 and words[1] in names and "," not in step.kind:
                kind = names.index(words[1])
                assert count(step.before, step.seat, kind) - count(step.after, step.seat, kind) == 1
                met.add(kind)
    assert len(met) > 1


def test_comments_and_shapes_are_read_from_the_declaration(reference):
    game = coprime.game("prime_daifugo")
    rows = {row[0]: row for row in reference.field_rows(game)}
    assert rows["`hand`"][1:] == ("SEATS", "bags", "bag of 20 / 5, mine")
    assert rows["`hand_limit`"][2] == "option, PD-3: 0 or 13"
    assert rows["`cards_skip`"][2].endswith(": 0 off, 1 on")
    assert rows["`deck`"][3] == "hidden"
