# No end of line after a row.
def afficher_sudoku(self):
    for ligne in self.grille:
        for chiffre in ligne:
            print(chiffre, end="")
