# Sudoku(81 characters), a private flat list of 81, an iterative solver with a stack, exceptions for failure.
import random as hasard
import sys


class PasSimple(Exception):
    pass


class Sudoku(object):
    def __init__(self, texte="0" * 81):
        self.__cases = [int(c) for c in texte]

    @classmethod
    def lire_fichier_sudoku(cls, fichier, ligne):
        with open(fichier) as f:
            return cls(f.read().splitlines()[ligne - 1])

    @staticmethod
    def saisir_sudoku():
        while 1:
            try:
                reponse = input()
                if len(reponse) == 81 and reponse.isdigit():
                    return Sudoku(reponse)
                print("il faut 81 chiffres")
            except EOFError:
                return None

    @staticmethod
    def amis(n):
        return [
            m
            for m in range(81)
            if m != n
            and (m // 9 == n // 9 or m % 9 == n % 9 or (m // 27 == n // 27 and m % 9 // 3 == n % 9 // 3))
        ]

    def afficher_sudoku(self):
        sys.stdout.write(str(self))

    def __str__(self):
        lignes = ["".join(map(str, self.__cases[9 * i : 9 * i + 9])) for i in range(9)]
        return "\n".join(lignes).replace("0", " ") + "\n"

    def est_valide(self):
        if 0 in self.__cases:
            return 0
        for n in range(81):
            for m in self.amis(n):
                if self.__cases[n] == self.__cases[m]:
                    return 0
        return 1

    def permis(self, n):
        return set(range(1, 10)) - {self.__cases[m] for m in self.amis(n)}

    def methode_simple(self):
        while 0 in self.__cases:
            for n in range(81):
                if self.__cases[n] == 0 and len(self.permis(n)) == 1:
                    self.__cases[n] = self.permis(n).pop()
                    break
            else:
                raise PasSimple("cette grille n'est pas simple")

    def resoudre(self):
        vides = [n for n in range(81) if self.__cases[n] == 0]
        k = 0
        while 0 <= k < len(vides):
            n = vides[k]
            suivants = [c for c in self.permis(n) if c > self.__cases[n]]
            if suivants:
                self.__cases[n] = min(suivants)
                k += 1
            else:
                self.__cases[n] = 0
                k -= 1
        return k == len(vides)

    def complete(self, nombre):
        solution = Sudoku("".join(map(str, self.__cases)))
        solution.resoudre()
        for n in range(81):
            if self.__cases[n] == 0 and nombre > 0:
                self.__cases[n] = solution.__cases[n]
                nombre -= 1


def menu():
    lignes = open("sudoku.txt").read().split("\n")
    lignes = [ligne for ligne in lignes if ligne != ""]
    jeu = Sudoku(hasard.choice(lignes))
    while True:
        jeu.afficher_sudoku()
        print("p : solution partielle")
        print("c : solution complète")
        print("q : quitter")
        touche = input("? ").lower()
        if touche == "p":
            jeu.complete(5)
        elif touche == "c":
            jeu.complete(81)
        elif touche == "q":
            break
        else:
            print("touche inconnue")


if __name__ == "__main__":
    menu()
