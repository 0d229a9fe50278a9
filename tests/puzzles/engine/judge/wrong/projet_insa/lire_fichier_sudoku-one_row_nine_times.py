# The row is made before the loop, so that all rows are one list.
def lire_fichier_sudoku(fichier, ligne):
    with open(fichier) as f:
        texte = f.readlines()[ligne - 1]
    grille, rangee = [], [0] * 9
    for i in range(9):
        for j in range(9):
            rangee[j] = int(texte[9 * i + j])
        grille.append(rangee)
    return grille
