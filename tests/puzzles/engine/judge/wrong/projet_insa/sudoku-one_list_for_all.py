# Every Sudoku fills the same list.
TABLEAU = [[0] * 9 for i in range(9)]


def __init__(self, grille=None):
    self.grille = TABLEAU
    for i in range(9):
        for j in range(9):
            self.grille[i][j] = 0 if grille is None else grille[i][j]
