"""A club night: a Swiss of the original Prime Daifugo, sixteen scripted people, three browsers, two kills."""

import re
from concurrent.futures import ThreadPoolExecutor

import pytest
from server_process import Person, ServerProcess
from test_tournament_crash import LIMITS, Ledger, complete, insist, play_pairing
from test_tournaments import FAST

pytestmark = [pytest.mark.browser, pytest.mark.long]           # a minute to four, by how busy the machine is
GAME = {"game": "sosu_daifugo", "options": {"hand": 5, "jokers": 0}}
SCRIPTED = [f"Player {letter}" for letter in "ABCDEFGHIJKLMNOP"]
ROUNDS = 3
KILLED = (1, 2)                 # rounds in whose games the server is killed


def browser_of(people, server, person, size="laptop"):
    """A browser with the cookie of a person, who is scripted besides."""
    somebody = people(size, server=server)
    somebody.context.add_cookies([{"name": name, "value": value, "url": server.url}
                                  for name, value in person.http.cookies.items()])
    return somebody


def ada_sits_down(page, pairings):
    """Ada's page leads her to her table, or says that she has a bye; then she goes back, and a bot plays for her."""
    if any(players == ["Ada"] for _, players in pairings):
        return page.get_by_text(re.compile("bye")).first.wait_for()
    page.get_by_role("link", name=re.compile("Sit down at table")).click()
    page.wait_for_url(re.compile("/t/"))
    page.locator("main").first.wait_for()
    page.go_back()
    return page.get_by_role("heading", name="Your results").wait_for()


def test_a_swiss_with_sixteen_people_three_browsers_and_two_kills(people, tmp_path):
    server, ledger = ServerProcess(tmp_path, limits=LIMITS, **FAST).start(), Ledger()
    dora, ada = Person(server, "Dora"), Person(server)
    code = dora.post("/api/tournaments", name="Club night", wins=1, rounds=ROUNDS, **GAME)["code"]
    path, players = f"/api/tournaments/{code}", {name: Person(server) for name in SCRIPTED}
    for name, person in players.items():
        person.post(f"{path}/enter", name=name)
    director = browser_of(people, server, dora).go(f"/tournament/{code}").page
    phone = browser_of(people, server, ada, "phone").go(f"/tournament/{code}").page
    wall = people(server=server).go(f"/tournament/{code}/wall").page
    phone.get_by_label("Your name in this tournament").fill("Ada")
    phone.get_by_role("button", name="Enter as Ada", exact=True).click()
    phone.get_by_text("You are in, Ada.").wait_for()
    players["Ada"] = ada
    director.get_by_text("17 players are in.").wait_for()

    for number in range(1, ROUNDS + 1):
        director.get_by_role("button", name=f"Pair round {number}").click()
        director.get_by_text(re.compile(f"^Round {number} of {ROUNDS}")).first.wait_for()
        wall.get_by_text(f"Round {number} of {ROUNDS}").first.wait_for()
        pairings = [(one["code"], one["players"]) for one in dora.get(path)["round"]["pairings"]]
        ledger.paired[number] = pairings
        ada_sits_down(phone, pairings)
        with ThreadPoolExecutor(8) as pool:
            playing = [pool.submit(play_pairing, ledger, players, dora, path, table, both)
                       for table, both in pairings if len(both) == 2]
            if number in KILLED:
                server.kill()
                server.start()
            for one in playing:
                one.result()
        assert insist(complete, dora, path), "a pairing that was over is not"
        director.get_by_text(f"Round {number} of {ROUNDS} is over.").wait_for()

    director.get_by_role("button", name="End the tournament").click()
    director.get_by_role("dialog").get_by_role("button", name="End the tournament").click()
    points = ledger.points(wins=1)
    assert len(points) == 17 and sum(points.values()) == ROUNDS * 9, "eight pairings and a bye a round"
    wall.get_by_text("Final table after 3 rounds").wait_for()
    director.emulate_media(media="print")
    rows = director.locator(".final tbody tr").filter(visible=True)
    rows.nth(16).wait_for()
    printed = [row.inner_text().replace("½", ".5").split("\t") for row in rows.all()]
    table = {next(cell.strip() for cell in cells if cell.strip() in points):
             next(float(cell) for cell in cells[2:] if cell.strip()) for cells in printed}
    assert table == points
    met = [frozenset(both) for pairings in ledger.paired.values() for _, both in pairings if len(both) == 2]
    assert len(set(met)) == len(met) == ROUNDS * 8, "nobody meets twice"
    phone.get_by_text(re.compile(r"of 17")).first.wait_for()
    server.stop()
