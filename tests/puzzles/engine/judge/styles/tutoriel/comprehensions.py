# Des compréhensions et des générateurs.
board = [[int(c) for c in "530070000600195000098000060800060003400803001700020006060000280000419005000080079"[9 * r:9 * r + 9]] for r in range(9)]


def print_board(board):
    lignes = ["  | ".join(" ".join(map(str, ligne[c:c + 3])) for c in (0, 3, 6)) for ligne in board]
    barre = "\n" + "- " * 14 + "\n"
    print(barre.join("\n".join(lignes[r:r + 3]) for r in (0, 3, 6)))


def find_empty(board):
    return next(((r, c) for r in range(9) for c in range(9) if board[r][c] == 0), None)


def voisines(r, c):
    return [(a, b) for a in range(9) for b in range(9)
            if (a, b) != (r, c) and (a == r or b == c or (a // 3, b // 3) == (r // 3, c // 3))]


VOISINES = {(r, c): voisines(r, c) for r in range(9) for c in range(9)}


def is_valid(board, num, pos):
    return all(board[a][b] != num for a, b in VOISINES[pos])


def solve(board):
    pos = find_empty(board)
    if pos is None:
        return True
    r, c = pos
    for board[r][c] in [n for n in range(1, 10) if is_valid(board, n, pos)]:
        if solve(board):
            return True
    board[r][c] = 0
    return False


if __name__ == "__main__":
    print_board(board)
    solve(board)
    print("Solved:")
    print_board(board)
