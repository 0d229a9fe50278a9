"""The course on its pages: worksheets, the explorer, the questions, and who is held back."""

import re
from collections.abc import Callable, Iterable
from datetime import UTC, datetime, timedelta
from html import unescape
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from pytest_django.fixtures import DjangoAssertNumQueries

from accounts.models import User
from puzzles.course.models import EXERCISES, ExerciseProgress, Program
from puzzles.engine.similarity import canonical_key
from puzzles.engine.worksheets import (
    COURSE_MODULES,
    DEMOS,
    EXERCISE_7,
    EXPLORABLE,
    FILE_GRIDS,
    annex,
    functions_of,
    numpy_source,
    source_of,
)
from puzzles.library.models import Puzzle
from puzzles.play.models import Attempt

ClientOf = Callable[[User], Client]
StartAttempt = Callable[..., Attempt]

COURSE = "/course/"
EXPLORER = "/course/explorer/"
GRID = "530070000600195000098000060800060003400803001700020006060000280000419005000080079"
LINE = GRID.replace("0", ".")


@pytest.fixture
def reader(client_of: ClientOf, student: User) -> Client:
    """A student with the course open."""
    return client_of(student)


def answer(client: Client, where: str, data: dict[str, Any] | None = None, **headers: str) -> HttpResponse:
    return client.get(where, data, headers={"Accept-Language": "en"} | headers)


def page(client: Client, where: str, data: dict[str, Any] | None = None) -> str:
    """What a page says, in English and on one line."""
    found = answer(client, where, data)
    assert found.status_code == 200
    return " ".join(found.content.decode().split())


def fragment(client: Client, where: str, data: dict[str, Any], **headers: str) -> HttpResponse:
    """What a script gets."""
    return answer(client, where, data, **{"HX-Request": "true"} | headers)


def plain(html: str) -> str:
    return unescape(re.sub(r"<[^>]*>", "", html))


# The index


def test_the_course_leads_to_every_worksheet_and_its_algorithm(reader: Client) -> None:
    text = page(reader, COURSE)
    for module in COURSE_MODULES:
        assert f'href="/course/{module}/"' in text
        assert f'href="/algorithms/{module}/?grid=' in text
    assert f'href="{EXPLORER}"' in text


def test_the_course_continues_with_the_next_exercise_of_the_worksheet_saved_last(
    reader: Client, student: User, stranger: User
) -> None:
    first = 'class="button button-primary" href="/course/projet_insa/exercises/sudoku/">'
    assert f"{first}Start worksheet 1: Sudoku<" in page(reader, COURSE)
    saved = datetime(2026, 3, 2, 8, tzinfo=UTC)
    for day, (worksheet, author) in enumerate(
        [("td_iteratif", student), ("n_valide", student), ("tutoriel", stranger)]
    ):
        Program.objects.create(
            student=author, worksheet=worksheet, text="...", saved_at=saved + timedelta(day)
        )
    text = page(reader, COURSE)
    second = 'class="button button-primary" href="/course/n_valide/exercises/'
    assert f'{second}grid/">Continue worksheet 2: grid<' in text
    assert text.count("button-primary") == 1
    pass_all(student, "n_valide", ["grid"])
    assert f'{second}n_valide/">Continue worksheet 2: n_valide<' in page(reader, COURSE)
    pass_all(student, "n_valide", ["n_valide", "solve"])
    assert f"{first}Continue worksheet 1: Sudoku<" in page(reader, COURSE)


def pass_all(student: User, worksheet: str, exercises: Iterable[str]) -> None:
    for each in exercises:
        ExerciseProgress.objects.create(
            student=student, worksheet=worksheet, exercise=each, passed_at=datetime(2026, 3, 2, 8, tzinfo=UTC)
        )


def test_a_student_who_has_passed_every_exercise_is_sent_beyond_the_course(
    reader: Client, student: User
) -> None:
    for worksheet, exercises in EXERCISES.items():
        pass_all(student, worksheet, exercises)
    text = page(reader, COURSE)
    assert 'class="button button-primary" href="/course/propagation/">Go beyond the course<' in text
    assert text.count("button-primary") == 1


def test_the_course_counts_the_exercises_that_the_student_has_passed(
    reader: Client, student: User, stranger: User
) -> None:
    totals = {worksheet: (0, len(exercises)) for worksheet, exercises in EXERCISES.items()}
    assert passed_in(page(reader, COURSE)) == totals
    passed_at = datetime(2026, 3, 2, 8, tzinfo=UTC)
    for author, exercise, passed in [
        (student, "ligne", passed_at),
        (student, "bloc", passed_at),
        (student, "colonne", None),
        (stranger, "colonne", passed_at),
    ]:
        ExerciseProgress.objects.create(
            student=author, worksheet="mini_projet", exercise=exercise, passed_at=passed
        )
    text = page(reader, COURSE)
    assert passed_in(text) == totals | {"mini_projet": (2, len(EXERCISES["mini_projet"]))}
    assert f"Exercises passed: 2 of {sum(map(len, EXERCISES.values()))}<" in text


def passed_in(text: str) -> dict[str, tuple[int, int]]:
    """The exercises passed and all exercises of each worksheet, as a page says them."""
    found = re.findall(r'href="/course/(\w+)/exercises/">Exercises (\d+)\W+(\d+)<', text)
    return {worksheet: (int(passed), int(count)) for worksheet, passed, count in found}


def test_a_worksheet_says_how_far_the_student_is_and_leads_to_the_next_exercise(
    reader: Client, student: User
) -> None:
    where, primary = "/course/n_valide/", 'class="button button-primary" href="/course/n_valide/exercises/'
    assert f'{primary}grid/">Start with grid<' in page(reader, where)
    pass_all(student, "n_valide", ["grid"])
    text = page(reader, where)
    assert passed_in(text) == {"n_valide": (1, 3)}
    assert f'{primary}n_valide/">Continue with n_valide<' in text
    assert text.count("button-primary") == text.count("(passed)") == 1
    pass_all(student, "n_valide", ["n_valide", "solve"])
    text = page(reader, where)
    assert 'class="button button-primary" href="/algorithms/n_valide/?grid=' in text
    assert text.count("button-primary") == 1


def test_ones_own_grid_leads_to_the_solver_that_was_chosen(reader: Client) -> None:
    found = reader.get(COURSE, {"algorithm": "td_iteratif", "grid": GRID})
    assert (found.status_code, found["Location"]) == (302, f"/algorithms/td_iteratif/?grid={LINE}")


def test_a_drawn_grid_is_read_too(reader: Client) -> None:
    drawn = "\n".join(GRID[start : start + 9] for start in range(0, 81, 9))
    found = reader.get(COURSE, {"algorithm": "tutoriel", "grid": drawn})
    assert found["Location"] == f"/algorithms/tutoriel/?grid={LINE}"


@pytest.mark.parametrize(
    ("grid", "sentence"),
    [("12", "found 2 cells"), ("", "This field is required."), ("abc" * 27, "found “a”")],
)
def test_an_invalid_grid_is_kept_and_shown_with_a_sentence(grid: str, sentence: str, reader: Client) -> None:
    text = page(reader, COURSE, {"algorithm": "tutoriel", "grid": grid})
    assert sentence in text
    assert f">{grid}</textarea>" in text


# The worksheets


@pytest.mark.parametrize("module", COURSE_MODULES)
def test_a_worksheet_shows_the_source_that_runs_and_its_grids(module: str, reader: Client) -> None:
    html = answer(reader, f"/course/{module}/").content.decode()
    source = html.split("<code>")[-1].split("</code></pre>")[0]
    assert plain(source) == source_of(module)
    for function in functions_of(module):
        assert f'id="f-{function}"' in html
    for demo in DEMOS[module]:
        assert f'href="/algorithms/{module}/?grid={demo.puzzle}"' in html
    for function in EXPLORABLE[module]:
        assert f'href="{EXPLORER}?function={module}.{function}"' in html


def test_the_grids_of_a_worksheet_are_watched_beside_propagation(reader: Client) -> None:
    text = page(reader, "/course/tutoriel/")
    assert f"/algorithms/tutoriel/?grid={DEMOS['tutoriel'][0].puzzle}&amp;with=propagation" in text
    beyond = page(reader, "/course/propagation/")
    assert f"/algorithms/propagation/?grid={DEMOS['propagation'][0].puzzle}&amp;with=tutoriel" in beyond


def test_the_source_comes_as_plain_text(reader: Client) -> None:
    found = reader.get("/course/mini_projet.py")
    assert found["Content-Type"] == "text/plain; charset=utf-8"
    assert found.content.decode() == source_of("mini_projet")


def test_only_a_teacher_is_sent_to_the_import(reader: Client, client_of: ClientOf, teacher: User) -> None:
    where = reverse("library:import_new")
    assert where not in page(reader, "/course/projet_insa/")
    assert where in page(client_of(teacher), "/course/projet_insa/")


def test_the_third_worksheets_text_is_shown_for_lists_or_for_numpy(reader: Client) -> None:
    lists, arrays = page(reader, "/course/td_iteratif/"), page(reader, "/course/td_iteratif/?matrix=numpy")
    assert 'href="/course/td_iteratif/?matrix=numpy#source"' in lists
    assert "M[i, j]" not in plain(lists.split('id="source"')[1])
    assert "M[i, j]" in plain(arrays.split('id="source"')[1])
    assert 'href="/course/td_iteratif.py?matrix=numpy"' in arrays
    assert reader.get("/course/td_iteratif.py?matrix=numpy").content.decode() == numpy_source()


def test_the_annex_can_be_copied(reader: Client) -> None:
    html = answer(reader, "/course/td_iteratif/").content.decode()
    assert f"import numpy as np\n\n{annex()}</pre>" in html


def test_no_other_worksheet_has_a_text_for_numpy(reader: Client) -> None:
    assert reader.get("/course/tutoriel.py?matrix=numpy").content.decode() == source_of("tutoriel")
    assert "np.ndarray" not in page(reader, "/course/tutoriel/?matrix=numpy")


# The questions


def test_the_questions_are_answered_in_their_exercise(reader: Client) -> None:
    text = page(reader, "/course/mini_projet/", {"type": "bool"})
    links = re.findall(r'<a[^>]* href="([^"]*)"[^>]*>(?:Questions|Answer them here)</a>', text)
    assert links == ["/course/mini_projet/exercises/questions/"] * 2
    assert not [question for question in EXERCISE_7 if question.text in unescape(text)]


def test_no_other_worksheet_has_questions(reader: Client) -> None:
    for module in COURSE_MODULES[:4]:
        assert "exercises/questions/" not in page(reader, f"/course/{module}/")


# The explorer


def test_bloc_of_row_3_column_4_gives_the_digits_of_its_block(reader: Client) -> None:
    text = page(reader, EXPLORER, {"function": "mini_projet.bloc", "cell": 31})
    assert "<code>bloc(S, 3, 4)</code>" in text
    assert "<code>[6, 9, 1, 5, 8]</code>" in text
    assert "It looked at 9 cells." in text
    assert text.count("looked-at") == 9
    assert "row 3, column 4, 6, looked at as number 2" in text


@pytest.mark.parametrize(
    "name", [f"{module}.{function}" for module, functions in EXPLORABLE.items() for function in functions]
)
def test_every_function_can_be_called(name: str, reader: Client) -> None:
    text = page(reader, EXPLORER, {"function": name})
    function = name.split(".")[1]
    written = "Sudoku" if function == "__init__" else function
    assert f'<p class="result-call"><code>{written}(' in text
    assert f'<span class="source-name">{function}</span>' in text


def test_the_default_is_the_example_of_the_fifth_worksheet(reader: Client) -> None:
    assert "<code>bloc(S, 3, 4)</code>" in page(reader, EXPLORER)


def test_the_cell_that_was_clicked_counts_not_the_one_before(reader: Client) -> None:
    text = page(reader, EXPLORER, {"function": "tutoriel.is_valid", "cell": [0, 20], "digit": [1, 9]})
    assert "is_valid(board, 9, (2, 2))" in text


def test_a_function_is_called_on_ones_own_grid(reader: Client) -> None:
    text = page(reader, EXPLORER, {"function": "mini_projet.ligne", "cell": 0, "grid": GRID})
    assert "<code>[5, 3, 7]</code>" in text
    assert f"grid={LINE}" in text


def test_a_grid_against_the_rules_may_be_explored(reader: Client) -> None:
    text = page(reader, EXPLORER, {"function": "projet_insa.est_valide", "grid": "1" * 81})
    assert "<code>est_valide()</code>" in text
    assert "<code>0</code>" in text


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        ({"function": "os.system"}, "There is no function “os.system” to call here."),
        ({"function": "mini_projet.resous"}, "There is no function “mini_projet.resous” to call here."),
        ({"start": "10"}, "A cell holds a number from 0 to 9."),
        ({"line": "0"}, "Line numbers start at 1."),
        ({"cell": "81"}, "A cell is a number from 0 to 80."),
        ({"cell": "here"}, "A cell is a number from 0 to 80."),
        ({"digit": "0"}, "A digit is a number from 1 to 9."),
        ({"grid": "123"}, "found 3 cells"),
    ],
)
def test_an_impossible_call_shows_a_sentence_and_an_example(
    data: dict[str, str], sentence: str, reader: Client
) -> None:
    text = page(reader, EXPLORER, data)
    assert sentence in text
    assert "<code>bloc(S, 3, 4)</code>" in text


def test_only_a_function_that_takes_a_digit_offers_digits(reader: Client) -> None:
    assert 'id="d9"' in page(reader, EXPLORER, {"function": "n_valide.n_valide"})
    assert 'id="d9"' not in page(reader, EXPLORER, {"function": "mini_projet.bloc"})


def test_the_output_of_a_function_is_shown(reader: Client) -> None:
    html = answer(reader, EXPLORER, {"function": "projet_insa.afficher_sudoku"}).content.decode()
    assert "-----\n| 004|036|005|\n" in html


def test_a_script_gets_the_explorer_alone_and_the_address_of_the_call(reader: Client) -> None:
    found = fragment(reader, EXPLORER, {"function": "n_valide.n_valide", "cell": [0, 80], "digit": 3})
    assert "<html" not in found.content.decode()
    assert found["HX-Push-Url"] == f"{EXPLORER}?function=n_valide.n_valide&cell=80&digit=3"


def test_going_back_in_the_history_gives_the_whole_page(reader: Client) -> None:
    found = fragment(reader, EXPLORER, {}, **{"HX-History-Restore-Request": "true"})
    assert "<html" in found.content.decode()


def test_a_functions_writes_are_shown_and_described(reader: Client) -> None:
    data = {"function": "td_iteratif.remplissage", "cell": 0, "start": 3}
    text = page(reader, EXPLORER, data)
    assert "Changed: (0, 0): 3 → 4." in text
    assert text.count('class="after-cell changed"') == 1
    assert text.count('class="after-cell') == 81
    data |= {"start": 9, "sens": 0}
    text = page(reader, EXPLORER, data)
    assert "remplissage(0, 0, M, liste_protegee, False)" in text
    assert "Changed: (0, 0): 9 → 0." in text


def test_a_file_is_shown_and_read_by_its_line(reader: Client) -> None:
    text = page(reader, EXPLORER, {"function": "projet_insa.lire_fichier_sudoku", "line": 2})
    assert "lire_fichier_sudoku(&#x27;sudoku.txt&#x27;, 2)" in text
    assert "The file sudoku.txt" in text
    data = {"function": "projet_insa.lire_fichier_sudoku", "line": 1, "text": "12\r\n"}
    assert "ValueError: grille 1 de sudoku.txt : il faut 81 caractères, en voici 2" in page(
        reader, EXPLORER, data
    )


def test_a_dialogue_runs_with_the_typed_answers(reader: Client) -> None:
    html = answer(reader, EXPLORER, {"function": "projet_insa.programme", "text": "3\nq"}).content.decode()
    assert "La grille est valide." in html
    assert "What the user types" in html


def test_a_text_for_another_function_is_not_taken(reader: Client) -> None:
    data = {"function": "projet_insa.grille_de", "text": "q", "text_of": "projet_insa.programme"}
    assert "ValueError: il faut 81" not in page(reader, EXPLORER, data)
    assert "ValueError: il faut 81" in page(reader, EXPLORER, data | {"text_of": "projet_insa.grille_de"})


def test_the_table_of_forbidden_digits_is_shown_for_a_digit(reader: Client) -> None:
    text = page(reader, EXPLORER, {"function": "projet_insa.interdire", "cell": 40, "digit": 5})
    assert "A ring: M forbids 5 in this cell" in text
    assert len(re.findall(r'class="call-cell[^"]* answer', text)) == 20


def test_the_address_of_a_call_holds_all_it_was_made_with(reader: Client) -> None:
    found = fragment(reader, EXPLORER, {"function": "td_iteratif.remplissage", "start": 9, "sens": 0})
    assert found["HX-Push-Url"].endswith("?function=td_iteratif.remplissage&cell=0&start=9&sens=0")
    found = fragment(reader, EXPLORER, {"function": "projet_insa.saisir_sudoku", "text": "q\n"})
    assert found["HX-Push-Url"].endswith("&text=q%0A")


def test_a_solver_gives_its_value(reader: Client) -> None:
    text = page(reader, EXPLORER, {"function": "tutoriel.solve"})
    assert '<p class="result-call"><code>solve(board)</code>' in text
    assert "<code>True</code>" in text
    assert "51 cells have changed." in text


# Who is held back


def test_a_solver_is_not_called_where_a_function_may_be(
    reader: Client, student: User, attempt_of: StartAttempt
) -> None:
    # Who may see the solution gives the attempt up for it: a solver called by hand would be a way around.
    attempt_of(student, solution="any_time")
    assert answer(reader, EXPLORER, {"function": "tutoriel.find_empty"}).status_code == 200
    assert answer(reader, EXPLORER, {"function": "tutoriel.solve"}).status_code == 403


def test_the_program_is_refused_with_the_grids_of_its_file(
    reader: Client, student: User, attempt_of: StartAttempt
) -> None:
    attempt = attempt_of(student, solution="never")
    Puzzle.objects.filter(pk=attempt.puzzle_id).update(givens=FILE_GRIDS[0].replace("0", "."))
    assert answer(reader, EXPLORER, {"function": "projet_insa.programme"}).status_code == 403


def test_a_grid_in_play_is_not_explored(reader: Client, student: User, attempt_of: StartAttempt) -> None:
    attempt = attempt_of(student, solution="never")
    data = {"function": "projet_insa.case_simple", "grid": attempt.puzzle.givens}
    found = answer(reader, EXPLORER, data)
    assert found.status_code == 403
    text = found.content.decode()
    assert attempt.get_absolute_url() in text
    assert "result-value" not in text
    sent = fragment(reader, EXPLORER, data)
    assert sent.content == b""
    assert sent["HX-Redirect"] == f"{EXPLORER}?function=projet_insa.case_simple&grid={attempt.puzzle.givens}"


def test_the_worksheets_own_grid_in_play_is_not_explored_either(
    reader: Client, student: User, attempt_of: StartAttempt
) -> None:
    attempt_of(student, solution="never")
    assert answer(reader, EXPLORER, {"function": "tutoriel.find_empty"}).status_code == 403
    assert answer(reader, EXPLORER, {"function": "mini_projet.bloc"}).status_code == 200


def test_a_worksheet_shows_no_values_of_its_grid_in_play(
    reader: Client, student: User, attempt_of: StartAttempt
) -> None:
    # The first empty cell of the fixture's grid, which is the fourth worksheet's.
    value = '<code class="value">(0, 2)</code>'
    assert value in answer(reader, "/course/tutoriel/").content.decode()
    attempt_of(student, solution="never")
    text = answer(reader, "/course/tutoriel/").content.decode()
    assert "find_empty(board)" in text
    assert 'class="value"' not in text
    assert 'class="value"' in answer(reader, "/course/mini_projet/").content.decode()


def test_a_full_grid_and_figure_3_are_shown_except_to_their_players(
    reader: Client, student: User, attempt_of: StartAttempt
) -> None:
    full = next(demo.puzzle for demo in DEMOS["projet_insa"] if demo.key == "full")
    text = page(reader, "/course/projet_insa/")
    assert f"grid={full}" in text
    assert "Cell (8, 5) can hold only 1." in text
    attempt = attempt_of(student, solution="never")
    figures = {demo.key: demo.puzzle for demo in DEMOS["projet_insa"]}
    Puzzle.objects.filter(pk=attempt.puzzle_id).update(
        givens=figures["figure_1"], solution=full, canonical_key=canonical_key(full)
    )
    assert f"grid={full}" not in page(reader, "/course/projet_insa/")
    solution = "984236715265197483137854692758429136491673258326581974849765321672318549513942867"
    Puzzle.objects.filter(pk=attempt.puzzle_id).update(
        givens=figures["easy"], solution=solution, canonical_key=canonical_key(solution)
    )
    assert "Cell (8, 5) can hold only 1." not in page(reader, "/course/projet_insa/")


def test_a_player_who_may_see_the_solution_may_explore_the_grid(
    reader: Client, student: User, attempt_of: StartAttempt
) -> None:
    attempt_of(student, solution="any_time")
    assert answer(reader, EXPLORER, {"function": "tutoriel.find_empty"}).status_code == 200


def test_teachers_and_classmates_are_not_refused(
    client_of: ClientOf, student: User, classmate: User, teacher: User, attempt_of: StartAttempt
) -> None:
    attempt_of(student, solution="never")
    attempt_of(teacher, solution="never")
    for user in (classmate, teacher):
        found = answer(client_of(user), EXPLORER, {"function": "tutoriel.find_empty"})
        assert found.status_code == 200


# Every page


PAGES = [COURSE, EXPLORER, "/course/n_valide/", "/course/n_valide.py"]


@pytest.mark.parametrize("where", PAGES)
def test_a_stranger_is_sent_to_the_login_and_nothing_is_posted_here(
    where: str, client: Client, reader: Client
) -> None:
    assert client.get(where)["Location"].startswith(reverse("accounts:login"))
    assert reader.post(where).status_code == 405


@pytest.mark.parametrize("where", ["/course/questions/", "/course/questions.py"])
def test_there_is_no_other_worksheet(where: str, reader: Client) -> None:
    assert reader.get(where).status_code == 404


@pytest.mark.parametrize(("where", "count"), [(COURSE, 4), ("/course/mini_projet/", 7), (EXPLORER, 6)])
def test_a_page_costs_a_fixed_number_of_queries(
    where: str, count: int, reader: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    # Session and user; for the list of worksheets the program saved last and the exercises passed; for a
    # worksheet and the explorer what may hold a grid back: work, attempts, runs; for a worksheet also the
    # exercises passed.
    with django_assert_num_queries(count):
        reader.get(where)


@pytest.mark.parametrize("role", ["student", "teacher"])
def test_the_first_page_and_the_help_lead_to_the_course(
    role: str, request: pytest.FixtureRequest, client_of: ClientOf
) -> None:
    client = client_of(request.getfixturevalue(role))
    for where in (reverse("home:home"), reverse("home:help")):
        assert "Go to the course" in page(client, where)
        assert f'href="{COURSE}"' in page(client, where)
