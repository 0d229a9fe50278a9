"""Grades by hand: for the teachers of the class; students see them once they are published."""

import re
from collections.abc import Callable
from datetime import timedelta
from decimal import Decimal
from html import unescape
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import Membership, User
from puzzles.assignments.models import Assignment, Grade
from puzzles.assignments.services.assignees import begin
from puzzles.assignments.services.grades import GradeRule, final_grade
from puzzles.assignments.services.lifecycle import excuse, release_exam
from puzzles.assignments.services.results import results_of
from puzzles.play.models import Attempt
from puzzles.play.services.assigned_puzzles import open_grid
from puzzles.training.models import DrillAnswer
from tests.puzzles.assignments.views.test_results import all_play
from tests.puzzles.reading import text_of

ENGLISH = {"Accept-Language": "en"}
ClientOf = Callable[[User], Any]
AssignmentOf = Callable[..., Assignment]


def grade_address(assignment: Assignment, student: User) -> str:
    return f"/assignments/{assignment.pk}/grades/{student.username}/"


def fields(**others: str) -> dict[str, str]:
    return {"state": "counted", "value": "", "reason": "", "comment": ""} | others


@pytest.fixture
def played(assignment_of: AssignmentOf, student: User, classmate: User) -> Assignment:
    assignment = assignment_of()
    all_play(assignment)
    return assignment


def final_of(assignment: Assignment, student: User) -> Any:
    result = next(each for each in results_of(assignment) if each.assignee.student_id == student.pk)
    return final_grade(result, GradeRule.of(assignment))


def test_a_teacher_changes_a_mark_with_a_reason_and_a_comment(
    client_of: ClientOf, teacher: User, student: User, played: Assignment
) -> None:
    hers = client_of(teacher)
    sent = fields(value="16,5", reason="Helped others", comment="Well argued.")
    assert (
        hers.post(grade_address(played, student), sent, headers={"Accept-Language": "fr"}).status_code == 302
    )
    grade = Grade.objects.get()
    assert (grade.value, grade.reason, grade.author) == (Decimal("16.5"), "Helped others", teacher)
    page = " ".join(text_of(hers, f"/assignments/{played.pk}/").split())
    assert "16.5" in page
    assert "suggested 18" in page
    # Sent again without a mark, the suggested one counts again.
    hers.post(grade_address(played, student), fields(comment="Well argued."))
    assert final_of(played, student).value == Decimal(18)
    assert Grade.objects.count() == 1


@pytest.mark.parametrize("value", ["20.5", "-1", "1e1", "NaN", "many"])
def test_a_mark_outside_of_the_scale_is_refused(
    value: str, client_of: ClientOf, teacher: User, student: User, played: Assignment
) -> None:
    answer = client_of(teacher).post(grade_address(played, student), fields(value=value))
    if value == "1e1":
        assert Grade.objects.get().value == Decimal(10)
    else:
        assert answer.status_code == 400
        assert not Grade.objects.exists()


def test_the_next_student_comes_after_this_one(
    client_of: ClientOf, teacher: User, student: User, classmate: User, played: Assignment
) -> None:
    answer = client_of(teacher).post(grade_address(played, student), fields(value="12") | {"next": "on"})
    assert answer.headers["Location"] == grade_address(played, classmate)


def test_absent_is_not_zero(
    client_of: ClientOf, teacher: User, student: User, classmate: User, assignment_of: AssignmentOf
) -> None:
    now = timezone.now()
    assignment = assignment_of(opens_at=now - timedelta(days=2), due_at=now - timedelta(hours=1))
    assignment.assignees.filter(student=classmate).update(began_at=now - timedelta(days=1))
    assert final_of(assignment, student).value == 0
    hers = client_of(teacher)
    assert hers.post(f"/assignments/{assignment.pk}/absent/").status_code == 302
    grade = final_of(assignment, student)
    assert (grade.is_absent, grade.value) == (True, None)
    assert final_of(assignment, classmate).value == 0
    text = hers.get(f"/assignments/{assignment.pk}/results/?lines=pronote").content.decode("utf-8-sig")
    assert "PETIT;Léa;Abs" in text
    assert "ROUX;Tom;0" in text


def test_who_may_still_begin_is_not_absent(
    client_of: ClientOf, teacher: User, student: User, assignment_of: AssignmentOf
) -> None:
    assignment = assignment_of()
    client_of(teacher).post(f"/assignments/{assignment.pk}/absent/")
    assert not Grade.objects.exists()
    assert final_of(assignment, student).value is None


def test_a_student_sees_mark_and_comment_once_published_and_never_the_reason(
    client_of: ClientOf, teacher: User, student: User, classmate: User, played: Assignment
) -> None:
    hers, his = client_of(teacher), client_of(student)
    hers.post(grade_address(played, student), fields(value="7", reason="copied", comment="Read r1c3 again."))
    page = f"/given/{played.pk}/"
    assert "Read r1c3 again." not in text_of(his, page)
    hers.post(f"/assignments/{played.pk}/shown-grades/", {"grades": "shown"})
    text = text_of(his, page)
    assert "7 / 20" in text
    assert "Read r1c3 again." in text
    assert "copied" not in text
    assert "Read r1c3 again." not in text_of(client_of(classmate), page)
    hers.post(f"/assignments/{played.pk}/shown-grades/", {"grades": "hidden"})
    assert "Your mark" not in text_of(his, page)


def test_marks_of_an_exam_are_shown_with_its_results(
    client_of: ClientOf, teacher: User, student: User, exam: Assignment, exam_attempt: Any
) -> None:
    his, page = client_of(student), f"/given/{exam.pk}/"
    client_of(teacher).post(f"/assignments/{exam.pk}/shown-grades/", {"grades": "shown"})
    assert "Your mark" not in text_of(his, page)
    exam.refresh_from_db()
    release_exam(assignment=exam, end_all=True)
    assert "Your mark" in text_of(his, page)


def test_a_draft_has_no_marks(
    client_of: ClientOf, teacher: User, student: User, assignment_of: AssignmentOf
) -> None:
    draft = assignment_of(is_draft=True)
    hers = client_of(teacher)
    assert hers.get(grade_address(draft, student)).status_code == 404
    assert hers.post(f"/assignments/{draft.pk}/shown-grades/", {"grades": "shown"}).status_code == 404


@pytest.mark.parametrize("act", ["grades/lea", "absent", "shown-grades"])
def test_another_teacher_finds_no_marks(
    act: str, client_of: ClientOf, other_teacher: User, student: User, played: Assignment
) -> None:
    address = f"/assignments/{played.pk}/{act}/"
    assert client_of(other_teacher).post(address, fields() | {"grades": "shown"}).status_code == 404
    assert client_of(student).post(address, fields()).status_code == 403
    assert not Grade.objects.exists()


def test_the_table_is_sorted_by_mark_and_shows_mean_and_median(
    client_of: ClientOf, teacher: User, student: User, classmate: User, played: Assignment
) -> None:
    hers = client_of(teacher)
    hers.post(grade_address(played, student), fields(value="4"))
    text = text_of(hers, f"/assignments/{played.pk}/?sort=-mark").partition("<tbody")[2]
    assert text.index("ROUX Tom") < text.index("PETIT Léa")
    text = text_of(hers, f"/assignments/{played.pk}/?sort=mark")
    assert text.index("PETIT Léa") < text.index("ROUX Tom")
    assert "Mean 11 · median 11, out of 20" in text
    assert hers.get(f"/assignments/{played.pk}/?sort=password").status_code == 200


def test_files_for_other_programs_have_no_formulas(
    client_of: ClientOf, teacher: User, student: User, classmate: User, played: Assignment
) -> None:
    Membership.objects.filter(student=student).update(family_name="=1+1")
    hers = client_of(teacher)
    hers.post(grade_address(played, student), fields(value="12.5", comment="@SUM(A1)"))
    excuse(assignee=played.assignees.get(student=classmate))
    pronote = hers.get(f"/assignments/{played.pk}/results/?lines=pronote").content.decode("utf-8-sig")
    assert pronote.splitlines() == [
        "Nom;Prénom;Note sur 20",
        "'=1+1;Léa;12,50",
        "ROUX;Tom;Disp",
    ]
    moodle = hers.get(f"/assignments/{played.pk}/results/?lines=moodle").content.decode()
    assert moodle.splitlines() == [
        "username,lastname,firstname,Monday's grids (/ 20),Monday's grids (feedback)",
        "lea,'=1+1,Léa,12.50,'@SUM(A1)",
        "tom,ROUX,Tom,-,",
    ]


def test_a_student_who_began_has_a_mark_on_their_own_page_only(
    client_of: ClientOf, teacher: User, student: User, assignment_of: AssignmentOf
) -> None:
    assignment = assignment_of()
    begin(student=student, assignment_id=assignment.pk)
    client_of(teacher).post(f"/assignments/{assignment.pk}/shown-grades/", {"grades": "shown"})
    assert "Your mark" in text_of(client_of(student), f"/given/{assignment.pk}/")


def test_a_published_grade_reveals_nothing_of_a_grid_in_progress(
    client_of: ClientOf, teacher: User, student: User, assignment_of: AssignmentOf
) -> None:
    assignment = assignment_of(
        rules={"hint_rung": 0, "checking": False}, grade_rule={"part": 100, "mistake": 10}
    )
    begin(student=student, assignment_id=assignment.pk)
    attempt = open_grid(student=student, assignment_id=assignment.pk, position=1)
    hers, his = client_of(teacher), client_of(student)
    hers.post(f"/assignments/{assignment.pk}/shown-grades/", {"grades": "shown"})

    def mark_after(digits: str, mistakes: int = 0) -> str:
        Attempt.objects.filter(pk=attempt.pk).update(digits=digits, mistakes=mistakes)
        text = text_of(his, f"/given/{assignment.pk}/")
        return text[text.index("grade-title") : text.index("</section>", text.index("grade-title"))]

    solution, givens = attempt.puzzle.solution, attempt.puzzle.givens
    right, wrong = solution[:60] + givens[60:], givens.replace(".", "1", 3)
    assert mark_after(right) == mark_after(wrong, 3)
    assert "once no grid is in progress" in mark_after(right)
    # What a teacher says is shown all the same, and the mark once the grid is finished.
    hers.post(grade_address(assignment, student), fields(value="11"))
    assert "11 / 20" in mark_after(right)
    Grade.objects.all().delete()
    Attempt.objects.filter(pk=attempt.pk).update(state=Attempt.State.SOLVED, finished_at=timezone.now())
    assert "20 / 20" in mark_after(solution)


# Exercises and drills


def words_of(client: Any, where: str) -> str:
    """What a page says, without its tags."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", text_of(client, where))).split())


@pytest.fixture
def written(student: User, classmate: User, exercises_of: Any, submission_of: Any) -> Assignment:
    """Two exercises, of which the student passes one; the classmate has not begun."""
    assignment = exercises_of("bloc", "possibles")
    submission_of(student, assignment, bloc="passed", possibles="wrong")
    return assignment


@pytest.fixture
def drilled(student: User, classmate: User, drills_of: Any) -> Assignment:
    """Two positions, of which the student has found one at the first try."""
    assignment = drills_of(2)
    DrillAnswer.objects.create(
        player=student,
        assignee=assignment.assignees.get(student=student),
        position_id=assignment.positions[0],
        technique="x_wing",
        level=2,
        key="first",
        tries=1,
        verdict=DrillAnswer.Verdict.FOUND,
    )
    return assignment


@pytest.fixture(params=["written", "drilled"])
def exercises_or_drills(request: pytest.FixtureRequest) -> Assignment:
    assignment: Assignment = request.getfixturevalue(request.param)
    return assignment


def test_other_kinds_of_assignments_have_grades_in_the_table_and_by_hand(
    client_of: ClientOf, teacher: User, student: User, exercises_or_drills: Assignment
) -> None:
    hers, address = client_of(teacher), f"/assignments/{exercises_or_drills.pk}/"
    page = words_of(hers, address)
    assert "Mark of PETIT Léa: 10" in page
    assert "Mean 10 · median 10, out of 20" in page
    assert "How the mark is suggested" in page
    assert "Percent off for each hint" not in page
    assert "Grid by grid" not in words_of(hers, grade_address(exercises_or_drills, student))
    answer = hers.post(
        grade_address(exercises_or_drills, student), fields(value="13", comment="Well argued.")
    )
    assert answer["Location"] == f"{address}#results-title"
    page = words_of(hers, address)
    assert "13 suggested 10 comment" in page


def test_their_formula_takes_off_for_lateness_alone(
    client_of: ClientOf, teacher: User, exercises_or_drills: Assignment
) -> None:
    hers, address = client_of(teacher), f"/assignments/{exercises_or_drills.pk}/marks/"
    assert hers.post(address, {"mark-scale": "10", "mark-late": "20"}).status_code == 302
    exercises_or_drills.refresh_from_db()
    assert (GradeRule.of(exercises_or_drills).scale, GradeRule.of(exercises_or_drills).late) == (10, 20)
    refused = hers.post(address, {"mark-scale": "0", "mark-late": "20"})
    assert refused.status_code == 400
    assert refused.context["grade_form"].errors


def test_their_grades_are_published_to_the_student(
    client_of: ClientOf, teacher: User, student: User, exercises_or_drills: Assignment
) -> None:
    hers, his, page = client_of(teacher), client_of(student), f"/given/{exercises_or_drills.pk}/"
    hers.post(grade_address(exercises_or_drills, student), fields(comment="Well argued."))
    assert "Your mark" not in words_of(his, page)
    hers.post(f"/assignments/{exercises_or_drills.pk}/shown-grades/", {"grades": "shown"})
    assert "Your mark 10 / 20 Well argued." in words_of(his, page)


def test_their_files_have_the_grades(
    client_of: ClientOf, teacher: User, student: User, exercises_or_drills: Assignment
) -> None:
    hers, address = client_of(teacher), f"/assignments/{exercises_or_drills.pk}/results/"
    pronote = hers.get(address, {"lines": "pronote"}).content.decode("utf-8-sig")
    assert ";10" in pronote
    moodle = hers.get(address, {"lines": "moodle"}).content.decode("utf-8-sig")
    assert any(line.startswith(student.username) and ",10," in line for line in moodle.splitlines())
    kind = "exercises" if exercises_or_drills.asks_exercises else "drills"
    table = hers.get(f"/assignments/{exercises_or_drills.pk}/{kind}/", {"file": "plain"}, headers=ENGLISH)
    assert "Mark out of 20,Comment" in table.content.decode("utf-8-sig")
    # Grids have a file of their own.
    assert hers.get(address).status_code == 404


def test_reports_have_the_grades_of_every_kind(
    client_of: ClientOf, teacher: User, student: User, written: Assignment, drilled: Assignment
) -> None:
    hers, room = client_of(teacher), f"/classes/{written.classroom_id}"
    page = words_of(hers, f"{room}/reports/{student.username}/")
    assert re.search(r"Monday's functions .* 1 / 2 10 / 20", page)
    assert re.search(r"X-Wing .* 1 / 2 10 / 20", page)
    assert "10 / 20 mean" in page


def test_a_student_never_sees_what_a_colleague_may_change(
    client_of: ClientOf, other_teacher: User, student: User, exercises_or_drills: Assignment
) -> None:
    for user, status in ((other_teacher, 404), (student, 403)):
        client = client_of(user)
        assert client.get(grade_address(exercises_or_drills, student)).status_code == status
        assert (
            client.get(f"/assignments/{exercises_or_drills.pk}/results/?lines=moodle").status_code == status
        )
        assert client.post(f"/assignments/{exercises_or_drills.pk}/marks/").status_code == status
