"""The statements of the third worksheet's text that do the operations."""

from ..events import Operation

STATEMENTS = {
    Operation.PLACE: ("remplissage", "M[i][j] = nombre", 1),
    Operation.ADVANCE: ("resolution", "i, j = avance_case(i, j)", 1),
    Operation.RETREAT: ("resolution", "i, j = recule_case(i, j)", 1),
    Operation.SOLUTION: ("resolution", "affiche(M)", 2),
    Operation.OVER: ("resolution", 'print("Le problème n\'a pas été résolu.")', 1),
}
