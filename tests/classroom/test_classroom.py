"""Who plays with whom, who may come in, and what a report counts."""

import hashlib
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from coprime.classroom.classroom import (
    DEFAULT_PLACES,
    MOST_PUPILS,
    Classroom,
    ClassTable,
    LessonPlan,
    Round,
)
from coprime.classroom.joining import GONE_SECONDS, MOST_WAITING, check_newcomer, join_class
from coprime.classroom.login_secret import SCRYPT_COST, LoginSecret, make_login_secret
from coprime.classroom.pupil import Pupil, SoloActivity
from coprime.classroom.report import guests_by_event, practice_item_counts, suggest_numbers
from coprime.classroom.seating import assign_tables
from coprime.core.errors import BadInput, Refused
from coprime.core.practice_item import PracticeItem
from coprime.table.ports import JournalRow

NOW = 1_700_000_000


def pupils(levels):
    return [Pupil(f"P{i}", f"key {i}", "owl", level) for i, level in enumerate(levels)]


@given(st.lists(st.sampled_from((1, 2, 3)), min_size=1, max_size=MOST_PUPILS), st.integers(1, 6),
       st.sampled_from(("chance", "level")), st.integers(0, 9))
def test_everybody_sits_once_at_as_few_tables_as_hold_them_and_as_evenly_as_can_be(levels, seats, by, seed):
    class_ = pupils(levels)
    tables = assign_tables(class_, seats, by, [], seed)
    assert Counter(name for table in tables for name in table) == Counter(pupil.name for pupil in class_)
    assert len(tables) == -(-len(class_) // seats)
    sizes = [len(table) for table in tables]
    assert max(sizes) - min(sizes) <= 1 and max(sizes) <= seats
    if by == "level":
        level = {pupil.name: pupil.level for pupil in class_}
        order = [level[name] for table in tables for name in table]
        assert order == sorted(order)


def test_chance_puts_others_together_the_next_time():
    assert len({str(assign_tables(pupils([2] * 12), 3, "chance", [], seed)) for seed in range(8)}) == 8


def filled(n, now, places=DEFAULT_PLACES):
    """A class to which so many have come one after the other."""
    room = Classroom("6b", "teacher", LessonPlan("daifugo"), places=places)
    for i in range(n):
        join_class(room, f"key {i}", f"Pupil {i}", LoginSecret("owl"), now)
    return room


def test_a_full_class_grows_on_the_word_of_its_teacher():
    room = filled(DEFAULT_PLACES, NOW)
    with pytest.raises(Refused, match="another picture"):
        join_class(room, "somebody", "Pupil 0", LoginSecret("kite"), NOW)
    assert join_class(room, "somebody", "Pupil 0", LoginSecret("owl"), NOW)[1] == "key 0"
    late, before = join_class(room, "late", "Late", LoginSecret("owl"), NOW)
    assert (before, room.find_pupil("late"), room.find_waiting_pupil("late")) == ("", None, late)
    with pytest.raises(Refused, match="another picture"):
        join_class(room, "else", "LATE", LoginSecret("kite"), NOW)
    assert join_class(room, "tablet", "late", LoginSecret("owl"), NOW) == (late, "")
    assert room.find_waiting_pupil("tablet") is late
    join_class(room, "tablet", "Other", LoginSecret("owl"), NOW)
    assert [one.name for one in room.waiting] == ["Other"], "one person waits once"
    room.admit_pupil("Other", NOW)
    assert room.find_pupil("tablet").name == "Other" and room.places == DEFAULT_PLACES + 1 and not room.waiting
    assert join_class(room, "next", "Next", LoginSecret("owl"), NOW)[0] in room.waiting
    with pytest.raises(BadInput, match="nobody called"):
        room.admit_pupil("Other", NOW)


def test_as_many_wait_as_there_is_room_for_and_a_class_has_an_end():
    room = filled(DEFAULT_PLACES + MOST_WAITING, NOW)
    assert (len(room.pupils), len(room.waiting)) == (DEFAULT_PLACES, MOST_WAITING)
    with pytest.raises(BadInput, match="60 people wait"):
        join_class(room, "late", "Late", LoginSecret("owl"), NOW)
    late, _ = join_class(room, "late", "Late", LoginSecret("owl"), NOW + GONE_SECONDS + 1)
    assert room.pupils[-1] is late, "those who have gone make room"
    room = filled(MOST_PUPILS + 1, NOW, places=MOST_PUPILS)
    with pytest.raises(BadInput, match=f"at most {MOST_PUPILS}"):
        room.admit_pupil(f"Pupil {MOST_PUPILS}", NOW)


def test_whoever_waits_already_or_finds_room_may_come_and_nobody_else():
    room = filled(DEFAULT_PLACES + MOST_WAITING, NOW)
    with pytest.raises(BadInput, match="60 people wait"):
        check_newcomer(room, "late", "Late", NOW)
    check_newcomer(room, room.waiting[7].key, "Other", NOW)
    check_newcomer(room, "late", "Late", NOW + GONE_SECONDS + 1)
    for one in room.pupils:
        one.active = True
    check_newcomer(room, "late", "Late", NOW + GONE_SECONDS + 1)
    for one in room.waiting:
        one.seen = NOW + GONE_SECONDS
    with pytest.raises(BadInput, match="60 people wait"):
        check_newcomer(room, "late", "Late", NOW + GONE_SECONDS + 1)
    room.waiting.pop()
    check_newcomer(room, "late", "Late", NOW + GONE_SECONDS + 1)
    room.open = False
    with pytest.raises(BadInput):
        check_newcomer(room, "late", "Late", NOW)


def test_pupils_who_came_and_went_do_not_count_and_those_who_did_something_do():
    room = filled(3, NOW, places=3)
    room.pupils[0].active = True
    room.rounds = [Round("daifugo", [ClassTable("T", {"Pupil 1": 0})], on=False)]
    later = NOW + GONE_SECONDS + 1
    assert join_class(room, "a", "A", LoginSecret("owl"), later)[0] in room.pupils
    assert [one.name for one in room.pupils] == ["Pupil 0", "Pupil 1", "A"]
    assert join_class(room, "b", "B", LoginSecret("owl"), later)[0] in room.waiting


def test_of_two_who_call_in_the_same_second_the_first_comes_first():
    room = filled(3, NOW)
    room.plan = LessonPlan("prime_daifugo", what="lessons")
    room.rounds.append(Round("prime_daifugo", []))
    first, second, third = room.pupils[2], room.pupils[0], room.pupils[1]
    for pupil in (first, second, third):
        room.note_call(pupil, True, NOW)
    assert NOW == first.called < second.called < third.called
    room.note_call(first, True, NOW + 60)
    assert first.called == NOW, "who has waited is not put behind"


def test_a_way_back_is_one_of_the_pictures_or_a_word():
    room = Classroom("6b", "teacher", LessonPlan("daifugo"))
    with pytest.raises(BadInput, match="pictures"):
        make_login_secret(room.salt, "Ada", "spaceship", "")


def test_a_word_that_was_stored_without_the_digits_of_its_name_still_leads_back():
    """Until 2026-11-25 the salt of a word was the name without its number."""
    old = hashlib.scrypt(b"blue whale", salt=b"salt nia", n=SCRYPT_COST, r=8, p=1, dklen=32).hex()
    room = Classroom("6b", "teacher", LessonPlan("daifugo"), [Pupil("Nia 1", "key", "", old)], salt="salt")
    nia = room.find_by_name("NIA 1")
    given = make_login_secret(room.salt, nia.name, "", "Blue Whale", nia.login_secret)
    assert join_class(room, "other device", "nia 1", given, NOW) == (nia, "key")
    with pytest.raises(Refused, match="another picture"):
        join_class(room, "third", "Nia 1", make_login_secret(room.salt, nia.name, "", "grey whale", nia.login_secret),
                   NOW)
    fresh = [make_login_secret(room.salt, name, "", "blue whale") for name in ("Nia 1", "Nia 2")]
    assert fresh[0].word != fresh[1].word, "the same word of two pupils does not look the same"


def rows(*given):
    return [JournalRow(n, 1, seat, "", message) for n, (seat, message) in enumerate(given, 1)]


def test_a_turn_of_several_actions_is_whose_message_it_came_by():
    journal = rows(("start", ""), ("chance", ""), ("0", ""), ("0", "7:a"), ("1", ""), ("clock", ""), ("1", "9:b"),
                   ("0", ""))
    assert guests_by_event(journal) == {3: 7, 4: 7, 7: 9}


def test_what_was_not_right_stands_first_and_is_counted():
    found = [PracticeItem("prime", 7, "7", True), PracticeItem("prime", 57, "57 = 3 × 19", False),
             PracticeItem("prime", 57, "57 = 3 × 19", False), PracticeItem("sum", 78, "26 × 3 = 78", True)]
    assert [(one["text"], one["n"]) for one in practice_item_counts(found)] == [("57 = 3 × 19", 2), ("7", 1),
                                                                          ("26 × 3 = 78", 1)]


def test_numbers_to_practise_are_other_multiples_of_what_was_missed_and_primes_beside_them():
    found = [PracticeItem("prime", 57, "57 = 3 × 19", False), PracticeItem("prime", 91, "91 = 7 × 13", False)]
    numbers = suggest_numbers(found)
    assert len(numbers) == 6 and not {57, 91} & {one["n"] for one in numbers}
    composites = [one["factors"] for one in numbers if len(one["factors"]) > 1]
    assert len(composites) == 3 and {parts[0] for parts in composites} == {3, 7}
    sheets = [suggest_numbers(found, level, f"pupil {i}") for i in range(40) for level in (1, 2, 3)]
    assert len({str(sheet) for sheet in sheets}) == len(sheets) == 120, "every pupil has numbers of their own"
    assert sheets[0] == suggest_numbers(found, 1, "pupil 0") and all(len(sheet) == 6 for sheet in sheets)
    assert suggest_numbers([]) and all(one["n"] % 2 and one["n"] % 5 for one in suggest_numbers([]))


def test_what_is_done_alone_is_counted_from_the_first_report_on():
    room = filled(1, NOW)
    (pupil,) = room.pupils
    room.plan = LessonPlan("prime_climb", what="lessons")
    room.note_activity(pupil, SoloActivity("lessons", "prime_climb", "", 4))
    assert not pupil.solo, "no round goes on"
    room.rounds.append(Round("prime_climb", []))
    # 4 were done before the class; the second device knows of none of them; the last report is no honest one.
    for done in (4, 5, 7, 0, 1, 90_000):
        room.note_activity(pupil, SoloActivity("lessons", "prime_climb", "", done))
    room.note_activity(pupil, SoloActivity("puzzles", "daifugo", "", 2))
    assert [(one.what, one.game, one.n) for one in pupil.solo] == [("lessons", "prime_climb", 14),
                                                                   ("puzzles", "daifugo", 0)]
