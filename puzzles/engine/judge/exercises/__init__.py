"""The exercises of the five worksheets, a module for each: `EXERCISES`, in the worksheet's order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..cases import QUESTIONS

if TYPE_CHECKING:
    from collections.abc import Collection

    from ..exercise import Exercise

# The five worksheets in their order.
WORKSHEETS = ("projet_insa", "n_valide", "td_iteratif", "tutoriel", "mini_projet")


class UnknownExerciseError(LookupError):
    """No such worksheet, or no such exercise in it."""


def exercises_of(worksheet: str) -> tuple[Exercise, ...]:
    """The exercises of a worksheet in its order. Raises UnknownExerciseError."""
    if worksheet not in WORKSHEETS:
        raise UnknownExerciseError(f"no worksheet {worksheet!r}: expected one of {', '.join(WORKSHEETS)}")
    name = __name__ + "." + worksheet
    exercises: tuple[Exercise, ...] = __import__(name, fromlist=["EXERCISES"]).EXERCISES
    return exercises


def judged_exercises(worksheet: str, keys: Collection[str] | None) -> list[Exercise]:
    """The exercises that a program can answer; of these the ones with such keys, unless that is None."""
    return [
        exercise
        for exercise in exercises_of(worksheet)
        if exercise.kind != QUESTIONS and (keys is None or exercise.key in keys)
    ]


def exercise_of(worksheet: str, key: str) -> Exercise:
    """One exercise of a worksheet. Raises UnknownExerciseError."""
    for exercise in exercises_of(worksheet):
        if exercise.key == key:
            return exercise
    raise UnknownExerciseError(f"no exercise {key!r} in {worksheet!r}")
