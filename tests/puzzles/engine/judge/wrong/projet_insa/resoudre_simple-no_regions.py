# Regions are forgotten: two digits seem permitted where one is.
def resoudre_simple(self):
    change = True
    while change:
        change = False
        for i in range(9):
            for j in range(9):
                pris = set(self.grille[i]) | {ligne[j] for ligne in self.grille}
                permis = [c for c in range(1, 10) if c not in pris]
                if self.grille[i][j] == 0 and len(permis) == 1:
                    self.grille[i][j] = permis[0]
                    change = True
    return self.est_valide()
