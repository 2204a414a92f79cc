"""Deals decided: folded ones allow all that the real ones do, and proofs of loss agree with a search of every way."""

import json
import random

import pytest
from typer.testing import CliRunner

from coprime.cli import app
from coprime.core.errors import BadInput
from coprime.core.kernel import import_pure

from .test_rules import table
from .test_solver import can_be_won, deals, tiny

decision = import_pure("coprime.games.prime_solitaire.winnability")
folding = import_pure("coprime.games.prime_solitaire.abstraction")
losscheck = import_pure("coprime.games.prime_solitaire.loss_proof_checker")
lossproof = import_pure("coprime.games.prime_solitaire.loss_proof_file")
ROOM = 1 << 15
SURE = (1, 3, 3)            # a deal of level 1


def test_decisions_and_proofs_agree_with_trying_everything(sample_size):
    chance, met = random.Random(11), {"won": 0, "lost": 0}
    while min(met.values()) < sample_size(4, 8):
        s = tiny(chance)
        word = "won" if can_be_won(s) else "lost"
        met[word] += 1
        if met[word] > sample_size(8, 20):
            continue
        found = decision.decide_deal(s, ROOM)
        assert found.word == word
        if found.word == "won":
            assert deals.is_solution(s.copy(), found.actions)
        else:
            assert losscheck.is_loss_proved(s, found.folds)


def test_what_can_be_won_is_never_proved_lost(sample_size):
    """However it is folded."""
    chance, tried = random.Random(12), 0
    while tried < sample_size(5, 12):
        s = tiny(chance)
        if not can_be_won(s):
            continue
        tried += 1
        of = folding.read_table(s)
        folds = [[[of.places[i] for i in group] for group in groups] for groups in decision.plan_refinements(of)]
        whole = [[[place for group in folds[-1] for place in group]]]
        assert not losscheck.is_loss_proved(s, folds) and not losscheck.is_loss_proved(s, whole + folds)


def test_a_rough_loss_is_proved_with_few_groups():
    s = table("49 4", "2 8", pile="7 2 2 5")
    found = decision.decide_deal(s, ROOM)
    assert found.word == "lost" and losscheck.is_loss_proved(s, found.folds)
    assert not losscheck.is_loss_proved(s, [])


def test_folds_have_to_hold_every_card_once_and_grow_finer():
    s = table("49", pile="2")
    place = lossproof.PLACES - 1
    assert losscheck.is_loss_proved(s, [[[place]]])
    for groups in ([[place], [place]], [[]], [[place - 1]], [[place], []]):
        assert not losscheck.is_loss_proved(s, [groups])
    two = table("20 4", pile="5")
    assert not losscheck.is_loss_proved(two, [[[place], [place - 1]], [[place, place - 1]]])


def test_without_room_nothing_is_known():
    s = table("20 4 10", "2 5 8", pile="5 2 4 5 2")
    assert decision.decide_deal(s, 1).word == "unknown" and decision.decide_deal(s, ROOM).word != "unknown"


def test_columns_and_lines_of_a_pyramid_go_from_the_front():
    for s, sizes in ((deals.deal_position(3, 0, 3, 1), [3] * 7), (deals.deal_position(3, 1, 5, 1), [1, 2, 3, 4, 5])):
        of = folding.read_table(s)
        chains = decision.partition_chains(of)
        assert sorted(map(len, chains)) == sizes
        pairs = [pair for chain in chains for pair in zip(chain, chain[1:], strict=False)]
        assert all(of.above[under] >> upper & 1 for upper, under in pairs)


# The file of proofs.

def line(**changes):
    s = deals.deal_position(3, 0, 3, 5)
    places = folding.read_table(s).places
    return json.dumps(json.loads(lossproof.serialize_proof(s, [[[place] for place in places[:2]]])) | changes)


def test_a_proof_is_read_as_it_was_written():
    s = deals.deal_position(3, 0, 3, 5)
    folds = [[[48, 47], [46]]]
    found = lossproof.parse_proof(lossproof.serialize_proof(s, folds), 1)
    assert (found.level, found.deal, found.folds) == (3, 5, folds) and (found.s.card == s.card).all()


@pytest.mark.parametrize(("text", "says"), [
    (line()[:-20], "cut short"), ("[1]", "no proof"), ("{}", "no proof"), (line(folds=3), "no proof"),
    (line(deal=6), "other cards"), (line(level=4), "other cards"), (line(level=9), "no proof"),
    (line(rows=99), "no proof"),
    (line(deal="5"), "no proof"), (line(lost="daifugo"), "no proof"), (line(foundation="heap"), "no proof"),
    (line(folds=[[[i] for i in range(1, 22)]]), "no proof"), (line(folds=[[["x"]]]), "no proof")])
def test_what_is_no_proof_gets_a_sentence(text, says):
    with pytest.raises(BadInput, match=says) as wrong:
        lossproof.parse_proof(text, 4)
    assert str(wrong.value).startswith("Line 4 ")


def run(*words):
    return CliRunner().invoke(app, ["check", "prime_solitaire", *map(str, words)], env={"COLUMNS": "200"})


def test_the_command_refuses_what_is_no_file_of_proofs(tmp_path):
    empty, cut, binary = tmp_path / "empty", tmp_path / "cut", tmp_path / "binary"
    empty.write_text("\n"), cut.write_text(line()[:40]), binary.write_bytes(b"\xff\xfe")
    for file, says in ((empty, "There is no proof in"), (cut, "Line 1 is cut short"), (binary, "Line 1"),
                       (tmp_path / "none", "cannot be read: No such file")):
        done = run(file)
        assert done.exit_code == 2 and says in done.stderr and not done.stdout


def test_a_proof_that_does_not_hold_is_told(tmp_path):
    """Deal 5 has a way through; and groups that leave cards out prove nothing."""
    file = tmp_path / "proofs"
    file.write_text(line())
    done = run(file)
    assert done.exit_code == 1 and "Deal 5 of level 3: the proof does not show that it is lost" in done.stdout
    assert json.loads(run(file, "--json").stdout)[0]["proved"] is False


def test_a_lost_deal_from_the_command_to_the_checker(tmp_path):
    file = tmp_path / "lost.jsonl"
    words = f"solve prime_solitaire --level 6 --rows 3 --first 9 --deals 1 --blind 0 --jobs 1 --json --proof {file}"
    told = json.loads(CliRunner().invoke(app, words.split()).stdout)
    assert told["lists"]["lost"] == [9] and told["decided"]["count"] == 1
    done = run(file)
    assert done.exit_code == 0 and "Deal 9 of level 6 is lost: the proof holds" in done.stdout
    cut = json.loads(file.read_text())
    cut["folds"] = cut["folds"][:-1]
    file.write_text(json.dumps(cut))
    assert run(file).exit_code == 1


@pytest.mark.long                           # half a minute of proving
def test_a_deal_that_the_quick_solver_leaves_open_has_a_way_through():
    from coprime.games.prime_solitaire import deal_solver as compiled

    verdict = compiled.solve_deal(compiled.deal_position(4, 0, 0, 79))
    assert verdict.word == "won" and compiled.is_solution(compiled.deal_position(4, 0, 0, 79), verdict.actions)


@pytest.mark.long
def test_deals_1_to_100_of_levels_3_to_6_are_decided():
    from coprime.games.prime_solitaire import deal_solver as compiled
    from coprime.games.prime_solitaire import loss_proof_checker as checker

    for level, lost in ((3, 0), (4, 1), (5, 2), (6, 9)):
        words = []
        for number in range(1, 101):
            s = compiled.deal_position(level, 0, 0, number)
            verdict = compiled.solve_deal(s)
            words.append(verdict.word)
            assert verdict.word == "won" or checker.is_loss_proved(s, verdict.folds)
        assert (words.count("won"), words.count("lost")) == (100 - lost, lost)
