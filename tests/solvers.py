"""Solvers as students write them, for tests of what runs them."""

_TEST = """
def convient(g, i, j, n):
    for k in range(9):
        if g[i][k] == n or g[k][j] == n:
            return False
        if g[i - i % 3 + k // 3][j - j % 3 + k % 3] == n:
            return False
    return True
"""

# In the manner of the fourth worksheet: the first empty cell, its digits one after the other.
RECURSIVE = (
    _TEST
    + """
def vide(g):
    return next(((i, j) for i in range(9) for j in range(9) if not g[i][j]), None)


def solve(board):
    place = vide(board)
    if place is None:
        return True
    i, j = place
    for n in range(1, 10):
        if convient(board, i, j, n):
            board[i][j] = n
            if solve(board):
                return True
            board[i][j] = 0
    return False
"""
)

# The same with a new grid for each try.
COPYING = (
    _TEST
    + """
from copy import deepcopy


def solve(board):
    for i in range(9):
        for j in range(9):
            if board[i][j] == 0:
                for n in range(1, 10):
                    if convient(board, i, j, n):
                        suite = deepcopy(board)
                        suite[i][j] = n
                        fini = solve(suite)
                        if fini:
                            return fini
                return None
    return board
"""
)

# In the manner of the third one: forward and backward, each digit written before it is tested.
ITERATIVE = """
def resolution(M):
    libres = [(i, j) for i in range(9) for j in range(9) if M[i][j] == 0]
    rang = 0
    while 0 <= rang < len(libres):
        i, j = libres[rang]
        M[i][j] += 1
        while M[i][j] < 10 and not seul(M, i, j):
            M[i][j] += 1
        if M[i][j] == 10:
            M[i][j] = 0
            rang -= 1
        else:
            rang += 1
    return rang > 0


def seul(M, i, j):
    n = M[i][j]
    for k in range(9):
        a, b = i - i % 3 + k // 3, j - j % 3 + k % 3
        if (k != j and M[i][k] == n) or (k != i and M[k][j] == n) or ((a, b) != (i, j) and M[a][b] == n):
            return False
    return True
"""

# A class with its grid in a flat list.
FLAT_CLASS = """
class Sudoku:
    def __init__(self):
        self.grille = [0] * 81

    def permis(self, case, n):
        for autre in range(81):
            if self.grille[autre] != n:
                continue
            i, j, a, b = case // 9, case % 9, autre // 9, autre % 9
            if i == a or j == b or (i // 3 == a // 3 and j // 3 == b // 3):
                return False
        return True

    def resoudre(self, case=0):
        while case < 81 and self.grille[case]:
            case += 1
        if case == 81:
            return 1
        for n in range(1, 10):
            if self.permis(case, n):
                self.grille[case] = n
                if self.resoudre(case + 1):
                    return 1
                self.grille[case] = 0
        return 0
"""

# The second worksheet's way: the grid is a global variable, and every solution is found.
EVERY_SOLUTION = (
    """
grid = [[0] * 9 for _ in range(9)]
"""
    + _TEST
    + """
def solve():
    for y in range(9):
        for x in range(9):
            if grid[y][x] == 0:
                for n in range(1, 10):
                    if convient(grid, y, x, n):
                        grid[y][x] = n
                        solve()
                        grid[y][x] = 0
                return
    print(grid)
"""
)

NEVER_EMPTIES = RECURSIVE.replace("            board[i][j] = 0\n", "")
FORGETS_BOX = RECURSIVE.replace("        if g[i - i % 3", "        if False and g[i - i % 3")
