"""Wrong versions of the functions of the third worksheet."""

from .mutant import Mutant


def _mutant(key: str, name: str, text: str) -> Mutant:
    return Mutant("td_iteratif", key, name, text)


TD_ITERATIF = (
    _mutant(
        "test_ligne",
        "counts-the-cell-itself",
        """
def test_ligne(i, j, nombre, M):
    for colonne in range(9):
        if M[i][colonne] == nombre:
            return False
    return True
""",
    ),
    _mutant(
        "test_ligne",
        "true-and-false-swapped",
        """
def test_ligne(i, j, nombre, M):
    for colonne in range(9):
        if colonne != j and M[i][colonne] == nombre:
            return True
    return False
""",
    ),
    _mutant(
        "test_ligne",
        "only-to-the-left",
        """
def test_ligne(i, j, nombre, M):
    for colonne in range(j):
        if M[i][colonne] == nombre:
            return False
    return True
""",
    ),
    _mutant(
        "test_colonne",
        "row-for-column",
        """
def test_colonne(i, j, nombre, M):
    for ligne in range(9):
        if ligne != i and M[i][ligne] == nombre:
            return False
    return True
""",
    ),
    _mutant(
        "test_colonne",
        "wrong-cell-left-out",
        """
def test_colonne(i, j, nombre, M):
    for ligne in range(9):
        if ligne != j and M[ligne][j] == nombre:
            return False
    return True
""",
    ),
    _mutant(
        "test_colonne",
        "true-after-the-first-cell",
        """
def test_colonne(i, j, nombre, M):
    for ligne in range(9):
        if ligne != i and M[ligne][j] == nombre:
            return False
        return True
""",
    ),
    _mutant(
        "test_carre",
        "square-around-the-cell",
        """
def test_carre(i, j, nombre, M):
    for ligne in range(max(i - 1, 0), min(i + 2, 9)):
        for colonne in range(max(j - 1, 0), min(j + 2, 9)):
            if (ligne, colonne) != (i, j) and M[ligne][colonne] == nombre:
                return False
    return True
""",
    ),
    _mutant(
        "test_carre",
        "row-and-column-swapped",
        """
def test_carre(i, j, nombre, M):
    haut, gauche = 3 * (j // 3), 3 * (i // 3)
    for ligne in range(haut, haut + 3):
        for colonne in range(gauche, gauche + 3):
            if (ligne, colonne) != (i, j) and M[ligne][colonne] == nombre:
                return False
    return True
""",
    ),
    _mutant(
        "test_carre",
        "own-row-and-column-left-out",
        """
def test_carre(i, j, nombre, M):
    haut, gauche = 3 * (i // 3), 3 * (j // 3)
    for ligne in range(haut, haut + 3):
        for colonne in range(gauche, gauche + 3):
            if ligne != i and colonne != j and M[ligne][colonne] == nombre:
                return False
    return True
""",
    ),
    _mutant(
        "test_carre",
        "three-x-plus-one",
        """
def test_carre(i, j, nombre, M):
    haut, gauche = 3 * (i // 3), 3 * (j // 3)
    for ligne in range(haut, haut + 2):
        for colonne in range(gauche, gauche + 2):
            if (ligne, colonne) != (i, j) and M[ligne][colonne] == nombre:
                return False
    return True
""",
    ),
    _mutant(
        "test",
        "or-for-and",
        """
def test(i, j, nombre, M):
    return test_ligne(i, j, nombre, M) or test_colonne(i, j, nombre, M) or test_carre(i, j, nombre, M)
""",
    ),
    _mutant(
        "test",
        "square-forgotten",
        """
def test(i, j, nombre, M):
    return test_ligne(i, j, nombre, M) and test_colonne(i, j, nombre, M)
""",
    ),
    _mutant(
        "test",
        "arguments-swapped",
        """
def test(i, j, nombre, M):
    return test_ligne(i, j, nombre, M) and test_colonne(j, i, nombre, M) and test_carre(i, j, nombre, M)
""",
    ),
    _mutant(
        "protection",
        "empty-cells-protected",
        """
def protection(matrice_originale):
    return [(i, j) for i in range(9) for j in range(9) if matrice_originale[i][j] == 0]
""",
    ),
    _mutant(
        "protection",
        "column-before-row",
        """
def protection(matrice_originale):
    return [(j, i) for i in range(9) for j in range(9) if matrice_originale[i][j] != 0]
""",
    ),
    _mutant(
        "protection",
        "last-row-forgotten",
        """
def protection(matrice_originale):
    return [(i, j) for i in range(8) for j in range(9) if matrice_originale[i][j] != 0]
""",
    ),
    _mutant(
        "remplissage",
        "begins-at-one-again",
        """
def remplissage(i, j, M, liste_protegee, sens):
    if (i, j) in liste_protegee:
        return sens
    nombre = 1
    while nombre < 10:
        if test(i, j, nombre, M):
            M[i][j] = nombre
            return True
        nombre = nombre + 1
    M[i][j] = 0
    return False
""",
    ),
    _mutant(
        "remplissage",
        "protected-always-forward",
        """
def remplissage(i, j, M, liste_protegee, sens):
    if (i, j) in liste_protegee:
        return True
    nombre = M[i][j] + 1
    while nombre < 10:
        if test(i, j, nombre, M):
            M[i][j] = nombre
            return True
        nombre = nombre + 1
    M[i][j] = 0
    return False
""",
    ),
    _mutant(
        "remplissage",
        "cell-not-emptied",
        """
def remplissage(i, j, M, liste_protegee, sens):
    if (i, j) in liste_protegee:
        return sens
    nombre = M[i][j] + 1
    while nombre < 10:
        if test(i, j, nombre, M):
            M[i][j] = nombre
            return True
        nombre = nombre + 1
    return False
""",
    ),
    _mutant(
        "remplissage",
        "nine-never-tried",
        """
def remplissage(i, j, M, liste_protegee, sens):
    if (i, j) in liste_protegee:
        return sens
    nombre = M[i][j] + 1
    while nombre < 9:
        if test(i, j, nombre, M):
            M[i][j] = nombre
            return True
        nombre = nombre + 1
    M[i][j] = 0
    return False
""",
    ),
    _mutant(
        "avance_case",
        "never-a-new-row",
        """
def avance_case(i, j):
    return (i, j + 1)
""",
    ),
    _mutant(
        "avance_case",
        "new-row-one-column-early",
        """
def avance_case(i, j):
    if j == 7:
        return (i + 1, 0)
    return (i, j + 1)
""",
    ),
    _mutant(
        "avance_case",
        "new-row-in-the-second-column",
        """
def avance_case(i, j):
    if j == 8:
        return (i + 1, 1)
    return (i, j + 1)
""",
    ),
    _mutant(
        "recule_case",
        "first-column-of-the-row-before",
        """
def recule_case(i, j):
    if j == 0:
        return (i - 1, 0)
    return (i, j - 1)
""",
    ),
    _mutant(
        "recule_case",
        "row-kept",
        """
def recule_case(i, j):
    if j == 0:
        return (i, 8)
    return (i, j - 1)
""",
    ),
    _mutant(
        "recule_case",
        "forwards",
        """
def recule_case(i, j):
    if j == 8:
        return (i - 1, 0)
    return (i, j - 1)
""",
    ),
    _mutant(
        "resolution",
        "direction-forgotten",
        """
def resolution(M):
    i, j = 0, 0
    liste_protegee = protection([ligne[:] for ligne in M])
    while 0 <= i < 9:
        if remplissage(i, j, M, liste_protegee, True):
            i, j = avance_case(i, j)
        else:
            i, j = recule_case(i, j)
    if i == 9:
        for ligne in M:
            print(ligne)
    else:
        print("Pas de solution.")
""",
    ),
    _mutant(
        "resolution",
        "stops-at-the-last-row",
        """
def resolution(M):
    i, j, sens = 0, 0, True
    liste_protegee = protection([ligne[:] for ligne in M])
    while 0 <= i < 8:
        sens = remplissage(i, j, M, liste_protegee, sens)
        if sens:
            i, j = avance_case(i, j)
        else:
            i, j = recule_case(i, j)
    if i == 8:
        for ligne in M:
            print(ligne)
    else:
        print("Pas de solution.")
""",
    ),
    _mutant(
        "resolution",
        "failure-not-told",
        """
def resolution(M):
    i, j, sens = 0, 0, True
    liste_protegee = protection([ligne[:] for ligne in M])
    while i != 9 and i != -1:
        sens = remplissage(i, j, M, liste_protegee, sens)
        if sens:
            i, j = avance_case(i, j)
        else:
            i, j = recule_case(i, j)
    for ligne in M:
        print(ligne)
""",
    ),
)
