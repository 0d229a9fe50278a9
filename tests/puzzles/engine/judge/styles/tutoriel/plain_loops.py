# Des boucles while et des compteurs, tout au niveau du module, sans garde.
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
    row = 0
    while row < 9:
        if row == 3 or row == 6:
            print("- - - - - - - - - - - - - - ")
        texte = ""
        col = 0
        while col < 9:
            if col == 3 or col == 6:
                texte = texte + " | "
            texte = texte + str(board[row][col])
            if col != 8:
                texte = texte + " "
            col = col + 1
        print(texte)
        row = row + 1


def find_empty(board):
    row = 0
    while row < 9:
        col = 0
        while col < 9:
            if not board[row][col]:
                return row, col
            col += 1
        row += 1


def is_valid(board, num, pos):
    valide = True
    for k in range(9):
        if board[pos[0]][k] == num and k != pos[1]:
            valide = False
        if board[k][pos[1]] == num and k != pos[0]:
            valide = False
        a = pos[0] // 3 * 3 + k // 3
        b = pos[1] // 3 * 3 + k % 3
        if board[a][b] == num and (a != pos[0] or b != pos[1]):
            valide = False
    return valide


def solve(board):
    case = find_empty(board)
    if case == None:
        return True
    num = 1
    while num <= 9:
        if is_valid(board, num, case) == True:
            board[case[0]][case[1]] = num
            if solve(board) == True:
                return True
            else:
                board[case[0]][case[1]] = 0
        num = num + 1
    return False


print_board(board)
solve(board)
print("Solved:")
print_board(board)
