# The default list is made once and kept by every empty Sudoku.
def __init__(self, grille=[[0] * 9 for i in range(9)]):
    self.grille = grille
