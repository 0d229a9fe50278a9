"""Wrong versions of the functions of the fifth worksheet."""

from .mutant import Mutant


def _mutant(key: str, name: str, text: str) -> Mutant:
    return Mutant("mini_projet", key, name, text)


MINI_PROJET = (
    _mutant(
        "printsudoku",
        "last-row-missing",
        """
def printSudoku(S):
    for i in range(len(S) - 1):
        print(S[i])
""",
    ),
    _mutant(
        "printsudoku",
        "no-line-ends",
        """
def printSudoku(S):
    for ligne in S:
        print(ligne, end=" ")
""",
    ),
    _mutant(
        "printsudoku",
        "empties-the-grid",
        """
def printSudoku(S):
    while S:
        print(S.pop(0))
""",
    ),
    _mutant(
        "ligne",
        "zeros-kept",
        """
def ligne(S, i):
    return list(S[i])
""",
    ),
    _mutant(
        "ligne",
        "last-column-missing",
        """
def ligne(S, i):
    res = []
    for j in range(8):
        if S[i][j] != 0:
            res.append(S[i][j])
    return res
""",
    ),
    _mutant(
        "ligne",
        "zeros-removed-from-the-grid",
        """
def ligne(S, i):
    while 0 in S[i]:
        S[i].remove(0)
    return S[i]
""",
    ),
    _mutant(
        "colonne",
        "row-for-column",
        """
def colonne(S, j):
    return [chiffre for chiffre in S[j] if chiffre]
""",
    ),
    _mutant(
        "colonne",
        "return-in-the-loop",
        """
def colonne(S, j):
    res = []
    for ligne in S:
        if ligne[j] != 0:
            res.append(ligne[j])
        return res
""",
    ),
    _mutant(
        "colonne",
        "first-row-missing",
        """
def colonne(S, j):
    res = []
    for i in range(1, 9):
        if S[i][j] != 0:
            res.append(S[i][j])
    return res
""",
    ),
    _mutant(
        "bloc",
        "row-and-column-swapped",
        """
def bloc(S, i, j):
    haut, gauche = j // 3 * 3, i // 3 * 3
    res = []
    for a in range(haut, haut + 3):
        for b in range(gauche, gauche + 3):
            if S[a][b] != 0:
                res.append(S[a][b])
    return res
""",
    ),
    _mutant(
        "bloc",
        "starts-at-the-cell",
        """
def bloc(S, i, j):
    res = []
    for a in range(i, min(i + 3, 9)):
        for b in range(j, min(j + 3, 9)):
            if S[a][b] != 0:
                res.append(S[a][b])
    return res
""",
    ),
    _mutant(
        "bloc",
        "two-rows-only",
        """
def bloc(S, i, j):
    haut, gauche = 3 * (i // 3), 3 * (j // 3)
    res = []
    for a in range(haut, haut + 2):
        for b in range(gauche, gauche + 3):
            if S[a][b] != 0:
                res.append(S[a][b])
    return res
""",
    ),
    _mutant(
        "bloc",
        "third-forgotten",
        """
def bloc(S, i, j):
    haut, gauche = i // 3, j // 3
    return [S[haut + a][gauche + b] for a in range(3) for b in range(3) if S[haut + a][gauche + b] != 0]
""",
    ),
    _mutant(
        "possibles",
        "block-forgotten",
        """
def possibles(S, i, j):
    pris = ligne(S, i) + colonne(S, j)
    return [k for k in range(1, 10) if k not in pris]
""",
    ),
    _mutant(
        "possibles",
        "nine-forgotten",
        """
def possibles(S, i, j):
    pris = ligne(S, i) + colonne(S, j) + bloc(S, i, j)
    return [k for k in range(1, 9) if k not in pris]
""",
    ),
    _mutant(
        "possibles",
        "or-for-and",
        """
def possibles(S, i, j):
    res = []
    for k in range(1, 10):
        if k not in ligne(S, i) or k not in colonne(S, j) or k not in bloc(S, i, j):
            res.append(k)
    return res
""",
    ),
    _mutant(
        "possibles",
        "filled-cells-have-none",
        """
def possibles(S, i, j):
    if S[i][j] != 0:
        return []
    pris = ligne(S, i) + colonne(S, j) + bloc(S, i, j)
    return [k for k in range(1, 10) if k not in pris]
""",
    ),
    _mutant(
        "suivante",
        "never-a-new-row",
        """
def suivante(i, j):
    return i, j + 1
""",
    ),
    _mutant(
        "suivante",
        "new-row-one-column-late",
        """
def suivante(i, j):
    if j == 9:
        return i + 1, 0
    return i, j + 1
""",
    ),
    _mutant(
        "suivante",
        "column-kept",
        """
def suivante(i, j):
    if j == 8:
        i = i + 1
    return i, (j + 1) % 8
""",
    ),
    _mutant(
        "suivante",
        "stays-at-the-end",
        """
def suivante(i, j):
    if (i, j) == (8, 8):
        return 8, 8
    if j == 8:
        return i + 1, 0
    return i, j + 1
""",
    ),
    _mutant(
        "resoudre",
        "cell-not-emptied",
        """
def resoudre(S, i, j):
    if i == 9:
        return True
    a, b = suivante(i, j)
    if S[i][j] != 0:
        return resoudre(S, a, b)
    for k in possibles(S, i, j):
        S[i][j] = k
        if resoudre(S, a, b):
            return True
    return False
""",
    ),
    _mutant(
        "resoudre",
        "gives-up-after-the-first-digit",
        """
def resoudre(S, i, j):
    if i == 9:
        return True
    a, b = suivante(i, j)
    if S[i][j] != 0:
        return resoudre(S, a, b)
    for k in possibles(S, i, j):
        S[i][j] = k
        if resoudre(S, a, b):
            return True
        S[i][j] = 0
        return False
    return False
""",
    ),
    _mutant(
        "resoudre",
        "result-not-returned",
        """
def resoudre(S, i, j):
    if i == 9:
        return True
    a, b = suivante(i, j)
    if S[i][j] != 0:
        resoudre(S, a, b)
    else:
        for k in possibles(S, i, j):
            S[i][j] = k
            if resoudre(S, a, b):
                return True
        S[i][j] = 0
        return False
""",
    ),
    _mutant(
        "resoudre",
        "stops-one-row-early",
        """
def resoudre(S, i, j):
    if i == 8:
        return True
    a, b = suivante(i, j)
    if S[i][j] != 0:
        return resoudre(S, a, b)
    for k in possibles(S, i, j):
        S[i][j] = k
        if resoudre(S, a, b):
            return True
    S[i][j] = 0
    return False
""",
    ),
    _mutant(
        "resoudre",
        "works-on-a-copy",
        """
def resoudre(S, i, j):
    S = deepcopy(S)
    if i == 9:
        return True
    a, b = suivante(i, j)
    if S[i][j] != 0:
        return resoudre(S, a, b)
    for k in possibles(S, i, j):
        S[i][j] = k
        if resoudre(S, a, b):
            return True
    S[i][j] = 0
    return False
""",
    ),
)
