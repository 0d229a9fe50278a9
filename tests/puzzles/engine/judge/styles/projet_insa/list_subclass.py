# The class is a list; smallest choice first, with sets kept up to date; the program runs at the end of the file.
import random

TOUS = frozenset(range(1, 10))


class Sudoku(list):
    def __init__(self, lignes=()):
        super().__init__([list(ligne) for ligne in lignes] or [[0] * 9 for _ in TOUS])

    def ligne(self, i):
        return set(self[i])

    def colonne(self, j):
        return {self[i][j] for i in range(9)}

    def region(self, i, j):
        i, j = i // 3 * 3, j // 3 * 3
        return set(self[i][j : j + 3] + self[i + 1][j : j + 3] + self[i + 2][j : j + 3])

    def est_valide(self):
        for n in range(9):
            if self.ligne(n) != TOUS or self.colonne(n) != TOUS or self.region(n, 3 * n % 9) != TOUS:
                return 0
        return 1

    def libres(self, i, j):
        return TOUS - self.ligne(i) - self.colonne(j) - self.region(i, j)

    def choix(self):
        return {(i, j): self.libres(i, j) for i in range(9) for j in range(9) if not self[i][j]}

    def resolution_simple(self):
        choix = self.choix()
        seules = [case for case in choix if len(choix[case]) == 1]
        if not choix:
            return True
        if not seules:
            return False
        i, j = seules[0]
        (self[i][j],) = choix[i, j]
        return self.resolution_simple()

    def resoudre(self):
        choix = self.choix()
        if not choix:
            return True
        i, j = min(choix, key=lambda case: len(choix[case]))
        for self[i][j] in choix[i, j]:
            if self.resoudre():
                return True
        self[i][j] = 0
        return False

    def afficher_sudoku(self):
        for ligne in self:
            print(*ligne)


def en_lignes(texte):
    return [[int(c) for c in texte[n : n + 9]] for n in range(0, 81, 9)]


def lire_fichier_sudoku(fichier, ligne):
    return Sudoku(en_lignes(list(open(fichier))[ligne - 1]))


def saisir_sudoku():
    sudoku = None
    while sudoku is None:
        texte = input("Grille : ")
        try:
            if len(texte) > 81:
                raise IndexError
            sudoku = Sudoku(en_lignes(texte))
            if len(texte) < 81:
                sudoku = None
        except (ValueError, IndexError):
            print("Non.")
    return sudoku


def programme_principal(fichier="sudoku.txt"):
    with open(fichier) as texte:
        combien = sum(1 for _ in texte)
    sudoku = lire_fichier_sudoku(fichier, 1 + int(combien * random.random()))
    sudoku.afficher_sudoku()
    reponse = input("Que voulez-vous ? (partielle/complete) ")
    solution = Sudoku(sudoku)
    solution.resoudre()
    if reponse == "partielle":
        sudoku[:5] = solution[:5]
        sudoku.afficher_sudoku()
    elif reponse == "complete":
        solution.afficher_sudoku()


programme_principal()
