"""Wait for what a page computes, in ways that hold under its content security policy, and for what a server answers."""

import re
import time
from functools import wraps

from playwright.sync_api import APIRequestContext, Frame, Page

PATIENCE = 30           # seconds


def wait_for_promise(page, source, arg=None, patience=PATIENCE):
    """Until the promise of an asynchronous function of JavaScript gives something true.  Raises AssertionError.

    Playwright's `wait_for_function` takes the promise itself, which is always true.
    """
    wait_until(page, lambda: page.evaluate(source, arg), source, patience)


def wait_until(page, holds, what, patience=PATIENCE):
    """Until a check of several pages holds, whose meaning `what` says.  Raises AssertionError."""
    end = time.monotonic() + patience
    while not holds():
        assert time.monotonic() < end, f"not so within {patience} s: {what}"
        page.wait_for_timeout(50)


def refuse_blind_waits():
    """Let `wait_for_function` take plain functions alone.

    An expression Playwright evaluates anew for every look, which the policy forbids: a test fails where it has to wait.
    """
    for kind in (Page, Frame):
        kind.wait_for_function = _check_function(kind.wait_for_function)


def _check_function(wait):
    @wraps(wait)
    def wait_for_function(page, expression, **options):
        assert re.match(r"(\w+|\([^()]*\)) =>", expression), f"not a plain function: {expression}"
        return wait(page, expression, **options)
    return wait_for_function


def retry_closed_connections():
    """Let requests beside a page be sent again where the server was closing an idle connection, as browsers do."""
    for method in ("delete", "fetch", "get", "post", "put"):
        setattr(APIRequestContext, method, _send_again(getattr(APIRequestContext, method)))


def _send_again(send):
    @wraps(send)
    def sent(requests, url, **options):
        return send(requests, url, **{"max_retries": 3, **options})
    return sent
