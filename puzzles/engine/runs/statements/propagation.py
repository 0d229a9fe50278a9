"""The statements that make events, in the text beyond the worksheets."""

from ..events import Operation

STATEMENTS = {
    Operation.REMOVE_GIVEN: ("candidats", "C[a][b].remove(S[i][j])", 1),
    Operation.REMOVE: ("placer", "C[a][b].remove(chiffre)", 1),
    Operation.PLACE_NAKED: ("chiffre_seul", "return i, j, C[i][j][0]", 1),
    Operation.PLACE_HIDDEN: ("place_seule", "return i, j, chiffre", 1),
    Operation.CHOOSE: ("chercher", "if placer(S2, C2, i, j, chiffre):", 1),
    Operation.RETURN: ("chercher", "for chiffre in C[i][j]:", 1),
    Operation.SOLUTION: ("chercher", "return S", 1),
    Operation.OVER: ("chercher", "return None", 2),
}
