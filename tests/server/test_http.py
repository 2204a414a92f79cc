"""The HTTP part, against a real server."""

import json
import re
import time
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace

import httpx
import pytest
from server_process import GENEROUS, Person, ServerProcess

import coprime
from coprime.core.rulebook_parser import load_pages
from coprime.server.app import api


def test_a_first_visit_gets_a_name_and_can_change_it(server):
    a = Person(server)
    assert a.name.split()[-1].isdigit() and a.get("/api/me") == {"name": a.name, "notice": "", "game": ""}
    assert a.post("/api/me", name="  Ada   L. ")["name"] == "Ada L."
    assert a.get("/api/me")["name"] == "Ada L."
    cookie = a.http.get("/api/me").headers["set-cookie"].lower()
    assert "httponly" in cookie and "samesite=lax" in cookie


def test_a_page_that_opens_learns_its_game_only_where_its_person_has_been_let_in(server):
    host, stranger = Person(server), Person(server)
    code = host.open("factor_rummy", now=True, seats=2)

    def told(person, table):
        return person.get("/api/me", table=table)["game"]
    assert [told(host, code), told(host, code.lower())] == ["factor_rummy"] * 2
    assert [told(stranger, code), told(host, "ABCDE"), told(host, "no-such"), told(host, "")] == [""] * 4


def test_names_that_are_refused(server):
    a = Person(server)
    for name in ("", "   ", "x" * 25, "a\x00b", "a‮b", "tab\u0007", 7, None, "a\u200bb"):
        answer = a.post("/api/me", status=400, name=name)
        assert answer["sentence"].startswith("A name")
    assert a.get("/api/me")["name"] == a.name


def test_a_server_holds_no_tournaments_unless_its_operator_says_so(server, tmp_path):
    assert Person(server).get("/api/games")["tournaments"] is False
    other = ServerProcess(tmp_path, limits={**GENEROUS, "tournaments": 1}).start()
    try:
        assert Person(other).get("/api/games")["tournaments"] is True
    finally:
        other.stop()


def test_the_shelf(server):
    games = Person(server).get("/api/games")["games"]
    assert len(games) >= 8 and games[0]["name"] == "prime_daifugo", "the first is what one plays now"
    assert {game["name"] for game in games} == set(coprime.all_games())
    for game in games:
        assert game["title"] and game["bots"] and game["bot"] in [bot["level"] for bot in game["bots"]]
        for option in game["options"]:
            assert {"name", "title", "help", "rule", "kind", "allowed", "values", "default"} <= set(option)
            for seats in range(game["seats"][0], game["seats"][1] + 1):
                assert str(seats) in option["default"]


def test_rules_by_number(server):
    a = Person(server)
    book = a.get("/api/rules/prime_daifugo")
    rules = [block for section in book["sections"] for block in section["blocks"] if block["kind"] == "rule"]
    assert {"PD-1", "PD-5"} <= {rule["number"] for rule in rules} and all(rule["text"] for rule in rules)
    assert book["options"] and book["books"]["UE"] == "/rules/daifugo/programs"
    assert not a.get("/api/rules/daifugo/programs")["options"] and not a.get("/api/rules/primepak")["options"]
    assert "the games are" in a.get("/api/rules/chess", status=400)["sentence"]
    for address in ("/rules/daifugo/chess", "/rules/primepak/chess"):
        assert a.get(f"/api{address}", status=404)["sentence"] == f"There is no page {address} in the rules."


def test_every_page_of_the_rules_is_sent(server):
    a = Person(server)
    for address, page in load_pages().items():
        sent = a.get(f"/api{address}")
        assert sent["title"] == page.title and len(sent["sections"]) == len(page.sections)


def test_a_table_opens_and_is_found_by_its_code(server):
    a, b = Person(server, "Ada"), Person(server, "Bo")
    code = a.open(seats=3)
    assert b.post("/api/join", code=f" {code[:2].lower()}-{code[2:].lower()}")["code"] == code
    assert a.get("/api/tables")["tables"][0]["code"] == code
    qr = a.get(f"/api/tables/{code}/qr")
    assert qr["url"].endswith(f"/t/{code}") and qr["path"].startswith("M")
    assert b.get(f"/api/tables/{code}/qr", status=404)["sentence"]


def test_tables_that_are_refused(server):
    a = Person(server)
    for body, word in (({"game": "chess"}, "no game"), ({"game": "prime_daifugo", "seats": 9}, "played by"),
                       ({"game": "prime_daifugo", "options": {"hand_limit": 5}}, "hand_limit"),
                       ({"game": "prime_daifugo", "options": {"nope": 5}}, "no option"),
                       ({"game": "prime_daifugo", "preset": "nope"}, "no preset"),
                       ({"game": "prime_daifugo", "bots": [None, {"level": "god"}]}, "no bot"),
                       ({"game": "prime_daifugo", "bots": [None, {"pace": "warp"}]}, "no pace"),
                       ({"game": "prime_daifugo", "names": ["a\x00"]}, "control"),
                       ({"game": "prime_daifugo", "names": ["a"] * 9}, "On one device"),
                       ({}, "the form that is expected"), ({"game": 3}, "the form that is expected")):
        answer = a.post("/api/tables", status=400, **body)
        assert word in answer["sentence"], answer


def test_a_replay_in_the_notation_of_its_players(server):
    a = Person(server, "Ada")
    golden = load_package_golden("sosu_daifugo", "won")
    replay = a._answer(a.http.post("/api/replays", content=golden), 201)
    assert replay["notated"]
    answer = a.http.get(f"/api/replays/{replay['id']}/notation")
    assert answer.headers["content-type"].startswith("text/plain") and ".txt" in answer.headers["content-disposition"]
    assert coprime.game("sosu_daifugo").records.is_notated(answer.text) and answer.text.rstrip().endswith("#")
    other = a._answer(a.http.post("/api/replays", content=load_package_golden("prime_daifugo", "won")), 201)
    assert not other["notated"]
    assert "no notation" in a.get(f"/api/replays/{other['id']}/notation", status=404)["sentence"]
    a.get("/api/replays/nothing/notation", status=404)


def load_package_golden(game, name):
    """Return the record of a golden game, without the line that says what it shows."""
    return (coprime.game(game).folder / "tests" / "golden" / f"{name}.txt").read_text().partition("\n")[2]


def test_play_now_the_record_and_its_replay(server):
    a = Person(server, "Ada")
    code = a.open(now=True, seats=2, bots=[None, {"pace": "quick"}])
    page = a.page(code)
    assert page.told["phase"] == "playing" and page.told["practice"]
    for _ in range(6):
        scene = page.wait("scene", match=lambda m: 0 in m["scene"]["turn"]) if 0 not in page.catch_up().scene[
            "scene"]["turn"] else page.scene
        page.act("pass", seen=scene["n"])
    page.catch_up()
    text = a.http.get(f"/api/tables/{code}/record").text
    assert json.loads(text)["players"][0] == "Ada"
    kept = a.post(f"/api/tables/{code}/replay")
    uploaded = a._answer(a.http.post("/api/replays", content=text), 201)
    last = len(uploaded["events"])
    # The bots may have played on meanwhile, to the end even: then it is told what was missed, too.
    told, meanwhile = ([{name: value for name, value in event.items() if name != "missed"} for event in one["events"]]
                       for one in (uploaded, kept))
    assert told == meanwhile[:last]
    assert uploaded["players"] == kept["players"]
    assert a.http.get(f"/api/replays/{uploaded['id']}/record").text == text, "what was loaded can be saved again"
    steps = a.get(f"/api/replays/{uploaded['id']}", seat=1, **{"from": 0, "to": last})["steps"]
    assert [step["step"] for step in steps] == list(range(last + 1)) and steps[0]["seat"] == 1
    watched = a.get(f"/api/replays/{uploaded['id']}", **{"from": 2, "to": 2})["steps"]
    assert len(watched) == 1 and watched[0]["seat"] == "watcher"
    assert "0 to" in a.get(f"/api/replays/{uploaded['id']}", status=400, **{"from": last + 1})["sentence"]
    assert "no such seat" in a.get(f"/api/replays/{uploaded['id']}", status=400, seat="x", **{"from": 0})["sentence"]
    again = a.post(f"/api/replays/{uploaded['id']}/whatif", step=3, seat=1)["code"]
    page = a.page(again)
    assert page.told["you"]["seats"] == [1] and page.told["practice"]
    page.close()


def test_damaged_records_name_the_line(server):
    a = Person(server, "Ada")
    code = a.open(now=True, seats=2)
    text = a.http.get(f"/api/tables/{code}/record").text
    lines = text.splitlines()
    for damaged in (text.replace("deal", "d\x00eal", 1)[:-4], "{}", "", "\n".join(lines[:-1]),
                    text.replace(lines[1], '["0", "dance", "00", ""]'), "[" * 100_000,
                    text.replace('["chance", "', '["chance", "9', 1), text.replace('"seats": 2', '"seats": 99')):
        answer = a._answer(a.http.post("/api/replays", content=damaged), 400)
        assert answer["sentence"].startswith("Line "), answer
    assert a._answer(a.http.post("/api/replays", content=text.encode() + b"\xff"), 400)["sentence"].startswith("Line ")
    large = a._answer(a.http.post("/api/replays", content=b"x" * 4_100_000), (400, 413))
    assert "at most" in large["sentence"]


def test_forged_and_missing_cookies(server):
    a = Person(server)
    value = a.http.cookies["coprime"]
    other = "A" if value[-9] != "A" else "B"           # of the last letter some bits say nothing
    for forged in (value[:-9] + other + value[-8:], "nonsense", "x" * 5000, ""):
        client = httpx.Client(base_url=server.url, cookies={"coprime": forged})
        answer = client.get("/api/tables")
        assert answer.status_code == 401 and answer.json()["sentence"]
        first = client.get("/api/me")
        assert first.status_code == 200 and first.json()["name"]
        assert bool(first.json()["notice"]) == bool(forged)
    assert a.get("/api/me")["name"] == a.name


def test_a_seat_is_carried_to_another_device(server):
    a, b = Person(server, "Ada"), Person(server, "Ada's phone")
    code = a.open(now=True, seats=2)
    page = a.page(code)
    link = a.post(f"/api/tables/{code}/carry")
    assert link["url"].endswith("/carry/" + link["token"])
    assert link["qr"]["url"] == link["url"] and link["qr"]["path"].startswith("M")
    assert b.post("/api/carry", token=link["token"])["code"] == code
    assert b.post("/api/carry", status=404, token=link["token"])["sentence"].startswith("This link")
    phone = b.page(code)
    assert phone.told["you"]["seats"] == [0] and phone.told["you"]["host"]
    assert page.wait("table", match=lambda m: not m["table"]["you"]["seats"])
    assert phone.told["seats"][0]["name"] == phone.told["you"]["name"] == "Ada", "the person has not been renamed"
    page.close(), phone.close()


def test_a_carried_seat_keeps_its_name_and_so_does_who_has_one_already(server):
    a, b = Person(server, "Ada"), Person(server, "Bo")
    code = a.open(seats=2)
    page, other = a.page(code), b.page(code)
    page.say("start")
    token = a.post(f"/api/tables/{code}/carry")["token"]
    assert b.post("/api/carry", token=token)["code"] == code
    told = other.wait("table", match=lambda m: len(m["table"]["you"]["seats"]) == 2)["table"]
    assert [seat["name"] for seat in told["seats"]] == ["Ada", "Bo"] and told["you"]["name"] == "Bo"
    page.close(), other.close()


def test_everything_about_a_person_is_forgotten(server):
    a, b = Person(server, "Ada"), Person(server, "Bo")
    code = a.open(seats=2)
    pages = [a.page(code), b.page(code)]
    pages[0].send("chat", text="my secret")
    pages[1].wait("chat")
    pages[0].say("start")
    assert a.http.delete("/api/me").status_code == 204
    assert a.http.cookies.get("coprime") is None
    told = pages[1].wait("table", match=lambda m: m["table"]["seats"][0]["kind"] == "bot")["table"]
    assert "Ada" not in json.dumps(told)
    pages[1].close()
    again = b.page(code)
    assert "Ada" not in json.dumps(again.got) and "my secret" not in json.dumps(again.got)
    again.close()


def test_other_origins_and_hosts_are_refused(server):
    a = Person(server)
    answer = a.http.post("/api/tables", json={"game": "prime_daifugo"}, headers={"origin": "http://evil.example"})
    assert answer.status_code == 403 and "another site" in answer.json()["sentence"]
    answer = a.http.get("/api/me", headers={"host": "evil.example"})
    assert answer.status_code == 403
    assert a.http.post("/api/tables", json={"game": "prime_daifugo"}, headers={"origin": server.url}).status_code == 201


def test_headers_and_unknown_paths(server):
    a = Person(server)
    page = a.http.get("/t/ABCDE")
    assert page.status_code in (200, 503)
    for answer in (page, a.http.get("/api/me"), a.http.get("/api/nothing"), a.http.get("/assets/nothing.js")):
        assert "default-src 'self'" in answer.headers["content-security-policy"]
        assert answer.headers["x-content-type-options"] == "nosniff"
    assert a.http.get("/api/nothing").status_code == 404 and a.http.get("/api/nothing").json()["sentence"]
    assert a.http.get("/assets/nothing.js").status_code == 404
    assert a.http.get("/../../etc/passwd").status_code in (200, 400, 404, 503)
    assert "root:" not in a.http.get("/%2e%2e/%2e%2e/%2e%2e/%2e%2e/etc/passwd").text


def test_the_openapi_document_tells_what_is_asked_and_answered(server):
    told = Person(server).get("/api/schema/openapi.json")
    assert told["info"]["version"] == coprime.__version__
    paths, schemas = told["paths"], told["components"]["schemas"]
    assert {"/api/me", "/api/games", "/api/tables", "/api/join", "/api/replays/{id}"} <= set(paths)
    operations = [operation for path in paths.values() for operation in path.values()]
    assert len(operations) == 119 and all(operation["description"] for operation in operations)
    assert len({(operation["operationId"], path) for path in paths for operation in paths[path].values()}) == 119
    asked = {one["name"]: one["in"] for one in paths["/api/replays/{id}"]["get"]["parameters"]}
    assert asked == {"id": "path", "seat": "query", "from": "query", "to": "query"}
    body = paths["/api/tables"]["post"]["requestBody"]["content"]["application/json"]["schema"]
    assert body == {"$ref": "#/components/schemas/NewTable"}
    assert schemas["NewTable"]["required"] == ["game"] and "class" in schemas["NewTable"]["properties"]
    answers = paths["/api/me"]
    assert answers["get"]["responses"]["200"]["content"]["application/json"]["schema"]["$ref"].endswith("/VisitorBody")
    assert "content" not in answers["delete"]["responses"]["204"]
    refused = answers["get"]["responses"]["default"]["content"]["application/json"]
    assert refused["schema"]["$ref"].endswith("/ErrorBody")
    text = json.dumps(told)
    assert {name.rpartition("/")[2] for name in re.findall(r'"(#/components/schemas/\w+)"', text)} <= set(schemas)


def test_a_method_that_is_not_taken_names_those_that_are(server):
    a = Person(server)
    answer = a.http.put("/api/tables")
    assert answer.status_code == 405 and "PUT" in answer.json()["sentence"]
    assert answer.headers["allow"] == "GET, OPTIONS, POST"
    asked = a.http.options("/api/me")
    assert asked.status_code == 204 and asked.headers["allow"] == "DELETE, GET, OPTIONS, POST" and not asked.content


def test_a_form_that_is_not_kept_names_its_place(server):
    a = Person(server)
    for body, why in ((b'{"game": 3}', "game: Expected `str`, got `int`"), (b"", "Input data was truncated"),
                      (b'{"game": "daifugo", "names": [1]}', "names[0]: Expected `str`, got `int`"),
                      (b'{"game": "\xff"}', "'utf-8' codec"), (b"{}", "Object missing required field `game`")):
        answer = a.http.post("/api/tables", content=body)
        assert answer.status_code == 400 and f"form that is expected: {why}" in answer.json()["sentence"]
    answer = a.http.get("/api/replays/x?from=y")
    assert answer.status_code == 400 and "from: Expected `int | null`" in answer.json()["sentence"]


def test_too_much(fresh):
    server = fresh(limits={"codes": [3, 0.01], "tables": [2, 0.01], "sockets": 2})
    a = Person(server)
    for _ in range(3):
        assert a.post("/api/join", status=404, code="AAAAA")["sentence"] == "There is no table AAAAA."
    assert a.post("/api/join", status=404, code="AAAAA"), "after a wait"
    a.open(), a.open()
    answer = a.http.post("/api/tables", json={"game": "prime_daifugo"})
    assert answer.status_code == 429 and int(answer.headers["retry-after"]) > 1 and "wait" in answer.json()["sentence"]
    assert "too often" in answer.json()["sentence"]
    big = a.http.post("/api/tables", json={"game": "x" * 100_000})
    assert big.status_code == 413 and "at most" in big.json()["sentence"]


def test_too_many_wrong_codes_shut_nobody_out(fresh):
    server = fresh(slow=6, limits={**GENEROUS, "codes": [3, 0.01], "anywhere": [5, 0.01]})
    a, b, c = Person(server, "Ada"), Person(server, "Bo"), Person(server, "Cy")
    code = a.open(seats=3)
    page = b.page(code)
    for _ in range(3):
        assert c.post("/api/join", status=404, code="AAAAA")

    def join_slowly(status, sought):
        begin = time.monotonic()
        answer = c.post("/api/join", status=status, code=sought)
        return answer.get("code"), time.monotonic() - begin
    with ThreadPoolExecutor(2) as pool:
        wrong, right = pool.submit(join_slowly, 404, "AAAAA"), pool.submit(join_slowly, 200, code)
        assert a.post("/api/join", code=code)["code"] == code
        page.close()
        page = b.page(code)
        assert page.told["you"]["seats"] == [1] and not wrong.done() and not right.done(), \
            "who sits at the table comes back at once"
        assert wrong.result()[1] > 5, "a wrong one waits as a right one does"
        found, seconds = right.result()
        assert found == code and seconds > 5, "guessing stays slow"
    third = c.page(code)
    assert third.told["you"]["seats"] == [2]
    link = a.post(f"/api/tables/{code}/carry")
    assert Person(server).post("/api/carry", token=link["token"])["code"] == code
    page.close(), third.close()


@pytest.mark.parametrize(("phase", "practice", "running", "last"), [
    ("over", False, True, 3), ("playing", True, True, 3), ("playing", False, True, 2), ("lobby", False, False, 3)])
def test_records_are_of_matches_that_have_ended_but_in_practice(phase, practice, running, last):
    table = SimpleNamespace(phase=phase, settings=SimpleNamespace(practice=practice), match_count=3,
                            history=[] if running else None)
    assert api._last_visible_match(table) == last
