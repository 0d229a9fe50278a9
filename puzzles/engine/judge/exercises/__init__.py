"""The exercises of the five worksheets, a module for each: `EXERCISES`, in the worksheet's order."""

WORKSHEETS = ("projet_insa", "n_valide", "td_iteratif", "tutoriel", "mini_projet")


class UnknownExerciseError(LookupError):
    """No such worksheet, or no such exercise in it."""


def exercises_of(worksheet):
    """The exercises of a worksheet in its order. Raises UnknownExerciseError."""
    if worksheet not in WORKSHEETS:
        raise UnknownExerciseError(f"no worksheet {worksheet!r}: expected one of {', '.join(WORKSHEETS)}")
    name = __name__ + "." + worksheet
    return __import__(name, fromlist=["EXERCISES"]).EXERCISES


def exercise_of(worksheet, key):
    """One exercise of a worksheet. Raises UnknownExerciseError."""
    for exercise in exercises_of(worksheet):
        if exercise.key == key:
            return exercise
    raise UnknownExerciseError(f"no exercise {key!r} in {worksheet!r}")
