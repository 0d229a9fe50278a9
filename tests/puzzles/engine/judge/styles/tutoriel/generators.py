# Un générateur de solutions ; des affichages pour suivre le programme.
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
    def groupes(ligne):
        for k in range(0, 9, 3):
            yield " ".join(str(x) for x in ligne[k:k + 3])

    for row, ligne in enumerate(board):
        if row in (3, 6):
            print("- - - - - - - - - - - - - - ")
        print("  | ".join(groupes(ligne)))


def vides(board):
    for row in range(9):
        for col in range(9):
            if board[row][col] == 0:
                yield row, col


def find_empty(board):
    for pos in vides(board):
        return pos


def is_valid(board, num, pos):
    row, col = pos
    if any(board[row][c] == num for c in range(9) if c != col):
        return False
    if any(board[r][col] == num for r in range(9) if r != row):
        return False
    return not any(
        board[r][c] == num
        for r in range(row // 3 * 3, row // 3 * 3 + 3)
        for c in range(col // 3 * 3, col // 3 * 3 + 3)
        if (r, c) != (row, col)
    )


def solutions(board):
    pos = find_empty(board)
    if pos is None:
        yield True
        return
    row, col = pos
    for num in range(1, 10):
        if is_valid(board, num, pos):
            board[row][col] = num
            yield from solutions(board)
    board[row][col] = 0


def solve(board):
    for _ in solutions(board):
        return True
    return False


if __name__ == "__main__":
    print_board(board)
    solve(board)
    print("Solved:")
    print_board(board)
