"""`coprime ask`: figures are those of other ways of counting, differences are by pairs of deals, sentences are true."""

import json
import random
import re
import statistics
from collections import Counter
from pathlib import Path

import pytest
from typer.testing import CliRunner

import coprime
from coprime.arena.match import play_one
from coprime.arena.players import make_player
from coprime.arena.series import plan_series
from coprime.arena.statistics import PairedRatio, newcombe_interval, student_quantile, wilson_interval
from coprime.arena.workers import ProcessExecutor
from coprime.cli import app
from coprime.core.errors import BadInput
from coprime.core.language_selection import use_language
from coprime.core.match import Match
from coprime.core.seats import CHANCE, CLOCK
from coprime.lab import comparison
from coprime.lab.comparison import ComparedValue, Comparison, compare_option_values
from coprime.lab.comparison_rows import Verdict, make_row
from coprime.lab.match_measures import MEASURES, sort_rows
from coprime.lab.match_stats import play_for_stats
from coprime.lab.option_comparison import comparison_lines, parse_paces, print_comparison, row_sentence
from coprime.lab.pace import OTHER_SECONDS, REST_SECONDS, PlayTime

DOCS = Path(__file__).resolve().parents[2] / "docs"
DAIFUGO = coprime.game("prime_daifugo")


def rows_of(found, measure):
    return {(row.variant, row.row): row for row in found.rows if row.measure.name == measure}


def test_the_figures_are_those_of_a_series():
    found = compare_option_values(DAIFUGO, None, ["length", "winner"], 12, seed=9, bots=["novice"])
    series = coprime.simulate("prime_daifugo", ["novice"], 12, 9, 2)
    assert rows_of(found, "length")["", "actions"].figure == series.actions
    assert rows_of(found, "winner")["", "1"].figure == series.began


def test_bots_that_differ_play_each_deal_from_every_seat():
    found = compare_option_values(DAIFUGO, None, ["winner", "kinds"], 12, seed=9, bots=["novice", "random"])
    series = coprime.simulate("prime_daifugo", ["novice", "random"], 24, 9)
    assert found.deals == 12 and found.games == series.games == 24
    for standing in series.standings:
        assert rows_of(found, "winner")["", f"bot {standing.bot}"].figure == standing.rate
    # A kind of action that one game of a deal lacks counts as none of it there.
    assert sum(row.figure.mean for row in rows_of(found, "kinds").values()) == pytest.approx(series.actions.mean)


def test_a_difference_is_by_pairs_of_deals():
    one, other, pair = [31, 40, 22, 57, 35], [28, 35, 20, 51, 33], PairedRatio()
    for a, b in zip(one, other, strict=True):
        pair.add((a, 1), (b, 1))
    differences = [a - b for a, b in zip(one, other, strict=True)]
    half = student_quantile(4) * statistics.stdev(differences) / 5 ** 0.5
    found = pair.difference_interval()
    assert found.mean == pytest.approx(statistics.mean(differences))
    assert (found.low, found.high) == (pytest.approx(found.mean - half), pytest.approx(found.mean + half))
    alone = pair.one.mean_interval()
    assert found.high - found.low < (alone.high - alone.low) / 3


def test_a_difference_of_ratios_lies_in_its_interval_as_often_as_it_should():
    """Deals of one to four games whose results hang together; 500 series of 60 deals, seed 3."""
    rng, inside = random.Random(3), 0
    for _ in range(500):
        pair = PairedRatio()
        for _ in range(60):
            deal, n, m = rng.gauss(20, 6), rng.randint(1, 4), rng.randint(1, 4)
            pair.add((sum(deal + 1.5 + rng.gauss(0, 3) for _ in range(n)), n),
                     (sum(deal + rng.gauss(0, 3) for _ in range(m)), m))
        found = pair.difference_interval()
        inside += found.low <= 1.5 <= found.high
    assert 460 <= inside <= 489                 # 475 on the average, standard deviation 4.9


def test_newcombes_own_example_and_shares_that_never_vary():
    found = newcombe_interval(wilson_interval(56 / 70, 70), wilson_interval(48 / 80, 80))
    assert (round(found.low, 4), round(found.high, 4)) == (0.0524, 0.3339)
    pair = PairedRatio()
    for _ in range(12):
        pair.add((1, 1), (0, 1))
    shown = pair.difference_interval(is_share=True)
    assert shown.mean == 1 and 0.5 < shown.low < 0.7 and shown.high == pytest.approx(1)


def test_the_same_rules_under_two_names_are_the_same_in_every_deal():
    found = compare_option_values(DAIFUGO, "preset=none,book", ["length", "winner", "kinds"], 10, bots=["novice"])
    assert {row.verdict for row in found.rows if row.variant == "preset=book"} == {Verdict.SAME}


def test_one_value_is_compared_with_the_usual_one_and_several_with_the_first():
    one = compare_option_values(DAIFUGO, "games_to_win=1", ["length"], 10, bots=["random"])
    assert [row.variant for row in one.rows] == ["games_to_win=2", "games_to_win=1"]
    assert one.rows[0].verdict == Verdict.FIRST and one.rows[1].verdict == Verdict.LESS
    two = compare_option_values(DAIFUGO, "games_to_win=1,3", ["length"], 10, bots=["random"])
    assert [row.variant for row in two.rows] == ["games_to_win=1", "games_to_win=3"]
    # The same deals: what the first value shows does not hang on the others.
    assert two.rows[0].figure == one.rows[1].figure and two.rows[1].verdict == Verdict.MORE
    difference = two.rows[1].figure.mean - two.rows[0].figure.mean
    assert two.rows[1].difference.mean == pytest.approx(difference)


def test_sets_and_values_that_nobody_named():
    found = compare_option_values(coprime.game("daifugo"), "forbidden_last=none/eight,joker", ["length"], 10,
                           bots=["random"], options={"match_length": 1})
    assert [one.title for one in found.compared_values] == ["forbidden_last=none", "forbidden_last=joker,eight"]
    found = compare_option_values(DAIFUGO, "cards_skip", ["length"], 10, seats=3, bots=["random"])
    assert [one.title for one in found.compared_values] == ["cards_skip=off", "cards_skip=on"]
    seats = compare_option_values(DAIFUGO, "seats", ["winner", "length"], 10, bots=["random"])
    assert [len(one.plan.bots) for one in seats.compared_values] == [2, 3]
    assert all(row.difference is None for row in seats.rows if row.measure.name == "winner")
    assert rows_of(seats, "length")["seats=3", "actions"].difference is not None


def test_shares_of_the_victory_are_told_from_an_even_one():
    measure = MEASURES["winner"]

    def verdict(top, bottom, deals):
        pair = PairedRatio()
        for deal in range(deals):
            pair.add((top if deal % 4 else bottom - top, bottom), (1, 2))
        return make_row("", measure, "1", pair, 0.5, True, True, True).verdict
    assert verdict(1, 1, 60) == Verdict.ABOVE and verdict(0, 1, 60) == Verdict.BELOW
    assert verdict(0.5, 1, 60) == Verdict.EVEN and verdict(1, 1, 9) == Verdict.FEW


def test_rows_stand_in_the_order_of_their_numbers():
    assert sort_rows(["10", "9", "A 12", "A 2", "bot x"]) == ["9", "10", "A 2", "A 12", "bot x"]


def test_several_processes_give_the_same_rows():
    one, two = (compare_option_values(DAIFUGO, "games_to_win=1", ["length", "rules"], 12, bots=["random"],
                                      executor=hands)
                for hands in (None, ProcessExecutor(2)))
    assert one.rows == two.rows and one.assumed == two.assumed


def test_a_bot_that_cannot_play_is_told_before_anything_is_played(monkeypatch):
    def never(*_):
        raise AssertionError("something was played")
    monkeypatch.setattr(comparison, "run_work", never)
    with pytest.raises(BadInput, match="genius"):
        compare_option_values(DAIFUGO, None, ["length"], 12, bots=["genius"])
    with pytest.raises(AssertionError, match="was played"):
        compare_option_values(DAIFUGO, None, ["length"], 12, bots=["novice"])


def test_ctrl_c_compares_what_was_played():
    def interrupt(done, of):
        if done == 14:
            raise KeyboardInterrupt
    found = compare_option_values(DAIFUGO, "games_to_win=1", ["length"], 40, bots=["random"], progress=interrupt)
    assert found.stopped and found.deals == 14
    whole = compare_option_values(DAIFUGO, "games_to_win=1", ["length"], 14, bots=["random"])
    assert found.rows == whole.rows
    assert "Broken off" in list(comparison_lines(found))[-1]

    def early(done, of):
        raise KeyboardInterrupt
    with pytest.raises(KeyboardInterrupt):
        compare_option_values(DAIFUGO, None, ["length"], 40, bots=["random"], progress=early)


# Minutes.

def test_ctrl_c_before_every_value_has_enough_deals_compares_nothing(monkeypatch):
    """The deal of the second value that was the tenth is not measured: ten and nine."""
    measured = []

    def measure(found, deal):
        measured.append(deal)
        if len(measured) == 20:
            raise KeyboardInterrupt
        return measure_deal(found, deal)
    measure_deal = comparison.measure_deal
    monkeypatch.setattr(comparison, "measure_deal", measure)
    with pytest.raises(KeyboardInterrupt):
        compare_option_values(DAIFUGO, "games_to_win=1", ["length"], 40, bots=["random"])
    assert len(measured) == 20


def test_people_who_choose_at_once_are_waited_for():
    time = PlayTime({"cover": 6})
    for acting in (0b111, 0b110, 0b100):
        time.add(0, 1, "cover", acting, 0)
    assert time.seconds == pytest.approx(6 * (1 + 1 / 2 + 1 / 3)) and time.assumed == {"cover": 6}


def test_a_running_clock_counts_instead_of_assumptions():
    time, running = PlayTime({}), 1 << CLOCK | 1
    time.add(CLOCK, 4_500, "", running, 0)
    time.add(0, 1, "place", running, 8_000)
    assert (time.seconds, time.clocked, time.assumed) == (4.5, 4.5, {})
    time.add(0, 1, "place", running, 8_000)             # at once, as if nobody had to think
    assert (time.seconds, time.assumed) == (12.5, {"place": 8.0})
    time.add(0, 1, "agree", 1, 0)
    assert time.assumed["agree"] == OTHER_SECONDS


def test_who_begins_beside_a_clock_that_has_not_run_yet_is_assumed_to_think():
    time = PlayTime({})
    time.add(0, 1, "place", 1 << CLOCK | 1, 8_000)
    assert (time.seconds, time.clocked, time.assumed) == (8.0, 0.0, {"place": 8.0})


def test_minutes_are_the_seconds_of_each_action_and_of_rests():
    game = coprime.game("prime_solitaire")
    seconds, players = {"turn": 2.0, "take": 7.0}, [make_player(game, "casual")]
    options = game.check_options(1, {})
    stats, match = play_for_stats(game, players, "4", options, seconds), play_one(game, players, "4", options).match
    verbs = Counter(game.words.label(event.action).split()[0] for event in match.events if event.seat < CHANCE)
    assert set(verbs) == set(seconds) and stats.rounds == 1
    assert stats.time.seconds == sum(seconds[verb] * times for verb, times in verbs.items())
    found = play_for_stats(DAIFUGO, [make_player(DAIFUGO, "random")] * 2, "1",
                           DAIFUGO.check_options(2, {"games_to_win": 3}),
                           dict.fromkeys(["play", "draw", "D", "discard", "pass"], 0.0))
    assert found.time.seconds == REST_SECONDS * (found.rounds - 1) > REST_SECONDS


RARE = {"prime_daifugo": (3, {"cards_skip": "on"}), "factor_rummy": (2, {"layoff": "manual"})}


@pytest.mark.parametrize("name", coprime.all_games())
def test_what_a_game_says_of_its_pace_is_of_its_own_kinds_of_action(name):
    game = coprime.game(name)
    seats, options = RARE.get(name, (game.default_seat_count(2), {}))
    met, players = set(), [make_player(game, "casual")] * seats
    for seed in range(12):
        stats = play_for_stats(game, players, f"pace {seed}", game.check_options(seats, options))
        met |= {kind.partition(",")[0] for kind in stats.kinds}
        assert stats.time.seconds > 10 and set(stats.time.assumed) <= met
        if set(game.report_events.SECONDS) <= met:
            break
    assert set(game.report_events.SECONDS) <= met
    assert all(0 <= seconds <= 60 for seconds in game.report_events.SECONDS.values())


def test_a_display_place_is_the_one_that_a_seat_covers():
    game = coprime.game("secret_number")
    options = game.check_options(4, {"match_length": 1})
    players = [make_player(game, "novice")] * 4
    for seed in "1234":
        stats, match = play_for_stats(game, players, seed, options), play_one(game, players, seed, options).match
        covered, again = {}, Match(game, 4, options)
        for seat, action in match.events:
            again.act(seat, action)
            label = game.words.label(action) if seat < 4 else ""
            if label.startswith("cover"):
                covered[seat] = int(label.split()[1])
        assert stats.cards == {(seat, name) for seat, result in covered.items()
                               for card in ["A" if result < 8 else "B"] for name in (card, f"{card} {result}")}


# The page.

QUESTIONS = re.findall(r"^\| .+?\? \| `(.+?)` \| \d+ \| (.+) \|$", (DOCS / "questions.md").read_text("utf-8"), re.M)


def answer(command, deals=None):
    """The words of a question's command, with its deals or fewer."""
    words = command.split()
    if deals:
        words[words.index("--deals") + 1] = str(deals)
    done = CliRunner(env={"COLUMNS": "160"}).invoke(app, ["ask", *words])
    assert done.exit_code == 0
    return " ".join(done.output.split())


def test_the_page_answers_five_questions():
    assert [len(QUESTIONS), len({command.split()[0] for command, _ in QUESTIONS})] == [5, 5]


@pytest.mark.parametrize(("command", "found"), QUESTIONS, ids=[command.split()[0] for command, _ in QUESTIONS])
def test_a_question_of_the_page_is_answered(command, found):
    """With few deals, so that figures are others, but of the same things."""
    told = answer(f"{command} --jobs 1", 10)
    assert "10 deals" in told and figures_of(found)
    for measure in command.partition("--measure ")[2].split()[0].split(","):
        assert {"length": "actions: ", "minutes": "minutes: ", "winner": "won by the 1st to act, in 100: ",
                "cards": "won with A, in 100: "}[measure] in told


@pytest.mark.long
@pytest.mark.parametrize(("command", "found"), QUESTIONS, ids=[command.split()[0] for command, _ in QUESTIONS])
def test_the_figures_of_the_page_are_those_of_its_commands(command, found):
    """Up to two minutes each."""
    told = answer(command)
    assert [one for one in figures_of(found) if one not in told] == []


def figures_of(text):
    return re.findall(r"[−+]?\d[\d.]* \([^)]+ to [^)]+\)", text)


# The command.

def ask(*words):
    return CliRunner().invoke(app, ["ask", *words, "--jobs", "1"])


@pytest.mark.parametrize(("words", "says"), [
    (["chess"], "There is no game"),
    (["prime_daifugo", "--deals", "9"], "--deals is a number from 10 to 1,000,000"),
    (["prime_daifugo", "--measure", "lenght"], "no measure 'lenght' of Prime Daifugo Lv. 0; the measures are length, "),
    (["factor_rummy", "--measure", "cards"], "Factor Rummy does not count 'cards'; it can be asked for length, "),
    (["prime_daifugo", "--vary", "hand"], "'hand' is nothing that Prime Daifugo Lv. 0 can vary; it can vary cards_5_9"),
    (["prime_daifugo", "--vary", "hand_limit=99"], "hand_limit cannot be 99; allowed is 0 or 13 (PD-3)"),
    (["prime_daifugo", "--vary", "hand_limit=0"], "--vary hand_limit leaves one value to play"),
    (["prime_daifugo", "--vary", "seats=two"], "seats takes whole numbers; here it is 'two'"),
    (["prime_daifugo", "--vary", "seats=2,9"], "is played by 2 to 3, not by 9"),
    (["prime_daifugo", "--vary", "preset=zz"], "has no preset 'zz'"),
    (["prime_daifugo", "--vary", "seats", "--vary", "preset"], "--vary names one thing"),
    (["prime_daifugo", "--pace", "play"], "--pace takes KIND=SECONDS"),
    (["prime_daifugo", "--pace", "play=-1"], "here it is 'play=-1'"),
    (["prime_daifugo", "--pace", "play=nan"], "here it is 'play=nan'"),
    (["prime_daifugo", "--bots", "nobody"], "There is no bot 'nobody'"),
])
def test_what_cannot_be_asked_is_told_in_a_sentence_with_what_can(words, says):
    done = ask(*words)
    assert done.exit_code == 2 and says in done.output.replace("\n", " ")


def test_its_table_and_sentences():
    done = ask("prime_daifugo", "--vary", "games_to_win=1", "--measure", "length,minutes,winner", "--deals", "12",
               "--bots", "novice", "--pace", "play=30,draw=2", "-o", "hand_limit=13")
    assert done.exit_code == 0
    lines = done.output.splitlines()
    assert any(line.startswith("games_to_win=1, actions: shorter by ") for line in lines)
    assert any(line.startswith("games_to_win=2, won by the 1st to act, in 100: ") for line in lines)
    for part in ("play 30 s", "draw 2 s", "not the usual ones: hand_limit=13"):
        assert part in done.output


def test_as_json():
    done = ask("prime_daifugo", "--vary", "games_to_win=1", "--measure", "minutes,points", "--deals", "12", "--bots",
               "novice", "--json")
    told = json.loads(done.stdout)
    assert told["deals"] == 12 and told["games"] == 24 and told["assumed_seconds"]["play"] == 15
    assert [one["value"] for one in told["values"]] == ["games_to_win=2", "games_to_win=1"]
    minutes = [row for row in told["rows"] if row["measure"] == "minutes"]
    assert minutes[0]["difference"] is None and minutes[0]["verdict"] == "first"
    assert minutes[1]["difference"]["high"] < 0 and minutes[1]["verdict"] == "less"
    assert minutes[1]["sentence"].startswith("games_to_win=1, minutes: shorter by ")
    assert [row["row"] for row in told["rows"] if row["measure"] == "points"] == ["least", "least", "most", "most"]


def test_cards_say_with_which_options_they_count_best():
    assert "a match has one deal only with games_to_win=1." in ask(
        "prime_daifugo", "--measure", "cards", "--deals", "10", "--bots", "random").output.replace("\n", " ")
    assert "a match has one deal only" not in ask(
        "prime_daifugo", "--measure", "cards", "--deals", "10", "--bots", "random", "-o", "games_to_win=1").output


@pytest.mark.parametrize(("differences", "english", "japanese"), [
    ([3, 4, 5] * 6, "v, actions: longer by 4.0 (3.6 to 4.4).", "v、手数：4.0（3.6⁠〜⁠4.4） 長くなります。"),
    ([-3, -4, -5] * 6, "v, actions: shorter by 4.0 (3.6 to 4.4).", "v、手数：4.0（3.6⁠〜⁠4.4） 短くなります。"),
    ([-3, 3] * 8, "v, actions: no difference shown; it lies between −1.7 and +1.7.",
     "v、手数：差があるとはいえません。差は −1.7 から +1.7 の間です。"),
    ([0] * 10, "v, actions: no difference in any deal.", "v、手数：どの配札でも差がありません。"),
    ([3, 4, 5] * 3, "v, actions: seen in too few deals to be compared.",
     "v、手数：起きた配札が少なすぎて、くらべられません。"),
])
def test_a_sentence_says_what_is_shown(differences, english, japanese):
    pair = PairedRatio()
    for one in differences:
        pair.add((20 + one, 1), (20, 1))
    row = make_row("v", MEASURES["length"], "actions", pair, None, False, False, True)
    assert row_sentence(DAIFUGO, row) == english
    with use_language("ja"):
        assert row_sentence(DAIFUGO, row) == japanese


ENDLESS = ("2 games were broken off after 15,000 actions, since bots may go round for ever, and count as they stood.")
BROKEN_OFF = ("Broken off: these are the deals that were played under every value. "
              "The same command without a break plays all.")
ASSUMED = ("Minutes rest on assumptions, not on people who were measured: play 3 s, 10 s from one hand to the next. "
           "--pace KIND=SECONDS changes one.")


@pytest.mark.parametrize(("told", "options", "lines"), [
    ({}, {}, []),
    ({"stopped": True}, {}, [BROKEN_OFF]),
    ({"endless": 2, "absent": {"v=9": "why."}}, {}, ["Not played: v=9: why.", ENDLESS]),
    ({"assumed": {"play": 3}}, {"hand_limit": 13}, ["Options that are not the usual ones: hand_limit=13."]),
    ({"measures": [MEASURES["minutes"]], "assumed": {"play": 3}}, {}, [ASSUMED]),
    ({"measures": [MEASURES["minutes"]], "assumed": {"play": 3}, "clocked": True}, {},
     [ASSUMED, "Time on a clock of the rules is what the bots take of it."]),
    ({"measures": [MEASURES["cards"]]}, {"games_to_win": 1}, ["Options that are not the usual ones: games_to_win=1."]),
    ({"measures": [MEASURES["cards"]]}, {},
     ["A card counts for the whole match, and a match has one deal only with games_to_win=1."])])
def test_what_has_to_be_known_of_all_rows_is_said_and_nothing_else(told, options, lines):
    bots = ["novice"] * 3
    values = [ComparedValue("", plan_series(DAIFUGO, bots, 1, options, len(bots)))]
    found = Comparison(DAIFUGO, bots, 1, values, **({"measures": [MEASURES["length"]], "absent": {}} | told))
    assert list(comparison_lines(found)) == lines


@pytest.mark.parametrize(("values", "heads"), [
    ([""], ["measure", "95 %"]), (["a", "b"], ["value", "measure", "95 %", "difference, 95 %"])])
def test_a_table_has_a_column_for_values_and_differences_only_where_there_are_several(capsys, values, heads):
    plan = plan_series(DAIFUGO, ["novice"], 1, {}, 2)
    pair = PairedRatio()
    for one in range(12):
        pair.add((20 + one, 1), (20, 1))
    rows = [make_row(value, MEASURES["length"], "actions", pair, None, False, False, False) for value in values]
    print_comparison(Comparison(DAIFUGO, ["novice"], 1, [ComparedValue(value, plan) for value in values],
                                [MEASURES["length"]], {}, rows=rows))
    shown = [line for line in capsys.readouterr().out.splitlines() if "measure" in line]
    assert [cell.strip() for cell in re.split("[┃│]", shown[0]) if cell.strip()] == heads


@pytest.mark.parametrize(("rows", "says"), [
    (20, []), (21, ["Of 21 comparisons, about 1 would show a difference by chance alone."]),
    (40, ["Of 40 comparisons, about 2 would show a difference by chance alone."])])
def test_of_many_rows_it_is_said_how_many_are_of_chance(rows, says):
    pair = PairedRatio()
    for one in range(12):
        pair.add((20 + one, 1), (20, 1))
    row = make_row("v", MEASURES["length"], "actions", pair, None, False, False, True)
    values = [ComparedValue("", plan_series(DAIFUGO, ["novice"], 1, {}, 2))]
    found = Comparison(DAIFUGO, ["novice"], 1, values, [MEASURES["length"]], {}, rows=[row] * rows)
    assert row.is_test and list(comparison_lines(found))[rows:] == says


def test_seconds_are_read_from_several_texts():
    assert parse_paces(["play=12,draw=2.5", "pass=0"]) == {"play": 12, "draw": 2.5, "pass": 0}
