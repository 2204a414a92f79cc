"""The report of a league, as a page and as JSON."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from .. import __version__
from ..core.messages import join_with_commas, load_messages
from .html_parts import (
    PlotPoint,
    code_html,
    dot_plot_svg,
    heading_html,
    paragraph_html,
    range_text,
    render_page,
    table_html,
    with_minus_sign,
)
from .league import LeagueOutcome, Pairing
from .league_config import LeagueGame

SAY = load_messages(Path(__file__).parent)["report"]


def league_page(outcome: LeagueOutcome) -> str:
    """Return the page of a league."""
    games = sum(one.result.games for one in outcome.pairings)
    bots = {bot for one in outcome.pairings for bot in one.bots}
    lead = SAY["lead"].format(bots=len(bots), games=games, kinds=len(outcome.league.league_games))
    return render_page(outcome.league.title, lead, league_page_parts(outcome))


def league_page_parts(outcome: LeagueOutcome) -> Iterator[str]:
    """Yield the parts of the page: ratings, each game, and how to repeat it."""
    league, titles = outcome.league, outcome.league.bots
    if outcome.stopped:
        yield paragraph_html(SAY["stopped"])
    for name, why in outcome.absent.items():
        yield paragraph_html(SAY["absent"].format(bot=titles[name], why=why))
    yield heading_html(SAY["ratings"])
    if outcome.ratings:
        yield paragraph_html(SAY["scale"])
        yield dot_plot_svg(SAY["ratings"],
                           [PlotPoint(titles[one.bot], one.rating, one.low, one.high) for one in outcome.ratings])
        yield table_html(SAY["rated"], [SAY["bot"], SAY["rating"], SAY["bounds"], SAY["games"], SAY["won"]],
                    [[titles[one.bot], with_minus_sign(f"{one.rating:+.0f}"), range_text(one.low, one.high, "+.0f"),
                      f"{one.games:,}", f"{one.won / one.games:.3f}"] for one in outcome.ratings])
    else:
        yield paragraph_html(SAY["apart"])
    for contest in league.league_games:
        met = [one for one in outcome.pairings if one.league_game is contest]
        if met:
            yield from league_game_parts(outcome, contest, met)
    yield heading_html(SAY["again"])
    yield paragraph_html(SAY["version"].format(version=__version__))
    yield code_html(league.text)


def league_game_parts(outcome: LeagueOutcome, contest: LeagueGame, met: list[Pairing]) -> Iterator[str]:
    """Yield the parts about one game: cross table, series, first to act, slips and options."""
    titles, order = outcome.league.bots, [one.bot for one in outcome.ratings]
    order = order or list(dict.fromkeys(bot for one in met for bot in one.bots))
    shares = {one.bots: one.share for one in met} | {(b, a): 1 - one.share for one in met for a, b in [one.bots]}
    yield heading_html(SAY["game"].format(title=contest.game.localized_title, seats=contest.seats))
    yield table_html(SAY["cross"], ["", *[titles[bot] for bot in order]],
                [[titles[bot], *[f"{shares[bot, other]:.3f}" if (bot, other) in shares else "" for other in order]]
                 for bot in order])
    yield table_html(SAY["series"], [SAY["pair"], SAY["games"], SAY["first"], SAY["began"], SAY["slips"]],
                [[SAY["against"].format(one=titles[one.bots[0]], other=titles[one.bots[1]]), f"{one.result.games:,}",
                  f"{one.share:.3f}", f"{one.result.began:.3f}" if one.result.began else "", slips_text(one)]
                 for one in met])
    told = join_with_commas(f"{name}={value}" for name, value in contest.options.items())
    yield paragraph_html(SAY["options"].format(options=told))


def slips_text(one: Pairing) -> str:
    """Return the slips of both bots, with a comma between."""
    return join_with_commas(str(standing.slips) for standing in one.result.standings)


def league_json(outcome: LeagueOutcome) -> dict[str, Any]:
    """Return the outcome of a league as JSON data."""
    league = outcome.league
    return {
        "title": league.title, "seed": league.seed, "stopped": outcome.stopped, "absent": outcome.absent,
        "ratings": [{"bot": one.bot, "title": league.bots[one.bot], "rating": one.rating, "low": one.low,
                     "high": one.high, "games": one.games, "won": one.won} for one in outcome.ratings],
        "pairings": [{"game": one.league_game.game.name, "seats": one.league_game.seats,
                      "options": dict(one.league_game.options),
                      "bots": list(one.bots), "games": one.result.games, "deals": one.result.deals,
                      "share": one.share, "slips": [standing.slips for standing in one.result.standings]}
                     for one in outcome.pairings]}
