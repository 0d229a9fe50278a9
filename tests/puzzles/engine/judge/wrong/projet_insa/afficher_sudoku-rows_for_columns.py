# grille[j][i]: the grid is drawn turned over.
def afficher_sudoku(self):
    for i in range(9):
        print("|", *[self.grille[j][i] for j in range(9)], "|")
