"""Troisième feuille : une solution sans récurrence, en avançant et en reculant de case en case."""

M = [
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

# M.copy() copierait la liste des lignes, mais pas les lignes : il faut copier chacune d'elles.
matrice_originale = [ligne.copy() for ligne in M]


def test_ligne(i: int, j: int, nombre: int, M: list) -> bool:
    """Dit si nombre n'est dans aucune autre case de la ligne i.
    >>> test_ligne(0, 0, 1, M), test_ligne(0, 3, 1, M)
    (False, True)
    """
    return all(colonne == j or M[i][colonne] != nombre for colonne in range(9))


def test_colonne(i: int, j: int, nombre: int, M: list) -> bool:
    """Dit si nombre n'est dans aucune autre case de la colonne j.
    >>> test_colonne(0, 0, 7, M), test_colonne(1, 0, 7, M)
    (False, True)
    """
    return all(ligne == i or M[ligne][j] != nombre for ligne in range(9))


def test_carre(i: int, j: int, nombre: int, M: list) -> bool:
    """Dit si nombre n'est dans aucune autre case du carré de la case (i, j).
    >>> test_carre(0, 0, 2, M), test_carre(0, 0, 1, M)
    (False, True)
    """
    haut, gauche = 3 * (i // 3), 3 * (j // 3)
    for ligne in range(haut, haut + 3):
        for colonne in range(gauche, gauche + 3):
            if (ligne, colonne) != (i, j) and M[ligne][colonne] == nombre:
                return False
    return True


def test(i: int, j: int, nombre: int, M: list) -> bool:
    """Dit si les trois tests précédents permettent nombre en (i, j).
    >>> test(0, 0, 3, M), test(0, 0, 1, M)
    (True, False)
    """
    return test_ligne(i, j, nombre, M) and test_colonne(i, j, nombre, M) and test_carre(i, j, nombre, M)


def protection(matrice_originale: list) -> list:
    """La liste des cases (i, j) déjà remplies, auxquelles il ne faudra pas toucher.
    >>> protection(matrice_originale)[:4]
    [(0, 3), (0, 4), (1, 0), (1, 6)]
    """
    return [(i, j) for i in range(9) for j in range(9) if matrice_originale[i][j] != 0]


liste_protegee = protection(matrice_originale)


def remplissage(i: int, j: int, M: list, liste_protegee: list, sens: bool) -> bool:
    """Met en (i, j) le prochain nombre possible ; dit s'il faut ensuite avancer (True) ou reculer (False).
    >>> remplissage(0, 3, M, liste_protegee, True), remplissage(0, 3, M, liste_protegee, False)
    (True, False)
    """
    if (i, j) in liste_protegee:
        return sens
    nombre = M[i][j] + 1
    while nombre < 10:
        if test(i, j, nombre, M):
            M[i][j] = nombre
            return True
        nombre += 1
    M[i][j] = 0
    return False


def avance_case(i: int, j: int) -> tuple:
    """La case suivante ; (9, 0) après la dernière.
    >>> avance_case(0, 0), avance_case(0, 8), avance_case(8, 8)
    ((0, 1), (1, 0), (9, 0))
    """
    return (i + 1, 0) if j == 8 else (i, j + 1)


def recule_case(i: int, j: int) -> tuple:
    """La case précédente ; (-1, 8) avant la première.
    >>> recule_case(0, 1), recule_case(1, 0), recule_case(0, 0)
    ((0, 0), (0, 8), (-1, 8))
    """
    return (i - 1, 8) if j == 0 else (i, j - 1)


def affiche(M: list) -> None:
    """Affiche la matrice, une ligne par ligne."""
    for ligne in M:
        print(ligne)


def resolution(M: list, a_chaque_tour: bool = False) -> None:
    """Remplit M et l'affiche, ou dit qu'il n'y a pas de solution ; sur demande, montre M à chaque tour."""
    tournetourne, sens, i, j = True, True, 0, 0
    matrice_originale = [ligne.copy() for ligne in M]
    liste_protegee = protection(matrice_originale)
    while tournetourne:
        if a_chaque_tour:
            affiche(M)
        sens = remplissage(i, j, M, liste_protegee, sens)
        if sens:
            i, j = avance_case(i, j)
        else:
            i, j = recule_case(i, j)
        if i == 9:
            tournetourne = False
            affiche(M)
        elif i == -1:
            tournetourne = False
            print("Le problème n'a pas été résolu.")


if __name__ == "__main__":
    resolution(M)
