"""The fifth worksheet: eight exercises on the grid `S`, a list of nine lists."""

from .. import grids, oracle
from ..exercise import GRID, Case, Exercise, Expected


class Ligne(Exercise):
    worksheet, key, number = "mini_projet", "ligne", "2"
    names = ("ligne",)
    parameters = ("S", "i")
    unordered = True
    examples = (Case(GRID, 0, grid=grids.MINI_PROJET, label="worksheet"),)

    def cases(self):
        for row in range(9):
            yield Case(GRID, row, grid=grids.MINI_PROJET, label="worksheet")

    def expected(self, case):
        return Expected(oracle.present(case.grid, oracle.ROW[case.arguments[1]]))


EXERCISES = (Ligne(),)
