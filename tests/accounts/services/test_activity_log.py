"""What was done to a class, as its teachers read it."""

from django.utils import translation

from accounts.models import ClassActivity, Classroom, Membership, User
from accounts.services.activity_log import Activity, latest_activity, record_activity
from accounts.services.cards import reset_passwords
from accounts.services.classes import remove_student
from accounts.services.login_codes import make_codes
from accounts.services.passwords import new_card_key
from accounts.services.students import create_students


def logged(classroom: Classroom) -> list[tuple[str, str | None, int]]:
    acts: list[Activity] = latest_activity(classroom.activities.all(), {"lea": "PETIT Léa"}, limit=10)
    return [(act.kind, act.subject, act.count) for act in acts]


def test_an_act_on_many_accounts_is_one_line(classroom: Classroom, teacher: User) -> None:
    create_students(teacher=teacher, classroom=classroom, lines=["Emma", "Noah", "Zoé"])
    make_codes(classroom=classroom, students=classroom.students.all(), teacher=teacher)
    assert logged(classroom) == [("login code created", None, 3), ("account created", None, 3)]


def test_an_act_on_one_account_names_student_and_actor(
    classroom: Classroom, student: User, teacher: User
) -> None:
    reset_passwords(users=[student], by=teacher, key=new_card_key())
    [act] = latest_activity(classroom.activities.all(), {"lea": "PETIT Léa"}, limit=10)
    assert (act.kind, act.subject, act.real_name, act.actor) == (
        "new password", "lea", "PETIT Léa", "mme.martin",
    )  # fmt: skip


def test_the_last_act_comes_first_and_no_more_than_asked(
    classroom: Classroom, student: User, teacher: User
) -> None:
    for kind in (ClassActivity.Kind.JOIN_OPENED, ClassActivity.Kind.JOIN_CLOSED):
        record_activity(classroom=classroom, kind=kind, actor=teacher)
    assert [act.kind for act in latest_activity(classroom.activities.all(), {}, limit=1)] == [
        "join code closed"
    ]


def test_a_factor_is_written_with_the_decimal_sign_of_the_reader(
    classroom: Classroom, teacher: User, student: User
) -> None:
    record_activity(
        classroom=classroom, kind=ClassActivity.Kind.EXTRA_TIME, actor=teacher, subject=student, detail="1.33"
    )
    with translation.override("fr"):
        assert latest_activity(classroom.activities.all(), {}, limit=1)[0].detail == "1,33"


def test_a_deleted_student_leaves_the_log_and_a_deleted_teacher_loses_the_name(
    classroom: Classroom, student: User, teacher: User, other_teacher: User
) -> None:
    reset_passwords(users=[student], by=other_teacher, key=new_card_key())
    record_activity(classroom=classroom, kind=ClassActivity.Kind.JOIN_OPENED, actor=other_teacher)
    student.delete()
    other_teacher.delete()
    [act] = latest_activity(classroom.activities.all(), {}, limit=10)
    assert (act.kind, act.actor) == ("join code opened", None)


def test_a_student_who_left_stays_in_the_log(classroom: Classroom, student: User, teacher: User) -> None:
    remove_student(membership=Membership.objects.get(student=student), teacher=teacher)
    assert logged(classroom) == [("removed from the class", "lea", 1)]
