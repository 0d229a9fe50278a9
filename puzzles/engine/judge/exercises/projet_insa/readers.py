"""Questions 2 and 3: a grid from a file, and from the keyboard."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ... import grids, layout
from ...cases import ANYTHING, FUNCTION, WRONG, Case, Expected
from ...environment import Environment, attempt
from ...grid_convention import FILE, GridOutcome, grid_inputs
from ...grid_reader import grids_in
from ...student_program import run_action
from .question import GridQuestion

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from ...cases import Fault
    from ...exercise import CallConvention
    from ...layout import ProgramLayout
    from ...student_program import Program


class Reader(GridQuestion):
    """A function that gives a grid back, or fills its object. A convention: (owner, function, setting)."""

    kind = FUNCTION
    settings: tuple = ()

    def conventions_of(self, program: Program) -> list[CallConvention]:
        known = layout.layout_of(program)
        return [
            (owner, function, setting)
            for owner, function in known.functions(self.names[0])
            for setting in self.settings
        ]

    def call(self, program: Program, case: Case, convention: CallConvention) -> GridOutcome:
        owner, function, setting = convention
        known = layout.layout_of(program)
        prepared = run_action(
            program, lambda: _bound(known, owner, function, self.names[0]), **grid_inputs(None)
        )
        if prepared.error or prepared.stopped:
            return GridOutcome(prepared)
        read, holder = prepared.value
        answers = self.answers(case, setting)
        met = Environment(answers, case.files)
        outcome = attempt(program, lambda: read(*self.arguments(program, case, setting)), met, program.steps)
        held = grids_in(holder)
        if owner is None:
            names = known.globals_with_grid()
            held = [line for name in names for line in grids_in(program.namespace[name])]
        outcome = GridOutcome(outcome, grids_in(outcome.value), held)
        outcome.answers_left = len(met.console.answers)
        return outcome

    def arguments(self, program: Program, case: Case, setting: Any) -> tuple[Any, ...]:
        return ()

    def answers(self, case: Case, setting: Any) -> list[str]:
        return []

    def expected(self, case: Case) -> Expected:
        return Expected(value=ANYTHING, grid_after=case.grid)

    def judge_case(self, case: Case, outcome: GridOutcome, expected: Expected) -> Fault:
        if outcome.fault() or case.grid in outcome.lines:
            return outcome.fault()
        outcome.grid_after = outcome.given_back[0] if outcome.given_back else None
        return WRONG, "grid"


def _bound(known: ProgramLayout, owner: type | None, function: Any, name: str) -> tuple[Any, Any]:
    """What to call, and the object that may hold the grid afterwards."""
    if owner is None:
        return function, None
    if isinstance(function, (staticmethod, classmethod)):
        return getattr(owner, name), None
    held = known.any_object()
    return getattr(held, name), held


class LireFichier(Reader):
    """`ligne` counts from 1 or from 0, `fichier` is a name or an open file: any, but always the same."""

    key = "lire_fichier_sudoku"
    number = "2"
    names = ("lire_fichier_sudoku",)
    parameters = ("fichier", "ligne")
    settings = ((1, False), (0, False), (1, True), (0, True))  # the first line's number, is it an open file
    LINES = (
        grids.PROJET_INSA,
        grids.FIGURE_1,
        grids.FIGURE_2,
        grids.TUTORIEL,
        grids.random_grid(3, clues=30),
        grids.random_full(4),
    )

    def cases(self) -> Iterator[Case]:
        text = "\n".join(self.LINES).replace(".", "0")
        for number, line in enumerate(self.LINES, 1):
            yield Case(FILE, number, grid=line, files={FILE: text + "\n"}, label="six grids", shrinks=False)
        yield Case(FILE, 6, grid=line, files={FILE: text}, label="no end of line at the end", shrinks=False)
        one = grids.MINI_PROJET
        files = {"grilles.txt": one.replace(".", "0") + "\n"}
        yield Case("grilles.txt", 1, grid=one, files=files, label="one grid", shrinks=False)

    def arguments(self, program: Program, case: Case, setting: Any) -> tuple[Any, ...]:
        first, is_open = setting
        name, number = case.arguments
        return (program.namespace["open"](name) if is_open else name), number - 1 + first


class Saisir(Reader):
    """81 characters at once, by rows or one by one; wrong answers first. Giving up then is handled too."""

    key = "saisir_sudoku"
    number = "3"
    names = ("saisir_sudoku",)
    settings = (81, 9, 1)  # characters in an answer

    def cases(self) -> Iterator[Case]:
        for wrong, line in (
            ("", grids.FIGURE_1),
            ("", grids.FULL),
            ("short", grids.FIGURE_2),
            ("letter", grids.FIGURE_2),
            ("long", grids.FIGURE_2),
            ("empty", grids.FIGURE_2),
            ("sign", grids.FIGURE_2),
            ("letter short", grids.TUTORIEL),
        ):
            typed = _typed(line, wrong, 81)
            label = f"wrong first: {wrong}" if wrong else "right at once"
            yield Case(wrong, grid=line, answers=typed, label=label, shrinks=False)

    def answers(self, case: Case, setting: Any) -> list[str]:
        return _typed(case.required_grid, case.arguments[0], setting)

    def call(self, program: Program, case: Case, convention: CallConvention) -> GridOutcome:
        outcome = super().call(program, case, convention)
        # It asked, and gave up at a wrong answer: the right ones are all still there.
        total, wrong = len(self.answers(case, convention[2])), len(case.arguments[0].split())
        outcome.gave_up = total - wrong <= outcome.answers_left < total
        return outcome

    def judge_case(self, case: Case, outcome: GridOutcome, expected: Expected) -> Fault:
        if outcome.fault() or case.grid in outcome.lines:
            return outcome.fault()
        gave_up = outcome.gave_up and all(line == grids.EMPTY for line in outcome.given_back)
        if gave_up and (outcome.given_back or outcome.value in (None, False, 0, "")):
            return None
        return super().judge_case(case, outcome, expected)

    def call_text(self, name: str, case: Case) -> str:
        return f"{name}()"


def _typed(line: str, wrong: str, size: int) -> list[str]:
    """What is typed: wrong answers of these kinds, then the grid in answers of `size` characters."""
    text = line.replace(".", "0")
    right = [text[start : start + size] for start in range(0, 81, size)]
    return [_mistyped(right[0], kind) for kind in wrong.split()] + right


def _mistyped(right: str, kind: str) -> str:
    if kind == "short":
        return right[: len(right) // 2]
    if kind == "long":
        return "1" + right
    if kind == "empty":
        return ""
    return right[: len(right) // 2] + ("a" if kind == "letter" else "!") + right[len(right) // 2 + 1 :]
