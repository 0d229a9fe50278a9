"""Wrong versions of the functions and methods of the first worksheet."""

from ...translation import gettext_noop
from .mutant import Mutant


def _method(key: str, name: str, text: str, mistake: str = "") -> Mutant:
    return Mutant("projet_insa", key, name, text, mistake, owner="Sudoku")


def _function(key: str, name: str, text: str, mistake: str = "") -> Mutant:
    return Mutant("projet_insa", key, name, text, mistake)


PROJET_INSA = (
    _method(
        "sudoku",
        "rows-shared",
        """
def __init__(self, grille=None):
    self.grille = [[0] * 9] * 9
    for i in range(9):
        for j in range(9):
            self.grille[i][j] = grille[i][j] if grille else 0
    self.M = []
""",
        gettext_noop("The nine rows are the same list: a change to one changes them all."),
    ),
    _method(
        "sudoku",
        "one-grid-for-all",
        """
def __init__(self, grille=None, commune=[[0] * 9 for _ in range(9)]):
    for i in range(9):
        for j in range(9):
            commune[i][j] = grille[i][j] if grille else 0
    self.grille = commune
    self.M = []
""",
        gettext_noop("The default value is made once: all objects share one grid."),
    ),
    _method(
        "sudoku",
        "last-row-missing",
        """
def __init__(self, grille=None):
    self.grille = [list(ligne) for ligne in (grille or [[0] * 9] * 9)[:8]] + [[0] * 9]
    self.M = []
""",
        gettext_noop("The last row is left out."),
    ),
    _function(
        "lire_fichier_sudoku",
        "last-digit-lost",
        """
def lire_fichier_sudoku(fichier, ligne):
    with open(fichier) as texte:
        code = texte.readlines()[ligne - 1][:-2] + "0"
    return Sudoku(grille_de(code))
""",
    ),
    _function(
        "lire_fichier_sudoku",
        "always-the-first",
        """
def lire_fichier_sudoku(fichier, ligne):
    with open(fichier) as texte:
        return Sudoku(grille_de(texte.readline().strip()))
""",
    ),
    _function(
        "lire_fichier_sudoku",
        "columns-for-rows",
        """
def lire_fichier_sudoku(fichier, ligne):
    with open(fichier) as texte:
        code = texte.read().split()[ligne - 1]
    return Sudoku([[int(code[9 * j + i]) for j in range(9)] for i in range(9)])
""",
    ),
    _function(
        "saisir_sudoku",
        "length-not-checked",
        """
def saisir_sudoku():
    texte = input("81 caractères : ")
    return Sudoku([[int(texte[9 * i + j]) for j in range(9)] for i in range(9)])
""",
    ),
    _function(
        "saisir_sudoku",
        "letters-not-caught",
        """
def saisir_sudoku():
    texte = input("81 caractères : ")
    while len(texte) != 81:
        texte = input("Il en faut 81 : ")
    return Sudoku([[int(texte[9 * i + j]) for j in range(9)] for i in range(9)])
""",
    ),
    _function(
        "saisir_sudoku",
        "columns-for-rows",
        """
def saisir_sudoku():
    while True:
        try:
            code = grille_de(input("81 caractères : "))
            return Sudoku([[code[j][i] for j in range(9)] for i in range(9)])
        except ValueError as erreur:
            print(erreur)
""",
    ),
    _method(
        "afficher_sudoku",
        "last-row-missing",
        """
def afficher_sudoku(self):
    for i in range(8):
        if i % 3 == 0:
            print("-----")
        texte = "".join(str(chiffre) for chiffre in self.grille[i])
        print(f"| {texte[:3]}|{texte[3:6]}|{texte[6:]}|")
    print("-----")
""",
        gettext_noop("The last row is left out."),
    ),
    _method(
        "afficher_sudoku",
        "one-column-twice",
        """
def afficher_sudoku(self):
    for i in range(9):
        if i % 3 == 0:
            print("-----")
        texte = "".join(str(chiffre) for chiffre in self.grille[i])
        print(f"| {texte[:3]}|{texte[2:6]}|{texte[6:]}|")
    print("-----")
""",
        gettext_noop("The slice begins one column early: one digit is shown twice."),
    ),
    _method(
        "afficher_sudoku",
        "columns-for-rows",
        """
def afficher_sudoku(self):
    for i in range(9):
        if i % 3 == 0:
            print("-----")
        texte = "".join(str(self.grille[j][i]) for j in range(9))
        print(f"| {texte[:3]}|{texte[3:6]}|{texte[6:]}|")
    print("-----")
""",
        gettext_noop("Row and column are swapped: the grid is mirrored along its diagonal."),
    ),
    _method(
        "est_valide",
        "sums-only",
        """
def est_valide(self):
    for n in range(9):
        region = [self.grille[n // 3 * 3 + k // 3][n % 3 * 3 + k % 3] for k in range(9)]
        colonne = [self.grille[k][n] for k in range(9)]
        if sum(self.grille[n]) != 45 or sum(colonne) != 45 or sum(region) != 45:
            return 0
    return 1
""",
        gettext_noop("A sum of 45 does not prove that the nine digits differ."),
    ),
    _method(
        "est_valide",
        "regions-forgotten",
        """
def est_valide(self):
    for n in range(9):
        if not self.test_ligne(n) or not self.test_colonne(n):
            return 0
    return 1
""",
        gettext_noop("Rows and columns are checked, boxes are not."),
    ),
    _method(
        "est_valide",
        "empty-cells-allowed",
        """
def est_valide(self):
    for n in range(9):
        for zone in (self.grille[n], [self.grille[k][n] for k in range(9)]):
            chiffres = [chiffre for chiffre in zone if chiffre != 0]
            if len(chiffres) != len(set(chiffres)):
                return 0
    for n in range(9):
        region = [self.grille[n // 3 * 3 + k // 3][n % 3 * 3 + k % 3] for k in range(9)]
        chiffres = [chiffre for chiffre in region if chiffre != 0]
        if len(chiffres) != len(set(chiffres)):
            return 0
    return 1
""",
        gettext_noop("A grid with empty cells is accepted."),
    ),
    _method(
        "est_valide",
        "first-row-decides",
        """
def est_valide(self):
    for n in range(9):
        if self.test_ligne(n):
            return 1
        return 0
""",
        gettext_noop("The function returns in the first pass of its loop: it never checks the other rows."),
    ),
    _method(
        "resoudre_simple",
        "new-digits-not-remembered",
        """
def resoudre_simple(self):
    self.memoriser()
    for i in range(9):
        for j in range(9):
            if self.grille[i][j] == 0 and len(self.permis(i, j)) == 1:
                self.grille[i][j] = self.permis(i, j)[0]
    return self.est_valide()
""",
        gettext_noop("A digit just written does not count for the cells that follow."),
    ),
    _method(
        "resoudre_simple",
        "first-allowed-digit",
        """
def resoudre_simple(self):
    self.memoriser()
    for i in range(9):
        for j in range(9):
            if self.grille[i][j] == 0 and self.permis(i, j):
                self.grille[i][j] = self.permis(i, j)[0]
                self.interdire(i, j, self.grille[i][j])
    return self.est_valide()
""",
        gettext_noop("It writes the first allowed digit even where there are several."),
    ),
    _method(
        "resoudre_simple",
        "one-step-only",
        """
def resoudre_simple(self):
    self.memoriser()
    case = self.case_simple()
    if case is not None:
        i, j = case
        self.grille[i][j] = self.permis(i, j)[0]
    return self.est_valide()
""",
        gettext_noop("It fills one cell, and stops."),
    ),
    _method(
        "resoudre",
        "simple-method-only",
        """
def resoudre(self):
    return self.resoudre_simple()
""",
        gettext_noop("When no cell has a single digit left, it gives up instead of trying one."),
    ),
    _method(
        "resoudre",
        "cell-not-emptied",
        """
def resoudre(self):
    for i in range(9):
        for j in range(9):
            if self.grille[i][j] == 0:
                self.memoriser()
                for chiffre in self.permis(i, j):
                    self.grille[i][j] = chiffre
                    if self.resoudre():
                        return 1
                return 0
    return self.est_valide()
""",
        gettext_noop("On the way back the cell keeps its last digit."),
    ),
    _method(
        "resoudre",
        "no-way-back",
        """
def resoudre(self):
    for i in range(9):
        for j in range(9):
            if self.grille[i][j] == 0:
                self.memoriser()
                permis = self.permis(i, j)
                if not permis:
                    return 0
                self.grille[i][j] = permis[0]
    return self.est_valide()
""",
        gettext_noop("It never takes a digit back."),
    ),
)
