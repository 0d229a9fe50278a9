import pytest

from tests.bench.__main__ import main, topics
from tests.bench.bench_search import PUZZLES, SETS


def test_every_bench_beside_the_runner_is_found_by_its_name():
    assert "search" in topics()
    assert "rows" not in topics()


def test_the_runner_prints_one_table_with_a_row_for_each_set(capsys):
    if not PUZZLES.exists():
        pytest.skip("the data folder with the puzzles is not beside the project")
    main(["search", "--size", "5"])
    printed = capsys.readouterr().out.splitlines()
    assert len(printed) == 1 + len(SETS)
    for line, (name, at_least, _) in zip(printed[1:], SETS, strict=True):
        assert name in line
        assert f">= {at_least}" in line


def test_a_bench_without_its_data_says_so_and_fails(capsys, monkeypatch, tmp_path):
    monkeypatch.setattr("tests.bench.bench_search.PUZZLES", tmp_path)
    assert main(["search"]) == 1
    assert "search: not measured, the data folder with puzzles/minimal.txt" in capsys.readouterr().out


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
