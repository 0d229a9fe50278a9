# Une copie de la grille à chaque essai ; la solution est recopiée à la fin.
from copy import deepcopy

board = [
    [5, 3, 0, 0, 7, 0, 0, 0, 0],
    [6, 0, 0, 1, 9, 5, 0, 0, 0],
    [0, 9, 8, 0, 0, 0, 0, 6, 0],
    [8, 0, 0, 0, 6, 0, 0, 0, 3],
    [4, 0, 0, 8, 0, 3, 0, 0, 1],
    [7, 0, 0, 0, 2, 0, 0, 0, 6],
    [0, 6, 0, 0, 0, 0, 2, 8, 0],
    [0, 0, 0, 4, 1, 9, 0, 0, 5],
    [0, 0, 0, 0, 8, 0, 0, 7, 9],
]


def print_board(board):
    for row in range(9):
        ligne = ""
        for col in range(9):
            ligne += f"{board[row][col]} " + (" | " if col in (2, 5) else "")
        print(ligne.rstrip())
        if row in (2, 5):
            print("- - - - - - - - - - - - - -")


def find_empty(board):
    vides = [(row, col) for row in range(9) for col in range(9) if board[row][col] == 0]
    if len(vides) == 0:
        return None
    return vides[0]


def is_valid(board, num, pos):
    essai = deepcopy(board)
    essai[pos[0]][pos[1]] = num
    colonnes = list(zip(*essai))
    carre = [essai[r][c] for r in range(9) for c in range(9) if r // 3 == pos[0] // 3 and c // 3 == pos[1] // 3]
    return essai[pos[0]].count(num) == colonnes[pos[1]].count(num) == carre.count(num) == 1


def cherche(board):
    pos = find_empty(board)
    if pos is None:
        return board
    row, col = pos
    for num in range(1, 10):
        if num not in board[row] and is_valid(board, num, pos):
            copie = [ligne[:] for ligne in board]
            copie[row][col] = num
            trouvee = cherche(copie)
            if trouvee is not None:
                return trouvee
    return None


def solve(board):
    trouvee = cherche(board)
    if trouvee is None:
        return False
    board[:] = trouvee
    return True


if __name__ == "__main__":
    print_board(board)
    solve(board)
    print("Solved:")
    print_board(board)
