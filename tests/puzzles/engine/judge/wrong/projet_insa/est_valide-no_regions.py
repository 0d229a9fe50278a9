# Rows and columns only.
def est_valide(self):
    for n in range(9):
        if sorted(self.grille[n]) != list(range(1, 10)):
            return 0
        if sorted(ligne[n] for ligne in self.grille) != list(range(1, 10)):
            return 0
    return 1
