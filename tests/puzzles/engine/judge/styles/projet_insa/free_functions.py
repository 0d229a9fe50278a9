# Functions outside the class take a Sudoku and give a new one; deepcopy for each branch; lines count from 0.
from copy import deepcopy
from random import choice


class Sudoku:
    def __init__(self, grille):
        self.grille = grille

    def lignes(self):
        return self.grille

    def colonnes(self):
        return [list(colonne) for colonne in zip(*self.grille)]

    def regions(self):
        return [
            [self.grille[a + x][b + y] for x in range(3) for y in range(3)]
            for a in (0, 3, 6)
            for b in (0, 3, 6)
        ]

    def est_valide(self):
        groupes = self.lignes() + self.colonnes() + self.regions()
        return int(all(set(groupe) == set(range(1, 10)) for groupe in groupes))

    def simple(self):
        """Une copie remplie, ou None."""
        copie = deepcopy(self)
        while True:
            candidats = [
                (i, j, possibles(copie, i, j))
                for i in range(9)
                for j in range(9)
                if copie.grille[i][j] == 0
            ]
            if not candidats:
                return copie
            seuls = [(i, j, p) for i, j, p in candidats if len(p) == 1]
            if not seuls:
                return None
            i, j, p = seuls[-1]
            copie.grille[i][j] = p.pop()


def possibles(sudoku, i, j):
    g = sudoku.grille
    interdits = set(g[i]) | {ligne[j] for ligne in g}
    for ligne in g[i // 3 * 3 : i // 3 * 3 + 3]:
        interdits |= set(ligne[j // 3 * 3 : j // 3 * 3 + 3])
    return set(range(1, 10)) - interdits


def depuis(texte):
    return Sudoku([[int(c) for c in texte[9 * i : 9 * i + 9]] for i in range(9)])


def lire_fichier_sudoku(fichier, ligne):
    with open(fichier) as f:
        for numero, texte in enumerate(f):
            if numero == ligne:
                return depuis(texte.strip())
    return None


def saisir_sudoku():
    texte = input("81 chiffres ? ")
    try:
        assert len(texte) == 81, "il faut 81 caractères"
        return depuis(texte)
    except (AssertionError, ValueError) as erreur:
        print("Erreur :", erreur)
        return saisir_sudoku()


def afficher_sudoku(sudoku):
    print("+-------+-------+-------+")
    for i, ligne in enumerate(sudoku.grille):
        texte = [str(c) if c else "." for c in ligne]
        print("|", *texte[:3], "|", *texte[3:6], "|", *texte[6:], "|")
        if i % 3 == 2:
            print("+-------+-------+-------+")


def resoudre(sudoku):
    vides = [(i, j) for i in range(9) for j in range(9) if sudoku.grille[i][j] == 0]
    if not vides:
        return sudoku
    i, j = vides[0]
    for chiffre in sorted(possibles(sudoku, i, j)):
        essai = deepcopy(sudoku)
        essai.grille[i][j] = chiffre
        solution = resoudre(essai)
        if solution is not None:
            return solution
    return None


def main():
    with open("sudoku.txt") as f:
        nombre = len(f.read().split())
    sudoku = lire_fichier_sudoku("sudoku.txt", choice(range(nombre)))
    afficher_sudoku(sudoku)
    if input("Voulez-vous une solution partielle (o/n) ? ") == "o":
        solution = resoudre(sudoku)
        for i in range(4):
            sudoku.grille[i] = solution.grille[i]
        afficher_sudoku(sudoku)
    if input("Voulez-vous la solution complète (o/n) ? ") == "o":
        afficher_sudoku(resoudre(sudoku))


if __name__ == "__main__":
    main()
