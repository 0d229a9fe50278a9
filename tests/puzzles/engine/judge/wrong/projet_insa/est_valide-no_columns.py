# Rows and regions only.
def est_valide(self):
    for n in range(9):
        region = [self.grille[n // 3 * 3 + m // 3][n % 3 * 3 + m % 3] for m in range(9)]
        if sorted(self.grille[n]) != list(range(1, 10)) or sorted(region) != list(range(1, 10)):
            return 0
    return 1
