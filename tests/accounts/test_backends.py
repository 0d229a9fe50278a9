import pytest
from django.contrib.auth import BACKEND_SESSION_KEY, authenticate, signals
from django.test import Client

from accounts.backends import AccountBackend
from accounts.models import User

LOGIN = "/accounts/login/"


def test_a_wrong_password_is_looked_at_once(
    student: User, password: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Django's own backend stands behind ours, and is not asked a second time."""
    looked_at, refused = [], []
    check = User.check_password
    monkeypatch.setattr(User, "check_password", lambda self, raw: looked_at.append(raw) or check(self, raw))
    hear = lambda **told: refused.append(told["credentials"]["username"])  # noqa: E731
    signals.user_login_failed.connect(hear)
    assert authenticate(username=student.username, password="wrong") is None
    signals.user_login_failed.disconnect(hear)
    assert (looked_at, refused) == (["wrong"], [student.username])
    assert authenticate(username=student.username, password=password) == student


def test_a_session_that_began_with_djangos_backend_goes_on(student: User, client: Client) -> None:
    client.force_login(student, backend="django.contrib.auth.backends.ModelBackend")
    assert client.get("/").status_code == 200


def test_a_login_is_found_again_by_our_own(student: User, password: str, client: Client) -> None:
    client.post(LOGIN, {"username": student.username, "password": password})
    assert client.session[BACKEND_SESSION_KEY] == "accounts.backends.AccountBackend"
    assert client.get("/").status_code == 200


def test_who_is_closed_or_gone_is_not_found(student: User) -> None:
    assert AccountBackend().get_user(student.pk) == student
    User.objects.filter(pk=student.pk).update(is_active=False)
    assert AccountBackend().get_user(student.pk) is None
    assert AccountBackend().get_user(student.pk + 1_000) is None
