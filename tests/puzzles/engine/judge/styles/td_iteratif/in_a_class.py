# Une classe, dont les méthodes portent les noms des questions.
import numpy as np


class Sudoku:
    def __init__(self, M):
        self.M = M

    def test_ligne(self, i, j, nombre, M):
        return not any(M[i, c] == nombre for c in range(9) if c != j)

    def test_colonne(self, i, j, nombre, M):
        return not any(M[l, j] == nombre for l in range(9) if l != i)

    def test_carre(self, i, j, nombre, M):
        X, Y = i // 3, j // 3
        carre = [(l, c) for l in range(3 * X, 3 * X + 3) for c in range(3 * Y, 3 * Y + 3)]
        return all(M[case] != nombre for case in carre if case != (i, j))

    def test(self, i, j, nombre, M):
        return self.test_ligne(i, j, nombre, M) and self.test_colonne(i, j, nombre, M) and self.test_carre(i, j, nombre, M)

    def protection(self, matrice_originale):
        liste = []
        for i, ligne in enumerate(matrice_originale):
            for j, nombre in enumerate(ligne):
                if nombre:
                    liste.append((i, j))
        return liste

    def remplissage(self, i, j, M, liste_protegee, sens):
        if (i, j) in liste_protegee:
            return sens
        for nombre in range(M[i, j] + 1, 10):
            if self.test(i, j, nombre, M):
                M[i, j] = nombre
                return True
        M[i, j] = 0
        return False

    @staticmethod
    def avance_case(i, j):
        return (i, j + 1) if j < 8 else (i + 1, 0)

    @staticmethod
    def recule_case(i, j):
        return (i, j - 1) if j > 0 else (i - 1, 8)

    def resolution(self, M):
        liste_protegee = self.protection(M)
        i, j, sens = 0, 0, True
        while i != 9 and i != -1:
            sens = self.remplissage(i, j, M, liste_protegee, sens)
            if sens:
                i, j = self.avance_case(i, j)
            else:
                i, j = self.recule_case(i, j)
        if i == 9:
            print("Solution :", M, sep="\n")
        else:
            print("Sans solution")


if __name__ == "__main__":
    M = np.array([[0, 0, 0, 1, 2, 0, 0, 0, 0], [7, 0, 0, 0, 0, 0, 5, 0, 2], [2, 0, 0, 0, 4, 7, 0, 0, 9],
                  [8, 4, 0, 5, 0, 0, 2, 0, 1], [0] * 9, [5, 0, 7, 0, 0, 6, 0, 8, 4],
                  [1, 0, 0, 3, 8, 0, 0, 0, 5], [9, 0, 3, 0, 0, 0, 0, 0, 7], [0, 0, 0, 0, 5, 2, 0, 0, 0]])
    Sudoku(M).resolution(M)
