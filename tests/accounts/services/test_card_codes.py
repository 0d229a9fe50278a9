"""The QR codes of login cards: whom they let in, and what ends them."""

from itertools import pairwise

import pytest

from accounts.models import CardCode, ClassActivity, Classroom, KnownDevice, LoginThrottle, Membership, User
from accounts.services import card_codes
from accounts.services.card_codes import (
    CardThrottledError,
    WrongCardError,
    card_code,
    check_card_code,
    revoke_card_code,
    switch_card_codes,
)
from accounts.services.cards import cards_on, reset_passwords
from accounts.services.classes import archive_class, move_student, remove_student
from accounts.services.logins import LoginError, change_password, check_login
from accounts.services.passwords import new_card_key
from accounts.services.students import create_students
from accounts.views.cards import keep_report

HERE = "192.0.2.1"


@pytest.fixture
def code(classroom: Classroom, student: User, teacher: User) -> str:
    """The code of the student's new card."""
    return new_card(student, teacher, classroom)


def new_card(student: User, teacher: User, classroom: Classroom | None) -> str:
    key = new_card_key()
    sheet = reset_passwords(users=[student], by=teacher, classroom=classroom, key=key)
    return cards_on(sheet, key=key)[0].code


def use(code: str, *, address: str = HERE) -> str:
    """The user name of the student whom the code logs in; `wrong` or `wait` where it is refused."""
    try:
        return check_card_code(code=code, address=address, device="new").username
    except CardThrottledError:
        return "wait"
    except WrongCardError:
        return "wrong"


def test_a_card_logs_its_student_in_again_and_again(code: str, student: User) -> None:
    assert [use(code) for _time in range(3)] == ["lea"] * 3
    assert KnownDevice.objects.get().user == student


def test_a_code_has_128_bits_and_belongs_to_one_card() -> None:
    key, other = bytes(32), bytes([1]) * 32
    codes = {card_code(each, number) for each in (key, other) for number in range(100)}
    assert len(codes) == 200
    assert {len(code) for code in codes} == {22}
    assert card_code(key, 3) == card_code(key, 3)


def test_the_key_gives_no_code_without_the_secret_of_the_site(settings) -> None:
    before = card_code(bytes(32), 1)
    settings.SECRET_KEY = "another"
    assert card_code(bytes(32), 1) != before


def test_nothing_stored_contains_the_code(code: str) -> None:
    assert not any(code in str(value) for value in CardCode.objects.values().get().values())


def test_new_students_have_cards_that_log_in(teacher: User, classroom: Classroom) -> None:
    key, names = new_card_key(), ["Emma Roy", "", "Ben Roy"]
    made = create_students(teacher=teacher, classroom=classroom, lines=names, key=key)
    cards = cards_on(keep_report(teacher, classroom, names, made, key=key), key=key)
    assert [use(card.code) for card in cards] == [card.user.username for card in cards]
    assert len(cards) == 2


@pytest.mark.parametrize(
    "change",
    [
        *("deactivated", "teacher", "archived", "removed", "moved", "switched", "revoked"),
        *("new card", "new password", "card without a class", "deleted"),
    ],
)
def test_a_code_ends_with_what_it_was_made_for(
    change: str, classroom: Classroom, student: User, teacher: User
) -> None:
    key = new_card_key()
    sheet = reset_passwords(users=[student], by=teacher, classroom=classroom, key=key)
    [card] = cards_on(sheet, key=key)
    other = Classroom.objects.create(name="6e C")
    membership = Membership.objects.get(student=student)
    match change:
        case "deactivated":
            User.objects.filter(pk=student.pk).update(is_active=False)
        case "teacher":
            User.objects.filter(pk=student.pk).update(role=User.Role.TEACHER)
        case "archived":
            archive_class(classroom=classroom, teacher=teacher)
        case "removed":
            remove_student(membership=membership, teacher=teacher)
        case "moved":
            move_student(membership=membership, destination=other, teacher=teacher)
        case "switched":
            switch_card_codes(classroom=classroom, teacher=teacher, is_on=False)
        case "revoked":
            assert revoke_card_code(classroom=classroom, student=student, teacher=teacher)
        case "new card":
            assert new_card(student, teacher, classroom) != card.code
        case "new password":
            student.refresh_from_db()
            change_password(user=student, old=card.password, new="another grid of nine")
        case "card without a class":
            assert new_card(student, teacher, None) == ""
        case "deleted":
            student.delete()
    assert use(card.code) == "wrong"


def test_a_card_of_a_moved_student_stays_dead_when_she_comes_back(
    code: str, classroom: Classroom, student: User, teacher: User
) -> None:
    other = Classroom.objects.create(name="6e C")
    for here, there in pairwise([classroom, other, classroom]):
        membership = Membership.objects.get(student=student, classroom=here)
        move_student(membership=membership, destination=there, teacher=teacher)
    assert use(code) == "wrong"


def test_switched_on_again_new_cards_log_in_and_old_ones_do_not(
    code: str, classroom: Classroom, student: User, classmate: User, teacher: User
) -> None:
    assert switch_card_codes(classroom=classroom, teacher=teacher, is_on=False) == 1
    assert new_card(classmate, teacher, classroom) == ""
    switch_card_codes(classroom=classroom, teacher=teacher, is_on=True)
    assert use(code) == "wrong"
    assert use(new_card(classmate, teacher, classroom)) == classmate.username
    kinds = ClassActivity.objects.order_by("pk").values_list("kind", flat=True)
    assert [kind for kind in kinds if kind.startswith("card-")] == ["card-codes-off", "card-codes-on"]


def test_a_revoked_card_leaves_those_of_others_and_the_password(
    code: str, classroom: Classroom, student: User, classmate: User, teacher: User
) -> None:
    others = new_card(classmate, teacher, classroom)
    assert revoke_card_code(classroom=classroom, student=student, teacher=teacher)
    assert not revoke_card_code(classroom=classroom, student=student, teacher=teacher)
    assert use(others) == classmate.username
    assert ClassActivity.objects.filter(kind="card-code-revoked").get().subject == student


# The limits


@pytest.mark.usefixtures("_still_clock")
def test_one_card_is_limited_and_its_neighbours_are_not(
    code: str, classroom: Classroom, classmate: User, teacher: User
) -> None:
    others = new_card(classmate, teacher, classroom)
    tries = [use(code) for _time in range(30)]
    assert tries[0] == "lea"
    assert tries[-1] == "wait"
    assert use(others) == classmate.username


def test_wrong_cards_lock_out_nobody_at_their_address(code: str, student: User) -> None:
    assert {use(card_code(bytes(32), number)) for number in range(400)} == {"wrong"}
    assert not LoginThrottle.objects.exclude(failures=0).exists()
    assert use(code) == "lea"


def test_a_locked_account_or_address_does_not_stop_the_card(code: str, settings) -> None:
    settings.LOGIN_FAILURES_PER_ADDRESS = 3
    for _time in range(8):
        with pytest.raises(LoginError):
            check_login(name="lea", password="wrong", address=HERE, device="stranger")
    assert use(code) == "lea"
    assert LoginThrottle.objects.exclude(locked_until=None).exists()


def test_wrong_cards_do_not_flood_the_audit_log(
    db: None, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    written = []
    monkeypatch.setattr(card_codes, "log_action", lambda action, **rows: written.append(action))
    for number in range(700):
        use(card_code(bytes(32), number))
    assert 0 < len(written) < 700
