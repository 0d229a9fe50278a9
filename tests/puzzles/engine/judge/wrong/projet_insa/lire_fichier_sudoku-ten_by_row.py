# 9 * i + j written as 10 * i + j.
def lire_fichier_sudoku(fichier, ligne):
    with open(fichier) as f:
        texte = f.readlines()[ligne - 1]
    grille = [[0] * 9 for i in range(9)]
    for i in range(9):
        for j in range(9):
            if 10 * i + j < 81:
                grille[i][j] = int(texte[10 * i + j])
    return Sudoku(grille)
