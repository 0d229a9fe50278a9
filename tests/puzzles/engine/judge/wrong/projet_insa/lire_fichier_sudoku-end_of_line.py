# The end of the line is taken for a cell.
def lire_fichier_sudoku(fichier, ligne):
    with open(fichier) as f:
        texte = f.readlines()[ligne - 1]
    chiffres = [int(c) for c in texte]
    return Sudoku([chiffres[9 * i : 9 * i + 9] for i in range(9)])
