# Row and column exchanged while copying.
def __init__(self, grille=None):
    self.grille = [[0] * 9 for i in range(9)]
    if grille is not None:
        for i in range(9):
            for j in range(9):
                self.grille[j][i] = grille[i][j]
