# Des ensembles, et la case qui a le moins de choix d'abord.
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
CHIFFRES = set(range(1, 10))


def print_board(board):
    for row in range(9):
        if row and not row % 3:
            print(" ".join("-" * 14))
        a, b, c = [" ".join(str(x) for x in board[row][k:k + 3]) for k in range(0, 9, 3)]
        print(f"{a}  | {b}  | {c}")


def find_empty(board):
    vides = {(row, col) for row in range(9) for col in range(9) if board[row][col] not in CHIFFRES}
    return min(vides) if vides else None


def libres(board, pos):
    row, col = pos
    pris = {board[row][c] for c in range(9) if c != col} | {board[r][col] for r in range(9) if r != row}
    for r in range(row - row % 3, row - row % 3 + 3):
        for c in range(col - col % 3, col - col % 3 + 3):
            if (r, c) != pos:
                pris.add(board[r][c])
    return CHIFFRES - pris


def is_valid(board, num, pos):
    return num in libres(board, pos)


def solve(board):
    vides = [(row, col) for row in range(9) for col in range(9) if board[row][col] == 0]
    if not vides:
        return True
    row, col = min(vides, key=lambda pos: len(libres(board, pos)))
    for num in libres(board, (row, col)):
        board[row][col] = num
        if solve(board):
            return True
    board[row][col] = 0
    return False


if __name__ == "__main__":
    print_board(board)
    solve(board)
    print("Solved:")
    print_board(board)
