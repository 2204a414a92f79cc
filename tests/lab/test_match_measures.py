"""What each measure counts of a match, from statistics that are written down."""

from types import SimpleNamespace

import pytest

from coprime.lab.match_measures import GAMES, MEASURES

TIME = SimpleNamespace(seconds=90.0)
STATS = {"returns": [0.0, 3.0, 3.0], "actions": 41, "time": TIME, "rounds": 4, "first_actor": 2, "idle": 5,
         "points": [7, -2, 9], "kinds": {"play": 30, "pass": 11}, "rules": {"DF-8 cut": 2},
         "cards": {(1, "7"), (0, "7"), (2, "57")}}


def count(measure, seating=("a", "b", "a"), **fields):
    return list(MEASURES[measure].count(SimpleNamespace(**STATS | fields), seating))


@pytest.mark.parametrize(("measure", "fields", "rows"), [
    ("length", {}, [("actions", 41, 1)]),
    ("minutes", {}, [("minutes", 1.5, 1)]),
    ("rounds", {}, [("rounds", 4, 1)]),
    ("winner", {}, [("2", 0.0, 1), ("3", 0.5, 1), ("1", 0.5, 1), ("bot a", 0.0, 1), ("bot b", 0.5, 1),
                    ("bot a", 0.5, 1)]),
    ("winner", {"first_actor": None}, [("seat 0", 0.0, 1), ("seat 1", 0.5, 1), ("seat 2", 0.5, 1), ("bot a", 0.0, 1),
                                       ("bot b", 0.5, 1), ("bot a", 0.5, 1)]),
    ("winner", {"seating": ("a", "a", "a"), "first_actor": 0}, [("1", 0.0, 1), ("2", 0.5, 1), ("3", 0.5, 1)]),
    ("shared", {}, [("shared", 1.0, 1)]),
    ("shared", {"returns": [0.0, 1.0, 0.0]}, [("shared", 0.0, 1)]),
    ("turnless", {}, [("turnless", 5, 12)]),
    ("points", {}, [("most", 9, 1), ("least", -2, 1)]),
    ("points", {"points": []}, []),
    ("kinds", {}, [("play", 30, 1), ("pass", 11, 1)]),
    ("rules", {}, [("DF-8 cut", 2, 1)]),
    ("cards", {}, [("7", 0.0, 1), ("7", 0.5, 1), ("57", 0.5, 1)])])
def test_a_measure_counts_what_its_rows_say(measure, fields, rows):
    found = count(measure, **fields)
    assert [(name, top, bottom) for name, top, bottom in found] == rows


def test_a_row_that_does_not_occur_counts_as_none_of_it_only_where_absence_counts():
    deal = {("kinds", GAMES): (0.0, 3.0), ("points", GAMES): (0.0, 3.0), ("points", "most"): (9.0, 1.0)}
    assert MEASURES["kinds"].counts_absence and MEASURES["kinds"].look_up(deal, "pass") == (0.0, 3.0)
    assert not MEASURES["points"].counts_absence and MEASURES["points"].look_up(deal, "most") == (9.0, 1.0)
    assert MEASURES["points"].look_up(deal, "least") == (0.0, 0.0)
