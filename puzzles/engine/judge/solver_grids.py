"""Grids to judge solvers with. A search in reading order needs at most a thousand steps for each of them."""

from . import grids

# Seventeen digits with one solution, which a search in reading order soon finds.
CHEAP_SEVENTEEN = ".1....7.6..948............2.....61.7........54.5........4....8......7....9......."
TWO_SOLUTIONS = grids.N_VALIDE

# Few empty cells first, so that the first failure is easy to look at.
SOLVABLE = (
    ("full", grids.FULL),
    ("last cell empty", grids.without(grids.FULL, 80)),
    ("first cell empty", grids.without(grids.FULL, 0)),
    ("nearly full", grids.without(grids.FULL, 0, 8, 20, 40, 41, 49, 60, 72, 79)),
    ("one solution", grids.random_grid(8, clues=45)),
    ("two solutions", TWO_SOLUTIONS),
    ("several solutions", grids.random_grid(5, clues=30)),
    ("17 clues", CHEAP_SEVENTEEN),
    ("empty", grids.EMPTY),
)

UNSOLVABLE = (
    ("no digit for the first cell", ".123456789" + "." * 71),
    ("no digit for the ninth cell", "12345678." + "........9" + "." * 63),
    (
        "no digit for the last cell",
        "457391682613428975892567413736852149928174356145639827..1743..83.9....61.74986...",
    ),
    (
        "no solution, first cell given",
        "62.8.3.5448....7....971.8369..1...4...6..9.7.8...36.2.2....1.67.1.6...8..6892..13",
    ),
    (
        "no solution",
        ".1..3.8...24....799...1...4.....15..85.4.29.1..28.6..76.89257.32..1.36.5.31..7..2",
    ),
)
