"""A seat over the HTTP fallback, with the face of `load.SeatConnection`: one event stream, and POSTs one by one."""

import asyncio
import json
from contextlib import suppress

import httpx
from load import SeatConnection

LINE = 1                # a page of these tools has one table
AGAIN_SECONDS = 0.05         # until a broken stream is opened anew


class StreamSeat(SeatConnection):
    """One connected seat whose browser gets no WebSocket through."""

    async def run(self, url, cookie, ready):
        """Stay connected until cancelled.  `url` is that of the table's socket."""
        base, _, code = url.replace("ws", "http", 1).rpartition("/ws/")
        async with httpx.AsyncClient(base_url=base, timeout=60, headers={"cookie": cookie}) as self.http:
            while True:
                with suppress(httpx.TransportError):
                    await self._receive_until_closed(code, ready)
                await asyncio.sleep(AGAIN_SECONDS)

    async def _receive_until_closed(self, code, ready):
        async with self.http.stream("GET", "/api/stream") as answer:
            self.sent, self.posting, self.socket = 0, asyncio.Lock(), self
            async for line in answer.aiter_lines():
                if not line.startswith("data: "):
                    continue
                self.table.heard += len(line)
                event = json.loads(line[6:])
                if "stream" in event:
                    self.path = f"/api/stream/{event['stream']}"
                    # Not awaited: what it leads to comes over this stream.
                    self.opening = asyncio.create_task(self._post({"line": LINE, "open": code}))
                elif event.get("open"):
                    self.opening = asyncio.create_task(self._greet())
                elif "close" in event:
                    return
                elif "message" in event:
                    self.take(event["message"], ready)

    def take(self, message, ready):
        """Take in a message of the server."""
        if message["type"] in ("done", "refused"):
            self.handle_answer(message)
        elif message["type"] == "scene":
            self.table.scenes += 1
        elif message["type"] == "welcome":
            ready.set()

    async def _greet(self):
        await self.send('{"type":"hello","seen":0,"as":"seat"}')
        for text, *_ in self.waiting.values():
            await self.send(text)

    async def send(self, text):
        """Send the text of a message."""
        await self._post({"line": LINE, "text": text})

    async def _post(self, part):
        async with self.posting:
            self.sent += 1
            body = {"n": self.sent, "parts": [part]}
            try:
                answer = await self.http.post(self.path, json=body)
            except httpx.TransportError:            # an idle connection was closed meanwhile; browsers ask again, too
                answer = await self.http.post(self.path, json=body)
            answer.raise_for_status()
