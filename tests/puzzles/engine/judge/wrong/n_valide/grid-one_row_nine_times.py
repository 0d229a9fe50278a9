# All rows are one list.
grid = [[0] * 9] * 9
