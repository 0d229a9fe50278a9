"""Which tests `make quick` runs for which changed file."""

from pathlib import Path

import pytest

from tests.changed import find_tests


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A tree with two tests in tests/puzzles/engine, one of which names the kernel."""
    folder = tmp_path / "tests/puzzles/engine"
    folder.mkdir(parents=True)
    (folder / "test_board.py").write_text("from puzzles.engine.board import Board\n")
    (folder / "test_speed.py").write_text("from puzzles.engine import kernel\n")
    return tmp_path


@pytest.mark.parametrize(
    ("changed", "tests"),
    [
        (["puzzles/engine/board.py"], ["tests/puzzles/engine/test_board.py"]),
        (["puzzles/engine/kernel.py"], ["tests/puzzles/engine/test_speed.py"]),
        (["puzzles/engine/other.py"], []),
        (["tests/puzzles/test_tasks.py"], ["tests/puzzles/test_tasks.py"]),
        (["tests/browser/test_play.py", "tests/players.py", "README.md"], []),
    ],
    ids=["its mirror", "one that names it", "none", "a changed test", "slow tests, helpers and prose"],
)
def test_a_changed_file_has_these_tests(root: Path, changed: list[str], tests: list[str]) -> None:
    assert find_tests(changed, root) == tests


def test_a_test_is_named_once_though_two_files_lead_to_it(root: Path) -> None:
    changed = ["puzzles/engine/board.py", "tests/puzzles/engine/test_board.py"]
    assert find_tests(changed, root) == ["tests/puzzles/engine/test_board.py"]
