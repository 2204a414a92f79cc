"""What the docs once showed under another name still works, and says how it is called now."""

import importlib

import pytest

import coprime
from coprime.core import kernel
from coprime.core.deprecated import find_module_file, module_name
from coprime.core.game import OLD_FUNCTIONS
from coprime.core.part_protocols import OLD_NAMES, OPTIONAL
from coprime.env.sequential_env import SequentialEnv
from coprime.lab import information_tree

OLD = {
    "kernel": {"record": "struct", "plain": "import_pure", "digest_of": "digest_source"},
    "rungs": {"Rung": "HintStep"},
    "messages": {"messages": "load_messages", "told": "format_for"},
    "record": {"Record": "GameRecord", "load": "load_record", "save": "dump_record", "replay": "replay_record"},
    "bits": {"has": "has_member", "with_one": "add_member", "without": "remove_member"},
    "chance": {"below": "random_below", "advance": "next_state", "plus": "wrapping_add", "times": "wrapping_mul",
               "digest": "digest_words"},
    "faults": {"BadInput": "BadInput"},
}
NOW = {"rungs": "hint_steps", "faults": "errors"}       # modules that are called otherwise


@pytest.mark.parametrize("name, old, new", [(name, *pair) for name, pairs in OLD.items() for pair in pairs.items()])
def test_an_old_name_gives_the_same_and_warns(name, old, new):
    module = importlib.import_module(f"coprime.core.{name}")
    with pytest.warns(DeprecationWarning, match=f"{NOW.get(name, name)}.{old} is now {new}"):
        found = getattr(module, old)
    assert found is getattr(importlib.import_module(f"coprime.core.{NOW.get(name, name)}"), new)


def test_the_tree_of_a_game_is_found_where_it_was():
    with pytest.warns(DeprecationWarning, match="information_tree.build_tree is now build_tree"):
        from coprime.lab.tree import build_tree
    assert build_tree is information_tree.build_tree


def test_the_environment_of_a_match_is_found_under_its_old_name():
    with pytest.warns(DeprecationWarning, match="sequential_env.MatchEnv is now SequentialEnv"):
        from coprime.env.single_env import MatchEnv
    assert MatchEnv is SequentialEnv


def test_what_never_was_is_still_missing():
    module = importlib.import_module("coprime.core.kernel")
    with pytest.raises(AttributeError, match="has no attribute 'recrod'"):
        module.recrod  # noqa: B018 - that is what is tried


GAME = coprime.game("factor_rummy")


@pytest.mark.parametrize("old, new",
                         [("plain_rules", "pure_rules"), ("room", "load_module"), ("ladder", "progression"),
                          ("report_statistics", "report_events"), ("usual_seats", "default_seat_count")])
def test_a_game_answers_to_old_names(old, new):
    with pytest.warns(DeprecationWarning, match=f"Game.{old} is now {new}"):
        assert getattr(GAME, old) == getattr(GAME, new)


@pytest.mark.parametrize("old, new", OLD_FUNCTIONS.items())
def test_rules_answer_to_old_names_of_the_contract(old, new):
    with pytest.warns(DeprecationWarning, match=f"Rules.{old} is now {new}"):
        assert getattr(GAME.pure_rules, old) is getattr(GAME.pure_rules, new)


def test_a_match_lists_under_the_old_name():
    match = coprime.Match(GAME, seats=2)
    match.settle(lambda bits: 7)
    seat = match.to_act()[0]
    with pytest.warns(DeprecationWarning, match="Match.legal_actions is now sound_actions"):
        assert match.legal_actions(seat) == match.sound_actions(seat) != []


@pytest.mark.parametrize("pure, plain, asked", [("1", None, True), (None, "1", True), ("0", "1", False),
                                                (None, None, False)])
def test_pure_python_is_asked_for_under_both_names(pure, plain, asked, monkeypatch):
    for name, value in (("COPRIME_PURE", pure), ("COPRIME_PLAIN", plain)):
        monkeypatch.setenv(name, value) if value else monkeypatch.delenv(name, raising=False)
    assert kernel.is_pure_requested() == asked


@pytest.mark.parametrize("name", sorted(coprime.all_games()))
def test_coprimes_own_games_use_no_old_name(name):
    """Each in a process of its own would be slow: its modules are looked at, whatever was completed before."""
    game = coprime.game(name)
    for part, renamed in OLD_NAMES.items():
        module = game.words if part == "words" else game.load_module(part)
        assert not {old for old in renamed if hasattr(module, old)} - {"chance", "worth", "kind", "drawn"}, part
    for old in OLD_FUNCTIONS:
        assert not hasattr(game.pure_rules.module, old), old


@pytest.mark.parametrize("name, made, module", [
    ("expert", "expert/__init__.py", "expert"), ("expert", "expert.py", "expert"), ("expert", "master.py", "master"),
    ("observation", "sight.py", "sight"), ("heuristics", "features.py", "features"),
    ("fitted_policy", "style.py", "style"), ("opponent_model", "belief.py", "belief"),
    ("report_events", "report_statistics.py", "report_statistics"), ("report_events", "survey.py", "survey"),
    ("report_events", "match_events.py", "match_events"), ("practice_items", "practised.py", "practised"),
    ("practice_items", "practice_tracking.py", "practice_tracking"),
    ("world_resampling", "recall.py", "recall"), ("hints", "hints.py", "hints"), ("hints", "master.py", None),
])
def test_a_games_module_is_found_as_file_as_package_and_under_its_old_name(name, made, module, tmp_path):
    (tmp_path / made).parent.mkdir(exist_ok=True)
    (tmp_path / made).touch()
    found = find_module_file(tmp_path, name)
    assert (found and module_name(found)) == module and found == (module and tmp_path / made)


def test_a_part_has_every_optional_name():
    for name, defaults in OPTIONAL.items():
        for game in coprime.all_games().values():
            module = game.words if name == "words" else game.load_module(name)
            assert module is None or all(hasattr(module, one) for one in defaults), (game.name, name)
