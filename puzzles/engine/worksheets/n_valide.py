"""Deuxième feuille : toutes les solutions d'une grille, par récurrence."""

# Cette grille a deux solutions : solve() les affiche l'une après l'autre. Définie hors des fonctions, c'est
# une variable globale : « global grid » dit que c'est elle qu'une fonction emploie. Ici, où seules des cases
# de grid changent, Python s'en passerait ; mais une fonction qui contient « grid = ... » en a besoin.
grid = [
    [0, 0, 4, 0, 3, 6, 0, 0, 5],
    [0, 0, 5, 1, 0, 0, 0, 8, 0],
    [0, 3, 7, 8, 0, 4, 6, 0, 2],
    [0, 5, 0, 4, 0, 0, 0, 3, 6],
    [4, 9, 0, 0, 7, 3, 2, 0, 8],
    [0, 0, 6, 0, 8, 0, 9, 7, 0],
    [8, 0, 9, 7, 6, 5, 0, 0, 1],
    [6, 0, 2, 3, 0, 0, 0, 4, 0],
    [0, 0, 0, 9, 0, 0, 8, 0, 7],
]


def n_valide(y: int, x: int, n: int) -> bool:
    """Dit si n peut aller ligne y, colonne x, d'après les chiffres déjà dans grid.
    >>> n_valide(0, 0, 1), n_valide(0, 0, 4)
    (True, False)
    """
    global grid
    for colonne in range(9):
        if grid[y][colonne] == n:
            return False
    for ligne in range(9):
        if grid[ligne][x] == n:
            return False
    haut, gauche = y // 3 * 3, x // 3 * 3
    for i in range(3):
        for j in range(3):
            if grid[haut + i][gauche + j] == n:
                return False
    return True


def solve() -> None:
    """Affiche toutes les solutions de grid, qui redevient à la fin ce qu'elle était."""
    global grid
    for y in range(9):
        for x in range(9):
            if grid[y][x] == 0:
                for n in range(1, 10):
                    if n_valide(y, x, n):
                        grid[y][x] = n
                        solve()
                        grid[y][x] = 0
                return
    # Aucune case vide : c'est une solution, et la recherche continuera après elle.
    for i in range(9):
        for j in range(9):
            print(grid[i][j], end="")
        print()


if __name__ == "__main__":
    solve()
