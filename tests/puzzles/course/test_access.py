"""Who may read which reference solution."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from accounts.models import Classroom, Membership, User
from puzzles.course.access import may_see_reference, reference_access
from puzzles.course.models import EXERCISES, ReferenceRule, exercise_of
from puzzles.course.services.progress import record_shown, record_verdicts
from puzzles.course.services.verdicts import ReportedVerdict
from puzzles.engine.worksheets import WORKSHEETS, bodies_of, functions_of

RuleOf = Callable[..., ReferenceRule]
Opens = ReferenceRule.Opens


def sees_everything(user: User) -> bool:
    return all(may_see_reference(user, worksheet) for worksheet in EXERCISES)


def pass_exercise(student: User, key: str) -> None:
    record_verdicts(student=student, worksheet="mini_projet", verdicts=[ReportedVerdict(key, "passed")])


@pytest.fixture
def loner(db: None) -> User:
    """A student without a class."""
    return User.objects.create_user("sam", "a grid of nine", role=User.Role.STUDENT)


@pytest.fixture
def second_class(other_teacher: User, student: User) -> Classroom:
    """Another class of the student."""
    classroom = Classroom.objects.create(name="Club")
    classroom.teachers.add(other_teacher)
    Membership.objects.create(classroom=classroom, student=student, real_name="PETIT Léa")
    return classroom


# The catalogue


def test_every_worksheet_has_its_exercises() -> None:
    assert tuple(EXERCISES) == WORKSHEETS


@pytest.mark.parametrize("worksheet", WORKSHEETS)
def test_every_function_of_a_reference_belongs_to_one_exercise(worksheet: str) -> None:
    named = [name for functions in EXERCISES[worksheet].values() for name in functions if name]
    assert sorted(named) == sorted(functions_of(worksheet))


@pytest.mark.parametrize("worksheet", WORKSHEETS)
def test_every_body_begins_after_its_docstring(worksheet: str) -> None:
    for name, lines in functions_of(worksheet).items():
        body = bodies_of(worksheet)[name]
        assert lines.start < body.start
        assert body.stop == lines.stop


# One class


def test_a_class_without_a_rule_reads_everything(student: User) -> None:
    assert sees_everything(student)


@pytest.mark.parametrize("opens", [Opens.AFTER_PASS, Opens.NEVER])
def test_a_closed_reference_is_closed_to_students_and_open_to_teachers(
    opens: str, student: User, teacher: User, stranger: User, classroom: Classroom, rule_of: RuleOf
) -> None:
    rule_of(classroom, opens)
    assert not may_see_reference(student, "mini_projet", "bloc")
    assert not may_see_reference(student, "mini_projet")
    assert may_see_reference(teacher, "mini_projet", "bloc")
    assert sees_everything(stranger)


def test_a_reference_opens_when_ones_own_version_passes(
    student: User, classmate: User, classroom: Classroom, rule_of: RuleOf
) -> None:
    rule_of(classroom, Opens.AFTER_PASS)
    pass_exercise(student, "bloc")
    assert may_see_reference(student, "mini_projet", "bloc")
    assert not may_see_reference(student, "mini_projet", "ligne")
    assert not may_see_reference(student, "mini_projet")
    assert not may_see_reference(classmate, "mini_projet", "bloc")
    for key in EXERCISES["mini_projet"]:
        pass_exercise(student, key)
    assert may_see_reference(student, "mini_projet")
    assert not sees_everything(student)


def test_a_reference_opens_on_its_date(student: User, classroom: Classroom, rule_of: RuleOf) -> None:
    now = timezone.now()
    rule_of(classroom, Opens.FROM_DATE, now + timedelta(hours=1))
    pass_exercise(student, "bloc")
    assert not reference_access(student, "mini_projet", now).is_open("bloc")
    later = reference_access(student, "mini_projet", now + timedelta(hours=2))
    assert later.is_whole


def test_never_is_never_after_a_pass_either(student: User, classroom: Classroom, rule_of: RuleOf) -> None:
    rule_of(classroom, Opens.NEVER)
    pass_exercise(student, "bloc")
    assert not may_see_reference(student, "mini_projet", "bloc")


def test_asking_opens_nothing_for_a_student_in_a_class(
    student: User, classroom: Classroom, rule_of: RuleOf
) -> None:
    rule_of(classroom, Opens.AFTER_PASS)
    record_shown(student=student, worksheet="mini_projet", exercise="bloc")
    assert not may_see_reference(student, "mini_projet", "bloc")


# Several classes, or none


def test_without_a_class_a_reference_opens_when_it_passes_or_is_asked_for(loner: User) -> None:
    assert not may_see_reference(loner, "mini_projet", "bloc")
    assert reference_access(loner, "mini_projet").may_ask
    record_shown(student=loner, worksheet="mini_projet", exercise="bloc")
    pass_exercise(loner, "ligne")
    assert may_see_reference(loner, "mini_projet", "bloc")
    assert may_see_reference(loner, "mini_projet", "ligne")
    assert not may_see_reference(loner, "mini_projet", "colonne")
    assert not may_see_reference(loner, "tutoriel", "solve")


def test_a_class_in_the_archive_has_no_rule_any_more(
    student: User, classroom: Classroom, rule_of: RuleOf
) -> None:
    rule_of(classroom, Opens.NEVER)
    Classroom.objects.update(archived_at=timezone.now())
    assert reference_access(student, "mini_projet").may_ask


@pytest.mark.parametrize("others", [None, Opens.AFTER_PASS])
def test_of_several_classes_the_strictest_rule_counts(
    others: str | None, student: User, classroom: Classroom, second_class: Classroom, rule_of: RuleOf
) -> None:
    """A student joins a class with a code: that opens nothing."""
    rule_of(classroom, Opens.NEVER)
    if others:
        rule_of(second_class, others)
    pass_exercise(student, "bloc")
    assert not may_see_reference(student, "mini_projet", "bloc")
    assert not reference_access(student, "mini_projet").may_ask


def test_of_two_dates_the_later_counts(
    student: User, classroom: Classroom, second_class: Classroom, rule_of: RuleOf
) -> None:
    now = timezone.now()
    rule_of(classroom, Opens.FROM_DATE, now + timedelta(hours=1))
    rule_of(second_class, Opens.FROM_DATE, now + timedelta(hours=3))
    assert not reference_access(student, "mini_projet", now + timedelta(hours=2)).is_whole
    assert reference_access(student, "mini_projet", now + timedelta(hours=4)).is_whole


def test_a_rule_applies_to_students_who_joined_later_and_not_to_those_who_left(
    student: User, classroom: Classroom, second_class: Classroom, rule_of: RuleOf
) -> None:
    rule_of(classroom, Opens.NEVER)
    Membership.objects.filter(classroom=classroom, student=student).delete()
    assert sees_everything(student)
    Membership.objects.create(classroom=classroom, student=student)
    assert not may_see_reference(student, "mini_projet", "bloc")


def test_a_rule_needs_a_date_exactly_where_it_opens_on_one(classroom: Classroom, rule_of: RuleOf) -> None:
    for opens, at in ((Opens.FROM_DATE, None), (Opens.NEVER, timezone.now())):
        with pytest.raises(IntegrityError), transaction.atomic():
            rule_of(classroom, opens, at)


def test_an_unknown_function_answers_no_exercise() -> None:
    assert exercise_of("mini_projet", "nothing") is None
    assert exercise_of("nothing", "bloc") is None


def test_the_rule_costs_one_query_for_a_student_of_one_class(
    student: User, classroom: Classroom, rule_of: RuleOf, django_assert_num_queries: Any
) -> None:
    with django_assert_num_queries(1):
        reference_access(student, "mini_projet")
    rule_of(classroom, Opens.AFTER_PASS)
    with django_assert_num_queries(2):
        reference_access(student, "mini_projet")


def test_several_rules_need_no_more_queries(
    student: User,
    classroom: Classroom,
    second_class: Classroom,
    other_teacher: User,
    rule_of: RuleOf,
    django_assert_num_queries: Any,
) -> None:
    """One query for the rules, however many classes there are."""
    third = Classroom.objects.create(name="Evening")
    third.teachers.add(other_teacher)
    Membership.objects.create(classroom=third, student=student, real_name="PETIT Léa")
    for each in (classroom, second_class):
        rule_of(each, Opens.NEVER)
    rule_of(third, Opens.AFTER_PASS)
    with django_assert_num_queries(1):
        reference_access(student, "mini_projet")
