# The drawing is given back instead of printed.
def afficher_sudoku(self):
    return "\n".join("".join(str(c) for c in ligne) for ligne in self.grille)
