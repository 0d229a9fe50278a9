# Not by chance: always the first grid of the file.
def grille_au_hasard(fichier):
    return lire_fichier_sudoku(fichier, 1)
