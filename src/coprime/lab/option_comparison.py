"""The command `coprime ask`: compare values of an option by bots' matches, in a table and a sentence for each row."""

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from ..arena.commands import AsJson, ClusterAddress, Jobs
from ..arena.executor_factory import make_executor
from ..arena.match import MOST
from ..arena.match_progress import MatchProgress
from ..arena.statistics import Interval
from ..core.errors import BadInput
from ..core.game import Game
from ..core.messages import join_with_commas, load_messages
from ..core.options import option_text, parse_options
from ..core.registry import find_game as find
from ..core.text_normalization import normalize_typed
from .comparison import Comparison, compare_option_values
from .comparison_rows import MOST_ROWS_OF_CHANCE, ComparedRow, Verdict
from .match_measures import BY_BOT, BY_SEAT
from .match_stats import rule_event_texts
from .pace import MOST_SECONDS, REST_SECONDS

SAY = load_messages(Path(__file__).parent)["ask"]
ARENA = load_messages(Path(__file__).parents[1] / "arena")["simulate"]
USUAL_MEASURES = "length,minutes,winner"
out = Console()
err = Console(stderr=True)


def ask(
    name: Annotated[str, typer.Argument(metavar="GAME")],
    vary: Annotated[list[str] | None, typer.Option(
        metavar="NAME[=VALUES]", help="What varies: an option, `preset` or `seats`, with values such as 10,13; "
                                      "between sets of values stands /.")] = None,
    measure: Annotated[str, typer.Option(
        help="What is measured, with commas: length, minutes, rounds, winner, shared, turnless, points, kinds, rules, "
             "cards.")] = USUAL_MEASURES,
    option: Annotated[list[str] | None, typer.Option("--option", "-o", help="An option, as name=value.")] = None,
    preset: Annotated[str | None, typer.Option(help="The options of a preset; --option changes single ones.")] = None,
    seats: Annotated[int | None, typer.Option(help="How many seats.")] = None,
    bots: Annotated[list[str] | None, typer.Option(
        "--bots", help="Who plays, as for simulate; one for all seats, or several that change seats.")] = None,
    deals: Annotated[int, typer.Option(help="How many deals under every value.")] = 200,
    seed: Annotated[int, typer.Option(help="The same deals again.")] = 1,
    pace: Annotated[list[str] | None, typer.Option(
        metavar="KIND=SECONDS", help="What people take for a kind of action, such as play=12.")] = None,
    jobs: Jobs = None,
    cluster: ClusterAddress = None,
    as_json: AsJson = False,
) -> None:
    """Answer one question about a game: what does a value change, compared on the same deals?"""
    game = find(name)
    if len(vary or []) > 1:
        raise BadInput(SAY["vary"]["several"])
    with make_executor(jobs, cluster) as hands, MatchProgress(err, game, deals, as_json) as bar:
        found = compare_option_values(
            game, vary[0] if vary else None, [one.strip() for one in measure.split(",")], deals, seed, seats,
            [one for text in bots or [] for one in text.split(",")],
            parse_options(game.options, option or [], game.localized_title), preset, parse_paces(pace or []), hands,
            bar.update)
    if as_json:
        print(json.dumps(comparison_json(found), indent=2, ensure_ascii=False))
    else:
        print_comparison(found)


def parse_paces(texts: Sequence[str]) -> dict[str, float]:
    """Return the seconds of kinds of action, written as KIND=SECONDS.  Raises BadInput."""
    paces: dict[str, float] = {}
    for text in (one for given in texts for one in given.split(",")):
        kind, _, number = normalize_typed(text).partition("=")
        try:
            seconds = float(number)
        except ValueError:
            seconds = -1.0
        if not kind or not 0 <= seconds <= MOST_SECONDS:
            raise BadInput(SAY["pace"]["form"].format(text=repr(text), most=MOST_SECONDS))
        paces[kind] = seconds
    return paces


def print_comparison(found: Comparison) -> None:
    """Print the table of a comparison and what it shows in sentences."""
    table, is_compared = Table(title=comparison_title(found)), len(found.compared_values) > 1
    for n, head in enumerate(SAY["heads"]):
        if is_compared or n in (1, 2):
            table.add_column(head, justify="right" if n > 1 else "left", overflow="fold")
    for row in found.rows:
        cells = [row_title(found.game, row), figure_text(row, row.figure)]
        difference = figure_text(row, row.difference, "+") if row.difference else ""
        table.add_row(*([row.variant, *cells, difference] if is_compared else cells))
    out.print(table)
    for line in comparison_lines(found):
        out.print(line, highlight=False, markup=False, soft_wrap=True)


def comparison_title(found: Comparison) -> str:
    """Return the title of a comparison: game, seats, bots, deals."""
    seats = {len(one.plan.bots) for one in found.compared_values}
    facts = {"title": found.game.localized_title, "bots": join_with_commas(found.bots), "deals": found.deals,
             "games": found.games, "seed": str(found.seed)}
    return str(SAY["title"].format(seats=seats.pop(), **facts) if len(seats) == 1
               else SAY["title_of_seats"].format(**facts))


def comparison_lines(found: Comparison) -> Iterator[str]:
    """Yield the sentences of a comparison: one for each row, then what has to be known of all."""
    for row in found.rows:
        yield row_sentence(found.game, row)
    compared = sum(row.is_test for row in found.rows)
    if compared > MOST_ROWS_OF_CHANCE:
        yield SAY["many"].format(n=compared, k=round(compared / MOST_ROWS_OF_CHANCE))
    names = {measure.name for measure in found.measures}
    if "minutes" in names:
        yield SAY["assumed"].format(rest=f"{REST_SECONDS:g}", list=join_with_commas(
            SAY["seconds"].format(kind=kind, seconds=f"{seconds:g}") for kind, seconds in found.assumed.items()))
        if found.clocked:
            yield SAY["clocked"]
    if "cards" in names and (missing := missing_card_options_text(found)):
        yield SAY["cards"].format(options=missing)
    if changed := changed_options_text(found):
        yield SAY["options"].format(options=changed)
    yield from dict.fromkeys(line for one in found.compared_values
                             for line in found.game.warning_sentences(len(one.plan.bots), one.plan.options))
    for what, why in found.absent.items():
        yield SAY["absent"].format(what=what, why=why)
    if found.endless:
        yield ARENA["endless"].format(n=found.endless, most=f"{MOST * len(found.compared_values[0].plan.bots):,}")
    if found.stopped:
        yield SAY["stopped"]


def changed_options_text(found: Comparison) -> str:
    """Return the options of the first value that are not the usual ones, as text."""
    plan = found.compared_values[0].plan
    usual = found.game.check_options(len(plan.bots))
    return join_with_commas(f"{name}={option_text(value)}" for name, value in plan.options.items()
                            if value != usual[name])


def missing_card_options_text(found: Comparison) -> str:
    """Return the options under which the game would have its cards counted and that the first value lacks, as text."""
    has, counted = found.compared_values[0].plan.options, found.game.report_events.OPTIONS
    return join_with_commas(f"{name}={option_text(value)}" for name, value in counted.items()
                            if has[name] != value)


def row_title(game: Game, row: ComparedRow) -> str:
    """Return what a row counts, in words."""
    say, (name, key) = SAY["row"], (row.measure.name, row.row)
    if name == "winner":
        kind, _, rest = key.partition(" ")
        if kind == BY_SEAT:
            return str(say["seat"].format(seat=rest))
        if kind == BY_BOT:
            return str(say["bot"].format(bot=rest))
        return str(say["place"].format(n=int(key)) if row.even else say["alone"])
    if name == "points":
        return str(say[key])
    if name == "kinds":
        return str(say["kind"].format(kind=key))
    if name == "rules":
        text = rule_event_texts(game).get(key, "")
        return str(say["rule"].format(rule=key.split()[0], text=text))
    return str(say["card"].format(card=key) if name == "cards" else say[name])


def figure_text(row: ComparedRow, figure: Interval, sign: str = "") -> str:
    """Return an interval of a row as text; shares in 100."""
    return format(scale_interval(row, figure), f"{sign},.{decimal_places(row)}f").replace("-", "−")


def scale_interval(row: ComparedRow, figure: Interval) -> Interval:
    """Return an interval of a row as it is printed: shares in 100."""
    if not row.measure.is_share:
        return figure
    low, high = (bound if bound is None else 100 * bound for bound in (figure.low, figure.high))
    return Interval(100 * figure.mean, low, high)


def decimal_places(row: ComparedRow) -> int:
    """Return the decimals of a row's figures."""
    return 2 if row.measure.counts_absence or row.measure.name == "minutes" else 1


def row_sentence(game: Game, row: ComparedRow) -> str:
    """Return the sentence of a row: what is shown, and what is not."""
    where = [row.variant] * bool(row.variant) + [row_title(game, row)]
    return str(SAY["sentence"].format(where=SAY["between"].join(where), verdict=verdict_text(row)))


def verdict_text(row: ComparedRow) -> str:
    """Return what a row shows, in words."""
    say, verdict, form = SAY["verdict"], row.verdict, f",.{decimal_places(row)}f"
    if verdict in (Verdict.MORE, Verdict.LESS):
        assert row.difference and row.difference.low is not None and row.difference.high is not None
        found = scale_interval(row, row.difference)
        by = format(found if verdict == Verdict.MORE else negate_interval(found), form)
        takes_time = row.measure.name in ("length", "minutes")
        key = {Verdict.MORE: "longer", Verdict.LESS: "shorter"}[verdict] if takes_time else verdict.value
        return str(say[key].format(by=by))
    if verdict == Verdict.NONE:
        assert row.difference
        found = scale_interval(row, row.difference)
        low, high = (format(bound, f"+{form}").replace("-", "−") for bound in (found.low, found.high))
        return str(say["none"].format(low=low, high=high))
    return str(say[verdict.value].format(even=f"{100 * (row.even or 0):.0f}"))


def negate_interval(figure: Interval) -> Interval:
    """Return an interval with its sign turned."""
    assert figure.low is not None and figure.high is not None
    return Interval(-figure.mean, -figure.high, -figure.low)


def comparison_json(found: Comparison) -> dict[str, Any]:
    """Return a comparison as JSON data; shares are between 0 and 1."""
    return {"game": found.game.name, "bots": list(found.bots), "seed": found.seed, "deals": found.deals,
            "games": found.games, "stopped": found.stopped, "endless": found.endless, "absent": found.absent,
            "assumed_seconds": {**found.assumed, "rest": REST_SECONDS},
            "values": [{"value": one.title, "seats": len(one.plan.bots), "options": dict(one.plan.options)}
                       for one in found.compared_values],
            "rows": [{"value": row.variant, "measure": row.measure.name, "row": row.row, **interval_json(row.figure),
                      "even": row.even, "difference": row.difference and interval_json(row.difference),
                      "verdict": row.verdict.value, "sentence": row_sentence(found.game, row)} for row in found.rows]}


def interval_json(figure: Interval) -> dict[str, float | None]:
    """Return an interval as JSON data."""
    return {"mean": figure.mean, "low": figure.low, "high": figure.high}
