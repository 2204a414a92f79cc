"""Measure whether what moves is smooth: frames of a phone's page in motion.

    python tools/frames.py [--work] [--throttle 4] [--repeat 5] [--only pawn,cards,stamp,win] [--json]

A real server, and a Chromium whose page of 360 x 640 px is slowed down four times, as a phone of 2020 is.  A pawn
hops, cards fly, a play is judged, a win is shown: the page shows what another page has done.  Chromium's own trace
says when each frame was drawn, from the first animation of the scene to the end of its last.  A frame is late when it
comes more than 17.7 ms after the one before: 16.7 ms, and 1 ms by which the headless clock is uneven.

What the machine itself can do is shown in turns with each scene: the same animations, of the same sizes at the same
times, of plain boxes on an empty page that is slowed down alike.  Run it on a quiet machine.

With --work it tells instead how many milliseconds of processor time the page's main thread works in the same time,
what for, and how long its longest task is.  That depends less on what else the machine does, so that two builds can be
compared.  The page is not slowed down then: a slowed one waits in its own tasks.  The median of the showings counts.

Needs a built browser part and Chromium (COPRIME_CHROMIUM or in the usual places).
"""

import argparse
import json
import os
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT / "tests/server"), str(ROOT / "tests/browser")]
SIZE = (360, 640)
FRAME_MS = 1000 / 60
JITTER_MS = 1.0
PATIENCE_MS = 30_000
CATEGORIES = ("devtools.timeline", "disabled-by-default-devtools.timeline.frame", "devtools.timeline.frame",
              "blink.user_timing")
# Of a task and what is within it, for --work.
WORK_CATEGORIES = (*CATEGORIES, "disabled-by-default-devtools.timeline", "v8.execute")
TASK = "RunTask"
KINDS = {"UpdateLayoutTree": "style", "ParseAuthorStyleSheet": "style", "Layout": "layout", "PrePaint": "paint",
         "Paint": "paint", "Layerize": "paint", "Commit": "paint", "MinorGC": "script", "MajorGC": "script",
         "FunctionCall": "script", "RunMicrotasks": "script", "TimerFire": "script", "EventDispatch": "script",
         "FireAnimationFrame": "script", "FireIdleCallback": "script", "EvaluateScript": "script"}
BEGINS, ENDS = "frames-begin", "frames-end"
# Marks when the first animation of the scene begins and when the last one ends, by what the page asks the browser for.
# To look at every frame would make work that the page does not make.
WATCH = """([begins, ends, within]) => {
    const animate = Element.prototype.animate
    let end = 0, timer
    window.watched = new Promise(tell => {
        Element.prototype.animate = function (frames, timing) {
            const run = animate.call(this, frames, timing)
            // What stands still between fading in and out needs no frames, and none are drawn.
            if (!JSON.stringify(frames).includes('transform')) return run
            if (within && !document.querySelector(within)) return run
            const now = performance.now()
            if (!end) {
                performance.mark(begins)
                window.began = now
            }
            end = Math.max(end, now + (timing.delay ?? 0) + timing.duration)
            clearTimeout(timer)
            timer = setTimeout(() => { performance.mark(ends); tell(true) }, end - now)
            return run
        }
    })
}"""
# Notes whatever is animated, by scripts or by style sheets: its place and size, key frames, timing, and when.
NOTE = """() => {
    const noted = new Map()
    setInterval(() => {
        if (!window.began) return
        for (const run of document.getAnimations()) {
            if (noted.has(run) || !run.effect?.target) continue
            // An element may have no size of its own, but what lies in it.
            const {target} = run.effect
            const boxes = [target, ...target.querySelectorAll('*')].map(one => one.getBoundingClientRect())
            const {left, top, width, height} = boxes.reduce((a, b) => a.width * a.height < b.width * b.height ? b : a)
            const {e, f} = new DOMMatrix(getComputedStyle(target).transform)         // how far it has been moved
            noted.set(run, {left: left - e, top: top - f, width, height,
                            frames: run.effect.getKeyframes(), timing: run.effect.getTiming(),
                            after: Math.max(0, (run.startTime ?? performance.now()) - window.began)})
        }
    }, 50)
    window.noted = () => [...noted.values()].filter(({timing}) => Number.isFinite(timing.duration * timing.iterations))
}"""
# Plain boxes that move as elements of a scene have.
COPY = """animations => {
    for (const {left, top, width, height, frames, timing, after} of animations) {
        const box = document.createElement('div')
        box.style.cssText = `position: fixed; left: ${left}px; top: ${top}px; width: ${width}px; height: ${height}px;
                             background: #b58; border-radius: 6px`
        document.body.append(box)
        setTimeout(() => void box.animate(frames, timing), after)
    }
}"""


class Scene(NamedTuple):
    """What is watched: a game, and the event that sets it off."""

    title: str
    game: str
    seats: int
    seed: int
    options: dict[str, Any]
    wanted: Callable[[Any, Any, Any], bool]
    within: str = ""                 # what has to be on the page before it counts


def list_scenes() -> dict[str, Scene]:
    """Return the scenes by their names."""
    from before_event_tables import is_judged, is_pick_up, is_walk, is_win

    return {"pawn": Scene("a pawn hops", "prime_climb", 3, 3, {}, is_walk),
            "cards": Scene("cards fly", "prime_challenge", 2, 1, {}, is_pick_up),
            "stamp": Scene("a play is judged", "prime_daifugo", 2, 1, {"games_to_win": 1}, is_judged),
            "win": Scene("a win", "prime_daifugo", 2, 1, {"games_to_win": 1}, is_win, "dialog.win")}


def drawn_frames(events: list[dict[str, Any]]) -> list[float]:
    """Return the times between the frames that were drawn between the two marks, in ms."""
    marks = {event["name"]: event["ts"] for event in events if event["name"] in (BEGINS, ENDS)}
    times = sorted({event["ts"] for event in events if event["name"] == "DrawFrame"
                    and marks[BEGINS] <= event["ts"] <= marks[ENDS]})
    return [(b - a) / 1000 for a, b in zip(times, times[1:], strict=False)]


class Work(NamedTuple):
    """What the main thread of a page did: milliseconds of its processor time."""

    whole: float
    longest: float                   # of its longest task
    kinds: dict[str, float]          # script, style, layout, paint, other


def main_thread_work(events: list[dict[str, Any]]) -> Work:
    """Return what the main thread did in the tasks that the two marks lie in, and in those between."""
    marks = {event["name"]: event for event in events if event["name"] in (BEGINS, ENDS)}
    begin, end = marks[BEGINS], marks[ENDS]
    done = [event for event in events if event.get("ph") == "X" and "tdur" in event
            and (event["pid"], event["tid"]) == (begin["pid"], begin["tid"])]
    kinds: Counter[str] = Counter()
    tasks: list[float] = []
    around: list[tuple[float, str]] = []            # when each event ends that the next one may be within, and its kind
    for event in sorted(done, key=lambda event: (event["ts"], -event["dur"])):
        until, spent = event["ts"] + event["dur"], event["tdur"] / 1000
        while around and around[-1][0] <= event["ts"]:
            around.pop()
        if not around and (event["name"] != TASK or until < begin["ts"] or event["ts"] > end["ts"]):
            continue
        # What does not say its kind is part of what it is in.
        kind = KINDS.get(event["name"], around[-1][1] if around else "other")
        kinds[kind] += spent
        if around:
            kinds[around[-1][1]] -= spent
        else:
            tasks.append(spent)
        around.append((until, kind))
    return Work(sum(tasks), max(tasks, default=0), dict(kinds))


def trace_copy(browser: Any, animations: list[dict[str, Any]], throttle: float) -> list[dict[str, Any]]:
    """Return the trace of an empty page on which plain boxes move as the elements of a scene did."""
    context = browser.new_context(viewport={"width": SIZE[0], "height": SIZE[1]}, reduced_motion="no-preference")
    page = context.new_page()
    context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": throttle})
    browser.start_tracing(page=page, categories=list(CATEGORIES))
    page.evaluate(WATCH, [BEGINS, ENDS, ""])
    page.evaluate(COPY, animations)
    page.evaluate("() => window.watched")
    events: list[dict[str, Any]] = json.loads(browser.stop_tracing())["traceEvents"]
    context.close()
    return events


def note_animations(browser: Any, url: str, scene: Scene) -> list[dict[str, Any]]:
    """Return what is animated in one showing of a scene: place, size, key frames, timing, and after how many ms."""
    return show_scene(browser, url, scene, 1, lambda page: page.evaluate(NOTE),
                      lambda page: page.evaluate("() => window.noted()"))


def trace_scene(browser: Any, url: str, scene: Scene, throttle: float,
                categories: tuple[str, ...]) -> list[dict[str, Any]]:
    """Return the trace of one showing of a scene."""
    return show_scene(browser, url, scene, throttle,
                      lambda page: browser.start_tracing(page=page, categories=list(categories)),
                      lambda page: json.loads(browser.stop_tracing())["traceEvents"])


def show_scene(browser: Any, url: str, scene: Scene, throttle: float, begin: Callable[[Any], None],
               end: Callable[[Any], list[dict[str, Any]]]) -> list[dict[str, Any]]:
    """Show a scene on a page of its own; call `begin` with the page before it and return what `end` gives after it."""
    from before_event_tables import open_before
    from game_moments import ACT

    context = browser.new_context(viewport={"width": SIZE[0], "height": SIZE[1]}, reduced_motion="no-preference")
    actor, page = context.new_page(), None
    try:
        table = open_before(actor, url, scene.game, scene.seats, scene.seed, scene.options, scene.wanted)
        page = context.new_page()
        page.goto(f"{url}/t/{table.code}")
        page.locator(".mat").first.wait_for(timeout=PATIENCE_MS)
        page.evaluate("document.fonts.ready.then(() => 0)")
        page.wait_for_timeout(1500)                                 # what is loaded in the background has come
        actor.goto(f"{url}/rules/{scene.game}")
        chromium = context.new_cdp_session(page)
        chromium.send("Emulation.setCPUThrottlingRate", {"rate": throttle})
        page.bring_to_front()
        begin(page)
        page.evaluate(WATCH, [BEGINS, ENDS, scene.within])
        actor.evaluate(ACT, [table.code, table.seat, table.label])
        page.evaluate("() => window.watched")
        return end(page)
    finally:
        context.close()


def summarize(frames: list[float]) -> dict[str, Any]:
    """Return the figures of some frames."""
    late = [frame for frame in frames if frame > FRAME_MS + JITTER_MS]
    return {"frames": len(frames), "late": round(100 * len(late) / max(1, len(frames)), 1),
            "longest_ms": round(max(frames, default=0), 1)}


def summarize_work(shown: list[Work]) -> dict[str, Any]:
    """Return the medians of several showings."""
    kinds = {kind: round(median(work.kinds.get(kind, 0) for work in shown), 1)
             for kind in ("script", "style", "layout", "paint", "other")}
    return {"main_ms": round(median(work.whole for work in shown), 1),
            "longest_task_ms": round(median(work.longest for work in shown), 1), **kinds}


def describe(row: dict[str, Any]) -> str:
    """Return the figures of one scene as a line."""
    if "main_ms" in row:
        kinds = ", ".join(f"{kind} {ms}" for kind, ms in row.items() if not kind.endswith("_ms"))
        return f"{row['main_ms']:6} ms on the main thread ({kinds}), longest task {row['longest_task_ms']} ms"
    return f"{row['frames']:5} frames, {row['late']:5} % above 16.7 ms, longest {row['longest_ms']} ms"


def main() -> None:
    """Measure every scene and print a row for each."""
    scenes = list_scenes()
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--work", action="store_true", help="tell the main thread's processor time, not frames")
    parser.add_argument("--throttle", type=float, default=4, help="how many times slower the page is (4)")
    parser.add_argument("--repeat", type=int, default=5, help="how often each scene is shown (5)")
    parser.add_argument("--only", default=",".join(scenes), help="scenes, separated by commas")
    parser.add_argument("--json", action="store_true", help="print the figures as JSON")
    given = parser.parse_args()
    throttle, categories = (1, WORK_CATEGORIES) if given.work else (given.throttle, CATEGORIES)
    from playwright.sync_api import sync_playwright
    from prime_daifugo_play import ARGUMENTS
    from server_process import ServerProcess

    path = os.environ.get("COPRIME_CHROMIUM") or next(
        filter(None, map(shutil.which, ("chromium-headless-shell", "chromium", "google-chrome"))), None)
    if not path:
        sys.exit("No Chromium was found: set COPRIME_CHROMIUM.")
    found = {}
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        # Bots wait, so that nothing but the event is seen.
        server = ServerProcess(Path(folder), rest=30, grace=3600, quick=60, haste=60).start()
        browser = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        try:
            for name in given.only.split(","):
                scene = scenes[name]
                if given.work:
                    works = [main_thread_work(trace_scene(browser, server.url, scene, throttle, categories))
                             for _ in range(given.repeat)]
                    rows = {scene.title: summarize_work(works)}
                else:
                    noted = note_animations(browser, server.url, scene)
                    shown: list[float] = []
                    copied: list[float] = []
                    for _ in range(given.repeat):
                        shown += drawn_frames(trace_scene(browser, server.url, scene, throttle, categories))
                        copied += drawn_frames(trace_copy(browser, noted, throttle))
                    rows = {scene.title: summarize(shown), f"{len(noted)} plain boxes": summarize(copied)}
                found[name] = rows
                for title, row in rows.items():
                    if not given.json:
                        print(f"{title:16} {describe(row)}; load {os.getloadavg()[0]:.1f}", flush=True)
        finally:
            browser.close()
            server.stop()
    if given.json:
        print(json.dumps({"throttle": throttle, "load": round(os.getloadavg()[0], 1), "scenes": found}))


if __name__ == "__main__":
    main()
