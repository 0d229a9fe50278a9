"""A user name has one spelling."""

import pytest
from django.db import IntegrityError, transaction
from hypothesis import given
from hypothesis import strategies as st

from accounts.fields import normalize_user_name
from accounts.models import User


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("lea", "lea"),
        ("Lea", "lea"),
        ("  LÉA\t", "lea"),
        ("le\u0301a", "lea"),
        ("lea\u200b", "lea"),
        ("Ｌｅａ", "lea"),
        ("Cœur", "coeur"),
        ("Mme.Martin", "mme.martin"),
    ],
)
def test_many_ways_to_type_a_name_are_one_name(typed: str, kept: str) -> None:
    assert normalize_user_name(typed) == kept


@given(st.text(max_size=60))
def test_the_one_spelling_of_a_name_is_its_own(text: str) -> None:
    once = normalize_user_name(text)
    assert normalize_user_name(once) == once


def test_a_name_is_kept_and_found_in_its_one_spelling(db: None) -> None:
    made = User.objects.create_user(" Léa ", "")
    assert made.username == "lea"
    assert User.objects.get(username="LEA") == made
    assert User.objects.get_by_natural_key("Léa ") == made


def test_two_accounts_never_differ_by_case_alone(student: User) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.create_user("LEA", "")


def test_a_name_written_past_the_field_is_still_kept_in_lower_case(student: User) -> None:
    """The database itself refuses it."""
    from django.db import connection

    with pytest.raises(IntegrityError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("UPDATE accounts_user SET username = 'LEA' WHERE id = %s", [student.pk])
