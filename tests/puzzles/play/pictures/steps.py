"""Steps that are drawn: a pattern without links, and links that branch."""

from puzzles.engine import Candidate, Link, Step
from puzzles.engine.techniques.step import by_role

FISH = Step(
    "x_wing",
    eliminations=(Candidate(10, 5),),
    digits=by_role(pattern=[5]),
    houses=by_role(base=[0, 8], cover=[9, 17]),
    cells=by_role(pattern=[0, 8, 72, 80]),
)
COLOURS = Step(
    "multi_colors_1",
    eliminations=(Candidate(28, 9),),
    digits=by_role(pattern=[9]),
    cells=by_role(pattern=[1, 2, 3, 4], color_a=[1], color_b=[2], color_c=[3], color_d=[4], clash=[1, 3]),
    links=(Link(9, (1,), 9, (2,), is_strong=True), Link(9, (1,), 9, (3, 4), is_strong=False)),
)
