# Whatever is missing is taken as empty, whatever is too much is cut off.
def saisir_sudoku():
    while True:
        try:
            texte = (input("81 chiffres : ") + "0" * 81)[:81]
            return Sudoku([[int(texte[9 * i + j]) for j in range(9)] for i in range(9)])
        except ValueError:
            print("Erreur")
