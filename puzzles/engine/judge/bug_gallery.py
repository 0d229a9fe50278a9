"""Call the right and a wrong version of a function on a case of a student's own, for the bug gallery.

The right version runs first. If the judge rejects even that, the worksheet does not cover the case, and the
wrong version is not run. The caller stops a version that does not end: `begin` is emitted before each, so the
caller knows the time of the right one when the wrong one starts.
"""

from __future__ import annotations

import sys
from time import perf_counter
from typing import TYPE_CHECKING

from . import values, verdicts
from .exercises import exercise_of
from .limits import TEXT_LIMIT, hold_recursion_limit
from .program_loader import load

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from .cases import Case, Outcome
    from .exercise import Exercise
    from .messages import Emit, Message

# The class of the first worksheet: a second object is made before the first is looked at.
_TWO_OBJECTS = "two"


def compare(source: str, other: str, worksheet: str, key: str, given: Mapping[str, Any], emit: Emit) -> None:
    """Run the program `source`, then `other`, on a case: `{"grid": a line or None, "arguments": [...]}`.

    `arguments` has a place for each argument of the call; the one in the place of the grid is ignored.
    Emits a message of kind `compared` for each version: `version` right or wrong, its value, grid and text,
    `fault` the judge's verdict on it or None, and for the wrong one `is_found` and the grid's `digits`.
    """
    exercise = exercise_of(worksheet, key)
    case = case_of(exercise, given)
    set_recursion_limit = hold_recursion_limit()
    try:
        emit({"kind": "begin", "exercise": key})
        began = perf_counter()
        right = outcome_of(exercise, source, case)
        seconds = perf_counter() - began
        emit(message_on(exercise, case, "right", right) | {"seconds": seconds})
        if right[0] is None:
            emit({"kind": "begin", "exercise": key})
            wrong = outcome_of(exercise, other, case)
            emit(message_on(exercise, case, "wrong", wrong) | {"is_found": wrong[0] is not None})
    finally:
        sys.setrecursionlimit = set_recursion_limit
    emit({"kind": "end"})


def template_of(exercise: Exercise) -> Case:
    """A case of the exercise that shows how its calls are built."""
    if exercise.key == "sudoku":
        return next(case for case in verdicts.all_cases(exercise) if case.arguments[:1] == (_TWO_OBJECTS,))
    return next(iter(verdicts.all_cases(exercise)))


def case_of(exercise: Exercise, given: Mapping[str, Any]) -> Case:
    """The case as the exercise builds its own, with the grid and the arguments given."""
    template = template_of(exercise)
    grid = None if template.grid is None else (given.get("grid") or "." * 81).replace("0", ".")
    # A new case, also where there is no grid: the template is one of the exercise's own examples.
    case = template.with_grid(grid)
    arguments = list(case.arguments)
    for place, value in enumerate(given.get("arguments") or ()):
        if place < len(arguments):
            arguments[place] = _like(arguments[place], value)
    case.arguments = tuple(arguments)
    case.solution = None
    if hasattr(case, "is_tried"):
        # `remplissage`: by default the digit of the asked cell was tried, and all others are givens.
        case.is_tried = not given.get("is_given")
    return case


def _like(model: Any, value: Any) -> Any:
    if isinstance(model, bool):
        return bool(value)
    if isinstance(model, int):
        return int(value)
    if isinstance(model, tuple):
        return tuple([int(item) for item in value])
    return model


def outcome_of(exercise: Exercise, source: str, case: Case) -> tuple[str | None, Outcome]:
    """The fault of a program on a case and its outcome, by the first convention without a fault if any."""
    program = load(source)
    program.renew()
    program.steps = None
    faults = []
    for convention in exercise.conventions_of(program):
        counterexample, outcome, _expected = verdicts.try_case(exercise, program, case, convention)
        if counterexample is None:
            return None, outcome
        faults.append((counterexample.code, outcome))
    return faults[0]


def message_on(exercise: Exercise, case: Case, version: str, tried: tuple[str | None, Outcome]) -> Message:
    """The message on what a version gave."""
    fault, outcome = tried
    has_value = not outcome.error and not outcome.stopped
    after = outcome.grid_after if has_value else None
    return {
        "kind": "compared",
        "version": version,
        "call": exercise.call_text(exercise.names[0], case)[:TEXT_LIMIT],
        "fault": fault,
        "value": values.show(outcome.value) if has_value else None,
        "grid": case.grid,
        "grid_after": after if after and len(after) == 81 and after != case.grid else None,
        "printed": (outcome.printed or "")[:TEXT_LIMIT],
        "error": outcome.error,
        "line": outcome.line,
        "digits": 0 if case.grid is None else 81 - case.grid.count("."),
    }
