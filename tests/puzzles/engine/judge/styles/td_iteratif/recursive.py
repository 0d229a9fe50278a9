# Par récurrence au lieu d'un while, sur des listes ou un tableau : M[i][j].
M = [[int(chiffre) for chiffre in ligne] for ligne in (
    "000120000", "700000502", "200047009", "840500201", "000000000", "507006084", "100380005", "903000007", "000052000")]


def test_ligne(i, j, nombre, M, c=0):
    if c == 9:
        return True
    if c != j and M[i][c] == nombre:
        return False
    return test_ligne(i, j, nombre, M, c + 1)


def test_colonne(i, j, nombre, M, l=0):
    return l == 9 or ((l == i or M[l][j] != nombre) and test_colonne(i, j, nombre, M, l + 1))


def test_carre(i, j, nombre, M, k=0):
    if k == 9:
        return True
    l, c = i // 3 * 3 + k // 3, j // 3 * 3 + k % 3
    if (l, c) != (i, j) and M[l][c] == nombre:
        return False
    return test_carre(i, j, nombre, M, k + 1)


def test(i, j, nombre, M):
    return test_ligne(i, j, nombre, M) and test_colonne(i, j, nombre, M) and test_carre(i, j, nombre, M)


def protection(matrice_originale, k=0):
    if k == 81:
        return []
    reste = protection(matrice_originale, k + 1)
    return [(k // 9, k % 9)] + reste if matrice_originale[k // 9][k % 9] > 0 else reste


def remplissage(i, j, M, liste_protegee, sens):
    if (i, j) in liste_protegee:
        return sens
    if M[i][j] == 9:
        M[i][j] = 0
        return False
    M[i][j] += 1
    if test(i, j, M[i][j], M):
        return True
    return remplissage(i, j, M, liste_protegee, sens)


def avance_case(i, j):
    return divmod(9 * i + j + 1, 9)


def recule_case(i, j):
    return divmod(9 * i + j - 1, 9)


def complete(M, i, j):
    if i == 9:
        return True
    if M[i][j] != 0:
        return complete(M, *avance_case(i, j))
    while remplissage(i, j, M, [], True):
        if complete(M, *avance_case(i, j)):
            return True
    return False


def resolution(M):
    if complete(M, 0, 0):
        print(M)
    else:
        print("Aucune solution.")


if __name__ == "__main__":
    resolution(M)
