"""A proxy that passes everything on to a server but WebSockets, as filters of schools and offices do."""

import contextlib
import socket
import threading

ANSWERS = {
    "403": b"HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\nConnection: close\r\n\r\n",
    "200": b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 7\r\nConnection: close\r\n\r\nBlocked",
    "never": b"",
}


class BlockingProxy:
    """`kind`, one of ANSWERS, is what a socket's upgrade is answered with; `upgrades` counts them."""

    def __init__(self, server, kind):
        self.port, self.answer, self.upgrades = server.port, ANSWERS[kind], 0
        self.listening = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self.listening.getsockname()[1]}"
        self.open = set()
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self):
        with contextlib.suppress(OSError):
            while True:
                browser = self.listening.accept()[0]
                threading.Thread(target=self._serve, args=(browser,), daemon=True).start()

    def _serve(self, browser):
        """One connection: a browser opens one of its own for a socket, so the first request tells what it is."""
        self.open.add(browser)
        with browser, contextlib.suppress(OSError):
            head = b""
            while b"\r\n\r\n" not in head:
                if not (part := browser.recv(65536)):
                    return
                head += part
            if b"upgrade: websocket" not in head.lower():
                self._pass_on(browser, head)
            else:
                self.upgrades += 1
                browser.sendall(self.answer)
                if not self.answer:
                    browser.recv(1)                     # until the browser gives up

    def _pass_on(self, browser, head):
        with socket.create_connection(("127.0.0.1", self.port)) as server:
            self.open.add(server)
            server.sendall(head)
            back = threading.Thread(target=_copy, args=(server, browser), daemon=True)
            back.start()
            _copy(browser, server)
            back.join()

    def close(self):
        self.listening.close()
        for one in list(self.open):
            with contextlib.suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)


def _copy(source, target):
    with contextlib.suppress(OSError):
        while part := source.recv(65536):
            target.sendall(part)
    for end in (source, target):
        with contextlib.suppress(OSError):
            end.shutdown(socket.SHUT_RDWR)
