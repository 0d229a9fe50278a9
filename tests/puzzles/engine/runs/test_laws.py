"""What holds of every run, on grids made at random from the solutions of the course.

Where each law stands:

    placements - returns = empty cells ........ test_placements_without_returns_fill_the_empty_cells
    forward - backward = 81 ................... test_forward_less_backward_is_the_way_through_the_grid
    recursive and iterative do the same ....... test_recursive_and_iterative_make_the_same_placements_returns_and_tests
    the final grid is the search's ............ test_the_final_grid_is_the_solution_or_the_grid_as_given
    every solution: placements = returns,
      the grid ends as given, an event each ... test_a_search_for_every_solution_undoes_all_and_yields_each_solution_once
    M follows the written code, 648 true ...... test_the_simple_method_writes_24_times_for_each_digit_and_places_what_the_engine_places
      write for write ......................... test_fidelity.test_the_run_does_what_the_text_does
    to seek is to replay from the start ....... test_jumping_to_any_event_equals_the_replay_from_the_start
                                                test_every_keyframe_is_the_state_that_the_replay_reaches
    counters equal an independent count ....... test_the_counters_are_what_the_events_count_to
                                                test_the_tests_are_as_many_as_the_functions_of_the_course_are_asked
                                                test_fidelity.test_the_run_does_what_the_text_does
    the six grids on every algorithm .......... test_the_six_grids_of_the_course_are_solved_by_each_algorithm
                                                test_the_simple_method_solves_or_stops_on_the_six_grids
"""  # noqa: E501  a table

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from puzzles.engine import Board, is_valid, search, solutions
from puzzles.engine.runs import ALGORITHMS, Counters, Operation, Trace, trace_run
from puzzles.engine.simple import simple_placements, solve_simple
from puzzles.engine.worksheets import namespace_of

SOLUTIONS = [
    "795324168821956743643187259538261497964573812217498635479815326156732984382649571",
    "426571398857293146139468275971385624543726819682149753794632581265814937318957462",
    "639125478714938562285647139846573291321894756597216384172389645953461827468752913",
]
FIRST_SOLUTION = ["tutoriel", "td_iteratif", "mini_projet"]


@st.composite
def boards(draw: st.DrawFn, most_empty: int = 40) -> Board:
    """A finished grid with its digits renamed, some cells emptied, and perhaps a wrong digit put into one."""
    names = draw(st.permutations(range(1, 10)))
    digits = [names[int(character) - 1] for character in draw(st.sampled_from(SOLUTIONS))]
    for cell in draw(st.lists(st.integers(0, 80), max_size=most_empty, unique=True)):
        digits[cell] = 0
    board = Board(tuple(digits))
    if board.empty_cells and draw(st.booleans()):
        cell = draw(st.sampled_from(board.empty_cells))
        board = board.place(cell, draw(st.sampled_from(board.candidates(cell))))
    return board


def count(trace: Trace, *operations: Operation) -> int:
    return sum(event.operation in operations for _, event in trace.events())


@settings(deadline=None, max_examples=40)
@given(board=boards())
def test_placements_without_returns_fill_the_empty_cells(board: Board) -> None:
    for name in FIRST_SOLUTION:
        trace = trace_run(name, board)
        left = trace.totals.placements - trace.totals.returns
        assert left == (len(board.empty_cells) if trace.is_solved else 0)
        assert trace.is_solved == bool(search(board).count)


@settings(deadline=None, max_examples=40)
@given(board=boards())
def test_forward_less_backward_is_the_way_through_the_grid(board: Board) -> None:
    totals = trace_run("td_iteratif", board).totals
    assert totals.forward - totals.backward == (81 if totals.solutions else -1)


@settings(deadline=None, max_examples=40)
@given(board=boards())
def test_recursive_and_iterative_make_the_same_placements_returns_and_tests(board: Board) -> None:
    recursive, iterative, listing = (trace_run(name, board) for name in FIRST_SOLUTION)
    assert recursive.totals[:3] == iterative.totals[:3]
    assert recursive.totals[1:3] == listing.totals[1:3]
    placed = [
        [(event.cell, event.digit) for _, event in trace.events() if event.operation == Operation.PLACE]
        for trace in (recursive, iterative, listing)
    ]
    assert placed[0] == placed[1] == placed[2]


@settings(deadline=None, max_examples=40)
@given(board=boards())
def test_the_final_grid_is_the_solution_or_the_grid_as_given(board: Board) -> None:
    found = search(board)
    for name in [*FIRST_SOLUTION, "propagation"]:
        final = Board(tuple(trace_run(name, board).final.digits))
        if found.count == 1:
            assert final == found.solution
        elif found.count:
            assert is_valid(final)
            assert all(digit in (0, final[cell]) for cell, digit in enumerate(board))
        elif name != "propagation":
            assert final == board


@settings(deadline=None, max_examples=30)
@given(board=boards(most_empty=36))
def test_a_search_for_every_solution_undoes_all_and_yields_each_solution_once(board: Board) -> None:
    trace = trace_run("n_valide", board)
    assert trace.totals.placements == trace.totals.returns
    assert trace.final.digits == bytes(board)
    told = [
        Board(tuple(walked.state.digits))
        for walked in trace.walk()
        if walked.event.operation == Operation.SOLUTION
    ]
    assert len(told) == trace.totals.solutions
    assert {each.digits for each in told} == {each.digits for each in solutions(board, limit=10_000)}
    assert len(told) == len({each.digits for each in told})


@settings(deadline=None, max_examples=40)
@given(board=boards())
def test_the_simple_method_writes_24_times_for_each_digit_and_places_what_the_engine_places(
    board: Board,
) -> None:
    trace = trace_run("projet_insa", board)
    totals, result = trace.totals, solve_simple(board)
    assert totals.writes == 24 * (board.clue_count + totals.placements)
    assert totals.useful_writes == sum(mask.bit_count() for mask in trace.final.masks) <= totals.writes
    assert bytes(result.board) == trace.final.digits
    assert [
        (event.cell, event.digit) for _, event in trace.events() if event.operation == Operation.PLACE
    ] == [(made.cell, made.digit) for made in simple_placements(board)]
    assert trace.is_solved == result.is_solved
    if result.is_solved:
        assert totals.useful_writes == 648


@settings(deadline=None, max_examples=40)
@given(board=boards(most_empty=60))
def test_propagation_keeps_the_candidates_that_the_digits_allow(board: Board) -> None:
    trace = trace_run("propagation", board)
    assert trace.totals.tests == count(trace, Operation.CHOOSE)
    assert trace.totals.returns <= trace.totals.tests
    for walked in trace.walk():
        if walked.event.operation == Operation.RETURN:
            now = Board(tuple(walked.state.digits))
            assert list(walked.state.masks) == now.candidate_masks()
    if trace.is_solved:
        assert trace.final.masks == (0,) * 81
        assert trace.totals.tests - trace.totals.returns == max(trace.final.levels)


@settings(deadline=None, max_examples=30)
@given(board=boards(most_empty=50), data=st.data())
def test_jumping_to_any_event_equals_the_replay_from_the_start(board: Board, data: st.DataObject) -> None:
    for name in ALGORITHMS:
        trace = trace_run(name, board)
        number = data.draw(st.integers(0, trace.length), label=name)
        replayed = trace.keyframes[0].state
        for walked in trace.walk():
            if walked.number == number:
                break
            replayed = walked.state
        assert trace.state(number) == replayed


@pytest.mark.parametrize("name", ALGORITHMS)
def test_every_keyframe_is_the_state_that_the_replay_reaches(course_grid: Any, name: str) -> None:
    trace = trace_run(name, Board.from_line(course_grid.line))
    replayed = {walked.number + 1: walked.state for walked in trace.walk()}
    assert len(trace.keyframes) > 1
    for keyframe in trace.keyframes[1:]:
        assert keyframe.state == replayed[keyframe.number]


@settings(deadline=None, max_examples=30)
@given(board=boards())
def test_the_counters_are_what_the_events_count_to(board: Board) -> None:
    for name in ALGORITHMS:
        trace = trace_run(name, board)
        assert trace.totals._replace(tests=0) == counted(trace, board)
        assert trace.totals.tests == sum(len(walked.tests) for walked in trace.walk())


def counted(trace: Trace, board: Board) -> Counters:
    """All counters but the tests, found by the names of the events alone."""
    names = [event.operation.name for _, event in trace.events()]
    returns = names.count("RETURN") + sum(
        event.operation == Operation.RETREAT and event.cell >= 0 and not board[event.cell]
        for _, event in trace.events()
    )
    removals = names.count("REMOVE") + names.count("REMOVE_GIVEN")
    writes = [name for name in names if name.startswith("WRITE")]
    return Counters(
        placements=sum(name.startswith("PLACE") or name == "CHOOSE" for name in names),
        returns=returns,
        forward=names.count("ADVANCE"),
        backward=names.count("RETREAT"),
        writes=removals + len(writes),
        useful_writes=removals + sum(not name.endswith("AGAIN") for name in writes),
        solutions=names.count("SOLUTION"),
    )


@settings(deadline=None, max_examples=30)
@given(board=boards(most_empty=36))
def test_the_tests_are_as_many_as_the_functions_of_the_course_are_asked(board: Board) -> None:
    for name, test, each in [
        ("tutoriel", "is_valid", 1),
        ("n_valide", "n_valide", 1),
        ("td_iteratif", "test", 1),
        ("mini_projet", "possibles", 9),
    ]:
        asked = times_asked(name, test, [list(board.digits[at : at + 9]) for at in range(0, 81, 9)])
        assert trace_run(name, board).totals.tests == each * asked


def times_asked(name: str, test: str, rows: list[list[int]]) -> int:
    """How often the course's own solver calls its test."""
    sheet = namespace_of(name)
    function, asked = sheet[test], 0

    def watched(*arguments: Any) -> Any:
        nonlocal asked
        asked += 1
        return function(*arguments)

    sheet |= {test: watched, "grid": rows, "print": lambda *values, **options: None}
    solver = {"td_iteratif": "resolution", "mini_projet": "resoudre"}.get(name, "solve")
    sheet[solver](*{"n_valide": (), "mini_projet": (rows, 0, 0)}.get(name, (rows,)))
    return asked


@settings(deadline=None, max_examples=30)
@given(board=boards())
def test_a_run_is_the_same_every_time(board: Board) -> None:
    for name in ALGORITHMS:
        assert trace_run(name, board) == trace_run(name, board)


@pytest.mark.parametrize("name", ["tutoriel", "n_valide", "td_iteratif", "mini_projet", "propagation"])
def test_the_six_grids_of_the_course_are_solved_by_each_algorithm(course_grid: Any, name: str) -> None:
    trace = trace_run(name, Board.from_line(course_grid.line))
    assert trace.is_exact
    assert trace.totals.solutions == 1
    reached = [walked.state.digits for walked in trace.walk() if walked.event.operation == Operation.SOLUTION]
    assert ["".join(map(str, digits)) for digits in reached] == [course_grid.solution]


def test_the_simple_method_solves_or_stops_on_the_six_grids(course_grid: Any) -> None:
    trace = trace_run("projet_insa", Board.from_line(course_grid.line))
    assert trace.is_solved == (course_grid.left_by_simple == 0)
    assert trace.final.digits.count(0) == course_grid.left_by_simple
