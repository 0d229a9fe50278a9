# Les outils de numpy : tranches, masques, np.any, np.argwhere.
import numpy as np

M = np.array([[int(c) for c in mot] for mot in """
000120000 700000502 200047009
840500201 000000000 507006084
100380005 903000007 000052000""".split()])


def test_ligne(i, j, nombre, M):
    autres = np.delete(M[i, :], j)
    return nombre not in autres


def test_colonne(i, j, nombre, M):
    colonne = M[:, j].copy()
    colonne[i] = 0
    return not np.any(colonne == nombre)


def test_carre(i, j, nombre, M):
    h, g = i - i % 3, j - j % 3
    carre = M[h:h + 3, g:g + 3].copy()
    carre[i - h, j - g] = 0
    return bool((carre != nombre).all())


def test(i, j, nombre, M):
    return all(f(i, j, nombre, M) for f in (test_ligne, test_colonne, test_carre))


def protection(matrice_originale):
    return [tuple(paire) for paire in np.argwhere(matrice_originale > 0).tolist()]


def remplissage(i, j, M, liste_protegee, sens):
    if (i, j) in liste_protegee:
        return sens
    for nombre in np.arange(M[i, j] + 1, 10):
        if test(i, j, nombre, M):
            M[i, j] = nombre
            return True
    M[i, j] = 0
    return False


def avance_case(i, j):
    return (i + (j == 8), (j + 1) % 9)


def recule_case(i, j):
    return (i - (j == 0), (j - 1) % 9)


def resolution(M):
    liste_protegee = protection(M.copy())
    i = j = 0
    sens = True
    while 0 <= i < 9:
        sens = remplissage(i, j, M, liste_protegee, sens)
        i, j = avance_case(i, j) if sens else recule_case(i, j)
    if i == 9:
        print("Résolu :")
        print(M)
    else:
        print("Ce problème est impossible à résoudre.")


if __name__ == "__main__":
    resolution(M)
