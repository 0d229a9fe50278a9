# Empty cells are skipped, so that an incomplete grid is valid.
def est_valide(self):
    for n in range(9):
        region = [self.grille[n // 3 * 3 + m // 3][n % 3 * 3 + m % 3] for m in range(9)]
        for groupe in (self.grille[n], [ligne[n] for ligne in self.grille], region):
            chiffres = [c for c in groupe if c != 0]
            if len(set(chiffres)) != len(chiffres):
                return 0
    return 1
