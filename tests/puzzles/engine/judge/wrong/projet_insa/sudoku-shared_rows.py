# All rows are one list.
def __init__(self, grille=None):
    self.grille = [[0] * 9] * 9
    if grille is not None:
        for i in range(9):
            for j in range(9):
                self.grille[i][j] = grille[i][j]
