"""The algorithms that can be watched, and the text each of them follows."""

import pytest

from puzzles.engine import EMPTY_BOARD, Board
from puzzles.engine.runs import ALGORITHMS, Operation, trace_run
from puzzles.engine.translation import open_words
from puzzles.engine.worksheets import COURSE_MODULES, EXPLORABLE, functions_of, source_of

GRIDS = [
    ".2.5.1.9.8..2.3..6.3..6..7...1...6..54.....19..2...7...9..3..8.2..8.4..7.1.9.7.6.",
    ".4.5..7....9.3...5.8.....9..2..643.1.....1..8....972..4........2..1.6....6..8....",
    "..4.36..5.251...8.1378.46.2.5.4...3649..732.8..6.8.97.8.9765..16.23...4....9..8.7",
]


def test_each_text_of_the_course_can_be_watched() -> None:
    assert set(ALGORITHMS) == set(COURSE_MODULES)
    assert {algorithm.letter for algorithm in ALGORITHMS.values()} == set("ABCDE")


@pytest.mark.parametrize("name", ALGORITHMS)
def test_every_operation_is_in_the_source_of_its_function(name: str) -> None:
    algorithm, lines = ALGORITHMS[name], source_of(name).splitlines()
    for operation, (function, statement, _) in algorithm.statements.items():
        line = algorithm.line(operation)
        assert lines[line - 1].strip() == statement
        assert line in functions_of(name)[function]


@pytest.mark.parametrize("name", ALGORITHMS)
def test_no_run_has_an_event_without_a_line(name: str) -> None:
    met = {event.operation for grid in GRIDS for _, event in trace_run(name, Board.from_line(grid)).events()}
    known = set(ALGORITHMS[name].statements)
    assert met <= known
    assert known - met <= {Operation.SOLUTION}


@pytest.mark.parametrize("name", ALGORITHMS)
def test_the_test_of_each_algorithm_can_be_explored(name: str) -> None:
    test = ALGORITHMS[name].test
    assert test in EXPLORABLE[name] if name != "propagation" else test is None


def test_every_title_has_its_french() -> None:
    words = open_words("fr")
    titles = [algorithm.title for algorithm in ALGORITHMS.values()]
    assert [title for title in titles if words.gettext(title) == title] == []


def test_an_unknown_algorithm_is_refused() -> None:
    with pytest.raises(KeyError):
        trace_run("dancing", EMPTY_BOARD)
