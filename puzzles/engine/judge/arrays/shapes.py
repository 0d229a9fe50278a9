"""Shapes and indices of arrays: a shape is the number of items along each axis."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

    Shape = tuple[int, ...]

NOT_AN_INDEX = (
    "only integers, slices (`:`), ellipsis (`...`), numpy.newaxis (`None`) and integer or boolean arrays "
    "are valid indices"
)


def count_of(shape: Iterable[int]) -> int:
    """The number of items of a shape; the product of any numbers."""
    count = 1
    for size in shape:
        count *= size
    return count


def steps_of(shape: Shape) -> Shape:
    """How far apart neighbours of each axis lie in a flat list in reading order."""
    steps: list[int] = []
    step = 1
    for size in reversed(shape):
        steps.append(step)
        step *= size
    return tuple(reversed(steps))


def combinations(choices: Iterable[Iterable[int]]) -> list[Shape]:
    """Every way to take one of each list, the last one changing fastest."""
    found: list[Shape] = [()]
    for values in choices:
        found = [(*one, value) for one in found for value in values]
    return found


def indexes(shape: Shape) -> list[Shape]:
    """The indices of all items of a shape, in reading order."""
    return combinations([range(size) for size in shape])


def in_range(index: int, size: int, axis: int) -> int:
    """An index of an axis counted from its start. Raises IndexError."""
    if -size <= index < size:
        return index % size
    raise IndexError(f"index {index} is out of bounds for axis {axis} with size {size}")


def as_index(key: Any) -> int:
    """A key as a whole number. Raises IndexError."""
    if hasattr(key, "__index__"):
        index: int = key.__index__()
        return index
    raise IndexError(NOT_AN_INDEX)


def shape_text(shape: Shape) -> str:
    """A shape as numpy's messages write it: `(3,)`, `(2,3)`."""
    return f"({shape[0]},)" if len(shape) == 1 else "(" + ",".join([str(size) for size in shape]) + ")"


def common_shape(shapes: Sequence[Shape]) -> Shape:
    """The shape that all broadcast to: axes aligned at the right, size 1 repeated. Raises ValueError."""
    longest = max([len(shape) for shape in shapes])
    padded = [(1,) * (longest - len(shape)) + tuple(shape) for shape in shapes]
    common = []
    for sizes in zip(*padded, strict=True):
        wider = {size for size in sizes if size != 1}
        if len(wider) > 1:
            raise ValueError(
                "operands could not be broadcast together with shapes "
                + "".join([shape_text(shape) + " " for shape in shapes])
            )
        common.append(wider.pop() if wider else 1)
    return tuple(common)
