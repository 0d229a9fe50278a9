# The grid is a dictionary; exact cover by sets; solutions are given back as 81 characters; an open file is handed over.
import random


class Sudoku:
    def __init__(self, grille):
        self.cases = {}
        for i in range(9):
            for j in range(9):
                self.cases[i, j] = grille[i][j]

    @property
    def texte(self):
        return "".join(str(self.cases[i, j]) for i in range(9) for j in range(9))

    def est_valide(self):
        couvertes = set()
        for (i, j), chiffre in self.cases.items():
            couvertes.update(contraintes(i, j, chiffre))
        return 1 if len(couvertes) == 324 and 0 not in self.cases.values() else 0

    def seules(self):
        for i, j in self.cases:
            if not self.cases[i, j]:
                restent = [c for c in range(1, 10) if not self.interdit(i, j, c)]
                if len(restent) == 1:
                    yield i, j, restent[0]

    def interdit(self, i, j, chiffre):
        return any(
            chiffre == autre and (i == a or j == b or (i // 3, j // 3) == (a // 3, b // 3))
            for (a, b), autre in self.cases.items()
        )

    def resoudre_sudoku_simple(self):
        for i, j, chiffre in self.seules():
            self.cases[i, j] = chiffre
            return self.resoudre_sudoku_simple()
        if not all(self.cases.values()):
            raise ValueError("pas simple")

    def resoudre(self):
        demandes = {}
        for i, j in self.cases:
            for c in [self.cases[i, j]] if self.cases[i, j] else range(1, 10):
                for contrainte in contraintes(i, j, c):
                    demandes.setdefault(contrainte, set()).add((i, j, c))
        if len(demandes) < 324:
            return None
        solution = couvrir(demandes, [])
        if solution is None:
            return None
        return "".join(str(c) for _, _, c in sorted(solution))


def contraintes(i, j, c):
    return ("case", i, j), ("ligne", i, c), ("colonne", j, c), ("region", i // 3 * 3 + j // 3, c)


def couvrir(demandes, choisis):
    if not demandes:
        return choisis
    plus_petite = min(demandes, key=lambda d: len(demandes[d]))
    for i, j, c in sorted(demandes[plus_petite]):
        couvertes = set(contraintes(i, j, c))
        if couvertes <= set(demandes):
            exclus = set().union(*(demandes[d] for d in couvertes))
            reste = {d: demandes[d] - exclus for d in demandes if d not in couvertes}
            solution = couvrir(reste, choisis + [(i, j, c)])
            if solution:
                return solution
    return None


def rectangle(texte):
    return [[int(texte[9 * i + j]) for j in range(9)] for i in range(9)]


def lire_fichier_sudoku(fichier, ligne):
    for n, texte in enumerate(fichier, 1):
        if n == ligne:
            return Sudoku(rectangle(texte))


def saisir_sudoku():
    try:
        texte = input("Tapez les 81 caractères, sans espace : ")
        if len(texte) != 81 or not all(c in "0123456789" for c in texte):
            raise ValueError("il faut 81 chiffres")
        return Sudoku(rectangle(texte))
    except ValueError as e:
        print("Erreur :", e)


def afficher_sudoku(s):
    for i in range(9):
        print("|".join(s.texte[9 * i + j : 9 * i + j + 3] for j in (0, 3, 6)))
        if i in (2, 5):
            print("---+---+---")


def jouer():
    nom = input("Nom du fichier ? ")
    with open(nom) as fichier:
        nombre = len(fichier.readlines())
        fichier.seek(0)
        s = lire_fichier_sudoku(fichier, random.randint(1, nombre))
    while True:
        afficher_sudoku(s)
        print("Tapez i pour un indice, s pour la solution, f pour finir")
        commande = input()
        if commande == "i":
            solution = s.resoudre()
            i, j = next(case for case in s.cases if not s.cases[case])
            s.cases[i, j] = int(solution[9 * i + j])
        elif commande == "s":
            s = Sudoku(rectangle(s.resoudre()))
        elif commande == "f":
            return


if __name__ == "__main__":
    jouer()
