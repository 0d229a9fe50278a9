"""One assignment of several kinds of work: the teacher's pages, the lists, and the student's page."""

import re
from collections.abc import Callable
from datetime import datetime, timedelta
from html import unescape
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from accounts.models import Classroom, Membership, User
from puzzles.assignments.models import Assignment, Grade
from puzzles.assignments.services.assignees import begin
from puzzles.assignments.services.calendar_feeds import create_feed
from puzzles.assignments.services.grades import grades_of, publish_grades, set_absent, set_grade
from puzzles.assignments.services.lifecycle import archive_assignment, excuse, hand_out_now, stop_assignment
from puzzles.assignments.services.parts import set_weights
from puzzles.assignments.services.questions import answer_question
from puzzles.assignments.services.results import results_of
from puzzles.assignments.services.submissions import submit
from puzzles.course.models import ExerciseProgress
from puzzles.course.pages.worksheets import SHEETS
from puzzles.engine.runs import ALGORITHMS
from puzzles.library.models import Collection
from puzzles.play.models import Attempt
from puzzles.play.services.assigned_puzzles import open_grid
from puzzles.training.models import TrainingPosition

from .browsing import english, text_of, words

WholeOf = Callable[..., Assignment]
ClientOf = Callable[[User], Client]
HTMX = {"HX-Request": "true"}
DAY = timedelta(days=1)
QUESTION = {
    "name": "Rows",
    "q1-kind": "choice",
    "q1-text": "How many rows?",
    "q1-answers": "8\n* 9\n10",
    "q1-explanation": "One for each digit.",
}
pytestmark = pytest.mark.django_db


def parts_of(whole: Assignment) -> list[Assignment]:
    return list(whole.parts.order_by("part_number"))


def own_page(assignment: Assignment) -> str:
    return reverse("assignments:assignee", args=[assignment.pk])


def new_part(whole: Assignment, kind: str) -> str:
    return reverse("assignments:part_new", args=[whole.pk, kind])


def tonight() -> datetime:
    """The end of this day, which is in this week whatever day it is."""
    return timezone.localtime().replace(hour=23, minute=59, second=59, microsecond=999_999)


def solve(student: User, grid: Assignment) -> Attempt:
    """Begin a part of one grid and solve it."""
    begin(student=student, assignment_id=grid.pk)
    attempt = open_grid(student=student, assignment_id=grid.pk, position=1)
    attempt.state, attempt.digits = Attempt.State.SOLVED, attempt.puzzle.solution
    attempt.finished_at = timezone.now()
    attempt.save()
    return attempt


def pass_exercises(student: User, *keys: str) -> None:
    for key in keys:
        ExerciseProgress.objects.create(
            student=student,
            worksheet="mini_projet",
            exercise=key,
            passed_at=timezone.now(),
            last_verdict="passed",
        )


# Making one


def test_from_the_class_to_a_draft_with_parts_of_each_kind(
    desk: Client,
    student: User,
    classroom: Classroom,
    collection_of: Callable[..., Collection],
    teacher: User,
    x_wings: list[TrainingPosition],
) -> None:
    collection_of(teacher, range(5))
    form = reverse("assignments:whole_new", args=[classroom.pk])
    assert form in desk.get(reverse("assignments:list", args=[classroom.pk])).text
    assert form in desk.get(reverse("assignments:new", args=[classroom.pk])).text
    made = desk.post(form, {"name": "Homework 3", "due_at": "2199-06-30 18:00", "instructions": "Calmly."})
    whole = Assignment.objects.get()
    assert made.url == whole.get_absolute_url()  # type: ignore[attr-defined]
    assert "Hand out" not in text_of(desk, made.url)  # type: ignore[attr-defined]
    grids = {"name": "Easy", "way": "drawn", "count": 2, "share": "same", "preset": "practice"}
    for kind, fields in (
        ("grids", grids),
        ("predictions", grids | {"name": "Guess", "algorithm": next(iter(ALGORITHMS)), "predictions": 4}),
        ("exercises", {"name": "Code", "worksheet": "mini_projet", "exercises_mini_projet": ["ligne"]}),
        ("drills", {"technique": "x_wing", "count": 2, "level": 2}),
        ("questions", QUESTION),
    ):
        page = text_of(desk, new_part(whole, kind))
        assert "New part" in page
        assert "Due" not in page
        assert "For whom" not in page
        answer = desk.post(new_part(whole, kind), fields)
        assert answer.status_code == 302, words(answer.text)
        assert answer.url == whole.get_absolute_url()  # type: ignore[attr-defined]
    easy, guess, code, drills, asked = parts_of(whole)
    assert [each["text"] for each in asked.questions] == ["How many rows?"]
    assert (easy.grid_count, guess.predictions, code.exercises) == (2, 4, ["ligne"])
    assert drills.technique == "x_wing"
    assert {part.due_at for part in parts_of(whole)} == {whole.due_at}
    page = text_of(desk, whole.get_absolute_url())
    for name in ("1. Easy", "2. Guess", "3. Code", "4. X-Wing", "5. Rows", "Hand out", "Add a part"):
        assert name in page


def test_a_new_part_has_a_title_without_a_date_or_a_second_number(
    desk: Client, student: User, whole_of: WholeOf
) -> None:
    whole = whole_of(is_draft=True)

    def title(kind: str) -> str:
        page = desk.get(f"/assignments/{whole.pk}/parts/{kind}/new/").text
        found = re.search(r'<input[^>]*name="name"[^>]*value="([^"]*)"', page)
        return unescape(found[1]) if found else ""

    assert title("grids") == "Grids"
    assert title("predictions") == "Predictions"
    assert title("exercises") == str(SHEETS["mini_projet"].title)
    assert title("questions") == "Questions"


def test_no_part_can_be_an_exam(desk: Client, student: User, whole_of: WholeOf) -> None:
    whole = whole_of(is_draft=True)
    assert 'value="exam"' not in desk.get(new_part(whole, "grids")).text
    fields = {"name": "Exam", "way": "drawn", "count": 1, "share": "same", "preset": "exam"}
    assert desk.post(new_part(whole, "grids"), fields).status_code == 200
    assert len(parts_of(whole)) == 3


def test_a_preview_of_a_part_stores_nothing_and_names_no_dates(
    desk: Client, student: User, whole_of: WholeOf
) -> None:
    whole = whole_of(is_draft=True)
    fields = {"technique": "x_wing", "count": 1, "level": 2, "seed": 1}
    assert desk.post(new_part(whole, "drills"), fields, headers=HTMX).status_code == 200
    assert len(parts_of(whole)) == 3


def test_posted_dates_and_students_of_a_part_are_those_of_its_whole(
    desk: Client, student: User, classmate: User, whole_of: WholeOf
) -> None:
    whole = whole_of(is_draft=True, chosen=[student.pk], due_at=timezone.now() + DAY)
    fields = {"name": "Code", "worksheet": "mini_projet", "due_at": "2199-01-01 10:00", "group": "all"}
    desk.post(new_part(whole, "exercises"), fields)
    last = parts_of(whole)[-1]
    assert (last.due_at, last.for_group) == (whole.due_at, True)
    assert last.assignees.get(student=classmate).excused_at


def test_a_part_is_changed_where_it_was_made(desk: Client, student: User, whole_of: WholeOf) -> None:
    whole = whole_of(is_draft=True)
    exercises = parts_of(whole)[1]
    edit = reverse("assignments:edit", args=[exercises.pk])
    assert "Due" not in text_of(desk, edit)
    answer = desk.post(edit, {"name": "One", "worksheet": "mini_projet", "exercises_mini_projet": ["ligne"]})
    assert answer.url == whole.get_absolute_url()  # type: ignore[attr-defined]
    assert parts_of(whole)[1].exercises == ["ligne"]
    assert [part.part_number for part in parts_of(whole)] == [1, 2, 3]


def test_the_whole_draft_is_changed_with_its_parts(desk: Client, student: User, whole_of: WholeOf) -> None:
    whole = whole_of(is_draft=True)
    desk.post(
        reverse("assignments:edit", args=[whole.pk]), {"name": "Homework 4", "due_at": "2199-06-30 18:00"}
    )
    whole.refresh_from_db()
    assert whole.name == "Homework 4"
    assert {part.due_at for part in parts_of(whole)} == {whole.due_at}


def test_weights_are_set_on_the_page(desk: Client, student: User, whole_of: WholeOf) -> None:
    whole = whole_of()
    keys = [part.pk for part in parts_of(whole)]
    weights = reverse("assignments:weights", args=[whole.pk])
    desk.post(weights, {f"weight-{key}": weight for key, weight in zip(keys, (3, 1, 0), strict=True)})
    assert [part.weight for part in parts_of(whole)] == [3, 1, 0]
    desk.post(weights, {f"weight-{keys[0]}": ""})
    assert [part.weight for part in parts_of(whole)] == [3, 1, 0]
    for wrong in (dict.fromkeys(keys, 0), dict.fromkeys(keys, 10), dict.fromkeys(keys, "x")):
        desk.post(weights, {f"weight-{key}": weight for key, weight in wrong.items()})
        assert [part.weight for part in parts_of(whole)] == [3, 1, 0]


def test_who_only_reads_the_class_sees_parts_without_buttons(
    client_of: ClientOf, classroom: Classroom, other_teacher: User, student: User, whole_of: WholeOf
) -> None:
    classroom.readers.add(other_teacher)
    colleague = english(client_of(other_teacher))
    for whole in (whole_of(is_draft=True), whole_of()):
        for tab in ("parts", "results", "rules"):
            page = colleague.get(f"{whole.get_absolute_url()}?tab={tab}")
            assert page.status_code == 200
            assert f'action="/assignments/{whole.pk}/' not in page.text
            assert f"/assignments/{whole.pk}/parts/" not in page.text


def test_parts_are_moved_and_removed_on_the_page(desk: Client, student: User, whole_of: WholeOf) -> None:
    whole = whole_of(is_draft=True)
    grid, exercises, drills = parts_of(whole)
    desk.post(reverse("assignments:part_act", args=[whole.pk, drills.pk, "up"]))
    desk.post(reverse("assignments:part_act", args=[whole.pk, grid.pk, "remove"]))
    assert parts_of(whole) == [drills, exercises]


def test_a_part_of_another_whole_is_not_found(
    desk: Client, student: User, whole_of: WholeOf, assignment_of: WholeOf
) -> None:
    whole, other = whole_of(is_draft=True), assignment_of(is_draft=True)
    for part in (other, whole):
        act = reverse("assignments:part_act", args=[whole.pk, part.pk, "remove"])
        assert desk.post(act).status_code == 404
    assert Assignment.objects.filter(pk=other.pk).exists()


def test_duplicated_for_a_class_with_its_parts(
    desk: Client, student: User, classroom: Classroom, whole_of: WholeOf
) -> None:
    whole = whole_of()
    url = reverse("assignments:duplicate", args=[whole.pk])
    desk.post(url, {"name": "Again", "classes": [classroom.pk], "due_at": "2199-06-30 18:00"})
    copy = Assignment.objects.get(name="Again")
    assert [part.name for part in parts_of(copy)] == [part.name for part in parts_of(whole)]


def test_too_few_grids_for_a_duplicate_leave_nothing_behind(
    desk: Client, student: User, classroom: Classroom, whole_of: WholeOf
) -> None:
    whole = whole_of()
    TrainingPosition.objects.all().delete()
    answer = desk.post(
        reverse("assignments:duplicate", args=[whole.pk]), {"name": "Again", "classes": [classroom.pk]}
    )
    assert answer.status_code == 200
    assert not Assignment.objects.filter(handed_out_at=None).exists()


# Lists


def test_teachers_lists_show_it_once(
    desk: Client, teacher: User, student: User, classroom: Classroom, whole_of: WholeOf
) -> None:
    whole_of(due_at=tonight())
    for address in (
        reverse("home:home"),
        reverse("assignments:list", args=[classroom.pk]),
        reverse("assignments:calendar"),
        reverse("assignments:class_live", args=[classroom.pk]),
        reverse("home:digest"),
        reverse("assignments:report", args=[classroom.pk]),
    ):
        page = text_of(desk, address)
        assert page.count("Homework 3") == 1, address
        for name in ("A grid", "Two exercises"):
            assert name not in page, address
    assert "3 parts · 1 student" in text_of(desk, reverse("assignments:list", args=[classroom.pk]))


def test_students_lists_show_it_once_with_its_parts_counted(
    lea: Client, student: User, whole_of: WholeOf
) -> None:
    whole = whole_of(due_at=timezone.now() + DAY)
    solve(student, parts_of(whole)[0])
    for address in (reverse("home:home"), reverse("assignments:calendar")):
        page = text_of(lea, address)
        assert page.count("Homework 3") == 1, address
        assert "A grid" not in page, address
        assert "1 of 3 parts done" in page, address


def test_calendar_files_have_it_once(
    client: Client, teacher: User, student: User, classroom: Classroom, whole_of: WholeOf
) -> None:
    whole_of(due_at=timezone.now() + DAY)
    for owner, feed_class in ((student, None), (teacher, classroom)):
        token = create_feed(owner=owner, classroom=feed_class)
        text = client.get(reverse("assignments:calendar_feed", args=[token])).text
        assert text.count("BEGIN:VEVENT") == 1


def test_an_archived_whole_leaves_the_lists_with_its_parts(
    lea: Client, student: User, whole_of: WholeOf
) -> None:
    archive_assignment(assignment=whole_of())
    page = text_of(lea, reverse("home:home"))
    for name in ("Homework 3", "A grid", "Two exercises", "X-Wing, "):
        assert name not in page


def test_the_class_table_counts_grids_of_parts_once(
    desk: Client, student: User, classroom: Classroom, whole_of: WholeOf
) -> None:
    whole = whole_of()
    solve(student, parts_of(whole)[0])
    page = text_of(desk, reverse("assignments:class_table", args=[classroom.pk]))
    # One grid and two positions.
    assert "1 / 3" in page.replace("\u2009", " ").replace("\u202f", " ")


def test_the_live_board_of_a_whole_follows_its_grids_and_drills(
    desk: Client, student: User, classmate: User, classroom: Classroom, whole_of: WholeOf
) -> None:
    whole = whole_of()
    grid = parts_of(whole)[0]
    begin(student=student, assignment_id=grid.pk)
    open_grid(student=student, assignment_id=grid.pk, position=1)
    live = reverse("assignments:class_live", args=[classroom.pk])
    assert text_of(desk, f"{live}?assignment={whole.pk}").count("ROUX Tom") == 1
    assert f"assignment={grid.pk}" not in desk.get(live).text


def test_the_live_board_of_a_whole_follows_its_predictions(
    desk: Client,
    student: User,
    classroom: Classroom,
    whole_of: WholeOf,
    part_of: Callable[..., Assignment],
    round_of: Callable[..., Any],
) -> None:
    whole = whole_of(is_draft=True)
    runs = part_of(whole, "Guess", algorithm=next(iter(ALGORITHMS)), predictions=4)
    hand_out_now(assignment=whole)
    begin(student=student, assignment_id=runs.pk)
    live = f"{reverse('assignments:class_live', args=[classroom.pk])}?assignment={whole.pk}"
    assert "0 right, 1 wrong" not in text_of(desk, live)
    round_of(runs, student, 1)
    assert "0 right, 1 wrong" in text_of(desk, live)


def test_queries_of_a_students_first_page_do_not_grow_with_parts(
    lea: Client, student: User, whole_of: WholeOf, part_of: Callable[..., Assignment]
) -> None:
    whole = whole_of()

    def count() -> int:
        with CaptureQueriesContext(
            connection,
        ) as queries:
            lea.get(reverse("home:home"))
        return len(queries)

    count()
    few = count()
    for number in range(4):
        part = part_of_handed_out(whole, part_of, f"More {number}")
        assert part.assignees.filter(student=student).exists()
    assert count() == few


def part_of_handed_out(whole: Assignment, part_of: Callable[..., Assignment], name: str) -> Assignment:
    """One more part of a whole that is handed out, as no page can make it."""
    Assignment.objects.filter(pk=whole.pk).update(handed_out_at=None)
    whole.refresh_from_db()
    part = part_of(whole, name, worksheet="mini_projet", exercises=["ligne"])
    now = timezone.now()
    Assignment.objects.filter(pk__in=[whole.pk, part.pk]).update(handed_out_at=now)
    return part


# The student


def test_a_student_goes_from_part_to_part(lea: Client, student: User, whole_of: WholeOf) -> None:
    whole = whole_of(instructions="Calmly.")
    grid, exercises, drills = parts_of(whole)
    page = lea.get(own_page(whole)).text
    assert [page.index(name) for name in ("1. A grid", "2. Two exercises", "3. X-Wing")] == sorted(
        page.index(name) for name in ("1. A grid", "2. Two exercises", "3. X-Wing")
    )
    assert f'class="button button-primary" href="{own_page(grid)}"' in page
    assert "Calmly." in page
    solve(student, grid)
    page = lea.get(own_page(whole)).text
    assert f'class="button button-primary" href="{own_page(exercises)}"' in page
    pass_exercises(student, "ligne", "colonne")
    page = lea.get(own_page(whole)).text
    assert f'class="button button-primary" href="{own_page(drills)}"' in page


def test_a_part_leads_back_to_its_whole(lea: Client, desk: Client, student: User, whole_of: WholeOf) -> None:
    whole = whole_of()
    for part in parts_of(whole):
        assert f'href="{own_page(whole)}"' in lea.get(own_page(part)).text
        page = desk.get(part.get_absolute_url()).text
        assert f'href="{whole.get_absolute_url()}?tab=parts"' in page
        for act in ("stop", "archive", "newcomers"):
            assert reverse("assignments:act", args=[part.pk, act]) not in page
        assert reverse("assignments:duplicate", args=[part.pk]) not in page
        assert f"/assignments/{part.pk}/students/" not in page


def test_who_joined_later_begins_the_whole(
    client_of: ClientOf, student: User, classroom: Classroom, whole_of: WholeOf
) -> None:
    whole = whole_of()
    newcomer = User.objects.create_user("ali", "x", role=User.Role.STUDENT)
    Membership.objects.create(classroom=classroom, student=newcomer)
    ali = english(client_of(newcomer))
    assert "Begin" in text_of(ali, own_page(whole))
    ali.post(reverse("assignments:begin_assignment", args=[whole.pk]))
    assert "1. A grid" in text_of(ali, own_page(whole))


def test_a_stopped_whole_has_nothing_to_go_on_with(lea: Client, student: User, whole_of: WholeOf) -> None:
    whole = whole_of()
    stop_assignment(assignment=whole)
    page = lea.get(own_page(whole)).text
    assert "button-primary" not in page
    assert "Your teacher has ended this assignment." in page


@pytest.mark.parametrize("number", [None, 0, 1, 2])
def test_a_student_of_another_class_sees_none_of_it(
    number: int | None, client_of: ClientOf, stranger: User, student: User, whole_of: WholeOf
) -> None:
    whole = whole_of()
    each = whole if number is None else parts_of(whole)[number]
    zoe = client_of(stranger)
    assert zoe.get(own_page(each)).status_code == 404
    assert zoe.post(reverse("assignments:begin_assignment", args=[each.pk])).status_code == 404


def test_an_early_whole_shows_no_instructions(lea: Client, student: User, whole_of: WholeOf) -> None:
    whole = whole_of(opens_at=timezone.now() + DAY, instructions="A secret.")
    page = lea.get(own_page(whole)).text
    assert "A secret." not in page
    assert "button-primary" not in page


# Marks


def test_the_mark_is_the_weighted_mean_of_the_parts(student: User, whole_of: WholeOf) -> None:
    whole = whole_of()
    grid, exercises, drills = parts_of(whole)
    solve(student, grid)
    pass_exercises(student, "ligne")
    assert suggested(whole, student) == 10
    set_weights(whole=whole, weights={grid.pk: 2, exercises.pk: 2, drills.pk: 0})
    assert suggested(whole, student) == 15


def suggested(whole: Assignment, student: User) -> Any:
    return grades_of(whole)[whole.assignees.get(student=student).pk].suggested


def test_questions_are_a_part_like_others(
    desk: Client, lea: Client, student: User, whole_of: WholeOf
) -> None:
    whole = whole_of(is_draft=True)
    desk.post(new_part(whole, "questions"), QUESTION)
    hand_out_now(assignment=whole)
    _grid, exercises, drills, asked = parts_of(whole)
    set_weights(whole=whole, weights={exercises.pk: 0, drills.pk: 0})
    begin(student=student, assignment_id=asked.pk)
    answer_question(student=student, assignment_id=asked.pk, number=1, sent=["1"])
    assert suggested(whole, student) == 10
    assert "4. Rows questions" in text_of(lea, own_page(whole))
    desk.post(reverse("assignments:publish_grades", args=[whole.pk]), {"grades": "shown"})
    assert "Your mark —" in text_of(lea, own_page(whole))
    assert "1 of 4 parts done" in text_of(lea, reverse("home:home"))
    assert f'href="{own_page(whole)}"' in lea.get(own_page(asked)).text
    assert desk.get(asked.get_absolute_url()).status_code == 200
    stop_assignment(assignment=whole)
    assert "One for each digit." in text_of(lea, own_page(asked))
    assert "Your mark 10 / 20" in text_of(lea, own_page(whole))


def test_who_publishes_marks_hears_that_right_answers_are_shown_too(
    desk: Client, student: User, whole_of: WholeOf
) -> None:
    warning = "Publishing the marks also shows the right answers to those who have handed in."
    without, whole = whole_of(), whole_of(is_draft=True)
    desk.post(new_part(whole, "questions"), QUESTION)
    hand_out_now(assignment=whole)
    assert warning in text_of(desk, f"{whole.get_absolute_url()}?tab=results")
    assert warning not in text_of(desk, f"{without.get_absolute_url()}?tab=results")
    stop_assignment(assignment=whole)
    assert warning not in text_of(desk, f"{whole.get_absolute_url()}?tab=results")


def test_no_mark_before_anything_is_begun(student: User, whole_of: WholeOf) -> None:
    whole = whole_of(due_at=timezone.now() + DAY)
    assert suggested(whole, student) is None
    stop_assignment(assignment=whole)
    assert suggested(whole, student) == 0


def test_a_part_whose_grade_does_not_count_is_left_out(
    student: User, teacher: User, whole_of: WholeOf
) -> None:
    whole = whole_of()
    grid, exercises, drills = parts_of(whole)
    solve(student, grid)
    excuse(assignee=drills.assignees.get(student=student))
    row = exercises.assignees.get(student=student)
    set_grade(assignee=row, teacher=teacher, state=Grade.State.NOT_COUNTED, value=None)
    assert suggested(whole, student) == 20


def test_parts_on_different_scales_count_alike(student: User, whole_of: WholeOf) -> None:
    whole = whole_of()
    grid, _exercises, drills = parts_of(whole)
    grid.grade_rule = {"scale": 10}
    grid.save()
    set_weights(whole=whole, weights={drills.pk: 0})
    solve(student, grid)
    assert suggested(whole, student) == 10


def test_all_weights_zero_give_no_mark(student: User, whole_of: WholeOf) -> None:
    whole = whole_of()
    solve(student, parts_of(whole)[0])
    set_weights(whole=whole, weights={part.pk: 0 for part in parts_of(whole)})
    assert suggested(whole, student) is None


def test_the_table_has_students_by_parts_and_marks(
    desk: Client, student: User, classmate: User, whole_of: WholeOf
) -> None:
    whole = whole_of()
    solve(student, parts_of(whole)[0])
    page = text_of(desk, whole.get_absolute_url()).replace("\u2009", " ").replace("\u202f", " ")
    assert re.search(r"PETIT Léa lea .*?: 6.5 1 / 3 1 / 1 20 / 20 — — ", page), page
    assert desk.get(f"{whole.get_absolute_url()}?sort=-mark").status_code == 200


def test_a_mark_by_hand_holds_for_the_whole(desk: Client, student: User, whole_of: WholeOf) -> None:
    whole = whole_of()
    url = reverse("assignments:grade", args=[whole.pk, "lea"])
    assert desk.get(url).status_code == 200
    desk.post(url, {"state": "counted", "value": "14", "reason": "Ill", "comment": "Well done."})
    assert grades_of(whole)[whole.assignees.get().pk].value == 14


def test_students_see_the_mark_once_it_is_published(
    lea: Client, desk: Client, student: User, whole_of: WholeOf
) -> None:
    whole = whole_of()
    solve(student, parts_of(whole)[0])
    assert "Your mark" not in text_of(lea, own_page(whole))
    desk.post(reverse("assignments:publish_grades", args=[whole.pk]), {"grades": "shown"})
    assert "Your mark 6.5 / 20" in text_of(lea, own_page(whole))
    assert "Your mark 20 / 20" in text_of(lea, own_page(parts_of(whole)[0]))
    desk.post(reverse("assignments:publish_grades", args=[whole.pk]), {"grades": "hidden"})
    assert "Your mark" not in text_of(lea, own_page(parts_of(whole)[0]))


def test_a_published_mark_waits_while_a_grid_is_in_progress(
    lea: Client, student: User, teacher: User, whole_of: WholeOf
) -> None:
    whole = whole_of()
    grid = parts_of(whole)[0]
    begin(student=student, assignment_id=grid.pk)
    open_grid(student=student, assignment_id=grid.pk, position=1)
    publish_grades(assignment=whole, teacher=teacher, is_on=True)
    assert "Your mark comes once no grid is in progress and" in text_of(lea, own_page(whole))


def test_who_began_no_part_is_absent(
    student: User, classmate: User, teacher: User, whole_of: WholeOf
) -> None:
    whole = whole_of()
    solve(student, parts_of(whole)[0])
    stop_assignment(assignment=whole)
    assert set_absent(assignment=whole, teacher=teacher) == 1
    assert grades_of(whole)[whole.assignees.get(student=classmate).pk].is_absent


@pytest.mark.parametrize("lines", ["", "grids", "students", "parts", "pronote", "moodle"])
def test_files_have_a_line_for_each_student(
    lines: str, desk: Client, student: User, classmate: User, whole_of: WholeOf
) -> None:
    whole = whole_of()
    solve(student, parts_of(whole)[0])
    answer = desk.get(reverse("assignments:csv", args=[whole.pk]), {"lines": lines, "form": "plain"})
    text = b"".join(answer).decode("utf-8-sig")  # type: ignore[call-overload]
    assert len(text.strip().splitlines()) == 3
    assert "6.5" in text


def test_results_of_one_are_read_without_those_of_others(
    student: User, classmate: User, whole_of: WholeOf
) -> None:
    whole = whole_of()
    solve(student, parts_of(whole)[0])
    [result] = results_of(whole, only=whole.assignees.get(student=student))
    assert [part.done for part in result.parts] == [1, 0, 0]
    assert (result.done, result.total) == (1, 3)


# The week of the teacher


def test_the_digest_counts_who_has_begun_no_part_and_who_has_done_all(
    desk: Client, student: User, classmate: User, whole_of: WholeOf
) -> None:
    whole = whole_of(due_at=tonight())
    grid, exercises, drills = parts_of(whole)
    page = text_of(desk, reverse("home:digest"))
    assert "2 students have not begun: PETIT Léa, ROUX Tom" in page
    solve(student, grid)
    submit(student=student, worksheet="mini_projet", source="x = 1", assignment_id=exercises.pk)
    page = text_of(desk, reverse("home:digest")).replace("\u2009", " ").replace("\u202f", " ")
    assert "1 student has not begun: ROUX Tom" in page
    assert "0 / 2 handed in" in page
    assert "Homework 3: Two exercises 1 program" in page
    excuse(assignee=drills.assignees.get(student=student))
    page = text_of(desk, reverse("home:digest")).replace("\u2009", " ").replace("\u202f", " ")
    assert "1 / 2 handed in" in page
