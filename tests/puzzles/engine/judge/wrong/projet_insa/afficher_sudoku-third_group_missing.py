# The third group of each row is left out.
def afficher_sudoku(self):
    for ligne in self.grille:
        texte = "".join(str(c) for c in ligne)
        print("| " + texte[:3] + "|" + texte[3:6] + "|")
