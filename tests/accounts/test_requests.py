from collections.abc import Callable

import pytest
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.test import RequestFactory

from accounts.models import User
from accounts.requests import UserRequest, teacher_required

Visit = Callable[[User], HttpResponse]


@pytest.fixture
def visit(rf: RequestFactory) -> Visit:
    """`visit(user)`: the answer of a page for teachers, which says whose name stood in the address."""

    @teacher_required
    def page(request: UserRequest, name: str) -> HttpResponse:
        return HttpResponse(name)

    def come(user: User) -> HttpResponse:
        request = rf.get("/")
        request.user = user
        return page(request, name="lea")

    return come


def test_a_teacher_comes_in(visit: Visit, teacher: User) -> None:
    assert visit(teacher).content == b"lea"


def test_a_student_does_not(visit: Visit, student: User) -> None:
    with pytest.raises(PermissionDenied):
        visit(student)
