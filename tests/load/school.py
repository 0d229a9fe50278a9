"""A school in a database: `python -m tests.load.school COUNT`, where SUDOKUSITE_DATA and DATABASE_URL say.

That of `tests/faults/school.py`, and so many more students in classes of thirty, all with the same password.
What everybody draws from are the site's own sample grids, of all tiers, and graded.
"""

import os
import sys

from tests.faults.school import PASSWORD, TEACHER, found_school

# A whole year may be one class, for a room.
CLASS_SIZE = int(os.environ.get("CLASS_SIZE", "30"))


def names(count: int) -> list[str]:
    """The user names of the students."""
    return [f"student-{number}" for number in range(1, count + 1)]


def add_students(count: int) -> None:
    """The classes, their teacher and their students."""
    from django.contrib.auth.hashers import make_password

    from accounts.models import Classroom, Membership, User

    password = make_password(PASSWORD)
    students = User.objects.bulk_create(User(username=name, password=password) for name in names(count))
    teacher = User.objects.get(username=TEACHER)
    for first in range(0, count, CLASS_SIZE):
        classroom = Classroom.objects.create(name=f"class {first // CLASS_SIZE + 1}")
        classroom.teachers.add(teacher)
        members = students[first : first + CLASS_SIZE]
        Membership.objects.bulk_create(Membership(classroom=classroom, student=each) for each in members)


def add_sample_grids() -> None:
    """The grids that the site brings, taken in and graded, instead of the few of the small school."""
    from django.conf import settings
    from django.core.management import call_command

    from puzzles.library.models import Collection
    from puzzles.library.services.difficulty import grade_slice, is_grading_left

    Collection.objects.update(audience=Collection.Audience.NOBODY)
    samples = settings.BASE_DIR / "puzzles" / "samples" / "sudoku.txt"
    call_command("import_puzzles", str(samples), owner=TEACHER, verbosity=0)
    while is_grading_left():
        grade_slice(breath_seconds=0)


if __name__ == "__main__":
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "sudokusite.settings")
    django.setup()
    found_school()
    add_students(int(sys.argv[1]))
    add_sample_grids()
