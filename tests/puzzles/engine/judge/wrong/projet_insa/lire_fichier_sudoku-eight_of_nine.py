# The end of a slice is not included: rows of eight.
def lire_fichier_sudoku(fichier, ligne):
    with open(fichier) as f:
        texte = f.readlines()[ligne - 1]
    return [[int(c) for c in texte[9 * i : 9 * i + 8]] for i in range(9)]
