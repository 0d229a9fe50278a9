"""The loop of the judge: load a program, run each exercise's cases, emit messages (dictionaries fit for JSON)."""

from . import loading
from .exercises import exercises_of

TEXT_LIMIT = 2000


def judge(source, worksheet, keys, emit, language="fr"):
    """Judge a program (text or bytes) against exercises of a worksheet; `emit` takes each message.

    `keys`: the exercises to judge; None = all of the worksheet.
    """
    emit({"kind": "loading"})
    program = loading.load(source)
    for note in program.notes:
        emit(note)
    for exercise in exercises_of(worksheet):
        if keys is None or exercise.key in keys:
            emit({"kind": "begin", "exercise": exercise.key})
            emit(judge_exercise(exercise, program, emit))
    emit({"kind": "end"})


def judge_exercise(exercise, program, emit):
    """The verdict of one exercise."""
    count = 0
    for case in (*exercise.examples, *exercise.cases()):
        count += 1
        outcome = exercise.call(program, case, exercise.forms[0])
        expected = exercise.expected(case)
        code = exercise.judge_case(case, outcome, expected)
        if code is not None:
            return {
                "kind": "verdict",
                "exercise": exercise.key,
                "verdict": code,
                "call": exercise.call_text(exercise.names[0], case),
                "value": repr(outcome.value)[:TEXT_LIMIT],
                "expected": repr(expected.value)[:TEXT_LIMIT],
                "grid": case.grid,
                "cases": count,
            }
    return {"kind": "verdict", "exercise": exercise.key, "verdict": "passed", "cases": count}
