"""Many students at once."""

from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection
from django.utils import translation

from accounts.models import Classroom, Membership, User
from accounts.services.students import ListLine, create_students


def made(answers: list[ListLine]) -> list[ListLine]:
    return [answer for answer in answers if answer.user]


def refused(answers: list[ListLine]) -> dict[int, str]:
    with translation.override("en"):
        return {answer.number: str(answer.refusal) for answer in answers if answer.refusal}


def test_every_name_becomes_a_student_of_the_class_who_can_log_in(
    teacher: User, classroom: Classroom
) -> None:
    answers = create_students(teacher=teacher, classroom=classroom, lines=["MARTIN Zoé", "Noah Petit"])
    for answer in made(answers):
        user = User.objects.get(username=answer.user.username)
        assert user.is_student
        assert user.check_password(answer.password)
        assert classroom.memberships.get(student=user).real_name == answer.real_name
    assert [answer.real_name for answer in made(answers)] == ["MARTIN Zoé", "PETIT Noah"]


def test_nothing_of_the_real_name_is_in_the_account(teacher: User, classroom: Classroom) -> None:
    [answer] = made(create_students(teacher=teacher, classroom=classroom, lines=["Sevestre Zacharie"]))
    account = str(User.objects.filter(pk=answer.user.pk).values().get()).lower()
    assert "sevestre" not in account
    assert "zacharie" not in account


def test_blank_lines_count_as_lines_and_make_nobody(teacher: User, classroom: Classroom) -> None:
    answers = create_students(teacher=teacher, classroom=classroom, lines=["", "Zoé", "  \t", "Noah", ""])
    assert [answer.number for answer in answers] == [2, 4]


def test_spaces_tabs_and_a_byte_order_mark_are_stripped_from_a_name(
    teacher: User, classroom: Classroom
) -> None:
    [answer] = made(create_students(teacher=teacher, classroom=classroom, lines=["\ufeff  MARTIN\t Zoé "]))
    assert answer.real_name == "MARTIN Zoé"


@pytest.mark.parametrize("line", ["x" * 121, "a\x00b", "a\x1b[31m", "---", "'; \"", "\u202egnp"])
def test_invalid_names_are_refused_by_line_and_the_others_are_created(
    teacher: User, classroom: Classroom, line: str
) -> None:
    answers = create_students(teacher=teacher, classroom=classroom, lines=["Zoé", line, "Noah"])
    assert refused(answers) == {2: "This is not a name."}
    assert len(made(answers)) == 2


def test_a_name_listed_twice_is_created_once(teacher: User, classroom: Classroom) -> None:
    answers = create_students(teacher=teacher, classroom=classroom, lines=["Emma Roy", "Léo", "emma  ROY"])
    assert list(refused(answers)) == [3]
    assert "twice" in refused(answers)[3]


def test_a_list_sent_twice_makes_nobody_twice(teacher: User, classroom: Classroom) -> None:
    lines = ["Emma Roy", "Léo Blanc"]
    create_students(teacher=teacher, classroom=classroom, lines=lines)
    again = create_students(teacher=teacher, classroom=classroom, lines=[*lines, "Noah Petit"])
    assert list(refused(again)) == [1, 2]
    assert "already" in refused(again)[1]
    assert classroom.memberships.count() == 3


def test_a_list_sent_twice_for_a_new_class_makes_one_class(teacher: User) -> None:
    for _ in range(2):
        create_students(teacher=teacher, classroom="5e C", lines=["Emma Roy", "Léo Blanc"])
    assert Classroom.objects.get().memberships.count() == 2


def test_a_new_class_belongs_to_its_creator_even_if_another_teacher_has_one_of_that_name(
    teacher: User, other_teacher: User, stranger: User
) -> None:
    create_students(teacher=teacher, classroom="5e A", lines=["Emma Roy"])
    assert [member.teachers.get() for member in Classroom.objects.filter(name="5e A").order_by("pk")] == [
        other_teacher,
        teacher,
    ]


def test_a_list_of_which_nothing_is_made_makes_no_class(teacher: User) -> None:
    create_students(teacher=teacher, classroom="5e C", lines=["---"])
    assert not Classroom.objects.exists()


def test_user_names_can_be_given(teacher: User, classroom: Classroom) -> None:
    answers = create_students(
        teacher=teacher, classroom=classroom, lines=["Zoe.M", " noah-7 "], lines_are_user_names=True
    )
    assert [answer.user.username for answer in made(answers)] == ["zoe.m", "noah-7"]
    assert set(Membership.objects.values_list("family_name", "given_name")) == {("", "")}


def test_a_user_name_taken_doubled_or_impossible_is_refused(
    teacher: User, classroom: Classroom, stranger: User
) -> None:
    lines = ["zoe", "noah", "Noah", "two words", "x" * 41]
    answers = create_students(teacher=teacher, classroom=classroom, lines=lines, lines_are_user_names=True)
    reasons = refused(answers)
    assert [answer.user.username for answer in made(answers)] == ["noah"]
    assert list(reasons) == [1, 3, 4, 5]
    assert "taken" in reasons[1]
    assert "twice" in reasons[3]


def test_a_real_name_that_equals_a_user_name_is_no_clash(
    teacher: User, classroom: Classroom, stranger: User
) -> None:
    assert len(made(create_students(teacher=teacher, classroom=classroom, lines=["Zoe"]))) == 1


def test_a_pseudonym_is_free_even_when_the_plain_ones_are_taken(
    teacher: User, classroom: Classroom, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("accounts.pseudonyms.ANIMALS", ["lynx"])
    monkeypatch.setattr("accounts.pseudonyms.QUALITIES", ["sage", "malin"])
    lines = [f"Student {letter}" for letter in "abcdefghij"]
    answers = create_students(teacher=teacher, classroom=classroom, lines=lines)
    assert len({answer.user.username for answer in made(answers)}) == 10


def test_a_class_of_35_takes_a_fixed_number_of_queries(
    teacher: User, classroom: Classroom, django_assert_max_num_queries: object
) -> None:
    lines = [f"Student number {number}" for number in range(35)]
    with django_assert_max_num_queries(12):  # type: ignore[operator]
        create_students(teacher=teacher, classroom=classroom, lines=lines)


@pytest.mark.django_db(transaction=True)
def test_one_list_sent_twice_at_the_same_moment_makes_nobody_twice(teacher: User) -> None:
    def send(_number: int) -> int:
        try:
            return len(
                made(create_students(teacher=teacher, classroom="5e C", lines=["Emma", "Léo", "Noah"]))
            )
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as pool:
        counts = sorted(pool.map(send, range(4)))
    assert counts == [0, 0, 0, 3]
    assert Classroom.objects.get().memberships.count() == 3
