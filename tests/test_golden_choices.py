"""Digests of what golden games say and choose notice every change; test_laws.py holds each game to its own."""

import json

import pytest

import coprime
from coprime.core.language_selection import use_language
from coprime.testing import golden_choices
from coprime.testing.golden_choices import check_golden_choices, digest_golden_choices


@pytest.fixture
def game():
    return coprime.game("prime_daifugo")


def test_another_hint_is_noticed(game, monkeypatch):
    said = type(game).hint_sentences
    monkeypatch.setattr(type(game), "hint_sentences", lambda self, *given: [*said(self, *given), "And more."])
    with pytest.raises(AssertionError, match=r"\w+\.txt: .*\(hints\).*coprime golden prime_daifugo"):
        check_golden_choices(game)


def test_another_refusal_is_noticed(game, monkeypatch):
    explain = game.words.explain_refusal
    monkeypatch.setattr(game.words, "explain_refusal", lambda *given: (explain(*given)[0], "PD-99"))
    with pytest.raises(AssertionError, match=r"\(refusals\)"):
        check_golden_choices(game)


def test_another_choice_of_one_level_is_noticed(game, monkeypatch):
    choose = game.bots.choose

    def slower(view, seat, level, seed):
        action, milliseconds = choose(view, seat, level, seed)
        return action, milliseconds + (level == "casual")
    monkeypatch.setattr(game.bots, "choose", slower)
    with pytest.raises(AssertionError, match=r"\(bot casual\)"):
        check_golden_choices(game)


def test_another_weight_is_noticed(game, monkeypatch):
    heuristics = game.load_module("heuristics", pure=True)
    prefer = heuristics.prefer

    def changed(s, seat, actions, n, weights):
        total = prefer(s, seat, actions, n, weights)
        weights[n - 1] *= 1.0001
        return total
    monkeypatch.setattr(heuristics, "prefer", changed)
    with pytest.raises(AssertionError, match=r"\(weights\)"):
        check_golden_choices(game)


def test_another_rule_is_noticed(game, monkeypatch):
    monkeypatch.setattr(game.report_events, "rule_events", lambda *given: ["PD-1"])
    with pytest.raises(AssertionError, match=r"\(rules\)"):
        check_golden_choices(game)


def test_another_ending_is_noticed(game, monkeypatch):
    tell = game.ending.best_moment
    monkeypatch.setattr(game.ending, "best_moment", lambda *given: tell(*given)._replace(figure="another"))
    with pytest.raises(AssertionError, match=r"\(endings\)"):
        check_golden_choices(game)


def test_another_missed_play_is_noticed(game, monkeypatch):
    monkeypatch.setattr(game.words, "missed_play_text", lambda *given: "Another.")
    with pytest.raises(AssertionError, match=r"\(missed plays\)"):
        check_golden_choices(game)


@pytest.mark.parametrize("change", [lambda kept: kept | {"gone.txt": {}}, lambda kept: dict(list(kept.items())[1:])])
def test_digests_of_other_games_are_noticed(game, monkeypatch, tmp_path, change):
    file = tmp_path / "kept.json"
    file.write_text(json.dumps(change(digest_golden_choices(game))))
    monkeypatch.setattr(golden_choices, "choices_file", lambda game: file)
    with pytest.raises(AssertionError, match="not the golden games"):
        check_golden_choices(game)


def test_they_are_in_english_whoever_asks(game):
    with use_language("ja"):
        check_golden_choices(game)


def test_the_command_writes_them(game, monkeypatch, tmp_path):
    from coprime.testing import commands, golden_observations, golden_scenes

    file = tmp_path / "kept.json"
    monkeypatch.setattr(golden_choices, "choices_file", lambda game: file)
    monkeypatch.setattr(golden_scenes, "write_golden_scenes", lambda game: None)
    monkeypatch.setattr(golden_observations, "write_golden_observations", lambda game: None)
    monkeypatch.setattr(commands, "rewrite_golden", lambda game, skipped_name: [])
    commands.golden(game.name)
    assert json.loads(file.read_text()) == digest_golden_choices(game)
