"""What is answered to a try can be sent: a scene with sets put aside holds NumPy's numbers."""

import msgspec

from coprime.exercises import load_course
from coprime.server.app.exercises import ExerciseRequest, answer_exercise_request
from coprime.server.app.responses import JsonResponse


def sent(lesson, **data):
    return msgspec.json.decode(JsonResponse(answer_exercise_request(lesson, ExerciseRequest(**data))).body)


def test_a_scene_with_sets_put_aside_can_be_sent():
    lesson = load_course("prime_canasta").find_lesson("first_laydown")
    found = sent(lesson, acts=["lay 42=2x3x7"])
    assert found["verdict"] == "asked" and found["scene"]["stage"]["points"] == 60
    assert found["scene"]["stage"]["sets"][0]["canasta"] is False


def test_a_scene_that_is_only_imagined_can_be_sent():
    lesson = load_course("prime_canasta").find_lesson("first_laydown")
    found = sent(lesson, done=["lay 42=2x3x7"], acts=["lay 45=3x3x5"], how="preview")
    assert found["scene"]["stage"]["points"] == 110
