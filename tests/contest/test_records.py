"""Matches as plain text: written, read, and every line that cannot be is named with its reason."""

import random
import re
from collections import Counter

import pytest
from typer.testing import CliRunner

import coprime
from coprime.cli import app
from coprime.contest import text_records
from coprime.core.errors import BadRecord
from coprime.core.kernel import PACKAGE
from coprime.core.match import Match
from coprime.core.record import GameRecorder, dump_record
from coprime.games.daifugo.play_validation import find_flaw
from coprime.games.daifugo.state import Phase

GAME = coprime.game("daifugo")
EXAMPLE = PACKAGE.parents[1] / "docs" / "uecda-example.txt"


def played(hands, seed, preset="uecda", level="casual", seats=5):
    """A record of a match of bots, or of seats that pass and give their first where there is no level."""
    chance = random.Random(seed)
    recorder = GameRecorder(Match(GAME, seats, {**GAME.presets[preset], "match_length": hands}), list("ABCDE")[:seats])
    match = recorder.match
    while not match.over:
        for seat in match.to_act():
            bits = chance.getrandbits(30)
            by_chance = seat >= seats
            action = (match.chance(chance.getrandbits) if by_chance
                      else GAME.bots.choose(match.view(seat), seat, level, bits)[0] if level
                      else 0 if match.state.phase == Phase.PLAY else match.sound_actions(seat)[0])
            recorder.act(seat, action)
            break
    return recorder.record


@pytest.fixture(scope="module")
def text():
    return text_records.export_text(played(4, 1), GAME)


@pytest.mark.parametrize(("preset", "seats"), [("uecda", 5), ("seed", 4), ("house", 5)])
def test_a_record_goes_to_text_and_back(preset, seats):
    record = played(5, 2, preset, seats=seats)
    text = text_records.export_text(record, GAME)
    assert dump_record(text_records.import_text(text, GAME)) == dump_record(record)
    found = text_records.check_text(text, GAME)
    assert found["hands"] == 5 and found["players"] == list("ABCDE")[:seats]


def test_a_text_without_seeds_is_checked_but_is_no_record_of_ours(text):
    bare = "\n".join(line for line in text.splitlines() if not line.startswith(("seed", "draw")))
    assert text_records.check_text(bare, GAME) == text_records.check_text(text, GAME)
    with pytest.raises(BadRecord, match="no seed"):
        text_records.import_text(bare, GAME)


def test_UE_18_a_stalemate_is_drawn_and_without_its_seed_any_places_will_do():
    record = played(3, 3, level="")
    text = text_records.export_text(record, GAME)
    assert text.count("\ndraw ") == 3 and text.count(" pass\n") == 60
    assert dump_record(text_records.import_text(text, GAME)) == dump_record(record)
    one = "\n".join(text.splitlines()[:first(text.splitlines(), "places") + 1])
    bare = re.sub(r"(?m)^draw .*\n", "", one)
    other = re.sub(r"(?m)^places .*", "places 3 1 2 5 4", bare)
    assert text_records.check_text(other, GAME)["points"] == [3, 5, 4, 1, 2]
    with pytest.raises(BadRecord, match="no seed"):
        text_records.import_text(other, GAME)
    with pytest.raises(BadRecord, match="Line "):
        text_records.check_text(re.sub(r"(?m)^places .*", "places 3 1 2 5 5", bare), GAME)
    with pytest.raises(BadRecord):
        text_records.import_text(re.sub(r"(?m)^places .*", "places 3 1 2 5 4", one), GAME)


def test_remarks_and_empty_lines_are_passed_over(text):
    spaced = "\n\n# a remark\n".join(text.splitlines())
    assert text_records.check_text(spaced, GAME) == text_records.check_text(text, GAME)


def first(lines, pattern, after=0):
    return next(i for i, line in enumerate(lines) if i >= after and re.match(pattern, line))


def broken(text, pattern, change, after=0):
    """The fault of a text with one line changed; the line is checked too."""
    lines = text.splitlines()
    at = first(lines, pattern, after)
    lines[at] = change(lines[at])
    with pytest.raises(BadRecord) as wrong:
        text_records.check_text("\n".join(lines), GAME)
    number, _, why = str(wrong.value).partition(": ")
    return int(number.split()[1]) - (at + 1), why


def test_the_first_play_that_breaks_a_rule_is_named(text):
    lines = text.splitlines()
    second = first(lines, r"\d play", first(lines, r"\d play") + 1)
    at, why = broken(text, r"\d play", lambda line: f"{line[0]} play 3s 4h")
    assert at == 0 and why
    at, why = broken(text, r"\d play", lambda line: f"{(int(line[0]) + 1) % 5} pass")
    assert at == 0 and "turn" in why.lower()
    at, why = broken(text, r"\d play", lambda line: f"{line[0]} jump", second)
    assert at == 0
    at, why = broken(text, r"\d play", lambda line: "9 pass")
    assert at == 0 and "seat" in why


def test_a_play_that_does_not_beat_is_no_pass_in_a_record(text):
    """At a table it would count as a pass (UE-16); whoever writes a record knows better."""
    lines = text.splitlines()
    at = first(lines, r"\d pass")
    who = lines[at][0]
    hand = set(lines[first(lines, f"deal {who}")].split()[2:])
    spent = {card for line in lines[:at] if line.startswith(f"{who} play") for card in line.split()[2:]}
    cards = sorted(hand - spent - {"Jo"})
    faults = [broken(text, re.escape(lines[at]), lambda line, card=card: f"{who} play {card}", at) for card in cards]
    assert any(off == 0 and ("DF-" in why or "UE-" in why) for off, why in faults)


LATER = {"dealt, and the deck has 53": 3, "not by 9": 7}      # known when all have their cards; when the head is whole


@pytest.mark.parametrize(("pattern", "change", "why"), [
    ("deal 1", lambda line: line.replace("deal 1", "deal 1 3s 3s"), "cards dealt"),
    ("deal 1", lambda line: " ".join(line.split()[:-1]), "dealt, and the deck has 53"),
    ("deal 4", lambda line: line + " Zz", "cards dealt"),
    ("around", lambda line: "around 0 1 2 3 3", "each once"),
    ("hand 2", lambda line: "hand 3", "hand 2"),
    ("taken", lambda line: line.rsplit(" ", 1)[0] + " 3c", "UE-19"),
    ("places", lambda line: "places 1 1 1 1 1", "places"),
    ("seats", lambda line: "seats 9", "not by 9"),
    ("option match_length", lambda line: "option jokers 7", "not a value"),
    ("option match_length", lambda line: "option jesters 1", "no option"),
    ("preset", lambda line: "preset best", "head"),
    ("seed", lambda line: "seed many", "number"),
    ("daifugo-record", lambda line: "something else", "begins with"),
])
def test_an_impossible_line_is_named_with_its_reason(text, pattern, change, why):
    off, said = broken(text, pattern, change)
    assert why in said and off == LATER.get(why, 0)


def test_UE_4_seats_are_drawn_anew_before_games_1_and_4_only():
    text = text_records.export_text(played(5, 2), GAME).splitlines()
    arounds = [line for line in text if line.startswith("around")]
    assert arounds[0] != "around 0 1 2 3 4" and arounds[0] == arounds[1] == arounds[2] != arounds[3] == arounds[4]
    second = [at for at, line in enumerate(text) if line == arounds[0]][1]
    with pytest.raises(BadRecord, match=f"Line {second + 1}: seats are not drawn anew .*UE-4"):
        text_records.check_text("\n".join([*text[:second], "around 0 2 4 1 3", *text[second + 1:]]), GAME)


def test_the_reason_is_that_of_the_position_in_every_hand(text):
    """A pass is replaced by cards that are held: the reason is what is wrong with them, never the exchange."""
    lines, rules, found = text.splitlines(), GAME.rules, Counter()
    reader = text_records.TextRecordParser(text, GAME)
    play = reader._parse_play

    def tried():
        seat, word = lines[reader.line_number].split()[:2]
        s = reader.s
        if word == "pass" and s.phase == Phase.PLAY and s.meld:
            legal = reader.match.sound_actions(int(seat))
            for card in [1 << i for i in range(52) if int(s.hand[int(seat)]) >> i & 1 and 1 << i not in legal][:4]:
                why = text_records.rejection_text(reader.match, int(seat), card)
                sentence, rule = GAME.words.explain_refusal(int(find_flaw(s, card)), reader.match.view(int(seat)), card)
                assert why == f"{sentence} ({rule})" and rules.violation(s, int(seat), card)
                found[int(s.hands), rule] += 1
        play()

    reader._parse_play = tried
    reader.parse_all()
    assert {hand for hand, _ in found} == {0, 1, 2, 3} and {rule for _, rule in found} >= {"DF-4", "DF-15"}
    assert not any(rule == "DF-17" for _, rule in found)


def test_a_line_of_the_second_hand_breaks_its_own_rule(text):
    lines = text.splitlines()
    second = lines.index("hand 2")
    at = next(at for at in range(second, len(lines)) if re.match(r"\d pass", lines[at]))
    who = lines[at][0]
    giving = [line.split()[2:] for line in lines[second:at] if re.match(f"{who} give", line)]
    hand = [card for card in lines[lines.index(lines[second]) + 3 + int(who)].split()[2:] if card != "Jo"]
    cards = [card for card in hand if card not in (giving[0] if giving else [])]
    off, why = broken(text, re.escape(lines[at]), lambda line: f"{who} play {cards[0]} {cards[1]}", at)
    assert off == 0 and "DF-17" not in why
    giver = next(at for at in range(second, len(lines)) if re.match(r"\d give", lines[at]))
    off, why = broken(text, re.escape(lines[giver]), lambda line: " ".join([*line.split()[:2], *hand[:5]]), giver)
    assert off == 0


def test_whose_turn_it_is_is_said(text):
    at = first(text.splitlines(), r"\d play")
    seat = int(text.splitlines()[at][0])
    _, why = broken(text, r"\d play", lambda line: f"{(seat + 1) % 5} pass")
    assert why.endswith(f"it is the turn of seat {seat}, not of seat {(seat + 1) % 5}.")


def test_what_counts_as_a_pass_is_written_as_one():
    """People at a table may lay what is no play, or give what is no gift: as text it is what became of it."""
    recorder = GameRecorder(Match(GAME, 5, {**GAME.presets["uecda"], "match_length": 3}), list("ABCDE"))
    match, chance, odd = recorder.match, random.Random(8), Counter()
    while not match.over:
        seat = match.to_act()[0]
        s, action = match.state, match.chance(chance.getrandbits) if match.to_act()[0] >= 5 else None
        if action is None:
            action = chance.choice(match.sound_actions(seat))
            odd_one = GAME.words.parse("give 3s") if s.phase == Phase.EXCHANGE else 1 << chance.randrange(52)
            if not match.rules.refusal(s, seat, odd_one) and match.rules.violation(s, seat, odd_one):
                action = odd_one
                odd[int(s.phase)] += 1
        recorder.act(seat, action)
    text = text_records.export_text(recorder.record, GAME)
    points = [int(n) for n in match.state.points[:5]]
    assert odd[Phase.PLAY] > 5 and text_records.check_text(text, GAME)["points"] == points


def test_a_card_dealt_twice(text):
    lines = text.splitlines()
    one, two = first(lines, "deal 0"), first(lines, "deal 1")
    card = next(card for card in lines[one].split()[2:] if card != "Jo")
    lines[two] = " ".join([*lines[two].split()[:2], card, *lines[two].split()[3:]])
    with pytest.raises(BadRecord, match=f"Line {two + 1}: .*dealt before: {card}"):
        text_records.check_text("\n".join(lines), GAME)


def test_a_text_that_is_cut_short(text):
    lines = text.splitlines()
    with pytest.raises(BadRecord, match="ends in the middle"):
        text_records.check_text("\n".join(lines[:len(lines) - 3]), GAME)
    with pytest.raises(BadRecord, match="match is over"):
        text_records.check_text(text + "hand 5\n", GAME)


def test_any_line_may_be_lost_or_doubled_without_more_than_a_sentence(text):
    lines = text.splitlines()
    for at in range(0, len(lines), 23):
        for changed in (lines[:at] + lines[at + 1:], lines[:at] + [lines[at]] * 2 + lines[at + 1:]):
            try:
                text_records.check_text("\n".join(changed), GAME)
            except BadRecord as wrong:
                assert str(wrong).startswith("Line ")


def test_the_commands(tmp_path, text):
    path = tmp_path / "match.json"
    path.write_text(dump_record(played(4, 1)))
    shown = CliRunner().invoke(app, ["uecda", "export", str(path)])
    assert shown.stdout == text
    (tmp_path / "match.txt").write_text(text)
    assert "4 hands" in CliRunner().invoke(app, ["uecda", "check", str(tmp_path / "match.txt")]).stdout
    assert CliRunner().invoke(app, ["uecda", "import", str(tmp_path / "match.txt")]).stdout == path.read_text()
    (tmp_path / "bad.txt").write_text(text.replace("hand 2", "hand 7"))
    bad = CliRunner().invoke(app, ["uecda", "check", str(tmp_path / "bad.txt")], env={"COLUMNS": "200"})
    assert bad.exit_code == 2 and "Line" in bad.output
    assert CliRunner().invoke(app, ["uecda", "check", str(tmp_path / "none")]).exit_code == 2


def test_the_example_of_the_documentation_can_be_replayed():
    assert text_records.check_text(EXAMPLE.read_text(encoding="utf-8"), GAME)["hands"] == 1
