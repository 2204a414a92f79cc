"""A designer's answers as a page."""

from collections.abc import Iterator
from pathlib import Path

from .. import __version__
from ..arena.statistics import Interval, Ratio
from ..core.game import Game
from ..core.messages import load_messages
from .design_report import Answer, Report, earlier
from .page import Dot, code, dots, heading, page, table, words

SAY = load_messages(Path(__file__).parent)["answers"]


def answers(report: Report) -> str:
    """The page."""
    lead = SAY["lead"].format(bot=report.bot.capitalize(), matches=report.matches, seed=str(report.seed))
    return page(SAY["title"].format(title=report.game.localized_title), lead, parts(report))


def parts(report: Report) -> Iterator[str]:
    if report.stopped:
        yield words(SAY["stopped"])
    yield from seats(report)
    yield from kinds(usual_table(report))
    yield from rules(report.game, usual_table(report))
    if report.cards and report.cards.cards:
        yield from cards(report.cards)
    if report.usual and report.options:
        yield from options(report, report.usual)
    yield heading(SAY["again"])
    yield words(SAY["version"].format(version=__version__))
    yield code(SAY["command"].format(game=report.game.name, matches=str(report.matches), bot=report.bot,
                                     seed=str(report.seed)))


def usual_table(report: Report) -> Answer:
    """The table with as many seats as the options were tried with."""
    return next((one for one in report.tables if report.usual and one.setting.seats == report.usual.setting.seats),
                report.tables[-1])


def won(answer: Answer) -> str:
    """What the figure of `Answer.first` is of."""
    return str(SAY["alone" if answer.setting.seats == 1 else "first" if answer.began.deals else "chair"])


def seats(report: Report) -> Iterator[str]:
    yield heading(SAY["tables"])
    yield words(SAY["bounds"])
    yield table(SAY["by_table"], [SAY["number"], SAY["length"], won(report.tables[-1]), SAY["shared"], SAY["idle"]],
                [[str(one.setting.seats), f"{one.length.interval():,.1f}", f"{one.first:.3f}",
                  f"{one.shared.mean:.3f}", f"{one.idle.mean:.3f}"] for one in report.tables])
    yield words(SAY["idle_why"])
    for one in report.tables:
        if one.setting.seats > 1:
            yield words(SAY["by_seat"].format(seats=str(one.setting.seats)))
            yield dots(SAY["by_seat"].format(seats=str(one.setting.seats)),
                       [point(SAY["seat"].format(seat=seat), ratio.share()) for seat, ratio in enumerate(one.seats)])


def kinds(answer: Answer) -> Iterator[str]:
    yield heading(SAY["kinds"])
    rows = sorted(answer.kinds.items(), key=lambda one: -one[1][0].mean)
    yield table(SAY["by_kind"].format(seats=answer.setting.seats), [SAY["kind"], SAY["often"], SAY["ever"]],
                [[kind, f"{counted(often):,.2f}", f"{ever.share():.3f}"] for kind, (often, ever) in rows])


def rules(game: Game, answer: Answer) -> Iterator[str]:
    """How often each rule mattered, in the order of the game's own list; those that never did, too."""
    what = load_messages(game.folder).get("survey", {})
    if not what:
        return
    yield heading(SAY["rules"])
    yield words(SAY["rules_why"])
    rows = [(key.split()[0], text, *answer.rules.get(key, (earlier(answer.matches), earlier(answer.matches))))
            for key, text in what.items()]
    heads = [SAY[name] for name in ("rule", "event", "often", "ever")]
    yield table(SAY["by_rule"].format(seats=answer.setting.seats), heads,
                [[number, text, f"{counted(often):,.2f}", f"{ever.share():.3f}"]
                 for number, text, often, ever in rows])


def counted(often: Ratio) -> Interval:
    """Of something that cannot be below 0."""
    found = often.interval()
    return Interval(found.mean, found.low and max(0.0, found.low), found.high)


def cards(answer: Answer) -> Iterator[str]:
    yield heading(SAY["cards"])
    rows = sorted(answer.cards.items(), key=lambda one: -one[1].mean)
    yield words(SAY["worth_even"].format(even=f"{100 / answer.setting.seats:.0f}"))
    yield dots(SAY["worth"], [point(card, ratio.share()) for card, ratio in rows])
    yield table(SAY["worth"], [SAY["card"], SAY["share"], SAY["times"]],
                [[card, f"{ratio.share():.3f}", f"{ratio.bottom:,.0f}"] for card, ratio in rows])


def options(report: Report, usual: Answer) -> Iterator[str]:
    yield heading(SAY["options"])
    yield words(SAY["clear"])
    rows = [[one.setting.title or SAY["usual"], f"{one.length.interval():,.1f}", f"{one.first:.3f}"]
            for one in (usual, *report.options)]
    bold = [i for i, one in enumerate(report.options, 1) if differs(one, usual)]
    yield table(SAY["by_option"].format(seats=usual.setting.seats, matches=usual.matches),
                [SAY["option"], SAY["length"], won(usual)], rows, bold)
    for what, why in report.absent.items():
        yield words(SAY["absent"].format(what=what, why=why))


def differs(one: Answer, other: Answer) -> bool:
    """Do their intervals not meet?"""
    return apart(one.length.interval(), other.length.interval()) or apart(one.first, other.first)


def apart(one: Interval, other: Interval) -> bool:
    if one.low is None or one.high is None or other.low is None or other.high is None:
        return False
    return one.low > other.high or other.low > one.high


def point(name: str, share: Interval) -> Dot:
    """A share in percent."""
    return Dot(name, 100 * share.mean, 100 * (share.low or 0.0), 100 * (1.0 if share.high is None else share.high))
