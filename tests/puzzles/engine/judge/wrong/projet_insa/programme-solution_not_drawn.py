# The solution is found in a copy, and the grid drawn as before.
def solution_complete(sudoku):
    copie = Sudoku(sudoku.grille)
    if not copie.resoudre():
        print("La grille n'a pas de solution.")
