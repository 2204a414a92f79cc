"""The trainer of a game over HTTP: its decks, their items, and what somebody has typed."""

from server_process import Person

import coprime
from coprime.core.registry import all_games


def test_the_shelf_and_the_rules_say_which_games_have_a_trainer(server):
    a = Person(server)
    told = {game["name"]: game["trainer"] for game in a.get("/api/games")["games"]}
    assert told == {name: game.trainer is not None for name, game in all_games().items()} and any(told.values())
    for name, has_trainer in told.items():
        assert a.get(f"/api/rules/{name}")["trainer"] == has_trainer
    assert not a.get("/api/rules/primepak")["trainer"]


def test_decks_and_their_items(server):
    a = Person(server)
    for name, game in all_games().items():
        if game.trainer is None:
            assert a.get(f"/api/trainers/{name}", status=404)["sentence"] == f"There is no trainer for {game.title}."
            continue
        trainer = a.get(f"/api/trainers/{name}")
        assert trainer["title"] == game.title and len(trainer["decks"]) == len(game.trainer.list_decks())
        for deck in trainer["decks"]:
            found = a.get(f"/api/trainers/{name}/{deck['name']}")
            assert [item["name"] for item in found["items"]] == deck["items"] and found["title"] == deck["title"]
            assert all(item["ask"] and item["title"] and item["explanation"] for item in found["items"])
            assert all(isinstance(number, int) for item in found["items"] for number in item["answers"])
        assert a.get(f"/api/trainers/{name}/chess", status=404)["sentence"] == "The trainer has no deck chess."
    assert "the games are" in a.get("/api/trainers/chess", status=400)["sentence"]


def test_own_items(server):
    a = Person(server)
    own = "/api/trainers/sosu_daifugo/own"
    assert coprime.game("sosu_daifugo").trainer.read_item is not None
    found = a.get(own, items="479,k82,974")["items"]
    assert [(item["title"], item["answers"]) for item in found] == [("4, 7, 9", [947, 479]), ("2, 8, K", [])]
    assert a.get(own)["items"] == []
    assert a.get(own, 400, items="479,X5")["sentence"] == "The trainer asks sets without jokers."
    assert len(a.get(own, items=",".join(["479"] * 150))["items"]) == 1


def test_a_position_that_a_device_has_kept_is_tried(server):
    a, path = Person(server), "/api/trainers/sosu_daifugo/positions"
    text = "hand=57A9 cards=4,11 turn=0 deck=20 win=57,A9"
    assert a.get("/api/trainers/sosu_daifugo")["positions"] is True
    asked = a.post(path, 200, position=text)
    assert asked["verdict"] == "asked" and asked["ask"] == "Find the sure win." and asked["scene"]["deck"] == 20
    assert [seat["cards"] for seat in asked["scene"]["seats"]] == [4, 11] and asked["seat"] == 0
    assert a.post(path, 200, position=text, acts=["play 5"])["verdict"] == "wrong"
    assert a.post(path, 200, position=text, acts=["play 57"])["ask"] == "You lead again. Leave no card."
    assert a.post(path, 200, position=text, done=["play 57"], acts=["play A9"])["verdict"] == "right"
    assert a.post(path, 200, position=text, how="answer")["acts"] == ["play 57", "play A9"]
    assert a.post(path, 200, position=text, done=["play 57"], how="hint")["acts"] == ["play A9"]
    assert a.post(path, 400, position="hand=9")["sentence"] == "This kept position cannot be read."
    assert "at most" in a.post(path, 400, position="9" * 3_000)["sentence"]
    assert "is not one" in a.post(path, 400, position=text.replace("57,A9", "57"))["sentence"]
    assert "no trainer" in a.post("/api/trainers/prime_climb/positions", 400, position=text)["sentence"]
