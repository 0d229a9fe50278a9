"""The demo grids: each shows what its title says, and every worksheet has one of each kind."""

from collections.abc import Callable
from typing import Any

import pytest

from puzzles.engine import Board, search
from puzzles.engine.runs import ALGORITHMS, KEPT_EVENTS, trace_run
from puzzles.engine.simple import solve_simple
from puzzles.engine.worksheets import COURSE_MODULES, DEMOS
from puzzles.engine.worksheets.demos import Demo

ALL = [pytest.param(module, demo, id=f"{module}-{demo.key}") for module in DEMOS for demo in DEMOS[module]]
BY_KEY = {demo.key: demo for demos in DEMOS.values() for demo in demos}
BACKTRACKING = ["tutoriel", "n_valide", "td_iteratif", "mini_projet"]


def test_every_module_has_an_easy_a_slow_an_endless_one_one_without_and_one_with_several_solutions() -> None:
    assert list(DEMOS) == list(COURSE_MODULES)
    for demos in DEMOS.values():
        keys = [demo.key for demo in demos]
        assert {"easy", "slow", "endless", "none", "several"} <= set(keys)
        assert len(set(keys)) == len({demo.puzzle for demo in demos}) == len(demos)


@pytest.mark.parametrize(("module", "demo"), ALL)
def test_a_grid_has_as_many_solutions_as_its_key_says(module: str, demo: Demo) -> None:
    board = Board.from_line(demo.puzzle)
    assert board.to_line() == demo.puzzle
    expected = {"none": 0, "several": 6}.get(demo.key, 2 if "two solutions" in demo.title else 1)
    assert search(board, limit=30).count == expected


@pytest.mark.parametrize("name", BACKTRACKING)
def test_all_but_the_endless_grid_are_kept_whole(name: str) -> None:
    for demo in DEMOS[name]:
        if demo.key != "endless":
            trace = trace_run(name, Board.from_line(demo.puzzle))
            assert trace.is_exact
            assert trace.length <= KEPT_EVENTS


@pytest.mark.parametrize("name", BACKTRACKING)
def test_the_endless_grid_ends_within_no_limit(name: str) -> None:
    assert not trace_run(name, Board.from_line(BY_KEY["endless"].puzzle)).is_exact


def test_the_slow_grid_costs_reading_order_65000_placements_and_returns_the_easy_one_a_hundred() -> None:
    slow, easy = (
        trace_run("tutoriel", Board.from_line(BY_KEY[key].puzzle)).totals for key in ("slow", "easy")
    )
    assert slow.placements + slow.returns > 65_000
    assert easy.placements + easy.returns < 200


def test_every_solution_of_the_grid_with_several_is_found() -> None:
    assert trace_run("n_valide", Board.from_line(BY_KEY["several"].puzzle)).totals.solutions == 6


@pytest.mark.parametrize("name", ALGORITHMS)
def test_the_grid_without_a_solution_does_not_show_it_at_once(name: str) -> None:
    trace = trace_run(name, Board.from_line(BY_KEY["none"].puzzle))
    assert trace.is_exact
    assert not trace.is_solved
    assert trace.length > 300


def test_the_simple_grids_are_simple_and_figure_1_is_not() -> None:
    assert solve_simple(Board.from_line(BY_KEY["easy"].puzzle)).is_solved
    assert not solve_simple(Board.from_line(BY_KEY["figure_1"].puzzle)).is_solved


def test_the_grids_of_the_worksheets_are_theirs(
    course_grids: dict[str, Any], pasted: Callable[[str], Any], line: Callable[[Any], str]
) -> None:
    own = {demo.key: demo.puzzle for demo in DEMOS["projet_insa"]}
    assert own["figure_1"] == course_grids["insa figure 1"].line
    assert own["full"] == course_grids["insa figure 1"].solution
    assert own["easy"] == course_grids["insa figure 2"].line
    assert own["file"] == course_grids["insa line"].line.replace("0", ".")
    names = {
        "n_valide": "grid",
        "td_iteratif": "M",
        "tutoriel": "board",
        "mini_projet": "S",
        "propagation": "S",
    }
    for module, name in names.items():
        assert line(getattr(pasted(module), name)).replace("0", ".") == DEMOS[module][0].puzzle
