"""Devices that the tests of a worker use one after the other: contexts of the browser, each with one page.

A page that has shown the application starts it again at half the cost of a new one, whose process has to compile it.
Nothing of the last test is left on a device: no cookie, no storage, no history, no pointer where it was.  A test that
changes what cannot be taken back (a route, a script, a listener, a permission) leaves its device to nobody.
"""

from functools import wraps
from weakref import WeakSet

from playwright.sync_api import BrowserContext, Error, Page

KEPT = 8                # devices that nobody uses; each is a process
BLANK = "/robots.txt"   # of the same server, so that the page keeps its process
LASTING = ("add_init_script", "add_locator_handler", "expose_binding", "expose_function", "grant_permissions",
           "new_cdp_session", "on", "once", "route", "route_from_har", "route_web_socket", "set_extra_http_headers",
           "set_geolocation", "set_offline")
changed_for_good: "WeakSet[BrowserContext]" = WeakSet()


def note_lasting_changes():
    """Let contexts be known whose device, or page, a test has changed for good."""
    for kind in (BrowserContext, Page):
        for name in LASTING:
            if method := getattr(kind, name, None):
                setattr(kind, name, _noted(method))
        kind.clock = property(_noted(kind.clock.fget))      # to look at it is to stop it


def _noted(method):
    @wraps(method)
    def change(self, *args, **named):
        changed_for_good.add(self if isinstance(self, BrowserContext) else self.context)
        return method(self, *args, **named)
    return change


class Device:
    """A context with one page, whose complaints go to the list of whoever uses it."""

    def __init__(self, chromium, size, scheme, locale, scripts, motion="reduce", workers="block"):
        width, height = size
        self.size = {"width": width, "height": height}
        self.looks = {"color_scheme": scheme, "reduced_motion": motion}
        self.context = chromium.new_context(viewport=self.size, locale=locale, service_workers=workers,
                                            **self.looks)
        for script in scripts:
            self.context.add_init_script(script)
        self.page = self.context.new_page()
        self.complaints = []

    def listen(self, complains, fault):
        """Note errors, what the console says that `complains`, and what the server says of a `fault` of its own."""
        page = self.page
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("console", lambda said: self.complaints.append(said.text) if complains(said) else None)
        page.on("websocket", lambda line: line.on("framereceived", lambda frame: self.complaints.append(frame)
                if fault in str(frame) else None))
        changed_for_good.discard(self.context)
        return self

    def clean(self, url):
        """Leave nothing on it of a test with the server at that address; False if it cannot be used again."""
        if self.page.is_closed() or self.context.pages != [self.page] or self.context in changed_for_good:
            return False
        try:
            self.page.evaluate("sessionStorage.clear()")
            self.complaints = []
            self.page.goto(url + BLANK)
            # Not for longer: where a page is emulated in print, another session undoes it.
            session = self.context.new_cdp_session(self.page)
            session.send("Storage.clearDataForOrigin", {"origin": url, "storageTypes": "all"})
            session.send("Page.resetNavigationHistory")
            session.detach()
            changed_for_good.discard(self.context)
            self.context.clear_cookies()
            self.page.mouse.move(0, 0)        # where that of a new page is
        except Error:
            return False                                    # such as a server that is closed
        self.page.set_viewport_size(self.size)
        self.page.emulate_media(media="null", forced_colors="none", contrast="no-preference", **self.looks)
        return True


class DevicePool:
    """The devices that nobody uses, by what they are like; those unused for longest are given up."""

    def __init__(self):
        self._free = []                                     # (like, device)

    def take(self, like, make):
        """One that is like that, or a new one."""
        for place, (other, device) in enumerate(self._free):
            if other == like:
                del self._free[place]
                return device
        return make()

    def give_back(self, like, device, url):
        """Keep a device for another test, or close it."""
        if not device.clean(url):
            device.context.close()
            return
        self._free.append((like, device))
        if len(self._free) > KEPT:
            self._free.pop(0)[1].context.close()
