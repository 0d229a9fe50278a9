# The table of forbidden digits M[i][j][k]; the constructor takes the file; the solver has the cell as parameters.
import random


class Sudoku:
    def __init__(self, fichier, ligne):
        self.M = [[[0 for k in range(9)] for j in range(9)] for i in range(9)]
        self.grid = []
        self.lire_fichier_sudoku(fichier, ligne)

    def lire_fichier_sudoku(self, fichier, ligne):
        with open(fichier, "r") as f:
            contenu = f.readlines()[ligne - 1]
        self.grid = []
        for i in range(9):
            rangee = []
            for j in range(9):
                rangee.append(int(contenu[9 * i + j]))
            self.grid.append(rangee)
        return self.grid

    def saisir_sudoku(self):
        while True:
            try:
                s = input("81 chiffres : ")
                nouvelle = [[int(s[9 * i + j]) for j in range(9)] for i in range(9)]
                if s[81:]:
                    print("trop long")
                else:
                    self.grid = nouvelle
                    return
            except IndexError:
                print("trop court")
            except ValueError:
                print("des chiffres !")

    def afficher_sudoku(self):
        print(" -----------------------")
        for i in range(9):
            print(end="|")
            for j in range(9):
                print("", self.grid[i][j], end="")
                if j in (2, 5, 8):
                    print(end=" |")
            print()
            if (i + 1) % 3 == 0:
                print(" -----------------------")

    def est_valide(self):
        return self.test(lambda n, m: (n, m)) * self.test(lambda n, m: (m, n)) * self.test(self.region)

    def test(self, place):
        for n in range(9):
            chiffres = []
            for m in range(9):
                i, j = place(n, m)
                chiffres.append(self.grid[i][j])
            chiffres.sort()
            if chiffres != [1, 2, 3, 4, 5, 6, 7, 8, 9]:
                return 0
        return 1

    def region(self, n, m):
        return 3 * (n // 3) + m // 3, 3 * (n % 3) + m % 3

    def interdire(self, i, j):
        k = self.grid[i][j] - 1
        if k >= 0:
            for n in range(9):
                a, b = self.region(i // 3 * 3 + j // 3, n)
                self.M[i][n][k] = self.M[n][j][k] = self.M[a][b][k] = 1

    def simple(self):
        self.M = [[[0 for k in range(9)] for j in range(9)] for i in range(9)]
        for i in range(9):
            for j in range(9):
                self.interdire(i, j)
        while self.une_etape():
            pass
        for rangee in self.grid:
            if 0 in rangee:
                print("Échec : ce sudoku n'est pas simple")
                return 0
        return 1

    def une_etape(self):
        for i in range(8, -1, -1):
            for j in range(8, -1, -1):
                if self.grid[i][j] == 0 and sum(self.M[i][j]) == 8:
                    self.grid[i][j] = self.M[i][j].index(0) + 1
                    self.interdire(i, j)
                    return True
        return False

    def resoudre(self, i, j):
        if i == 9:
            return 1
        suite = (i, j + 1) if j < 8 else (i + 1, 0)
        if self.grid[i][j]:
            return self.resoudre(*suite)
        for c in range(9, 0, -1):
            if self.libre(i, j, c):
                self.grid[i][j] = c
                if self.resoudre(*suite):
                    return 1
        self.grid[i][j] = 0
        return 0

    def libre(self, i, j, c):
        region = i // 3 * 3 + j // 3
        for n in range(9):
            a, b = self.region(region, n)
            if c in (self.grid[i][n], self.grid[n][j], self.grid[a][b]):
                return 0
        return 1


def partielle(s):
    essai = Sudoku("sudoku.txt", 1)
    essai.grid = [r[:] for r in s.grid]
    essai.resoudre(0, 0)
    for j in range(9):
        s.grid[0][j] = essai.grid[0][j]


if __name__ == "__main__":
    f = open("sudoku.txt")
    n = 0
    for l in f:
        n += 1
    f.close()
    s = Sudoku("sudoku.txt", random.randint(1, n))
    s.afficher_sudoku()
    if input("Voulez vous resoudre ce sudoku ? (oui/non) ") == "oui":
        r = input("Solution partielle ou complete ? ")
        if r == "partielle":
            partielle(s)
            s.afficher_sudoku()
            r = input("Et maintenant la solution complete ? (oui/non) ")
        if r == "complete" or r == "oui":
            s.resoudre(0, 0)
            s.afficher_sudoku()
