"""The solution of an exercise for a printed sheet.

Instructions, reworded from log lines about what was done.
"""

from .exercise import SAY, Exercise


def solution_sentences(one: Exercise) -> list[str]:
    """Return a sentence for each of the seat's actions in the first answer that the log has a line for.

    If there is no such line, as for the end of a turn, return the exercise's title.
    """
    lines = one.run_attempt((), one.remaining_answer(())).lines
    return [reword_as_instruction(line["text"]) for line in lines if line["seat"] == one.seat] or [one.title]


def reword_as_instruction(told: str) -> str:
    """Reword a log line as an instruction by `solution.forms`.

    Pairs such as 出しました|出す, the longer ones first.

    A language whose log lines are in the present tense, such as English, has no forms.
    """
    for form in str(SAY["solution"]["forms"]).split():
        done, to_do = form.split("|")
        told = told.replace(done, to_do)
    return told
