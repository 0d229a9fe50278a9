"""Call a student's function on a case."""

from . import grids
from .exercise import GRID, Outcome


def call(exercise, program, case, form):
    function = program.namespace[exercise.names[0]]
    rows = None if case.grid is None else grids.rows_of(case.grid)
    value = function(*[rows if argument is GRID else argument for argument in case.arguments])
    return Outcome(value=value, grid_after=rows and grids.line_of(sum(rows, [])))


def call_text(exercise, name, case):
    words = [
        exercise.parameters[index] if argument is GRID else repr(argument)
        for index, argument in enumerate(case.arguments)
    ]
    return f"{name}({', '.join(words)})"
