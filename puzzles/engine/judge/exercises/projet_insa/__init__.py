"""The first worksheet: the class `Sudoku`, its readers, its drawing, its check, two solvers and a program.

The worksheet fixes a few names and leaves the rest open; `layout` finds how the program is built, and each
way to call a question's function is a convention. One that passes all cases is enough.
"""

from .drawing import Afficher
from .program import Programme
from .readers import LireFichier, Saisir
from .solvers import Resoudre, Simple
from .sudoku_class import SudokuClass
from .validity import EstValide

EXERCISES = (
    SudokuClass(),
    LireFichier(),
    Saisir(),
    Afficher(),
    EstValide(),
    Simple(),
    Resoudre(),
    Programme(),
)
