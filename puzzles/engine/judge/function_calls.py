"""Call the function that an exercise asks for, on a case: arguments in, an Outcome with the grid back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import grids
from .cases import GRID, SCRIPT, VARIABLE, Outcome, program_name_of
from .environment import Environment, attempt
from .function_lookup import find
from .grid_forms import make_grid, make_object
from .grid_reader import read_after, read_grid

if TYPE_CHECKING:
    from typing import Any

    from .cases import Case, Requirement
    from .student_program import Program


def call(exercise: Requirement, program: Program, case: Case, convention: str) -> Outcome:
    """Call the function or method on a case, or read the variable: an Outcome with the grid afterwards."""
    found: Any = find(exercise, program)
    if exercise.kind == VARIABLE:
        return Outcome(value=found.value, grid_after=read_grid(found.value))
    environment = Environment(case.answers, case.files)
    if found.owner is not None and not isinstance(found.value, (staticmethod, classmethod)):
        return call_method(exercise, program, case, convention, found, environment)
    if found.owner is None:
        function = found.value
    else:
        function = getattr(found.owner, found.name)
    grid = None if case.grid is None else make_grid(case.grid, convention)
    if exercise.grid_global:
        program.namespace[exercise.grid_global] = grid
    arguments = [grid if argument is GRID else own_copy(argument) for argument in case.arguments]
    outcome = attempt(program, lambda: function(*arguments), environment, program.steps)
    if exercise.grid_global:
        grid = program.namespace.get(exercise.grid_global)
    outcome.grid_after = None if case.grid is None else read_after(grid, case.grid)
    return outcome


def call_method(
    exercise: Requirement, program: Program, case: Case, convention: str, found: Any, environment: Environment
) -> Outcome:
    """Call a method on an object made with the case's grid."""
    made = attempt(
        program,
        lambda: make_object(found.owner, case.grid, convention),
        Environment(case.answers, case.files),
        program.steps,
    )
    if made.error or made.stopped:
        return made
    thing = made.value
    method = getattr(thing, found.name)
    arguments = [own_copy(argument) for argument in case.arguments]
    grid = None
    code = getattr(found.value, "__code__", None)
    # A method that gets its grid from `self` has no parameter for it.
    has_parameter = code is not None and code.co_argcount > len(arguments)
    if GRID in arguments and not has_parameter:
        arguments.remove(GRID)
    elif GRID in arguments:
        grid = make_grid(case.grid or grids.EMPTY, convention)
        arguments[arguments.index(GRID)] = grid
    outcome = attempt(program, lambda: method(*arguments), environment, program.steps)
    outcome.grid_after = None if case.grid is None else read_after(thing if grid is None else grid, case.grid)
    return outcome


def own_copy(argument: Any) -> Any:
    """An argument that a program may change without changing the case."""
    return [own_copy(item) for item in argument] if type(argument) is list else argument


def call_text(exercise: Requirement, name: str, case: Case) -> str:
    """The call as a student would type it; a variable is its name, a script its file."""
    if exercise.kind == VARIABLE:
        return name
    if exercise.kind == SCRIPT:
        return f"python {program_name_of(exercise.worksheet)}"
    words = []
    for index, argument in enumerate(case.arguments):
        if argument is GRID:
            words.append(exercise.parameters[index] if index < len(exercise.parameters) else "S")
        else:
            words.append(repr(argument))
    return f"{name}({', '.join(words)})"
