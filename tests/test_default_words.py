"""A game that says little: the server's own words for it, and a sentence for what only the game can say."""

import re
from types import ModuleType, SimpleNamespace

import pytest

import coprime
from coprime.core import default_words
from coprime.core.errors import Unfinished
from coprime.core.language_selection import use_language
from coprime.core.match import Match
from coprime.core.messages import load_messages
from coprime.core.part_protocols import complete_part

GAME = coprime.game("prime_solitaire")


SENTENCES = """
[ask]
play = "Clear {there, plural, =0 {nothing} other {the rows}}."
[refusal]
NOT_YOUR_TURN = "Wait."
PILE_EMPTY = ["{left, plural, =0 {No card is} one {One card is} other {# cards are}} left.", "PS-6"]
"""


@pytest.fixture
def words_of(tmp_path):
    (tmp_path / "messages").mkdir()
    (tmp_path / "messages/en.toml").write_text(SENTENCES)

    def completed(**own):
        module = ModuleType("words")
        vars(module).update(own)
        return default_words.complete_words(complete_part("words", module),
                                            SimpleNamespace(pure_rules=GAME.pure_rules, folder=tmp_path))
    return completed


@pytest.fixture
def begun():
    match = Match(GAME, 1, {"level": 1}, GAME.pure_rules)
    match.settle(lambda k: 12)
    return match


def test_what_a_game_says_stays_and_the_rest_is_the_servers(words_of, tmp_path):
    words = words_of(text=lambda view, seat, names: "x", parse=int, label=lambda action: f"do {action}")
    assert words.label(3) == "do 3" and words.SAY is load_messages(tmp_path)
    assert words.describe_event(None, 0, 3, None, ["Ada"], 0).text == "You: do 3."
    assert words.describe_event(None, 0, 3, None, ["Ada"], 1).text == "Ada: do 3."
    assert words.describe_event(None, 30, -1, None, ["Ada"], 0).text == ""


def test_the_servers_scene(words_of, begun):
    words = words_of(text=lambda view, seat, names: f"{view.left} left", parse=int)
    scene = words.scene(begun.view(0), 0, ["Ada"])
    assert scene["ask"] == "Your turn. Clear the rows." and scene["turn"] == [0]
    assert scene["text"] == "21 left" and scene["public"]
    assert [one["label"] for one in scene["choices"]] == [str(action) for action in begun.sound_actions(0)]
    others = words.scene(begun.view(29), 29, ["Ada"])
    assert others["ask"] == "Ada is to play." and others["choices"] == []
    begun.act(0, GAME.words.parse("give up"))
    over = words.scene(begun.view(0), 0, ["Ada"])
    assert over["over"]["title"] == over["ask"] == "The game is over." and over["over"]["winners"] == []


def test_a_game_adds_to_the_servers_scene_and_replaces_what_it_names_alike(words_of, begun):
    given = {"text": lambda view, seat, names: "", "parse": int}
    plain = words_of(**given).scene(begun.view(0), 0, ["Ada"])
    own = words_of(**given, scene_fields=lambda view, seat, names: {"left": int(view.left), "why": f"{names[seat]}!"})
    assert own.scene(begun.view(0), 0, ["Ada"]) == {**plain, "left": 21, "why": "Ada!"}


def test_sentences_are_joined_as_the_language_does(words_of, begun):
    words = words_of(text=lambda view, seat, names: "", parse=int)
    with use_language("ja"):
        assert words.scene(begun.view(0), 0, ["Ada"])["ask"] == "あなたの番です。Clear the rows."


def test_a_refusal_by_its_name(words_of, begun):
    words = words_of(text=None, parse=int)
    Refusal = GAME.pure_rules.module.Refusal
    assert words.explain_refusal(Refusal.PILE_EMPTY, begun.view(0), 0) == ("21 cards are left.", "PS-6")
    assert words.explain_refusal(Refusal.NOT_YOUR_TURN, begun.view(0), 0) == ("Wait.", "")
    with pytest.raises(Unfinished, match=r"messages/en.toml has no refusal\.COVERED\."):
        words.explain_refusal(Refusal.COVERED, begun.view(0), 0)


@pytest.mark.parametrize(("returns", "title", "winners"), [
    ([1.0, 0.0], "You win.", [0]), ([0.0, 1.0], "Bo wins.", [1]), ([0.5, -0.5], "You win.", [0]),
    ([1.0, 1.0], "A shared victory: you and Bo.", [0, 1]), ([0.0, 0.0], "The game is over.", [])])
def test_who_has_won(monkeypatch, returns, title, winners):
    def told(view, out):
        out[:] = returns
    rules = SimpleNamespace(to_act=lambda view: 0, returns=told)
    game = SimpleNamespace(pure_rules=rules, folder=GAME.folder)
    view = SimpleNamespace(seats=2, dtype=SimpleNamespace(names=()))
    ended = default_words.DefaultWords(game, ModuleType("words"))._ending_scene(view, 0, ["Ada", "Bo"])
    assert (ended["title"], ended["winners"]) == (title, winners)


@pytest.mark.parametrize(("own", "says"), [
    ({}, r"words.py has no text: \(view, seat, names\) -> the table"),
    ({"text": str}, "words.py has no parse: .*without ACTIONS in rules.py")])
def test_what_only_the_game_can_say(words_of, own, says):
    with pytest.raises(Unfinished, match=says):
        words_of(**own)


def test_a_missing_sentence_is_named_with_its_file(tmp_path):
    (tmp_path / "messages").mkdir()
    with pytest.raises(Unfinished, match=re.escape(f"There is no {tmp_path}/messages/en.toml")):
        load_messages(tmp_path)
    load_messages.cache_clear()
    (tmp_path / "messages/en.toml").write_text('[text]\nboard = "x"\n')
    with pytest.raises(Unfinished, match=r"en.toml has no text\.help\."):
        load_messages(tmp_path)["text"]["help"]
    with pytest.raises(Unfinished, match=r"en.toml has no ask\."):
        load_messages(tmp_path)["ask"]
    load_messages.cache_clear()
    (tmp_path / "messages/en.toml").write_text("[text\n")
    with pytest.raises(Unfinished, match="en.toml is not TOML"):
        load_messages(tmp_path)
