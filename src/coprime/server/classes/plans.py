"""What a class has planned: how a plan is changed, and the settings of its tables that come of it."""

from collections.abc import Callable
from copy import deepcopy
from typing import Any

import msgspec

from ...classroom import classroom as room
from ...classroom.classroom import Classroom, LessonPlan
from ...classroom.sentences import say as class_say
from ...core.errors import BadInput
from ...core.options import to_json_value
from ...core.registry import find_game as find
from ...exercises.course import has_course
from ...table import catalogue
from ...table.settings import Settings, check_clock_factor, choose_options, has_numbered_deals
from ...table.settings import check_deal as deal_of
from ..sentences import RequestError

MIXED = 0               # the level of a table whose pupils are of several


def change_plan(given: dict[str, Any]) -> Callable[[Classroom], None]:
    """Gives a class the plan with these parts.  What was set for a game comes back with that game.

    Raises BadInput for what no class can do.
    """
    def change(classroom: Classroom) -> None:
        before = classroom.plan
        name = given.get("game", before.game)
        if name != before.game:
            classroom.plans[before.game] = before
            before = _of_game(classroom, name)
        try:
            plan = msgspec.convert(msgspec.to_builtins(before) | given, LessonPlan)
        except msgspec.ValidationError as wrong:
            raise RequestError(400, "wrong.form", why=str(wrong)[:300]) from None
        _check(plan)
        classroom.plan = plan
    return change


def _of_game(classroom: Classroom, name: Any) -> LessonPlan:
    """What was planned for another game the last time; what is of no game stays."""
    plan, now = classroom.plans.get(str(name)) or LessonPlan(str(name)), classroom.plan
    what = "game" if now.what == "lessons" and not has_course(find(str(name))) else now.what
    return msgspec.structs.replace(deepcopy(plan), what=what, by=now.by, same=now.same, factor=now.factor,
                                   hints=now.hints)


def _check(plan: LessonPlan) -> None:
    """Raises BadInput.  What a level has as everybody has it is no option of its own."""
    game = find(plan.game)
    if plan.what not in room.PLAYED:
        raise RequestError.from_sentence(400, class_say("no.what"))
    if plan.by not in room.WAYS:
        raise RequestError.from_sentence(400, class_say("no.by"))
    check_clock_factor(plan.factor)
    if plan.what == "lessons" and not has_course(game):
        raise RequestError.from_sentence(400, class_say("no.lessons", title=game.localized_title))
    deal_of(game, plan.deal)
    if set(plan.levels) - set(map(str, room.LEVELS)):
        raise RequestError.from_sentence(400, class_say("no.level"))
    mixed = table_settings(plan, MIXED, "").options
    for level in room.LEVELS:
        chosen = table_settings(msgspec.structs.replace(plan, by="level"), level, "").options
        own = {name: value for name, value in plan.levels.pop(str(level), {}).items() if chosen[name] != mixed[name]}
        if own:
            plan.levels[str(level)] = own


def plan_seats(plan: LessonPlan) -> int:
    if plan.seats is not None:
        return plan.seats
    return find(plan.game).usual_seats(3)


def pupils_per_table(plan: LessonPlan) -> int:
    """How many pupils sit at a table: a seat that the rules give to a teacher is for none of them."""
    return plan_seats(plan) - _for_teacher(plan, rules_by_level(plan))


def _for_teacher(plan: LessonPlan, found: dict[str, Any]) -> bool:
    """Has any of the tables a seat for the teacher?"""
    return any(find(plan.game).teacher(one["options"]) is not None for one in found.values())


def table_settings(plan: LessonPlan, level: int, code: str, deal: int = 0) -> Settings:
    """The settings of a table of one level, MIXED for several.  Raises BadInput."""
    game, seats = find(plan.game), plan_seats(plan)
    given = {**plan.options, **(plan.levels.get(str(level), {}) if plan.by != "chance" else {})}
    preset = plan.preset if plan.preset is not None else next(iter(game.presets), None)
    return Settings(seats, choose_options(game, seats, given, preset, {}), preset=None if given else preset,
                    class_=True,
                    classroom=code, talk=False, hints=plan.hints, deal=deal, factor=plan.factor)


def rules_by_level(plan: LessonPlan) -> dict[str, Any]:
    """By level, as a key of JSON: the options in full and the rules in force.  For all, and each level with its own."""
    game, found = find(plan.game), {}
    for level in (MIXED, *room.LEVELS):
        try:
            chosen = table_settings(plan, level, "")
        except BadInput:                    # it was planned when the game had other options
            chosen = table_settings(LessonPlan(plan.game), level, "")
        found[str(level)] = {"options": {name: to_json_value(value) for name, value in chosen.options.items()},
                             "chips": catalogue.rule_chips(game, chosen.seats, chosen.options),
                             "warnings": game.warning_sentences(chosen.seats, chosen.options)}
    return found


def serialize_plan(plan: LessonPlan) -> dict[str, Any]:
    """A plan as the teacher is told of it."""
    game, found = find(plan.game), rules_by_level(plan)
    return msgspec.to_builtins(plan) | {"title": game.localized_title, "rules": found,
                                        "numbered": has_numbered_deals(game),
                                        "desk": _for_teacher(plan, found)}
