"""Install the page as an application in a real Chromium, and say what holds.

    python tools/check_pwa_installation.py

A server opens, Chromium installs its page, the application's window is opened, the server ends, the window is loaded
anew without it, and the application is uninstalled.  Chromium's headless shell installs nothing: this needs the whole
browser (`chromium`, or COPRIME_CHROMIUM) and a display (`xvfb-run` makes one).

Exit status 1: something did not hold.
"""

import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT / "tests/server")]
HOME_TITLE = "Coprime"
OFFLINE = "The server does not answer."
WAIT_MS = 60_000


def try_installation(server: Any, context: Any) -> Iterator[tuple[str, bool]]:
    """Yield what was tried and whether it held, in order."""
    page = context.pages[0]
    page.goto(server.url)
    page.evaluate("navigator.serviceWorker.ready.then(() => 0)")
    devtools = context.new_cdp_session(page)
    errors = devtools.send("Page.getInstallabilityErrors")["installabilityErrors"]
    yield "Chromium calls the page installable", not errors
    application = {"manifestId": devtools.send("Page.getAppManifest")["manifest"]["id"]}
    devtools.send("PWA.install", application | {"installUrlOrBundleUrl": server.url})
    devtools.send("PWA.changeAppUserSettings", application | {"displayMode": "standalone"})
    with context.expect_page(timeout=WAIT_MS) as opening:
        devtools.send("PWA.launch", application)
    window = opening.value
    window.wait_for_load_state()
    is_alone = window.evaluate("matchMedia('(display-mode: standalone)').matches")
    yield "the application opens in a window of its own", is_alone
    yield "the window shows home", HOME_TITLE in window.title()
    server.stop()
    window.reload()
    window.get_by_text(OFFLINE).first.wait_for(timeout=WAIT_MS)
    yield "without the server the window opens and says so", HOME_TITLE in window.title()
    devtools.send("PWA.uninstall", application)
    yield "it can be uninstalled", True


def main() -> None:
    """Print a line for each thing that was tried."""
    from playwright.sync_api import Error, sync_playwright
    from server_process import ServerProcess

    path = os.environ.get("COPRIME_CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    if not path or not os.environ.get("DISPLAY"):
        raise SystemExit("try_installation: a whole Chromium and a display are needed; xvfb-run makes a display.")
    failed = False
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = ServerProcess(Path(folder, "data"), grace=3600).start()
        context = playwright.chromium.launch_persistent_context(
            Path(folder, "profile"), executable_path=path, headless=False, locale="en-US",
            args=["--no-sandbox", "--enable-devtools-pwa-handler"])
        try:
            print(context.browser.version if context.browser else path)
            for tried, held in try_installation(server, context):
                print(f"{'yes' if held else 'NO '} {tried}")
                failed |= not held
        except Error as error:
            raise SystemExit(f"try_installation: {error.message.splitlines()[0]}") from None
        finally:
            context.close()
            server.stop()
    sys.exit(failed)


if __name__ == "__main__":
    main()
