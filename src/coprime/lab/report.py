"""A league as a page, and as plain data."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from .. import __version__
from ..core.messages import join_with_commas, load_messages
from .league import Outcome, Pairing
from .page import Dot, code, dots, heading, page, signed, span, table, words
from .plans import Contest

SAY = load_messages(Path(__file__).parent)["report"]


def report(outcome: Outcome) -> str:
    """The page."""
    games = sum(one.result.games for one in outcome.pairings)
    bots = {bot for one in outcome.pairings for bot in one.bots}
    lead = SAY["lead"].format(bots=len(bots), games=games, kinds=len(outcome.league.contests))
    return page(outcome.league.title, lead, parts(outcome))


def parts(outcome: Outcome) -> Iterator[str]:
    league, titles = outcome.league, outcome.league.bots
    if outcome.stopped:
        yield words(SAY["stopped"])
    for name, why in outcome.absent.items():
        yield words(SAY["absent"].format(bot=titles[name], why=why))
    yield heading(SAY["ratings"])
    if outcome.ratings:
        yield words(SAY["scale"])
        yield dots(SAY["ratings"], [Dot(titles[one.bot], one.rating, one.low, one.high) for one in outcome.ratings])
        yield table(SAY["rated"], [SAY["bot"], SAY["rating"], SAY["bounds"], SAY["games"], SAY["won"]],
                    [[titles[one.bot], signed(f"{one.rating:+.0f}"), span(one.low, one.high, "+.0f"),
                      f"{one.games:,}", f"{one.won / one.games:.3f}"] for one in outcome.ratings])
    else:
        yield words(SAY["apart"])
    for contest in league.contests:
        met = [one for one in outcome.pairings if one.contest is contest]
        if met:
            yield from contested(outcome, contest, met)
    yield heading(SAY["again"])
    yield words(SAY["version"].format(version=__version__))
    yield code(league.text)


def contested(outcome: Outcome, contest: Contest, met: list[Pairing]) -> Iterator[str]:
    """One game of the league: who won how much against whom, who began, slips, options."""
    titles, order = outcome.league.bots, [one.bot for one in outcome.ratings]
    order = order or list(dict.fromkeys(bot for one in met for bot in one.bots))
    shares = {one.bots: one.share for one in met} | {(b, a): 1 - one.share for one in met for a, b in [one.bots]}
    yield heading(SAY["game"].format(title=contest.game.localized_title, seats=contest.seats))
    yield table(SAY["cross"], ["", *[titles[bot] for bot in order]],
                [[titles[bot], *[f"{shares[bot, other]:.3f}" if (bot, other) in shares else "" for other in order]]
                 for bot in order])
    yield table(SAY["series"], [SAY["pair"], SAY["games"], SAY["first"], SAY["began"], SAY["slips"]],
                [[SAY["against"].format(one=titles[one.bots[0]], other=titles[one.bots[1]]), f"{one.result.games:,}",
                  f"{one.share:.3f}", f"{one.result.began:.3f}" if one.result.began else "", slips(one)]
                 for one in met])
    told = join_with_commas(f"{name}={value}" for name, value in contest.options.items())
    yield words(SAY["options"].format(options=told))


def slips(one: Pairing) -> str:
    return join_with_commas(str(standing.slips) for standing in one.result.standings)


def data(outcome: Outcome) -> dict[str, Any]:
    """The same as plain data."""
    league = outcome.league
    return {
        "title": league.title, "seed": league.seed, "stopped": outcome.stopped, "absent": outcome.absent,
        "ratings": [{"bot": one.bot, "title": league.bots[one.bot], "rating": one.rating, "low": one.low,
                     "high": one.high, "games": one.games, "won": one.won} for one in outcome.ratings],
        "pairings": [{"game": one.contest.game.name, "seats": one.contest.seats, "options": dict(one.contest.options),
                      "bots": list(one.bots), "games": one.result.games, "deals": one.result.deals,
                      "share": one.share, "slips": [standing.slips for standing in one.result.standings]}
                     for one in outcome.pairings]}
