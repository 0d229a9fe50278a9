"""A demo class for trying out a new site."""

from typing import NamedTuple

from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext as _

from ..models import Classroom, Membership, User
from .passwords import generate_password

ADMINISTRATOR, TEACHER = "admin", "prof"
STUDENTS = {"lea": "Léa Martin", "tom": "Tom Bernard", "ines": "Inès Petit"}


class DemoAccount(NamedTuple):
    """An account of the demo class; its password is not stored."""

    role: str
    username: str
    password: str


def create_demo_cast() -> list[DemoAccount]:
    """Create an administrator, a teacher and the three students of her class, with new passwords.

    Only on a site without accounts, and never in production.
    """
    if settings.PRODUCTION or User.objects.exists():
        raise RuntimeError("The demo accounts are only for a site without accounts, and not for production.")
    administrator = DemoAccount("administrator", ADMINISTRATOR, generate_password())
    teacher = DemoAccount("teacher", TEACHER, generate_password())
    students = [DemoAccount("student", username, generate_password()) for username in STUDENTS]
    with transaction.atomic():
        User.objects.create_superuser(administrator.username, administrator.password)
        classroom = Classroom.objects.create(name=_("Demo class"))
        classroom.teachers.add(
            User.objects.create_user(teacher.username, teacher.password, role=User.Role.TEACHER)
        )
        for student in students:
            user = User.objects.create_user(student.username, student.password)
            given, family = STUDENTS[student.username].split()
            Membership.objects.create(classroom=classroom, student=user, family_name=family, given_name=given)
    return [administrator, teacher, *students]
