# 1 or 0 is printed instead of given back.
def est_valide(self):
    bon = 1
    for n in range(9):
        region = [self.grille[n // 3 * 3 + m // 3][n % 3 * 3 + m % 3] for m in range(9)]
        for groupe in (self.grille[n], [ligne[n] for ligne in self.grille], region):
            if sorted(groupe) != list(range(1, 10)):
                bon = 0
    print(bon)
