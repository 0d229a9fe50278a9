"""Find what an exercise asks for in a program, hand it a grid in its own form, and read the grid back."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from . import grids, world
from .cases import ANYTHING, GRID, METHOD, SCRIPT, VARIABLE, Outcome, program_name_of

if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from .cases import Case, Target
    from .loading import Program

ARRAY = "array"


class Found:
    """A function, method, class or variable of a program under its name; `owner` is the class of a method."""

    __slots__ = ("name", "owner", "value")

    def __init__(self, name: str, value: Any, owner: type | None = None) -> None:
        self.name, self.value, self.owner = name, value, owner


class Missing:
    """Nothing of that name, with what may be meant.

    `reason`: other_name (`near` is much like it), left_out (its statement at `line` was not taken),
    not_callable (the name is there, but is no function), absent.
    """

    __slots__ = ("line", "near", "reason")

    def __init__(self, reason: str, near: str | None = None, line: int | None = None) -> None:
        self.reason, self.near, self.line = reason, near, line


def find(exercise: Target, program: Program) -> Found | Missing:
    """What the exercise asks for: Found or Missing."""
    if exercise.key not in program.found:
        program.found[exercise.key] = _find(exercise, program)
    found: Found | Missing = program.found[exercise.key]
    return found


def _find(exercise: Target, program: Program) -> Found | Missing:
    if exercise.kind == SCRIPT or not exercise.names:
        return Found(exercise.names[0] if exercise.names else exercise.key, None)
    space = program.namespace
    places: list[tuple[type | None, Any]] = [(None, space)]
    classes = [space[name] for name in program.own_names if isinstance(space.get(name), type)]
    classes.sort(key=lambda owner: owner.__name__ != exercise.container)
    places.extend((owner, vars(owner)) for owner in classes)
    if exercise.kind == METHOD:
        places = [*places[1:], places[0]]
    blocked = None
    for owner, names in places:
        for name in exercise.names:
            if name in names and (owner is None or exercise.kind != VARIABLE):
                value = names[name]
                if (
                    exercise.kind == VARIABLE
                    or callable(value)
                    or isinstance(value, (staticmethod, classmethod))
                ):
                    return Found(name, value, owner)
                blocked = blocked or name
    if blocked:
        return Missing("not_callable", blocked, program.own_names.get(blocked))
    for name in exercise.names:
        if name in program.left_out:
            return Missing("left_out", name, program.left_out[name])
    near = _nearest(
        exercise.names, [*program.own_names, *(name for owner in classes for name in vars(owner))]
    )
    return Missing("other_name" if near else "absent", near, program.own_names.get(near or ""))


def _nearest(wanted: Iterable[str], there: list[str]) -> str | None:
    """A name of the program that is much like a wanted one, or None."""
    for name in wanted:
        for other in there:
            if _plain(other) == _plain(name):
                return other
    for name in wanted:
        for other in there:
            if len(name) > 3 and not other.startswith("__") and _distance(_plain(name), _plain(other)) == 1:
                return other
    return None


def _plain(name: str) -> str:
    name = name.lower().replace("_", "")
    for accented, letter in zip("éèêàâîïôûùç", "eeeaaiiouuc", strict=True):
        name = name.replace(accented, letter)
    return name


def _distance(one: str, other: str) -> int:
    """The edit distance of two words, 2 standing for more."""
    if abs(len(one) - len(other)) > 1:
        return 2
    before = list(range(len(other) + 1))
    for row, letter in enumerate(one, 1):
        now = [row]
        for column, character in enumerate(other, 1):
            now.append(
                min(before[column] + 1, now[column - 1] + 1, before[column - 1] + (letter != character))
            )
        before = now
    return min(before[-1], 2)


def call(exercise: Target, program: Program, case: Case, form: Any) -> Outcome:
    """Call the function or method on a case, or read the variable: an Outcome with the grid afterwards."""
    found: Any = find(exercise, program)
    if exercise.kind == VARIABLE:
        return Outcome(value=found.value, grid_after=read_grid(found.value))
    run = world.World(case.answers, case.files)
    if found.owner is not None and not isinstance(found.value, (staticmethod, classmethod)):
        return call_method(exercise, program, case, form, found, run)
    if found.owner is None:
        function = found.value
    else:
        function = getattr(found.owner, found.name)
    grid = None if case.grid is None else make_grid(case.grid, form)
    if exercise.grid_global:
        program.namespace[exercise.grid_global] = grid
    arguments = [grid if argument is GRID else own_copy(argument) for argument in case.arguments]
    outcome = world.attempt(program, lambda: function(*arguments), run, program.steps)
    if exercise.grid_global:
        grid = program.namespace.get(exercise.grid_global)
    outcome.grid_after = None if case.grid is None else read_after(grid, case.grid)
    return outcome


def call_method(
    exercise: Target, program: Program, case: Case, form: Any, found: Any, run: world.World
) -> Outcome:
    """Call a method on an object made with the case's grid."""
    made = world.attempt(
        program,
        lambda: make_object(found.owner, case.grid, form),
        world.World(case.answers, case.files),
        program.steps,
    )
    if made.error or made.stopped:
        return made
    thing = made.value
    method = getattr(thing, found.name)
    arguments = [own_copy(argument) for argument in case.arguments]
    grid = None
    if GRID in arguments and not _takes(found.value, len(arguments)):
        arguments.remove(GRID)
    elif GRID in arguments:
        grid = make_grid(case.grid or grids.EMPTY, form)
        arguments[arguments.index(GRID)] = grid
    outcome = world.attempt(program, lambda: method(*arguments), run, program.steps)
    outcome.grid_after = None if case.grid is None else read_after(thing if grid is None else grid, case.grid)
    return outcome


def own_copy(argument: Any) -> Any:
    """An argument that a program may change without changing the case."""
    return [own_copy(item) for item in argument] if type(argument) is list else argument


def _takes(function: Any, count: int) -> bool:
    """Whether a method can be called with `count` arguments besides the object."""
    code = getattr(function, "__code__", None)
    return code is not None and code.co_argcount - 1 >= count


def call_text(exercise: Target, name: str, case: Case) -> str:
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


def make_grid(line: str, form: Any) -> Any:
    """A grid in the form asked for: a list of nine lists, or an array of numpy or of its stand-in."""
    if form != ARRAY:
        return grids.rows_of(line)
    module = arrays_module()
    if hasattr(module, "_grid_of"):  # the stand-in, which need not look at every digit
        return module._grid_of(grids.digits_of(line))
    return module.array(grids.rows_of(line))


def arrays_module() -> Any:
    """numpy where the program has imported it, else the judge's stand-in."""
    if "numpy" in sys.modules:
        return sys.modules["numpy"]
    from . import arrays

    return arrays


# What needs no second look; asking a number in a browser for an attribute it has not is slow.
_PLAIN = (int, bool, str, float, type(None))


def plain(value: Any, depth: int = 6) -> Any:
    """A value with arrays as lists and the numbers of numpy as Python's own."""
    kind = type(value)
    if kind in _PLAIN:
        return value
    if kind is list or kind is tuple:
        if not depth or len(value) > 1000:
            return value
        return kind([item if type(item) is int else plain(item, depth - 1) for item in value])
    if hasattr(value, "tolist") and not isinstance(value, type):
        return value.tolist()
    return value


def read_grid(value: Any) -> str | None:
    """A grid as a line: from nine rows, 81 digits, or an object that holds them; `?` for anything else."""
    try:
        value = plain(value, 0)
        if type(value) is list and len(value) == 9:
            text = "".join([str(cell) for row in value for cell in row])
            if len(text) == 81 and text.isdigit():
                return text.replace("0", ".")
        cells = _cells(plain(value))
        if cells is None and hasattr(value, "__dict__"):
            for held in vars(value).values():
                cells = _cells(plain(held))
                if cells is not None:
                    break
    except Exception:
        return None
    if cells is None:
        return None
    return "".join(
        [_NAMES[cell] if type(cell) is int and 0 <= cell <= 9 else _character(cell) for cell in cells]
    )


_NAMES = ".123456789"


def read_after(value: Any, before: str) -> str | None:
    """The grid after a call: `before` where nothing changed, which is quickly seen, else `read_grid`."""
    rows = value if type(value) is list else value.tolist() if hasattr(value, "tolist") else value
    # Comparing texts is quick, and True differs from 1.
    if type(rows) is list and len(rows) == 9 and repr(rows) == grids.text_of(before):
        return before
    return read_grid(value)


def _cells(value: Any) -> list[Any] | None:
    """The 81 values of a grid, None where there are not so many."""
    if isinstance(value, str):
        return list(value) if len(value) == 81 else None
    if isinstance(value, dict):
        keys = [(row, column) for row in range(9) for column in range(9)]
        if all(key in value for key in keys):
            return [value[key] for key in keys]
        value = list(value.values()) if len(value) == 9 else None
    if not isinstance(value, (list, tuple)):
        return None
    if len(value) == 81:
        return list(value)
    if len(value) == 9 and all(isinstance(row, (list, tuple, str)) and len(row) == 9 for row in value):
        return [cell for row in value for cell in row]
    return None


def _character(cell: Any) -> str:
    if type(cell) is str and len(cell) == 1:
        return cell if cell in "123456789" else "." if cell in "0._*- " else "?"
    if isinstance(cell, int) and not isinstance(cell, bool) and 0 <= cell <= 9:
        return "." if cell == 0 else str(int(cell))
    return "?"


def make_object(owner: type, line: str | None, form: Any = "lists") -> Any:
    """An object of a student's class that holds a grid: by its constructor, else by what it holds."""
    wanted = grids.EMPTY if line is None else line
    digits = wanted.replace(".", "0")
    error: Any = None
    made: list[Any] = []
    for arguments in ((make_grid(wanted, form),), (digits,), (), (grids.digits_of(wanted),)):
        try:
            thing = owner(*arguments)
        except Exception as problem:
            error = error or problem
            continue
        if read_grid(thing) == wanted:
            return thing
        made.append(thing)
    for thing in reversed(made):
        if set_grid(thing, wanted):
            return thing
    if made:
        return made[0]
    raise error


def set_grid(thing: Any, line: str) -> bool:
    """Give an object another grid, in the shape of the one it holds. Whether it holds one."""
    for name, held in list(vars(thing).items()):
        if _cells(plain(held)) is None:
            continue
        digits = grids.digits_of(line)
        if isinstance(held, str):
            setattr(thing, name, line.replace(".", "0"))
        elif (isinstance(held, dict) and len(held) == 81) or hasattr(held, "tolist"):
            for cell in range(81):
                held[cell // 9, cell % 9] = digits[cell]
        elif len(held) == 81:
            setattr(thing, name, digits)
        else:
            setattr(thing, name, grids.rows_of(line))
        return True
    return False


_SHOWN_ITEMS = 40


def show(value: Any) -> str:
    """A value as Python writes it, cut where it is long, without addresses of objects; never raises."""
    if value is ANYTHING:
        return ""
    try:
        value = plain(value)
        if isinstance(value, (list, tuple)) and len(value) > _SHOWN_ITEMS:
            text = repr(value[:_SHOWN_ITEMS])[:-1] + f", … {len(value)} in all" + repr(type(value)())[-1]
        else:
            text = without_addresses(repr(value))
    except BaseException:  # what a program's own __repr__ raises
        text = f"<{type(value).__name__}>"
    return text if len(text) <= 2000 else text[:1999] + "…"


def without_addresses(text: str) -> str:
    """A repr without ` at 0x7f...`, which is another one at every run."""
    parts = text.split(" at 0x")
    return parts[0] + "".join(part.lstrip("0123456789abcdefABCDEF") for part in parts[1:])
