# Une classe qui tient la grille.
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


class Sudoku:
    def __init__(self, board):
        self.board = board

    def print_board(self):
        for row in range(9):
            if row % 3 == 0 and row != 0:
                print("- " * 14)
            for col in range(9):
                if col % 3 == 0 and col != 0:
                    print(" | ", end="")
                if col == 8:
                    print(self.board[row][col])
                else:
                    print(str(self.board[row][col]) + " ", end="")

    def find_empty(self):
        for k in range(81):
            if self.board[k // 9][k % 9] == 0:
                return divmod(k, 9)
        return None

    def is_valid(self, num, pos):
        for k in range(81):
            r, c = divmod(k, 9)
            voisin = r == pos[0] or c == pos[1] or (r // 3 == pos[0] // 3 and c // 3 == pos[1] // 3)
            if voisin and (r, c) != pos and self.board[r][c] == num:
                return False
        return True

    def solve(self):
        pos = self.find_empty()
        if pos is None:
            return True
        for num in range(1, 10):
            if self.is_valid(num, pos):
                self.board[pos[0]][pos[1]] = num
                if self.solve():
                    return True
                self.board[pos[0]][pos[1]] = 0
        return False


if __name__ == "__main__":
    jeu = Sudoku(board)
    jeu.print_board()
    jeu.solve()
    print("Solved:")
    jeu.print_board()
