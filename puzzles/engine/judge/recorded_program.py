"""A student's program with hooks in it: its solver is found, given a grid and run."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import instrumentation, values
from .environment import error_line, error_text
from .grid_forms import make_object
from .grid_reader import digits_being_written
from .grids import digits_of, rows_of
from .program_loader import offer_numpy, read
from .recorder import CutError, Recorder

if TYPE_CHECKING:
    from typing import Any

    from .messages import Emit

PRINTED_LIMIT = 20_000
TEXT_LIMIT = 300
# The functions that solve, by worksheet, in the order in which they are looked for.
SOLVER_NAMES = {
    "projet_insa": ("resoudre", "resoudre_simple", "resoudre_sudoku_simple", "solve"),
    "n_valide": ("solve",),
    "td_iteratif": ("resolution",),
    "tutoriel": ("solve",),
    "mini_projet": ("resoudre",),
}
_CLASS = "sudoku"
# Solvers to choose from where a worksheet asks for two, each with other names that the judge accepts too.
CHOICES = {
    "projet_insa": {
        "resoudre": (),
        "resoudre_simple": ("resoudre_sudoku_simple", "methode_simple", "resolution_simple", "simple"),
    }
}


class SolverCall:
    """The call that begins a run."""

    __slots__ = ("arguments", "function", "holder", "name")

    def __init__(self, name: str, function: Any, arguments: list[Any], holder: Any) -> None:
        self.name = name
        self.function = function
        self.arguments = arguments
        self.holder = holder


class RecordedProgram:
    """A student's program with hooks in it."""

    def __init__(self, source: str, emit: Emit) -> None:
        self.text = source
        self._emit = emit
        self._printed = 0
        self._namespace: dict[str, Any] = {}
        self.functions: list[instrumentation.Function] = []
        self.counts: list[int] = []
        self._instrumented: Any = None

    def load(self) -> bool:
        """Read the text and put the hooks in; whether it can be run."""
        self.text = read(self.text)[0].text
        try:
            self._instrumented = instrumentation.instrument(self.text, _is_definition)
        except (SyntaxError, ValueError) as error:
            self._refuse("syntax", error, getattr(error, "lineno", None))
            return False
        self.functions = self._instrumented.functions
        self.counts.extend(0 for _ in self.functions)
        return True

    def ready(self, worksheet: str, grid: str, recorder: Recorder, solver: str) -> SolverCall | None:
        """Run the program's definitions, find its solver, hand the grid over. None if that fails."""
        names = {"__name__": "student", "print": self._print, "input": _no_input, **recorder.hooks()}
        self._namespace.update(names)
        offer_numpy(self.text)
        try:
            # The text itself: Brython 3.15 runs some programs wrongly that were compiled before.
            exec(self._instrumented.text, self._namespace)  # noqa: S102 - the student's own program
            call = self._find(worksheet, grid.replace("0", "."), solver)
            if call is None:
                self._emit(
                    {"kind": "unusable", "reason": "not_defined", "wanted": _wanted(worksheet, solver)[0]}
                )
                return None
            recorder.watch(call.holder)
        except CutError:
            raise
        except BaseException as error:
            self._refuse("load", error, self._line_of(error))
            return None
        # What defining things has called is no part of the run.
        for number in range(len(self.counts)):
            self.counts[number] = 0
        return call

    def run(self, call: SolverCall, recorder: Recorder) -> dict[str, Any]:
        """Make the call; how it ended."""
        try:
            value = call.function(*call.arguments)
        except BaseException as error:
            if not recorder.is_cut:
                text, line = error_text(error), self._line_of(error)
                return {"ended": "raised", "value": "", "error": text, "line": line}
        if recorder.is_cut:
            ended = "late" if recorder.is_late else "cut"
            return {"ended": ended, "value": "", "error": "", "line": None}
        return {"ended": "returned", "value": values.show(value)[:TEXT_LIMIT], "error": "", "line": None}

    def _find(self, worksheet: str, grid: str, solver: str) -> SolverCall | None:
        names: dict[str, Any] = {}
        for name, value in self._namespace.items():
            names.setdefault(name.lower(), value)
        for wanted in _wanted(worksheet, solver):
            function = self._namespace.get(wanted) or names.get(wanted)
            if callable(function):
                return self._call_of(wanted, function, self._in_form(rows_of(grid)))
            if callable(names.get(_CLASS)):
                instance, holder = _filled_instance(names[_CLASS], grid)
                method = getattr(instance, wanted, None)
                if callable(method):
                    return self._call_of(wanted, method, holder, is_held=True)
        return None

    def _call_of(self, name: str, function: Any, grid: Any, *, is_held: bool = False) -> SolverCall:
        """The arguments that the function takes: the grid, then a first cell."""
        count = self._parameter_count(function)
        if not count or is_held:
            if not is_held:
                self._set_global(grid)
            return SolverCall(name, function, [0] * count, grid)
        return SolverCall(name, function, [grid, *[0] * (count - 1)], grid)

    def _parameter_count(self, function: Any) -> int:
        """How many arguments to give: the required ones, or one if all are optional."""
        name = getattr(function, "__name__", "")
        for each in self.functions:
            if each.name == name and each.is_method:
                return max(0, each.required - 1)
            if each.name == name:
                return max(each.required, min(1, len(each.parameters)))
        return 0

    def _set_global(self, grid: Any) -> None:
        """Put the grid where functions without parameters look for it: in every variable that holds one."""
        found = [name for name, value in self._namespace.items() if digits_being_written(value) is not None]
        for name in found or ["grid"]:
            self._namespace[name] = grid

    def _in_form(self, lists: list[list[int]]) -> Any:
        """The grid as lists, or as an array in a program that takes arrays from somewhere."""
        for name in ("np", "numpy"):
            make = getattr(self._namespace.get(name), "array", None)
            if make:
                return make(lists)
        make = self._namespace.get("array")
        return make(lists) if callable(make) and not isinstance(make, type) else lists

    def _print(self, *values: Any, sep: str = " ", end: str = "\n", **_options: Any) -> None:
        text = (" " if sep is None else sep).join(map(str, values)) + ("\n" if end is None else end)
        text = text[: PRINTED_LIMIT - self._printed]
        self._printed += len(text)
        if text:
            self._emit({"kind": "printed", "text": text})

    def _line_of(self, error: BaseException) -> int | None:
        """The line of the student's text, without the hooks, where an error came up."""
        return self._instrumented.origin(error_line(error))

    def _refuse(self, reason: str, error: BaseException, line: int | None) -> None:
        self._emit({"kind": "unusable", "reason": reason, "error": error_text(error), "line": line})


def _wanted(worksheet: str, solver: str) -> tuple[str, ...]:
    if not solver:
        return SOLVER_NAMES[worksheet]
    return (solver, *CHOICES.get(worksheet, {}).get(solver, ()))


def _is_definition(node: Any) -> bool:
    """Whether a top-level statement defines something instead of running the program."""
    if instrumentation.kind(node) in ("Import", "ImportFrom", "FunctionDef", "AsyncFunctionDef", "ClassDef"):
        return True
    if instrumentation.kind(node) not in ("Assign", "AnnAssign"):
        return False
    calls = [each.func for each in instrumentation.walk(node) if instrumentation.kind(each) == "Call"]
    return all(
        (getattr(called, "id", None) or getattr(called, "attr", None)) in _HARMLESS for called in calls
    )


_HARMLESS = (
    "range",
    "list",
    "tuple",
    "dict",
    "set",
    "len",
    "int",
    "str",
    "array",
    "zeros",
    "deepcopy",
    "copy",
)


def _filled_instance(owner: type, grid: str) -> tuple[Any, Any]:
    """An object of a student's class with the grid in it, and its attribute that holds the digits."""
    instance, digits, rows = make_object(owner, grid), digits_of(grid), rows_of(grid)
    for value in list(vars(instance).values()):
        if digits_being_written(value) == digits:
            return instance, value
    for name in ("grille", "grid", "tableau"):
        setattr(instance, name, rows)
    return instance, rows


def _no_input(_prompt: object = "") -> str:
    raise EOFError("input() during a run that is watched")
