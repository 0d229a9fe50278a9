# range(8) where range(9) is meant.
def __init__(self, grille=None):
    self.grille = [[0] * 9 for i in range(9)]
    if grille is not None:
        for i in range(8):
            self.grille[i] = list(grille[i])
