"""The course's own functions watched line by line: what the runs are compared with."""

import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from types import FrameType
from typing import Any

import pytest

from puzzles.engine import Board
from puzzles.engine.runs import ALGORITHMS, Event, Operation
from puzzles.engine.worksheets import source_of

SOLVERS = {
    "tutoriel": ("solve", "is_valid"),
    "n_valide": ("solve", "n_valide"),
    "td_iteratif": ("resolution", "test"),
    "projet_insa": ("resoudre_simple", "permis"),
    "mini_projet": ("resoudre", "possibles"),
    "propagation": ("chercher", "liees"),
}


@dataclass
class Watched:
    """What was seen while the course's text ran: events, tests made before each, calls open at each."""

    events: list[Event] = field(default_factory=list)
    tests: list[int] = field(default_factory=list)
    depths: list[int] = field(default_factory=list)
    test_count: int = 0
    _told: int = 0

    def add(self, event: Event) -> None:
        """One event, and the tests since the last one."""
        self.events.append(event)
        self.tests.append(self.test_count - self._told)
        self._told = self.test_count


class Watcher:
    """Turns the lines that Python is about to run into events, by nothing but the names in their frame."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.algorithm = ALGORITHMS[name]
        self.solver, self.test = SOLVERS[name]
        self.seen = Watched()
        self.text = [line.strip() for line in source_of(name).splitlines()]
        self.watched = {function for function, _, _ in self.algorithm.statements.values()}
        self.lines: dict[int, Operation] = {}
        for operation in reversed(self.algorithm.statements):
            self.lines[self.algorithm.line(operation)] = operation

    def trace(self, frame: FrameType, kind: str, _: Any) -> Any:
        if frame.f_code.co_filename != self.name:
            return None
        function = frame.f_code.co_name
        if kind == "call":
            if function == self.test:
                self.count_test(frame)
            return self.trace if function in self.watched else None
        if kind == "line":
            self.line(frame)
        return self.trace

    def count_test(self, frame: FrameType) -> None:
        if self.name == "projet_insa" and frame.f_back and frame.f_back.f_code.co_name != "case_simple":
            return
        if self.name != "propagation":
            self.seen.test_count += 9 if self.name == "mini_projet" else 1

    def line(self, frame: FrameType) -> None:
        operation, names = self.lines.get(frame.f_lineno), frame.f_locals
        self.returned_in(frame, names)
        if operation is None or operation in (Operation.OVER, Operation.RETURN):
            return
        if operation == Operation.CHOOSE:
            self.seen.test_count += 1
        event = self.event(operation, names)
        if event:
            self.record(event, frame)

    def returned_in(self, frame: FrameType, names: dict[str, Any]) -> None:
        """A return shows differently in each text: by a line, or by a loop that goes on."""
        line = self.text[frame.f_lineno - 1]
        if line == "board[row][col] = 0":
            self.record(Event(Operation.RETURN, 9 * names["row"] + names["col"], names["num"]), frame)
        elif line == "grid[y][x] = 0":
            self.record(Event(Operation.RETURN, 9 * names["y"] + names["x"], names["n"]), frame)
        elif line == "for k in possibles(S, i, j):" and "k" in names:
            self.record(Event(Operation.RETURN, 9 * names["i"] + names["j"], names["k"]), frame)
        elif line == "for chiffre in C[i][j]:" and "chiffre" in names:
            self.record(Event(Operation.RETURN, 9 * names["i"] + names["j"], names["chiffre"]), frame)

    def event(self, operation: Operation, names: dict[str, Any]) -> Event | None:
        row = first_of(names, "i", "y", "row")
        column = first_of(names, "j", "x", "col")
        cell = 9 * row + column
        if operation == Operation.SOLUTION:
            is_one = self.name not in ("n_valide", "projet_insa") or (self.name == "n_valide" and cell == 0)
            return Event(operation, 81, 0) if is_one else None
        if operation in (Operation.ADVANCE, Operation.RETREAT):
            return Event(operation, cell + (1 if operation == Operation.ADVANCE else -1), 0)
        if operation in (Operation.REMOVE, Operation.REMOVE_GIVEN):
            other = 9 * names["a"] + names["b"]
            return Event(
                operation, other, names["chiffre"] if "chiffre" in names else names["S"][row][column]
            )
        if operation == Operation.PLACE_NAKED:
            return Event(operation, cell, names["C"][row][column][0])
        if operation.name.startswith("WRITE"):
            return self.write(operation, names)
        return Event(operation, cell, first_of(names, "nombre", "chiffre", "k", "n", "num"))

    def write(self, operation: Operation, names: dict[str, Any]) -> Event:
        i, j, n, k = names["i"], names["j"], names["n"], names["k"]
        name = operation.name.removesuffix("_AGAIN")
        a, b = {"WRITE_ROW": (i, n), "WRITE_COLUMN": (n, j)}.get(name) or (names["a"], names["b"])
        known = names["self"].M[a][b][k] == 1
        return Event(Operation[f"{name}_AGAIN" if known else name], 9 * a + b, k + 1)

    def record(self, event: Event, frame: FrameType) -> None:
        self.seen.add(event)
        depth, above = 0, frame
        while above is not None:
            depth += (above.f_code.co_filename, above.f_code.co_name) == (self.name, self.solver)
            above = above.f_back
        self.seen.depths.append(depth)


def first_of(names: dict[str, Any], *wanted: str) -> int:
    """The value of the first of these names that there is."""
    return next((names[name] for name in wanted if name in names), 0)


@pytest.fixture
def course_run() -> Callable[[str, str], Watched]:
    """`course_run("tutoriel", GRID)`: the events of the course's own text, seen from outside."""

    def run(name: str, line: str) -> Watched:
        namespace: dict[str, Any] = {"__name__": "pasted"}
        exec(compile(source_of(name), name, "exec"), namespace)
        namespace["print"] = lambda *values, **options: None
        rows = [list(Board.from_line(line).digits[start : start + 9]) for start in range(0, 81, 9)]
        watcher = Watcher(name)
        before = sys.gettrace()
        sys.settrace(watcher.trace)
        try:
            solved = _solve(name, namespace, rows)
        finally:
            sys.settrace(before)
        seen = watcher.seen
        if name == "projet_insa" or not solved or ALGORITHMS[name].finds_all:
            end = Operation.SOLUTION if solved and not ALGORITHMS[name].finds_all else Operation.OVER
            seen.add(Event(end, 81, 0))
        return seen

    return run


def _solve(name: str, namespace: dict[str, Any], rows: list[list[int]]) -> bool:
    if name == "n_valide":
        namespace["grid"][:] = rows
        namespace["solve"]()
        return False
    if name == "projet_insa":
        return bool(namespace["Sudoku"](rows).resoudre_simple())
    if name == "td_iteratif":
        namespace["resolution"](rows)
        return all(all(row) for row in rows)
    arguments = (rows, 0, 0) if name == "mini_projet" else (rows,)
    return bool(namespace[{"tutoriel": "solve"}.get(name, "resoudre")](*arguments))
