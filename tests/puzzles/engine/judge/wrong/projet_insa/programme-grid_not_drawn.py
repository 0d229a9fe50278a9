# The menu is asked, no grid is ever drawn.
def programme(fichier="sudoku.txt"):
    sudoku = grille_au_hasard(fichier)
    choix = demander(MENU)
    while choix != "q":
        if choix == "2":
            solution_partielle(sudoku)
        elif choix == "3":
            solution_complete(sudoku)
        choix = demander(MENU)
