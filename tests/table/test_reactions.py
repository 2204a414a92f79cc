"""Quick reactions: to everybody who was let in, few of them, and none in a class."""

import pytest
from table_bench import Browser


def test_everybody_sees_a_reaction_and_nothing_is_stored(two):
    bench, table, a, b, c = two
    kept = len(bench.units)
    for page in (b, c):                                                 # who watches may react, as they may talk
        assert page.say("react", kind="well", id="r")["type"] == "done"
    assert [page.last("reaction")["name"] for page in (a, b, c)] == ["Cy"] * 3
    assert [one["kind"] for one in a.got if one["type"] == "reaction"] == ["well", "well"]
    late = Browser(bench, table, "dora", watch=True)
    assert late.last("reaction") is None and late.last("welcome")["chat"] == []
    assert len(bench.units) <= kept + 1, "only the newcomer"


def test_there_are_few_of_them_and_only_six_kinds(two):
    bench, _table, a, b, _c = two
    assert "no such" in a.say("react", kind="<b>", id="odd")["sentence"]
    for k in range(5):
        assert a.say("react", kind="oops", id=f"r{k}")["type"] == "done"
    assert "5 reactions" in a.say("react", kind="oops", id="more")["sentence"]
    assert b.say("react", kind="oops", id="r")["type"] == "done", "each has their own"
    bench.now += 31
    assert a.say("react", kind="oops", id="later")["type"] == "done"


@pytest.mark.parametrize("settings", [{"class_": True}, {"classroom": "CLASS123"}, {"talk": False}])
def test_not_in_classes_and_not_where_talk_is_off(bench, settings):
    table = bench.table(**settings)
    a, b = Browser(bench, table, "ada"), Browser(bench, table, "bo")
    assert a.say("react", kind="well", id="r")["type"] == "refused" and b.last("reaction") is None


def test_who_waits_to_be_let_in_sees_none(two):
    bench, table, a, _b, _c = two
    a.say("lock", id="l")
    late = Browser(bench, table, "eva")
    a.say("react", kind="thanks", id="r")
    assert late.last("reaction") is None and late.say("react", kind="well", id="x")["type"] == "refused"
