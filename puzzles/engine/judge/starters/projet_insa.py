"""Projet Sudoku, à compléter : enregistre ce fichier sous le nom
sudoku_nom_prenom.py.

Remplace chaque ... par ton code. Les lignes qui commencent par >>> sont
des exemples ; la commande python -m doctest sudoku_nom_prenom.py dit
lesquels ne donnent pas encore ce qui est écrit dessous (sudoku.txt doit
être dans le même dossier).
"""

# La figure 1, à compléter puis complétée ; 0 pour une case vide.
FIGURE_1 = [
    [0, 2, 0, 5, 0, 1, 0, 9, 0],
    [8, 0, 0, 2, 0, 3, 0, 0, 6],
    [0, 3, 0, 0, 6, 0, 0, 7, 0],
    [0, 0, 1, 0, 0, 0, 6, 0, 0],
    [5, 4, 0, 0, 0, 0, 0, 1, 9],
    [0, 0, 2, 0, 0, 0, 7, 0, 0],
    [0, 9, 0, 0, 3, 0, 0, 8, 0],
    [2, 0, 0, 8, 0, 4, 0, 0, 7],
    [0, 1, 0, 9, 0, 7, 0, 6, 0],
]
FIGURE_1_COMPLETE = [
    [4, 2, 6, 5, 7, 1, 3, 9, 8],
    [8, 5, 7, 2, 9, 3, 1, 4, 6],
    [1, 3, 9, 4, 6, 8, 2, 7, 5],
    [9, 7, 1, 3, 8, 5, 6, 2, 4],
    [5, 4, 3, 7, 2, 6, 8, 1, 9],
    [6, 8, 2, 1, 4, 9, 7, 5, 3],
    [7, 9, 4, 6, 3, 2, 5, 8, 1],
    [2, 6, 5, 8, 1, 4, 9, 3, 7],
    [3, 1, 8, 9, 5, 7, 4, 6, 2],
]
# La figure 2 : une grille simple.
FIGURE_2 = [
    [0, 0, 4, 0, 3, 6, 0, 0, 5],
    [0, 0, 5, 1, 0, 0, 0, 8, 0],
    [1, 3, 7, 8, 0, 4, 6, 0, 2],
    [0, 5, 0, 4, 0, 0, 0, 3, 6],
    [4, 9, 0, 0, 7, 3, 2, 0, 8],
    [0, 0, 6, 0, 8, 0, 9, 7, 0],
    [8, 0, 9, 7, 6, 5, 0, 0, 1],
    [6, 0, 2, 3, 0, 0, 0, 4, 0],
    [0, 0, 0, 9, 0, 0, 8, 0, 7],
]


class Sudoku:
    """Question 1. Une grille de Sudoku, complète ou non.

    >>> sudoku = Sudoku(FIGURE_2)
    >>> sudoku.grille[0]
    [0, 0, 4, 0, 3, 6, 0, 0, 5]
    >>> Sudoku().grille[8]
    [0, 0, 0, 0, 0, 0, 0, 0, 0]
    """

    def __init__(self, grille=None):
        """Garde cette grille dans self.grille : neuf listes de neuf
        entiers, toutes à 0 sans argument."""
        ...

    def afficher_sudoku(self):
        """Question 4. Dessine la grille : neuf lignes, les régions
        séparées.

        >>> lire_fichier_sudoku("sudoku.txt", 1).afficher_sudoku()
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
        ...

    def est_valide(self):
        """Question 5. Renvoie 1 si la grille est complète et respecte
        les règles, 0 sinon.

        Pense à trois tests, un pour les régions, un pour les lignes, un
        pour les colonnes.

        >>> Sudoku(FIGURE_1_COMPLETE).est_valide()
        1
        >>> Sudoku(FIGURE_1).est_valide()
        0
        """
        ...

    def resoudre_simple(self):
        """Question 6. Remplit la grille par la méthode simple, ou
        échoue si la grille n'est pas simple.

        Une case se remplit quand un seul chiffre y est permis. Ici la
        méthode renvoie 1 si la grille est remplie et 0 sinon.

        >>> sudoku = Sudoku(FIGURE_2)
        >>> sudoku.resoudre_simple()
        1
        >>> sudoku.grille[7]
        [6, 7, 2, 3, 1, 8, 5, 4, 9]
        >>> Sudoku(FIGURE_1).resoudre_simple()
        0
        """
        ...

    def resoudre(self):
        """Question 7. Remplit une grille quelconque ; renvoie 1, ou 0
        si elle n'a pas de solution.

        >>> sudoku = Sudoku(FIGURE_1)
        >>> sudoku.resoudre()
        1
        >>> sudoku.grille == FIGURE_1_COMPLETE
        True
        """
        ...


def lire_fichier_sudoku(fichier, ligne):
    """Question 2. Renvoie le Sudoku que code cette ligne du fichier, la
    première étant la ligne 1.

    >>> lire_fichier_sudoku("sudoku.txt", 1).grille[0]
    [7, 9, 0, 3, 0, 4, 1, 0, 8]
    """
    ...


def saisir_sudoku():
    """Question 3. Demande 81 caractères à l'utilisateur et renvoie le
    Sudoku qu'ils codent.

    Une réponse trop courte, trop longue ou avec une lettre ne doit pas
    arrêter le programme.
    """
    ...


def programme():
    """Question 8. Le programme : une grille de sudoku.txt au hasard,
    affichée ; puis, si l'utilisateur le souhaite, une solution
    partielle (quelques cases de plus) ou la solution complète.

    Un menu possible : 1 pour une autre grille, 2 pour une solution
    partielle, 3 pour la solution complète, q pour quitter.
    """
    ...


if __name__ == "__main__":
    programme()
