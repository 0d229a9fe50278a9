# The zeros are made blanks in the grid itself.
def afficher_sudoku(self):
    for i in range(9):
        for j in range(9):
            if self.grille[i][j] == 0:
                self.grille[i][j] = " "
    for ligne in self.grille:
        print(*ligne)
