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


def test_ligne(i: int, j: int, nombre: int, M: list) -> bool:
    """Dit si nombre n'est dans aucune autre case de la ligne i."""
    return all(colonne == j or M[i][colonne] != nombre for colonne in range(9))


def test_colonne(i: int, j: int, nombre: int, M: list) -> bool:
    """Dit si nombre n'est dans aucune autre case de la colonne j."""
    return all(ligne == i or M[ligne][j] != nombre for ligne in range(9))


def test_carre(i: int, j: int, nombre: int, M: list) -> bool:
    """Dit si nombre n'est dans aucune autre case du carré de la case (i, j)."""
    haut, gauche = 3 * (i // 3), 3 * (j // 3)
    for ligne in range(haut, haut + 3):
        for colonne in range(gauche, gauche + 3):
            if (ligne, colonne) != (i, j) and M[ligne][colonne] == nombre:
                return False
    return True


def test(i: int, j: int, nombre: int, M: list) -> bool:
    """Dit si les trois tests précédents permettent nombre en (i, j)."""
    return test_ligne(i, j, nombre, M) and test_colonne(i, j, nombre, M) and test_carre(i, j, nombre, M)


def protection(matrice_originale: list) -> list:
    """La liste des cases (i, j) déjà remplies, auxquelles il ne faudra pas toucher."""
    return [(i, j) for i in range(9) for j in range(9) if matrice_originale[i][j] != 0]


def remplissage(i: int, j: int, M: list, liste_protegee: list, sens: bool) -> bool:
    """Met en (i, j) le prochain nombre possible ; dit s'il faut ensuite avancer (True) ou reculer (False)."""
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
    """La case suivante ; (9, 0) après la dernière."""
    return (i + 1, 0) if j == 8 else (i, j + 1)


def recule_case(i: int, j: int) -> tuple:
    """La case précédente ; (-1, 8) avant la première."""
    return (i - 1, 8) if j == 0 else (i, j - 1)


def affiche(M: list) -> None:
    """Affiche la matrice, une ligne par ligne."""
    for ligne in M:
        print(ligne)


def resolution(M: list, a_chaque_tour: bool = False) -> None:
    """Remplit M et l'affiche, ou dit qu'il n'y a pas de solution ; sur demande, montre M à chaque tour."""
    tournetourne, sens, i, j = True, True, 0, 0
    # Pour une matrice numpy, M.copy() suffit ; pour une liste de listes, il faut copier chaque ligne.
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
