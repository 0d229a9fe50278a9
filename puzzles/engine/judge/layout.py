"""The layout of a program of the first worksheet, found by trying: the worksheet does not fix it.

The class may take a list of lists, a flat list, 81 characters, a file or nothing. It may keep the grid under
any name in any of these shapes. A function of the worksheet may be a method or a function. It may work on
`self`, on an argument or on a global variable, and return a grid or change one. Each way to call it is a
convention (grid_convention.py).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import grid_convention, grids
from .grid_convention import FILE, grid_inputs
from .grid_forms import copy_of_shape, rows_of_text, write_in_place
from .grid_reader import attributes, grid_line, grids_in
from .student_program import run_action

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import Any

    from .cases import Outcome
    from .grid_convention import GridConvention, GridMaker
    from .student_program import Program

# Parameters that are a cell's place or number, so that a solver is begun with 0.
PLACE_NAMES = (
    *"ijklcrnxyabp",
    *("pos", "position", "case", "cell", "idx", "index", "indice", "ligne", "colonne", "lig", "col", "row"),
    *("column", "num", "numero"),
)
METHODS = ("est_valide", "resoudre", "afficher_sudoku", "lire_fichier_sudoku", "saisir_sudoku")
# Grids in which neighbouring cells differ: a layout is accepted if it gives both back.
SAMPLES = (grids.PROJET_INSA, grids.random_full(15))


# --- The ways in which a program makes something that holds a grid ---


# Rows, characters and a flat list: the forms that need no module.
PLAIN_FORMS: tuple[GridMaker, ...] = (grids.rows_of, lambda line: line.replace(".", "0"), grids.digits_of)


def forms(program: Program) -> list[GridMaker]:
    """The forms in which a program may take a grid: an array where it knows numpy, then the plain ones."""
    modules = program.namespace.values()
    numpy = [value for value in modules if hasattr(value, "ndarray") and hasattr(value, "array")]
    return [*(call_with(module.array, grids.rows_of) for module in numpy[:1]), *PLAIN_FORMS]


def call_with(function: Callable[..., Any], *arguments: GridMaker) -> GridMaker:
    """A maker that calls a function; each argument is made from the line by a maker of its own."""
    return lambda line: function(*[make(line) for make in arguments])


def always(value: Any) -> GridMaker:
    """The maker that gives the same value for every line."""
    return lambda _line: value


def required_parameters(function: Any) -> list[str] | None:
    """The parameters of a function without a default, `self` included. None if they cannot be known."""
    function = getattr(function, "__wrapped__", function)
    code = getattr(getattr(function, "__func__", function), "__code__", None)
    if code is None:
        return None
    defaults = getattr(getattr(function, "__func__", function), "__defaults__", None) or ()
    return list(code.co_varnames[: code.co_argcount - len(defaults)])


class ProgramLayout:
    """What is known of one program: its class, its functions by name, its ways to make a grid."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.sudoku: Any = find_class(program) or find_other_class(program)
        self._objects: list[GridMaker] | None = None
        self._argument_makers: list[GridMaker] | None = None

    # What is in the program

    def functions(self, name: str) -> list[tuple[type | None, Any]]:
        """The method and the function of this name: (owner or None, raw function)."""
        found: list[tuple[type | None, Any]] = []
        if self.sudoku is not None:
            for owner in self.sudoku.__mro__:
                if name in owner.__dict__ and owner is not object:
                    found.append((self.sudoku, owner.__dict__[name]))
                    break
        function = self.program.namespace.get(name)
        if callable(function) and not isinstance(function, type):
            found.append((None, function))
        return found

    def method_names(self) -> list[str]:
        """The names of the class's own methods, then of the module's functions."""
        names: list[str] = []
        if self.sudoku is not None:
            for owner in self.sudoku.__mro__:
                if owner.__module__ == self.sudoku.__module__ and owner not in (object, list, dict):
                    names.extend(name for name in owner.__dict__ if name[:2] != "__" and name not in names)
        for name in self.program.own_names:
            if required_parameters(self.program.namespace.get(name)) is not None and name not in names:
                names.append(name)
        return names

    # Making an object of the class

    def any_object(self) -> Any:
        """An object of the class, made without a grid or with any grid. None if that fails."""
        if self.sudoku is None:
            return None
        outcome = self.attempt(self.sudoku)
        if outcome.error is None:
            return outcome.value
        for make in self.objects():
            outcome = self.attempt_make(make, SAMPLES[1])
            if outcome.error is None:
                return outcome.value
        return None

    def attempt(self, action: Callable[[], Any], line: str | None = None) -> Outcome:
        """Run a part of the student's program without its output; a file and an answer exist if it asks."""
        return run_action(self.program, action, **grid_inputs(line or SAMPLES[1]))

    def attempt_make(self, make: GridMaker, line: str) -> Outcome:
        """Make something that holds this grid."""
        return self.attempt(lambda: make(line), line)

    def fits(self, make: GridMaker) -> bool:
        """Whether an object made so gives back the grid it was made of."""
        for line in SAMPLES:
            outcome = self.attempt_make(make, line)
            if outcome.error is not None or line not in grids_in(outcome.value):
                return False
        return True

    def misreads(self, make: GridMaker) -> bool:
        """Whether an object made so holds a wrong grid; one that holds no grid does not count."""
        outcome = self.attempt_make(make, SAMPLES[0])
        found = [] if outcome.error else grids_in(outcome.value)
        return any(line != grids.EMPTY for line in found) and SAMPLES[0] not in found

    def objects(self) -> list[GridMaker]:
        """At most three makers of an object of the class; the program's own reader first."""
        if self._objects is None:
            self._objects = []
            for find_makers in self._stages() if self.sudoku is not None else ():
                for make in find_makers():
                    if len(self._objects) < 3 and self.fits(make):
                        self._objects.append(make)
        return self._objects

    def _stages(self) -> Iterator[Callable[[], Iterable[GridMaker]]]:
        """The kinds of makers, the likeliest first; a later kind only if no earlier one fits."""
        yield self._through_reader
        yield self.constructors
        for find_makers in (
            self._by_rows_of_text,
            self._by_attribute,
            self._by_method,
            self._by_file,
            self._by_dialogue,
        ):
            if not self._objects:
                yield find_makers

    def constructors(self) -> list[GridMaker]:
        """The class called with a grid in each form."""
        return [call_with(self.sudoku, form) for form in forms(self.program)]

    def _by_rows_of_text(self) -> Iterator[GridMaker]:
        yield call_with(self.sudoku, rows_of_text)

    def _by_file(self) -> Iterator[GridMaker]:
        for arguments in ((FILE, 1), (FILE, 0), (FILE,), ()):
            yield call_with(self.sudoku, *map(always, arguments))

    def _through_reader(self) -> Iterator[GridMaker]:
        """`lire_fichier_sudoku` returns the object, or an argument of the class, or fills an object."""
        for owner, function in self.functions("lire_fichier_sudoku"):
            for number in (1, 0):
                arguments = always(FILE), always(number)
                if owner is None:
                    read = call_with(function, *arguments)
                    yield call_with(self.require_object, read)
                    yield call_with(self.sudoku, read)
                elif not isinstance(function, (staticmethod, classmethod)):
                    yield call_with(self._filled, always("lire_fichier_sudoku"), *arguments)
                else:
                    yield call_with(
                        self.require_object, call_with(self.sudoku.lire_fichier_sudoku, *arguments)
                    )

    def _by_attribute(self) -> Iterator[GridMaker]:
        """The object made without a grid, which is then put into an attribute that holds a grid, or may."""
        outcome = self.attempt(self.sudoku)
        if outcome.error is not None:
            return
        held = [(name, value) for name, value in attributes(outcome.value)]
        found = [(name, value) for name, value in held if grid_line(value) is not None]
        # An attribute that is to hold the grid may be None or an empty list before.
        for name, value in found or [(name, value) for name, value in held if value is None or value == []]:
            yield self._assigned(name, value)
        yield self._written

    def _assigned(self, name: str, value: Any) -> GridMaker:
        def make(line: str) -> Any:
            made = self.sudoku()
            setattr(made, name, copy_of_shape(value, line))
            return made

        return make

    def _written(self, line: str) -> Any:
        made = self.sudoku()
        for value in [made] + [value for _, value in attributes(made)]:
            if write_in_place(value, line):
                break
        return made

    def _by_method(self) -> Iterator[GridMaker]:
        """A method or function with one argument that takes the grid, whatever its name."""
        outcome = self.attempt(self.sudoku)
        for name in self.method_names():
            for owner, function in self.functions(name):
                wanted = required_parameters(function)
                if wanted is None:
                    continue
                for form in forms(self.program):
                    if owner is None and len(wanted) == 1:
                        yield call_with(self.require_object, call_with(function, form))
                    elif owner is not None and len(wanted) == 2 and outcome.error is None:
                        yield call_with(self._filled, always(name), form)

    def _by_dialogue(self) -> Iterator[GridMaker]:
        for owner, function in self.functions("saisir_sudoku"):
            if owner is None:
                yield call_with(self.require_object, call_with(function))
                yield call_with(self.sudoku, call_with(function))
            else:
                yield call_with(self._filled, always("saisir_sudoku"))

    def _filled(self, name: str, *arguments: Any) -> Any:
        made = self.sudoku()
        value = getattr(made, name)(*arguments)
        return value if isinstance(value, self.sudoku) else made

    def require_object(self, value: Any) -> Any:
        """The value when it is an object of the class. Raises TypeError."""
        if not isinstance(value, self.sudoku):
            raise TypeError("not a Sudoku")
        return value

    # Making whatever a function may take

    def argument_makers(self) -> list[GridMaker]:
        """The ways to make what a function may take as a grid: the reader's own form first."""
        if self._argument_makers is None:
            found: list[GridMaker] = []
            for owner, function in self.functions("lire_fichier_sudoku"):
                if owner is None:
                    for number in (1, 0):
                        make = call_with(function, always(FILE), always(number))
                        if not found and self.fits(make):
                            found.append(make)
            is_known = bool(found)
            found.extend(self.objects()[:2])
            if is_known:
                found.append(grids.rows_of)
            else:
                found.extend(forms(self.program))
                found.append(rows_of_text)
            self._argument_makers = found
        return self._argument_makers

    def globals_with_grid(self) -> list[str]:
        """Names of global variables that hold a grid or an object of the class."""
        names = []
        for name, value in self.program.namespace.items():
            is_object = self.sudoku is not None and isinstance(value, self.sudoku)
            if is_object or (name[:2] != "__" and grid_line(value) is not None):
                names.append(name)
        return names

    # The ways to call one operation on a grid

    def conventions(self, name: str) -> list[GridConvention]:
        """The ways to call what has this name on a grid."""
        found: list[GridConvention] = []
        for owner, function in self.functions(name):
            parameters = required_parameters(function)
            if owner is None:
                found.extend(self._function_conventions(function, parameters))
            elif isinstance(function, (staticmethod, classmethod)):
                own = 1 if isinstance(function, classmethod) else 0
                parameters = (required_parameters(function.__func__) or [])[own:]
                found.extend(self._function_conventions(getattr(owner, name), parameters))
            else:
                found.extend(self._method_conventions(name, (parameters or ["self"])[1:]))
        return found

    def _function_conventions(self, function: Any, parameters: list[str] | None) -> list[GridConvention]:
        argument_makers = self.argument_makers()
        if parameters != []:
            # Where the parameters cannot be known, the grid is the only one.
            cells = len(parameters or "S") - 1
            return [grid_convention.function_on_argument(function, make, cells) for make in argument_makers]
        found: list[GridConvention] = []
        names = self.globals_with_grid()
        if names:
            found.extend(
                grid_convention.function_on_globals(function, make, self.program, names)
                for make in argument_makers
            )
        code = getattr(function, "__code__", None)
        if not names or (code is not None and code.co_argcount):
            found.extend(grid_convention.function_on_argument(function, make) for make in argument_makers)
        return found

    def _method_conventions(self, name: str, parameters: list[str]) -> list[GridConvention]:
        # Where no way to hold a grid is found, a call shows what the class does with one.
        makers = self.objects() or [call_with(self.sudoku, grids.rows_of), call_with(self.sudoku)]
        takes_grid = len(parameters) == 1 and parameters[0].lower() not in PLACE_NAMES
        if takes_grid:
            return [
                grid_convention.method_on_argument(name, makers[0], argument)
                for argument in self.argument_makers()
            ]
        return [grid_convention.method_on_object(name, make, len(parameters)) for make in makers]


def find_class(program: Program) -> type | None:
    """The class `Sudoku`, or None."""
    found = program.namespace.get("Sudoku")
    return found if isinstance(found, type) else None


def find_other_class(program: Program) -> type | None:
    """A class of another name with a method that the worksheet names, or None: its methods are judged too."""
    for name in program.own_names:
        found = program.namespace.get(name)
        if isinstance(found, type) and any(word in vars(found) for word in METHODS):
            return found
    return None


_latest: list[Any] = []


def layout_of(program: Program) -> ProgramLayout:
    """The layout of a program, found once for each loading of it."""
    if not _latest or _latest[0] is not program.namespace:
        _latest[:] = [program.namespace, ProgramLayout(program)]
    layout: ProgramLayout = _latest[1]
    return layout
