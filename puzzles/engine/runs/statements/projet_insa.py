"""The statements of the first worksheet's text that do the operations."""

from ..events import Operation

STATEMENTS = {
    Operation.PLACE: ("resoudre_simple", "self.grille[i][j] = chiffre", 1),
    Operation.SOLUTION: ("resoudre_simple", "return self.est_valide()", 1),
    Operation.OVER: ("resoudre_simple", "return self.est_valide()", 1),
    Operation.WRITE_ROW: ("interdire", "self.M[i][n][k] = 1", 1),
    Operation.WRITE_ROW_AGAIN: ("interdire", "self.M[i][n][k] = 1", 1),
    Operation.WRITE_COLUMN: ("interdire", "self.M[n][j][k] = 1", 1),
    Operation.WRITE_COLUMN_AGAIN: ("interdire", "self.M[n][j][k] = 1", 1),
    Operation.WRITE_BOX: ("interdire", "self.M[a][b][k] = 1", 1),
    Operation.WRITE_BOX_AGAIN: ("interdire", "self.M[a][b][k] = 1", 1),
}
