"""Wrong versions of the functions of the second worksheet."""

from ...translation import gettext_noop
from .mutant import Mutant


def _mutant(key: str, name: str, text: str, mistake: str = "") -> Mutant:
    return Mutant("n_valide", key, name, text, mistake)


N_VALIDE = (
    _mutant(
        "n_valide",
        "x-for-the-row",
        """
def n_valide(y, x, n):
    for k in range(9):
        if grid[x][k] == n or grid[k][y] == n:
            return False
    x0, y0 = x // 3 * 3, y // 3 * 3
    for i in range(3):
        for j in range(3):
            if grid[y0 + i][x0 + j] == n:
                return False
    return True
""",
        gettext_noop("The row is looked up with the column’s number, the column with the row’s."),
    ),
    _mutant(
        "n_valide",
        "row-and-column-swapped-in-the-box",
        """
def n_valide(y, x, n):
    for k in range(9):
        if grid[y][k] == n or grid[k][x] == n:
            return False
    x0, y0 = x // 3 * 3, y // 3 * 3
    for i in range(3):
        for j in range(3):
            if grid[x0 + i][y0 + j] == n:
                return False
    return True
""",
        gettext_noop("Row and column are swapped in the box."),
    ),
    _mutant(
        "n_valide",
        "box-of-two-by-two",
        """
def n_valide(y, x, n):
    for k in range(9):
        if grid[y][k] == n or grid[k][x] == n:
            return False
    x0, y0 = x // 3 * 3, y // 3 * 3
    for i in range(2):
        for j in range(2):
            if grid[y0 + i][x0 + j] == n:
                return False
    return True
""",
        gettext_noop("Only four of the nine cells of the box are looked at."),
    ),
    _mutant(
        "n_valide",
        "else-true",
        """
def n_valide(y, x, n):
    for k in range(9):
        if grid[y][k] == n or grid[k][x] == n:
            return False
        else:
            return True
""",
        gettext_noop("It answers after looking at one row cell and one column cell."),
    ),
    _mutant(
        "solve",
        "cell-not-emptied",
        """
def solve():
    for y in range(9):
        for x in range(9):
            if grid[y][x] == 0:
                for n in range(1, 10):
                    if n_valide(y, x, n):
                        grid[y][x] = n
                        solve()
                return
    for i in range(9):
        for j in range(9):
            print(grid[i][j], end="")
        print()
""",
        gettext_noop("On the way back the cell keeps its last digit."),
    ),
    _mutant(
        "solve",
        "return-one-level-too-deep",
        """
def solve():
    for y in range(9):
        for x in range(9):
            if grid[y][x] == 0:
                for n in range(1, 10):
                    if n_valide(y, x, n):
                        grid[y][x] = n
                        solve()
                        grid[y][x] = 0
                        return
                return
    for i in range(9):
        for j in range(9):
            print(grid[i][j], end="")
        print()
""",
        gettext_noop("It gives up after the first digit that fits."),
    ),
    _mutant(
        "solve",
        "printed-at-every-step",
        """
def solve():
    for y in range(9):
        for x in range(9):
            if grid[y][x] == 0:
                for n in range(1, 10):
                    if n_valide(y, x, n):
                        grid[y][x] = n
                        solve()
                        grid[y][x] = 0
                for i in range(9):
                    for j in range(9):
                        print(grid[i][j], end="")
                    print()
                return
""",
        gettext_noop("It prints the grid at every dead end, not only when it is full."),
    ),
    _mutant(
        "solve",
        "nine-never-tried",
        """
def solve():
    for y in range(9):
        for x in range(9):
            if grid[y][x] == 0:
                for n in range(1, 9):
                    if n_valide(y, x, n):
                        grid[y][x] = n
                        solve()
                        grid[y][x] = 0
                return
    for i in range(9):
        for j in range(9):
            print(grid[i][j], end="")
        print()
""",
        gettext_noop("The digit 9 is never tried."),
    ),
)
