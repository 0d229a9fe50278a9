"""The sheets of grids, and the page that the code of a printed grid leads to."""

import io
import re
from collections.abc import Callable

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pypdf import PdfReader
from pytest_django.fixtures import DjangoAssertNumQueries

from accounts.models import Classroom, User
from puzzles.assignments.models import AssignedPuzzle, Assignee, Assignment
from puzzles.library.models import Collection, Puzzle
from puzzles.library.services.policies import policy_with
from puzzles.play.models import Attempt

ClientOf = Callable[[User], Client]
MakeCollection = Callable[..., Collection]
ENGLISH = {"Accept-Language": "en"}
ANSWERS = {"answers": "on", "path": "on"}


@pytest.fixture
def grids_of_class(teacher: User, bring_in: Callable, grids: list[str]) -> Collection:
    """Twelve real grids of the teacher's, open to all."""
    return bring_in(grids[:12], name="Class grids").collection


@pytest.fixture
def assignment(
    teacher: User, classroom: Classroom, student: User, classmate: User, grids_of_class: Collection
) -> Assignment:
    """Two grids for one student, two others for the other."""
    assignment = Assignment.objects.create(
        classroom=classroom, author=teacher, name="Monday", policy=policy_with(), handed_out_at=timezone.now()
    )
    for reader, numbers in ((student, (1, 2)), (classmate, (3, 4))):
        assignee = Assignee.objects.create(assignment=assignment, student=reader)
        for position, entry in enumerate(grids_of_class.entries.filter(number__in=numbers), 1):
            AssignedPuzzle.objects.create(assignee=assignee, puzzle=entry.puzzle, position=position)
    return assignment


def look(client: Client, name: str = "sheets", /, **query: object) -> HttpResponse:
    """The answer to somebody who asks for sheets."""
    return client.get(reverse(name if ":" in name else f"assignments:{name}", query=query), headers=ENGLISH)


def pdf(client: Client, **query: object) -> PdfReader:
    answer = look(client, "assignments:sheets_pdf", **query)
    assert answer["Content-Type"] == "application/pdf"
    return PdfReader(io.BytesIO(answer.content))


def words(reader: PdfReader) -> str:
    return "\n".join(page.extract_text() for page in reader.pages)


def test_a_teacher_sees_the_sheets_as_they_will_be_printed(client_of, teacher, grids_of_class) -> None:
    page = look(client_of(teacher), collection=grids_of_class.pk, numbers="1-5").content.decode()
    assert page.count('class="paper paper-portrait"') == 2
    assert page.count('class="paper-board"') == 5
    assert page.count('class="qr"') == 5
    assert "Class grids" in page
    assert "Name:" in page


def test_without_criteria_only_the_form_is_shown(client_of, teacher, grids_of_class) -> None:
    page = look(client_of(teacher)).content.decode()
    assert 'name="numbers"' in page
    assert "paper-board" not in page


@pytest.mark.parametrize(
    ("on_page", "paper", "name"),
    [
        (1, "", "portrait"),
        (2, "", "landscape"),
        (4, "", "portrait"),
        (6, "", "portrait"),
        (6, "landscape", "landscape"),
    ],
)
def test_the_paper_lies_as_fits_best_or_as_asked_for(
    client_of, teacher, grids_of_class, on_page, paper, name
) -> None:
    asked = {"collection": grids_of_class.pk, "numbers": "1-12", "on_page": on_page, "paper": paper}
    page = look(client_of(teacher), **asked).content.decode()
    assert page.count(f'class="paper paper-{name}"') == 12 // on_page
    pages = pdf(client_of(teacher), **asked).pages
    assert len(pages) == 12 // on_page
    assert (pages[0].mediabox.width > pages[0].mediabox.height) == (name == "landscape")


def test_the_pdf_holds_the_digits_and_the_words_of_the_grids(client_of, teacher, grids_of_class) -> None:
    reader = pdf(client_of(teacher), collection=grids_of_class.pk, numbers="3", clues="on", on_page="1")
    puzzle = grids_of_class.entries.get(number=3).puzzle
    told = words(reader)
    assert f"{puzzle.clue_count} given digits" in told
    assert "Grid 3" in told
    content = reader.pages[0].get_contents().get_data().decode("latin-1")
    digits = re.findall(r"\((\d)\) Tj", content)
    assert "".join(digits) == puzzle.givens.replace(".", "")
    assert reader.metadata.title == "Class grids"
    assert reader.trailer["/Root"]["/Lang"] == "en"


def test_the_pdf_draws_its_codes_as_lines_and_not_as_pictures(client_of, teacher, grids_of_class) -> None:
    with_codes = pdf(client_of(teacher), collection=grids_of_class.pk, numbers="1")
    without = pdf(client_of(teacher), collection=grids_of_class.pk, numbers="1", on_page="4", name_line="on")
    assert not with_codes.pages[0].images
    sizes = [len(reader.pages[0].get_contents().get_data()) for reader in (with_codes, without)]
    assert sizes[0] > sizes[1] + 5000


def test_preview_and_pdf_show_the_same_grids_at_random(client_of, teacher, grids_of_class) -> None:
    client = client_of(teacher)
    first = look(client, collection=grids_of_class.pk, order="random", count="3")
    shown = [card.label for card in cards_of(first)]
    query = first.context["query"]
    again = client.get(f"{reverse('assignments:sheets')}?{query}", headers=ENGLISH)
    file = client.get(f"{reverse('assignments:sheets_pdf')}?{query}", headers=ENGLISH).content
    assert [card.label for card in cards_of(again)] == shown
    assert [line for line in words(PdfReader(io.BytesIO(file))).splitlines() if "Grid " in line] == shown


def test_answers_and_explanations_are_on_separate_pages(client_of, teacher, grids_of_class) -> None:
    asked = {"collection": grids_of_class.pk, "numbers": "1-2", "on_page": "2", **ANSWERS}
    page = look(client_of(teacher), **asked).content.decode()
    assert page.count('class="paper-answer"') == 2
    assert page.count('class="paper-path"') == 2
    reader = pdf(client_of(teacher), **asked)
    assert len(reader.pages) >= 3
    assert "Answers" in reader.pages[1].extract_text()
    assert "Answers" not in reader.pages[0].extract_text()
    assert "Hidden single" in words(reader)


# Students


def test_a_student_prints_grids_that_may_be_drawn(client_of, student, grids_of_class) -> None:
    page = look(client_of(student), collection=grids_of_class.pk, numbers="1-3").content.decode()
    assert page.count('class="paper-board"') == 3
    assert 'name="assignment"' not in page


def test_a_student_never_gets_answers(client_of, student, grids_of_class) -> None:
    asked = {"collection": grids_of_class.pk, "numbers": "1", "on_page": "1", **ANSWERS}
    answer = look(client_of(student), **asked)
    puzzle = grids_of_class.entries.get(number=1).puzzle
    assert answer.context["paper"].solution_pages == answer.context["paper"].paths == []
    assert 'class="sb-entered"' not in answer.content.decode()
    assert puzzle.solution not in answer.content.decode()
    assert len(pdf(client_of(student), **asked).pages) == 1


def test_a_student_cannot_print_an_assignment(client_of, student, assignment) -> None:
    answer = look(client_of(student), assignment=assignment.pk)
    work = reverse("assignments:assignee", args=[assignment.pk])
    assert not any(card.address.endswith(work) for card in cards_of(answer))
    assert "Monday" not in answer.content.decode()
    held = assignment.assignees.get(student=student).assigned_puzzles.values_list("puzzle__givens", flat=True)
    assert {card.givens for card in cards_of(answer)}.isdisjoint(held)


def test_a_student_prints_no_collection_that_is_not_open_to_them(
    client_of, stranger, student, grids_of_class
) -> None:
    Collection.objects.update(audience=Collection.Audience.CLASSES)
    assert cards_of(look(client_of(stranger), collection=grids_of_class.pk)) == []
    assert (
        look(client_of(stranger), "assignments:sheets_pdf", collection=grids_of_class.pk).status_code == 302
    )
    assert cards_of(look(client_of(student), collection=grids_of_class.pk)) != []


def cards_of(answer: HttpResponse) -> list:
    paper = answer.context["paper"]
    return [card for page in paper.pages for card in page.cards] if paper else []


# Assignments


def test_each_student_gets_a_sheet_with_their_name(client_of, teacher, assignment) -> None:
    answer = look(client_of(teacher), assignment=assignment.pk)
    pages = answer.context["paper"].pages
    assert [page.reader for page in pages] == ["PETIT Léa", "ROUX Tom"]
    work = reverse("assignments:assignee", args=[assignment.pk])
    assert all(card.address.endswith(work) for card in cards_of(answer))
    pseudonyms = look(client_of(teacher), assignment=assignment.pk, names="user").context["paper"].pages
    assert [page.reader for page in pseudonyms] == ["lea", "tom"]
    assert "PETIT Léa" in words(pdf(client_of(teacher), assignment=assignment.pk))


def test_the_answers_to_different_grids_name_the_student(client_of, teacher, assignment) -> None:
    answer = look(client_of(teacher), assignment=assignment.pk, **ANSWERS, on_page="4")
    (answers,) = answer.context["paper"].solution_pages
    labels = [each.label for each in answers]
    assert labels == [
        "Grid 1 · PETIT Léa",
        "Grid 2 · PETIT Léa",
        "Grid 1 · ROUX Tom",
        "Grid 2 · ROUX Tom",
    ]


def test_a_name_in_letters_that_a_pdf_lacks_gives_way_to_the_user_name(
    client_of, teacher, assignment, classmate
) -> None:
    classmate.memberships.update(family_name="", given_name="Олег")
    told = words(pdf(client_of(teacher), assignment=assignment.pk))
    assert "tom" in told
    assert "?" not in told
    assert "Олег" in look(client_of(teacher), assignment=assignment.pk).content.decode()


def test_another_teacher_cannot_print_an_assignment(client_of, other_teacher, assignment) -> None:
    answer = look(client_of(other_teacher), assignment=assignment.pk)
    assert answer.context["paper"] is None
    assert "Léa" not in answer.content.decode()
    assert (
        look(client_of(other_teacher), "assignments:sheets_pdf", assignment=assignment.pk).status_code == 302
    )


# What is refused


def test_an_impossible_sheet_shows_an_error_on_the_form(client_of, teacher, grids_of_class) -> None:
    page = look(client_of(teacher), collection=grids_of_class.pk, numbers="900").content.decode()
    assert "There is no grid 900" in page
    answer = look(client_of(teacher), numbers="1-3").content.decode()
    assert "Choose the collection of these numbers." in answer
    refused = look(client_of(teacher), "assignments:sheets_pdf", collection=grids_of_class.pk, numbers="900")
    assert refused["Location"].startswith(reverse("assignments:sheets") + "?")


def test_a_collection_kept_from_students_is_printed_without_codes(client_of, teacher, grids_of_class) -> None:
    Collection.objects.update(audience=Collection.Audience.NOBODY)
    page = look(client_of(teacher), collection=grids_of_class.pk, numbers="1").content.decode()
    assert 'class="paper-board"' in page
    assert 'class="qr"' not in page


@pytest.mark.parametrize("count", [1, 12])
def test_sheets_cost_a_fixed_number_of_queries(
    client_of, teacher, grids_of_class, django_assert_num_queries: DjangoAssertNumQueries, count
) -> None:
    client = client_of(teacher)
    # Session and user; the collection, its grids; the lists of assignments and of collections.
    with django_assert_num_queries(2 + 2 + 2):
        look(client, collection=grids_of_class.pk, numbers=f"1-{count}")


# The page a code leads to


def test_a_code_leads_to_a_page_one_press_from_the_board(client_of, student, teacher, grids_of_class) -> None:
    sheet = look(client_of(teacher), collection=grids_of_class.pk, numbers="4")
    (card,) = cards_of(sheet)
    path = card.address.removeprefix("http://testserver")
    assert path == reverse("assignments:sheet_grid", args=[grids_of_class.pk, 4])
    client = client_of(student)
    page = client.get(path, headers=ENGLISH).content.decode()
    assert 'name="number" value="4"' in page
    assert not Attempt.objects.exists()
    client.post(reverse("play:draw"), {"collection": grids_of_class.pk, "number": 4})
    assert Attempt.objects.get().puzzle == grids_of_class.entries.get(number=4).puzzle
    assert "Go on with this grid" in client.get(path, headers=ENGLISH).content.decode()


def test_an_anonymous_visitor_comes_to_the_grid_by_the_login(
    client, grids_of_class, student, password
) -> None:
    path = reverse("assignments:sheet_grid", args=[grids_of_class.pk, 4])
    login = client.get(path)["Location"]
    assert login.startswith(reverse("accounts:login"))
    answer = client.post(login, {"username": "lea", "password": password, "next": path})
    assert answer["Location"] == path


def test_a_code_shows_nothing_of_a_grid_locked_by_an_assignment(client_of, student, assignment) -> None:
    collection = Collection.objects.get()
    held = client_of(student).get(reverse("assignments:sheet_grid", args=[collection.pk, 1]), headers=ENGLISH)
    free = client_of(student).get(reverse("assignments:sheet_grid", args=[collection.pk, 5]), headers=ENGLISH)
    assert "small-board" not in held.content.decode()
    assert "part of an assignment" in held.content.decode()
    assert "small-board" in free.content.decode()


def test_a_code_of_a_grid_that_is_not_there_for_the_player_leads_nowhere(
    client_of, stranger, student, grids_of_class
) -> None:
    path = reverse("assignments:sheet_grid", args=[grids_of_class.pk, 4])
    Puzzle.objects.filter(entries__number=5).update(
        solution_count=2, solution="", canonical_key=None, solving_class=""
    )
    for number in (0, 5, 99, 10**30):
        missing = reverse("assignments:sheet_grid", args=[grids_of_class.pk, number])
        assert client_of(student).get(missing).status_code == 404
    Collection.objects.update(audience=Collection.Audience.CLASSES)
    assert client_of(student).get(path).status_code == 200
    assert client_of(stranger).get(path).status_code == 404
    assert client_of(student).post(path).status_code == 405
