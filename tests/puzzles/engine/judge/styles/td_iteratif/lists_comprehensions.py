# Des listes de listes, sans numpy.
from copy import deepcopy

M = [[0, 0, 0, 1, 2, 0, 0, 0, 0],
     [7, 0, 0, 0, 0, 0, 5, 0, 2],
     [2, 0, 0, 0, 4, 7, 0, 0, 9],
     [8, 4, 0, 5, 0, 0, 2, 0, 1],
     [0, 0, 0, 0, 0, 0, 0, 0, 0],
     [5, 0, 7, 0, 0, 6, 0, 8, 4],
     [1, 0, 0, 3, 8, 0, 0, 0, 5],
     [9, 0, 3, 0, 0, 0, 0, 0, 7],
     [0, 0, 0, 0, 5, 2, 0, 0, 0]]


def test_ligne(i, j, nombre, M):
    return nombre not in M[i][:j] + M[i][j + 1:]


def test_colonne(i, j, nombre, M):
    return [M[l][j] for l in range(9) if l != i].count(nombre) == 0


def test_carre(i, j, nombre, M):
    autres = [M[l][c] for l in range(9) for c in range(9) if l // 3 == i // 3 and c // 3 == j // 3 and (l, c) != (i, j)]
    return nombre not in autres


def test(i, j, nombre, M):
    return not (not test_ligne(i, j, nombre, M) or not test_colonne(i, j, nombre, M) or not test_carre(i, j, nombre, M))


def protection(matrice_originale):
    return [(i, j) for j in range(9) for i in range(9) if matrice_originale[i][j]]


def remplissage(i, j, M, liste_protegee, sens):
    if (i, j) in liste_protegee:
        return sens
    suite = [n for n in range(M[i][j] + 1, 10) if test(i, j, n, M)]
    M[i][j] = suite[0] if suite else 0
    return len(suite) > 0


def avance_case(i, j):
    return {True: (i + 1, 0), False: (i, j + 1)}[j == 8]


def recule_case(i, j):
    return (i, j - 1) if j else (i - 1, 8)


def resolution(M):
    liste_protegee = protection(deepcopy(M))
    sens, case = True, (0, 0)
    while case[0] not in (-1, 9):
        sens = remplissage(case[0], case[1], M, liste_protegee, sens)
        case = (avance_case if sens else recule_case)(*case)
    if case[0] == 9:
        for ligne in M:
            print(*ligne)
    else:
        print("Le problème n'a pas pu être résolu")
    return case[0] == 9


if __name__ == "__main__":
    resolution(M)
