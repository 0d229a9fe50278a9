# return 1 is inside the loop.
def est_valide(self):
    for n in range(9):
        region = [self.grille[n // 3 * 3 + m // 3][n % 3 * 3 + m % 3] for m in range(9)]
        for groupe in (self.grille[n], [ligne[n] for ligne in self.grille], region):
            if sorted(groupe) != list(range(1, 10)):
                return 0
        return 1
