# Sans récurrence : la pile des cases remplies.
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
    for row in range(len(board)):
        if row > 0 and row % 3 == 0:
            print("- " * 14)
        for col in range(len(board[row])):
            if col > 0 and col % 3 == 0:
                print(" | ", end="")
            print(board[row][col], end="\n" if col == 8 else " ")


def find_empty(board):
    for row, ligne in enumerate(board):
        if 0 in ligne:
            return (row, ligne.index(0))
    return None


def is_valid(board, num, pos):
    row, col = pos
    ancien = board[row][col]
    board[row][col] = 0
    libre = num not in board[row]
    libre = libre and num not in [ligne[col] for ligne in board]
    haut, gauche = row // 3 * 3, col // 3 * 3
    for ligne in board[haut:haut + 3]:
        libre = libre and num not in ligne[gauche:gauche + 3]
    board[row][col] = ancien
    return libre


def solve(board):
    pile = []
    pos = find_empty(board)
    while pos is not None:
        row, col = pos
        num = board[row][col] + 1
        while num < 10 and not is_valid(board, num, pos):
            num += 1
        if num < 10:
            board[row][col] = num
            pile.append(pos)
            pos = find_empty(board)
        else:
            board[row][col] = 0
            if not pile:
                return False
            pos = pile.pop()
    return True


if __name__ == "__main__":
    print_board(board)
    solve(board)
    print("Solved:")
    print_board(board)
