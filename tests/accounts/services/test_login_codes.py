"""Login codes: made, used once, taken back, and hard to guess."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection
from django.utils import timezone

from accounts.codes import HALF, SIGNS
from accounts.models import Classroom, KnownDevice, LoginCode, LoginThrottle, Membership, User
from accounts.services import login_codes
from accounts.services.classes import archive_class, move_student, remove_student
from accounts.services.login_codes import (
    CODE_LIFETIME,
    CodesThrottledError,
    WrongCodeError,
    check_code,
    make_codes,
    revoke_codes,
)
from accounts.services.logins import LoginError, check_login, delete_old_rows
from accounts.token_bucket import TokenBucket

HERE = "192.0.2.1"


@pytest.fixture
def code(classroom: Classroom, student: User, teacher: User) -> str:
    """A code of the student's, just made."""
    [new] = make_codes(classroom=classroom, students=[student], teacher=teacher)
    return new.code


def use(code: str, *, address: str = HERE, known_device: str | None = None) -> str:
    """What becomes of the code: who comes in, or `wrong`, or `wait`."""
    try:
        user = check_code(code=code, address=address, known_device=known_device, device="new")
    except CodesThrottledError:
        return "wait"
    except WrongCodeError:
        return "wrong"
    return user.username


def other_than(code: str) -> str:
    """A code with the same first half that is not this one."""
    sign = SIGNS[0] if code[-1] != SIGNS[0] else SIGNS[1]
    return code[:-1] + sign


def elsewhere(code: str, number: int) -> str:
    """A code with another first half, another for each number."""
    first = SIGNS[number // len(SIGNS)] + SIGNS[number % len(SIGNS)]
    last = next(sign for sign in SIGNS if sign != code[HALF - 1])
    return first + last + code[HALF:]


# Used


def test_a_code_logs_its_student_in_once(code: str) -> None:
    assert use(code) == "lea"
    assert use(code) == "wrong"
    assert LoginCode.objects.get().state == LoginCode.State.USED


def test_a_code_may_be_typed_as_phones_write(code: str) -> None:
    assert use(f" {code[:HALF].lower()} {code[HALF:].lower()}") == "lea"


def test_a_code_is_good_for_half_an_hour(code: str) -> None:
    LoginCode.objects.update(ends_at=timezone.now() - timedelta(seconds=1))
    assert use(code) == "wrong"
    assert LoginCode.objects.get().state == LoginCode.State.EXPIRED
    assert timedelta(minutes=30) == CODE_LIFETIME


def test_a_new_code_ends_the_one_before(
    code: str, classroom: Classroom, student: User, teacher: User
) -> None:
    [second] = make_codes(classroom=classroom, students=[student], teacher=teacher)
    assert use(code) == "wrong"
    assert use(second.code) == "lea"


def test_nothing_stored_contains_the_code(
    classroom: Classroom, student: User, teacher: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Only letters: three digits may occur in a time or in a fingerprint by chance.
    monkeypatch.setattr("accounts.services.login_codes.new_code", lambda: "KMXRTW")
    [new] = make_codes(classroom=classroom, students=[student], teacher=teacher)
    assert new.code == "KMXRTW"
    kept = LoginCode.objects.values().get()
    assert not any(part in str(value).upper() for value in kept.values() for part in ("KMX", "RTW"))


@pytest.mark.parametrize("change", ["closed", "teacher", "archived", "released", "moved"])
def test_a_code_ends_with_what_it_was_made_for(
    change: str, code: str, classroom: Classroom, student: User, teacher: User
) -> None:
    if change == "closed":
        User.objects.filter(pk=student.pk).update(is_active=False)
    elif change == "teacher":
        User.objects.filter(pk=student.pk).update(role=User.Role.TEACHER)
    elif change == "archived":
        archive_class(classroom=classroom, teacher=teacher)
    elif change == "released":
        remove_student(membership=Membership.objects.get(student=student), teacher=teacher)
    else:
        other = Classroom.objects.create(name="6e C")
        move_student(membership=Membership.objects.get(student=student), destination=other, teacher=teacher)
    assert use(code) == "wrong"


def test_a_login_by_code_makes_the_browser_known(code: str) -> None:
    use(code)
    assert KnownDevice.objects.get().user.username == "lea"


# Taken back


def test_a_revoked_code_is_refused(
    code: str, classroom: Classroom, student: User, classmate: User, teacher: User
) -> None:
    [his] = make_codes(classroom=classroom, students=[classmate], teacher=teacher)
    assert revoke_codes(classroom=classroom, teacher=teacher, student=student) == 1
    assert use(code) == "wrong"
    assert use(his.code) == "tom"


def test_all_codes_of_a_class_are_taken_back_at_once_and_used_ones_stay_used(
    code: str, classroom: Classroom, classmate: User, teacher: User
) -> None:
    [his] = make_codes(classroom=classroom, students=[classmate], teacher=teacher)
    use(code)
    assert revoke_codes(classroom=classroom, teacher=teacher) == 1
    assert use(his.code) == "wrong"
    states = {each.student.username: each.state for each in LoginCode.objects.all()}
    assert states == {"lea": LoginCode.State.USED, "tom": LoginCode.State.REVOKED}


def test_codes_are_forgotten_a_day_after_they_ended(code: str) -> None:
    delete_old_rows()
    assert LoginCode.objects.exists()
    LoginCode.objects.update(ends_at=timezone.now() - timedelta(hours=25))
    delete_old_rows()
    assert not LoginCode.objects.exists()


# Guessed


def test_of_twenty_guesses_at_one_code_five_are_checked(code: str) -> None:
    assert [use(other_than(code)) for _ in range(20)] == 5 * ["wrong"] + 15 * ["wait"]
    assert use(code) == "wait"


def test_guesses_at_a_code_that_is_nobodys_have_to_wait_alike(db: None) -> None:
    assert [use("K7M4RX") for _ in range(7)] == 5 * ["wrong"] + 2 * ["wait"]


def test_the_neighbours_of_a_guessed_code_notice_nothing(
    code: str, classroom: Classroom, classmate: User, teacher: User
) -> None:
    [his] = make_codes(classroom=classroom, students=[classmate], teacher=teacher)
    for _ in range(20):
        use(other_than(code))
    assert use(his.code) == "tom"


def test_guesses_at_codes_close_no_password(code: str, password: str, settings: Any) -> None:
    settings.LOGIN_FAILURES_PER_ADDRESS = 10
    for number in range(20):
        use(elsewhere(code, number))
    assert check_login(name="lea", password=password, address=HERE, device="d").username == "lea"


def test_an_address_has_a_ceiling_and_another_is_open(code: str, settings: Any) -> None:
    settings.LOGIN_FAILURES_PER_ADDRESS = 10
    assert [use(elsewhere(code, number)) for number in range(10)] == 10 * ["wrong"]
    assert [use(elsewhere(code, number)) for number in range(10)] == 10 * ["wait"]
    assert use(elsewhere(code, 1), address="198.51.100.7") == "wrong"


def test_a_closed_address_still_hears_the_first_try_of_each_first_half(code: str, settings: Any) -> None:
    settings.LOGIN_FAILURES_PER_ADDRESS = 10
    for number in range(10):
        use(elsewhere(code, number))
    assert [use(elsewhere(code, 11)), use(elsewhere(code, 11))] == ["wrong", "wait"]
    assert use(code) == "lea"
    # That has not opened it.
    assert use(elsewhere(code, 1)) == "wait"


def test_other_codes_are_heard_there_only_so_fast(
    code: str, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.LOGIN_FAILURES_PER_ADDRESS = 1
    monkeypatch.setattr(login_codes, "FIRST_ATTEMPTS", TokenBucket(burst=4, per_second=1, clock=lambda: 0.0))
    answers = [use(elsewhere(code, number)) for number in range(12)]
    assert answers == 5 * ["wrong"] + 7 * ["wait"]


def test_a_browser_that_logged_in_before_may_log_in_while_its_address_must_wait(
    code: str, settings: Any
) -> None:
    settings.LOGIN_FAILURES_PER_ADDRESS = 5
    for number in range(5):
        use(elsewhere(code, number))
    assert use(code, known_device="her phone") == "lea"


def test_a_browser_that_logged_in_before_has_five_attempts_before_the_throttle(
    code: str, settings: Any
) -> None:
    settings.LOGIN_FAILURES_PER_ADDRESS = 5
    answers = [use(elsewhere(code, number), known_device="tablet") for number in range(10)]
    assert answers == 10 * ["wrong"]
    assert [use(elsewhere(code, number), known_device="tablet") for number in range(10)] == 10 * ["wait"]


def test_right_codes_do_not_count_against_an_address(
    classroom: Classroom, teacher: User, settings: Any
) -> None:
    settings.LOGIN_FAILURES_PER_ADDRESS = 3
    students = [User.objects.create_user(f"s{number}") for number in range(10)]
    Membership.objects.bulk_create(Membership(classroom=classroom, student=user) for user in students)
    made = make_codes(classroom=classroom, students=students, teacher=teacher)
    assert [use(new.code) for new in made] == [user.username for user in students]


def test_a_malformed_code_is_no_guess(code: str) -> None:
    assert [use("not one") for _ in range(10)] == 10 * ["wrong"]
    assert not LoginThrottle.objects.exists()


def test_no_two_unused_codes_begin_alike(classroom: Classroom, teacher: User) -> None:
    students = User.objects.bulk_create(User(username=f"s{number}", password="x") for number in range(400))
    Membership.objects.bulk_create(Membership(classroom=classroom, student=user) for user in students)
    made = make_codes(classroom=classroom, students=students, teacher=teacher)
    assert len({new.code[:HALF] for new in made}) == 400


# At the same moment


def at_once(calls: list[Callable[[], object]]) -> list[object]:
    def run(call: Callable[[], object]) -> object:
        try:
            return call()
        except LoginError as error:
            return type(error)
        finally:
            connection.close()

    with ThreadPoolExecutor(8) as pool:
        return list(pool.map(run, calls))


@pytest.mark.django_db(transaction=True)
def test_one_of_many_simultaneous_logins_with_a_code_succeeds(code: str) -> None:
    assert sorted(map(str, at_once(12 * [lambda: use(code)]))).count("lea") == 1


@pytest.mark.django_db(transaction=True)
def test_a_button_pressed_twice_leaves_one_good_code(
    classroom: Classroom, student: User, teacher: User
) -> None:
    made = at_once(4 * [lambda: make_codes(classroom=classroom, students=[student], teacher=teacher)])
    assert len(made) == 4
    assert LoginCode.objects.valid().count() == 1
