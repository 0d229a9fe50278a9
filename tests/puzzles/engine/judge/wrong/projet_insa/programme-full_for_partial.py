# The partial solution is the full one.
def solution_partielle(sudoku):
    sudoku.resoudre()
