"""Class lists as teachers have them: pasted, and saved by spreadsheets in several encodings."""

import pytest

from coprime.classroom.class_list_parser import LARGEST_LIST, read_class_list
from coprime.classroom.classroom import MOST_PUPILS, Classroom, LessonPlan
from coprime.classroom.joining import join_class
from coprime.classroom.login_secret import LoginSecret, make_login_secret
from coprime.classroom.pupil import Pupil
from coprime.classroom.question import Question
from coprime.core.errors import BadInput
from coprime.core.language_selection import use_language

PASTED = "Zoë\nNia 1\nNia 2\n\n  Bo \n"
GERMAN = "Nr;Name;Vorname\r\n1;Müller;Jörg\r\n2;Özdemir;Ayşe\r\n3;Weiß;Jörg\r\n"
JAPANESE = "番号,姓,名\r\n1,山田,花子\r\n2,鈴木,一郎\r\n"


def names_of(data, **more):
    return read_class_list(data, **more).names


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
@pytest.mark.parametrize(("text", "names"), [
    (PASTED, ["Zoë", "Nia 1", "Nia 2", "Bo"]), (GERMAN, ["Jörg M.", "Ayşe", "Jörg W."]),
    (JAPANESE, ["山田 花子", "鈴木 一郎"]),
], ids=["pasted", "german", "japanese"])
def test_the_same_names_in_every_encoding(text, names, encoding):
    assert names_of(text.encode(encoding)) == names


@pytest.mark.parametrize(("text", "encoding", "names"), [
    (JAPANESE, "cp932", ["山田 花子", "鈴木 一郎"]),
    ("氏名\n髙橋 涼\n", "cp932", ["髙橋 涼"]),
    ("Vorname\nJörg\nZoë\nBjörn\nÉlodie\nFrançois\n", "cp1252", ["Jörg", "Zoë", "Björn", "Élodie", "François"]),
    ("Hélène;Noël\nAndré;Çelik\n", "cp1252", ["Hélène", "André"]),
])
def test_what_windows_writes_without_asking(text, encoding, names):
    assert names_of(text.encode(encoding)) == names


@pytest.mark.parametrize("separator", [",", ";", "\t"])
def test_a_table_with_quotes_and_its_header(separator):
    rows = (("Class", "First name", "Surname"), ("6b", '"Ada, Augusta"', '"O""Neil; x"'), ("6b", "Bo", "Li"))
    found = read_class_list("\n".join(separator.join(row) for row in rows).encode())
    assert found.names == ["Ada, Augusta", "Bo"]
    assert (found.columns, found.has_header, found.left_out) == (2, True, [])


def test_two_columns_without_a_header_and_which_is_first():
    assert names_of(b"1,Ada,Lovelace\n2,Bo,Li\n") == ["Ada", "Bo"]
    assert names_of(b"Lovelace, Ada\nLi, Bo\n", family_first=True) == ["Ada", "Bo"]
    assert names_of("山田,花子\n".encode()) == ["山田 花子"]
    assert read_class_list("山田,花子\n".encode()).family_first
    assert names_of("花子,山田\n".encode(), family_first=False) == ["山田 花子"]


def test_as_much_of_a_family_name_as_tells_people_apart():
    assert names_of(b"Nia,Brown\nNia,Bridge\nNia,Stone\nNia,Stonehouse\nBo,Li\n") == [
        "Nia Bro.", "Nia Bri.", "Nia Stone", "Nia Stoneh.", "Bo"]


def test_a_line_that_is_left_out_says_why():
    found = read_class_list("Name\nNia 1\nNia 2\nｎｉａ　１\nA name that is far too long for a card\n".encode())
    assert found.names == ["Nia 1", "Nia 2"], "numbers tell people apart, width and case do not"
    assert [(one.line, one.why) for one in found.left_out] == [
        (4, "ｎｉａ １ stands there for the second time."), (5, "A name has one to 24 characters.")]
    many = read_class_list("\n".join(f"Pupil {i}" for i in range(MOST_PUPILS + 30)).encode())
    assert (len(many.names), len(many.left_out), many.more) == (MOST_PUPILS, 20, 10)
    assert "at most 100" in many.left_out[0].why


@pytest.mark.parametrize(("text", "names"), [
    ('"Ada\nBo\nCem\n', ['"Ada', "Bo", "Cem"]), ('Ada "the first"\nBo\n', ['Ada "the first"', "Bo"]),
    ("Ada\rBo\r", ["Ada", "Bo"]),
])
def test_a_stray_quotation_mark_swallows_nobody(text, names):
    assert names_of(text.encode()) == names


@pytest.mark.parametrize(("data", "sentence"), [
    (b"", "No name"), (b"\n , \n", "No name"), (b"PK\x03\x04....", "workbook"), (b"\x81", "cannot be read"),
    (b"x" * (LARGEST_LIST + 1), "at most 32 kB"), (b"\x00\x01\x02", "cannot be read"),
])
def test_what_is_no_list_is_refused_with_a_sentence(data, sentence):
    with pytest.raises(BadInput, match=sentence):
        read_class_list(data)


def test_in_japanese_a_file_of_windows_is_japanese():
    with use_language("ja"):
        assert names_of("田中A\n田中B\n".encode("cp932")) == ["田中A", "田中B"]


def test_whoever_takes_a_listed_name_is_approved_and_others_are_not():
    room = Classroom("6b", "teacher", LessonPlan("daifugo"))
    early, _ = join_class(room, "early", "bo", LoginSecret("owl"), 0)
    room.set_class_list(["Nia 1", "Nia 2", "Bo", "Dick"])
    assert early.approved and room.free_names() == ["Nia 1", "Nia 2", "Dick"]
    nia, _ = join_class(room, "key", "nia 2", LoginSecret("owl"), 0)
    assert (nia.name, nia.approved, room.free_names()) == ("Nia 2", True, ["Nia 1", "Dick"])
    assert join_class(room, "d", "Dick", LoginSecret("owl"), 0)[0].approved, "the filter is for what is typed"
    typed, _ = join_class(room, "t", "Nia", LoginSecret("owl"), 0)
    assert not typed.approved
    room.approval = False
    assert join_class(room, "u", "Ubi", LoginSecret("owl"), 0)[0].approved
    with pytest.raises(BadInput, match="twice"):
        room.set_class_list(["Ada", "ADA"])
    room.set_class_list([f"P {i}" for i in range(60)])
    assert room.places == 60


def test_a_renamed_pupil_keeps_seat_answer_and_word():
    room = Classroom("6b", "teacher", LessonPlan("daifugo"), salt="salt")
    word = make_login_secret("salt", "nia", "", "blue whale")
    nia, _ = join_class(room, "key", "nia", word, 0)
    join_class(room, "other", "Nia 2", LoginSecret("owl"), 0)
    room.question = Question(1, 7, {"nia": 0, "Nia 2": 1})
    room.set_class_list(["Nia 1"])
    with pytest.raises(BadInput, match="Somebody else"):
        room.rename_pupil(nia, "NIA 2")
    room.rename_pupil(nia, "nia 1")
    assert (nia.name, nia.approved, room.question.answers) == ("Nia 1", True, {"Nia 1": 0, "Nia 2": 1})
    again = make_login_secret("salt", nia.salted_name, "", "Blue Whale", nia.login_secret)
    assert join_class(room, "tablet", "Nia 1", again, 0) == (nia, "key")
    assert Pupil("old", "key", "owl").approved, "names of classes of older versions stay on the wall"
