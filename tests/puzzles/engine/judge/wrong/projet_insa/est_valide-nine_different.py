# Nine different values: 0 may be one of them.
def est_valide(self):
    for n in range(9):
        region = [self.grille[n // 3 * 3 + m // 3][n % 3 * 3 + m % 3] for m in range(9)]
        for groupe in (self.grille[n], [ligne[n] for ligne in self.grille], region):
            if len(set(groupe)) != 9:
                return 0
    return 1
