# It gives up at the first cell with a choice.
def resoudre_simple(self):
    def permis(i, j):
        pris = set(self.grille[i]) | {ligne[j] for ligne in self.grille}
        for a in range(i // 3 * 3, i // 3 * 3 + 3):
            pris |= set(self.grille[a][j // 3 * 3 : j // 3 * 3 + 3])
        return [c for c in range(1, 10) if c not in pris]

    for i in range(9):
        for j in range(9):
            if self.grille[i][j] == 0:
                if len(permis(i, j)) != 1:
                    return 0
                self.grille[i][j] = permis(i, j)[0]
    return 1
