"""What a game declares final stays, even in practice."""

from table_bench import Browser


def alone(bench, **options):
    """Somebody who practises at a game of cards turned one by one, two cards turned."""
    table = bench.table("prime_solitaire", 1, practice=True, options={"deal": 8} | options)
    person = Browser(bench, table, "ada")
    person.say("start", id="start")
    person.act("turn")
    person.act("turn")
    return table, person


def test_without_a_word_everything_goes_back(bench):
    table, person = alone(bench)
    assert person.scene["undo"] and person.say("undo")["type"] == "done"
    assert person.say("undo", to=1)["type"] == "done" and table.history.step_count == 1


def test_what_is_final_stays_and_so_does_what_was_before_it(bench):
    table, person = alone(bench, undo="no_peek")
    assert not person.scene["undo"]
    assert person.say("undo")["type"] == person.say("undo", to=1)["type"] == "refused"
    person.act("give up")
    assert person.scene["undo"] and person.say("undo")["type"] == "done" and table.history.step_count == 3
    assert person.say("undo")["type"] == "refused"
