"""Wrong versions of the functions of the third worksheet."""

from ...translation import gettext_noop
from .mutant import Mutant


def _mutant(key: str, name: str, text: str, mistake: str = "") -> Mutant:
    return Mutant("td_iteratif", key, name, text, mistake)


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
        gettext_noop("The cell itself counts as a conflict."),
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
        gettext_noop("True and False are swapped."),
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
        gettext_noop("Cells to the right of the cell are not looked at."),
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
        gettext_noop("It looks at a row, not at a column."),
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
        gettext_noop("The cell left out is found with the column’s number, not the row’s."),
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
        gettext_noop("The last return is indented too far: only the first cell is checked."),
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
        gettext_noop("It takes the square around the cell, not the box of the cell."),
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
        gettext_noop("Row and column are swapped: it looks at another box."),
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
        gettext_noop("In the box, cells in the same row or column are left out."),
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
        gettext_noop("Only two rows and two columns of the box are looked at."),
    ),
    _mutant(
        "test",
        "or-for-and",
        """
def test(i, j, nombre, M):
    return test_ligne(i, j, nombre, M) or test_colonne(i, j, nombre, M) or test_carre(i, j, nombre, M)
""",
        gettext_noop("One of the three houses is enough: it uses `or` instead of `and`."),
    ),
    _mutant(
        "test",
        "square-forgotten",
        """
def test(i, j, nombre, M):
    return test_ligne(i, j, nombre, M) and test_colonne(i, j, nombre, M)
""",
        gettext_noop("The box is not looked at."),
    ),
    _mutant(
        "test",
        "arguments-swapped",
        """
def test(i, j, nombre, M):
    return test_ligne(i, j, nombre, M) and test_colonne(j, i, nombre, M) and test_carre(i, j, nombre, M)
""",
        gettext_noop("The two numbers are swapped in one call."),
    ),
    _mutant(
        "protection",
        "empty-cells-protected",
        """
def protection(matrice_originale):
    return [(i, j) for i in range(9) for j in range(9) if matrice_originale[i][j] == 0]
""",
        gettext_noop("It lists the empty cells, not the filled ones."),
    ),
    _mutant(
        "protection",
        "column-before-row",
        """
def protection(matrice_originale):
    return [(j, i) for i in range(9) for j in range(9) if matrice_originale[i][j] != 0]
""",
        gettext_noop("Each cell is given as column, row."),
    ),
    _mutant(
        "protection",
        "last-row-forgotten",
        """
def protection(matrice_originale):
    return [(i, j) for i in range(8) for j in range(9) if matrice_originale[i][j] != 0]
""",
        gettext_noop("The last row is left out."),
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
        gettext_noop("It begins at 1 again: it never gets past the digit tried last."),
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
        gettext_noop("On a given cell the direction is lost: it always goes forward."),
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
        gettext_noop("On the way back the cell keeps its last digit."),
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
        gettext_noop("The digit 9 is never tried."),
    ),
    _mutant(
        "avance_case",
        "never-a-new-row",
        """
def avance_case(i, j):
    return (i, j + 1)
""",
        gettext_noop("At the end of a row it goes on to a tenth column."),
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
        gettext_noop("The new row begins before the last column."),
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
        gettext_noop("The new row begins in its second column."),
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
        gettext_noop("It goes to the first column of the row before, not the last."),
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
        gettext_noop("The row does not change."),
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
        gettext_noop("The ends of the row are swapped: it tests for the last column."),
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
        gettext_noop("On a given cell it always goes forward, so it goes back and forth forever."),
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
        gettext_noop("It stops before the last row is filled."),
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
        gettext_noop("It prints a grid even when there is no solution."),
    ),
)
