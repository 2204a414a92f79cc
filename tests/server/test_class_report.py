"""What a class has done, as its teacher's sheets and tables tell it: at tables, and alone."""

import csv
import io

from test_classes import full, pupil, taught

from coprime.core.record import load_record
from coprime.core.record_splitting import split_records


def rows_of(teacher, code):
    """The rows of the table for spreadsheets, by pupil."""
    text = teacher.http.get(f"/api/classes/{code}/report.csv").content.decode("utf-8-sig")
    found = {}
    for name, *row in list(csv.reader(io.StringIO(text)))[1:]:
        found.setdefault(name, []).append(row)
    return found


def test_everybody_has_a_row_and_exercises_of_their_own(server):
    teacher, code, _ = full(server, 4)
    sheets = teacher.get(f"/api/classes/{code}/report")["pupils"]
    assert len({str(sheet["next"]) for sheet in sheets}) == 4, "exercises of their own"
    assert rows_of(teacher, code) == {sheet["name"]: [["nothing yet", "", "", "0"]] for sheet in sheets}


def test_lessons_and_puzzles_are_counted(server):
    teacher, code = taught(server, game="prime_climb", what="lessons")
    ada = pupil(server, code, "Ada")
    teacher.post(f"/api/classes/{code}/round")
    for done in (2, 3, 5):
        ada.post(f"/api/classes/{code}/doing", status=204, what="lessons", game="prime_climb", at="", done=done)
    teacher.post(f"/api/classes/{code}/end")
    (sheet,) = teacher.get(f"/api/classes/{code}/report")["pupils"]
    assert sheet["done"] == [{"what": "lessons", "game": "prime_climb", "title": "Prime Climb", "n": 3}]
    assert rows_of(teacher, code) == {"Ada": [["lessons", "Prime Climb", "", "3"]]}


def test_records_of_finished_rounds_are_one_file_for_the_teacher_alone(server):
    """What is still played is not among them: nobody sees a hand before the end."""
    teacher, code, pupils = full(server, 4, game="prime_daifugo")
    path = f"/api/classes/{code}/records"
    assert teacher.get(path, 409)["sentence"] == "The record is available after the end of the match."
    teacher.post(f"/api/classes/{code}/round")
    teacher.get(path, 409)
    teacher.post(f"/api/classes/{code}/end")
    teacher.post(f"/api/classes/{code}/round")
    text = teacher.http.get(path).text
    players = [set(load_record(one.text).players) for one in split_records(text)]
    assert len(players) == 2 and set.union(*players) >= {f"Pupil {letter}" for letter in "ABCD"}
    assert pupils[0].http.get(path).status_code == 403
