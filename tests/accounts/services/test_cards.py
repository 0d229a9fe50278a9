"""Login cards that can be looked at again, without a password being stored."""

from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone

from accounts.models import Card, CardSheet, Classroom, User
from accounts.services.cards import cards_on, keep_cards, reset_passwords
from accounts.services.logins import change_password, delete_old_rows
from accounts.services.passwords import card_password, new_card_key
from accounts.services.students import create_students


def test_a_card_has_the_same_password_for_the_same_key_and_number_only() -> None:
    key, other = bytes(32), bytes([1]) * 32
    assert card_password(key, 3) == card_password(key, 3)
    assert len({card_password(each, number) for each in (key, other) for number in range(100)}) == 200


def test_the_key_gives_no_password_without_the_secret_of_the_site(settings) -> None:
    before = card_password(bytes(32), 1)
    settings.SECRET_KEY = "another"
    assert card_password(bytes(32), 1) != before


def test_cards_of_new_passwords_can_be_opened_again_and_again(
    teacher: User, classroom: Classroom, student: User, classmate: User
) -> None:
    key, users = new_card_key(), [student, classmate]
    sheet = reset_passwords(users=users, by=teacher, classroom=classroom, key=key)
    for _time in range(2):
        cards = cards_on(sheet, key=key)
        assert [each.real_name for each in cards] == ["PETIT Léa", "ROUX Tom"]
        for user, card in zip(users, cards, strict=True):
            user.refresh_from_db()
            assert (card.user, user.check_password(card.password)) == (user, True)


def test_a_password_whose_card_cannot_be_kept_is_not_changed(
    teacher: User, student: User, password: str
) -> None:
    with pytest.raises(ValueError, match="unsaved"):
        reset_passwords(users=[student], by=teacher, classroom=Classroom(), key=new_card_key())
    student.refresh_from_db()
    assert student.check_password(password)


def test_neither_password_nor_key_is_anywhere_in_the_database(teacher: User, classroom: Classroom) -> None:
    key = new_card_key()
    [new] = create_students(teacher=teacher, classroom=classroom, lines=["Emma Roy"], key=key)
    keep_cards(by=teacher, classroom=classroom, cards=[(1, new.user)])
    connection.ensure_connection()
    dump = "\n".join(connection.connection.iterdump()) if connection.vendor == "sqlite" else ""
    assert "Emma" in dump or connection.vendor != "sqlite"
    assert new.password not in dump
    assert key.hex() not in dump


@pytest.mark.parametrize("by", ["teacher", "student"])
def test_a_card_whose_password_was_changed_since_is_shown_no_more(
    teacher: User, classroom: Classroom, student: User, classmate: User, by: str
) -> None:
    key, users = new_card_key(), [student, classmate]
    sheet = reset_passwords(users=users, by=teacher, classroom=classroom, key=key)
    old = cards_on(sheet, key=key)[0].password
    if by == "teacher":
        reset_passwords(users=[student], by=teacher, key=new_card_key())
    else:
        change_password(user=student, old=old, new="another grid of nine")
    assert [each.user for each in cards_on(sheet, key=key)] == [classmate]


def test_sheets_past_their_time_are_wiped_with_their_lines(teacher: User, classroom: Classroom) -> None:
    old = keep_cards(by=teacher, classroom=classroom, cards=[], refused=[(1, "Emma", "twice", True)])
    CardSheet.objects.filter(pk=old.pk).update(ends_at=timezone.now() - timedelta(seconds=1))
    new = keep_cards(by=teacher, classroom=classroom, cards=[(1, teacher)])
    delete_old_rows()
    assert list(CardSheet.objects.all()) == [new]
    assert Card.objects.count() == 1
