"""What the pages say of the worksheets: every function has its place, every call shown is one that runs."""

import re
from urllib.parse import parse_qsl

import pytest
from django.template.loader import get_template
from django.utils.translation import override

from puzzles.course.pages.course import figure_3, item_context, trial_view
from puzzles.course.pages.items import ITEMS, Trial
from puzzles.course.pages.worksheets import SHEETS
from puzzles.engine import Board
from puzzles.engine.terminal.arguments import VERBS
from puzzles.engine.worksheets import COURSE_MODULES, DEMOS, EXPLORABLE, explore, functions_of


def trials_of(module: str) -> list[Trial]:
    return [trial for item in ITEMS[module].values() for trial in item.trials]


def test_there_is_a_sheet_for_every_module_in_the_order_of_the_course() -> None:
    assert tuple(SHEETS) == tuple(ITEMS) == COURSE_MODULES


@pytest.mark.parametrize("module", COURSE_MODULES)
def test_every_function_of_a_module_answers_an_item_of_its_sheet(module: str) -> None:
    named = {function for item in ITEMS[module].values() for function in item.functions}
    assert named == set(functions_of(module))


@pytest.mark.parametrize("module", COURSE_MODULES)
def test_the_template_of_a_worksheet_shows_its_items_in_order(module: str) -> None:
    template = get_template(f"course/worksheets/{module}.html").template
    assert re.findall(r"item=items\.(\w+)", template.source) == list(ITEMS[module])


@pytest.mark.parametrize("module", COURSE_MODULES)
def test_every_call_that_can_be_made_by_hand_is_shown_or_is_part_of_one_that_is(module: str) -> None:
    for item in ITEMS[module].values():
        for trial in item.trials:
            assert trial.function in EXPLORABLE[module]
            assert trial.function in item.functions
        if set(item.functions) & set(EXPLORABLE[module]):
            assert item.trials


def test_the_examples_of_the_fifth_worksheet_have_its_values() -> None:
    shown = [trial_view("mini_projet", trial) for trial in trials_of("mini_projet")]
    assert [(view.text, view.value) for view in shown[1:]] == [
        ("ligne(S, 0)", "[1, 7, 8]"),
        ("colonne(S, 0)", "[1]"),
        ("bloc(S, 3, 4)", "[6, 9, 1, 5, 8]"),
        ("possibles(S, 0, 0)", "[2, 3, 4, 6, 9]"),
        ("suivante(0, 0)", "(0, 1)"),
        ("suivante(0, 8)", "(1, 0)"),
        ("suivante(8, 8)", "(9, 0)"),
        ("resoudre(S, 0, 0)", "True"),
        ("solution(S)", ""),
    ]


def test_the_edges_of_the_third_worksheet_are_shown() -> None:
    shown = [trial_view("td_iteratif", trial) for trial in trials_of("td_iteratif")]
    values = {view.text: view.value for view in shown}
    assert values["avance_case(8, 8)"] == "(9, 0)"
    assert values["recule_case(0, 0)"] == "(-1, 8)"


def test_the_three_cases_of_remplissage_are_shown() -> None:
    trials = trials_of("td_iteratif")
    views = [trial_view("td_iteratif", trial) for trial in trials if trial.function == "remplissage"]
    assert [(view.text.split(", ")[-1], view.value, view.url.split("&", 1)[1]) for view in views] == [
        ("True)", "True", "cell=0&digit=1&start=0&sens=1"),
        ("True)", "False", "cell=0&digit=1&start=9&sens=1"),
        ("True)", "True", "cell=3&digit=1&start=0&sens=1"),
        ("False)", "False", "cell=3&digit=1&start=0&sens=0"),
    ]


def test_a_full_grid_is_shown_to_be_valid() -> None:
    trials = trials_of("projet_insa")
    views = [trial_view("projet_insa", trial) for trial in trials if trial.function == "est_valide"]
    assert [(view.value, bool(view.grid)) for view in views] == [("0", False), ("1", True)]


def test_figure_3_is_shown_step_by_step_each_with_a_single_digit_left() -> None:
    steps = figure_3()
    assert [(step.row, step.column, step.digit) for step in steps] == [(8, 5, 1), (8, 7, 5), (7, 7, 3)]
    assert [step.board.entered.text for step in steps] == ["1", "15", "315"]
    for step, digit in zip(steps, (1, 5, 3), strict=True):
        asked = dict(parse_qsl(step.url.partition("?")[2]))
        board = Board.from_line(asked["grid"])
        assert explore("projet_insa", "permis", board, cell=int(asked["cell"])).value == f"[{digit}]"


@pytest.mark.parametrize("module", COURSE_MODULES)
def test_no_value_on_a_page_is_a_solution(module: str) -> None:
    for trial in trials_of(module):
        assert len(trial_view(module, trial).value) <= 62


def test_a_long_list_of_cells_is_cut_between_two_of_them() -> None:
    trial = next(trial for trial in trials_of("td_iteratif") if "prot" in trial.function)
    assert (
        trial_view("td_iteratif", trial).value == "[(0, 3), (0, 4), (1, 0), (1, 6), (1, 8), (2, 0), (2, 4), …"
    )


@pytest.mark.parametrize("module", COURSE_MODULES)
def test_the_commands_are_verbs_of_the_terminal_on_the_worksheets_own_grid(module: str) -> None:
    shown = [item_context(module, key, is_teacher=False) for key in ITEMS[module]]
    commands = [command for item in shown for command in item["commands"]]
    assert commands
    grids = {demo.puzzle for demo in DEMOS[module]}
    for command in commands:
        _python, program, verb, *arguments = command.split()
        assert program == "sudoku.pyz"
        assert verb in {each.name for each in VERBS}
        assert all(argument in grids for argument in arguments if len(argument) == 81)


def test_items_are_numbered_as_the_worksheet_does_or_have_their_own_name() -> None:
    def labels(module: str) -> list[str]:
        with override("en"):
            return [item_context(module, key, is_teacher=False)["label"] for key in ITEMS[module]]

    assert labels("projet_insa") == [f"Question {number}" for number in range(1, 9)]
    assert labels("mini_projet") == [f"Exercise {number}" for number in range(1, 9)]
    assert labels("tutoriel") == ["print_board", "find_empty", "is_valid", "solve"]
