"""What was done to a class, as its teachers read it."""

from django.utils import translation

from accounts.models import ClassEvent, Classroom, Membership, User
from accounts.services import (
    create_students,
    make_codes,
    new_card_key,
    record_event,
    release_student,
    reset_passwords,
)
from accounts.trail import Act, acts_in


def told(classroom: Classroom) -> list[tuple[str, str | None, int]]:
    acts: list[Act] = acts_in(classroom, {"lea": "Léa Petit"}, most=10)
    return [(act.kind, act.subject, act.count) for act in acts]


def test_what_is_done_to_many_at_once_is_one_line(classroom: Classroom, teacher: User) -> None:
    create_students(teacher=teacher, classroom=classroom, lines=["Emma", "Noah", "Zoé"])
    make_codes(classroom=classroom, students=classroom.students.all(), teacher=teacher)
    assert told(classroom) == [("login code made", None, 3), ("account made", None, 3)]


def test_what_is_done_to_one_names_her_and_who_did_it(
    classroom: Classroom, student: User, teacher: User
) -> None:
    reset_passwords(users=[student], by=teacher, key=new_card_key())
    [act] = acts_in(classroom, {"lea": "Léa Petit"}, most=10)
    assert (act.kind, act.subject, act.real_name, act.actor) == (
        "fresh password", "lea", "Léa Petit", "mme.martin",
    )  # fmt: skip


def test_the_last_act_comes_first_and_no_more_than_asked(
    classroom: Classroom, student: User, teacher: User
) -> None:
    for kind in (ClassEvent.Kind.JOIN_OPENED, ClassEvent.Kind.JOIN_CLOSED):
        record_event(classroom=classroom, kind=kind, actor=teacher)
    assert [act.kind for act in acts_in(classroom, {}, most=1)] == ["join code closed"]


def test_a_factor_is_written_with_the_decimal_sign_of_the_reader(
    classroom: Classroom, teacher: User, student: User
) -> None:
    record_event(
        classroom=classroom, kind=ClassEvent.Kind.EXTRA_TIME, actor=teacher, subject=student, detail="1.33"
    )
    with translation.override("fr"):
        assert acts_in(classroom, {}, most=1)[0].detail == "1,33"


def test_of_a_deleted_student_nothing_is_told_and_of_a_deleted_teacher_no_name(
    classroom: Classroom, student: User, teacher: User, other_teacher: User
) -> None:
    reset_passwords(users=[student], by=other_teacher, key=new_card_key())
    record_event(classroom=classroom, kind=ClassEvent.Kind.JOIN_OPENED, actor=other_teacher)
    student.delete()
    other_teacher.delete()
    [act] = acts_in(classroom, {}, most=10)
    assert (act.kind, act.actor) == ("join code opened", None)


def test_one_who_left_is_still_told_of(classroom: Classroom, student: User, teacher: User) -> None:
    release_student(membership=Membership.objects.get(student=student), teacher=teacher)
    assert told(classroom) == [("taken out of the class", "lea", 1)]
