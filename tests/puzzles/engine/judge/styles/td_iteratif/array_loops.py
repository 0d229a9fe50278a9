# Boucles et drapeaux, M[i, j] partout.
import numpy as np

M = np.zeros((9, 9), int)
lignes = ["000120000", "700000502", "200047009", "840500201", "000000000", "507006084", "100380005", "903000007", "000052000"]
for a in range(9):
    for b in range(9):
        M[a, b] = int(lignes[a][b])
matrice_originale = M.copy()


def test_ligne(i, j, nombre, M):
    absent = True
    for c in range(0, 9):
        if c != j:
            if M[i, c] == nombre:
                absent = False
    return absent


def test_colonne(i, j, nombre, M):
    absent = True
    for l in range(0, 9):
        if l != i:
            if M[l, j] == nombre:
                absent = False
    return absent


def test_carre(i, j, nombre, M):
    X = i // 3
    Y = j // 3
    for l in range(3 * X, 3 * X + 3):
        for c in range(3 * Y, 3 * Y + 3):
            if l != i or c != j:
                if M[l, c] == nombre:
                    return False
    return True


def test(i, j, nombre, M):
    if test_ligne(i, j, nombre, M) == False:
        return False
    if test_colonne(i, j, nombre, M) == False:
        return False
    if test_carre(i, j, nombre, M) == False:
        return False
    return True


def protection(matrice_originale):
    liste_protegee = []
    for i in range(9):
        for j in range(9):
            if matrice_originale[i, j] != 0:
                liste_protegee.append((i, j))
    return liste_protegee


liste_protegee = protection(matrice_originale)


def remplissage(i, j, M, liste_protegee, sens):
    if (i, j) in liste_protegee:
        return sens
    else:
        nombre = M[i, j] + 1
        while nombre < 10:
            if test(i, j, nombre, M):
                M[i, j] = nombre
                return True
            else:
                nombre = nombre + 1
        M[i, j] = 0
        return False


def avance_case(i, j):
    if j == 8:
        return (i + 1, 0)
    else:
        return (i, j + 1)


def recule_case(i, j):
    if j == 0:
        return (i - 1, 8)
    else:
        return (i, j - 1)


def resolution(M):
    tournetourne = True
    i = 0
    j = 0
    matrice_originale = M.copy()
    liste_protegee = protection(matrice_originale)
    sens = True
    while tournetourne:
        if remplissage(i, j, M, liste_protegee, sens):
            (i, j) = avance_case(i, j)
            sens = True
        else:
            (i, j) = recule_case(i, j)
            sens = False
        if i == 9:
            tournetourne = False
            print(M)
        if i == -1:
            tournetourne = False
            print("Pas de solution !")


resolution(M)
