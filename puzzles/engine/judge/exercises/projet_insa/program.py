"""Question 8: the interactive program."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ... import dialogue, layout
from ...cases import ANYTHING, PRINTED_WRONG, RAISED, SCRIPT, Case, Expected, Outcome
from ...exercise import Exercise
from ...grid_convention import FILE
from .drawing import drawing_by

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...cases import Fault
    from ...exercise import CallConvention
    from ...printed_grids import Drawing
    from ...student_program import Program


class Programme(Exercise):
    """The program is run with answers found from what it asks: see `dialogue`.

    Judged: it draws a grid of sudoku.txt, not always the same one, draws more of the solution when that is
    wanted, and the whole solution. Not judged: its words, and help in words instead of a drawing.
    """

    worksheet = "projet_insa"
    key = "programme"
    number = "8"
    kind = SCRIPT
    names = ("programme", "main", "menu", "jouer", "programme_principal", "jeu", "lancer", "interface")

    def conventions_of(self, program: Program) -> list[CallConvention]:
        """The file run as a script; then functions without parameters that the file does not call itself."""
        found: list[str | None] = [None]
        for name in self.names:
            function = program.namespace.get(name)
            if callable(function) and layout.required_parameters(function) == []:
                found.append(name)
        return found

    def cases(self) -> Iterator[Case]:
        for goal in dialogue.GOALS:
            yield Case(goal, files={FILE: dialogue.FILE_TEXT}, label=goal)

    def expected(self, case: Case) -> Expected:
        return Expected(value=ANYTHING, printed=dialogue.wanted(case.arguments[0]))

    def call(self, program: Program, case: Case, convention: CallConvention) -> Outcome:
        run = dialogue.talk(program, convention, case.arguments[0], drawings_of(program))
        outcome = Outcome(printed=run.text, error=run.error, line=run.line)
        outcome.value = run.reached
        return outcome

    def judge_case(self, case: Case, outcome: Outcome, expected: Expected) -> Fault:
        if outcome.value:
            outcome.error = None
            return None
        return (RAISED, None) if outcome.error else (PRINTED_WRONG, case.arguments[0])


def drawings_of(program: Program) -> list[Drawing]:
    """The drawings that the program's own `afficher_sudoku` makes."""
    found = []
    for convention in layout.layout_of(program).conventions("afficher_sudoku"):
        known = drawing_by(program, convention)
        if known is not None:
            found.append(known)
            break
    return found
