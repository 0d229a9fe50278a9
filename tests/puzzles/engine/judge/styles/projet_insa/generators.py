# A property with a setter, solutions by a generator, recursion on a list of cells, a chain of small helpers.
from itertools import chain, product
from random import sample

CASES = list(product(range(9), repeat=2))
VOISINES = {
    (i, j): [(a, b) for a, b in CASES if (a == i or b == j or (a // 3, b // 3) == (i // 3, j // 3)) and (a, b) != (i, j)]
    for i, j in CASES
}


class Sudoku:
    """Grille ; Sudoku(), puis sudoku.grille = ..."""

    def __init__(self):
        self._grille = [[None] * 9 for _ in range(9)]

    @property
    def grille(self):
        return [[c or 0 for c in ligne] for ligne in self._grille]

    @grille.setter
    def grille(self, nouvelle):
        assert len(nouvelle) == 9
        self._grille = [[c or None for c in ligne] for ligne in nouvelle]

    def __getitem__(self, case):
        return self._grille[case[0]][case[1]]

    def __setitem__(self, case, chiffre):
        self._grille[case[0]][case[1]] = chiffre

    def est_valide(self):
        return int(None not in chain(*self._grille) and all(self[c] != self[v] for c in CASES for v in VOISINES[c]))

    def candidats(self, case):
        pris = {self[v] for v in VOISINES[case]}
        return [c for c in range(1, 10) if c not in pris]

    def remplissage_simple(self):
        """Rend le nombre de cases qui restent vides."""
        vides = {case for case in CASES if not self[case]}
        while vides:
            for case in sorted(vides):
                candidats = self.candidats(case)
                if len(candidats) == 1:
                    self[case] = candidats[0]
                    vides.discard(case)
                    break
            else:
                return len(vides)
        return 0

    def solutions(self):
        vides = [case for case in CASES if not self[case]]
        if not vides:
            yield self.grille
            return
        case = min(vides, key=lambda v: len(self.candidats(v)))
        for self[case] in self.candidats(case):
            yield from self.solutions()
        self[case] = None

    def resoudre(self):
        for solution in self.solutions():
            self.grille = solution
            return solution
        print("Cette grille n'a pas de solution.")
        return None

    def afficher_sudoku(self):
        print(self)

    def __repr__(self):
        bloc = lambda l, k: " ".join(str(c) if c else "." for c in l[k : k + 3])
        lignes = [" | ".join(bloc(l, k) for k in (0, 3, 6)) for l in self.grille]
        for k in (6, 3):
            lignes.insert(k, "-" * 21)
        return "\n".join(lignes)


def creer(texte):
    sudoku = Sudoku()
    sudoku.grille = [[int(c) for c in texte[9 * i :][:9]] for i in range(9)]
    return sudoku


def lire_fichier_sudoku(fichier, ligne):
    with open(fichier, encoding="utf8") as lignes:
        return creer([l.rstrip("\n") for l in lignes][ligne])


def saisir_sudoku():
    def correcte(texte):
        return len(texte) == 81 and set(texte) <= set("0123456789")

    while not correcte(texte := input("sudoku> ").strip()):
        print("Il faut 81 chiffres")
    return creer(texte)


def aider(sudoku, quoi):
    if quoi.startswith("part"):
        solution = Sudoku()
        solution.grille = sudoku.grille
        solution.resoudre()
        for case in sample([c for c in CASES if not sudoku[c]], 3):
            sudoku[case] = solution[case]
    elif quoi.startswith("tout"):
        sudoku.resoudre()


if __name__ == "__main__":
    with open("sudoku.txt") as f:
        n = len(list(f))
    (numero,) = sample(range(n), 1)
    sudoku = lire_fichier_sudoku("sudoku.txt", numero)
    sudoku.afficher_sudoku()
    reponse = input("Écrire « partie » pour une solution partielle, « tout » pour la solution complète, « fin » pour finir : ")
    while reponse != "fin":
        aider(sudoku, reponse)
        sudoku.afficher_sudoku()
        reponse = input("Écrire « partie », « tout » ou « fin » : ")
