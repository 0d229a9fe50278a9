"""A student's own solver at work: each cell it writes becomes an event, so that the run can be watched.

`record` emits messages fit for JSON:

- `loading`; `recording` with the functions of the program (`name`, `parameters`, `line`) and the `solver`
- `trace` with two texts: `events` has six characters an event, `frames` five a call (see `_Tape`); behind
  events that are left out it has a `start`: the state there
- `followed` with a `length` from time to time, where events are held back for the end
- `printed` with what the program printed, bounded
- `recorded` at the end: `ended` (returned, raised, cut, late), `value`, `error`, `line`, `totals`, `calls`
  (of each function), `isExact` (the run came to its end), `kept` (events sent), `grid` (81 characters, the
  last state)
- `unusable` with a `reason` (syntax, not_defined, load, grid), `error` and `line` where nothing can be run

`count` does the same on several grids without events: one `counted` each.

The grid on show is the object handed over, until the program writes into another one that holds the same
givens: solvers that copy the grid for each try are followed from copy to copy. Of a long run the first
150,000 events are kept and the last 50,000; one of more than 2,000,000 events, or of more time than it
has, is left.
"""

from __future__ import annotations

from time import perf_counter
from typing import TYPE_CHECKING

from . import instrumentation, student_program

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

    Emit = Callable[[dict[str, Any]], object]

HEAD_EVENTS = 150_000
FOLLOWED_EVENTS = 2_000_000
PIECE = 1000
# Whole pieces of the end that are held back; with the one begun, at most 50,000 events.
TAIL_PIECES = 49
_FOLLOWED_PIECES = 20
# The clock is looked at after so many calls of a function that may write, as after each piece.
_CALLS_A_LOOK = 8192
_FILE_NAME = "<string>"
PRINTED_LIMIT = 20_000
TEXT_LIMIT = 300

# What an event is. The first ones have the numbers of every trace (puzzles/engine/runs/events.py).
PLACE, RETURN, SOLUTION, OVER = 1, 2, 5, 6
REPLACE = 18  # a digit is written over another one
RAISED = 19  # the program broke off
WRONG = 20  # the grid is full, but not valid
CUT = 21  # the run goes on, but is not followed any further

BEHIND = 81
# Characters end below the surrogates.
_MOST = 0xD7FF
_FEW = 2048
_SIGNS = [chr(number) for number in range(_FEW)]
_FEW_GIVENS = 8

# The functions that solve, by worksheet, in the order in which they are looked for.
SOLVERS = {
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


class CutError(BaseException):
    """The run is left here, after too many events or too much time.

    Not an Exception: `except Exception` in a program lets it through.
    """


def record(
    source: str, worksheet: str, grid: str, emit: Emit, *, solver: str = "", limit_s: float | None = None
) -> None:
    """Run the solver of a student's program on a grid of 81 characters, and emit what it does.

    Whoever ends a program after some time from outside gets no tail: `limit_s` lets it end by itself before.
    """
    emit({"kind": "loading"})
    program = _Program(source, emit)
    if not program.load():
        return
    tape = _Tape(emit)
    ends_at = None if limit_s is None else perf_counter() + limit_s
    recorder = Recorder(grid, program.counts, tape, ends_at)
    call = program.ready(worksheet, grid, recorder, solver)
    if call is None:
        return
    emit(
        {
            "kind": "recording",
            "solver": call.name,
            "functions": [
                {"name": each.name, "parameters": each.parameters, "line": each.line}
                for each in program.functions
            ],
        }
    )
    ended = program.run(call, recorder)
    recorder.finish(ended)
    tape.close()
    emit(
        {"kind": "recorded", **ended, **recorder.summary(), "calls": list(program.counts), "kept": tape.kept}
    )


def count(source: str, worksheet: str, grids: Iterable[str], emit: Emit, *, solver: str = "") -> None:
    """Run the solver on one grid after the other, and emit how much it wrote."""
    emit({"kind": "loading"})
    for number, grid in enumerate(grids):
        # Loaded anew each time: a program may keep its grid in a global variable.
        program = _Program(source, emit)
        if not program.load():
            return
        recorder = Recorder(grid, program.counts, None)
        call = program.ready(worksheet, grid, recorder, solver)
        if call is None:
            return
        emit({"kind": "counting", "number": number})
        ended = program.run(call, recorder)
        recorder.finish(ended)
        emit(
            {
                "kind": "counted",
                "number": number,
                **ended,
                **recorder.summary(),
                "calls": list(program.counts),
            }
        )
    emit({"kind": "end"})


class _Tape:
    """Events on their way to the page, in texts of characters below 0xD800.

    An event is six characters: code (10 * operation + digit), cell (81: none), line, how many open calls are
    those of the event before, how many calls are open, and calls made since the event before. For each open
    call beyond the common ones `frames` has five characters: the number of its function, and of its first
    four arguments those that are whole numbers from 0 to 999, plus one; 0 for any other.

    Behind the head whole pieces wait for the end, the oldest giving way: each with the state it starts from.
    """

    __slots__ = ("_emit", "_events", "_frames", "_held", "_start", "added", "kept")

    def __init__(self, emit: Emit) -> None:
        self._emit = emit
        self._events: list[str] = []
        self._frames: list[str] = []
        self._held: list[dict[str, Any]] = []
        self._start: dict[str, Any] = {}
        self.added = self.kept = 0

    def add(self, code: int, cell: int, line: int, common: int, stack: list[Any], calls: int) -> None:
        depth = len(stack)
        if line < _FEW and depth < _FEW and calls < _FEW:
            # Common depths are below the depth itself. Looked up: `chr` is slow in Brython.
            signs = _SIGNS
            text = signs[code] + signs[cell] + signs[line] + signs[common] + signs[depth] + signs[calls]
        else:
            text = "".join(chr(min(each, _MOST)) for each in (code, cell, line, common, depth, calls))
        self._events.append(text)
        if common < depth:
            for function, arguments in stack[common:]:
                self._frames.append(_frame_text(function, arguments))
        self.added += 1

    def end_piece(self, state: dict[str, Any], stack: list[Any]) -> None:
        """Send a whole piece, or hold it back; `state` is that behind it, `stack` the calls open there."""
        piece = self._piece()
        if self.added <= HEAD_EVENTS:
            self._send(piece)
        else:
            self._held.append(piece)
            if len(self._held) > TAIL_PIECES:
                del self._held[0]
            if self.added // PIECE % _FOLLOWED_PIECES == 0:
                self._emit({"kind": "followed", "length": self.added})
        if self.added >= HEAD_EVENTS:
            frames = "".join(_frame_text(function, arguments) for function, arguments in stack)
            self._start = {"number": self.added, "frames": frames, **state}

    def close(self) -> None:
        """Send what was held back."""
        if self._events:
            self._held.append(self._piece())
        for number, piece in enumerate(self._held):
            if number or piece["start"].get("number", self.kept) == self.kept:
                piece["start"] = None
            self._send(piece)
        self._held = []

    def _piece(self) -> dict[str, Any]:
        piece = {"events": "".join(self._events), "frames": "".join(self._frames), "start": self._start}
        self._events = []
        self._frames = []
        return piece

    def _send(self, piece: dict[str, Any]) -> None:
        self.kept += len(piece["events"]) // 6
        start = {"start": piece["start"]} if piece["start"] else {}
        self._emit({"kind": "trace", "events": piece["events"], "frames": piece["frames"], **start})


def _frame_text(function: int, arguments: tuple[Any, ...]) -> str:
    text = chr(function if function < _MOST else _MOST)
    for place in range(instrumentation.MOST_ARGUMENTS):
        value: Any = arguments[place] if place < len(arguments) else None
        is_small = type(value) is int and 0 <= value < 1000
        text += chr(value + 1 if is_small else 0)
    return text


class Recorder:
    """What the hooks in a program call: it compares what was written with what stood there."""

    def __init__(self, grid: str, calls: list[int], tape: _Tape | None, ends_at: float | None = None) -> None:
        self.shadow = [int(sign) if sign in "123456789" else 0 for sign in grid]
        self._givens = [(cell // 9, cell % 9, digit) for cell, digit in enumerate(self.shadow) if digit]
        self._calls = calls
        self._calls_before = 0
        self._tape = tape
        self._ends_at = ends_at
        self._grid: Any = None
        self._rows: list[Any] = []
        self._stack: list[tuple[int, tuple[Any, ...]]] = []
        self._common = 0
        self._filled = len(self._givens)
        self._last_line = 0
        self.placements = self.replaced = self.returns = self.solutions = 0
        self.length = self.deepest = 0
        self.is_cut = self.is_late = self._is_finished = False

    def watch(self, grid: Any) -> None:
        """Take this object for the grid."""
        self._grid = grid
        self._rows = [grid[row] for row in range(9)] if _size(grid) == 9 else []

    def hooks(self) -> dict[str, Any]:
        """The names that an instrumented program calls."""
        return {
            "__wrote__": self.wrote,
            "__wrote_deep__": self.wrote_deep,
            "__wrote_one__": self.wrote_one,
            "__look__": self.look,
            "__enter__": self.enter,
            "__leave__": self.leave,
            "__caught__": self.caught,
            "__calls__": self._calls,
        }

    # The hooks

    def wrote(self, line: int, base: Any, i: Any, j: Any) -> None:
        """`base[i][j]` or `base[i, j]` was written."""
        if base is not self._grid and not self._follow(line, base, i, j):
            return
        try:
            value = base[i][j]
            cell = 9 * (i if i >= 0 else i + 9) + (j if j >= 0 else j + 9)
        except (TypeError, IndexError, KeyError):
            self.look(line)
            return
        old = self.shadow[cell]
        if type(value) is not int or value < 0 or value > 9:
            value = _digit(value)
            if value < 0:
                return
        if value != old:
            self._change(line, cell, old, value)

    def wrote_deep(self, line: int, base: Any, i: Any, j: Any) -> None:
        """An element of a list was written into: one of several grids, rather than a table by digits."""
        if base is self._grid or len(self._givens) >= _FEW_GIVENS:
            self.wrote(line, base, i, j)

    def wrote_one(self, line: int, base: Any, k: Any) -> None:
        """`base[k]` was written: a cell of a row, a cell of a flat grid or a dictionary, or a whole row."""
        rows = self._rows
        for row in range(len(rows)):
            if rows[row] is base:
                self.wrote(line, self._grid, row, k)
                return
        if base is self._grid or (self._is_grid_like(base) and self._agrees(base, -1, -1)):
            if base is not self._grid or rows:
                self.watch(base)
            self.look(line)

    def look(self, line: int) -> None:
        """Something was written in a way that is not plain: compare the whole grid."""
        found = _digits_of(self._grid)
        if found is None:
            return
        changed = [cell for cell in range(81) if 0 <= found[cell] != self.shadow[cell]]
        for is_filled in (False, True):
            for cell in changed:
                if (found[cell] > 0) == is_filled:
                    self._change(line, cell, self.shadow[cell], found[cell])

    def enter(self, function: int, arguments: tuple[Any, ...]) -> int:
        """A call begins; how many were open before."""
        count = self._calls[function] + 1
        self._calls[function] = count
        if count % _CALLS_A_LOOK == 0 and self._is_out_of_time():
            # A loop that writes no more ends here.
            raise CutError
        depth = len(self._stack)
        self._stack.append((function, arguments))
        return depth

    def leave(self, depth: int, value: Any) -> Any:
        """A call ends; its value."""
        del self._stack[depth:]
        if depth < self._common:
            self._common = depth
        return value

    def caught(self, depth: int) -> None:
        """An error was caught in the call that began above so many: those above it have ended."""
        del self._stack[depth + 1 :]
        if depth + 1 < self._common:
            self._common = depth + 1

    # What became of it

    def finish(self, ended: dict[str, Any]) -> None:
        """Close the run with what it came to, where its last event does not tell."""
        self._is_finished = True
        if ended["ended"] == "returned":
            self.look(self._last_line)
        self._stack = []
        self._common = 0
        if ended["ended"] == "raised":
            self._record(10 * RAISED, BEHIND, ended["line"] or 0)
        elif ended["ended"] in ("cut", "late"):
            self._record(10 * CUT, BEHIND, 0)
        elif not self.solutions:
            self._record(10 * OVER, BEHIND, 0)

    def summary(self) -> dict[str, Any]:
        """What the run did in all."""
        return {
            "isExact": not self.is_cut,
            "length": self.length,
            "grid": "".join(map(str, self.shadow)),
            "totals": {
                "placements": self.placements + self.replaced,
                "replaced": self.replaced,
                "returns": self.returns + self.replaced,
                "calls": sum(self._calls),
                "solutions": self.solutions,
                "depth": self.deepest,
            },
        }

    def _change(self, line: int, cell: int, old: int, digit: int) -> None:
        self.shadow[cell] = digit
        if not digit:
            self.returns += 1
            self._filled -= 1
            self._record(10 * RETURN + old, cell, line)
            return
        if old:
            self.replaced += 1
            self._record(10 * REPLACE + digit, cell, line)
        else:
            self.placements += 1
            self._filled += 1
            self._record(10 * PLACE + digit, cell, line)
        if self._filled == 81:
            is_solved = _is_valid(self.shadow)
            self.solutions += is_solved
            self._record(10 * (SOLUTION if is_solved else WRONG), BEHIND, line)

    def _record(self, code: int, cell: int, line: int) -> None:
        self.length += 1
        self._last_line = line
        depth = len(self._stack)
        if depth > self.deepest:
            self.deepest = depth
        if self._tape is not None:
            calls = sum(self._calls)
            self._tape.add(code, cell, line, self._common, self._stack, calls - self._calls_before)
            self._calls_before = calls
            self._common = depth
            if self.length % PIECE == 0:
                self._end_piece(self._tape, code, cell)
        if self._is_finished:
            return
        if self.length >= FOLLOWED_EVENTS:
            self.is_cut = True
        if self.is_cut:
            raise CutError

    def _end_piece(self, tape: _Tape, code: int, cell: int) -> None:
        tape.end_piece(
            {
                "grid": "".join(map(str, self.shadow)),
                "last": [code, cell],
                "counters": {
                    "placements": self.placements + self.replaced,
                    "returns": self.returns + self.replaced,
                    "calls": self._calls_before,
                    "solutions": self.solutions,
                },
            },
            self._stack,
        )
        self._is_out_of_time()

    def _is_out_of_time(self) -> bool:
        """Whether the run has no time left; then it is cut."""
        if self._ends_at is not None and perf_counter() > self._ends_at and not self._is_finished:
            self.is_cut = self.is_late = True
        return self.is_late

    # Which object is the grid

    def _follow(self, line: int, base: Any, i: Any, j: Any) -> bool:
        """Go on with another object when it is a copy of the grid; whether it is."""
        if not self._is_grid_like(base) or not self._agrees(base, i, j):
            return False
        self.watch(base)
        self.look(line)
        return True

    def _is_grid_like(self, base: Any) -> bool:
        size = _size(base)
        if size != 9:
            return size == 81
        try:
            return _size(base[0]) == 9 and not hasattr(base[0][0], "append") and type(base[0][0]) is not bool
        except (TypeError, KeyError, IndexError):
            return False

    def _agrees(self, base: Any, i: Any, j: Any) -> bool:
        """Whether it holds the givens, whatever was written at (i, j) just now.

        Many tables agree with a grid of few givens; then every digit of the table must be in the grid too.
        """
        try:
            if len(self._givens) >= _FEW_GIVENS and _size(base) == 9:
                for row, column, digit in self._givens:
                    if (
                        base[row][column] != digit
                        and (row != i or column != j)
                        and _digit(base[row][column]) != digit
                    ):
                        return False
                return True
        except (TypeError, KeyError, IndexError):
            return False
        found = _digits_of(base)
        if found is None:
            return False
        different = [cell for cell in range(81) if found[cell] not in (0, self.shadow[cell])]
        missing = [row for row, column, digit in self._givens if found[9 * row + column] != digit]
        return len(different) <= 1 and len(missing) <= 1


class _Call:
    """The call that begins a run."""

    __slots__ = ("arguments", "function", "holder", "name")

    def __init__(self, name: str, function: Any, arguments: list[Any], holder: Any) -> None:
        self.name = name
        self.function = function
        self.arguments = arguments
        self.holder = holder


class _Program:
    """A student's program with hooks in it."""

    def __init__(self, source: str, emit: Emit) -> None:
        self.text = source
        self._emit = emit
        self._printed = 0
        self._namespace: dict[str, Any] = {}
        self.functions: list[instrumentation.Function] = []
        self.counts: list[int] = []
        self._made: Any = None

    def load(self) -> bool:
        """Read the text and put the hooks in; whether it can be run."""
        self.text = student_program.read(self.text)[0].text
        try:
            self._made = instrumentation.instrument(self.text, _is_definition)
        except (SyntaxError, ValueError) as error:
            self._refuse("syntax", error, getattr(error, "lineno", None))
            return False
        self.functions = self._made.functions
        self.counts.extend(0 for _ in self.functions)
        return True

    def ready(self, worksheet: str, grid: str, recorder: Recorder, solver: str) -> _Call | None:
        """Define what the program defines, find its solver, hand the grid over; None when that fails."""
        names = {"__name__": "student", "print": self._print, "input": _no_input, **recorder.hooks()}
        self._namespace.update(names)
        lists = [
            [int(sign) if sign in "123456789" else 0 for sign in grid[9 * row : 9 * row + 9]]
            for row in range(9)
        ]
        student_program.offer_numpy(self)
        try:
            # The text itself: Brython 3.15 runs some programs wrongly that were compiled before.
            exec(self._made.text, self._namespace)  # noqa: S102 - the student's own program
            call = self._find(worksheet, lists, solver)
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

    def run(self, call: _Call, recorder: Recorder) -> dict[str, Any]:
        """Make the call; how it ended."""
        try:
            value = call.function(*call.arguments)
        except BaseException as error:
            if not recorder.is_cut:
                text, line = _error_text(error), self._line_of(error)
                return {"ended": "raised", "value": "", "error": text, "line": line}
        if recorder.is_cut:
            ended = "late" if recorder.is_late else "cut"
            return {"ended": ended, "value": "", "error": "", "line": None}
        return {"ended": "returned", "value": _value_text(value), "error": "", "line": None}

    def _find(self, worksheet: str, lists: list[list[int]], solver: str) -> _Call | None:
        names: dict[str, Any] = {}
        for name, value in self._namespace.items():
            names.setdefault(name.lower(), value)
        for wanted in _wanted(worksheet, solver):
            function = self._namespace.get(wanted) or names.get(wanted)
            if callable(function):
                return self._call_of(wanted, function, self._in_form(lists))
            if callable(names.get(_CLASS)):
                instance, holder = _filled_instance(names[_CLASS], lists)
                method = getattr(instance, wanted, None)
                if callable(method):
                    return self._call_of(wanted, method, holder, is_held=True)
        return None

    def _call_of(self, name: str, function: Any, grid: Any, *, is_held: bool = False) -> _Call:
        """The arguments that the function takes: the grid, then a first cell."""
        count = self._parameter_count(function)
        if not count or is_held:
            if not is_held:
                self._set_global(grid)
            return _Call(name, function, [0] * count, grid)
        return _Call(name, function, [grid, *[0] * (count - 1)], grid)

    def _parameter_count(self, function: Any) -> int:
        """How many arguments to give: those required, and one to a function of optional ones."""
        name = getattr(function, "__name__", "")
        for each in self.functions:
            if each.name == name and each.is_method:
                return max(0, each.required - 1)
            if each.name == name:
                return max(each.required, min(1, len(each.parameters)))
        return 0

    def _set_global(self, grid: Any) -> None:
        """Put the grid where functions without parameters look for it: in every variable that holds one."""
        found = [name for name, value in self._namespace.items() if _digits_of(value) is not None]
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
        """The last line of the student's text that an error went through."""
        line = None
        trace = error.__traceback__
        while trace is not None:
            if trace.tb_frame.f_code.co_filename == _FILE_NAME:
                line = trace.tb_lineno
            trace = trace.tb_next
        return self._made.origin(line)

    def _refuse(self, reason: str, error: BaseException, line: int | None) -> None:
        self._emit({"kind": "unusable", "reason": reason, "error": _error_text(error), "line": line})


def _wanted(worksheet: str, solver: str) -> tuple[str, ...]:
    if not solver:
        return SOLVERS[worksheet]
    return (solver, *CHOICES.get(worksheet, {}).get(solver, ()))


def _is_definition(node: Any) -> bool:
    """Whether a statement of the module defines something, rather than to run the program."""
    if instrumentation.kind(node) in ("Import", "ImportFrom", "FunctionDef", "AsyncFunctionDef", "ClassDef"):
        return True
    if instrumentation.kind(node) not in ("Assign", "AnnAssign"):
        return False
    return not any(
        instrumentation.kind(each) == "Call" and _is_act(each) for each in instrumentation.walk(node)
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


def _is_act(call: Any) -> bool:
    name = getattr(call.func, "id", None) or getattr(call.func, "attr", None)
    return name not in _HARMLESS


def _filled_instance(made: Any, lists: list[list[int]]) -> tuple[Any, Any]:
    """An object of a student's class with the grid in it, and what holds the digits there."""
    try:
        instance = made(lists)
    except TypeError:
        instance = made()
    for name, value in list(vars(instance).items()):
        found = _digits_of(value)
        if found is None:
            continue
        if found != [digit for row in lists for digit in row]:
            _fill(value, lists)
        return instance, getattr(instance, name)
    for name in ("grille", "grid", "tableau"):
        setattr(instance, name, lists)
    return instance, lists


def _fill(grid: Any, lists: list[list[int]]) -> None:
    is_flat = _size(grid) == 81
    for cell in range(81):
        digit = lists[cell // 9][cell % 9]
        if is_flat:
            grid[cell] = digit
        else:
            grid[cell // 9][cell % 9] = digit


def _size(value: Any) -> int:
    if isinstance(value, str):
        return 0
    try:
        return len(value)
    except TypeError:
        return 0


def _digits_of(grid: Any) -> list[int] | None:
    """The 81 digits of nine rows, of a flat row of 81, or of a dictionary by cells; None: it is no grid."""
    size = _size(grid)
    try:
        if size == 9 and not isinstance(grid, dict) and all(_size(grid[row]) == 9 for row in range(9)):
            found = [_digit(grid[row][column]) for row in range(9) for column in range(9)]
        elif size == 81 and isinstance(grid, dict):
            found = [_digit(grid[divmod(cell, 9)]) for cell in range(81)]
        elif size == 81:
            found = [_digit(grid[cell]) for cell in range(81)]
        else:
            return None
    except (TypeError, KeyError, IndexError):
        return None
    return None if found.count(-1) > 1 else found


def _digit(value: Any) -> int:
    """The digit in a cell, 0 for an empty one; -1 for a value that is no digit."""
    if type(value) is int:
        return value if 0 <= value <= 9 else -1
    if isinstance(value, bool):
        return -1
    if value is None or value in ("", " ", ".", "-", "_"):
        return 0
    try:
        number = int(value)
    except (TypeError, ValueError):
        return -1
    return number if 0 <= number <= 9 else -1


def _is_valid(digits: list[int]) -> bool:
    rows = [digits[9 * row : 9 * row + 9] for row in range(9)]
    columns = [digits[column::9] for column in range(9)]
    boxes = [
        [digits[9 * (3 * (box // 3) + n // 3) + 3 * (box % 3) + n % 3] for n in range(9)] for box in range(9)
    ]
    return all(len(set(house)) == 9 for house in [*rows, *columns, *boxes])


def _no_input(_prompt: object = "") -> str:
    raise EOFError("input() during a run that is watched")


def _error_text(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}"[:TEXT_LIMIT]


def _value_text(value: Any) -> str:
    try:
        return repr(value)[:TEXT_LIMIT]
    except Exception:
        return f"<{type(value).__name__}>"
