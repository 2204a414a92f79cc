"""Classes over HTTP and at their tables: coming in and back, rounds, late-comers, and being forgotten."""

import json
import sqlite3
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from itertools import combinations
from math import prod

import msgspec
import pytest
import sqlalchemy as sa
from server_process import GENEROUS, Person

from coprime.classroom.classroom import Classroom, ClassTable, LessonPlan, Round
from coprime.classroom.pupil import Pupil
from coprime.classroom.question import Question
from coprime.server.classes import lesson_plan
from coprime.server.request_error import RequestError
from coprime.server.store import schema
from coprime.server.store.erasure import forget_expired, forget_person


def taught(server, **plan):
    """A teacher with a class, and its code."""
    teacher = Person(server, "Ms Frost")
    code = teacher.post("/api/classes", name="Class 6b")["code"]
    if plan:
        teacher.post(f"/api/classes/{code}", plan=plan)
    return teacher, code


def pupil(server, code, name, picture="owl"):
    person = Person(server)
    told = person.post(f"/api/classes/{code}/pupils", name=name, picture=picture)
    assert told["role"] == "pupil" and told["pupil"] == name
    return person


def full(server, n, **plan):
    teacher, code = taught(server, **plan)
    return teacher, code, [pupil(server, code, f"Pupil {chr(65 + i)}") for i in range(n)]


def test_a_class_as_each_is_told_of_it(server):
    teacher, code = taught(server)
    ada = pupil(server, code, "Ada", "kite")
    stranger = Person(server)
    assert stranger.post("/api/join", code=code.lower())["phase"] == "class"
    to_stranger, to_pupil, to_teacher = (one.get(f"/api/classes/{code}") for one in (stranger, ada, teacher))
    assert to_stranger["role"] == "" and to_stranger["names"] == ["Ada"] and "pupils" not in to_stranger
    assert (to_stranger["approved"], to_stranger["listed"]) == ([], [])
    assert to_pupil["role"] == "pupil" and to_pupil["table"] == "" and not to_pupil["on"] and "pupils" not in to_pupil
    assert to_teacher["pupils"] == [{"name": "Ada", "picture": "kite", "word": False, "level": 2, "approved": False,
                                     "factors": "", "table": "", "doing": None, "called": 0}]
    assert [one["code"] for one in teacher.get("/api/classes")["classes"]] == [code]
    for told in (to_stranger, to_pupil, to_teacher):
        assert teacher.http.cookies["coprime"].split(".")[0] not in str(told)


def test_only_the_teacher_settles_and_begins(server):
    _, code = taught(server)
    ada = pupil(server, code, "Ada")
    for path in ("", "/round", "/end", "/known", "/list", "/list/preview", "/approved", "/renamed"):
        body = {"/known": {"name": "Ada"}, "/list": {"names": ["Bo"]},
                "/renamed": {"name": "Ada", "to": "Bo"}}.get(path, {})
        assert "Only the teacher" in ada.post(f"/api/classes/{code}{path}", status=403, **body)["sentence"]
    assert ada.http.delete(f"/api/classes/{code}").status_code == 403


def test_nothing_is_settled_that_cannot_be_played(server):
    teacher, code = taught(server)
    for plan, said in (({"game": "chess"}, "chess"), ({"what": "football"}, "lessons or its puzzles"),
                       ({"by": "height"}, "by chance"), ({"seats": 9}, "9"), ({"options": {"assist": "loud"}}, "loud"),
                       ({"levels": {"1": {"hand_limit": 5}}}, "hand_limit"), ({"seats": "many"}, "seats"),
                       ({"levels": {"4": {}}}, "1, 2 or 3"), ({"factor": 3}, "lengthened"), ({"deal": -1}, "deal")):
        assert said in teacher.post(f"/api/classes/{code}", status=(400, 404), plan=plan)["sentence"]
    assert teacher.post(f"/api/classes/{code}", status=400, days=0)["sentence"].startswith("A class is forgotten")
    assert teacher.get(f"/api/classes/{code}")["plan"]["game"] == "prime_daifugo"


def test_lessons_are_planned_of_games_that_have_some(monkeypatch):
    """Every game of the project has lessons; one that is installed beside them need not."""
    monkeypatch.setattr(lesson_plan, "has_course", lambda game: game.name == "daifugo")
    classroom = Classroom(name="Blue", teacher="", plan=LessonPlan("prime_daifugo"))
    for plan, what in (({"what": "puzzles"}, "puzzles"), ({"game": "daifugo", "what": "lessons"}, "lessons"),
                       ({"game": "prime_climb"}, "game")):
        lesson_plan.change_plan(plan)(classroom)
        assert classroom.plan.what == what
    with pytest.raises(RequestError, match="Prime Climb has no lessons yet"):
        lesson_plan.change_plan({"what": "lessons"})(classroom)
    assert classroom.plan.what == "game"


def test_names_are_filtered_unless_the_teacher_switches_it_off(server):
    teacher, code = taught(server)
    rude = Person(server)
    for name in ("Sh1t", "f u c k", "Fück", "Big Dick", "うんこ マン"):
        refused = rude.post(f"/api/classes/{code}/pupils", status=400, name=name, picture="owl")
        assert "another name" in refused["sentence"]
    for name in ("Akshita", "Grape", "Ignazio", "Dickens"):
        pupil(server, code, name)
    teacher.post(f"/api/classes/{code}", strict=False)
    pupil(server, code, "Big Dick")


def test_a_full_class_waits_for_the_word_of_its_teacher(server):
    teacher, code, people = full(server, 2)
    assert teacher.post(f"/api/classes/{code}", places=2)["places"] == 2
    assert "1 to 100" in teacher.post(f"/api/classes/{code}", status=400, places=101)["sentence"]
    teacher.post(f"/api/classes/{code}/round")
    late, later, last = (Person(server) for _ in range(3))
    for person, name in ((late, "Late"), (later, "Later"), (last, "Last")):
        told = person.post(f"/api/classes/{code}/pupils", name=name, picture="owl")
        assert (told["role"], told["pupil"]) == ("waiting", name)
        assert "names" not in told and "line" not in told
        assert person.get(f"/api/classes/{code}")["role"] == "waiting"
    assert "Only the teacher" in people[0].post(f"/api/classes/{code}/waiting", status=403)["sentence"]
    assert late.post(f"/api/classes/{code}/waiting", status=404), "who waits is no member"
    told = teacher.get(f"/api/classes/{code}")
    assert (told["waiting"], len(told["pupils"])) == (["Late", "Later", "Last"], 2)

    told = teacher.post(f"/api/classes/{code}/waiting", names=["Later"])
    assert (told["waiting"], len(told["pupils"]), told["places"]) == (["Late", "Last"], 3, 3)
    told = later.get(f"/api/classes/{code}")
    assert told["role"] == "pupil" and told["table"], "a round goes on, so there is a seat"
    assert last.http.delete("/api/me").status_code == 204
    assert teacher.get(f"/api/classes/{code}")["waiting"] == ["Late"]
    assert teacher.post(f"/api/classes/{code}/waiting", yes=False)["waiting"] == []
    assert late.get(f"/api/classes/{code}")["role"] == ""


def test_what_is_limited_is_asked_before_a_word_is_made_of_it(fresh):
    opened = fresh()
    teacher, code, _ = full(opened, 1)
    teacher.post(f"/api/classes/{code}", places=1, open=False)
    refused = Person(opened).post(f"/api/classes/{code}/pupils", status=400, name="Late", word="a")
    assert "closed the door" in refused["sentence"], "not that the word is too short"


def test_a_page_that_is_here_keeps_the_place_of_a_pupil_who_has_done_nothing_yet(server):
    teacher, code, people = full(server, 2)
    teacher.post(f"/api/classes/{code}", places=2)
    store = sqlite3.connect(f"{server.settings['data']}/coprime.db", timeout=60)
    (text,) = store.execute("SELECT kept FROM classes WHERE code = ?", (code,)).fetchone()
    aged = json.loads(text)
    for one in aged["pupils"]:
        one["seen"] -= 1000
    with store:
        store.execute("UPDATE classes SET kept = ? WHERE code = ?", (json.dumps(aged), code))
    store.close()
    people[1].get(f"/api/classes/{code}")
    assert Person(server).post(f"/api/classes/{code}/pupils", name="Next", picture="owl")["role"] == "pupil"
    assert [one["name"] for one in teacher.get(f"/api/classes/{code}")["pupils"]] == ["Pupil B", "Next"]


def test_the_door_can_be_closed_and_a_pupil_sent_out(server):
    teacher, code = taught(server)
    pupil(server, code, "Ada")
    teacher.post(f"/api/classes/{code}", open=False)
    assert "closed the door" in Person(server).post(
        f"/api/classes/{code}/pupils", status=400, name="Bo", picture="owl")["sentence"]
    assert teacher.post(f"/api/classes/{code}/known", name="Ada", gone=True)["pupils"] == []
    assert "nobody called" in teacher.post(f"/api/classes/{code}/known", status=400, name="Ada", level=1)["sentence"]


@pytest.mark.parametrize("names", [
    [f"Pupil {i}" for i in range(1, 31)], [f"{i}" for i in range(1, 31)], ["3-1", "3-2"], ["Max 1", "Max 2", "Max"],
], ids=lambda names: names[0])
def test_numbered_pupils_with_the_same_picture_are_different_people(server, names):
    teacher, code = taught(server)
    people = [pupil(server, code, name) for name in names]
    assert [one["name"] for one in teacher.get(f"/api/classes/{code}")["pupils"]] == names
    assert [person.get(f"/api/classes/{code}")["pupil"] for person in people] == names


def test_the_same_name_in_other_letters_leads_back_to_the_seat(server):
    teacher, code = taught(server)
    pupil(server, code, "Nia 1")
    for name in ("nia 1", "Ｎｉａ　１", " NIA  1 "):
        assert Person(server).post(f"/api/classes/{code}/pupils", name=name, picture="owl")["pupil"] == "Nia 1"
    assert len(teacher.get(f"/api/classes/{code}")["pupils"]) == 1


def test_somebody_else_at_the_same_device_is_somebody_else(server):
    teacher, code = taught(server)
    tablet = pupil(server, code, "Ada", "kite")
    first = tablet.http.cookies["coprime"]
    assert tablet.post("/api/me/other")["name"] and tablet.http.cookies["coprime"] != first
    assert tablet.get(f"/api/classes/{code}")["role"] == ""
    told = tablet.post(f"/api/classes/{code}/pupils", name="Bo", picture="owl")
    assert told["pupil"] == "Bo"
    assert tablet.http.delete("/api/me").status_code == 204
    assert [one["name"] for one in teacher.get(f"/api/classes/{code}")["pupils"]] == ["Ada"]
    assert Person(server).post(f"/api/classes/{code}/pupils", name="Ada", picture="kite")["pupil"] == "Ada"


@pytest.mark.parametrize(("pupils", "sizes"), [(1, [1]), (3, [3]), (4, [2, 2]), (7, [3, 2, 2]), (10, [3, 3, 2, 2])])
def test_a_round_seats_everybody_and_bots_the_rest(server, pupils, sizes):
    teacher, code, people = full(server, pupils)
    tables = teacher.post(f"/api/classes/{code}/round")["rounds"][-1]["tables"]
    assert sorted((len(table["seats"]) for table in tables), reverse=True) == sizes
    for person in people:
        told = person.get(f"/api/classes/{code}")
        page = person.page(told["table"])
        table = page.got[0]["table"]
        assert table["phase"] == "playing" and table["classroom"] == code and not table["talk"]
        assert [seat["name"] for seat in table["seats"] if seat["who"] == table["you"]["who"]] == [told["pupil"]]
        assert len(table["seats"]) == 3 and not table["you"]["host"]
        page.close()
    assert "goes on" in teacher.post(f"/api/classes/{code}/round", status=409)["sentence"]


def test_the_same_deal_at_all_tables_or_one_of_its_own(server):
    for same in (True, False):
        teacher, code, people = full(server, 6, same=same)
        teacher.post(f"/api/classes/{code}/round")
        hands = {}
        for person in people:
            page = person.page(person.get(f"/api/classes/{code}")["table"])
            scene = page.wait("scene")
            hands.setdefault(scene["seat"], []).append([card["text"] for card in scene["scene"]["hand"]])
            page.close()
        alike = [len({str(hand) for hand in of_seat}) == 1 for of_seat in hands.values()]
        assert all(alike) if same else not any(alike)


def test_by_level_the_levels_sit_together_with_options_of_their_own(server):
    teacher, code, _ = full(server, 6, by="level", levels={"1": {"assist": "clues"}})
    for name in "ABC":
        teacher.post(f"/api/classes/{code}/known", name=f"Pupil {name}", level=1)
    told = teacher.post(f"/api/classes/{code}/round")
    level = {one["name"]: one["level"] for one in told["pupils"]}
    for table in told["rounds"][-1]["tables"]:
        (of_table,) = {level[name] for name in table["seats"]}
        page = teacher.page(table["code"], watch=True)
        assert page.got[0]["table"]["options"]["assist"] == ("clues" if of_table == 1 else "none")
        page.close()


def test_by_hand_as_the_teacher_says(server):
    teacher, code, _ = full(server, 4, by="hand")
    for groups, said in (([["Pupil A", "Pupil A"]], "two groups"), ([["Nobody"]], "nobody called"),
                         ([], "at least one"), ([[f"Pupil {name}" for name in "ABCD"]], "1 to 3")):
        assert said in teacher.post(f"/api/classes/{code}/round", status=400, groups=groups)["sentence"]
    told = teacher.post(f"/api/classes/{code}/round", groups=[["Pupil D", "Pupil A"], ["Pupil C"]])
    assert [table["seats"] for table in told["rounds"][-1]["tables"]] == [{"Pupil D": 0, "Pupil A": 1}, {"Pupil C": 0}]


def test_who_comes_back_at_another_device_has_their_seat_again_by_their_picture_alone(server):
    teacher, code = taught(server)
    ada = pupil(server, code, "Ada", "kite")
    teacher.post(f"/api/classes/{code}/round")
    table = ada.get(f"/api/classes/{code}")["table"]
    page = ada.page(table)
    hand = page.wait("scene")["scene"]["hand"]
    page.close()
    again = Person(server)
    refused = again.post(f"/api/classes/{code}/pupils", status=403, name="ada", picture="owl")
    assert "another picture" in refused["sentence"]
    back = again.post(f"/api/classes/{code}/pupils", name="ada", picture="kite")
    assert back["pupil"] == "Ada" and back["table"] == table
    page = again.page(table)
    scene = page.wait("scene")
    assert scene["seat"] == 0 and scene["scene"]["hand"] == hand
    assert ada.get(f"/api/classes/{code}")["role"] == ""
    page.close()


def test_a_late_comer_gets_a_bots_seat_or_a_table_with_bots(server):
    teacher, code, _ = full(server, 2)
    (table,) = teacher.post(f"/api/classes/{code}/round")["rounds"][-1]["tables"]
    late = pupil(server, code, "Late")
    assert late.get(f"/api/classes/{code}")["table"] == table["code"]
    page = late.page(table["code"])
    seat = page.got[0]["table"]["seats"][2]
    assert page.got[0]["table"]["you"]["who"] in (seat["who"], seat["next"])
    page.close()
    later = pupil(server, code, "Later")
    other = later.get(f"/api/classes/{code}")["table"]
    assert other not in ("", table["code"])
    assert len(teacher.get(f"/api/classes/{code}")["rounds"][-1]["tables"]) == 2


def test_a_pupil_is_moved_to_another_table(server):
    teacher, code, people = full(server, 4)
    first, second = teacher.post(f"/api/classes/{code}/round")["rounds"][-1]["tables"]
    name = next(iter(first["seats"]))
    told = teacher.post(f"/api/classes/{code}/known", name=name, table=second["code"])
    assert next(one for one in told["pupils"] if one["name"] == name)["table"] == second["code"]
    mover = next(one for one in people if one.get(f"/api/classes/{code}")["pupil"] == name)
    page = mover.page(second["code"])
    you = page.got[0]["table"]["you"]["who"]
    assert any(you in (seat["who"], seat["next"]) for seat in page.got[0]["table"]["seats"])
    page.close()


def test_a_round_ends_for_all_and_the_next_one_begins(server):
    teacher, code, people = full(server, 3)
    teacher.post(f"/api/classes/{code}/round")
    page = people[0].page(people[0].get(f"/api/classes/{code}")["table"])
    told = teacher.post(f"/api/classes/{code}/end")
    assert not told["rounds"][-1]["on"] and {one["table"] for one in told["pupils"]} == {""}
    assert page.wait("error")["sentence"] == "Your teacher has ended the round."
    assert "No round" in teacher.post(f"/api/classes/{code}/end", status=409)["sentence"]
    assert len(teacher.post(f"/api/classes/{code}/round")["rounds"]) == 2


def test_what_was_practised_is_told_to_the_teacher_as_data_and_as_a_table(server):
    teacher, code, people = full(server, 2, seats=2)
    other = pupil(server, code, "=1+1")
    teacher.post(f"/api/classes/{code}/known", name="=1+1", gone=True)
    teacher.post(f"/api/classes/{code}/round")
    pages = [person.page(person.get(f"/api/classes/{code}")["table"]) for person in people]
    scenes = [page.wait("scene") for page in pages]
    turn = scenes[0]["scene"]["turn"][0]
    at = next(i for i, scene in enumerate(scenes) if scene["seat"] == turn)
    number = next(int(card["text"]) for card in scenes[at]["scene"]["hand"] if card["text"].isdecimal())
    assert pages[at].act(f"play {number}")["type"] == "done"
    prime = number > 1 and all(number % d for d in range(2, number))
    told = teacher.get(f"/api/classes/{code}/report")
    one, none = (next(row for row in told["pupils"] if row["name"] == f"Pupil {'AB'[i]}") for i in (at, 1 - at))
    (what,) = one["practised"]
    assert (what["kind"], what["number"], what["right"], what["n"]) == ("prime", number, prime, 1)
    assert one["of"] == 1 and one["right"] == prime and none["of"] == 0 and told["practised"] == [what]
    assert len(told["next"]) == 6 and all(row["n"] > 1 for row in told["next"])
    sheet = teacher.http.get(f"/api/classes/{code}/report.csv")
    lines = sheet.content.decode("utf-8-sig").splitlines()
    assert lines[0] == "Pupil,Practised,What,Right,Times" and len(lines) == 4
    assert lines[1 + at] == f"Pupil {'AB'[at]},moves,Prime Daifugo Lv. 0,,1"
    assert lines[2 + at] == f"Pupil {'AB'[at]},prime or not,{what['text']},{'yes' if prime else 'no'},1"
    for person in people:
        assert "Only the teacher" in person.get(f"/api/classes/{code}/report", status=403)["sentence"]
    other.get(f"/api/classes/{code}/report", status=404)


def asked_about_a_moment(teacher, code, people, moment, one, scene):
    question, position = f"/api/classes/{code}/question", f"/api/classes/{code}/position"
    people[0].get(position, status=404)
    for wrong, status in (({"step": 10_000}, 400), ({"step": 0}, 400), ({"match": 2}, 404), ({"table": "NONE1"}, 404)):
        assert teacher.post(question, status=status, moment=moment | wrong)["sentence"]
    assert "Only the teacher" in people[0].post(question, status=403, moment=moment)["sentence"]
    teacher.post(question, moment=moment)
    told = at(people[0], code)
    assert told["moment"]["name"] == one["name"] and told["number"] == 0 and "right" not in told
    choices = told["moment"]["choices"]
    assert 2 <= len(choices) <= 4 and one["text"] in choices
    assert at(teacher, code)["moment"] == told["moment"] and "right" not in at(teacher, code)
    seen = people[1].get(position)
    assert seen["seat"] == one["seat"] and seen["players"][one["seat"]] == one["name"] and seen["scene"] == scene
    assert teacher.get(position) == seen and "played" not in seen
    Person(teacher.server).get(position, status=404)
    assert "one of the answers" in people[0].post(f"/api/classes/{code}/answer", status=400, n=told["n"],
                                                  choice=len(choices))["sentence"]
    people[0].post(f"/api/classes/{code}/answer", status=204, n=told["n"], choice=0)
    teacher.post(question, shown=True)
    assert at(people[0], code)["right"] == choices.index(one["text"]) and at(teacher, code)["spread"] is None
    teacher.post(f"/api/classes/{code}/known", name=one["name"], gone=True)
    assert at(teacher, code) is None, "nobody is asked about who has gone"


def test_the_best_moments_of_a_round_are_there_when_it_has_ended(server):
    teacher, code, people = full(server, 2, seats=2, deal=7)
    table = teacher.post(f"/api/classes/{code}/round")["rounds"][-1]["tables"][0]
    pages = [person.page(person.get(f"/api/classes/{code}")["table"]) for person in people]
    scenes = [page.wait("scene") for page in pages]
    at = next(i for i, scene in enumerate(scenes) if scene["seat"] == scenes[0]["scene"]["turn"][0])
    name, seat = f"Pupil {'AB'[at]}", scenes[at]["seat"]
    numbers = [int(card["text"]) for card in scenes[at]["scene"]["hand"] if card["text"].isdecimal()]
    prime = next(n for n in numbers if n > 1 and all(n % d for d in range(2, n)))
    assert pages[at].act(f"play {prime}")["type"] == "done"
    path, played = f"/api/classes/{code}/moments", {"table": table["code"], "match": 1}
    report = f"/api/classes/{code}/report"
    assert teacher.get(report)["moments"] == []
    assert "still goes on" in teacher.post(path, status=404, **played)["sentence"]
    teacher.post(f"/api/classes/{code}/end")
    told = teacher.get(report)
    (one,) = told["moments"]
    assert one == {"n": 1, **played, "seat": seat, "name": name, "step": one["step"],
                   "text": f"{name} plays {prime}. Prime."}
    best = {row["name"]: row["best"] for row in told["pupils"]}
    assert best.pop(name)["figure"] == str(prime) and list(best.values()) == [None]
    kept = teacher.post(path, status=201, **played)["id"]
    looked = teacher.get(f"/api/replays/{kept}?seat={seat}&from={one['step'] - 1}&to={one['step']}")
    assert looked["players"][seat] == name and looked["events"][one["step"] - 1]["text"] == one["text"]
    assert teacher.post(path, status=404, table="NONE1", match=1)["sentence"]
    assert teacher.post(path, status=404, table=table["code"], match=2)["sentence"]
    at_step = one["step"] - 1
    (before,) = teacher.get(f"/api/replays/{kept}", seat=seat, **{"from": at_step, "to": at_step})["steps"]
    asked_about_a_moment(teacher, code, people, played | {"step": one["step"]}, one, before["scene"])
    for person in people:
        status = 403 if person.get(f"/api/classes/{code}")["role"] else 404     # one of them has gone
        assert person.get(report, status=status) and person.post(path, status=status, **played)
    own = people[at].post(f"/api/tables/{table['code']}/replay", status=(201, 404)).get("id", kept)
    assert teacher.http.delete(f"/api/classes/{code}").status_code == 204
    for one in (kept, own):
        teacher.get(f"/api/replays/{one}", status=404)


def test_lessons_and_puzzles_need_no_tables(server):
    teacher, code, people = full(server, 2, what="lessons", game="daifugo")
    assert teacher.post(f"/api/classes/{code}/round")["rounds"][-1]["tables"] == []
    told = people[0].get(f"/api/classes/{code}")
    assert told["plan"] == {"game": "daifugo", "title": "Daifugo", "what": "lessons"} and told["on"]
    teacher.post(f"/api/classes/{code}/end")
    assert not people[0].get(f"/api/classes/{code}")["on"]


def test_a_class_outlives_the_server(fresh):
    opened = fresh()
    teacher, code, people = full(opened, 2)
    teacher.post(f"/api/classes/{code}/round")
    table = people[0].get(f"/api/classes/{code}")["table"]
    opened.kill()
    opened.start()
    assert people[0].get(f"/api/classes/{code}")["table"] == table
    page = people[0].page(table)
    assert page.got[0]["table"]["phase"] == "playing"
    page.close()


def test_everything_of_a_class_is_forgotten(server):
    teacher, code, people = full(server, 3)
    (table,) = teacher.post(f"/api/classes/{code}/round")["rounds"][-1]["tables"]
    page = people[0].page(table["code"])
    page.act("pass")
    assert teacher.http.delete(f"/api/classes/{code}").status_code == 204
    assert teacher.get(f"/api/classes/{code}", status=404)["sentence"] == f"There is no class {code}."
    store = sqlite3.connect(f"file:{server.settings['data']}/coprime.db?mode=ro", uri=True)
    for part, which in (*((part, table["code"]) for part in ("tables", "events", "guests", "chat")), ("classes", code)):
        assert store.execute(f"SELECT count(*) FROM {part} WHERE code = ?", (which,)).fetchone() == (0,)


def test_pages_learn_without_waiting_that_their_class_is_gone(fresh):
    opened = fresh(limits={**GENEROUS, "codes": [1, 0.001]}, slow=60)   # more than a request of these tests waits
    teacher, code, people = full(opened, 3)
    teacher.post(f"/api/classes/{code}/round")
    stranger = Person(opened)
    assert all(person.get(f"/api/classes/{code}") for person in (*people, stranger))
    assert teacher.http.delete(f"/api/classes/{code}").status_code == 204
    for person in (teacher, *people, stranger):
        assert person.get(f"/api/classes/{code}", status=404)["sentence"] == f"There is no class {code}."


def kept(connection, code, touched, **fields):
    classroom = Classroom("6b", f"teacher {code}", LessonPlan("daifugo"), [Pupil("Ada", "ada", "owl")], **fields)
    classroom.rounds = [Round("daifugo", [ClassTable(f"T{code}", {"Ada": 0})])]
    connection.execute(sa.insert(schema.classes).values(code=code, teacher=classroom.teacher, touched=touched,
                                                        kept=msgspec.json.encode(classroom).decode()))
    connection.execute(sa.insert(schema.events).values(code=f"T{code}", n=1, match=1, seat="start", action="{}",
                                                       message=""))


def there(connection):
    return [*connection.execute(sa.select(schema.classes.c.code)).scalars()], [
        *connection.execute(sa.select(schema.events.c.code)).scalars()]


def test_a_class_is_forgotten_when_nobody_has_come_for_as_long_as_its_teacher_settled(connection):
    day, now = 86_400, 100 * 86_400
    kept(connection, "A", now - 3 * day, days=2)
    kept(connection, "B", now - 3 * day, days=4)
    forget_expired(connection, before=lambda seconds: now - seconds, purge=90 * day)
    assert there(connection) == (["B"], ["TB"])


def test_who_wants_to_be_forgotten_is_in_no_class(connection):
    kept(connection, "A", 1)
    kept(connection, "B", 1, question=Question(1, 97, {"Ada": 0}))
    forget_person(connection, "teacher A")
    assert there(connection) == (["B"], ["TB"])
    forget_person(connection, "ada")
    text = connection.execute(sa.select(schema.classes.c.kept)).scalar()
    assert "Ada" not in text and '"ada"' not in text and there(connection) == (["B"], ["TB"])


def test_thirty_come_at_once_and_each_is_there_once(server):
    from concurrent.futures import ThreadPoolExecutor

    teacher, code = taught(server)
    people = [Person(server) for _ in range(30)]
    with ThreadPoolExecutor(10) as threads:
        list(threads.map(lambda i: people[i].post(f"/api/classes/{code}/pupils", name=f"P {chr(65 + i % 26)}{i}x",
                                                  picture="moon"), range(30)))
    told = teacher.get(f"/api/classes/{code}")["pupils"]
    assert max(Counter(one["name"] for one in told).values()) == 1 and len(told) == 30


def test_the_teacher_is_told_of_every_option_and_the_rules_in_force_by_level(server):
    teacher, code = taught(server)
    plan = teacher.post(f"/api/classes/{code}", plan={"by": "level", "levels": {
        "1": {"assist": "clues"}, "3": {"assist": "none"}}})["plan"]
    assert plan["levels"] == {"1": {"assist": "clues"}}, "what a level has as everybody is no option of its own"
    declared = {one["name"] for one in next(
        game for game in teacher.get("/api/games")["games"] if game["name"] == plan["game"])["options"]}
    for level in "0123":
        assert set(plan["rules"][level]["options"]) == declared == {
            chip["option"] for chip in plan["rules"][level]["chips"]}
        assert plan["rules"][level]["warnings"] == []
        assert plan["rules"][level]["options"]["assist"] == ("clues" if level == "1" else "none")


def test_what_was_set_for_a_game_is_there_again_with_that_game(server):
    teacher, code, _ = full(server, 2, options={"assist": "clues"}, seats=2, factor=4, hints=False, deal=7)
    for _ in range(2):                          # kept for the next round
        told = teacher.post(f"/api/classes/{code}/round")
        assert told["rounds"][-1]["deal"] == 7
        page = teacher.page(told["rounds"][-1]["tables"][0]["code"], watch=True)
        table = page.got[0]["table"]
        assert table["options"]["assist"] == "clues" and table["clock"] == 4 and not table["hints"]
        assert len(table["seats"]) == 2
        page.close()
        teacher.post(f"/api/classes/{code}/end")
    other = teacher.post(f"/api/classes/{code}", plan={"game": "daifugo"})["plan"]
    assert other["options"] == {} and other["deal"] == 0 and other["factor"] == 4 and not other["hints"]
    back = teacher.post(f"/api/classes/{code}", plan={"game": "prime_daifugo"})["plan"]
    assert back["options"] == {"assist": "clues"} and back["seats"] == 2 and back["deal"] == 7


def test_options_of_a_level_are_for_those_who_were_put_together_on_purpose(server):
    for by, assist in (("chance", "none"), ("level", "clues"), ("hand", "clues")):
        teacher, code, _ = full(server, 2, by=by, levels={"2": {"assist": "clues"}})
        groups = [["Pupil A", "Pupil B"]] if by == "hand" else []
        (table,) = teacher.post(f"/api/classes/{code}/round", groups=groups)["rounds"][-1]["tables"]
        page = teacher.page(table["code"], watch=True)
        assert page.got[0]["table"]["options"]["assist"] == assist
        page.close()


def test_who_comes_late_is_put_with_their_level(server):
    teacher, code, _ = full(server, 4, by="level")
    for name in "AB":
        teacher.post(f"/api/classes/{code}/known", name=f"Pupil {name}", level=1)
    tables = teacher.post(f"/api/classes/{code}/round")["rounds"][-1]["tables"]
    late = pupil(server, code, "Late")                       # of level 2, as everybody is at first
    of = next(table for table in tables if table["code"] == late.get(f"/api/classes/{code}")["table"])
    assert of["level"] == 2


def test_how_many_factors_are_printed_is_told_to_that_pupil_alone(server):
    teacher, code, (ada, ben) = full(server, 2)
    told = teacher.post(f"/api/classes/{code}/known", name="Pupil A", factors="shown")
    assert [one["factors"] for one in told["pupils"]] == ["shown", ""]
    assert teacher.post(f"/api/classes/{code}/known", name="Pupil A", level=1)["pupils"][0]["factors"] == "shown"
    assert ada.get(f"/api/classes/{code}")["factors"] == "shown" and ben.get(f"/api/classes/{code}")["factors"] == ""
    assert "factors" not in Person(server).get(f"/api/classes/{code}")
    assert "Factors are" in teacher.post(f"/api/classes/{code}/known", status=400, name="Pupil A", factors="red")[
        "sentence"]


def test_where_there_are_no_tables_the_teacher_speaks_pauses_and_sees_who_does_what(server):
    teacher, code, (ada, ben) = full(server, 2, what="lessons", game="daifugo")
    teacher.post(f"/api/classes/{code}/round")
    teacher.post(f"/api/classes/{code}", line="  Find\nthe pair. ", paused=True)
    for person in (ada, ben):
        told = person.get(f"/api/classes/{code}")
        assert told["line"] == "Find the pair." and told["said"] == 1 and told["paused"]
    assert "line" not in Person(server).get(f"/api/classes/{code}")
    teacher.post(f"/api/classes/{code}", paused=False)
    assert not ada.get(f"/api/classes/{code}")["paused"] and ada.get(f"/api/classes/{code}")["line"] == "Find the pair."
    assert "at most 300" in teacher.post(f"/api/classes/{code}", status=400, line="x" * 301)["sentence"]

    ada.post(f"/api/classes/{code}/doing", status=204, what="lessons", game="daifugo", at="pairs", done=3)
    ben.post(f"/api/classes/{code}/doing", status=204, what="puzzles", game="daifugo")
    told = teacher.get(f"/api/classes/{code}")
    assert [one["doing"] for one in told["pupils"]] == [
        {"what": "lessons", "game": "daifugo", "at": "pairs", "done": 3, "minutes": 0},
        {"what": "puzzles", "game": "daifugo", "at": "", "done": 0, "minutes": 0}]
    assert "doing" not in str(ben.get(f"/api/classes/{code}"))
    for wrong in ({"what": "game"}, {"done": -1}, {"at": "x" * 61}, {"game": "chess"}):
        ada.post(f"/api/classes/{code}/doing", status=(400, 404), **{"what": "lessons", "game": "daifugo", **wrong})
    stranger = Person(server).post(f"/api/classes/{code}/doing", status=404, what="lessons", game="daifugo")
    assert "no class" in stranger["sentence"]
    teacher.post(f"/api/classes/{code}/end")
    told = teacher.get(f"/api/classes/{code}")
    assert told["line"] == "" and not told["paused"] and {one["doing"] for one in told["pupils"]} == {None}
    ada.post(f"/api/classes/{code}/doing", status=204, what="lessons", game="daifugo", at="pairs", done=3)
    told = teacher.get(f"/api/classes/{code}")
    assert {one["doing"] for one in told["pupils"]} == {None}, "after a round nobody looks"


def test_where_there_are_no_tables_a_pupil_calls_and_the_call_stands(fresh):
    opened = fresh()
    teacher, code, (ada, ben) = full(opened, 2, what="puzzles", game="daifugo")

    def calling():
        return [one["name"] for one in teacher.get(f"/api/classes/{code}")["pupils"] if one["called"]]

    def call(person, on, status=204):
        return person.post(f"/api/classes/{code}/call", status=status, on=on)

    call(ada, True)
    assert calling() == [], "before a round nobody looks"
    teacher.post(f"/api/classes/{code}/round")
    call(ada, True)
    since = teacher.get(f"/api/classes/{code}")["pupils"][0]["called"]
    assert abs(since - time.time()) < 60 and calling() == ["Pupil A"]
    assert ada.get(f"/api/classes/{code}")["calls"] and not ben.get(f"/api/classes/{code}")["calls"]
    assert "calls" not in Person(opened).get(f"/api/classes/{code}")
    opened.kill()
    opened.start()
    again = pupil(opened, code, "Pupil A")                      # at another device
    assert again.get(f"/api/classes/{code}")["calls"] and calling() == ["Pupil A"]
    call(again, True)
    assert teacher.get(f"/api/classes/{code}")["pupils"][0]["called"] == since, "who has waited is not put behind"
    call(again, False)
    assert calling() == []
    call(ben, True)
    assert "no class" in call(Person(opened), True, status=404)["sentence"]
    assert "Only the teacher" in again.post(f"/api/classes/{code}/known", status=403, name="Pupil B", heard=True)[
        "sentence"]
    teacher.post(f"/api/classes/{code}/known", name="Pupil B", heard=True)
    assert calling() == [] and not ben.get(f"/api/classes/{code}")["calls"]
    call(ben, True)
    teacher.post(f"/api/classes/{code}/end")
    assert calling() == [], "the round is over"
    teacher.post(f"/api/classes/{code}", plan={"what": "game"})
    teacher.post(f"/api/classes/{code}/round")
    call(ben, True)
    assert calling() == [], "a table has a call of its own"


def with_word(server, code, name, word, status=(200, 201)):
    person = Person(server)
    return person, person.post(f"/api/classes/{code}/pupils", status=status, name=name, word=word)


def test_a_word_brings_back_as_a_picture_does_and_nobody_can_read_it(server):
    teacher, code = taught(server)
    ada, _ = with_word(server, code, "Ada", "  Blue  Whale ")
    teacher.post(f"/api/classes/{code}/round")
    table = ada.get(f"/api/classes/{code}")["table"]
    (told,) = teacher.get(f"/api/classes/{code}")["pupils"]
    assert told["picture"] == "" and told["word"] is True
    refused = Person(server).post(f"/api/classes/{code}/pupils", status=403, name="Ada", picture="owl")
    assert "another picture or word" in refused["sentence"]
    with_word(server, code, "Ada", "grey whale", 403)
    _, back = with_word(server, code, "ada", "ＢＬＵＥ whale")
    assert back["pupil"] == "Ada" and back["table"] == table
    with_word(server, code, "Bo", "blue whale")
    connection = sqlite3.connect(f"file:{server.settings['data']}/coprime.db?mode=ro", uri=True)
    (kept_now,) = connection.execute("SELECT kept FROM classes WHERE code = ?", (code,)).fetchone()
    words = [one["word"] for one in json.loads(kept_now)["pupils"]]
    assert "whale" not in kept_now.casefold() and len(set(words)) == 2 and {len(word) for word in words} == {66}


@pytest.mark.parametrize(("way", "said"), [
    ({}, "a picture or a word"), ({"picture": "owl", "word": "whale"}, "a picture or a word"),
    ({"word": "ab"}, "3 to 24"), ({"word": "x" * 25}, "3 to 24"), ({"word": "a\u202eb c"}, "3 to 24"),
    ({"word": " ADA "}, "another word"),
    ({"picture": "cat"}, "one of the pictures")])
def test_what_is_no_way_back(server, way, said):
    _, code = taught(server)
    assert said in Person(server).post(f"/api/classes/{code}/pupils", status=400, name="Ada", **way)["sentence"]


def test_a_pupils_word_can_be_tried_a_few_times_even_all_at_once(fresh):
    opened = fresh(limits={**GENEROUS, "words": [5, 0.001], "bodies": [100, 100, 100]})
    _, code = taught(opened)
    with_word(opened, code, "Ada", "whale")
    people = [Person(opened) for _ in range(4)]
    with ThreadPoolExecutor(20) as pool:
        def tried(n):
            response = people[n % 4].http.post(f"/api/classes/{code}/pupils", json={"name": "Ada", "word": f"word {n}"})
            return response.status_code
        found = Counter(pool.map(tried, range(20)))
    assert found == {403: 5, 429: 15}
    with_word(opened, code, "Ada", "whale", 429)    # the right one is looked at no sooner
    with_word(opened, code, "Bo", "shark")
    with_word(opened, code, "Bo", "shark")          # others come back, and what was right does not count


def test_wrong_words_are_slowed_down_as_wrong_codes_are(fresh):
    opened = fresh(limits={**GENEROUS, "codes": [2, 0.001]}, slow=0.2)
    _, code = taught(opened)
    with_word(opened, code, "Ada", "whale")
    for word in ("whales", "shark"):
        with_word(opened, code, "Ada", word, 403)
    for word, status in (("seal", 403), ("whale", 200)):
        begin = time.monotonic()
        with_word(opened, code, "Ada", word, status)
        assert time.monotonic() - begin > 0.2


@pytest.mark.parametrize("path", ["", "/position", "/report", "/report.csv"])
def test_a_right_code_of_a_class_is_answered_no_sooner_than_a_wrong_one(fresh, path):
    opened = fresh(limits={**GENEROUS, "codes": [3, 0.001]}, slow=0.2)
    teacher, code = taught(opened)
    stranger = Person(opened)
    for n in range(3):                              # counted at every address where a code is looked up
        stranger.get(f"/api/classes/{'A' * 7}{n + 2}{path}", 404)

    def status_after_waiting(sought):
        begin = time.monotonic()
        response = stranger.http.get(f"/api/classes/{sought}{path}")
        assert time.monotonic() - begin > 0.2
        begin = time.monotonic()
        stranger.http.post("/api/join", json={"code": sought})
        assert time.monotonic() - begin > 0.2
        return response.status_code
    with ThreadPoolExecutor(2) as pool:
        found = list(pool.map(status_after_waiting, (code, "A" * 8)))
    assert found == [200 if path == "" else 404, 404]
    assert teacher.get(f"/api/classes/{code}")["role"] == "teacher"


def test_the_code_of_a_class_is_long_and_older_ones_are_still_taken(server):
    _, code = taught(server)
    assert len(code) == 8
    connection = sqlite3.connect(f"{server.settings['data']}/coprime.db", timeout=60)
    with connection:
        connection.execute("UPDATE classes SET code = 'ABCDE' WHERE code = ?", (code,))
    connection.close()
    assert Person(server).get("/api/classes/abcde")["role"] == ""
    assert Person(server).post("/api/join", code=f"{code[:4]} {code[4:]}", status=404)


def test_a_word_that_was_forgotten_is_chosen_anew(server):
    teacher, code = taught(server)
    with_word(server, code, "Ada", "whale")
    teacher.post(f"/api/classes/{code}/round")
    told = teacher.post(f"/api/classes/{code}/known", name="Ada", anew=True)["pupils"][0]
    assert told["picture"] == "" and told["word"] is False and told["table"]
    back = pupil(server, code, "Ada", "moon")
    assert back.get(f"/api/classes/{code}")["table"] == told["table"]
    with_word(server, code, "Ada", "whale", 403)


def at(person, code):
    return person.get(f"/api/classes/{code}")["question"]


def test_everybody_is_asked_whether_a_number_is_prime(server):
    teacher, code, (ada, ben, cem, dan) = full(server, 4)

    def ask(status=200, **what):
        return teacher.post(f"/api/classes/{code}/question", status=status, **what)

    def say(person, n, choice, status=204):
        return person.post(f"/api/classes/{code}/answer", status=status, n=n, choice=choice)

    say(ada, 1, 0, status=409)
    assert at(teacher, code) is None and at(ada, code) is None
    for number in (1, -7, 1_000_000):
        assert "from 2 to 999999" in ask(status=400, number=number)["sentence"]
    assert "Only the teacher" in ada.post(f"/api/classes/{code}/question", status=403, number=7)["sentence"]
    ask(number=8173)
    assert at(ada, code) == {"n": 1, "number": 8173, "mine": None, "shown": False, "moment": None}, "no answer"
    say(ada, 1, 0)
    say(ben, 1, 0)
    say(ben, 1, 1)
    assert at(ben, code)["mine"] == 1
    assert at(teacher, code) == {"n": 1, "number": 8173, "answered": 2, "shown": False, "moment": None}, \
        "not how, before it is shown"
    assert "Ada" not in str(at(teacher, code))
    say(Person(server), 1, 0, status=404)
    assert "not asked any more" in say(cem, 2, 0, status=409)["sentence"]
    for choice in (-1, 2):
        assert "one of the answers" in say(cem, 1, choice, status=400)["sentence"]
    say(cem, 1, 1)
    ask(shown=True)
    assert at(teacher, code) == {"n": 1, "number": 8173, "answered": 3, "shown": True, "right": 1,
                                 "factors": [11, 743], "spread": [1, 2], "fewest": 3, "moment": None}
    assert at(dan, code) == {"n": 1, "number": 8173, "mine": None, "shown": True, "right": 1, "factors": [11, 743],
                             "moment": None}
    say(dan, 1, 1, status=409)
    teacher.post(f"/api/classes/{code}/known", name="Pupil B", gone=True)
    assert at(teacher, code)["spread"] is None, "of two, each would know what the other said"
    ask()
    assert at(ada, code) is None
    ask(number=97)
    assert at(ada, code)["n"] == 2
    teacher.post(f"/api/classes/{code}/round")
    assert at(teacher, code) is None, "a round ends it"


@pytest.mark.parametrize("plan", [{}, {"what": "lessons", "game": "daifugo"}])
def test_everybody_is_asked_in_the_middle_of_a_round(fresh, plan):
    opened = fresh()
    teacher, code, people = full(opened, 3, **plan)
    teacher.post(f"/api/classes/{code}/round")
    teacher.post(f"/api/classes/{code}/question", number=91)
    for person in people[:2]:
        person.post(f"/api/classes/{code}/answer", status=204, n=1, choice=1)
    teacher.post(f"/api/classes/{code}/question", shown=True)
    assert at(teacher, code)["right"] == 1 and at(teacher, code)["spread"] is None, "of two nothing is told"
    teacher.post(f"/api/classes/{code}/question", number=89)
    for person in people:
        person.post(f"/api/classes/{code}/answer", status=204, n=2, choice=0)
    opened.kill()
    opened.start()
    teacher.post(f"/api/classes/{code}/end")
    assert at(teacher, code)["answered"] == 3 and at(people[0], code)["mine"] == 0, "a round that ends leaves it"
    teacher.post(f"/api/classes/{code}/question", shown=True)
    assert at(teacher, code)["spread"] == [3, 0]


TEACHERS = {"game": "prime_challenge", "seats": 3, "options": {"level": 1, "dealer": "teacher"}}


def desks(teacher, tables):
    """Who sits in the first seat of each table."""
    found = []
    for table in tables:
        page = teacher.page(table["code"], watch=True)
        found.append(page.got[0]["table"]["seats"][0])
        page.close()
    return found


def test_the_teacher_has_the_seat_that_the_rules_give_to_one_and_pupils_the_others(server):
    teacher, code, people = full(server, 5, **TEACHERS)
    assert teacher.get(f"/api/classes/{code}")["plan"]["desk"] is True
    tables = teacher.post(f"/api/classes/{code}/round")["rounds"][-1]["tables"]
    assert sorted(len(one["seats"]) for one in tables) == [1, 2, 2]
    assert {seat for one in tables for seat in one["seats"].values()} == {1, 2}
    late = pupil(server, code, "Late")
    later = pupil(server, code, "Later")                         # a table of their own
    tables = teacher.get(f"/api/classes/{code}")["rounds"][-1]["tables"]
    assert [len(one["seats"]) for one in tables[3:]] == [1] and min(
        seat for one in tables for seat in one["seats"].values()) == 1
    assert {(one["kind"], one["name"]) for one in desks(teacher, tables)} == {("person", "Ms Frost")}
    for person in (*people, late, later):
        told = person.get(f"/api/classes/{code}")
        page = person.page(told["table"])
        assert page.got[0]["table"]["seats"][0]["name"] == "Ms Frost" and page.got[0]["table"]["teaching"] is None
        page.close()
    other = teacher.post(f"/api/classes/{code}", plan={"options": {"dealer": "program"}})["plan"]
    assert other["desk"] is False


def test_the_teacher_leaves_the_seat_to_bots_at_all_tables_and_takes_it_again(server):
    teacher, code, people = full(server, 3, **TEACHERS, seated=False)
    tables = teacher.post(f"/api/classes/{code}/round")["rounds"][-1]["tables"]
    assert [one["kind"] for one in desks(teacher, tables)] == ["bot", "bot"]
    for seated, kind in ((True, "person"), (True, "person"), (False, "bot"), (True, "person")):
        assert teacher.post(f"/api/classes/{code}", plan={"seated": seated})["plan"]["seated"] is seated
        assert [one["kind"] for one in desks(teacher, tables)] == [kind, kind]
    assert "Only the teacher" in people[0].post(f"/api/classes/{code}", status=403, plan={"seated": False})["sentence"]
    teacher.post(f"/api/classes/{code}/end")
    assert teacher.post(f"/api/classes/{code}", plan={"seated": False})["plan"]["seated"] is False


def test_a_game_without_a_seat_for_a_teacher_knows_of_none(server):
    teacher, code, _ = full(server, 2)
    tables = teacher.post(f"/api/classes/{code}/round")["rounds"][-1]["tables"]
    told = teacher.post(f"/api/classes/{code}", plan={"seated": False})["plan"]
    assert told["desk"] is False
    teacher.post(f"/api/classes/{code}", plan={"seated": True})
    assert [one["name"][:5] for one in desks(teacher, tables)] == ["Pupil"]


def test_a_table_of_the_teacher_outlives_the_server_and_their_page(fresh):
    opened = fresh()
    teacher, code, people = full(opened, 2, **TEACHERS)
    (table,) = teacher.post(f"/api/classes/{code}/round")["rounds"][-1]["tables"]
    opened.kill()
    opened.start()
    pages = [person.page(table["code"]) for person in people]       # and no page of the teacher
    pages.sort(key=lambda page: page.got[0]["table"]["you"]["seats"])
    scene = pages[0].wait("scene")["scene"]
    assert scene["seats"][0]["out"] and pages[0].got[0]["table"]["seats"][0]["name"] == "Ms Frost"
    (turn,) = scene["turn"]
    player, other = pages[turn - 1], pages[2 - turn]
    places = [one["place"] for one in scene["main"][:2]]
    assert player.act(f"take {places[0]} {places[1]}")["type"] == "done"
    assert other.act("wait")["type"] == "done"
    settled = other.wait("scene", match=lambda message: not message["scene"]["open"])
    assert settled["scene"]["seats"][turn]["cards"] == 2, "the teacher is not waited for"
    for page in pages:
        page.close()


def takes_a_set(page):
    """Whoever is to move takes the first set that lies there."""
    scene = page.wait("scene", match=lambda message: message["scene"].get("picking"))["scene"]
    cards = [(int(one["face"]["figure"]), one["place"]) for one in scene["main"]
             if one["face"] and not one["face"].get("wild")]
    groups = (group for n in (2, 3) for group in combinations(cards, n))
    group, answer = next((group, place) for group in groups for number, place in cards
                         if number == prod(number for number, _ in group) and place not in dict(map(reversed, group)))
    assert page.act(f"take {' '.join([answer, *(place for _, place in group)])}")["type"] == "done"
    assert page.act("done")["type"] == "done"


def test_what_the_teacher_played_is_no_moment_of_the_class(server):
    teacher, code, (ada,) = full(server, 1, game="prime_challenge", seats=2, deal=3, options={
        "level": 1, "dealer": "teacher", "teacher_plays": "on", "referee": "program", "overlook": "off"})
    (table,) = teacher.post(f"/api/classes/{code}/round")["rounds"][-1]["tables"]
    page, own = ada.page(table["code"]), teacher.page(table["code"], watch=True)
    assert own.say("watch", seat=0)["type"] == "done"
    takes_a_set(page)
    takes_a_set(own)
    teacher.post(f"/api/classes/{code}/end")
    moments = teacher.get(f"/api/classes/{code}/report")["moments"]
    assert [one["name"] for one in moments] == ["Pupil A"]


def test_the_tables_of_a_class_are_for_the_class_alone(server):
    teacher, code, (ada, ben) = full(server, 2)
    table = teacher.post(f"/api/classes/{code}/round")["rounds"][0]["tables"][0]["code"]
    stranger = Person(server)
    wrong = stranger.post("/api/join", status=404, code="22222")["sentence"]
    assert stranger.post("/api/join", status=404, code=table)["sentence"] == wrong.replace("22222", table)
    page = stranger.page(table, hello=False)
    assert page.hear()["fatal"] and page.hear() is None and page.closed == 4404
    for one in (teacher, ada, ben, pupil(server, code, "Late")):
        assert one.page(table, watch=True).told["code"] == table
