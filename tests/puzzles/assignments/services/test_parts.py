"""One assignment of several kinds of work: every act on the whole reaches every part."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction
from django.utils import timezone

from accounts.models import Classroom, Membership, User
from puzzles.assignments.models import Assignee, Assignment
from puzzles.assignments.services.assignees import begin, find_assignee
from puzzles.assignments.services.creation import MOST_PARTS, FrozenError, join_whole
from puzzles.assignments.services.drills import like
from puzzles.assignments.services.lifecycle import (
    LifecycleError,
    archive_assignment,
    change_assignment,
    delete_draft,
    excuse,
    hand_out_now,
    hand_out_to_newcomers,
    reopen,
    restore_assignment,
    set_own_due_date,
    stop_assignment,
    take_back_excuse,
)
from puzzles.assignments.services.parts import (
    change_whole,
    create_wholes,
    duplicate_whole,
    move_part,
    remove_part,
    set_weights,
)
from puzzles.assignments.services.submissions import submit
from puzzles.course.models import Submission
from puzzles.library.services.policies import EXAM, policy_with
from puzzles.play.services.assigned_puzzles import open_grid
from tests.threads import at_once

WholeOf = Callable[..., Assignment]
PartOf = Callable[..., Assignment]
DAY = timedelta(days=1)


def parts_of(whole: Assignment) -> list[Assignment]:
    return list(whole.parts.order_by("part_number"))


def names(whole: Assignment) -> list[str]:
    return [part.name for part in parts_of(whole)]


def rows_of(whole: Assignment, student: User) -> list[Assignee]:
    """The student in the whole and in each part."""
    keys = [whole.pk, *(part.pk for part in parts_of(whole))]
    return list(Assignee.objects.filter(assignment__in=keys, student=student).order_by("assignment_id"))


def joins(classroom: Classroom, username: str = "ali") -> User:
    student = User.objects.create_user(username, "x", role=User.Role.STUDENT)
    Membership.objects.create(classroom=classroom, student=student)
    return student


# A draft


def test_a_part_has_the_class_the_dates_and_the_place_of_its_whole(
    student: User, whole_of: WholeOf, part_of: PartOf
) -> None:
    due = timezone.now() + DAY
    whole = whole_of(is_draft=True, due_at=due)
    last = part_of(whole, "More", minutes=20, opens_at=due + DAY)
    assert names(whole) == ["A grid", "Two exercises", "X-Wing", "More"]
    assert (last.classroom, last.opens_at, last.due_at) == (whole.classroom, whole.opens_at, due)
    assert last.minutes is None


def test_a_whole_is_of_no_kind_and_in_no_other(student: User, whole_of: WholeOf) -> None:
    whole = whole_of()
    others: list[dict[str, Any]] = [{"worksheet": "mini_projet"}, {"technique": "x_wing"}, {"whole": whole}]
    for fields in others:
        with pytest.raises(IntegrityError), transaction.atomic():
            Assignment.objects.filter(pk=whole.pk).update(**fields)


def test_a_part_has_no_parts(student: User, whole_of: WholeOf, part_of: PartOf) -> None:
    with pytest.raises(Assignment.DoesNotExist):
        part_of(parts_of(whole_of(is_draft=True))[0], "Part of a part")


def test_a_part_is_of_the_class_of_its_whole(stranger: User, whole_of: WholeOf, part_of: PartOf) -> None:
    whole = whole_of(is_draft=True)
    whole.classroom = stranger.memberships.get().classroom
    with pytest.raises(Assignment.DoesNotExist):
        part_of(whole, "Elsewhere")


def test_what_is_handed_out_gets_no_more_parts(student: User, whole_of: WholeOf, part_of: PartOf) -> None:
    whole = whole_of()
    with pytest.raises(FrozenError):
        part_of(whole, "Too late")
    with pytest.raises(FrozenError):
        remove_part(whole=whole, part=parts_of(whole)[0])
    with pytest.raises(FrozenError):
        move_part(whole=whole, part=parts_of(whole)[0], by=1)
    assert len(parts_of(whole)) == 3


def test_there_are_not_more_parts_than_a_page_shows(
    student: User, whole_of: WholeOf, part_of: PartOf
) -> None:
    whole = whole_of(is_draft=True)
    for number in range(3, MOST_PARTS):
        part_of(whole, f"Part {number}")
    with pytest.raises(FrozenError):
        part_of(whole, "One too many")


def test_no_part_is_an_exam(student: User, whole_of: WholeOf) -> None:
    whole = whole_of(is_draft=True)
    part = parts_of(whole)[0]
    part.policy = policy_with(**EXAM)
    with pytest.raises(FrozenError):
        join_whole(part, whole, None)


def test_parts_move_up_and_down_and_no_further(student: User, whole_of: WholeOf) -> None:
    whole = whole_of(is_draft=True)
    grid, _exercises, drills = parts_of(whole)
    move_part(whole=whole, part=grid, by=-1)
    move_part(whole=whole, part=drills, by=1)
    assert names(whole) == ["A grid", "Two exercises", "X-Wing"]
    move_part(whole=whole, part=drills, by=-1)
    assert names(whole) == ["A grid", "X-Wing", "Two exercises"]
    move_part(whole=whole, part=grid, by=1)
    assert names(whole) == ["X-Wing", "A grid", "Two exercises"]
    remove_part(whole=whole, part=grid)
    assert names(whole) == ["X-Wing", "Two exercises"]


def test_weights_change_even_later(student: User, whole_of: WholeOf, assignment_of: WholeOf) -> None:
    whole, other = whole_of(), assignment_of()
    grid, exercises, drills = parts_of(whole)
    set_weights(whole=whole, weights={grid.pk: 3, drills.pk: 0, other.pk: 5})
    assert [part.weight for part in parts_of(whole)] == [3, exercises.weight, 0]
    other.refresh_from_db()
    assert other.weight == 1


def test_a_changed_draft_changes_the_dates_and_the_students_of_its_parts(
    student: User, classmate: User, whole_of: WholeOf
) -> None:
    whole = whole_of(is_draft=True)
    due = timezone.now() + 3 * DAY
    dates = {"opens_at": whole.opens_at, "due_at": due, "minutes": None}
    change_whole(whole=whole, chosen=[student.pk], name="Homework 4", instructions="Calmly.", **dates)
    assert {part.due_at for part in parts_of(whole)} == {due}
    assert names(whole) == ["A grid", "Two exercises", "X-Wing"]
    hand_out_now(assignment=whole)
    assert all(row.excused_at is None for row in rows_of(whole, student))
    assert all(row.excused_at for row in rows_of(whole, classmate))


def test_a_deleted_draft_takes_its_parts_along(student: User, whole_of: WholeOf) -> None:
    delete_draft(assignment=whole_of(is_draft=True))
    assert not Assignment.objects.exists()


def test_a_duplicate_for_two_classes_has_the_parts_in_each(
    teacher: User, student: User, classroom: Classroom, whole_of: WholeOf
) -> None:
    whole = whole_of()
    set_weights(whole=whole, weights={parts_of(whole)[2].pk: 4})
    other = Classroom.objects.create(name="6e C")
    drafts = duplicate_whole(
        whole=whole,
        author=teacher,
        classrooms=[classroom, other],
        positions_like=like,
        name="Homework 3, again",
        opens_at=timezone.now(),
        due_at=None,
        minutes=None,
    )
    assert [draft.classroom for draft in drafts] == [classroom, other]
    for draft in drafts:
        assert draft.is_draft
        assert draft.has_parts
        assert [(part.name, part.weight) for part in parts_of(draft)] == [
            ("A grid", 1),
            ("Two exercises", 1),
            ("X-Wing", 4),
        ]
        assert {part.classroom for part in parts_of(draft)} == {draft.classroom}


# Acts on the whole


def test_handed_out_at_one_moment_to_all(student: User, whole_of: WholeOf) -> None:
    now = timezone.now()
    whole = whole_of(is_draft=True, opens_at=now - DAY, due_at=now + DAY)
    hand_out_now(assignment=whole, now=now)
    whole.refresh_from_db()
    assert {(each.handed_out_at, each.opens_at) for each in [whole, *parts_of(whole)]} == {(now, now)}
    assert len(rows_of(whole, student)) == 4


def test_a_whole_without_parts_is_not_handed_out(teacher: User, classroom: Classroom, student: User) -> None:
    [whole] = create_wholes(author=teacher, classrooms=[classroom], name="Empty")
    with pytest.raises(LifecycleError):
        hand_out_now(assignment=whole)


def test_new_dates_hold_for_every_part(student: User, whole_of: WholeOf) -> None:
    whole, due = whole_of(), timezone.now() + 5 * DAY
    change_assignment(assignment=whole, name="Homework 3b", due_at=due)
    assert {part.due_at for part in parts_of(whole)} == {due}
    assert names(whole) == ["A grid", "Two exercises", "X-Wing"]


def test_stopping_collects_grids_and_programs(student: User, whole_of: WholeOf) -> None:
    whole = whole_of()
    grid = parts_of(whole)[0]
    begin(student=student, assignment_id=grid.pk)
    attempt = open_grid(student=student, assignment_id=grid.pk, position=1)
    stop_assignment(assignment=whole)
    attempt.refresh_from_db()
    assert not attempt.is_open
    assert all(part.stopped_at for part in parts_of(whole))


def test_archived_and_restored_together(student: User, whole_of: WholeOf) -> None:
    whole = whole_of()
    archive_assignment(assignment=whole)
    assert all(part.archived_at and part.stopped_at for part in parts_of(whole))
    restore_assignment(assignment=whole)
    assert not any(part.archived_at for part in parts_of(whole))


def test_excused_from_all_and_back(student: User, whole_of: WholeOf) -> None:
    whole = whole_of()
    excuse(assignee=rows_of(whole, student)[0])
    assert all(row.excused_at for row in rows_of(whole, student))
    with pytest.raises(Assignment.DoesNotExist):
        find_assignee(student=student, assignment_id=parts_of(whole)[0].pk)
    take_back_excuse(assignee=rows_of(whole, student)[0])
    assert not any(row.excused_at for row in rows_of(whole, student))


def test_an_own_date_holds_in_every_part(student: User, classmate: User, whole_of: WholeOf) -> None:
    whole, later = whole_of(due_at=timezone.now() + DAY), timezone.now() + 4 * DAY
    set_own_due_date(assignee=rows_of(whole, student)[0], due_at=later)
    assert {row.due_at for row in rows_of(whole, student)} == {later}
    assert {row.due_at for row in rows_of(whole, classmate)} == {None}
    reopen(assignee=rows_of(whole, student)[0], due_at=later + DAY)
    assert {row.due_at for row in rows_of(whole, student)} == {later + DAY}


def test_who_joins_later_gets_every_part(student: User, classroom: Classroom, whole_of: WholeOf) -> None:
    whole = whole_of()
    newcomer = joins(classroom)
    assert hand_out_to_newcomers(assignment=whole) == [newcomer.pk]
    assert len(rows_of(whole, newcomer)) == 4


@pytest.mark.parametrize("number", [0, 1, 2])
def test_who_joins_later_and_begins_a_part_gets_the_whole(
    number: int, student: User, classroom: Classroom, whole_of: WholeOf
) -> None:
    whole = whole_of()
    newcomer = joins(classroom)
    begin(student=newcomer, assignment_id=parts_of(whole)[number].pk)
    assert len(rows_of(whole, newcomer)) == 4
    assert rows_of(whole, newcomer)[0].began_at


def test_a_newcomer_may_hand_in_a_program_first(
    student: User, classroom: Classroom, whole_of: WholeOf
) -> None:
    whole = whole_of()
    newcomer = joins(classroom)
    exercises = parts_of(whole)[1]
    submit(student=newcomer, worksheet="mini_projet", source="x = 1", assignment_id=exercises.pk)
    assert Submission.objects.get().assignment == exercises
    assert len(rows_of(whole, newcomer)) == 4
    assert rows_of(whole, newcomer)[0].began_at


def test_who_begins_a_part_has_begun_the_whole_and_no_other_part(student: User, whole_of: WholeOf) -> None:
    whole = whole_of()
    begin(student=student, assignment_id=parts_of(whole)[0].pk)
    whole_row, grid, exercises, drills = rows_of(whole, student)
    assert whole_row.began_at
    assert grid.began_at
    assert not exercises.began_at
    assert not drills.began_at


def test_a_student_of_another_class_has_no_part(student: User, stranger: User, whole_of: WholeOf) -> None:
    whole = whole_of()
    for each in [whole, *parts_of(whole)]:
        with pytest.raises(Assignment.DoesNotExist):
            find_assignee(student=stranger, assignment_id=each.pk)


# Two acts at once


@pytest.mark.django_db(transaction=True)
def test_a_part_added_while_it_is_handed_out_is_in_it_or_refused(
    student: User, whole_of: WholeOf, part_of: PartOf
) -> None:
    whole = whole_of(is_draft=True)
    turns = iter([True, False])

    def act() -> str:
        try:
            if next(turns):
                part_of(whole, "Just in time")
            else:
                with transaction.atomic():
                    hand_out_now(assignment=Assignment.objects.locked().get(pk=whole.pk))
        except FrozenError:
            return "refused"
        finally:
            connection.close()
        return "done"

    results = at_once(2, act)
    assert {part.handed_out_at is not None for part in parts_of(whole)} == {True}
    assert len(parts_of(whole)) == (3 if "refused" in results else 4)
