# Everything is a method; the grid is empty at first and filled by a method; plain recursion; 1 and 0.
import random


class Sudoku:
    def __init__(self):
        self.tableau = [[0 for j in range(9)] for i in range(9)]

    def lire_fichier_sudoku(self, fichier, ligne):
        f = open(fichier, "r")
        toutes = f.readlines()
        f.close()
        texte = toutes[ligne - 1]
        for i in range(9):
            for j in range(9):
                self.tableau[i][j] = int(texte[i * 9 + j])

    def saisir_sudoku(self):
        ok = False
        while ok == False:
            try:
                texte = input("Entrez les 81 caracteres : ")
                if len(texte) != 81:
                    raise ValueError("longueur")
                valeurs = [int(c) for c in texte]
                ok = True
            except ValueError:
                print("Saisie incorrecte, recommencez")
        for k in range(81):
            self.tableau[k // 9][k % 9] = valeurs[k]

    def afficher_sudoku(self):
        for i in range(9):
            if i % 3 == 0:
                print("-----")
            ligne = "| "
            for j in range(9):
                ligne = ligne + str(self.tableau[i][j])
                if j % 3 == 2:
                    ligne = ligne + "|"
            print(ligne)
        print("-----")

    def ligne_ok(self, i):
        vu = [0] * 10
        for j in range(9):
            vu[self.tableau[i][j]] += 1
        return vu == [0, 1, 1, 1, 1, 1, 1, 1, 1, 1]

    def colonne_ok(self, j):
        vu = [0] * 10
        for i in range(9):
            vu[self.tableau[i][j]] += 1
        return vu == [0, 1, 1, 1, 1, 1, 1, 1, 1, 1]

    def region_ok(self, a, b):
        vu = [0] * 10
        for i in range(3 * a, 3 * a + 3):
            for j in range(3 * b, 3 * b + 3):
                vu[self.tableau[i][j]] += 1
        return vu == [0, 1, 1, 1, 1, 1, 1, 1, 1, 1]

    def est_valide(self):
        valide = 1
        for n in range(9):
            if not (self.ligne_ok(n) and self.colonne_ok(n) and self.region_ok(n // 3, n % 3)):
                valide = 0
        return valide

    def peut(self, i, j, chiffre):
        for n in range(9):
            if self.tableau[i][n] == chiffre or self.tableau[n][j] == chiffre:
                return False
            if self.tableau[i - i % 3 + n // 3][j - j % 3 + n % 3] == chiffre:
                return False
        return True

    def remplir_simple(self):
        trouve = True
        while trouve:
            trouve = False
            for i in range(9):
                for j in range(9):
                    if self.tableau[i][j] == 0:
                        permis = []
                        for chiffre in range(1, 10):
                            if self.peut(i, j, chiffre):
                                permis.append(chiffre)
                        if len(permis) == 1:
                            self.tableau[i][j] = permis[0]
                            trouve = True
        return self.est_valide()

    def resoudre(self):
        for i in range(9):
            for j in range(9):
                if self.tableau[i][j] == 0:
                    for chiffre in range(1, 10):
                        if self.peut(i, j, chiffre):
                            self.tableau[i][j] = chiffre
                            if self.resoudre() == 1:
                                return 1
                            self.tableau[i][j] = 0
                    return 0
        return 1


if __name__ == "__main__":
    s = Sudoku()
    nombre = len(open("sudoku.txt").readlines())
    s.lire_fichier_sudoku("sudoku.txt", random.randint(1, nombre))
    s.afficher_sudoku()
    choix = input("1 : solution partielle, 2 : solution complete, autre : quitter ")
    if choix == "1":
        s.remplir_simple()
        s.afficher_sudoku()
    elif choix == "2":
        s.resoudre()
        s.afficher_sudoku()
