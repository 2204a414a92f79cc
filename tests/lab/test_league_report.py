"""The page of a league and its JSON, from results that are written down: every figure, and what went wrong."""

import json
import re
from html import unescape
from types import SimpleNamespace

import pytest
from typer.testing import CliRunner

import coprime
from coprime.arena.statistics import Interval
from coprime.cli import app
from coprime.lab import commands
from coprime.lab.html_parts import PlotPoint, dot_plot_svg, round_axis_step, table_html
from coprime.lab.league import LeagueOutcome, Pairing
from coprime.lab.league_report import league_json, league_page
from coprime.lab.ratings import Rating

GAME = SimpleNamespace(game=coprime.game("prime_daifugo"), seats=2, options={"games_to_win": 1, "hand_limit": 9})
OTHER = SimpleNamespace(game=coprime.game("secret_number"), seats=2, options={})
TITLES = {"a": "Ada", "b": "<b>Bo</b>", "c": "Cem"}


def pairing(game, one, other, wins, games, began=None, slips=(0, 3)):
    standings = [SimpleNamespace(wins=wins, slips=slips[0]), SimpleNamespace(wins=games - wins, slips=slips[1])]
    result = SimpleNamespace(standings=standings, games=games, deals=games // 2, began=began)
    return Pairing(game, (one, other), result, [])


def outcome(**fields):
    league = SimpleNamespace(title="Open <league>", bots=TITLES, league_games=[GAME, OTHER], seed=5,
                             text="games = 6\n# <x>")
    told = {"pairings": [pairing(GAME, "a", "b", 1500, 2000, began=Interval(0.5, 0.25, 0.75)),
                         pairing(GAME, "a", "c", 100, 400, slips=(1, 2)), pairing(OTHER, "b", "c", 3, 4)],
            "ratings": [Rating("a", 120.4, 80.0, 160.0, 2400, 1600.0), Rating("c", -20.0, -61.0, 20.2, 404, 202.0),
                        Rating("b", -100.0, -140.0, -60.0, 2004, 501.0)]} | fields
    return LeagueOutcome(league, **told)


def tables(page):
    """{caption: rows of cells} of the tables of a page."""
    found = {}
    for table in re.findall(r"<table>.*?</table>", page, re.S):
        rows = [[unescape(re.sub("<.*?>", "", cell)) for cell in re.findall(r"<t[hd].*?>(.*?)</t[hd]>", row)]
                for row in re.findall(r"<tr.*?</tr>", table, re.S)]
        found.setdefault(unescape(re.search("<caption>(.*?)</caption>", table)[1]), []).append(rows)
    return found


def paragraphs(page):
    return [unescape(one) for one in re.findall("<p>(.*?)</p>", page)]


def test_the_page_has_ratings_tables_of_each_game_and_how_to_play_it_again():
    page = league_page(outcome())
    found = tables(page)
    assert paragraphs(page)[0] == "3 bots met in 2 games: 2,404 matches." and "Open &lt;league&gt;" in page
    assert found["Over all games"] == [[
        ["bot", "rating", "95 %", "matches", "share won"],
        ["Ada", "+120", "+80 to +160", "2,400", "0.667"], ["Cem", "−20", "−61 to +20", "404", "0.500"],
        ["<b>Bo</b>", "−100", "−140 to −60", "2,004", "0.250"]]]
    cross, other = found["What a row won of its matches against a column"]
    assert cross == [["", "Ada", "Cem", "<b>Bo</b>"], ["Ada", "", "0.250", "0.750"], ["Cem", "0.750", "", ""],
                     ["<b>Bo</b>", "0.250", "", ""]]
    assert other[2:] == [["Cem", "", "", "0.250"], ["<b>Bo</b>", "", "0.750", ""]]
    series, _ = found["Pairings"]
    assert series[1:] == [["Ada against <b>Bo</b>", "2,000", "0.750", "0.500 (0.250 to 0.750)", "0, 3"],
                          ["Ada against Cem", "400", "0.250", "", "1, 2"]]
    assert "Options: games_to_win=1, hand_limit=9." in paragraphs(page)
    assert unescape(re.search('<pre tabindex="0">(.*?)</pre>', page, re.S)[1]) == "games = 6\n# <x>"
    headings = [unescape(one) for one in re.findall("<h2>(.*?)</h2>", page)]
    assert headings == ["Ratings", "Prime Daifugo Lv. 0, 2 seats", "Secret Number, 2 seats", "The same league again"]


def test_a_page_says_what_is_missing():
    page = league_page(outcome(stopped=True, absent={"c": "no such file."}, ratings=[],
                               pairings=[pairing(GAME, "b", "a", 1, 4)]))
    told = paragraphs(page)
    assert told[1:4] == ["It was broken off: this is what had been played.", "Cem did not take part: no such file.",
                         "There are no ratings: not all bots have met, directly or by others."]
    assert "<svg" not in page and "Secret Number" not in page
    assert tables(page)["What a row won of its matches against a column"] == [
        [["", "<b>Bo</b>", "Ada"], ["<b>Bo</b>", "", "0.250"], ["Ada", "0.750", ""]]]


def test_as_json():
    told = league_json(outcome(absent={"c": "why"}))
    assert (told["title"], told["seed"], told["stopped"], told["absent"]) == ("Open <league>", 5, False, {"c": "why"})
    assert told["ratings"][0] == {"bot": "a", "title": "Ada", "rating": 120.4, "low": 80.0, "high": 160.0,
                                  "games": 2400, "won": 1600.0}
    assert told["pairings"][1] == {"game": "prime_daifugo", "seats": 2, "options": GAME.options, "bots": ["a", "c"],
                                   "games": 400, "deals": 200, "share": 0.25, "slips": [1, 2]}


@pytest.fixture
def command(tmp_path, monkeypatch):
    """`coprime league` with further arguments, of a league that is not played: its outcome is there."""
    file, found = tmp_path / "league.toml", outcome()
    file.write_text("")
    found.league.title = "素数のリーグ"
    monkeypatch.setattr(commands, "load_league", lambda path: found.league)

    def play_league(league, folder, executor, progress):
        folder.mkdir()
        return found
    monkeypatch.setattr(commands, "play_league", play_league)
    return lambda *given: CliRunner().invoke(app, ["league", str(file), *given])


def test_the_command_prints_json_with_all_letters_or_a_table_and_writes_the_page(command, tmp_path):
    done = command("--json", "--out", str(tmp_path / "one"))
    assert done.exit_code == 0 and "素数のリーグ" in done.stdout
    assert json.loads(done.stdout)["ratings"][0]["title"] == "Ada"
    assert "素数のリーグ" in (tmp_path / "one/report.html").read_text(encoding="utf-8")
    done = command()
    assert done.exit_code == 0 and (tmp_path / "league/report.html").exists(), "a folder called like the file"
    rows = [re.findall(r"[^\s│┃]+", line) for line in done.stdout.splitlines() if "Ada" in line]
    assert rows == [["Ada", "+120", "+80", "to", "+160", "2,400", "0.667"]]


def test_a_page_that_cannot_be_written_is_a_sentence(command, tmp_path, monkeypatch):
    monkeypatch.setattr(commands, "league_page", lambda outcome: (tmp_path / "one/report.html").mkdir() or "")
    done = command("--out", str(tmp_path / "one"))
    assert done.exit_code == 2 and "Traceback" not in done.output and str(tmp_path / "one") in done.output


@pytest.mark.parametrize(("step", "rounded"), [(1, 1), (1.01, 2), (2, 2), (3, 5), (5.1, 10), (0.03, 0.05), (80, 100),
                                               (0.0999, 0.1)])
def test_steps_of_an_axis_are_round(step, rounded):
    assert round_axis_step(step) == pytest.approx(rounded)


def test_a_plot_has_a_row_for_each_with_its_bounds_on_one_scale():
    drawn = dot_plot_svg("Ratings", [PlotPoint("Ada", 100, 50, 150), PlotPoint("x" * 99, -100, -150, -50)])
    dots = [float(x) for x in re.findall(r'<circle cx="([\d.]+)"', drawn)]
    spans = [(float(one), float(two)) for one, two in re.findall(r'class="span" x1="([\d.]+)" x2="([\d.]+)"', drawn)]
    assert all(low < dot < high and dot - low == pytest.approx(high - dot, abs=0.2)
               for dot, (low, high) in zip(dots, spans, strict=True)) and dots[0] > dots[1]
    ticks = re.findall(r'x="([\d.]+)"[^>]*text-anchor="middle">(.*?)<', drawn)
    assert [text for _, text in ticks] == ["−200", "−100", "0", "100", "200"]
    places = [float(x) for x, _ in ticks]
    assert dots == [pytest.approx(places[3], abs=0.2), pytest.approx(places[1], abs=0.2)]
    assert "Ratings: Ada 100, 50 to 150; " in unescape(drawn)
    assert "…" in drawn and "x" * 60 not in drawn.split(">", 1)[1]


def test_one_estimate_without_bounds_can_be_drawn():
    drawn = dot_plot_svg("One", [PlotPoint("Ada", 0, 0, 0)])
    assert len(re.findall("<circle", drawn)) == 1 and "nan" not in drawn


def test_bold_rows_of_a_table_are_those_that_are_named():
    shown = table_html("C", ["", "n"], [["a", "1"], ["b", "2"], ["c", "3"]], bold=[1])
    assert re.findall(r'<tr( class=bold)?><th scope="row">(.)', shown) == [("", "a"), (" class=bold", "b"), ("", "c")]
