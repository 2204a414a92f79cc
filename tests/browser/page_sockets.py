"""What a page hears from its server, changed within the page: a test's own process may be too slow to stand between.

A line that brings nothing for some seconds is given up by the page, which then asks by other means.
"""

import json

LISTEN = """
window.sockets = []
window.WebSocket = class extends WebSocket {
    constructor(...how) {
        super(...how)
        window.sockets.push(this)
        this.addEventListener('message', (event) => {
            if (!event.isTrusted || !window.hears || typeof event.data !== 'string') return
            const heard = window.hears(event.data)
            if (heard === event.data) return
            event.stopImmediatePropagation()
            if (heard !== null) this.dispatchEvent(new MessageEvent('message', {data: heard}))
        })
    }
}"""
TELL = "text => window.sockets.at(-1).dispatchEvent(new MessageEvent('message', {data: text}))"
DEAF = "() => { window.hears = (text) => 'n' in JSON.parse(text) ? null : text }"


def listen(page, hears="null"):
    """Before a page is loaded: let it hear what that function of JavaScript makes of a text; null for nothing."""
    page.add_init_script(f"{LISTEN}\nwindow.hears = {hears}")


def tell(page, message):
    """Let the page hear a message as if its server had said it."""
    page.evaluate(TELL, json.dumps(message))


def hear_no_news(page):
    """Let the page hear nothing more of what happens at its table."""
    page.evaluate(DEAF)
