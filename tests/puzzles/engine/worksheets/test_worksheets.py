"""Every example, question and function of the five worksheets, and the test that shows it.

Worksheet 1, projet_insa
    Question 1, class Sudoku ............... test_projet_insa.test_a_sudoku_holds_a_grid_complete_or_not
    Question 2, lire_fichier_sudoku ........ test_projet_insa.test_the_first_grid_of_a_file_is_1_and_blanks_and_comments_do_not_count
      a bad line, beyond the end ........... test_projet_insa.test_a_bad_line_and_a_line_beyond_the_end_are_explained
      a missing file ....................... test_projet_insa.test_a_missing_file_a_folder_and_a_file_without_grids_are_explained
      called on the site ................... test_explorer.test_a_grid_is_read_from_the_file_that_is_shown
    Question 3, saisir_sudoku .............. test_projet_insa.test_a_grid_is_typed_in_until_it_is_right
      its exceptions ....................... test_projet_insa.test_typing_a_grid_can_be_given_up
      run on the site ...................... test_explorer.test_a_grid_is_typed_in_until_it_is_right_and_the_dialogue_is_kept
    Question 4, afficher_sudoku ............ test_projet_insa.test_a_grid_is_drawn_in_the_thirteen_lines_of_the_worksheet
    Question 5, est_valide, figure 1 ....... test_projet_insa.test_a_solution_is_valid_and_the_answer_is_the_number_1
      region, row, column .................. test_projet_insa.test_each_of_the_three_tests_can_fail_alone
    Question 6, the simple method, figure 2  test_projet_insa.test_the_simple_method_solves_a_simple_grid_and_fails_on_another
      the table M .......................... test_projet_insa.test_M_forbids_a_digit_to_the_twenty_peers_of_its_cell
      figure 3 ............................. test_projet_insa.test_the_steps_of_figure_3_are_open_one_after_the_other
    Question 7, resoudre ................... test_projet_insa.test_resoudre_solves_any_grid
    Question 8, a random grid .............. test_projet_insa.test_the_program_draws_a_random_grid_of_the_file
      a partial solution ................... test_projet_insa.test_the_program_gives_a_partial_solution_of_the_requested_number_of_cells
      the full solution .................... test_projet_insa.test_the_program_gives_the_full_solution_and_says_it_is_valid
      as a dialogue on the site ............ test_explorer.test_the_program_is_a_dialogue
Worksheet 2, n_valide
    n_valide(y, x, n) ...................... test_n_valide.test_a_number_fits_when_its_row_its_column_and_its_box_lack_it
      the row is y, the column x ........... test_n_valide.test_y_is_the_row_and_x_the_column
      the box from x // 3 * 3, y // 3 * 3 .. test_n_valide.test_the_whole_box_is_read
    global grid in both .................... test_n_valide.test_both_functions_name_the_global_grid_and_the_text_explains_it
    solve() ................................ test_n_valide.test_solve_goes_on_after_each_solution_and_prints_each
      the cell set back to 0 ............... test_n_valide.test_solve_leaves_the_grid_as_it_was
Worksheet 3, td_iteratif
    the matrix of the annex ................ test_td_iteratif.test_the_matrix_is_the_one_of_the_worksheet
    1, test_ligne .......................... test_td_iteratif.test_test_ligne_reads_the_other_columns_of_the_row
    2, test_colonne ........................ test_td_iteratif.test_test_colonne_reads_the_other_rows_of_the_column
    3, test_carre .......................... test_td_iteratif.test_test_carre_reads_the_other_cells_of_the_box
    4, test ................................ test_td_iteratif.test_test_is_all_three
    5, protection .......................... test_td_iteratif.test_protection_lists_the_cells_filled_at_first
      matrice_originale, liste_protegee .... test_td_iteratif.test_the_original_and_its_protected_cells_are_in_the_module
    6, remplissage ......................... test_td_iteratif.test_remplissage_writes_the_next_number_that_fits_then_empties_the_cell
      its three cases on the site .......... test_explorer.test_the_three_cases_of_remplissage_can_be_seen
      a protected cell ..................... test_td_iteratif.test_remplissage_hands_the_direction_on_over_a_protected_cell
    7, 8, avance_case, recule_case ......... test_td_iteratif.test_avance_case_and_recule_case_undo_each_other
      their edges .......................... test_td_iteratif.test_the_edges_lie_outside_the_grid
    9, resolution, no solution ............. test_td_iteratif.test_resolution_says_so_when_there_is_none_and_empties_what_it_filled
      the matrix at each turn .............. test_td_iteratif.test_resolution_shows_the_matrix_at_each_iteration_on_request
    M of numpy, M[i, j], M.copy() .......... test_sources.test_the_text_for_numpy_runs_with_numpy
    the annex, M[0, 3] = 1 ................. test_sources.test_the_annex_sets_each_given_digit_of_the_matrix
    10, the solution of the annex .......... test_td_iteratif.test_resolution_prints_the_solution
Worksheet 4, tutoriel
    the board .............................. test_tutoriel.test_the_board_is_the_one_of_the_worksheet
    print_board ............................ test_tutoriel.test_print_board_separates_rows_and_columns_in_thirds
    find_empty ............................. test_tutoriel.test_find_empty_gives_the_first_empty_cell_as_row_and_column
    is_valid ............................... test_tutoriel.test_is_valid_compares_with_the_other_cells_of_row_column_and_box
    solve .................................. test_tutoriel.test_solve_stops_at_the_first_solution
      its failure .......................... test_tutoriel.test_solve_reports_failure_and_leaves_the_board_as_it_was
    the script's output, "Solved:" ......... test_worksheets.test_a_script_prints_what_its_worksheet_prints
Worksheet 5, mini_projet
    Exercise 1, S and printSudoku .......... test_mini_projet.test_printSudoku_prints_a_list_a_row
    Exercises 2, 3, 4, ligne, colonne, bloc  test_mini_projet.test_ligne_colonne_and_bloc_list_the_digits_there
    Exercise 5, possibles .................. test_mini_projet.test_possibles_lists_what_row_column_and_block_allow
    Exercise 6, suivante ................... test_mini_projet.test_suivante_goes_on_to_the_next_row_and_out_of_the_grid
    Exercise 7, the questions .............. test_questions.test_the_questions_are_in_the_order_of_the_worksheet
      the result's type .................... test_questions.test_the_type_is_what_the_function_gives
      the first call ....................... test_questions.test_the_first_call_solves_the_grid_and_no_other_choice_does
      the recursive calls .................. test_questions.test_there_are_as_many_recursive_calls_as_right_places
      why it ends .......................... test_mini_projet.test_the_measure_of_exercise_7_shrinks_by_one_at_each_call
    Exercise 8, resoudre(S, i, j) .......... test_mini_projet.test_resoudre_fills_the_grid_from_a_cell_on
      the original left intact ............. test_mini_projet.test_the_solution_is_printed_and_the_original_left_intact
      "n'admet pas de solution" ............ test_mini_projet.test_a_grid_without_solution_is_said_to_admit_none
All five
    the examples as doctests ............... test_sources.test_the_examples_in_the_text_give_what_they_say
    the text alone runs in Python .......... test_sources.test_the_text_alone_runs_in_python
    the output of each script .............. test_worksheets.test_a_script_prints_what_its_worksheet_prints
    every function of a worksheet is there . test_worksheets.test_the_functions_carry_the_names_of_the_worksheets
    every function called one at a time .... test_explorer.test_every_function_of_the_course_can_be_called
      what it writes ....................... test_explorer.test_a_call_that_writes_returns_the_grid_after_it_and_the_changes
      the value of a solver ................ test_explorer.test_a_solver_gives_its_value
    the six grids on every algorithm ....... test_laws.test_the_six_grids_of_the_course_are_solved_by_each_algorithm
      on the simple method ................. test_laws.test_the_simple_method_solves_or_stops_on_the_six_grids
    the runs do what the text does ......... test_fidelity.test_the_run_does_what_the_text_does
    all solutions of a grid with several ... test_demos.test_every_solution_of_the_grid_with_several_is_found
      whatever the grid .................... test_laws.test_a_search_for_every_solution_undoes_all_and_yields_each_solution_once
"""  # noqa: E501  a table

import contextlib
import io
import re
from pathlib import Path

import pytest

from puzzles.engine.worksheets import functions_of, source_of

NAMES = {
    "projet_insa": "lire_fichier_sudoku saisir_sudoku afficher_sudoku est_valide resoudre",
    "n_valide": "n_valide solve",
    "td_iteratif": "test_ligne test_colonne test_carre test protection remplissage avance_case recule_case "
    "resolution",
    "tutoriel": "print_board find_empty is_valid solve",
    "mini_projet": "printSudoku ligne colonne bloc possibles suivante resoudre",
}


@pytest.mark.parametrize("module", NAMES)
def test_the_functions_carry_the_names_of_the_worksheets(module: str) -> None:
    assert set(NAMES[module].split()) <= set(functions_of(module))


def test_each_test_that_the_table_names_is_in_its_file() -> None:
    named = re.findall(r"(test_\w+)\.(test_\w+)$", __doc__ or "", re.MULTILINE)
    assert len(named) > 50
    here = Path(__file__).parent
    texts = {path.stem: path.read_text("utf-8") for path in (*here.glob("*.py"), *here.glob("../runs/*.py"))}
    missing = [name for file, name in named if f"\ndef {name}(" not in texts[file]]
    assert missing == []


def output_of(module: str) -> str:
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(source_of(module), {"__name__": "__main__"})
    return out.getvalue()


def board_of_the_tutorial(line: str) -> str:
    rows = []
    for start in range(0, 81, 9):
        row = line[start : start + 9]
        rows.append("  | ".join(" ".join(row[third : third + 3]) for third in (0, 3, 6)) + "\n")
    bar = "- - - - - - - - - - - - - - \n"
    return bar.join("".join(rows[third : third + 3]) for third in (0, 3, 6))


def lists(line: str) -> str:
    return "".join(f"[{', '.join(line[start : start + 9])}]\n" for start in range(0, 81, 9))


def test_a_script_prints_what_its_worksheet_prints(course_grids: dict[str, object]) -> None:
    grid = {name: (each.line, each.solution) for name, each in course_grids.items()}  # type: ignore[attr-defined]
    given, solved = grid["tutoriel"]
    assert output_of("tutoriel") == f"{board_of_the_tutorial(given)}Solved:\n{board_of_the_tutorial(solved)}"
    assert output_of("td_iteratif") == lists(grid["td iteratif"][1])
    given, solved = grid["mini-projet"]
    assert output_of("mini_projet") == (
        f"{lists(given)}[1, 7, 8]\n[1]\n[6, 9, 1, 5, 8]\n[2, 3, 4, 6, 9]\n(0, 1) (1, 0) (9, 0)\n"
        f"Pour la grille :\n{lists(given)}La solution est :\n{lists(solved)}"
    )
