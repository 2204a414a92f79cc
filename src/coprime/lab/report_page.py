"""The page of a design report."""

from collections.abc import Iterator
from pathlib import Path

from .. import __version__
from ..arena.statistics import Interval, Ratio
from ..core.game import Game
from ..core.messages import load_messages
from .design_report import DesignReport, SettingStats, zero_ratio
from .html_parts import PlotPoint, code_html, dot_plot_svg, heading_html, paragraph_html, render_page, table_html
from .match_stats import rule_event_texts

SAY = load_messages(Path(__file__).parent)["answers"]


def design_page(report: DesignReport) -> str:
    """Return the page of a design report."""
    lead = SAY["lead"].format(bot=report.bot.capitalize(), matches=report.matches, seed=str(report.seed))
    return render_page(SAY["title"].format(title=report.game.localized_title), lead, design_page_parts(report))


def design_page_parts(report: DesignReport) -> Iterator[str]:
    """Yield the parts of the page."""
    if report.stopped:
        yield paragraph_html(SAY["stopped"])
    yield from seat_parts(report)
    yield from action_kind_parts(find_default_stats(report))
    yield from rule_parts(report.game, find_default_stats(report))
    if report.cards and report.cards.cards:
        yield from card_parts(report.cards)
    if report.baseline and report.options:
        yield from option_parts(report, report.baseline)
    yield heading_html(SAY["again"])
    yield paragraph_html(SAY["version"].format(version=__version__))
    yield code_html(SAY["command"].format(game=report.game.name, matches=str(report.matches), bot=report.bot,
                                          seed=str(report.seed)))


def find_default_stats(report: DesignReport) -> SettingStats:
    """Return the default setting's statistics for the number of seats with which the options were tried."""
    return next((one for one in report.by_seat_count
                 if report.baseline and one.setting.seats == report.baseline.setting.seats), report.by_seat_count[-1])


def first_share_title(answer: SettingStats) -> str:
    """Return the column title for `SettingStats.first_player_share`."""
    return str(SAY["alone" if answer.setting.seats == 1 else "first" if answer.first_actor_wins.samples else "chair"])


def seat_parts(report: DesignReport) -> Iterator[str]:
    """Yield the parts about numbers of seats and each seat's share."""
    yield heading_html(SAY["tables"])
    yield paragraph_html(SAY["bounds"])
    yield table_html(SAY["by_table"],
                     [SAY["number"], SAY["length"], first_share_title(report.by_seat_count[-1]), SAY["shared"],
                      SAY["idle"]],
                     [[str(one.setting.seats), f"{one.length.mean_interval():,.1f}", f"{one.first_player_share:.3f}",
                       f"{one.shared_victories.mean:.3f}", f"{one.idle_seats.mean:.3f}"]
                      for one in report.by_seat_count])
    yield paragraph_html(SAY["idle_why"])
    for one in report.by_seat_count:
        if one.setting.seats > 1:
            yield paragraph_html(SAY["by_seat"].format(seats=str(one.setting.seats)))
            yield dot_plot_svg(SAY["by_seat"].format(seats=str(one.setting.seats)),
                               [percent_point(SAY["seat"].format(seat=seat), ratio.share_interval()) for seat,
                                ratio in enumerate(one.seats)])


def action_kind_parts(answer: SettingStats) -> Iterator[str]:
    """Yield the parts about kinds of action."""
    yield heading_html(SAY["kinds"])
    rows = sorted(answer.kinds.items(), key=lambda one: -one[1][0].mean)
    yield table_html(SAY["by_kind"].format(seats=answer.setting.seats), [SAY["kind"], SAY["often"], SAY["ever"]],
                     [[kind, f"{nonnegative_interval(often):,.2f}", f"{ever.share_interval():.3f}"] for kind,
                      (often, ever) in rows])


def rule_parts(game: Game, answer: SettingStats) -> Iterator[str]:
    """Yield the parts about how often each rule event occurred, in the order of the game's own list."""
    texts = rule_event_texts(game)
    if not texts:
        return
    yield heading_html(SAY["rules"])
    yield paragraph_html(SAY["rules_why"])
    rows = [(key.split()[0], text, *answer.rules.get(key, (zero_ratio(answer.matches), zero_ratio(answer.matches))))
            for key, text in texts.items()]
    heads = [SAY[name] for name in ("rule", "event", "often", "ever")]
    yield table_html(SAY["by_rule"].format(seats=answer.setting.seats), heads,
                     [[number, text, f"{nonnegative_interval(often):,.2f}", f"{ever.share_interval():.3f}"]
                      for number, text, often, ever in rows])


def nonnegative_interval(often: Ratio) -> Interval:
    """Return the interval of a count, cut off at 0."""
    found = often.mean_interval()
    return Interval(found.mean, found.low and max(0.0, found.low), found.high)


def card_parts(answer: SettingStats) -> Iterator[str]:
    """Yield the parts about cards."""
    yield heading_html(SAY["cards"])
    rows = sorted(answer.cards.items(), key=lambda one: -one[1].mean)
    yield paragraph_html(SAY["worth_even"].format(even=f"{100 / answer.setting.seats:.0f}"))
    yield dot_plot_svg(SAY["worth"], [percent_point(card, ratio.share_interval()) for card, ratio in rows])
    yield table_html(SAY["worth"], [SAY["card"], SAY["share"], SAY["times"]],
                     [[card, f"{ratio.share_interval():.3f}", f"{ratio.bottom:,.0f}"] for card, ratio in rows])


def option_parts(report: DesignReport, baseline: SettingStats) -> Iterator[str]:
    """Yield the parts about options, with clear differences in bold."""
    yield heading_html(SAY["options"])
    yield paragraph_html(SAY["clear"])
    rows = [[one.setting.title or SAY["usual"], f"{one.length.mean_interval():,.1f}", f"{one.first_player_share:.3f}"]
            for one in (baseline, *report.options)]
    bold = [i for i, one in enumerate(report.options, 1) if differs_clearly(one, baseline)]
    yield table_html(SAY["by_option"].format(seats=baseline.setting.seats, matches=baseline.matches),
                     [SAY["option"], SAY["length"], first_share_title(baseline)], rows, bold)
    for what, why in report.absent.items():
        yield paragraph_html(SAY["absent"].format(what=what, why=why))


def differs_clearly(one: SettingStats, other: SettingStats) -> bool:
    """Tell whether two settings differ clearly in length or in the first player's share."""
    return are_disjoint(one.length.mean_interval(),
                        other.length.mean_interval()) or are_disjoint(one.first_player_share, other.first_player_share)


def are_disjoint(one: Interval, other: Interval) -> bool:
    """Tell whether two intervals do not overlap."""
    if one.low is None or one.high is None or other.low is None or other.high is None:
        return False
    return one.low > other.high or other.low > one.high


def percent_point(name: str, share: Interval) -> PlotPoint:
    """Return a share as a plot point in percent."""
    return PlotPoint(name, 100 * share.mean, 100 * (share.low or 0.0),
                     100 * (1.0 if share.high is None else share.high))
