"""The pages of one's own grids: brought in, looked at, played, explained, shared."""

import json
import re
from collections.abc import Callable
from datetime import UTC, datetime
from io import BytesIO
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Classroom, User
from puzzles.assignments.models import Assignment
from puzzles.assignments.services.assignees import begin
from puzzles.engine import Board, GeneratorError, solutions
from puzzles.engine.formats import to_candidate_grid
from puzzles.library.models import Collection, Puzzle, PuzzleGeneration
from puzzles.play.models import Attempt, OwnGrid
from puzzles.play.services.closing import hand_in
from puzzles.play.services.own_grids import keep_grid

LINE = "7.....4...2..7..8...3..8.799..5..3...6..2..9...1.97..6...3..9...3..4..6...9..1.35"
IN_ADDRESS = LINE.replace(".", "0")
BOARD = Board.from_line(LINE)
ENGLISH = {"Accept-Language": "en"}
SCRIPT = {"HX-Request": "true", "Accept-Language": "en"}

ClientOf = Callable[[User], Client]

pytestmark = pytest.mark.django_db


@pytest.fixture
def client(client_of: ClientOf, student: User) -> Client:
    """The student's browser."""
    User.objects.update(language="en")
    return client_of(student)


def check(client: Client, grid: str, **fields: str) -> str:
    """The answer to a script that asks for this grid."""
    response = client.post(reverse("play:own_grid_check"), {"grid": grid, **fields}, headers=SCRIPT)
    assert response.status_code == 200
    return response.content.decode()


# Looking


def test_the_page_begins_empty(client: Client) -> None:
    page = client.get(reverse("play:own_grids")).content.decode()
    assert page.count('role="gridcell"') == 81
    assert "Grids that you play or keep here are listed for you alone." in page


def test_a_grid_is_checked_as_it_is_typed(client: Client) -> None:
    answer = check(client, LINE)
    assert "It has exactly one solution." in answer
    assert "hardest technique" in answer
    assert reverse("play:own_grid_path", args=[BOARD]) in answer
    assert f"https://www.sudokuwiki.org/sudoku.htm?bd={IN_ADDRESS}" in answer
    assert "https://sudokupad.app/?puzzleid=fpuzzles" in answer
    assert "<html" not in answer


def test_without_a_script_the_whole_page_comes_back(client: Client) -> None:
    page = client.post(reverse("play:own_grid_check"), {"grid": LINE}, headers=ENGLISH).content.decode()
    assert "<html" in page
    assert "It has exactly one solution." in page
    assert 'aria-label="Row 1, column 1, 7"' in page


@pytest.mark.parametrize(
    "text",
    [
        "\n".join(LINE[at : at + 9] for at in range(0, 81, 9)),
        f"https://example.org/sudoku.htm?bd={IN_ADDRESS}",
        f"http://testserver/grids/{IN_ADDRESS}/",
        f":0000:x:{LINE}:::",
    ],
)
def test_a_grid_is_read_in_other_forms(client: Client, text: str) -> None:
    assert "It has exactly one solution." in check(client, text)


def test_candidates_become_notes(client: Client) -> None:
    masks = [mask | 1 << 8 for mask in BOARD.candidate_masks()]
    answer = check(client, to_candidate_grid(BOARD, tuple(masks)))
    assert "28 digits." in answer
    assert f'"line": "{LINE}"' in answer
    notes = json.loads(answer.split(">")[-2].split("<")[0])["notes"]
    assert notes[1] == masks[1]


def test_notes_come_beside_a_line_and_fill_no_cell_that_holds_a_digit(client: Client) -> None:
    answer = check(client, LINE, notes="fff" * 81)
    assert f'"line": "{LINE}"' in answer
    notes = json.loads(answer.split(">")[-2].split("<")[0])["notes"]
    assert notes == [511 if sign == "." else 0 for sign in LINE]


def test_candidates_of_the_text_itself_come_before_notes_beside_it(client: Client) -> None:
    text = to_candidate_grid(BOARD, tuple(BOARD.candidate_masks()))
    assert check(client, text, notes="fff" * 81) == check(client, text)


def test_the_check_names_what_is_wrong(client: Client) -> None:
    assert "cannot be read as a grid" in check(client, "53..7")
    assert "7 appears more than once in row 1." in check(client, "77" + LINE[2:])
    assert "It has no solution" in check(client, "6" + LINE[1:])
    assert "more than one solution" in check(client, "." * 27 + LINE[27:])
    assert "at least 17 digits" in check(client, "123" + "." * 78)
    assert "A link to SudokuPad" in check(client, "https://sudokupad.app/x7f2k")
    assert check(client, "").strip() == ""


def test_of_a_full_grid_it_is_said_that_it_is_full(client: Client, puzzle: Puzzle) -> None:
    answer = check(client, puzzle.solution)
    assert "It is full, and solved" in answer
    assert "hardest technique" not in answer
    assert "exactly one solution" not in answer
    page = Client().get(reverse("play:shared_grid", args=[puzzle.solution]), headers=ENGLISH).content.decode()
    assert "This grid is full" in page
    assert 'data-act="undo"' not in page


def test_no_answer_holds_the_solution(client: Client, puzzle: Puzzle) -> None:
    assert puzzle.solution not in check(client, puzzle.givens)
    assert (
        puzzle.solution not in client.get(reverse("play:shared_grid", args=[puzzle.givens])).content.decode()
    )


def test_a_file_gives_the_grid_of_a_number(client: Client, puzzle: Puzzle) -> None:
    file = BytesIO(f"{puzzle.givens}\n{LINE}\n".encode())
    file.name = "grids.sdm"
    answer = client.post(
        reverse("play:own_grid_check"), {"grid": "", "file": file, "number": "2"}, headers=SCRIPT
    )
    assert "Grid 2 of 2 in the file." in answer.content.decode()
    assert f'"line": "{LINE}"' in answer.content.decode()


def test_a_number_beyond_the_file_and_a_picture_are_refused(client: Client) -> None:
    for content, sentence in (
        (LINE.encode(), "There is no grid 3 in this file: it holds 1."),
        (b"\x89PNG\r\n\x1a\n" + bytes(40), "picture"),
        (b"1" * (300 * 1024), "too large"),
    ):
        file = BytesIO(content)
        file.name = "grids.txt"
        answer = client.post(reverse("play:own_grid_check"), {"file": file, "number": "3"}, headers=SCRIPT)
        assert sentence in answer.content.decode()


# Playing and keeping


def test_a_grid_is_played(client: Client, student: User) -> None:
    response = client.post(reverse("play:own_grid_play"), {"grid": LINE, "name": "Mine"})
    attempt = Attempt.objects.get()
    assert response["Location"] == attempt.get_absolute_url()
    assert attempt.player == student
    assert client.get(attempt.get_absolute_url()).status_code == 200


@pytest.mark.parametrize(("name", "title"), [("Sunday", "Sunday"), ("", "Very hard, 2 Nov 13:00")])
def test_its_board_has_its_name(client: Client, name: str, title: str) -> None:
    client.post(reverse("play:own_grid_play"), {"grid": LINE, "name": name})
    attempt = Attempt.objects.get()
    Attempt.objects.update(started_at=datetime(2026, 11, 2, 12, tzinfo=UTC))
    page = client.get(attempt.get_absolute_url()).content.decode()
    assert f'<h1 class="play-title">{title}</h1>' in page


@pytest.mark.parametrize(("field", "none", "some"), [("notes", "000", "005"), ("marks", "0" * 6, "140005")])
def test_a_game_begun_without_an_account_is_taken_over(
    client: Client, field: str, none: str, some: str
) -> None:
    brought = {"digits": LINE[0] + "5" + "." * 79, field: none * 2 + some + none * 78}
    client.post(reverse("play:own_grid_play"), {"grid": LINE, **brought})
    attempt = Attempt.objects.get()
    assert attempt.digits[1] == "5"
    assert attempt.game_state().marks[2] == int(some, 16)


def test_a_script_gets_whether_the_game_was_taken_over(client: Client) -> None:
    brought = {"grid": LINE, "digits": LINE[0] + "5" + "." * 79}
    first, again = (client.post(reverse("play:own_grid_play"), brought, headers=SCRIPT) for _ in range(2))
    assert (first.status_code, again.status_code) == (201, 200)
    assert first["Location"] == again["Location"] == Attempt.objects.get().get_absolute_url()


@pytest.mark.parametrize("fields", [{"grid": "nonsense"}, {"grid": LINE, "digits": "x"}, {}])
def test_an_unreadable_grid_is_not_played(client: Client, fields: dict[str, str]) -> None:
    assert client.post(reverse("play:own_grid_play"), fields)["Location"] == reverse("play:own_grids")
    assert not Attempt.objects.exists()


def test_a_grid_is_kept_and_forgotten_by_its_owner_alone(
    client: Client, client_of: ClientOf, classmate: User
) -> None:
    client.post(reverse("play:own_grid_keep"), {"grid": LINE, "name": "Sunday"})
    grid = OwnGrid.objects.get()
    assert "Sunday" in client.get(reverse("play:own_grids")).content.decode()
    other = client_of(classmate)
    assert "Sunday" not in other.get(reverse("play:own_grids")).content.decode()
    assert other.post(reverse("play:own_grid_remove", args=[grid.pk])).status_code == 404
    assert client.post(reverse("play:own_grid_remove", args=[grid.pk])).status_code == 302
    assert not OwnGrid.objects.exists()


def test_a_new_grid_is_made_of_the_requested_tier(client: Client) -> None:
    response = client.post(reverse("play:own_grid_make"), {"tier": "1"})
    attempt = Attempt.objects.get()
    assert response["Location"] == attempt.get_absolute_url()
    assert attempt.puzzle.tier == 1


def test_a_rare_grid_is_ordered_only_for_the_player_who_asks(
    client: Client, student: User, classmate: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("puzzles.play.services.own_grids.MAKING_SECONDS", 0)
    monkeypatch.setattr("puzzles.play.services.own_grids.generate", no_grid)
    for _press in range(4):
        response = client.post(reverse("play:own_grid_make"), {"tier": "3"}, follow=True)
        assert not Attempt.objects.exists()
    assert "was found in time" in response.content.decode()
    orders = PuzzleGeneration.objects.all()
    assert [(order.tier, order.count) for order in orders] == [(3, 3)] * 3
    assert list(Collection.objects.drawable_by(student)) == [orders[0].collection]
    assert not Collection.objects.drawable_by(classmate).exists()


def no_grid(*_args: object, **_wanted: object) -> None:
    raise GeneratorError


# Its own address


def test_anybody_may_open_a_shared_grid_and_nothing_is_searched(
    student: User, django_assert_num_queries: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("puzzles.play.services.own_grids.search_line", None)
    with django_assert_num_queries(0):
        response = Client().get(reverse("play:shared_grid", args=[BOARD]), headers=ENGLISH)
    page = response.content.decode()
    assert "28 given digits" in page
    assert "one solution" not in page
    assert f"{reverse('accounts:login')}?next=/grids/{IN_ADDRESS}/" in page


def test_logged_in_users_see_more(client: Client) -> None:
    page = client.get(reverse("play:shared_grid", args=[LINE])).content.decode()
    assert "It has exactly one solution." in page
    assert "data-carry" in page


def test_a_grid_in_play_leads_back_to_its_attempt(client: Client) -> None:
    client.post(reverse("play:own_grid_play"), {"grid": LINE})
    page = client.get(reverse("play:shared_grid", args=[BOARD])).content.decode()
    assert Attempt.objects.get().get_absolute_url() in page
    assert "one solution" not in page
    assert "nothing from there is added to it" in page
    assert 'name="digits"' not in page


def test_a_grid_is_explained(client: Client, puzzle: Puzzle) -> None:
    address = reverse("play:own_grid_path", args=[Board.from_line(puzzle.givens)])
    page = client.get(address).content.decode()
    assert "<html" in page
    assert f"{address}?step=2" in page
    part = client.get(address + "?step=2", headers=SCRIPT).content.decode()
    assert "<html" not in part
    assert 'data-number="2"' in part


def test_a_grid_without_one_solution_is_not_explained(client: Client) -> None:
    board = Board.from_line("." * 27 + LINE[27:])
    response = client.get(reverse("play:own_grid_path", args=[board]))
    assert response["Location"] == reverse("play:shared_grid", args=[board])


# Doors


@pytest.mark.parametrize("is_exam", [False, True])
def test_a_locked_grid_opens_none_of_these_pages(
    client: Client, puzzle: Puzzle, assignment_of: Callable[..., Assignment], is_exam: bool
) -> None:
    assignment = assignment_of(is_exam=is_exam)
    if is_exam:
        student = assignment.assignees.get().student
        begin(student=student, assignment_id=assignment.pk)
        hand_in(student=student, assignment_id=assignment.pk)
    held = Board.from_line(puzzle.givens)
    guess = held.place(held.empty_cells[0], 1)
    for board in (held, guess):
        line = board.to_line()
        answers = [
            client.post(reverse("play:own_grid_check"), {"grid": line}, headers=SCRIPT),
            client.get(reverse("play:own_grids"), {"grid": line}),
            client.get(reverse("play:shared_grid", args=[board])),
            client.get(reverse("play:own_grid_path", args=[board])),
            client.post(reverse("play:own_grid_play"), {"grid": line}),
            client.post(reverse("play:own_grid_keep"), {"grid": line}),
        ]
        for response in answers:
            page = response.content.decode()
            assert assignment.name in page.replace("&#x27;", "'")
            assert "solution." not in page
            assert "more than once" not in page
            assert puzzle.solution not in page
    assert not Attempt.objects.exists()
    assert not OwnGrid.objects.exists()


def test_in_a_locked_grid_no_repeat_is_shown(
    client: Client, puzzle: Puzzle, assignment_of: Callable[..., Assignment]
) -> None:
    assignment_of(is_exam=True)
    board = Board.from_line(puzzle.givens)
    repeated = board.place(board.empty_cells[0], board[0])
    assert '"conflicts": []' in check(client, repeated.to_line())


# Who comes in, and how


PRIVATE = [
    "play:own_grids",
    "play:own_grid_check",
    "play:own_grid_play",
    "play:own_grid_keep",
    "play:own_grid_make",
]


@pytest.mark.parametrize("name", PRIVATE)
def test_a_stranger_is_sent_to_the_login(name: str) -> None:
    assert Client().post(reverse(name))["Location"].startswith(reverse("accounts:login"))


def test_a_strangers_explanation_is_at_the_login() -> None:
    assert (
        Client()
        .get(reverse("play:own_grid_path", args=[BOARD]))["Location"]
        .startswith(reverse("accounts:login"))
    )


@pytest.mark.parametrize("name", PRIVATE[1:])
def test_views_that_change_something_require_post(client: Client, name: str) -> None:
    assert client.get(reverse(name)).status_code == 405


@pytest.mark.parametrize("name", ["play:shared_grid"])
def test_views_that_only_read_refuse_post(client: Client, name: str) -> None:
    assert client.post(reverse(name, args=[BOARD])).status_code == 405


@pytest.mark.parametrize("line", ["1" * 80, "1" * 82, "x" * 81])
def test_an_address_without_a_grid_is_not_found(client: Client, line: str) -> None:
    assert client.get(f"/grids/{line}/").status_code == 404


def test_the_list_costs_the_same_for_many_grids(
    client: Client,
    student: User,
    puzzle: Puzzle,
    django_assert_max_num_queries: Callable[..., Any],
) -> None:
    keep_grid(owner=student, board=BOARD)
    keep_grid(owner=student, board=Board.from_line(puzzle.givens))
    with django_assert_max_num_queries(6):
        client.get(reverse("play:own_grids"))


# The solutions of a grid that has several

SIX = "53..7....6..195....98....6.8...6...3...8.3..17...2...6.6....28....4.9..5....8..79"


def test_the_solutions_of_a_grid_with_several_are_listed(client_of: ClientOf, student: User) -> None:
    text = check(client_of(student), SIX)
    assert "Its 6 solutions:" in text
    found = set(re.findall(r"\b[1-9]{81}\b", text))
    assert found == {solution.to_line() for solution in solutions(Board.from_line(SIX), limit=7)}
    assert f"/algorithms/n_valide/?grid={SIX}" in text


def test_of_many_solutions_the_first_twenty_are_listed(client_of: ClientOf, student: User) -> None:
    text = check(client_of(student), "." * 27 + LINE[27:])
    assert "More than 20 solutions. The first of them:" in text
    assert len(set(re.findall(r"\b[1-9]{81}\b", text))) == 20


def test_a_grid_with_one_solution_is_not_solved_here(client_of: ClientOf, student: User) -> None:
    text = check(client_of(student), LINE)
    assert "solutions:" not in text
    assert re.findall(r"\b[1-9]{81}\b", text) == []


def test_no_solutions_are_listed_to_a_player_of_one_of_them(
    client_of: ClientOf, student: User, attempt_of: Callable[..., Attempt], classmate: User
) -> None:
    attempt = attempt_of(student, solution="never")
    given = [cell for cell in range(81) if attempt.puzzle.givens[cell] != "."]
    board = Board.from_line(attempt.puzzle.givens).clear(given[0]).clear(given[1]).clear(given[2])
    assert re.findall(r"\b[1-9]{81}\b", check(client_of(student), board.to_line())) == []
    assert re.findall(r"\b[1-9]{81}\b", check(client_of(classmate), board.to_line()))


def test_a_teacher_gives_an_own_grid_to_a_class(
    client: Client, client_of: ClientOf, teacher: User, classroom: Classroom
) -> None:
    keep_grid(owner=teacher, board=BOARD)
    form = f"/classes/{classroom.pk}/assignments/new/?grids={LINE}"
    hers = client_of(teacher)
    for address in ("/grids/", f"/grids/?grid={LINE}", f"/grids/{IN_ADDRESS}/"):
        assert form in hers.get(address, headers=ENGLISH).content.decode()
        assert "assignments/new" not in client.get(address).content.decode()
    checked = hers.post("/grids/check/", {"grid": LINE}, headers=SCRIPT).content.decode()
    assert form in checked
    assert form not in hers.post("/grids/check/", {"grid": "." * 81}, headers=SCRIPT).content.decode()
