"""Wrong versions of the functions of the fifth worksheet."""

from ...translation import gettext_noop
from .mutant import Mutant


def _mutant(key: str, name: str, text: str, mistake: str = "") -> Mutant:
    return Mutant("mini_projet", key, name, text, mistake)


MINI_PROJET = (
    _mutant(
        "printsudoku",
        "last-row-missing",
        """
def printSudoku(S):
    for i in range(len(S) - 1):
        print(S[i])
""",
        gettext_noop("The last row is left out."),
    ),
    _mutant(
        "printsudoku",
        "no-line-ends",
        """
def printSudoku(S):
    for ligne in S:
        print(ligne, end=" ")
""",
        gettext_noop("Everything is on one line: nothing ends a row."),
    ),
    _mutant(
        "printsudoku",
        "empties-the-grid",
        """
def printSudoku(S):
    while S:
        print(S.pop(0))
""",
        gettext_noop("It takes the rows out of the grid."),
    ),
    _mutant(
        "ligne",
        "zeros-kept",
        """
def ligne(S, i):
    return list(S[i])
""",
        gettext_noop("The zeros of empty cells are kept."),
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
        gettext_noop("The last column is left out."),
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
        gettext_noop("It takes the zeros out of the grid itself."),
    ),
    _mutant(
        "colonne",
        "row-for-column",
        """
def colonne(S, j):
    return [chiffre for chiffre in S[j] if chiffre]
""",
        gettext_noop("It looks at a row, not at a column."),
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
        gettext_noop("return is inside the loop: only the first row is checked."),
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
        gettext_noop("The first row is left out."),
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
        gettext_noop("Row and column are swapped: it looks at another box."),
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
        gettext_noop("The block begins at the cell, not at its corner."),
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
        gettext_noop("Only two rows of the block are looked at."),
    ),
    _mutant(
        "bloc",
        "third-forgotten",
        """
def bloc(S, i, j):
    haut, gauche = i // 3, j // 3
    return [S[haut + a][gauche + b] for a in range(3) for b in range(3) if S[haut + a][gauche + b] != 0]
""",
        gettext_noop("The number of the block is not multiplied by 3."),
    ),
    _mutant(
        "possibles",
        "block-forgotten",
        """
def possibles(S, i, j):
    pris = ligne(S, i) + colonne(S, j)
    return [k for k in range(1, 10) if k not in pris]
""",
        gettext_noop("The block is not looked at."),
    ),
    _mutant(
        "possibles",
        "nine-forgotten",
        """
def possibles(S, i, j):
    pris = ligne(S, i) + colonne(S, j) + bloc(S, i, j)
    return [k for k in range(1, 9) if k not in pris]
""",
        gettext_noop("The digit 9 is never among them."),
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
        gettext_noop("One of the three houses is enough: it uses `or` instead of `and`."),
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
        gettext_noop("It finds no possible digit for a filled cell."),
    ),
    _mutant(
        "suivante",
        "never-a-new-row",
        """
def suivante(i, j):
    return i, j + 1
""",
        gettext_noop("At the end of a row it goes on to a tenth column."),
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
        gettext_noop("The new row begins after a tenth column."),
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
        gettext_noop("Columns are counted to 8, not to 9."),
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
        gettext_noop("It never leaves the last cell."),
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
        gettext_noop("On the way back the cell keeps its last digit."),
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
        gettext_noop("return False is inside the loop: only the first digit is tried."),
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
        gettext_noop("On a filled cell the result of the call is not returned: it gives None."),
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
        gettext_noop("It stops before the last row is filled."),
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
        gettext_noop("It fills a copy: the original grid does not change."),
    ),
)
