"""The textbook solver that ours is measured against: constraint propagation over a dict of strings.

The method is the one Peter Norvig describes in his essay "Solving Every Sudoku Puzzle", written here from
the description. What it does, exactly:

- a grid is a dict from the name of a cell ("A1" to "I9") to the string of the digits still possible there;
- `assign` gives a cell its digit by eliminating all the others, one after the other;
- `eliminate` takes one digit from one cell and carries on by two rules: a cell left with one digit takes it
  from its peers, and a house left with one place for the digit just taken gets it assigned there;
- `search` picks a cell with the fewest digits among those with more than one, and tries each digit on a copy
  of the dict, depth first, until one try succeeds.

It stops at the first solution and never asks whether there is a second. Our own search does ask, in the same
measurement, so the ratio is to its disadvantage. No code and no table is shared with the engine: the tests
also check the search against this solver.
"""

from itertools import product

Values = dict[str, str]

DIGITS = "123456789"
ROWS = "ABCDEFGHI"
THIRDS_OF_ROWS = ("ABC", "DEF", "GHI")
THIRDS_OF_COLUMNS = ("123", "456", "789")


def cross(rows: str, columns: str) -> list[str]:
    """The cells in which these rows and columns meet."""
    return [row + column for row, column in product(rows, columns)]


CELLS = cross(ROWS, DIGITS)
HOUSES = (
    [cross(ROWS, column) for column in DIGITS]
    + [cross(row, DIGITS) for row in ROWS]
    + [cross(rows, columns) for rows, columns in product(THIRDS_OF_ROWS, THIRDS_OF_COLUMNS)]
)
HOUSES_OF = {cell: [house for house in HOUSES if cell in house] for cell in CELLS}
PEERS = {cell: {peer for house in HOUSES_OF[cell] for peer in house} - {cell} for cell in CELLS}


def solve(line: str) -> str | None:
    """The first solution of a grid of 81 characters, as 81 digits; None where there is none."""
    values = search(parse_grid(line))
    return values and "".join(values[cell] for cell in CELLS)


def parse_grid(line: str) -> Values | None:
    """The digits left in each cell once the givens are assigned; None where they contradict each other."""
    values = dict.fromkeys(CELLS, DIGITS)
    for cell, digit in zip(CELLS, line, strict=True):
        if digit in DIGITS and not assign(values, cell, digit):
            return None
    return values


def assign(values: Values, cell: str, digit: str) -> Values | None:
    """The values with this digit alone in this cell, changed in place; None on a contradiction."""
    others = values[cell].replace(digit, "")
    if all(eliminate(values, cell, other) for other in others):
        return values
    return None


def eliminate(values: Values, cell: str, digit: str) -> Values | None:
    """The values without this digit in this cell, changed in place; None on a contradiction."""
    if digit not in values[cell]:
        return values
    values[cell] = values[cell].replace(digit, "")
    if not values[cell]:
        return None
    if len(values[cell]) == 1:
        last = values[cell]
        if not all(eliminate(values, peer, last) for peer in PEERS[cell]):
            return None
    for house in HOUSES_OF[cell]:
        places = [place for place in house if digit in values[place]]
        if not places:
            return None
        if len(places) == 1 and not assign(values, places[0], digit):
            return None
    return values


def search(values: Values | None) -> Values | None:
    """The values of the first solution found depth first; None where there is none."""
    if values is None:
        return None
    open_cells = [cell for cell in CELLS if len(values[cell]) > 1]
    if not open_cells:
        return values
    cell = min(open_cells, key=lambda cell: len(values[cell]))
    for digit in values[cell]:
        found = search(assign(values.copy(), cell, digit))
        if found:
            return found
    return None
