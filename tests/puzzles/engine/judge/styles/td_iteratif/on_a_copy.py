# La résolution travaille sur une copie et affiche celle-ci ; des fonctions auxiliaires en plus.
import numpy as np
from itertools import product

M = np.zeros((9, 9), dtype=int)
M[0, 3:5] = 1, 2
M[1] = [7, 0, 0, 0, 0, 0, 5, 0, 2]
M[2] = [2, 0, 0, 0, 4, 7, 0, 0, 9]
M[3] = [8, 4, 0, 5, 0, 0, 2, 0, 1]
M[5] = [5, 0, 7, 0, 0, 6, 0, 8, 4]
M[6, [0, 3, 4, 8]] = [1, 3, 8, 5]
M[7, [0, 2, 8]] = [9, 3, 7]
M[8, 4:6] = [5, 2]


def combien(cases, nombre, M):
    total = 0
    for l, c in cases:
        total += int(M[l][c] == nombre)
    return total


def test_ligne(i, j, nombre, M):
    return combien([(i, c) for c in range(9) if c != j], nombre, M) < 1


def test_colonne(i, j, nombre, M):
    return combien([(l, j) for l in range(9) if l != i], nombre, M) < 1


def test_carre(i, j, nombre, M):
    cases = product(range(i - i % 3, i - i % 3 + 3), range(j - j % 3, j - j % 3 + 3))
    return combien([case for case in cases if case != (i, j)], nombre, M) < 1


def test(i, j, nombre, M):
    for fonction in [test_ligne, test_colonne, test_carre]:
        if not fonction(i, j, nombre, M):
            return False
    return True


def protection(matrice_originale):
    return list(filter(lambda case: matrice_originale[case[0]][case[1]] != 0, product(range(9), repeat=2)))


def remplissage(i, j, M, liste_protegee, sens):
    if liste_protegee.count((i, j)) == 1:
        return sens
    nombre = next((n for n in range(int(M[i][j]) + 1, 10) if test(i, j, n, M)), 0)
    M[i][j] = nombre
    return nombre != 0


def avance_case(i, j):
    cases = list(product(range(9), repeat=2)) + [(9, 0)]
    return cases[cases.index((i, j)) + 1]


def recule_case(i, j):
    cases = [(-1, 8)] + list(product(range(9), repeat=2))
    return cases[cases.index((i, j)) - 1]


def resolution(M):
    N = np.array(M)
    fixes = protection(N)
    case, sens = (0, 0), True
    while True:
        sens = remplissage(*case, N, fixes, sens)
        suivante = avance_case(*case) if sens else recule_case(*case)
        if suivante == (9, 0):
            return print(N.tolist())
        if suivante == (-1, 8):
            return print("Je n'ai pas trouvé de solution")
        case = suivante


resolution(M)
