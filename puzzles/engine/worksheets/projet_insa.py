"""Première feuille : la classe Sudoku, la méthode simple, la solution de toute grille, le programme."""

import random

CHIFFRES = [1, 2, 3, 4, 5, 6, 7, 8, 9]
VIDES = "0._*-"
MENU = """Tapez ligne, colonne et chiffre (857 : un 7 en ligne 8, colonne 5), ou bien :
1 une grille au hasard, 2 une solution partielle, 3 la solution complète, q quitter : """
CASES = [(i, j) for i in range(9) for j in range(9)]
# La ligne de la feuille, et la grille simple de sa figure 2.
EXEMPLE = "790304108000006000000080059030000497000000000217000030470010000000700000302609071"
FIGURE_2 = "004036005005100080137804602050400036490073208006080970809765001602300040000900807"


class Sudoku:
    """Une grille, complète ou non ; 0 pour une case vide."""
    # Question 1. Une grille est une liste de neuf lignes ; chaque Sudoku a la sienne.
    def __init__(self, grille: list | None = None) -> None:
        """Une copie de cette grille, ou une grille vide."""
        self.grille = [list(ligne) for ligne in grille or [[0] * 9] * 9]
        self.donnees = [(i, j) for i, j in CASES if self.grille[i][j] != 0]
        self.M: list = []
    # Question 4. Afficher la grille en treize lignes.
    def afficher_sudoku(self) -> None:
        """Affiche la grille, trois chiffres par groupe.
        >>> Sudoku(grille_de(EXEMPLE)).afficher_sudoku()
        -----
        | 790|304|108|
        | 000|006|000|
        | 000|080|059|
        -----
        | 030|000|497|
        | 000|000|000|
        | 217|000|030|
        -----
        | 470|010|000|
        | 000|700|000|
        | 302|609|071|
        -----
        """
        for i in range(9):
            if i % 3 == 0:
                print("-----")
            texte = "".join(str(chiffre) for chiffre in self.grille[i])
            print(f"| {texte[:3]}|{texte[3:6]}|{texte[6:]}|")
        print("-----")
    # Question 5. Une grille est valide si chaque région, ligne et colonne a les neuf chiffres.
    def test_region(self, haut: int, gauche: int) -> bool:
        """Dit si la région dont (haut, gauche) est la première case a les neuf chiffres."""
        region = [self.grille[haut + n // 3][gauche + n % 3] for n in range(9)]
        return sorted(region) == CHIFFRES
    def test_ligne(self, i: int) -> bool:
        """Dit si la ligne i a les neuf chiffres."""
        return sorted(self.grille[i][j] for j in range(9)) == CHIFFRES
    def test_colonne(self, j: int) -> bool:
        """Dit si la colonne j a les neuf chiffres."""
        return sorted(self.grille[i][j] for i in range(9)) == CHIFFRES
    def est_valide(self) -> int:
        """1 si la grille est complète et valide, sinon 0.
        >>> Sudoku(grille_de(EXEMPLE)).est_valide()
        0
        """
        for n in range(9):
            if not self.test_region(n // 3 * 3, n % 3 * 3):
                return 0
            if not self.test_ligne(n) or not self.test_colonne(n):
                return 0
        return 1
    # Question 6. La méthode simple ; M[i][j][k] vaut 1 si k + 1 est interdit dans la case (i, j).
    def interdire(self, i: int, j: int, chiffre: int) -> None:
        """Note dans M que les 20 cases liées à (i, j) n'ont plus droit à ce chiffre."""
        k = chiffre - 1
        for n in range(9):
            if n != j:
                self.M[i][n][k] = 1
        for n in range(9):
            if n != i:
                self.M[n][j][k] = 1
        for n in range(9):
            a, b = i // 3 * 3 + n // 3, j // 3 * 3 + n % 3
            if (a, b) != (i, j):
                self.M[a][b][k] = 1
    def memoriser(self) -> None:
        """Remplit la table M d'après les chiffres de la grille."""
        self.M = [[[0] * 9 for j in range(9)] for i in range(9)]
        for i, j in CASES:
            if self.grille[i][j] != 0:
                self.interdire(i, j, self.grille[i][j])
    def permis(self, i: int, j: int) -> list:
        """Les chiffres que M n'interdit pas en (i, j).
        >>> sudoku = Sudoku(grille_de(FIGURE_2))
        >>> sudoku.memoriser()
        >>> sudoku.permis(7, 4)
        [1]
        """
        return [k + 1 for k in range(9) if self.M[i][j][k] == 0]
    def case_simple(self) -> tuple | None:
        """La première case vide à un seul chiffre permis, ou None."""
        for i, j in CASES:
            if self.grille[i][j] == 0 and len(self.permis(i, j)) == 1:
                return i, j
        return None
    def resoudre_simple(self) -> int:
        """Remplit la grille par la méthode simple ; 0 si elle n'y suffit pas.
        >>> Sudoku(grille_de(FIGURE_2)).resoudre_simple(), Sudoku(grille_de(EXEMPLE)).resoudre_simple()
        (1, 0)
        """
        self.memoriser()
        case = self.case_simple()
        while case is not None:
            i, j = case
            chiffre = self.permis(i, j)[0]
            self.grille[i][j] = chiffre
            self.interdire(i, j, chiffre)
            case = self.case_simple()
        return self.est_valide()
    def est_coherente(self) -> bool:
        """Dit si aucun chiffre de la grille n'est interdit dans sa propre case."""
        return all(self.grille[i][j] == 0 or self.M[i][j][self.grille[i][j] - 1] == 0 for i, j in CASES)
    # Question 7. La méthode simple, puis des essais dans la case qui laisse le moins de choix.
    def resoudre(self) -> int:
        """Remplit une grille quelconque ; 0, et rien n'a changé, si elle n'a pas de solution.
        >>> sudoku = Sudoku(grille_de(EXEMPLE))
        >>> sudoku.resoudre(), sudoku.est_valide()
        (1, 1)
        """
        essai = Sudoku(self.grille)
        if essai.resoudre_simple():
            self.grille = essai.grille
            return 1
        if not essai.est_coherente():
            return 0
        vides = [(i, j) for i, j in CASES if essai.grille[i][j] == 0]
        i, j = min(vides, key=lambda case: len(essai.permis(*case)))
        for chiffre in essai.permis(i, j):
            essai.grille[i][j] = chiffre
            if essai.resoudre():
                self.grille = essai.grille
                return 1
        return 0


def grille_de(texte: str) -> list:
    """La grille que codent 81 caractères ; une ValueError dit ce qui ne va pas.
    >>> grille_de(EXEMPLE)[0]
    [7, 9, 0, 3, 0, 4, 1, 0, 8]
    """
    if len(texte) != 81:
        raise ValueError(f"il faut 81 caractères, en voici {len(texte)}")
    for n in range(81):
        if texte[n] not in "123456789" + VIDES:
            raise ValueError(f"le caractère {n + 1} est {texte[n]!r}, ni un chiffre ni 0 pour une case vide")
    chiffres = [0 if caractere in VIDES else int(caractere) for caractere in texte]
    return [chiffres[9 * i : 9 * i + 9] for i in range(9)]


def lignes_du_fichier(fichier: str) -> list:
    """Les lignes du fichier qui codent une grille : ni vides, ni commentaires (après #)."""
    try:
        with open(fichier, encoding="utf-8-sig", errors="replace") as texte:
            lignes = [ligne.split("#")[0].strip() for ligne in texte]
    except FileNotFoundError:
        raise ValueError(f"le fichier {fichier} n'existe pas") from None
    except OSError as erreur:
        raise ValueError(f"le fichier {fichier} ne peut pas être lu ({erreur.strerror})") from None
    if not any(lignes):
        raise ValueError(f"le fichier {fichier} n'a pas de grille")
    return [ligne for ligne in lignes if ligne]


# Question 2.
def lire_fichier_sudoku(fichier: str, ligne: int) -> Sudoku:
    """La grille numéro ligne du fichier, la première étant la grille 1."""
    lignes = lignes_du_fichier(fichier)
    if not 1 <= ligne <= len(lignes):
        raise ValueError(f"pas de grille {ligne} dans {fichier} : la dernière est la grille {len(lignes)}")
    try:
        return Sudoku(grille_de(lignes[ligne - 1]))
    except ValueError as erreur:
        raise ValueError(f"grille {ligne} de {fichier} : {erreur}") from None


# Question 3.
def saisir_sudoku() -> Sudoku | None:
    """La grille que l'utilisateur tape, en recommençant tant qu'il le faut ; None s'il abandonne."""
    while True:
        texte = demander("Les 81 caractères de la grille (0 pour une case vide) : ")
        if texte in ("", "q"):
            return None
        try:
            return Sudoku(grille_de(texte))
        except ValueError as erreur:
            print(f"Erreur : {erreur}.")


def demander(question: str) -> str:
    """La réponse de l'utilisateur ; q s'il interrompt le programme ou si l'entrée est finie."""
    try:
        return input(question).strip()
    except (EOFError, KeyboardInterrupt):
        print()
        return "q"


# Question 8. Le programme et ses trois choix.
def grille_au_hasard(fichier: str) -> Sudoku | None:
    """Une grille du fichier tirée au hasard ; à défaut, une grille saisie."""
    try:
        nombre = len(lignes_du_fichier(fichier))
        return lire_fichier_sudoku(fichier, random.randint(1, nombre))
    except ValueError as erreur:
        print(f"Erreur : {erreur}.")
        return saisir_sudoku()


def solution_partielle(sudoku: Sudoku) -> None:
    """Remplit autant de cases que l'utilisateur en demande, dans l'ordre de lecture."""
    nombre = demander("Combien de cases ? ")
    solution = Sudoku(sudoku.grille)
    if not (nombre.isascii() and nombre.isdigit()):
        print("Erreur : il faut un nombre de cases.")
    elif not solution.resoudre():
        print("La grille n'a pas de solution.")
    else:
        vides = [(i, j) for i, j in CASES if sudoku.grille[i][j] == 0]
        for i, j in vides[: int(nombre)]:
            sudoku.grille[i][j] = solution.grille[i][j]


def solution_complete(sudoku: Sudoku) -> None:
    """Remplit toute la grille."""
    if not sudoku.resoudre():
        print("La grille n'a pas de solution.")


def placer(sudoku: Sudoku, coup: str) -> None:
    """Place un chiffre : 857 met 7 en ligne 8, colonne 5 ; le chiffre 0 vide la case.
    >>> placer(Sudoku(grille_de(EXEMPLE)), "115")
    Erreur : la case ligne 1, colonne 1 a un chiffre donné, qui reste.
    """
    if len(coup) != 3 or not (coup.isascii() and coup.isdigit()) or "0" in coup[:2]:
        print("Erreur : tapez 1, 2, 3, q, ou trois chiffres (ligne, colonne, chiffre).")
        return
    i, j, chiffre = int(coup[0]) - 1, int(coup[1]) - 1, int(coup[2])
    if (i, j) in sudoku.donnees:
        print(f"Erreur : la case ligne {i + 1}, colonne {j + 1} a un chiffre donné, qui reste.")
    else:
        sudoku.grille[i][j] = chiffre


def programme(fichier: str = "sudoku.txt") -> None:
    """Le programme interactif, jusqu'à ce que l'utilisateur le quitte."""
    sudoku = grille_au_hasard(fichier)
    while sudoku is not None:
        sudoku.afficher_sudoku()
        if sudoku.est_valide():
            print("La grille est valide.")
        choix = demander(MENU)
        if choix == "q":
            sudoku = None
        elif choix == "1":
            sudoku = grille_au_hasard(fichier)
        elif choix == "2":
            solution_partielle(sudoku)
        elif choix == "3":
            solution_complete(sudoku)
        else:
            placer(sudoku, choix)


if __name__ == "__main__":
    programme()
