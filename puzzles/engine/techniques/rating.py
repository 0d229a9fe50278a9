"""Ratings and costs that depend on the step: longer chains and larger trees are harder."""

from collections.abc import Callable

from .proofs.tree import tree_size
from .step import Step

# A chain is rated a tenth higher for each of these numbers of links that it exceeds, a tree for each of these
# numbers of steps: the scale of Sudoku Explainer grows ever more slowly with length, too.
_LENGTHS = (4, 6, 8, 12, 16, 24, 32, 48)
_TREE_SIZES = (2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256)


def in_box_or_line(in_box: float, in_line: float) -> Callable[[Step], float]:
    """A rating for a step in a box, and one for a step in a row or a column."""
    return lambda step: in_box if step.houses_as("house")[0] >= 18 else in_line


def by_subset_size(base: float) -> Callable[[Step], float]:
    """A rating that grows with the cells of a rectangle's subset."""
    return lambda step: base + len(step.cells_as("subset")) / 10


def by_length(base: float) -> Callable[[Step], float]:
    """A rating that grows with the number of links."""
    return lambda step: round(base + sum(len(step.links) > length for length in _LENGTHS) / 10, 1)


def by_tree_size(base: float) -> Callable[[Step], float]:
    """A rating that grows with the number of steps in the branches."""
    return lambda step: round(base + sum(tree_size(step) > size for size in _TREE_SIZES) / 10, 1)


def cost_by_tree_size(each: int) -> Callable[[Step], int]:
    """A cost of `each` for every step in the branches."""
    return lambda step: each * tree_size(step)
