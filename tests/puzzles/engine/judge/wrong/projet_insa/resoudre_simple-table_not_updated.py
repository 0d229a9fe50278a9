# The table of permitted digits is made once and not kept up to date.
def resoudre_simple(self):
    def permis(i, j):
        pris = set(self.grille[i]) | {ligne[j] for ligne in self.grille}
        for a in range(i // 3 * 3, i // 3 * 3 + 3):
            pris |= set(self.grille[a][j // 3 * 3 : j // 3 * 3 + 3])
        return [c for c in range(1, 10) if c not in pris]

    table = {(i, j): permis(i, j) for i in range(9) for j in range(9) if self.grille[i][j] == 0}
    change = True
    while change:
        change = False
        for i, j in list(table):
            if len(table[i, j]) == 1:
                self.grille[i][j] = table.pop((i, j))[0]
                change = True
    return self.est_valide()
