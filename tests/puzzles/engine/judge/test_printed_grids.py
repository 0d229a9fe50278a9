"""Drawings of unknown shape are found from two known grids, then read for any grid."""

import pytest

from puzzles.engine.judge import grids
from puzzles.engine.judge.printed_grids import drawing_of, framed, grids_drawn, renamed

FULL, OTHER = grids.FULL, renamed(grids.FULL, 4)


def plain(line: str) -> str:
    return "".join(line[start : start + 9] + "\n" for start in range(0, 81, 9)).replace(".", " ")


def headed(line: str) -> str:
    rows = "".join(f"{row + 1} {line[9 * row : 9 * row + 9]}\n" for row in range(9))
    return f"  123456789\n{rows}"


def test_renaming_changes_every_filled_cell_and_no_empty_one() -> None:
    line = renamed(grids.FIGURE_1, 4)
    for before, after in zip(grids.FIGURE_1, line, strict=True):
        assert (before == after) == (before == ".")


@pytest.mark.parametrize("draw", [plain, headed, framed])
@pytest.mark.parametrize("line", [grids.FIGURE_1, grids.TUTORIEL, grids.FULL])
def test_a_drawing_is_read_back_also_between_other_lines(draw, line: str) -> None:  # type: ignore[no-untyped-def]
    found = drawing_of(draw(FULL), draw(OTHER), FULL, OTHER)
    assert found is not None
    assert grids_drawn(f"Bonjour\n{draw(line)}\n\nVotre choix ?\n{draw(FULL)}", found) == [line, FULL]


def test_a_grid_printed_at_a_stretch_is_no_drawing() -> None:
    assert drawing_of(FULL, OTHER, FULL, OTHER) is None


def test_a_grid_turned_over_is_no_drawing() -> None:
    turned = ["".join(line[9 * (cell % 9) + cell // 9] for cell in range(81)) for line in (FULL, OTHER)]
    assert drawing_of(plain(turned[0]), plain(turned[1]), FULL, OTHER) is None


def test_another_frame_is_not_read() -> None:
    found = drawing_of(framed(FULL), framed(OTHER), FULL, OTHER)
    assert found is not None
    assert found.read_all(framed(grids.TUTORIEL).replace("|", "!").split("\n")) == []
