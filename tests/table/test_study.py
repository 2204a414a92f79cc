"""Questions that a game answers itself, from the asker's view."""

from table_bench import Browser


def test_a_question_of_the_games_own(bench):
    table = bench.table("prime_solitaire", 1, practice=True, options={"deal": 8})
    person, watcher = Browser(bench, table, "ada"), Browser(bench, table, "bo", watch=True)
    person.say("start", id="start")
    assert person.say("study", id="q1", question="winnable")["found"]["word"] == "hidden"
    assert person.say("study", id="q2", question="finish")["found"] == {"labels": []}
    assert person.say("study", id="q3", question="the next card")["found"] == {}
    assert watcher.say("study", id="q4", question="finish")["type"] == "refused"


def test_one_question_at_a_time(bench):
    table = bench.table("prime_solitaire", 1, practice=True, options={"deal": 8})
    person = Browser(bench, table, "ada")
    person.say("start", id="start")
    bench.thinking = False
    person.say("study", id="q1", question="finish")
    assert person.say("study", id="q2", question="finish")["type"] == "refused"
    bench.thinking = True
    bench.settle()
    assert person.say("study", id="q3", question="finish")["type"] == "answer"


def test_a_game_without_answers(bench):
    table = bench.table("prime_daifugo", 2)
    person, other = Browser(bench, table, "ada"), Browser(bench, table, "bo")
    person.say("start", id="start")
    assert other.say("study", id="q1", question="finish")["type"] == "refused"
