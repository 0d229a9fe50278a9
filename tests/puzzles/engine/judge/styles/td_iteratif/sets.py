# Des ensembles, et une pile des cases à remplir.
import copy

M = []
for ligne in ["...12....", "7.....5.2", "2...47..9", "84.5..2.1", ".........", "5.7..6.84", "1..38...5", "9.3.....7", "....52..."]:
    M.append([0 if c == "." else int(c) for c in ligne])


def test_ligne(i, j, nombre, M):
    return not {nombre} & {M[i][c] for c in set(range(9)) - {j}}


def test_colonne(i, j, nombre, M):
    return nombre not in {M[l][j] for l in range(9) if l != i}


def test_carre(i, j, nombre, M):
    cases = {(l, c) for l in range(9) for c in range(9) if (l // 3, c // 3) == (i // 3, j // 3)}
    cases.remove((i, j))
    return {M[l][c] for l, c in cases}.isdisjoint({nombre})


def test(i, j, nombre, M):
    return {test_ligne(i, j, nombre, M), test_colonne(i, j, nombre, M), test_carre(i, j, nombre, M)} == {True}


def protection(matrice_originale):
    return list({(i, j) for i in range(9) for j in range(9) if matrice_originale[i][j] in range(1, 10)})


def remplissage(i, j, M, liste_protegee, sens):
    if (i, j) not in set(liste_protegee):
        possibles = {n for n in range(M[i][j] + 1, 10) if test(i, j, n, M)}
        M[i][j] = min(possibles, default=0)
        sens = possibles != set()
    return sens


def avance_case(i, j):
    return [(i, j + 1), (i + 1, 0)][j // 8]


def recule_case(i, j):
    return tuple([i - 1, 8] if j == 0 else [i, j - 1])


def resolution(M):
    protegees = set(protection(copy.deepcopy(M)))
    vides = [(i, j) for i in range(9) for j in range(9) if (i, j) not in protegees]
    k = 0
    while 0 <= k < len(vides):
        i, j = vides[k]
        k += 1 if remplissage(i, j, M, protegees, True) else -1
    if k == -1:
        print("Échec : le problème n'est pas résolu.")
    else:
        print("\n".join(" ".join(str(n) for n in ligne) for ligne in M))


if __name__ == "__main__":
    resolution(M)
