# 0 is not accepted, though it is an empty cell.
def saisir_sudoku():
    while True:
        texte = input("81 chiffres : ")
        if len(texte) == 81 and all(c in "123456789" for c in texte):
            return Sudoku([[int(texte[9 * i + j]) for j in range(9)] for i in range(9)])
        print("Erreur")
