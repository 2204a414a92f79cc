"""Sealed deals: what chance draws follows from a secret and the seats' numbers, and whatever was changed is found.

What should follow is worked out a second time, in independent_seal.py.
"""

import json
import os
import random
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from independent_seal import block, committed, due

import coprime
from coprime.core import numbered_deals
from coprime.core.errors import BadInput, BadRecord
from coprime.core.match import Match
from coprime.core.record import GameRecorder, digest_state, dump_record, load_record, parse_seat
from coprime.core.sealed import LONGEST_CONTRIBUTION, Seal, SealRecord, clean_contribution, commitment_of, new_secret
from coprime.core.seats import CHANCE, CLOCK
from coprime.core.verification import verify_record

GAMES = list(coprime.all_games().values())
GAME = coprime.game("prime_daifugo")
SECRET = "00" * 31 + "2a"
NUMBERS = ("1729", "Zoë’s №", "")


def sealed_record(game, numbers=NUMBERS, seed=3, most=60, skip=0):
    """A record of random play whose chance is sealed; the test itself says what chance draws."""
    seats = game.seats[1]
    numbers = tuple((*numbers, *[""] * seats)[:seats])
    match, luck = Match(game, seats, {}, game.pure_rules), random.Random(seed)
    recorder, draws = GameRecorder(match, [f"P{seat}" for seat in range(seats)]), []
    while not match.over and len(match.events) < most:
        seat = luck.choice(match.to_act())
        if seat == CHANCE:
            draws.append(draws[-1] + 1 + skip if draws else 0)
            action = due(match.rules, match.state, SECRET, numbers, draws[-1])
        elif seat == CLOCK:
            action = int(match.rules.deadline(match.state))
        else:
            action = luck.choice(match.sound_actions(seat))
        recorder.act(seat, action)
    recorder.record.sealed = SealRecord(commitment_of(SECRET), SECRET, numbers, tuple(draws))
    return recorder.record


def told(record):
    return verify_record(load_record(dump_record(record)), coprime.game(record.game).pure_rules)


def test_its_bits_are_those_that_are_written_down():
    seal = Seal(SECRET, NUMBERS)
    assert seal.commitment == committed(SECRET)
    bits = seal.make_bit_source(5)
    assert bits(62) == block(SECRET, NUMBERS, 5, 0) >> 194
    assert bits(53) == block(SECRET, NUMBERS, 5, 1) >> 203
    assert bits(256) == block(SECRET, NUMBERS, 5, 2)


def test_the_example_of_the_page_is_true():
    page = (Path(__file__).parents[1] / "docs/sealed.md").read_text(encoding="utf-8")
    told = dict(re.findall(r"^(secret|fingerprint|block|seed) +(\S+)$", page, re.M))
    text = "\n".join(line.strip() for line in re.search(r"^text(.+\n.+\n.+)$", page, re.M)[1].splitlines())
    numbers = ("1729", "", "my lucky day")
    assert text == "coprime draw 0 block 0\n0 1729\n2 my lucky day" and repr(text)[1:-1] in page
    assert committed(told["secret"]) == told["fingerprint"] == commitment_of(told["secret"])
    assert f"{block(told['secret'], numbers, 0, 0):064x}" == told["block"]
    assert str(block(told["secret"], numbers, 0, 0) >> 194) == told["seed"]
    assert Seal(told["secret"], numbers).make_bit_source(0)(62) == int(told["seed"])
    second = block(told["secret"], numbers, 1, 0)
    assert f"`{second:064x}`" in page and f"{second >> 203} / 2^53 × 6 = {(second >> 203) / 2**53 * 6:.4f}" in page
    assert Seal(told["secret"], numbers).make_bit_source(1)(53) == second >> 203


def test_a_secret_has_64_digits_and_all_its_bits():
    assert new_secret(lambda k: 1) == "0" * 63 + "1"
    assert new_secret(lambda k: 2**k - 1) == "f" * 64


def test_every_number_counts_and_so_does_its_seat():
    found = [("", ""), ("1", ""), ("", "1"), ("1", "1"), ("1 1", ""), ("11", ""), ("1", "1 1")]
    assert len({Seal(SECRET, numbers).make_bit_source(0)(256) for numbers in found}) == len(found)


@pytest.mark.parametrize(("text", "used"), [("17", "17"), ("  my  luck ", "my luck"), ("", ""),
                                            ("é" * LONGEST_CONTRIBUTION, "é" * LONGEST_CONTRIBUTION)])
def test_a_number_is_any_text_in_one_line(text, used):
    assert clean_contribution(text) == used


@pytest.mark.parametrize("text", ["x" * (LONGEST_CONTRIBUTION + 1), "a\x00b", "\u202eabc", "\ud800"])
def test_what_cannot_be_printed_is_no_number(text):
    with pytest.raises(BadInput, match="up to 40 characters"):
        clean_contribution(text)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_a_sealed_record_is_verified_and_stays_what_it_is(game):
    record = sealed_record(game)
    text = dump_record(record)
    assert dump_record(load_record(text)) == text and json.loads(text)["sealed"]["secret"] == SECRET
    found = told(record)
    assert found.kind == "sealed" and found.is_verified and found.drawn, found.sentences
    assert len(found.drawn) == sum(event[0] == "chance" for event in record.events)


def altered(record, at, action):
    """The record with another action at one of its events, and all digests and words after it made new."""
    game = coprime.game(record.game)
    match = Match(game, record.seats, record.options, game.pure_rules)
    for n, (seat, label, _, words) in enumerate(record.events):
        actor = parse_seat(seat)
        do = action if n == at else int(label) if actor >= CHANCE else game.words.parse(label)
        try:
            match.act(actor, do)
        except BadInput:
            del record.events[n:]
            break
        record.events[n] = (seat, str(do) if actor >= CHANCE else label, digest_state(match.state), words)
    drawn = sum(event[0] == "chance" for event in record.events)
    sealed = record.sealed
    record.sealed = SealRecord(sealed.commitment, sealed.secret, sealed.numbers, sealed.draws[:drawn])
    return record


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_another_draw_is_found_by_its_line(game):
    record = sealed_record(game)
    at = max(n for n, event in enumerate(record.events) if event[0] == "chance")
    was = int(record.events[at][1])
    match = Match(game, record.seats, record.options, game.pure_rules)
    for seat, label, _, _ in record.events[:at]:
        actor = parse_seat(seat)
        match.act(actor, int(label) if actor >= CHANCE else game.words.parse(label))
    faces, weights = np.zeros(128, np.int64), np.zeros(128)
    n = int(match.rules.chance_outcomes(match.state, faces, weights))
    other = next(int(face) for face in [*faces[:n], was ^ 1] if face != was)
    found = told(altered(record, at, other))
    assert not found.is_verified and found.wrong.line_number == at + 2 and found.fits_commitment
    assert found.wrong.action == other and found.wrong.due == was
    assert any(f"Line {at + 2}: chance drew {other}, but {was} follows" in one for one in found.sentences)


def test_another_number_another_seat_and_another_secret_are_found():
    record = sealed_record(GAME)
    sealed = record.sealed
    for numbers in (("1730", *sealed.numbers[1:]), ("", *sealed.numbers[1:]), sealed.numbers[::-1]):
        record.sealed = SealRecord(sealed.commitment, SECRET, numbers, sealed.draws)
        found = told(record)
        assert not found.is_verified and found.fits_commitment and found.wrong.line_number == 2
    record.sealed = SealRecord(sealed.commitment, "11" * 32, sealed.numbers, sealed.draws)
    found = told(record)
    assert not found.fits_commitment and found.wrong and "another secret" in found.sentences[0]
    record.sealed = SealRecord("11" * 32, SECRET, sealed.numbers, sealed.draws)
    found = told(record)
    assert not found.fits_commitment and found.wrong is None and not found.is_verified


def test_draws_that_were_taken_back_are_counted():
    game = coprime.game("prime_climb")
    record = sealed_record(game, skip=1)
    found = told(record)
    drawn = len(found.drawn)
    assert found.is_verified and json.loads(dump_record(record))["sealed"]["draws"] == list(range(0, 2 * drawn, 2))
    assert f"{drawn - 1} draws were taken back" in " ".join(found.sentences)
    record.sealed = SealRecord(record.sealed.commitment, SECRET, record.sealed.numbers, tuple(range(drawn)))
    assert not told(record).is_verified


def test_who_added_a_number_is_named_and_that_nobody_did():
    assert "added by P0 and P1." in " ".join(told(sealed_record(GAME)).sentences)
    assert "Nobody added a number" in " ".join(told(sealed_record(GAME, ("", "", ""))).sentences)


def test_before_the_end_there_is_nothing_to_verify_yet():
    record = sealed_record(GAME)
    record.sealed = SealRecord(record.sealed.commitment, "", record.sealed.numbers, record.sealed.draws)
    assert "secret" not in json.loads(dump_record(record))["sealed"]
    found = told(record)
    assert found.kind == "told" and "Take the record again after the end." in found.sentences[0]


def numbered(anew=()):
    """A record of a numbered deal of Prime Climb, some of whose draws were drawn anew."""
    game = coprime.game("prime_climb")
    match = Match(game, 2, {}, game.pure_rules)
    recorder, drawn = GameRecorder(match, ["P0", "P1"]), 0
    for _ in range(60):
        if match.to_act() == [CHANCE]:
            source = random.Random(5).getrandbits if drawn in anew else numbered_deals.deal_bits(4711, drawn)
            recorder.act(CHANCE, match.chance(source))
            drawn += 1
        else:
            recorder.act(seat := match.to_act()[0], match.sound_actions(seat)[-1])
    recorder.record.deal = 4711
    return recorder.record, drawn


def test_a_numbered_deal_says_its_number_and_follows_from_it():
    record, drawn = numbered()
    assert json.loads(dump_record(record))["deal"] == 4711 and load_record(dump_record(record)).deal == 4711
    found = told(record)
    assert found.kind == "numbered" and found.is_verified and drawn > 2
    assert found.sentences[0].startswith("The deal has the number 4711, so it was not sealed")
    assert found.sentences[1] == f"All {drawn} draws of chance follow from this number."
    record, drawn = numbered(anew=range(2, 60))
    assert "The first 2 draws follow" in told(record).sentences[-1] and told(record).is_verified
    record.deal = 4712
    assert not told(record).is_verified


def test_an_unsealed_record_says_that_there_is_nothing_to_verify():
    record = sealed_record(GAME)
    record.sealed = None
    assert "sealed" not in json.loads(dump_record(record)) and "deal" not in json.loads(dump_record(record))
    found = told(record)
    assert found.kind == "none" and found.sentences[0].startswith("There is nothing to verify")


BAD = [{"commitment": "x"}, {"commitment": 5}, {"commitment": None}, {"secret": "A" * 64}, {"secret": 0},
       {"numbers": ["1"]}, {"numbers": "abc"}, {"numbers": ["1", "2", 3]}, {"numbers": ["1", "2", "x" * 41]},
       {"numbers": ["1", "2", "a\nb"]}, {"draws": []}, {"draws": "0"}, {"draws": ["0"]}, {"draws": [-1]},
       {"draws": [True]}, {"draws": [2**40]}, {"draws": [1.0]}, {"draws": [0, 0]}, {"draws": {}}]


def with_head(record, **changed):
    """The text of a record with something else in its head, where the events stand last."""
    lines = dump_record(record).splitlines()
    head = json.loads(lines[0] + "]}")
    del head["events"]
    lines[0] = json.dumps(head | changed)[:-1] + ', "events": ['
    return "\n".join(lines)


@pytest.mark.parametrize("change", BAD, ids=str)
def test_a_malformed_seal_is_a_sentence(change):
    record = sealed_record(GAME, most=20)
    assert len(record.sealed.draws) == 1
    for seal in ({**record.sealed.to_json(), **change}, None, 5, [], {}, "x"):
        with pytest.raises(BadRecord, match="Line 1: what it says of its seal"):
            load_record(with_head(record, sealed=seal))


@pytest.mark.parametrize("deal", [-1, 10**8, "5", 1.5, None, True])
def test_a_malformed_number_of_a_deal_is_a_sentence(deal):
    with pytest.raises(BadRecord, match="the number of a deal is 1 to 99999999"):
        load_record(with_head(sealed_record(GAME, most=20), deal=deal))


def command(*words, typed=""):
    return subprocess.run([sys.executable, "-m", "coprime", *words], input=typed, capture_output=True, text=True,
                          timeout=300, env={**os.environ, "NO_COLOR": "1", "COLUMNS": "120"})


def test_the_command_says_what_was_checked(tmp_path):
    file, record = tmp_path / "match.json", sealed_record(GAME)
    file.write_text(dump_record(record), encoding="utf-8")
    done = command("verify", str(file))
    assert done.returncode == 0 and not done.stderr
    assert f"the secret belongs to the fingerprint {record.sealed.commitment}." in done.stdout
    assert "added by P0 and P1." in done.stdout and "follow" in done.stdout
    again = command("verify", "-", "--json", typed=dump_record(record))
    assert again.returncode == 0 and json.loads(again.stdout)["kind"] == "sealed"
    assert json.loads(again.stdout)["holds"] and "\n".join(json.loads(again.stdout)["sentences"]) == done.stdout.strip()


def test_the_command_ends_with_one_where_something_does_not_follow():
    record = sealed_record(GAME)
    record.sealed = SealRecord(record.sealed.commitment, SECRET, ("2", "", ""), record.sealed.draws)
    done = command("verify", "-", typed=dump_record(record))
    assert done.returncode == 1 and "Line 2: chance drew " in done.stdout and "Traceback" not in done.stderr
    assert json.loads(command("verify", "-", "--json", typed=dump_record(record)).stdout)["wrong"] == 2


def test_the_command_ends_with_three_where_nothing_is_said_and_with_two_for_what_is_no_record(tmp_path):
    record = sealed_record(GAME)
    record.sealed = None
    done = command("verify", "-", typed=dump_record(record))
    assert done.returncode == 3 and "There is nothing to verify" in done.stdout
    for words, typed, says in ((["no-such-file"], "", "cannot be read: No such file"), (["-"], "{}", "Line 1"),
                               (["-"], dump_record(record).replace("[\"0\"", "[\"1\"", 1), "Line ")):
        done = command("verify", *words, typed=typed)
        assert done.returncode == 2 and says in done.stderr and not done.stdout
