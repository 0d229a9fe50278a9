"""Drills for a class: the teacher's form and results, and the student's pages."""

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import Classroom, User
from puzzles.assignments.models import Assignment
from puzzles.assignments.services.assignees import begin
from puzzles.assignments.services.lifecycle import excuse, stop_assignment
from puzzles.play.models import TechniqueProgress
from puzzles.training.models import DrillAnswer, TrainingPosition
from puzzles.training.services.answers import Answer, steps_of
from puzzles.training.services.assigned_drills import assigned_drills, next_assigned_drill
from puzzles.training.services.drills import answer_drill, show_drill

from .browsing import text_of

DrillsOf = Callable[..., Assignment]
ClientOf = Callable[[User], Client]
HTMX = {"HX-Request": "true"}
FORM = {"technique": "x_wing", "count": 2, "level": 2}
pytestmark = pytest.mark.django_db


def new_url(classroom: Classroom) -> str:
    return reverse("assignments:drills_new", args=[classroom.pk])


def drill_url(assignment: Assignment) -> str:
    return reverse("assignments:assigned_drill", args=[assignment.pk])


def page_url(assignment: Assignment) -> str:
    return reverse("assignments:assignee", args=[assignment.pk])


def find(student: User, assignment: Assignment, *, shown: bool = False) -> DrillAnswer:
    """End the student's next drill of an assignment."""
    drill = next_assigned_drill(assigned_drills(student=student, assignment_id=assignment.pk))
    send: dict[str, Any] = {"player": student, "token": drill.token, "assignment_id": assignment.pk}
    if shown:
        return show_drill(**send)
    answer = Answer(frozenset(steps_of(drill.row.position, drill.technique)[0].eliminations))
    return answer_drill(**send, answer=answer, number=1)[0]


# The form


def test_a_form_makes_a_draft_named_after_its_technique(
    desk: Client, classroom: Classroom, x_wings: list[TrainingPosition]
) -> None:
    answer = desk.post(new_url(classroom), FORM)
    draft = Assignment.objects.get()
    assert answer["Location"] == draft.get_absolute_url()
    assert (draft.name, draft.technique, draft.drill_level) == ("X-Wing, 2 positions", "x_wing", 2)
    assert len(set(draft.positions)) == 2
    assert draft.is_draft
    text = text_of(desk, draft.get_absolute_url())
    assert "Check the positions below" in text
    assert "Position 2" in text


def test_several_classes_get_drills_at_once_and_again(
    desk: Client, teacher: User, classroom: Classroom, x_wings: list[TrainingPosition]
) -> None:
    second = Classroom.objects.create(name="6e C")
    second.teachers.add(teacher)
    desk.post(new_url(classroom), FORM | {"also": [second.pk], "instructions": "Alone."})
    drafts = list(Assignment.objects.order_by("pk"))
    assert [draft.classroom for draft in drafts] == [classroom, second]
    desk.post(f"/assignments/{drafts[0].pk}/duplicate/", {"name": "Again", "classes": [second.pk]})
    copy = Assignment.objects.get(name="Again")
    assert (copy.classroom, copy.technique, copy.drill_level) == (second, "x_wing", 2)
    assert copy.instructions == "Alone."
    for each in (*drafts, copy):
        assert len(set(each.positions)) == 2


def test_the_preview_shows_the_positions_that_the_draft_gets(
    desk: Client, classroom: Classroom, student: User, x_wings: list[TrainingPosition]
) -> None:
    fields = FORM | {"seed": 5}
    preview = desk.post(new_url(classroom), fields, headers=HTMX).text
    assert not Assignment.objects.exists()
    assert preview.count("<svg") == 2
    assert "For 1 student" in preview
    desk.post(new_url(classroom), fields)
    page = desk.get(Assignment.objects.get().get_absolute_url()).text
    labels = re.compile(r'class="sb-given"[^>]*>([^<]*)<')
    assert labels.findall(preview) == labels.findall(page)


def test_the_preview_says_who_is_spared_and_what_is_refused(
    desk: Client, classroom: Classroom, student: User, classmate: User, x_wings: list[TrainingPosition]
) -> None:
    TechniqueProgress.objects.create(player=student, technique="x_wing", progress=3)
    preview = desk.post(new_url(classroom), FORM | {"spares_masters": "on"}, headers=HTMX).text
    assert "For 1 student" in preview
    assert "1 has mastered it already" in preview
    for fields, words in (
        ({"count": 9}, "The bank has 4 positions"),
        ({"count": 31}, "less than or equal to 30"),
    ):
        assert words in desk.post(new_url(classroom), FORM | fields, headers=HTMX).text
        assert words in desk.post(new_url(classroom), FORM | fields).text
    assert not Assignment.objects.exists()


def test_links_lead_to_the_form_with_its_technique(
    desk: Client, classroom: Classroom, student: User, x_wings: list[TrainingPosition]
) -> None:
    TechniqueProgress.objects.create(player=student, technique="x_wing", progress=1)
    form = new_url(classroom)
    asked = f"{form}?technique=x_wing"
    assert f'href="{form}"' in desk.get(reverse("assignments:new", args=[classroom.pk])).text
    assert f'href="{form}"' in desk.get(reverse("assignments:list", args=[classroom.pk])).text
    assert f'href="{asked}"' in desk.get(reverse("training:technique", args=["x_wing"])).text
    grid = reverse("assignments:technique_grid", args=[classroom.pk])
    assert f'href="{asked}&amp;unmastered=1"' in desk.get(grid).text
    page = desk.get(f"{asked}&unmastered=1").text
    assert re.search(r'<option value="x_wing" selected', page)
    assert re.search(r'name="spares_masters"[^>]*checked', page)


def test_students_have_no_link_to_give_drills(lea: Client, x_wings: list[TrainingPosition]) -> None:
    assert "Give drills" not in text_of(lea, reverse("training:technique", args=["x_wing"]))


def test_without_positions_the_form_says_so(desk: Client, classroom: Classroom) -> None:
    assert "There are no positions to practise yet." in text_of(desk, new_url(classroom))
    assert desk.post(new_url(classroom), FORM).status_code == 200
    assert not Assignment.objects.exists()


def test_a_draft_keeps_its_positions_until_it_asks_for_others(desk: Client, drills_of: DrillsOf) -> None:
    draft = drills_of(2, is_draft=True)
    before, edit = draft.positions, reverse("assignments:edit", args=[draft.pk])
    assert re.search(r'name="count" value="2"', desk.get(edit).text)
    desk.post(edit, FORM | {"name": "Fish", "instructions": "Look."})
    draft.refresh_from_db()
    assert (draft.name, draft.instructions, draft.positions) == ("Fish", "Look.", before)
    desk.post(edit, FORM | {"count": 4})
    draft.refresh_from_db()
    assert len(draft.positions) == 4


def test_once_handed_out_only_title_and_dates_change(
    desk: Client, student: User, drills_of: DrillsOf
) -> None:
    draft = drills_of(2, is_draft=True)
    desk.post(reverse("assignments:act", args=[draft.pk, "hand-out"]))
    edit = reverse("assignments:edit", args=[draft.pk])
    assert 'name="count"' not in desk.get(edit).text
    desk.post(edit, FORM | {"name": "Later", "count": 4})
    desk.post(reverse("assignments:redraw", args=[draft.pk]))
    positions = draft.positions
    draft.refresh_from_db()
    assert (draft.name, draft.positions) == ("Later", positions)


# Results


def test_results_say_who_found_how_many_and_where_the_class_failed(
    desk: Client, student: User, classmate: User, drills_of: DrillsOf
) -> None:
    assignment = drills_of(2)
    for player in (student, classmate):
        begin(student=player, assignment_id=assignment.pk)
    rows = [find(student, assignment), find(student, assignment, shown=True)]
    text = text_of(desk, assignment.get_absolute_url())
    assert "1 of 2 have answered every position" in text
    assert re.search(r"2 / 2 1 1 0:0\d", text.replace("\u2009", " ").replace("\u202f", " "))
    numbers = [assignment.positions.index(row.position_id) + 1 for row in rows]
    assert re.search(
        rf"Position {numbers[1]} found by 0 of 1, 0 .* Position {numbers[0]} found by 1 of 1, 1", text
    )


def test_a_teacher_looks_at_the_step_of_a_position(desk: Client, student: User, drills_of: DrillsOf) -> None:
    assignment = drills_of(2)
    address = reverse("assignments:drill_position", args=[assignment.pk, 2])
    assert f'href="{address}"' in desk.get(f"{assignment.get_absolute_url()}?tab=grids").text
    assert "Position 2" in text_of(desk, address)
    fragment = desk.get(f"{address}?rung=do", headers=HTMX).text
    assert "<html" not in fragment
    assert 'class="removed-line"' in fragment
    for number in (0, 3):
        other = reverse("assignments:drill_position", args=[assignment.pk, number])
        assert desk.get(other).status_code == 404


def test_results_leave_out_who_is_excused(desk: Client, student: User, drills_of: DrillsOf) -> None:
    assignment = drills_of(2)
    begin(student=student, assignment_id=assignment.pk)
    find(student, assignment)
    excuse(assignee=assignment.assignees.get())
    text = text_of(desk, assignment.get_absolute_url())
    assert "found by" not in text
    assert student.username not in text


def test_what_comes_after_the_due_date_counts_as_late(
    desk: Client, student: User, drills_of: DrillsOf
) -> None:
    assignment = drills_of(2)
    begin(student=student, assignment_id=assignment.pk)
    find(student, assignment)
    assert 'class="tag tag-late"' not in desk.get(assignment.get_absolute_url()).text
    opened = timezone.now() - timedelta(days=2)
    Assignment.objects.update(opens_at=opened, due_at=opened + timedelta(days=1))
    find(student, assignment)
    assert 'class="tag tag-late"' in desk.get(assignment.get_absolute_url()).text


def test_news_come_only_when_something_changed(desk: Client, student: User, drills_of: DrillsOf) -> None:
    assignment = drills_of(2)
    begin(student=student, assignment_id=assignment.pk)
    news = reverse("assignments:drills_news", args=[assignment.pk])
    stamp = re.findall(r"news/\?stamp=(\w+)", desk.get(assignment.get_absolute_url()).text)[0]
    assert desk.get(f"{news}?stamp={stamp}", headers=HTMX).status_code == 204
    find(student, assignment)
    fragment = desk.get(f"{news}?stamp={stamp}", headers=HTMX)
    assert fragment.status_code == 200
    assert "<html" not in fragment.text


def test_results_are_a_file_too(desk: Client, student: User, drills_of: DrillsOf) -> None:
    assignment = drills_of(2)
    begin(student=student, assignment_id=assignment.pk)
    DrillAnswer.objects.filter(pk=find(student, assignment).pk).update(elapsed_ms=4200)
    file = desk.get(f"{reverse('assignments:drills_csv', args=[assignment.pk])}?file=plain")
    heading, line = file.content.decode("utf-8-sig").splitlines()
    assert heading.startswith("Real name,User name,Positions,Answered,Found")
    assert line.split(",")[1:] == [student.username, "2", "1", "1", "1", "4.2", "10", ""]


def test_results_take_the_same_queries_for_any_class(
    desk: Client, student: User, classmate: User, drills_of: DrillsOf, django_assert_max_num_queries: Any
) -> None:
    assignment = drills_of(3)
    address = assignment.get_absolute_url()
    desk.get(address)
    for player in (student, classmate):
        begin(student=player, assignment_id=assignment.pk)
        find(player, assignment)
    with django_assert_max_num_queries(20):
        desk.get(address)


def test_the_list_and_the_table_count_positions(
    desk: Client, student: User, classroom: Classroom, drills_of: DrillsOf
) -> None:
    assignment = drills_of(3)
    begin(student=student, assignment_id=assignment.pk)
    find(student, assignment)
    listed = text_of(desk, reverse("assignments:list", args=[classroom.pk]))
    assert "3 positions to find a step in" in listed
    assert re.search(r"1\s?/\s?3 positions answered", listed)
    table = desk.get(f"{reverse('assignments:class_table', args=[classroom.pk])}?file=plain")
    heading, line = (row.split(",") for row in table.content.decode("utf-8-sig").splitlines())
    row = dict(zip(heading, line, strict=True))
    assert (row["Drills found"], row["Assignments done"]) == ("1", "1 of 3")


def test_it_has_no_grids(desk: Client, drills_of: DrillsOf) -> None:
    assignment = drills_of()
    for name in ("try", "new_grids"):
        assert desk.post(reverse(f"assignments:{name}", args=[assignment.pk])).status_code == 404
    assert desk.get(reverse("assignments:csv", args=[assignment.pk])).status_code == 404
    assert desk.get(reverse("assignments:exercises_csv", args=[assignment.pk])).status_code == 404


def test_a_colleague_of_another_class_finds_nothing(
    client_of: ClientOf, other_teacher: User, drills_of: DrillsOf
) -> None:
    assignment = drills_of()
    other = client_of(other_teacher)
    for name in ("assignment", "drills_csv", "drills_news"):
        assert other.get(reverse(f"assignments:{name}", args=[assignment.pk])).status_code == 404


# The student


def test_a_student_begins_and_goes_from_position_to_position(
    lea: Client, student: User, drills_of: DrillsOf
) -> None:
    assignment = drills_of(2, instructions="Two rows first.")
    text = text_of(lea, page_url(assignment))
    assert "X-Wing" in text
    assert "Two rows first." in text
    assert "Without a hint" in text
    begun = lea.post(reverse("assignments:begin_assignment", args=[assignment.pk]))
    assert begun["Location"] == drill_url(assignment)
    for number in (1, 2):
        page = lea.get(drill_url(assignment)).text
        assert f'action="{drill_url(assignment)}"' in page
        assert "Another position" not in page
        assert 'aria-label="Level"' not in page
        drill = next_assigned_drill(assigned_drills(student=student, assignment_id=assignment.pk))
        marks = str(Answer(frozenset(steps_of(drill.row.position, "x_wing")[0].eliminations)))
        token = re.findall(r'name="token" value="([^"]+)"', page)[0]
        fields = {"token": token, "number": 1, "marks": marks}
        ended = lea.post(drill_url(assignment), fields, headers=HTMX).text
        assert "Found: X-Wing." in ended
        following = page_url(assignment) if number == 2 else drill_url(assignment)
        assert f'href="{following}"' in ended
    text = text_of(lea, page_url(assignment))
    assert "2 at the first try" in text
    assert "done" in text
    assert "Next position" not in text
    assert lea.get(drill_url(assignment))["Location"] == page_url(assignment)


def test_a_wrong_answer_is_judged_and_counted(lea: Client, student: User, drills_of: DrillsOf) -> None:
    assignment = drills_of(2)
    begin(student=student, assignment_id=assignment.pk)
    page = lea.get(drill_url(assignment)).text
    token = re.findall(r'name="token" value="([^"]+)"', page)[0]
    drill = next_assigned_drill(assigned_drills(student=student, assignment_id=assignment.pk))
    cell = drill.row.position.board.empty_cells[0]
    digits = "".join(map(str, drill.row.position.candidates(cell)))
    marks = f"r{cell // 9 + 1}c{cell % 9 + 1}-{digits}"
    verdict = lea.post(
        drill_url(assignment), {"token": token, "number": 1, "marks": marks}, headers=HTMX
    ).text
    assert "not right" in verdict
    assert re.search(r'name="number" value="2"', verdict)
    assert re.search(r'name="number" value="2"', lea.get(drill_url(assignment)).text)
    whole = lea.post(drill_url(assignment), {"token": token, "number": 2, "marks": marks})
    assert "X-Wing" in whole.text
    assert DrillAnswer.objects.get().tries == 2


def test_the_first_page_has_a_line_of_it(lea: Client, student: User, drills_of: DrillsOf) -> None:
    assignment = drills_of(3)
    begin(student=student, assignment_id=assignment.pk)
    find(student, assignment)
    text = text_of(lea, "/")
    assert "1 of 3 done" in text
    assert f'href="{page_url(assignment)}"' in lea.get("/").text


def test_there_is_nothing_to_hand_in(lea: Client, student: User, drills_of: DrillsOf) -> None:
    assignment = drills_of(1)
    begin(student=student, assignment_id=assignment.pk)
    find(student, assignment)
    hand_in = reverse("assignments:hand_in_assignment", args=[assignment.pk])
    assert lea.get(hand_in)["Location"] == lea.post(hand_in)["Location"] == page_url(assignment)
    assert assignment.assignees.get().handed_in_at is None
    assert "to hand in" not in text_of(lea, "/")


def test_after_the_end_what_was_answered_stays(lea: Client, student: User, drills_of: DrillsOf) -> None:
    assignment = drills_of(2)
    begin(student=student, assignment_id=assignment.pk)
    row = find(student, assignment)
    stop_assignment(assignment=assignment)
    page = lea.get(page_url(assignment)).text
    assert "The positions you answered count." in page
    step = reverse("training:drill_step", args=["x_wing", row.pk])
    assert f'href="{step}"' in page
    assert f'href="{drill_url(assignment)}"' in lea.get(step).text
    assert lea.get(drill_url(assignment))["Location"] == page_url(assignment)


def test_a_stranger_and_a_teacher_get_no_position(
    client_of: ClientOf, stranger: User, teacher: User, drills_of: DrillsOf
) -> None:
    assignment = drills_of()
    for person in (stranger, teacher):
        assert client_of(person).get(drill_url(assignment)).status_code == 404
        assert client_of(person).get(page_url(assignment)).status_code == 404


def test_solvers_rest_on_its_positions_until_they_are_answered(
    lea: Client, student: User, drills_of: DrillsOf, x_wings: list[TrainingPosition]
) -> None:
    other = x_wings[3]
    assignment = drills_of(3)
    row = x_wings[1]

    def answers(position: TrainingPosition) -> list[int]:
        """Its solution path, that of its puzzle, and a run on it."""
        paths = [reverse("play:own_grid_path", args=[line]) for line in (position.digits, position.givens)]
        run = f"/algorithms/td_iteratif/trace/?grid={position.digits}"
        return [lea.get(address).status_code for address in (*paths, run)]

    assert answers(row) == [403, 403, 403]
    assert answers(other) == [200, 200, 200]
    path = lea.get(reverse("play:own_grid_path", args=[row.digits])).text
    assert "asks you to find a step on this grid" in path
    assert page_url(assignment) in path
    begin(student=student, assignment_id=assignment.pk)
    # Its own drills are not solvers.
    assert lea.get(drill_url(assignment)).status_code == 200
    assert answers(row) == [403, 403, 403]
    for _number in range(3):
        find(student, assignment)
    assert answers(row) == [200, 200, 200]


@pytest.mark.parametrize("end", ["stopped", "not open", "excused", "archived class"])
def test_solvers_rest_only_while_it_can_be_answered(
    end: str, lea: Client, student: User, drills_of: DrillsOf, x_wings: list[TrainingPosition]
) -> None:
    later = {"opens_at": timezone.now() + timedelta(days=1)} if end == "not open" else {}
    assignment = drills_of(3, **later)
    if end == "stopped":
        stop_assignment(assignment=assignment)
    if end == "excused":
        excuse(assignee=assignment.assignees.get(student=student))
    if end == "archived class":
        Classroom.objects.update(archived_at=timezone.now())
    assert lea.get(reverse("play:own_grid_path", args=[x_wings[1].digits])).status_code == 200


def test_a_part_of_a_position_is_refused_as_well(
    lea: Client, student: User, drills_of: DrillsOf, x_wings: list[TrainingPosition]
) -> None:
    drills_of(3)
    digits = list(x_wings[1].digits)
    filled = [cell for cell, digit in enumerate(digits) if digit != "."]
    for cell in filled[: len(filled) // 4]:
        digits[cell] = "."
    assert lea.get(reverse("play:own_grid_path", args=["".join(digits)])).status_code == 403
