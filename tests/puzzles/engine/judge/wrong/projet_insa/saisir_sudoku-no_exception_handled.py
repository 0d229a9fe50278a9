# The length is tested, letters are not.
def saisir_sudoku():
    texte = input("81 chiffres : ")
    while len(texte) != 81:
        texte = input("81 chiffres : ")
    return Sudoku([[int(texte[9 * i + j]) for j in range(9)] for i in range(9)])
