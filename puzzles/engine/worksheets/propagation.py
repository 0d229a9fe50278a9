"""Au-delà du cours : placer ce qui est forcé, et n'essayer que dans la case qui a le moins de choix."""

# Dix-sept chiffres placés contre l'ordre de lecture, qui essaie ici des millions de chiffres ; ici, aucun.
S = [
    [0, 0, 0, 0, 0, 0, 0, 0, 0],
    [0, 0, 0, 0, 0, 3, 0, 8, 5],
    [0, 0, 1, 0, 2, 0, 0, 0, 0],
    [0, 0, 0, 5, 0, 7, 0, 0, 0],
    [0, 0, 4, 0, 0, 0, 1, 0, 0],
    [0, 9, 0, 0, 0, 0, 0, 0, 0],
    [5, 0, 0, 0, 0, 0, 0, 7, 3],
    [0, 0, 2, 0, 1, 0, 0, 0, 0],
    [0, 0, 0, 0, 4, 0, 0, 0, 9],
]

CASES = [(i, j) for i in range(9) for j in range(9)]
LIGNES = [[(i, j) for j in range(9)] for i in range(9)]
COLONNES = [[(i, j) for i in range(9)] for j in range(9)]
BLOCS = [[(i, j) for i, j in CASES if i // 3 * 3 + j // 3 == n] for n in range(9)]


def liees(i: int, j: int) -> list:
    """Les 20 cases de la ligne, de la colonne et du bloc de (i, j), sans elle."""
    bloc = BLOCS[i // 3 * 3 + j // 3]
    return [(a, b) for a, b in CASES if (a, b) != (i, j) and (a == i or b == j or (a, b) in bloc)]


def candidats(S: list) -> list:
    """Pour chaque case, les chiffres qu'elle peut recevoir ; aucun pour une case remplie."""
    C = [[[] if S[i][j] else list(range(1, 10)) for j in range(9)] for i in range(9)]
    for i, j in CASES:
        for a, b in liees(i, j):
            if S[i][j] in C[a][b]:
                C[a][b].remove(S[i][j])
    return C


def placer(S: list, C: list, i: int, j: int, chiffre: int) -> bool:
    """Place le chiffre et l'ôte des cases liées ; False si une case vide n'a plus de candidat."""
    S[i][j] = chiffre
    C[i][j] = []
    for a, b in liees(i, j):
        if chiffre in C[a][b]:
            C[a][b].remove(chiffre)
            if not C[a][b]:
                return False
    return True


def chiffre_seul(C: list) -> tuple | None:
    """La première case (i, j, chiffre) qui n'a qu'un candidat, ou None."""
    for i, j in CASES:
        if len(C[i][j]) == 1:
            return i, j, C[i][j][0]
    return None


def place_seule(C: list) -> tuple | None:
    """Le premier (i, j, chiffre) qui n'a qu'une place dans sa ligne, sa colonne ou son bloc, ou None."""
    for zone in LIGNES + COLONNES + BLOCS:
        for chiffre in range(1, 10):
            places = [(i, j) for i, j in zone if chiffre in C[i][j]]
            if len(places) == 1:
                i, j = places[0]
                return i, j, chiffre
    return None


def propager(S: list, C: list) -> bool:
    """Place tout ce qui est forcé ; False si une case vide n'a plus de candidat."""
    possible = all(S[i][j] or C[i][j] for i, j in CASES)
    while possible:
        force = chiffre_seul(C) or place_seule(C)
        if force is None:
            return True
        possible = placer(S, C, *force)
    return False


def chercher(S: list, C: list) -> list | None:
    """La première solution trouvée à partir de S, ou None."""
    if not propager(S, C):
        return None
    choix = [(i, j) for i, j in CASES if S[i][j] == 0]
    if not choix:
        return S
    i, j = min(choix, key=lambda case: len(C[case[0]][case[1]]))
    for chiffre in C[i][j]:
        S2 = [list(ligne) for ligne in S]
        C2 = [[list(case) for case in ligne] for ligne in C]
        if placer(S2, C2, i, j, chiffre):
            solution = chercher(S2, C2)
            if solution is not None:
                return solution
    return None


def resoudre(S: list) -> list | None:
    """Une solution de S, qui reste intacte ; None s'il n'y en a pas."""
    return chercher([list(ligne) for ligne in S], candidats(S))


if __name__ == "__main__":
    solution = resoudre(S)
    if solution is None:
        print("La grille n'admet pas de solution.")
    else:
        for ligne in solution:
            print(ligne)
