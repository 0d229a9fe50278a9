# Functions without arguments that work on one global Sudoku; a solver that tries whole rows; while loops.
import random


class Sudoku:
    def __init__(self, grille=[]):
        self.g = [[0, 0, 0, 0, 0, 0, 0, 0, 0] for _ in range(9)]
        for i, ligne in enumerate(grille):
            for j, c in enumerate(ligne):
                self.g[i][j] = c

    def est_valide(self):
        i = 0
        while i < 81:
            l, c = divmod(i, 9)
            x = self.g[l][c]
            if x < 1 or x > 9:
                return 0
            if self.g[l].count(x) > 1 or [r[c] for r in self.g].count(x) > 1:
                return 0
            carre = []
            for r in self.g[l - l % 3 : l - l % 3 + 3]:
                carre.extend(r[c - c % 3 : c - c % 3 + 3])
            if carre.count(x) > 1:
                return 0
            i += 1
        return 1

    def methodeSimple(self):
        avant = None
        while avant != self.g:
            avant = [list(r) for r in self.g]
            for i in range(9):
                for j in range(9):
                    if self.g[i][j] == 0:
                        p = permis(self.g, i, j)
                        if len(p) == 1:
                            self.g[i][j] = p[0]
        return not any(0 in r for r in self.g)


sudoku = Sudoku()


def permis(g, i, j):
    p = []
    for c in range(1, 10):
        bon = c not in g[i]
        for r in g:
            bon = bon and r[j] != c
        for a in range(i - i % 3, i - i % 3 + 3):
            for b in range(j - j % 3, j - j % 3 + 3):
                bon = bon and g[a][b] != c
        if bon:
            p.append(c)
    return p


def lire_fichier_sudoku(fichier, ligne):
    global sudoku
    f = open(fichier)
    texte = f.readlines()[ligne - 1]
    f.close()
    sudoku = Sudoku([[int(x) for x in texte[k : k + 9]] for k in range(0, 81, 9)])


def saisir_sudoku():
    global sudoku
    while True:
        texte = input("?")
        if len(texte) == 81:
            try:
                sudoku = Sudoku([[int(x) for x in texte[k : k + 9]] for k in range(0, 81, 9)])
                break
            except:
                print("erreur")
        else:
            print("erreur")


def afficher_sudoku():
    for i in range(9):
        if i == 3 or i == 6:
            print()
        for j in range(9):
            if j == 3 or j == 6:
                print(end="  ")
            print(sudoku.g[i][j], end=" ")
        print()


def resoudre():
    return essayer(0)


def rangees(i, j, rangee):
    # toutes les façons de remplir la ligne i à partir de la colonne j
    if j == 9:
        yield rangee
    elif sudoku.g[i][j]:
        yield from rangees(i, j + 1, rangee + [sudoku.g[i][j]])
    else:
        for c in permis(sudoku.g, i, j):
            if c not in rangee:
                yield from rangees(i, j + 1, rangee + [c])


def essayer(i):
    if i == 9:
        return True
    ancienne = sudoku.g[i]
    for rangee in rangees(i, 0, []):
        sudoku.g[i] = rangee
        if essayer(i + 1):
            return True
        sudoku.g[i] = ancienne
    return False


def programme():
    choix = "1"
    while choix != "4":
        if choix == "1":
            with open("sudoku.txt") as f:
                lire_fichier_sudoku("sudoku.txt", random.choice(range(1, 1 + len(f.readlines()))))
        elif choix == "2":
            donnee = [list(r) for r in sudoku.g]
            resoudre()
            combien = 0
            for i in range(9):
                for j in range(9):
                    combien += donnee[i][j] == 0
                    if combien > 2:
                        sudoku.g[i][j] = donnee[i][j]
        elif choix == "3":
            resoudre()
        afficher_sudoku()
        print("1 - nouvelle grille\n2 - solution partielle\n3 - solution complète\n4 - fin")
        choix = input("choix ? ")


if __name__ == "__main__":
    programme()
