"""The names of a class over HTTP: its list, approving and renaming."""

from server_process import Person
from test_classes import full, pupil, taught


def previews(teacher, code, data, status=200, query=""):
    answer = teacher.http.post(f"/api/classes/{code}/list/preview{query}", content=data)
    assert answer.status_code == status, answer.text
    return answer.json()


def test_a_class_list_is_looked_at_first_and_then_pupils_choose_from_it(server):
    teacher, code = taught(server)
    seen = previews(teacher, code, "Name;Vorname\n1;Jörg\n2;Jörg\n2;jörg\n".encode("utf-16"))
    assert seen["names"] == ["Jörg 1", "Jörg 2"] and seen["columns"] == 2 and seen["has_header"]
    assert [one["line"] for one in seen["left_out"]] == [4]
    assert previews(teacher, code, b"Li, Bo\n", query="?family=1")["names"] == ["Bo"]
    assert "at most 32 kB" in previews(teacher, code, b"x" * 40_000, 400)["sentence"]
    assert previews(teacher, code, b"x" * 100_000, 413)["sentence"]
    assert teacher.get(f"/api/classes/{code}")["listed"] == [], "nothing was stored"

    told = teacher.post(f"/api/classes/{code}/list", names=seen["names"])
    assert (told["listed"], told["free"]) == (["Jörg 1", "Jörg 2"],) * 2
    assert Person(server).get(f"/api/classes/{code}")["listed"] == ["Jörg 1", "Jörg 2"]
    pupil(server, code, "Jörg 2")
    pupil(server, code, "Else")
    told = teacher.get(f"/api/classes/{code}")
    assert told["free"] == ["Jörg 1"]
    assert [(one["name"], one["approved"]) for one in told["pupils"]] == [("Jörg 2", True), ("Else", False)]
    stranger = Person(server).get(f"/api/classes/{code}")
    assert (stranger["names"], stranger["approved"], stranger["listed"]) == (["Jörg 2", "Else"], ["Jörg 2"], ["Jörg 1"])
    teacher.post(f"/api/classes/{code}", open=False)
    assert Person(server).get(f"/api/classes/{code}")["listed"] == [], "behind a closed door nobody new comes in"


def test_typed_names_wait_for_the_teacher_unless_they_say_otherwise(server):
    teacher, code, _ = full(server, 3)
    told = teacher.post(f"/api/classes/{code}/approved", names=["Pupil B"])
    assert [one["approved"] for one in told["pupils"]] == [False, True, False]
    assert all(one["approved"] for one in teacher.post(f"/api/classes/{code}/approved")["pupils"])
    assert not teacher.post(f"/api/classes/{code}", approval=False)["approval"]
    pupil(server, code, "Late")
    assert teacher.get(f"/api/classes/{code}")["pupils"][-1]["approved"]


def test_a_pupil_is_renamed_in_the_class_at_the_table_and_in_what_was_played(server):
    teacher, code, (first, _) = full(server, 2)
    table = teacher.post(f"/api/classes/{code}/round")["rounds"][-1]["tables"][0]
    told = teacher.post(f"/api/classes/{code}/renamed", name="Pupil A", to="Ada")
    assert (told["pupils"][0]["name"], told["pupils"][0]["approved"]) == ("Ada", True)
    assert set(told["rounds"][-1]["tables"][0]["seats"]) == {"Ada", "Pupil B"}
    page = first.page(table["code"])
    assert "Ada" in [seat["name"] for seat in page.got[0]["table"]["seats"]]
    page.close()
    assert first.get(f"/api/classes/{code}")["pupil"] == "Ada"
    refused = teacher.post(f"/api/classes/{code}/renamed", status=400, name="Pupil B", to="ADA")
    assert "Somebody else" in refused["sentence"]
    teacher.post(f"/api/classes/{code}/end")
    assert [one["name"] for one in teacher.get(f"/api/classes/{code}/report")["pupils"]] == ["Ada", "Pupil B"]
    assert Person(server).post(f"/api/classes/{code}/pupils", name="ada", picture="owl")["pupil"] == "Ada"


def test_whoever_is_forgotten_is_on_no_list_any_more(server):
    teacher, code = taught(server)
    teacher.post(f"/api/classes/{code}/list", names=["Ada", "Bo"])
    ada = pupil(server, code, "Ada")
    assert ada.http.delete("/api/me").status_code == 204
    told = teacher.get(f"/api/classes/{code}")
    assert (told["listed"], told["pupils"]) == (["Bo"], [])
