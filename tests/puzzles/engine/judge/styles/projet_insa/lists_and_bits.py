# Functions on lists of lists beside a class that only holds one; bit masks; results are lists; True and False.
import random


class Sudoku:
    grille = None

    def est_valide(self):
        for n in range(9):
            masque_ligne = masque_colonne = masque_region = 0
            for m in range(9):
                masque_ligne |= 1 << self.grille[n][m]
                masque_colonne |= 1 << self.grille[m][n]
                masque_region |= 1 << self.grille[n // 3 * 3 + m // 3][n % 3 * 3 + m % 3]
            if masque_ligne & masque_colonne & masque_region != 0b1111111110:
                return 0
            if masque_ligne | masque_colonne | masque_region != 0b1111111110:
                return 0
        return 1

    def remplir(self, grille):
        """Prend une grille, rend True si la méthode l'a remplie."""
        lignes, colonnes, regions = masques(grille)
        restantes = [(i, j) for i in range(9) for j in range(9) if grille[i][j] == 0]
        avance = True
        while restantes and avance:
            avance = False
            for i, j in list(restantes):
                r = i // 3 * 3 + j // 3
                libres = 1022 & ~(lignes[i] | colonnes[j] | regions[r])
                if libres and libres & (libres - 1) == 0:
                    grille[i][j] = libres.bit_length() - 1
                    lignes[i] |= libres
                    colonnes[j] |= libres
                    regions[r] |= libres
                    restantes.remove((i, j))
                    avance = True
        return not restantes


def masques(grille):
    lignes, colonnes, regions = [0] * 9, [0] * 9, [0] * 9
    for i in range(9):
        for j in range(9):
            if grille[i][j]:
                bit = 1 << grille[i][j]
                lignes[i] |= bit
                colonnes[j] |= bit
                regions[i // 3 * 3 + j // 3] |= bit
    return lignes, colonnes, regions


def resoudre(grille):
    lignes, colonnes, regions = masques(grille)
    vides = [(i, j) for i in range(9) for j in range(9) if grille[i][j] == 0]

    def placer(k):
        if k == len(vides):
            return True
        i, j = vides[k]
        r = i // 3 * 3 + j // 3
        for chiffre in range(1, 10):
            bit = 1 << chiffre
            if not (lignes[i] | colonnes[j] | regions[r]) & bit:
                lignes[i] ^= bit
                colonnes[j] ^= bit
                regions[r] ^= bit
                grille[i][j] = chiffre
                if placer(k + 1):
                    return True
                lignes[i] ^= bit
                colonnes[j] ^= bit
                regions[r] ^= bit
        grille[i][j] = 0
        return False

    return placer(0)


def lire_fichier_sudoku(fichier, ligne):
    f = open(fichier)
    for _ in range(ligne):
        texte = f.readline()
    return [list(map(int, texte[k : k + 9])) for k in range(0, 81, 9)]


def saisir_sudoku():
    grille = []
    while len(grille) < 9:
        texte = input("Ligne %d (9 chiffres) : " % (len(grille) + 1))
        try:
            ligne = [int(c) for c in texte]
        except ValueError:
            print("Des chiffres seulement !")
            continue
        if len(ligne) != 9:
            print("Neuf chiffres !")
            continue
        grille.append(ligne)
    return grille


def afficher_sudoku(grille):
    print("    1 2 3   4 5 6   7 8 9")
    for i in range(9):
        if i % 3 == 0:
            print("  +-------+-------+-------+")
        texte = str(i + 1) + " "
        for j in range(9):
            if j % 3 == 0:
                texte += "| "
            texte += (str(grille[i][j]) if grille[i][j] != 0 else "_") + " "
        print(texte + "|")
    print("  +-------+-------+-------+")


if __name__ == "__main__":
    grilles = open("sudoku.txt").readlines()
    grille = lire_fichier_sudoku("sudoku.txt", random.randrange(len(grilles)) + 1)
    afficher_sudoku(grille)
    copie = [ligne[:] for ligne in grille]
    resoudre(copie)
    while True:
        print("1. Solution complète")
        print("2. Solution partielle")
        print("3. Quitter")
        try:
            choix = int(input("Votre choix : "))
        except ValueError:
            continue
        if choix == 1:
            afficher_sudoku(copie)
            break
        elif choix == 2:
            nombre = int(input("Combien de cases voulez-vous ? "))
            for i in range(9):
                for j in range(9):
                    if grille[i][j] == 0 and nombre > 0:
                        grille[i][j] = copie[i][j]
                        nombre -= 1
            afficher_sudoku(grille)
        elif choix == 3:
            break
