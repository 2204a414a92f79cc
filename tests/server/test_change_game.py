"""People who stay together at one table, over sockets, stored and opened again."""

from server_process import Person, ServerProcess

from coprime.core.record import load_record
from coprime.core.record_splitting import split_records


def test_a_table_changes_its_game_and_each_match_keeps_its_own(tmp_path):
    server = ServerProcess(tmp_path, quick=0.05).start()
    try:
        ada, bo = Person(server, "Ada"), Person(server, "Ada")
        code = ada.open(now=True, seats=2)
        page, other = ada.page(code), bo.page(code, watch=True)
        assert other.told["you"]["name"] == "Ada (2)", "told apart everywhere"
        page.send("chat", text="Another one?")
        assert other.say("game", name="prime_climb")["sentence"] == "Only the host can do that."
        assert page.say("game", name="prime_climb")["type"] == "done"
        told = other.wait("table", match=lambda m: m["table"]["game"] == "prime_climb")["table"]
        assert told["phase"] == "lobby" and told["announced"][0]["text"].startswith("Ada has changed the game")
        assert bo.get("/api/tables")["tables"][0]["game"] == "prime_climb"
        server.stop()
        server.start()
        page, other = ada.page(code), bo.page(code, watch=True)
        assert (page.told["game"], page.told["phase"], page.told["you"]["host"]) == ("prime_climb", "lobby", True)
        assert [line["text"] for line in other.got[0]["chat"]] == ["Another one?"]
        assert page.say("start")["type"] == "done"
        server.stop()
        server.start()
        assert ada.page(code).told["phase"] == "playing"
        games = [ada.get(f"/api/tables/{code}/record", match=match)["game"] for match in (0, 1)]
        assert games == ["prime_daifugo", "prime_climb"]
        together = ada.http.get(f"/api/tables/{code}/records")
        assert together.headers["content-type"].startswith("text/plain")
        assert [load_record(one.text).game for one in split_records(together.text)] == games
        refused = ada._answer(ada.http.post("/api/replays", content=together.text), 400)
        assert refused["sentence"] == "The file holds 2 records; here one at a time is read."
        assert ada.post(f"/api/tables/{code}/replay?match=0")["game"] == "prime_daifugo"
    finally:
        server.stop()
