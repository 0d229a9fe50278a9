"""The line of a replay's chart."""

from hypothesis import given
from hypothesis import strategies as st

from puzzles.play.pictures.replay_chart import step_path


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), min_size=1))
def test_a_path_ends_where_its_points_end(steps: list[tuple[int, int]]) -> None:
    points = [(float(x), float(y)) for x, y in steps]
    path = step_path(points)
    assert path.startswith(f"M{points[0][0]:g} {points[0][1]:g}")
    assert path.endswith(f"H{points[-1][0]:g}")
    levels = [level.split("H")[0] for level in path.split("V")[1:]]
    assert [f"{points[0][1]:g}", *levels][-1] == f"{points[-1][1]:g}"
