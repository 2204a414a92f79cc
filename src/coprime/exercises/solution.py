"""The solution of an exercise as a printed sheet says it: what is to be done, where a log says what was done."""

from .exercise import SAY, Exercise


def solution(one: Exercise) -> list[str]:
    """Return the sentences of the first answer, one for each action of the seat that a log has a line for.

    Where it has none at all, as for the end of a turn, the theme of the exercise says what is done.
    """
    lines = one.attempt((), one.answer(())).lines
    return [to_be_done(line["text"]) for line in lines if line["seat"] == one.seat] or [one.title]


def to_be_done(told: str) -> str:
    """Reword a line of a log by `solution.forms`: pairs such as 出しました|出す, the longer ones first.

    A language whose logs are in the present, such as English, has none.
    """
    for form in str(SAY["solution"]["forms"]).split():
        done, to_do = form.split("|")
        told = told.replace(done, to_do)
    return told
