from decimal import Decimal

import pytest
from django.db import connection
from django.db.models import Exists, OuterRef
from django.test.utils import CaptureQueriesContext

from accounts.models import Classroom, Membership, User
from accounts.prepared import Prepared

BY_NAME = Prepared(lambda name: User.objects.filter(username=name), str)
IN_CLASS = Prepared(
    lambda student, classroom: (
        Membership.objects.filter(student=student, classroom=classroom)
        .select_related("student", "classroom")
        .defer("student__password")
        .annotate(is_shared=Exists(Membership.objects.filter(student=student).exclude(pk=OuterRef("pk"))))
    ),
    int,
    int,
)
ANYBODY = Prepared(lambda pk: User.objects.filter(pk__gte=pk), int)


def test_a_prepared_query_finds_the_same_as_the_orm(student: User) -> None:
    User.objects.update(extra_time=Decimal("1.33"))
    expected = User.objects.get(pk=student.pk)
    for _time in range(2):
        found = BY_NAME.get(student.username)
        assert {**vars(found), "_state": None} == {**vars(expected), "_state": None}
        assert (found._state.db, found._state.adding) == ("default", False)


def test_related_rows_come_in_the_same_query(student: User, classroom: Classroom) -> None:
    IN_CLASS.get(student.pk, classroom.pk)
    with CaptureQueriesContext(connection) as queries:
        found = IN_CLASS.get(student.pk, classroom.pk)
        assert (found.student, found.classroom) == (student, classroom)
        assert found.student.username == student.username
        assert not found.is_shared
    assert len(queries) == 1
    assert found.student.get_deferred_fields() == {"password"}


def test_values_are_inserted_at_their_placeholders(student: User, classroom: Classroom) -> None:
    other = Classroom.objects.create(pk=student.pk + 1_000, name="another")
    Membership.objects.create(student=student, classroom=other, real_name="Léa")
    assert IN_CLASS.get(student.pk, other.pk).classroom == other
    assert IN_CLASS.get(student.pk, classroom.pk).is_shared
    with pytest.raises(Membership.DoesNotExist):
        IN_CLASS.get(other.pk, student.pk)


def test_none_and_too_many_rows_raise_different_errors(student: User, teacher: User) -> None:
    with pytest.raises(User.DoesNotExist):
        BY_NAME.get("' OR 1=1 --")
    with pytest.raises(User.MultipleObjectsReturned):
        ANYBODY.get(0)


def test_a_value_without_a_placeholder_is_an_error(db: None) -> None:
    forgetful = Prepared(lambda pk, name: User.objects.filter(pk=pk), int, str)
    with pytest.raises(ValueError, match="not every value"):
        forgetful.get(1, "lea")
