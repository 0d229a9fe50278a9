# print() ends the line after each cell.
def afficher_sudoku(self):
    for i in range(9):
        for j in range(9):
            print(self.grille[i][j])
        print("-----")
