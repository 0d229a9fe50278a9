"""Bézier curves in a picture of 180 by 180 units: the flattest one from disc to disc, past obstacles."""

from collections.abc import Iterable
from itertools import groupby, pairwise
from math import hypot, inf

from .small_board import CELL

# The radius of the disc around a candidate: a link begins and ends at its rim.
DISC = 2.5
# The halo of a line would thin the edge of the board if it were nearer.
_EDGE_DISTANCE = 1.8
# Nearer than this to the middle of a note the line is broken.
_NOTE_GAP = 2.5
# A bend this far aside is as bad as one unit within a note.
_BEND_COST = 6
# A link of which less would be left past its notes is drawn whole.
_LEAST_LEFT = 0.4
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
# Distance within which a link avoids notes: it makes no wide bend around them.
_NOTES_REACH = 12

Point = tuple[float, float]
Bezier = tuple[Point, Point, Point, Point]
# A disc that links keep out of: its middle and its radius.
Obstacle = tuple[float, float, float]


def path_with_gaps(points: Bezier, notes: Iterable[Obstacle]) -> str:
    """The path of a curve with a gap at each note that it meets: a candidate under a line is not read."""
    length = hypot(points[3][0] - points[0][0], points[3][1] - points[0][1])
    coarse = [_point_at(points, number / _SAMPLES) for number in range(_SAMPLES + 1)]
    reach = _NOTE_GAP + length / _SAMPLES
    near = [note for note in notes if any(hypot(note[0] - x, note[1] - y) < reach for x, y in coarse)]
    if not near:
        return svg_path(*points)
    count = max(_SAMPLES, round(3 * length))
    free = [
        all(hypot(x - note[0], y - note[1]) >= _NOTE_GAP for note in near)
        for x, y in (_point_at(points, number / count) for number in range(count + 1))
    ]
    if sum(free) < _LEAST_LEFT * count:
        return svg_path(*points)
    pieces, number = [], 0
    for is_free, run in groupby(free):
        size = len(list(run))
        if is_free and size > 3:
            pieces.append(_part_of(points, number / count, (number + size - 1) / count))
        number += size
    return "".join(svg_path(*piece) for piece in pieces)


def _part_of(points: Bezier, start: float, end: float) -> Bezier:
    """The part of a cubic Bézier curve between two shares of its way, by de Casteljau."""
    return _first_part(_first_part(points, end)[::-1], 1 - start / end)[::-1] if end else points


def _first_part(points: Bezier, share: float) -> Bezier:
    """The part of a cubic Bézier curve from its beginning to a share of its way."""
    level, found = list(points), [points[0]]
    for _each in range(3):
        level = [
            (x + share * (next_x - x), y + share * (next_y - y))
            for (x, y), (next_x, next_y) in pairwise(level)
        ]
        found.append(level[0])
    return found[0], found[1], found[2], found[3]


def svg_path(first: Point, first_control: Point, last_control: Point, last: Point) -> str:
    """The SVG path of a cubic Bézier curve."""
    return f"M{svg_point(first)}C{svg_point(first_control)} {svg_point(last_control)} {svg_point(last)}"


def flattest_curve(
    start: Point, end: Point, obstacles: Iterable[Obstacle], notes: Iterable[Obstacle] = ()
) -> Bezier:
    """The first of the bends that lead past all obstacles; else the first of the best. Then notes decide."""
    near, near_notes = _near(start, end, obstacles), _near(start, end, notes, _NOTES_REACH)
    best, least = _bent_curve(start, end, *_BENDS[0]), (inf, inf)
    for aside, along in _BENDS:
        tried = _bent_curve(start, end, aside, along)
        overlap = _overlap(tried, near)
        if overlap > least[0] or (overlap, abs(aside) / _BEND_COST) >= least:
            continue
        on_notes = _overlap(tried, near_notes)
        cost = overlap, on_notes + abs(aside) / _BEND_COST
        if cost < least:
            best, least = tried, cost
        if not overlap and not on_notes:
            break
    return best


def _near(start: Point, end: Point, obstacles: Iterable[Obstacle], reach: float = _REACH) -> list[Obstacle]:
    """The obstacles that a bend between two points may come near."""
    left, right = min(start[0], end[0]) - reach, max(start[0], end[0]) + reach
    top, bottom = min(start[1], end[1]) - reach, max(start[1], end[1]) + reach
    return [obstacle for obstacle in obstacles if left < obstacle[0] < right and top < obstacle[1] < bottom]


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
    # The halo of a line would thin the edge of the board.
    low, high = _EDGE_DISTANCE, 9 * CELL - _EDGE_DISTANCE
    total = sum(max(0.0, low - x, x - high) + max(0.0, low - y, y - high) for x, y in on_curve)
    for x, y, radius in obstacles:
        close = [(px - x, py - y) for px, py in on_curve if abs(px - x) < radius and abs(py - y) < radius]
        total += sum(max(0.0, radius - hypot(dx, dy)) for dx, dy in close)
    return round(total, 2)


def _point_at(points: Bezier, share: float) -> Point:
    """The point of a cubic Bézier curve at a share of its way."""
    rest = 1 - share
    weights = (rest**3, 3 * rest**2 * share, 3 * rest * share**2, share**3)
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
    """A point as SVG writes it."""
    return f"{point[0]:.1f} {point[1]:.1f}"
