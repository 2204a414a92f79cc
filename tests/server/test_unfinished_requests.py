"""Requests that are begun and not ended: they take no memory, and nobody else waits for them."""

import contextlib
import http.client
import socket
import time

import httpx
import pytest
from server_process import GENEROUS, Person

CONTINUE = b"HTTP/1.1 100 Continue\r\n\r\n"
HEAD = "POST {} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: {}\r\n"


def half(server, path="/api/replays", size=3_900_001, sent=b"x", person=None):
    """A socket on which a request has been begun: its head and, once the server waits for it, a part of its body."""
    begun = socket.create_connection(("127.0.0.1", server.port), timeout=60)
    cookie = "; ".join(f"{name}={value}" for name, value in person.http.cookies.items()) if person else ""
    head = HEAD.format(path, size) + (f"Cookie: {cookie}\r\n" if cookie else "")
    begun.sendall(f"{head}Expect: 100-continue\r\n\r\n".encode())
    if person is not None:
        assert begun.recv(len(CONTINUE), socket.MSG_WAITALL) == CONTINUE
    begun.sendall(sent)
    return begun


def ends(begun):
    """Wait until the server closes a connection; what it said before."""
    said = b""
    with contextlib.suppress(ConnectionError):
        while part := begun.recv(4096):
            said += part
    return said


def answer_of(begun):
    """The status and the text that a begun request is answered with."""
    answer = http.client.HTTPResponse(begun)
    answer.begin()
    return answer.status, answer.read().decode()


def upload(person, tries=1):
    """The status of a small upload, asked for again while all slots are held."""
    for _ in range(tries):
        status = person.http.post("/api/replays", content=b"{}").status_code
        if status != 429:
            break
        time.sleep(0.05)
    return status


def test_a_slot_is_asked_for_before_a_body_is_read(fresh):
    server = fresh(limits={**GENEROUS, "uploads": [1, 2, 3]})
    one, other, third = (Person(server) for _ in range(3))
    begun = [half(server, person=one)]
    assert upload(one) == 429                       # one of each person at a time
    assert upload(other) == 400                     # others have their own
    begun.append(half(server, person=other))
    assert upload(third) == 429                     # two of an address
    assert httpx.get(f"{server.url}/health").status_code == 200
    for each in begun:
        each.close()
    assert upload(one, 1000) == 400                 # who goes makes room
    assert upload(third, 1000) == 400


def test_bodies_of_every_route_have_slots_and_a_deadline(fresh):
    server = fresh(limits={**GENEROUS, "bodies": [1, 1, 1], "body_seconds": 1})
    person = Person(server)
    begun = half(server, "/api/join", 60_000, b"{", person)
    status, text = answer_of(begun)
    assert status == 408 and "within one second" in text
    assert person.http.post("/api/join", json={"code": "22222"}).status_code == 404
    assert answer_of(half(server, person=person))[0] == 408


def test_a_head_has_a_deadline(fresh):
    server = fresh(limits={**GENEROUS, "head_seconds": 1})
    begun = socket.create_connection(("127.0.0.1", server.port), timeout=60)
    begun.sendall(b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n")
    silent = socket.create_connection(("127.0.0.1", server.port), timeout=60)
    unread = half(server, "/nowhere", 1000, b"x")    # nobody reads this body: it is answered, and has a deadline too
    assert ends(begun) == ends(silent) == b""
    assert ends(unread).startswith(b"HTTP/1.1 405")


@pytest.mark.parametrize("sent", [b"", b"GET /health HTTP/1.1\r\n"])
def test_whoever_sends_a_request_at_once_is_heard_beside_many_that_do_not(fresh, sent):
    server = fresh(limits={**GENEROUS, "pending": 10, "head_seconds": 600})
    begun = []
    for _ in range(40):
        begun.append(socket.create_connection(("127.0.0.1", server.port), timeout=60))
        begun[-1].sendall(sent)
    for each in begun[:30]:
        assert ends(each) == b""                    # the oldest have made room
    assert httpx.get(f"{server.url}/health", timeout=60).status_code == 200
    person = Person(server)
    page = person.page(person.open("secret_number", now=True))
    begun += [socket.create_connection(("127.0.0.1", server.port), timeout=60) for _ in range(11)]
    assert ends(begun[-11]) == b""
    page.catch_up()                                 # a socket owes no request


def test_one_address_does_not_fill_a_table(fresh):
    server = fresh(limits={**GENEROUS, "together": 3})
    host = Person(server)
    code = host.open("daifugo", seats=4)
    pages = [Person(server).page(code, watch=True) for _ in range(3)]
    late = Person(server).page(code, hello=False)
    assert "open" in late.hear()["sentence"] and late.hear() is None and late.closed == 4429
    pages[0].close()
    for _ in range(1000):                           # until the server has noticed
        with contextlib.suppress(ConnectionError):
            assert host.page(code).told["code"] == code
            break
    else:
        raise AssertionError("there is no room for the host")
