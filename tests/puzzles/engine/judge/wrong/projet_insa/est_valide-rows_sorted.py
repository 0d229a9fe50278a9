# sort() sorts the rows of the grid itself.
def est_valide(self):
    bon = 1
    for n in range(9):
        region = [self.grille[n // 3 * 3 + m // 3][n % 3 * 3 + m % 3] for m in range(9)]
        colonne = [ligne[n] for ligne in self.grille]
        if sorted(region) != list(range(1, 10)) or sorted(colonne) != list(range(1, 10)):
            bon = 0
    for ligne in self.grille:
        ligne.sort()
        if ligne != list(range(1, 10)):
            bon = 0
    return bon
