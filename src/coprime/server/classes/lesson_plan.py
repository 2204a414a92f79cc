"""Change the lesson plan of a class, and derive the settings of its tables."""

from collections.abc import Callable
from copy import deepcopy
from typing import Any

import msgspec

from ...classroom import classroom as classroom_module
from ...classroom.classroom import Classroom, LessonPlan
from ...classroom.sentences import say as class_say
from ...core.errors import BadInput
from ...core.options import to_json_value
from ...core.registry import find_game as find
from ...exercises.course import has_course
from ...table import catalogue
from ...table.settings import Settings, check_clock_factor, choose_options, has_numbered_deals
from ...table.settings import check_deal as deal_of
from ..request_error import RequestError

MIXED = 0               # the level of a table whose pupils are of several


def change_plan(given: dict[str, Any]) -> Callable[[Classroom], None]:
    """Return a function that changes these fields of the plan of a class.

    The plan of another game comes back with that game. The function raises BadInput for an impossible plan.
    """
    def change(classroom: Classroom) -> None:
        before = classroom.plan
        name = given.get("game", before.game)
        if name != before.game:
            classroom.plans[before.game] = before
            before = _plan_of_game(classroom, name)
        try:
            plan = msgspec.convert(msgspec.to_builtins(before) | given, LessonPlan)
        except msgspec.ValidationError as wrong:
            raise RequestError(400, "wrong.form", why=str(wrong)[:300]) from None
        _normalize_plan(plan)
        classroom.plan = plan
    return change


def _plan_of_game(classroom: Classroom, name: Any) -> LessonPlan:
    """What was planned for another game the last time; what is of no game stays."""
    plan, current = classroom.plans.get(str(name)) or LessonPlan(str(name)), classroom.plan
    activity = "game" if current.what == "lessons" and not has_course(find(str(name))) else current.what
    return msgspec.structs.replace(deepcopy(plan), what=activity, by=current.by, same=current.same,
                                   factor=current.factor,
                                   hints=current.hints)


def _normalize_plan(plan: LessonPlan) -> None:
    """Raises BadInput.  What a level has as everybody has it is no option of its own."""
    game = find(plan.game)
    if plan.what not in classroom_module.ACTIVITIES:
        raise RequestError.from_sentence(400, class_say("no.what"))
    if plan.by not in classroom_module.GROUPING_WAYS:
        raise RequestError.from_sentence(400, class_say("no.by"))
    check_clock_factor(plan.factor)
    if plan.what == "lessons" and not has_course(game):
        raise RequestError.from_sentence(400, class_say("no.lessons", title=game.localized_title))
    deal_of(game, plan.deal)
    if set(plan.levels) - set(map(str, classroom_module.LEVELS)):
        raise RequestError.from_sentence(400, class_say("no.level"))
    mixed = table_settings(plan, MIXED, "").options
    for level in classroom_module.LEVELS:
        chosen = table_settings(msgspec.structs.replace(plan, by="level"), level, "").options
        own = {name: value for name, value in plan.levels.pop(str(level), {}).items() if chosen[name] != mixed[name]}
        if own:
            plan.levels[str(level)] = own


def seats_of_plan(plan: LessonPlan) -> int:
    """Return the number of seats of a table of the plan."""
    if plan.seats is not None:
        return plan.seats
    return find(plan.game).default_seat_count(3)


def pupils_per_table(plan: LessonPlan) -> int:
    """Return how many pupils sit at a table: all seats but a teacher's."""
    return seats_of_plan(plan) - _has_teacher_seat(plan, rules_by_level(plan))


def _has_teacher_seat(plan: LessonPlan, found: dict[str, Any]) -> bool:
    """Has any of the tables a seat for the teacher?"""
    return any(find(plan.game).teacher(one["options"]) is not None for one in found.values())


def table_settings(plan: LessonPlan, level: int, code: str, deal: int = 0) -> Settings:
    """The settings of a table of one level, MIXED for several.  Raises BadInput."""
    game, seats = find(plan.game), seats_of_plan(plan)
    given = {**plan.options, **(plan.levels.get(str(level), {}) if plan.by != "chance" else {})}
    preset = plan.preset if plan.preset is not None else next(iter(game.presets), None)
    return Settings(seats, choose_options(game, seats, given, preset, {}), preset=None if given else preset,
                    class_=True,
                    classroom=code, talk=False, take_back=False, hints=plan.hints, deal=deal, factor=plan.factor)


def rules_by_level(plan: LessonPlan) -> dict[str, Any]:
    """Return by level (a string, as JSON keys are) the full options and the rules in force.

    Includes MIXED, for tables with pupils of several levels.
    """
    game, found = find(plan.game), {}
    for level in (MIXED, *classroom_module.LEVELS):
        try:
            chosen = table_settings(plan, level, "")
        except BadInput:                    # it was planned when the game had other options
            chosen = table_settings(LessonPlan(plan.game), level, "")
        found[str(level)] = {"options": {name: to_json_value(value) for name, value in chosen.options.items()},
                             "chips": catalogue.rule_chips(game, chosen.seats, chosen.options),
                             "warnings": game.warning_sentences(chosen.seats, chosen.options)}
    return found


def serialize_plan(plan: LessonPlan) -> dict[str, Any]:
    """Return a plan as its teacher sees it, as JSON."""
    game, found = find(plan.game), rules_by_level(plan)
    return msgspec.to_builtins(plan) | {"title": game.localized_title, "rules": found,
                                        "numbered": has_numbered_deals(game),
                                        "desk": _has_teacher_seat(plan, found)}
