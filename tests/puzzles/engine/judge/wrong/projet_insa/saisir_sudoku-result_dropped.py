# It calls itself again but does not give back what comes of it.
def saisir_sudoku():
    try:
        texte = input("81 chiffres : ")
        if len(texte) != 81:
            raise ValueError
        return Sudoku([[int(texte[9 * i + j]) for j in range(9)] for i in range(9)])
    except ValueError:
        print("Erreur, recommencez")
        saisir_sudoku()
