"""Résoudre un sudoku sans récurrence, en avançant et en reculant : à
compléter.

Remplace chaque ... par ton code. Les lignes qui commencent par >>> sont
des exemples ; la commande python -m doctest td_iteratif.py dit lesquels
ne donnent pas encore ce qui est écrit dessous (numpy doit être
installé).
Partout, i est un numéro de ligne et j un numéro de colonne, de 0 à 8 ;
nombre va de 1 à 9.
"""

import numpy as np

# Le problème de l'annexe, 0 pour une case vide. M[i, j] est la case en
# ligne i, colonne j.
M = np.array(
    [
        [0, 0, 0, 1, 2, 0, 0, 0, 0],
        [7, 0, 0, 0, 0, 0, 5, 0, 2],
        [2, 0, 0, 0, 4, 7, 0, 0, 9],
        [8, 4, 0, 5, 0, 0, 2, 0, 1],
        [0, 0, 0, 0, 0, 0, 0, 0, 0],
        [5, 0, 7, 0, 0, 6, 0, 8, 4],
        [1, 0, 0, 3, 8, 0, 0, 0, 5],
        [9, 0, 3, 0, 0, 0, 0, 0, 7],
        [0, 0, 0, 0, 5, 2, 0, 0, 0],
    ]
)
matrice_originale = M.copy()


# Question 1
def test_ligne(i, j, nombre, M):
    """Dit si nombre manque dans la ligne i, sans regarder la colonne j.

    >>> test_ligne(0, 0, 7, M)
    True
    >>> test_ligne(0, 0, 1, M)
    False
    >>> test_ligne(0, 3, 1, M)
    True
    """
    ...


# Question 2
def test_colonne(i, j, nombre, M):
    """Dit si nombre manque dans la colonne j, sans regarder la ligne i.

    >>> test_colonne(0, 0, 3, M)
    True
    >>> test_colonne(0, 0, 7, M)
    False
    >>> test_colonne(1, 0, 7, M)
    True
    """
    ...


# Question 3
def test_carre(i, j, nombre, M):
    """Dit si nombre manque dans le carré de la case (i, j), sans
    regarder cette case.

    >>> test_carre(1, 1, 1, M)
    True
    >>> test_carre(1, 1, 2, M)
    False
    >>> test_carre(1, 0, 7, M)
    True
    """
    ...


# Question 4
def test(i, j, nombre, M):
    """Dit si les trois tests permettent nombre en (i, j).

    >>> test(0, 0, 3, M), test(0, 0, 4, M), test(0, 0, 6, M)
    (True, True, True)
    >>> test(0, 0, 1, M), test(0, 0, 5, M), test(0, 0, 7, M)
    (False, False, False)
    """
    ...


# Question 5
def protection(matrice_originale):
    """La liste des tuples (i, j) des cases remplies dans le problème.

    >>> len(protection(matrice_originale))
    28
    >>> (0, 3) in protection(matrice_originale)
    True
    >>> (0, 0) in protection(matrice_originale)
    False
    """
    ...


liste_protegee = protection(matrice_originale)


# Question 6
def remplissage(i, j, M, liste_protegee, sens):
    """Met en (i, j) le prochain nombre possible. True : on avance
    ensuite ; False : on recule.

    Une case protégée ne change pas, et la fonction retourne sens. S'il
    ne reste aucun nombre, la case est remise à 0.

    >>> N = M.copy()
    >>> remplissage(0, 0, N, liste_protegee, True)
    True
    >>> print(N[0, 0])
    3
    >>> N[0, 0] = 6
    >>> remplissage(0, 0, N, liste_protegee, True)
    False
    >>> print(N[0, 0])
    0
    >>> remplissage(0, 3, N, liste_protegee, False)
    False
    """
    ...


# Question 7
def avance_case(i, j):
    """La case suivante.

    >>> avance_case(0, 0)
    (0, 1)
    >>> avance_case(0, 8)
    (1, 0)
    """
    ...


# Question 8
def recule_case(i, j):
    """La case précédente.

    >>> recule_case(0, 1)
    (0, 0)
    >>> recule_case(1, 0)
    (0, 8)
    """
    ...


# Question 9
def resolution(M):
    """Remplit M et l'affiche, ou affiche que le problème n'a pas été
    résolu.

    >>> resolution(M.copy())
    [[6 3 9 1 2 5 4 7 8]
     [7 1 4 9 3 8 5 6 2]
     [2 8 5 6 4 7 1 3 9]
     [8 4 6 5 7 3 2 9 1]
     [3 2 1 8 9 4 7 5 6]
     [5 9 7 2 1 6 3 8 4]
     [1 7 2 3 8 9 6 4 5]
     [9 5 3 4 6 1 8 2 7]
     [4 6 8 7 5 2 9 1 3]]
    """
    ...


if __name__ == "__main__":
    ...  # Question 10
