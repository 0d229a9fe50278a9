import sys
from dataclasses import replace

import pytest

from puzzles.engine import Board, Position, search_implementation, solve_path
from tests.bench.__main__ import main, topics
from tests.bench.bench_paths import is_proved
from tests.bench.bench_peers import VARIABLE
from tests.bench.bench_search import PUZZLES, SETS
from tests.bench.rows import Note, Row


def test_every_bench_beside_the_runner_is_found_by_its_name():
    assert "search" in topics()
    assert "rows" not in topics()


def test_the_runner_prints_one_table_with_a_row_for_each_set(capsys):
    if not PUZZLES.exists():
        pytest.skip("the data folder with the puzzles is not beside the project")
    main(["search", "--size", "5"])
    printed = capsys.readouterr().out.splitlines()
    kinds = ["compiled", "python"] if search_implementation() == "compiled" else ["python"]
    wanted = [(name, at_least[kind]) for name, at_least, _ in SETS for kind in kinds]
    for line, (name, at_least) in zip(printed[1:], wanted, strict=True):
        assert name in line
        assert f">= {at_least}" in line


def test_a_bench_without_its_data_says_so_and_fails(capsys, monkeypatch, tmp_path):
    monkeypatch.setattr("tests.bench.bench_search.PUZZLES", tmp_path)
    assert main(["search"]) == 1
    assert "search: not measured, the data folder with puzzles/minimal.txt" in capsys.readouterr().out


def test_each_step_and_grade_is_measured_against_what_is_allowed(capsys):
    if not PUZZLES.exists():
        pytest.skip("the data folder with the puzzles is not beside the project")
    main(["techniques", "--size", "4"])
    _, *printed = capsys.readouterr().out.splitlines()
    hard = ["a step", "a hint"]
    expected = ["a step", "a step", *hard, *hard, "a grade", "a grade"]
    assert [line.partition(",")[0] for line in printed] == expected
    assert all("(allowed)" in line for line in printed)


def test_paths_are_proved_and_the_slowest_is_reported(capsys, monkeypatch):
    if not PUZZLES.exists():
        pytest.skip("the data folder with the puzzles is not beside the project")
    monkeypatch.setattr("tests.bench.bench_paths.SETS", [("top1465.txt", 1.0, None), ("clue17.txt", 1.0, 2)])
    main(["paths", "--size", "2"])
    _, *printed = capsys.readouterr().out.splitlines()
    assert [line.partition(",")[0] for line in printed] == [
        "solved by steps that are all proved",
        "a whole path",
        "solved by steps that are all proved",
        "a whole path",
    ]
    assert all("2 puzzles (all)" in line and line.endswith("reached") for line in printed[::2])


def test_a_path_with_a_step_too_few_or_of_another_puzzle_is_not_proved():
    position, other = (
        Position.from_board(Board.from_line(line), is_unique=True)
        for line in (
            "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
            "..7.541...8.......2..3.....3.9..........7.9.5.......14.48615..9......4.....7...8.",
        )
    )
    path = solve_path(position)
    assert is_proved(path, position)
    assert not is_proved(replace(path, steps=path.steps[:-1]), position)
    assert not is_proved(path, other)


def test_packages_beside_ours_are_measured_only_when_asked_for(capsys, monkeypatch):
    monkeypatch.delenv(VARIABLE, raising=False)
    main(["peers"])
    assert f"peers: skipped, set {VARIABLE} to a Python that has" in capsys.readouterr().out


def test_topics_not_requested_do_not_fail_a_measurement(capsys, monkeypatch):
    if not PUZZLES.exists():
        pytest.skip("the data folder with the puzzles is not beside the project")
    monkeypatch.delenv(VARIABLE, raising=False)
    monkeypatch.setattr(
        "tests.bench.bench_search.SETS", [("minimal.txt", {"compiled": 0.01, "python": 0.01}, 1.0)]
    )
    assert main(["search", "peers", "--size", "2"]) == 0
    assert capsys.readouterr().out.splitlines()[-1].startswith("peers: skipped")


def test_a_note_is_printed_below_the_table_and_fails_nothing(capsys, monkeypatch):
    row = Row(figure="one", measured=1, reference=1, unit="", against="one", at_least=1)
    monkeypatch.setattr("tests.bench.bench_search.rows", lambda size: iter([Note("not here"), row]))
    assert main(["search"]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "search: not here"


def test_a_python_without_the_packages_is_reported(capsys, monkeypatch):
    if not PUZZLES.exists():
        pytest.skip("the data folder with the puzzles is not beside the project")
    monkeypatch.setenv(VARIABLE, "/nonexistent/python")
    main(["peers", "--size", "5"])
    assert "peers: skipped, PEERS_PYTHON is '/nonexistent/python'" in capsys.readouterr().out
    monkeypatch.setenv(VARIABLE, sys.executable)
    main(["peers", "--size", "5"])
    assert f"peers: skipped, {sys.executable} has no hodoku-py" in capsys.readouterr().out


def test_an_unknown_topic_is_named(capsys):
    with pytest.raises(SystemExit, match="2"):
        main(["astrology"])
    assert "cannot measure astrology: expected" in capsys.readouterr().err


def test_the_traces_are_measured_and_small_enough_to_be_sent(capsys, monkeypatch):
    monkeypatch.setattr("tests.bench.bench_traces.TURNS", 1)
    main(["traces"])
    printed = capsys.readouterr().out.splitlines()
    assert len(printed) == 1 + 2 * 3
    sent = [line for line in printed if ", sent " in line]
    assert [line.rstrip().endswith("reached") for line in sent] == [True] * 3
