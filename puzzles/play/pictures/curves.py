"""Bézier curves in a picture of 180 by 180 units: the flattest one from disc to disc, past obstacles."""

from collections.abc import Iterable
from math import hypot, inf

from .small_board import CELL

# The radius of the disc around a candidate: a link begins and ends at its rim.
DISC = 2.9
# The halo of a line would thin the edge of the board if it were nearer.
_EDGE_DISTANCE = 1.8
# The bends that are tried, the least first: how far aside, and how far along the link this begins. One that
# begins at once runs between two rows of digits for long.
_BENDS = (
    (0.0, 0.33),
    *((side * aside, 0.33) for aside in (5, 8, 11) for side in (1, -1)),
    *((side * aside, 0.04) for aside in (9, 12, 15) for side in (1, -1)),
    *((side * aside, 0.33) for aside in (15, 20, 26, 34) for side in (1, -1)),
)
_SAMPLES = 24
# The widest bend comes no farther.
_REACH = 34

Point = tuple[float, float]
Bezier = tuple[Point, Point, Point, Point]
# A disc that links keep out of: its middle and its radius.
Obstacle = tuple[float, float, float]


def svg_path(first: Point, first_control: Point, last_control: Point, last: Point) -> str:
    """The SVG path of a cubic Bézier curve."""
    return f"M{svg_point(first)}C{svg_point(first_control)} {svg_point(last_control)} {svg_point(last)}"


def flattest_curve(start: Point, end: Point, obstacles: Iterable[Obstacle]) -> Bezier:
    """The least bent curve that avoids all obstacles; else the one that overlaps them least."""
    left, right = min(start[0], end[0]) - _REACH, max(start[0], end[0]) + _REACH
    top, bottom = min(start[1], end[1]) - _REACH, max(start[1], end[1]) + _REACH
    near = [each for each in obstacles if left < each[0] < right and top < each[1] < bottom]
    best, least = _bent_curve(start, end, *_BENDS[0]), inf
    for bend in _BENDS:
        tried = _bent_curve(start, end, *bend)
        overlap = _overlap(tried, near)
        if overlap < least:
            best, least = tried, overlap
        if not overlap:
            break
    return best


def _bent_curve(start: Point, end: Point, aside: float, along: float) -> Bezier:
    """The four points of a curve from disc to disc: its controls lie so far aside, and along its chord."""
    across, down = direction(start, end)
    length = hypot(end[0] - start[0], end[1] - start[1])
    step = along * length
    near = (start[0] + step * across - aside * down, start[1] + step * down + aside * across)
    far = (end[0] - step * across - aside * down, end[1] - step * down + aside * across)
    # Two candidates of a cell lie so near that their discs all but touch.
    rim = min(DISC, length / 3)
    return _moved_towards(start, near, rim), near, far, _moved_towards(end, far, rim)


def _overlap(points: Bezier, obstacles: Iterable[Obstacle]) -> float:
    """How far a curve gets into the obstacles, or too near the edge of the board, in all."""
    on_curve = [_point_at(points, number / _SAMPLES) for number in range(_SAMPLES + 1)]
    low, high = _EDGE_DISTANCE, 9 * CELL - _EDGE_DISTANCE
    total = sum(max(0.0, low - x, x - high) + max(0.0, low - y, y - high) for x, y in on_curve)
    for x, y, radius in obstacles:
        total += sum(max(0.0, radius - hypot(px - x, py - y)) for px, py in on_curve)
    return round(total, 2)


def _point_at(points: Bezier, parameter: float) -> Point:
    """The point of a cubic Bézier curve at a parameter from 0 to 1."""
    rest = 1 - parameter
    weights = (rest**3, 3 * rest**2 * parameter, 3 * rest * parameter**2, parameter**3)
    x = sum(weight * point[0] for weight, point in zip(weights, points, strict=True))
    return x, sum(weight * point[1] for weight, point in zip(weights, points, strict=True))


def direction(start: Point, end: Point) -> Point:
    """The unit vector from a point to another."""
    across, down = end[0] - start[0], end[1] - start[1]
    length = hypot(across, down) or 1
    return across / length, down / length


def _moved_towards(start: Point, end: Point, by: float) -> Point:
    """The point so far from one point in the direction of another."""
    across, down = direction(start, end)
    return start[0] + by * across, start[1] + by * down


def svg_point(point: Point) -> str:
    """A point in the data of an SVG path."""
    return f"{point[0]:.1f} {point[1]:.1f}"
