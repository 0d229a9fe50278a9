"""Wrong versions of the functions of the second worksheet."""

from .mutant import Mutant


def _mutant(key: str, name: str, text: str) -> Mutant:
    return Mutant("n_valide", key, name, text)


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
    ),
)
