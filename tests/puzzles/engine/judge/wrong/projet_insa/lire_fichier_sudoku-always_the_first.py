# readline() is called once, whatever the line.
def lire_fichier_sudoku(fichier, ligne):
    with open(fichier) as f:
        texte = f.readline()
    return Sudoku([[int(texte[9 * i + j]) for j in range(9)] for i in range(9)])
